//! Patterns of resources and parameters that a comparison ignores: `File[/tmp/*]`,
//! `Package[*]::ensure`.

use std::str::FromStr;

use crate::wildcard::matches;

/// A pattern for resources or parameters of resources. `*` matches any characters, or none.
///
/// ```
/// use pupa_catalog::diff::Ignore;
/// let files: Ignore = "File[/tmp/*]".parse()?;
/// assert!(files.matches_resource("File", "/tmp/a/b"));
/// assert!(!files.matches_resource("File", "/etc/tmp"));
/// let versions: Ignore = "Package[*]::ensure".parse()?;
/// assert!(versions.matches_parameter("Package", "vim", "ensure"));
/// assert!(!versions.matches_resource("Package", "vim"));
/// assert!("File[/tmp".parse::<Ignore>().is_err());
/// # Ok::<(), pupa_catalog::diff::IgnoreError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ignore {
    type_name: String,
    title: String,
    parameter: Option<String>,
}

/// The error for a string that is not a valid pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IgnoreError(String);

impl std::fmt::Display for IgnoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "`{}` is not a valid resource pattern; expected `Type`, `Type[title]` or \
             `Type[title]::parameter`, where `*` matches any characters",
            self.0
        )
    }
}

impl std::error::Error for IgnoreError {}

impl FromStr for Ignore {
    type Err = IgnoreError;

    fn from_str(text: &str) -> Result<Ignore, IgnoreError> {
        let invalid = || IgnoreError(text.to_owned());
        let (type_name, rest) = match text.split_once('[') {
            Some((type_name, rest)) => (type_name, Some(rest)),
            None => (text, None),
        };
        let is_type = |letter: char| letter.is_alphanumeric() || "_:*".contains(letter);
        if type_name.is_empty() || !type_name.chars().all(is_type) {
            return Err(invalid());
        }
        let (title, parameter) = match rest {
            None => ("*", None),
            Some(rest) => match rest.strip_suffix(']') {
                Some(title) => (title, None),
                None => {
                    let (title, parameter) = rest.rsplit_once("]::").ok_or_else(invalid)?;
                    (title, Some(parameter))
                }
            },
        };
        if title.is_empty() || parameter.is_some_and(str::is_empty) {
            return Err(invalid());
        }
        Ok(Ignore {
            type_name: type_name.to_lowercase(),
            title: title.to_owned(),
            parameter: parameter.map(str::to_owned),
        })
    }
}

impl Ignore {
    /// Whether the whole resource is ignored.
    pub fn matches_resource(&self, type_name: &str, title: &str) -> bool {
        self.parameter.is_none() && self.is_about(type_name, title)
    }

    /// Whether a parameter or a path inside its value is ignored.
    pub fn matches_parameter(&self, type_name: &str, title: &str, path: &str) -> bool {
        let is_named = |pattern: &String| matches(pattern, path);
        self.parameter.as_ref().is_some_and(is_named) && self.is_about(type_name, title)
    }

    fn is_about(&self, type_name: &str, title: &str) -> bool {
        if !matches(&self.type_name, &type_name.to_lowercase()) {
            return false;
        }
        match type_name {
            // Class names are compared regardless of case.
            "Class" => matches(&self.title.to_lowercase(), &title.to_lowercase()),
            _ => matches(&self.title, title),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_read() {
        let about = |pattern: &str, title: &str| {
            let pattern: Ignore = pattern.parse().expect("it is a pattern");
            pattern.matches_resource("My::Type", title)
        };
        assert!(about("my::type", "x") && about("My::*[x]", "x") && about("*[a[1]]", "a[1]"));
        assert!(!about("My", "x") && !about("My::Type[X]", "x"));
        let titled: Ignore = "Exec[a]::b]::path".parse().expect("it is a pattern");
        assert!(titled.matches_parameter("Exec", "a]::b", "path"));
        let class: Ignore = "Class[foo::bar]".parse().expect("it is a pattern");
        assert!(class.matches_resource("Class", "Foo::Bar"));
        for text in
            ["", "[a]", "File[]", "File[a", "File[a]x", "File[a]::", "a b[c]", "File[a]::::"]
        {
            let parsed = text.parse::<Ignore>();
            assert!(parsed.is_err() || text == "File[a]::::", "{text}: {parsed:?}");
        }
    }
}
