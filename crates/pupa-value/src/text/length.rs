//! How long texts may get.
//!
//! Values share their parts, so that a small one may stand for a text that no machine could hold.
//! Limits of a run may be lower; they are the evaluator's.

use crate::error::{Error, ErrorKind, Result};
use crate::value::Value;
use crate::value::instance::{Instance, Stored};

/// How many bytes a text that is made of a value may have, about.
pub(crate) const MAX_BYTES: usize = 64 << 20;

/// How many parts a value may have to be written.
const MAX_PARTS: usize = 10_000_000;

/// What may still be written.
struct Room {
    parts: usize,
    bytes: usize,
    /// How many levels deeper; below, nothing is shown.
    levels: usize,
}

impl Room {
    /// Takes the room that a value needs at least; none when there is not enough.
    fn take(&mut self, value: &Value) -> Option<()> {
        self.parts = self.parts.checked_sub(1)?;
        if self.levels == 0 {
            return Some(());
        }
        self.levels -= 1;
        let room = self.take_parts(value);
        self.levels += 1;
        room
    }

    fn take_parts(&mut self, value: &Value) -> Option<()> {
        match value {
            Value::String(text) => {
                self.bytes = self.bytes.checked_sub(text.len())?;
                Some(())
            }
            Value::Binary(binary) => {
                self.bytes = self.bytes.checked_sub(binary.bytes().len())?;
                Some(())
            }
            Value::Array(elements) => elements.iter().try_for_each(|part| self.take(part)),
            Value::Hash(hash) => hash.iter().try_for_each(|(key, value)| {
                self.take(key)?;
                self.take(value)
            }),
            Value::Object(object) => object.values.iter().try_for_each(|part| self.take(part)),
            Value::Instance(object) => self.take_features(object),
            Value::Sensitive(hidden) => self.take(hidden),
            _ => Some(()),
        }
    }

    /// Objects that are not part of one are written as URIs.
    fn take_features(&mut self, object: &Instance) -> Option<()> {
        let mut written = object.entries().filter(|(feature, _)| feature.is_serialized());
        written.try_for_each(|(_, stored)| match stored {
            Stored::Unset => Some(()),
            Stored::Value(value) => self.take(value),
            Stored::References(references) => {
                self.parts = self.parts.checked_sub(references.len())?;
                Some(())
            }
        })
    }
}

/// Whether a value has more parts, or more text in it, than can be written.
///
/// ```
/// use pupa_value::{Value, text::is_too_long};
/// let mut value = Value::from("x");
/// assert!(!is_too_long(&value));
/// for _ in 0..40 {
///     value = Value::array([value.clone(), value]);
/// }
/// assert!(is_too_long(&value));
/// ```
pub fn is_too_long(value: &Value) -> bool {
    let levels = Value::MAX_OUTPUT_DEPTH;
    Room { parts: MAX_PARTS, bytes: MAX_BYTES, levels }.take(value).is_none()
}

/// Whether a value, written out, has more than so many parts; shared ones count every time.
///
/// ```
/// use pupa_value::{Value, text::has_more_parts_than};
/// let value = Value::array([1.into(), 2.into()]);
/// assert!(has_more_parts_than(&value, 2));
/// assert!(!has_more_parts_than(&value, 3));
/// ```
pub fn has_more_parts_than(value: &Value, parts: usize) -> bool {
    let levels = Value::MAX_OUTPUT_DEPTH;
    Room { parts, bytes: usize::MAX, levels }.take(value).is_none()
}

/// The error about a text that would be too long.
pub(crate) fn too_long() -> Error {
    let message = format!("A string would have more than {MAX_BYTES} bytes");
    Error::new(ErrorKind::Limit, message)
}

/// Complains when a text, as far as it was made, is too long.
pub(super) fn check(bytes: usize) -> Result<()> {
    if bytes > MAX_BYTES { Err(too_long()) } else { Ok(()) }
}

/// Complains when the text of a value would be too long.
pub(super) fn check_value(value: &Value) -> Result<()> {
    if is_too_long(value) { Err(too_long()) } else { Ok(()) }
}

/// Whether a value is looked at in a moment, without looking into it.
pub(super) fn is_plain(value: &Value) -> bool {
    !matches!(value, Value::Array(_) | Value::Hash(_) | Value::Object(_) | Value::Instance(_))
}
