//! Limits on the size of strings.
//!
//! Values share their parts, so that the string form of a small value may exceed any memory. The
//! evaluator may impose lower limits.

use crate::error::{Error, ErrorKind, Result};
use crate::value::Value;
use crate::value::instance::{Instance, Stored};

/// The approximate maximum size in bytes of a string created from a value.
pub(crate) const MAX_BYTES: usize = 64 << 20;

/// The maximum number of parts of a value that is converted to a string.
const MAX_PARTS: usize = 10_000_000;

/// The remaining budget of a conversion.
struct Budget {
    parts: usize,
    bytes: usize,
    /// The number of levels that are still written; deeper parts are omitted.
    levels: usize,
}

impl Budget {
    /// Subtracts the minimum needs of a value; `None` if the budget is exceeded.
    fn take(&mut self, value: &Value) -> Option<()> {
        self.parts = self.parts.checked_sub(1)?;
        if !pupa_meter::visit() {
            return None;
        }
        if self.levels == 0 {
            return Some(());
        }
        self.levels -= 1;
        let budget = self.take_parts(value);
        self.levels += 1;
        budget
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

    /// Objects that are not contained are written as URIs.
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

/// Whether a value has too many parts, or too much text, to be converted to a string.
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
    Budget { parts: MAX_PARTS, bytes: MAX_BYTES, levels }.take(value).is_none()
}

/// Whether a value has more than `parts` parts, counting shared parts each time.
///
/// ```
/// use pupa_value::{Value, text::has_more_parts_than};
/// let value = Value::array([1.into(), 2.into()]);
/// assert!(has_more_parts_than(&value, 2));
/// assert!(!has_more_parts_than(&value, 3));
/// ```
pub fn has_more_parts_than(value: &Value, parts: usize) -> bool {
    let levels = Value::MAX_OUTPUT_DEPTH;
    Budget { parts, bytes: usize::MAX, levels }.take(value).is_none()
}

/// The error for a string that would be too long.
pub(crate) fn too_long() -> Error {
    let message = format!("A string would have more than {MAX_BYTES} bytes");
    Error::new(ErrorKind::Limit, message)
}

/// Returns an error if a partial string is already too long.
pub(super) fn check(bytes: usize) -> Result<()> {
    if bytes > MAX_BYTES { Err(too_long()) } else { Ok(()) }
}

/// Returns an error if the string form of a value would be too long.
pub(super) fn check_value(value: &Value) -> Result<()> {
    if is_too_long(value) { Err(too_long()) } else { Ok(()) }
}

/// Whether a value has no parts, so that its size is known immediately.
pub(super) fn is_plain(value: &Value) -> bool {
    !matches!(value, Value::Array(_) | Value::Hash(_) | Value::Object(_) | Value::Instance(_))
}
