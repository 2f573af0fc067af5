//! The keys of lookups, which may be known only in part.

use pupa_hiera::key::LookupKey;

/// A key with unknown parts, as the texts before, between and after them: `role_${x}` is `["role_",
/// ""]`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct KeyPattern(Vec<String>);

/// A part of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum KeyPart {
    /// A known text.
    Text(String),
    /// An unknown text.
    Any,
}

/// A key that is looked up, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartialKey {
    /// The whole key is known.
    Exact(String),
    /// Some parts are known.
    Pattern(KeyPattern),
    /// Nothing is known: it may be any key.
    Any,
}

impl PartialKey {
    /// Makes a key from its parts. Only the root counts, which is the part before the first period.
    pub(super) fn new(parts: &[KeyPart]) -> PartialKey {
        if let Some(key) = constant(parts) {
            return PartialKey::Exact(root(&key));
        }
        let mut texts = root_texts(parts);
        match texts.as_mut_slice() {
            [key] => PartialKey::Exact(std::mem::take(key)),
            texts if texts.iter().all(|text| text.is_empty()) => PartialKey::Any,
            _ => PartialKey::Pattern(KeyPattern(texts)),
        }
    }
}

/// The text of the parts, if all are known.
fn constant(parts: &[KeyPart]) -> Option<String> {
    let text = |part: &KeyPart| match part {
        KeyPart::Text(text) => Some(text.clone()),
        KeyPart::Any => None,
    };
    parts.iter().map(text).collect()
}

/// The texts of the root before, between and after its unknown parts. Quotes are not part of it,
/// and periods in quotes do not end it.
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

/// Returns the top-level key of a key with a path: `a` for `a.b.c`.
pub fn root(key: &str) -> String {
    LookupKey::parse(key).map_or_else(|_| key.to_owned(), |key| key.root().as_str().to_owned())
}

impl KeyPattern {
    /// The pattern with these texts before, between and after the unknown parts.
    pub fn new(texts: Vec<String>) -> KeyPattern {
        KeyPattern(texts)
    }

    /// Whether a key matches the pattern.
    pub fn matches(&self, key: &str) -> bool {
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

    /// Whether a key that starts with this text can match the pattern.
    pub fn may_begin_with(&self, start: &str) -> bool {
        let first = self.0.first().map_or("", String::as_str);
        first.starts_with(start) || start.starts_with(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_known_in_part() {
        let text = |text: &str| KeyPart::Text(text.to_owned());
        let of = |parts: &[KeyPart]| PartialKey::new(parts);
        assert_eq!(of(&[text("a.b")]), PartialKey::Exact("a".into()));
        assert_eq!(of(&[text("'a.b'.c")]), PartialKey::Exact("a.b".into()));
        assert_eq!(of(&[text("users."), KeyPart::Any]), PartialKey::Exact("users".into()));
        assert_eq!(of(&[KeyPart::Any, text(".x")]), PartialKey::Any);
        let PartialKey::Pattern(pattern) = of(&[text("a::"), KeyPart::Any, text("_x")]) else {
            panic!("it is known in part")
        };
        assert!(pattern.matches("a::b_x") && pattern.matches("a::_x"));
        assert!(!pattern.matches("a::b") && !pattern.matches("b::b_x"));
        assert!(pattern.may_begin_with("a::foo") && !pattern.may_begin_with("b"));
    }
}
