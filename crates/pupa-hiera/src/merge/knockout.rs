//! Elements and texts with a mark, which remove what is of lower priority.

use std::sync::Arc;

use pupa_value::Value;
use pupa_value::compare::ruby_equals;
use pupa_value::regexp::Regexp;
use pupa_value::text::ruby;
use rustc_hash::FxHashSet;

use super::MergeError;

/// The mark of elements that are to be removed.
#[derive(Debug)]
pub(super) struct Knockout {
    prefix: Value,
    /// Compat: the prefix is taken for a regular expression, which matches at the start of any
    /// line. One that is none is an error once it is used.
    pattern: Result<Regexp, MergeError>,
}

impl Knockout {
    pub(super) fn new(prefix: &Value) -> Knockout {
        let pattern = Regexp::new(&format!("^{}", ruby::to_s(prefix)));
        let pattern = pattern.map_err(|error| MergeError::other(error.message));
        Knockout { prefix: prefix.clone(), pattern }
    }

    /// Whether it is an empty text.
    pub(super) fn is_empty(&self) -> bool {
        self.prefix.as_str() == Some("")
    }

    /// Whether an element is the mark alone, which removes everything.
    pub(super) fn is_naked(&self, element: &Value) -> bool {
        ruby_equals(element, &self.prefix)
    }

    /// Whether a text has the mark.
    pub(super) fn marks(&self, text: &str) -> Result<bool, MergeError> {
        self.pattern()?.is_match(text).map_err(|error| MergeError::other(error.to_string()))
    }

    /// What a text stands for that has the mark.
    pub(super) fn marked(&self, text: &str) -> Result<Option<String>, MergeError> {
        if !self.marks(text)? {
            return Ok(None);
        }
        let bare = self.pattern()?.replace_all(text, "");
        let bare = bare.map_err(|error| MergeError::other(error.to_string()))?;
        // A prefix may match nothing at all, such as `-*`.
        Ok((bare != text).then_some(bare))
    }

    fn pattern(&self) -> Result<&Regexp, MergeError> {
        self.pattern.as_ref().map_err(Clone::clone)
    }
}

/// Removes marked elements from the source, and what they stand for from the destination.
pub(super) fn knock_out(
    source: &mut Arc<Vec<Value>>,
    destination: &mut Arc<Vec<Value>>,
    knockout: &Knockout,
) -> Result<(), MergeError> {
    let mut kept = Vec::with_capacity(source.len());
    let mut removed: FxHashSet<String> = FxHashSet::default();
    for element in source.iter() {
        match marked(element, knockout)? {
            Some((text, bare)) => removed.extend([text.to_owned(), bare]),
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

/// The text of a marked element, and what it stands for.
fn marked<'v>(
    element: &'v Value,
    knockout: &Knockout,
) -> Result<Option<(&'v str, String)>, MergeError> {
    let Some(text) = element.as_str() else { return Ok(None) };
    Ok(knockout.marked(text)?.map(|bare| (text, bare)))
}

/// The same for an array that is both.
///
/// Compat: elements vanish behind the back of Ruby's `delete_if` while it goes through them. It
/// keeps a place to read and a place to write, and both go on as if nothing had moved.
pub(super) fn knock_out_of_itself(
    array: &mut Arc<Vec<Value>>,
    knockout: &Knockout,
) -> Result<(), MergeError> {
    let mut elements = Vec::clone(array);
    let (mut read, mut written) = (0, 0);
    while let Some(element) = elements.get(read).cloned() {
        if let Some((text, bare)) = marked(&element, knockout)? {
            elements.retain(|other| !other.as_str().is_some_and(|it| it == text || it == bare));
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
