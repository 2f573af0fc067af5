//! Completes words: names of variables, functions and types.

use pupa_syntax::validate::DATA_TYPES;

/// Object types that always exist.
const OBJECT_TYPES: [&str; 2] = ["Deferred", "Error"];

/// The types of the language that programs can name.
fn types<'a>() -> impl Iterator<Item = &'a str> {
    DATA_TYPES.into_iter().filter(|name| *name != "Unit").chain(OBJECT_TYPES)
}

/// Words of the language.
const KEYWORDS: &[&str] = &[
    "and", "case", "default", "else", "elsif", "false", "function", "if", "in", "or", "true",
    "type", "undef", "unless",
];

/// The commands of a session.
pub(crate) const COMMANDS: &[&str] = &[":edition", ":help", ":load", ":quit", ":type", ":vars"];

/// The known names.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// Names of variables, without `$`.
    pub(crate) variables: Vec<String>,
    /// Of functions.
    pub(crate) functions: Vec<String>,
    /// Names of types defined in the session.
    pub(crate) types: Vec<String>,
}

impl Names {
    /// Returns the completions of the word before the cursor, and its start.
    pub(crate) fn complete(&self, line: &str, cursor: usize) -> (usize, Vec<String>) {
        let before = line.get(..cursor).unwrap_or(line);
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
        let start = before
            .rfind(|c: char| !is_part(c))
            .map_or(0, |at| at + before[at..].chars().next().map_or(0, char::len_utf8));
        let word = &before[start..];
        if before[..start].ends_with("$") || before[..start].ends_with("${") {
            return (start, matching(word, self.variables.iter().map(String::as_str)));
        }
        if start == 0 && word.starts_with(':') && !word.starts_with("::") {
            return (start, matching(word, COMMANDS.iter().copied()));
        }
        let candidates = match word.chars().next() {
            None => Vec::new(),
            Some(c) if c.is_ascii_uppercase() => {
                let own = self.types.iter().map(String::as_str);
                matching(word, types().chain(own))
            }
            Some(_) => {
                let functions = self.functions.iter().map(String::as_str);
                matching(word, functions.chain(KEYWORDS.iter().copied()))
            }
        };
        (start, candidates)
    }
}

fn matching<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut found: Vec<String> =
        names.filter(|name| name.starts_with(word)).map(str::to_owned).collect();
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_names() {
        let names = Names {
            variables: vec!["facts".into(), "file".into()],
            functions: vec!["filter".into(), "flatten".into()],
            types: vec!["Integral".into()],
        };
        let complete = |line: &str| names.complete(line, line.len());
        assert_eq!(complete("$f"), (1, vec!["facts".to_owned(), "file".to_owned()]));
        assert_eq!(complete("\"${fa").1, ["facts"]);
        assert_eq!(complete("[1].fil"), (4, vec!["filter".to_owned()]));
        assert_eq!(complete("Integ").1, ["Integer", "Integral"]);
        assert_eq!(complete("un").1, ["undef", "unless"]);
        assert_eq!(complete(":ty").1, [":type"]);
        assert_eq!(complete("é"), (2, Vec::new()));
        assert_eq!(complete(""), (0, Vec::new()));
    }

    #[test]
    fn every_type_exists() {
        for name in types() {
            assert!(pupa_value::builtin::lookup(name).is_some(), "{name}");
        }
    }
}
