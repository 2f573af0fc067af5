//! Texts with gaps: paths with interpolation, keys that are known in part.

use pupa_value::regexp::{Regexp, escape};

use pupa_project::glob;

/// Stands for any text. No path has it.
const ANY: char = '\u{0}';

/// A path in which some parts may be any text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PathText(String);

impl PathText {
    /// A path as it is written.
    pub(super) fn plain(text: &str) -> PathText {
        PathText(text.replace(ANY, ""))
    }

    /// A path in which expressions, `%{…}`, match any text: an interpolated value may be empty,
    /// and may lead through directories.
    pub(super) fn interpolated(text: &str) -> PathText {
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
        PathText(made)
    }

    /// A path relative to this directory.
    pub(super) fn join(&self, path: &PathText) -> PathText {
        PathText(clean(&pupa_hiera::path::join(&self.0, &path.0)))
    }

    /// The path with an ending that it may lack.
    pub(super) fn with_ending(mut self, ending: Option<&str>) -> PathText {
        if let Some(ending) = ending.filter(|ending| !self.0.ends_with(*ending)) {
            self.0.push_str(ending);
        }
        self
    }

    /// The path, when no part of it may be any text.
    pub(super) fn constant(&self) -> Option<&str> {
        (!self.0.contains(ANY)).then_some(&self.0)
    }

    /// The innermost directory that all such paths are in.
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

    /// The path of a directory, without what may be any text.
    pub(super) fn fixed_directory(&self) -> &str {
        match self.constant() {
            Some(directory) => directory,
            None => self.directory(false),
        }
    }

    /// Returns the certain end of the path.
    pub(super) fn tail(&self) -> &str {
        self.0.rsplit(ANY).next().unwrap_or_default()
    }

    /// Returns a regular expression for such paths.
    pub(super) fn matcher(&self) -> Option<Regexp> {
        let parts: Vec<String> = self.0.split(ANY).map(|part| escape(part).to_string()).collect();
        Regexp::new(&format!("(?m:\\A{}\\z)", parts.join(".*"))).ok()
    }

    /// Returns a regular expression for the paths that match this as a pattern of files.
    pub(super) fn glob_matcher(&self) -> Option<Regexp> {
        Regexp::new(&format!("(?m:\\A{}\\z)", glob::as_regexp(&self.0, ANY))).ok()
    }
}

/// The path without `.` and `..`, as far as nothing stands before them that may be any text.
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

/// A key that is known in part: the texts that stand before, between and behind what is not known.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct KeyPattern(Vec<String>);

/// A part of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum KeyPart {
    /// This text.
    Text(String),
    /// Any text.
    Any,
}

/// The known parts of a key that is looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LookedUp {
    /// All of it.
    Key(String),
    /// Some of it.
    Pattern(KeyPattern),
    /// Nothing.
    Anything,
}

impl LookedUp {
    /// The key of these parts. Only its root counts: what comes before the first period.
    pub(super) fn new(parts: &[KeyPart]) -> LookedUp {
        if let Some(key) = constant(parts) {
            return LookedUp::Key(root(&key));
        }
        let mut texts = root_texts(parts);
        match texts.as_mut_slice() {
            [key] => LookedUp::Key(std::mem::take(key)),
            texts if texts.iter().all(|text| text.is_empty()) => LookedUp::Anything,
            _ => LookedUp::Pattern(KeyPattern(texts)),
        }
    }
}

/// The text of parts, when all of it is known.
fn constant(parts: &[KeyPart]) -> Option<String> {
    let text = |part: &KeyPart| match part {
        KeyPart::Text(text) => Some(text.clone()),
        KeyPart::Any => None,
    };
    parts.iter().map(text).collect()
}

/// The texts of a root, before, between and behind what is not known. Quotes are not part of it,
/// and periods inside of them do not end it.
fn root_texts(parts: &[KeyPart]) -> Vec<String> {
    let mut texts = Vec::new();
    let mut text = String::new();
    let mut open = None;
    for part in parts {
        let KeyPart::Text(known) = part else {
            texts.push(std::mem::take(&mut text));
            continue;
        };
        for c in known.chars() {
            match (c, open) {
                ('.', None) => {
                    texts.push(text);
                    return texts;
                }
                ('\'' | '"', None) => open = Some(c),
                (_, Some(quote)) if c == quote => open = None,
                _ => text.push(c),
            }
        }
    }
    texts.push(text);
    texts
}

/// The key in data that a key leads into.
pub(super) fn root(key: &str) -> String {
    pupa_hiera::key::LookupKey::parse(key)
        .map_or_else(|_| key.to_owned(), |key| key.root().as_str().to_owned())
}

impl KeyPattern {
    /// The pattern of the texts that stand before, between and behind what is not known.
    pub(super) fn new(texts: Vec<String>) -> KeyPattern {
        KeyPattern(texts)
    }

    /// Whether a key may be meant.
    pub(super) fn matches(&self, key: &str) -> bool {
        let [first, middle @ .., last] = self.0.as_slice() else { return false };
        let Some(rest) = key.strip_prefix(first.as_str()) else { return false };
        let Some(mut rest) = rest.strip_suffix(last.as_str()) else { return false };
        for text in middle {
            match rest.find(text.as_str()) {
                Some(at) => rest = &rest[at + text.len()..],
                None => return false,
            }
        }
        true
    }

    /// Whether keys that begin with a text may be meant.
    pub(super) fn may_begin_with(&self, start: &str) -> bool {
        let first = self.0.first().map_or("", String::as_str);
        first.starts_with(start) || start.starts_with(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, path: &str) -> bool {
        PathText::interpolated(pattern).matcher().unwrap().is_match(path).unwrap()
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
            PathText::interpolated(glob).glob_matcher().unwrap().is_match(path).unwrap()
        };
        assert!(matches("/d/*.yaml", "/d/a.yaml"));
        assert!(!matches("/d/*.yaml", "/d/a/b.yaml"));
        assert!(matches("/d/**/*.yaml", "/d/b.yaml"));
        assert!(matches("/d/**/*.yaml", "/d/a/b/c.yaml"));
        assert!(matches("/d/%{x}/[ab]?.{yaml,json}", "/d/x/a1.json"));
        assert!(!matches("/d/%{x}/[!ab]?.yaml", "/d/x/a1.yaml"));
    }

    #[test]
    fn directories_are_those_that_are_certain() {
        let directory = |text: &str| PathText::interpolated(text).directory(false).to_owned();
        assert_eq!(directory("/d/nodes/%{x}.yaml"), "/d/nodes");
        assert_eq!(directory("/d/node-%{x}/a.yaml"), "/d");
        assert_eq!(directory("/d/a.yaml"), "/d");
        let joined = PathText::plain("/env").join(&PathText::interpolated("../x/./%{y}/../z"));
        assert_eq!(joined, PathText::interpolated("/x/%{y}/../z"));
    }

    #[test]
    fn keys_are_known_in_part() {
        let text = |text: &str| KeyPart::Text(text.to_owned());
        let of = |parts: &[KeyPart]| LookedUp::new(parts);
        assert_eq!(of(&[text("a.b")]), LookedUp::Key("a".into()));
        assert_eq!(of(&[text("'a.b'.c")]), LookedUp::Key("a.b".into()));
        assert_eq!(of(&[text("users."), KeyPart::Any]), LookedUp::Key("users".into()));
        assert_eq!(of(&[KeyPart::Any, text(".x")]), LookedUp::Anything);
        let LookedUp::Pattern(pattern) = of(&[text("a::"), KeyPart::Any, text("_x")]) else {
            panic!("it is known in part")
        };
        assert!(pattern.matches("a::b_x") && pattern.matches("a::_x"));
        assert!(!pattern.matches("a::b") && !pattern.matches("b::b_x"));
        assert!(pattern.may_begin_with("a::foo") && !pattern.may_begin_with("b"));
    }
}
