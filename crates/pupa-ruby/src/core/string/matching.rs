//! Searches in strings for other strings and for regular expressions; used by `sub`, `index`,
//! `split` and others.

use memchr::memmem;
use pupa_value::regexp::Regexp;

use super::chars::{self, Layout};
use crate::core::class;
use crate::heap::{Encoding, RString};
use crate::machine::matching::MatchSpans;
use crate::machine::{Flow, Machine};
use crate::symbol::names;
use crate::value::{RegexpId, StrId, Value};

/// A pattern argument of a method such as `sub` or `index`.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Pattern {
    /// A string that is searched literally.
    Text(StrId),
    /// A regular expression.
    Regexp(RegexpId),
}

impl Pattern {
    /// The pattern as a Ruby value.
    fn value(self) -> Value {
        match self {
            Pattern::Text(id) => Value::Str(id),
            Pattern::Regexp(id) => Value::Regexp(id),
        }
    }
}

/// The pattern for an argument: a regular expression, or a string to search literally.
pub(crate) fn plain_pattern(m: &mut Machine<'_>, value: Value) -> Flow<Pattern> {
    match value {
        Value::Regexp(id) => Ok(Pattern::Regexp(id)),
        Value::Str(id) => Ok(Pattern::Text(id)),
        _ => match m.try_str(value)? {
            Some(id) => Ok(Pattern::Text(id)),
            None => {
                let name = m.name_for_conversion(value);
                Err(m.type_error(format!("wrong argument type {name} (expected Regexp)")))
            }
        },
    }
}

/// The regular expression for an argument: itself, or a string that is compiled.
pub(crate) fn regexp_pattern(m: &mut Machine<'_>, value: Value) -> Flow<RegexpId> {
    match plain_pattern(m, value)? {
        Pattern::Regexp(id) => Ok(id),
        Pattern::Text(id) => {
            let made = m.call(Value::Class(class::REGEXP), names::NEW, &[Value::Str(id)])?;
            let Value::Regexp(id) = made else {
                return Err(m.type_error("wrong argument type String (expected Regexp)"));
            };
            Ok(id)
        }
    }
}

/// The numbers of the groups with a name.
pub(crate) fn group_numbers(regexp: &Regexp, name: &str) -> Vec<usize> {
    let groups = regexp.named_groups().unwrap_or_default();
    groups.iter().find(|(known, _)| known == name).map_or(Vec::new(), |(_, found)| found.clone())
}

/// A pattern together with the string that it searches.
#[derive(Debug)]
pub(crate) struct Search {
    pattern: Pattern,
    string: StrId,
}

impl Search {
    /// Prepares a search.
    pub(crate) fn new(m: &mut Machine<'_>, pattern: Pattern, string: StrId) -> Flow<Search> {
        if let Pattern::Text(needle) = pattern {
            chars::check_compatible(m, string, needle)?;
        }
        Ok(Search { pattern, string })
    }

    /// The first match at or after an offset.
    pub(crate) fn find(&self, m: &mut Machine<'_>, from: usize) -> Flow<Option<MatchSpans>> {
        match self.pattern {
            Pattern::Text(needle) => {
                let (string, needle) = (m.string(self.string), m.string(needle));
                let found = find_text(string, chars::layout(string), needle, from);
                Ok(found.map(|start| MatchSpans::of_whole(start, start + needle.len())))
            }
            Pattern::Regexp(id) => m.regexp_search(id, self.string, from),
        }
    }

    /// The regular expression, if the pattern is one.
    pub(crate) fn regexp(&self) -> Option<RegexpId> {
        match self.pattern {
            Pattern::Text(_) => None,
            Pattern::Regexp(id) => Some(id),
        }
    }

    /// Sets `$~` to a match, or to `nil`.
    pub(crate) fn publish(&self, m: &mut Machine<'_>, found: Option<&MatchSpans>) {
        publish(m, self.pattern, self.string, found);
    }
}

/// Sets `$~` to a match, or to `nil`.
pub(crate) fn publish(
    m: &mut Machine<'_>,
    pattern: Pattern,
    string: StrId,
    found: Option<&MatchSpans>,
) {
    let value = match found {
        Some(spans) => m.new_match(pattern.value(), string, spans.clone()),
        None => Value::Nil,
    };
    m.set_last_match(value);
}

/// The first character boundary at or after an offset where `needle` occurs.
pub(crate) fn find_text(
    string: &RString,
    layout: Layout,
    needle: &RString,
    from: usize,
) -> Option<usize> {
    if !needle.is_valid() {
        return None;
    }
    let mut from = from;
    loop {
        let rest = string.bytes().get(from..)?;
        let at = from + memmem::find(rest, needle.bytes())?;
        let is_aligned =
            matches!(layout, Layout::Bytes | Layout::Utf8) || chars::is_boundary(string, at);
        if is_aligned {
            return Some(at);
        }
        from = at + 1;
    }
}

/// The last character boundary at or before an offset where `needle` occurs.
pub(crate) fn rfind_text(string: &RString, needle: &RString, from: usize) -> Option<usize> {
    if !needle.is_valid() {
        return None;
    }
    let bytes = string.bytes();
    let mut end = from.checked_add(needle.len())?.min(bytes.len());
    loop {
        let at = memmem::rfind(bytes.get(..end)?, needle.bytes())?;
        if chars::is_boundary(string, at) {
            return Some(at);
        }
        end = (at + needle.len()).checked_sub(1)?;
    }
}

/// Raises an error if a block has changed the string that a method works on. The copy shares its
/// bytes with the string until one of them changes, so the check is cheap.
pub(crate) fn check_unchanged(m: &mut Machine<'_>, id: StrId, copy: &RString) -> Flow<()> {
    let now = m.string(id);
    let is_same = now.len() == copy.len()
        && (now.bytes().as_ptr() == copy.bytes().as_ptr() || now.bytes() == copy.bytes());
    if is_same { Ok(()) } else { Err(m.runtime_error("string modified")) }
}

/// A string that is built from parts of several strings.
#[derive(Debug)]
pub(crate) struct Joined {
    pub(crate) bytes: Vec<u8>,
    pub(crate) encoding: Encoding,
    is_ascii: bool,
}

impl Joined {
    /// An empty result with the encoding of another string.
    pub(crate) fn like(string: &RString) -> Joined {
        Joined {
            bytes: Vec::with_capacity(string.len()),
            encoding: string.encoding,
            is_ascii: string.is_ascii(),
        }
    }

    /// Appends bytes that are part of the original string.
    pub(crate) fn push_own(&mut self, bytes: Option<&[u8]>) {
        self.bytes.extend_from_slice(bytes.unwrap_or_default());
    }

    /// Appends another string; raises an error if its encoding is not compatible.
    pub(crate) fn push(&mut self, m: &mut Machine<'_>, other: StrId) -> Flow<()> {
        m.charge(m.string(other).len())?;
        let string = m.string(other);
        if string.encoding != self.encoding && !string.is_ascii() {
            if !self.is_ascii {
                let names =
                    (chars::encoding_name(self.encoding), chars::encoding_name(string.encoding));
                let message =
                    format!("incompatible character encodings: {} and {}", names.0, names.1);
                return Err(m.error(class::COMPATIBILITY_ERROR, message));
            }
            self.encoding = string.encoding;
            self.is_ascii = false;
        }
        self.bytes.extend_from_slice(m.string(other).bytes());
        Ok(())
    }

    /// The string.
    pub(crate) fn finish(self) -> RString {
        RString::from_bytes(self.bytes, self.encoding)
    }
}
