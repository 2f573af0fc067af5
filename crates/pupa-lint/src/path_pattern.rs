//! Paths of data files with interpolations, which are only partly known.

use pupa_value::regexp::{Regexp, escape};

use pupa_project::glob;

/// The placeholder for any text, a character that no path contains.
const ANY: char = '\u{0}';

/// A path some parts of which may be any text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PathPattern(String);

impl PathPattern {
    /// A path without interpolations.
    pub(super) fn plain(text: &str) -> PathPattern {
        PathPattern(text.replace(ANY, ""))
    }

    /// A path in which each `%{…}` matches any text: an interpolated value may be empty, and may
    /// contain slashes.
    pub(super) fn interpolated(text: &str) -> PathPattern {
        let text = text.replace(ANY, "");
        let mut made = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while let Some(start) = rest.find("%{") {
            let Some(length) = rest[start..].find('}') else { break };
            made.push_str(&rest[..start]);
            made.push(ANY);
            rest = &rest[start + length + 1..];
        }
        made.push_str(rest);
        PathPattern(made)
    }

    /// Appends a path, relative to this directory.
    pub(super) fn join(&self, path: &PathPattern) -> PathPattern {
        PathPattern(clean(&pupa_hiera::path::join(&self.0, &path.0)))
    }

    /// Appends an extension, unless the path already has it.
    pub(super) fn with_ending(mut self, ending: Option<&str>) -> PathPattern {
        if let Some(ending) = ending.filter(|ending| !self.0.ends_with(*ending)) {
            self.0.push_str(ending);
        }
        self
    }

    /// The path, if all of it is known.
    pub(super) fn constant(&self) -> Option<&str> {
        (!self.0.contains(ANY)).then_some(&self.0)
    }

    /// The innermost directory that contains all matching paths.
    pub(super) fn directory(&self, is_glob: bool) -> &str {
        let is_open = |c| c == ANY || (is_glob && matches!(c, '*' | '?' | '[' | '{' | '\\'));
        match self.0.find(is_open) {
            None if !is_glob => pupa_hiera::path::parent(&self.0),
            end => {
                let fixed = &self.0[..end.unwrap_or(self.0.len())];
                fixed.rfind('/').map_or("", |end| &fixed[..end])
            }
        }
    }

    /// The known directories at the start of the path.
    pub(super) fn fixed_directory(&self) -> &str {
        match self.constant() {
            Some(directory) => directory,
            None => self.directory(false),
        }
    }

    /// Returns the known end of the path.
    pub(super) fn tail(&self) -> &str {
        self.0.rsplit(ANY).next().unwrap_or_default()
    }

    /// Returns a regular expression for the matching paths.
    pub(super) fn matcher(&self) -> Option<Regexp> {
        let parts: Vec<String> = self.0.split(ANY).map(|part| escape(part).to_string()).collect();
        Regexp::new(&format!("(?m:\\A{}\\z)", parts.join(".*"))).ok()
    }

    /// Returns a regular expression for the paths that match this as a glob pattern.
    pub(super) fn glob_matcher(&self) -> Option<Regexp> {
        Regexp::new(&format!("(?m:\\A{}\\z)", glob::as_regexp(&self.0, ANY))).ok()
    }
}

/// Removes `.` and `..`, unless an unknown part precedes them.
fn clean(path: &str) -> String {
    if !path.split('/').any(|part| matches!(part, "." | ".." | "")) {
        return path.to_owned();
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').filter(|part| !matches!(*part, "" | ".")) {
        match parts.last() {
            Some(last) if part == ".." && *last != ".." && !last.contains(ANY) => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    let root = if path.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, path: &str) -> bool {
        PathPattern::interpolated(pattern).matcher().unwrap().is_match(path).unwrap()
    }

    #[test]
    fn interpolation_is_any_text() {
        assert!(matches("/d/nodes/%{trusted.certname}.yaml", "/d/nodes/a.b.yaml"));
        assert!(matches("/d/%{x}.yaml", "/d/a/b.yaml"));
        assert!(!matches("/d/%{x}.yaml", "/d/a.json"));
        assert!(!matches("/d/a.yaml", "/d/axyaml"));
    }

    #[test]
    fn patterns_of_files() {
        let matches = |glob: &str, path: &str| {
            PathPattern::interpolated(glob).glob_matcher().unwrap().is_match(path).unwrap()
        };
        assert!(matches("/d/*.yaml", "/d/a.yaml"));
        assert!(!matches("/d/*.yaml", "/d/a/b.yaml"));
        assert!(matches("/d/**/*.yaml", "/d/b.yaml"));
        assert!(matches("/d/**/*.yaml", "/d/a/b/c.yaml"));
        assert!(matches("/d/%{x}/[ab]?.{yaml,json}", "/d/x/a1.json"));
        assert!(!matches("/d/%{x}/[!ab]?.yaml", "/d/x/a1.yaml"));
    }

    #[test]
    fn directories_end_before_the_first_interpolation() {
        let directory = |text: &str| PathPattern::interpolated(text).directory(false).to_owned();
        assert_eq!(directory("/d/nodes/%{x}.yaml"), "/d/nodes");
        assert_eq!(directory("/d/node-%{x}/a.yaml"), "/d");
        assert_eq!(directory("/d/a.yaml"), "/d");
        let joined =
            PathPattern::plain("/env").join(&PathPattern::interpolated("../x/./%{y}/../z"));
        assert_eq!(joined, PathPattern::interpolated("/x/%{y}/../z"));
    }
}
