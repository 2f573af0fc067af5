//! Keys: `ntp::servers`, and `ntp::options.server.0` for a part of the value of `ntp::options`.

use std::fmt;

use pupa_value::Value;
use pupa_value::value::Text;

/// One step from a value into one of its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Segment {
    /// A key of a hash.
    Name(Text),
    /// An index of an array.
    Index(i64),
}

impl Segment {
    /// The segment as a key of a hash.
    pub fn to_value(&self) -> Value {
        match self {
            Segment::Name(name) => Value::String(name.clone()),
            Segment::Index(index) => Value::Integer(*index),
        }
    }
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Segment::Name(name) => f.write_str(name),
            Segment::Index(index) => write!(f, "{index}"),
        }
    }
}

/// Splits a key at its periods. Segments may be quoted, and whitespace around them is ignored.
/// Returns `None` if the key is malformed.
///
/// ```
/// use pupa_hiera::key::{Segment, split_key};
/// let segments = split_key("a.'b.c'.0");
/// let expected = [Segment::Name("a".into()), Segment::Name("b.c".into()), Segment::Index(0)];
/// assert_eq!(segments.as_deref(), Some(expected.as_slice()));
/// assert_eq!(split_key("a..b"), None);
/// ```
pub fn split_key(key: &str) -> Option<Vec<Segment>> {
    if separator(key).is_none() {
        return Some(vec![Segment::Name(key.into())]);
    }
    let mut segments = Vec::new();
    let mut rest = key;
    loop {
        let (segment, after) = first_segment(rest)?;
        segments.push(segment);
        if after.is_empty() {
            return Some(segments);
        }
        rest = after.strip_prefix('.')?;
    }
}

/// Splits off the first segment; the rest begins with the period.
fn first_segment(text: &str) -> Option<(Segment, &str)> {
    let trimmed = text.trim_start_matches(is_space);
    if let Some(quote) = trimmed.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let (quoted, after) = trimmed[1..].split_once(quote)?;
        // Compat: an empty pair of quotes is an error. Pinned by `segments`.
        return (!quoted.is_empty())
            .then(|| (Segment::Name(quoted.into()), after.trim_start_matches(is_space)));
    }
    let end = separator(text).unwrap_or(text.len());
    let (plain, after) = text.split_at(end);
    if plain.is_empty() {
        return None;
    }
    let plain = plain.trim_matches(|c: char| is_space(c) || c == '\0');
    Some((plain_segment(plain), after))
}

/// The offset of the first quote or period.
fn separator(text: &str) -> Option<usize> {
    text.bytes().position(|byte| matches!(byte, b'\'' | b'"' | b'.'))
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0B' | '\x0C')
}

fn plain_segment(text: &str) -> Segment {
    let signed = text.strip_prefix(':').unwrap_or(text);
    let digits = signed.strip_prefix(['+', '-']).unwrap_or(signed);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Segment::Name(text.into());
    }
    // Compat: a number may be preceded by a colon, which makes it 0.
    // Pinned by `quirk-colons-before-numbers`.
    let number = if signed.len() < text.len() { 0 } else { text.parse().unwrap_or(i64::MAX) };
    Segment::Index(number)
}

/// A parsed key: `ntp::options.server.0` has the root `ntp::options`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookupKey {
    text: Text,
    root: Text,
    module: Option<Text>,
    /// The steps from the value of the root to the requested value.
    pub segments: Vec<Segment>,
}

/// The reason why a string is not a valid key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyError {
    /// Its segments are malformed.
    Syntax,
    /// Its first segment is a number.
    Number(i64),
}

/// The maximum number of elements in the arrays that [`LookupKey::undig`] builds.
const MAX_ELEMENTS: usize = 1_000_000;

impl LookupKey {
    /// Parses a key.
    ///
    /// # Errors
    /// When the key is malformed.
    pub fn parse(text: &str) -> Result<LookupKey, KeyError> {
        let whole = Text::from(text);
        let (root, segments) = match separator(text) {
            None => (whole.clone(), Vec::new()),
            Some(_) => {
                let mut segments = split_key(text).ok_or(KeyError::Syntax)?;
                match segments.remove(0) {
                    Segment::Name(root) => (root, segments),
                    Segment::Index(number) => return Err(KeyError::Number(number)),
                }
            }
        };
        let module = match root.as_bytes().windows(2).position(|pair| pair == b"::") {
            None => None,
            // Compat: a name that begins with `::` has an empty module part, and the Ruby range
            // that cuts it out yields the whole name.
            Some(0) => Some(root.clone()),
            Some(end) => Some(Text::from(&root[..end])),
        };
        Ok(LookupKey { text: whole, root, module, segments })
    }

    /// The key `lookup_options`.
    pub(crate) fn options() -> LookupKey {
        let text = Text::from(LOOKUP_OPTIONS);
        LookupKey { text: text.clone(), root: text, module: None, segments: Vec::new() }
    }

    /// The key as it was given.
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// The first segment, which is the key in data files.
    pub fn root(&self) -> &Text {
        &self.root
    }

    /// The part before the first `::`: the module whose data may hold the key.
    pub fn module(&self) -> Option<&Text> {
        self.module.as_ref()
    }

    /// Wraps a value into hashes and arrays, so that digging with the segments leads back to it.
    /// Returns `None` if the arrays would become too large.
    pub fn undig(&self, value: Value) -> Option<Value> {
        let mut left = MAX_ELEMENTS;
        self.segments.iter().rev().try_fold(value, |inner, segment| match segment {
            Segment::Name(name) => Some(Value::hash([(Value::String(name.clone()), inner)])),
            Segment::Index(index) => {
                let index = usize::try_from(*index).unwrap_or(0);
                left = left.checked_sub(index)?;
                let mut elements = vec![Value::Undef; index];
                elements.push(inner);
                Some(elements.into())
            }
        })
    }

    /// All segments, the root first, as a Puppet array.
    pub fn to_array(&self) -> Value {
        let root = std::iter::once(Value::String(self.root.clone()));
        Value::array(root.chain(self.segments.iter().map(Segment::to_value)))
    }
}

/// The key under which data defines the options of lookups.
pub const LOOKUP_OPTIONS: &str = "lookup_options";

/// Whether the data of a module may define a key.
pub fn is_of_module(key: &str, module: &str) -> bool {
    let rest = key.strip_prefix(module);
    key == LOOKUP_OPTIONS || rest.is_some_and(|rest| rest.starts_with("::"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(key: &str) -> String {
        split_key(key).map_or("error".to_owned(), |segments| format!("{segments:?}"))
    }

    #[test]
    fn segments() {
        assert_eq!(split("a"), r#"[Name("a")]"#);
        assert_eq!(split("a.1.-2"), r#"[Name("a"), Index(1), Index(-2)]"#);
        assert_eq!(split("a. b ."), "error");
        assert_eq!(split("a. b .c"), r#"[Name("a"), Name("b"), Name("c")]"#);
        assert_eq!(split(r#"a."b.c".'d'"#), r#"[Name("a"), Name("b.c"), Name("d")]"#);
        assert_eq!(split("'1'"), r#"[Name("1")]"#);
        for wrong in ["a..b", ".a", "a.", "'a", "a'b'", "''", "a.''", "'a'b"] {
            assert_eq!(split(wrong), "error", "{wrong}");
        }
    }

    #[test]
    fn modules() {
        let module = |key| LookupKey::parse(key).ok().and_then(|key| key.module().cloned());
        assert_eq!(module("ntp::servers.0").as_deref(), Some("ntp"));
        assert_eq!(module("ntp").as_deref(), None);
        assert_eq!(LookupKey::parse("1.a"), Err(KeyError::Number(1)));
    }

    #[test]
    fn undig() {
        let key = LookupKey::parse("a.b.1").expect("it is a key");
        let value = key.undig("x".into()).map(|value| pupa_value::text::literal(&value));
        assert_eq!(value.as_deref(), Some("{'b' => [undef, 'x']}"));
        let key = LookupKey::parse("a.600000.600000").expect("it is a key");
        assert_eq!(key.undig("x".into()), None);
    }
}
