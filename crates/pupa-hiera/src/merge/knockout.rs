//! The option `knockout_prefix`: elements with this prefix remove elements of lower priority.

use std::sync::Arc;

use pupa_value::Value;
use pupa_value::compare::ruby_equals;
use pupa_value::regexp::Regexp;
use pupa_value::text::ruby;
use rustc_hash::FxHashSet;

use super::MergeError;

/// The knockout prefix.
#[derive(Debug)]
pub(super) struct Knockout {
    prefix: Value,
    /// Compat: the reference uses the prefix as a regular expression, anchored at the start of any
    /// line. An invalid one is an error only when it is used.
    pattern: Result<Regexp, MergeError>,
}

impl Knockout {
    pub(super) fn new(prefix: &Value) -> Knockout {
        let pattern = Regexp::new(&format!("^{}", ruby::to_s(prefix)));
        let pattern = pattern.map_err(|error| MergeError::other(error.message));
        Knockout { prefix: prefix.clone(), pattern }
    }

    /// Whether the prefix is an empty string.
    pub(super) fn is_empty(&self) -> bool {
        self.prefix.as_str() == Some("")
    }

    /// Whether an element is the prefix alone, which removes everything.
    pub(super) fn is_bare_prefix(&self, element: &Value) -> bool {
        ruby_equals(element, &self.prefix)
    }

    /// Whether a string begins with the prefix.
    pub(super) fn matches(&self, text: &str) -> Result<bool, MergeError> {
        self.pattern()?.is_match(text).map_err(|error| MergeError::other(error.to_string()))
    }

    /// Removes the prefix from a string; `None` if it has none.
    pub(super) fn strip(&self, text: &str) -> Result<Option<String>, MergeError> {
        if !self.matches(text)? {
            return Ok(None);
        }
        let stripped = self.pattern()?.replace_all(text, "");
        let stripped = stripped.map_err(|error| MergeError::other(error.to_string()))?;
        // A pattern such as `-*` may match an empty string, so that nothing is removed.
        Ok((stripped != text).then_some(stripped))
    }

    fn pattern(&self) -> Result<&Regexp, MergeError> {
        self.pattern.as_ref().map_err(Clone::clone)
    }
}

/// Removes the elements with the prefix from the source, and their counterparts without it from the
/// destination.
pub(super) fn knock_out(
    source: &mut Arc<Vec<Value>>,
    destination: &mut Arc<Vec<Value>>,
    knockout: &Knockout,
) -> Result<(), MergeError> {
    let mut kept = Vec::with_capacity(source.len());
    let mut removed: FxHashSet<String> = FxHashSet::default();
    for element in source.iter() {
        match knockout_target(element, knockout)? {
            Some((text, target)) => removed.extend([text.to_owned(), target]),
            None => kept.push(element.clone()),
        }
    }
    if kept.len() != source.len() {
        *source = Arc::new(kept);
        let is_removed = |other: &Value| other.as_str().is_some_and(|text| removed.contains(text));
        Arc::make_mut(destination).retain(|other| !is_removed(other));
    }
    Ok(())
}

/// An element with the prefix, and the string without it; `None` for other elements.
fn knockout_target<'v>(
    element: &'v Value,
    knockout: &Knockout,
) -> Result<Option<(&'v str, String)>, MergeError> {
    let Some(text) = element.as_str() else { return Ok(None) };
    Ok(knockout.strip(text)?.map(|target| (text, target)))
}

/// As [`knock_out`] for an array that is both source and destination.
///
/// Compat: in the reference, the block of `Array#delete_if` deletes elements of the array that is
/// being traversed. Ruby keeps an index to read and an index to write, and advances both as if
/// nothing had moved; this function does the same.
pub(super) fn knock_out_in_place(
    array: &mut Arc<Vec<Value>>,
    knockout: &Knockout,
) -> Result<(), MergeError> {
    let mut elements = Vec::clone(array);
    let (mut read, mut written) = (0, 0);
    while let Some(element) = elements.get(read).cloned() {
        if let Some((text, target)) = knockout_target(&element, knockout)? {
            elements.retain(|other| !other.as_str().is_some_and(|it| it == text || it == target));
        } else {
            if let Some(place) = elements.get_mut(written) {
                *place = element;
            }
            written += 1;
        }
        read += 1;
    }
    if written < elements.len() && written < read {
        elements.drain(written..read.min(elements.len()));
    }
    if elements.len() != array.len() {
        *array = Arc::new(elements);
    }
    Ok(())
}
