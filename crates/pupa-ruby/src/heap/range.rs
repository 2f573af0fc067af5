//! `RRange`: a range as a Ruby object.

use crate::value::{ClassId, Value};

/// A range as a Ruby object.
#[derive(Debug, Clone)]
pub struct RRange {
    /// The first value, or `nil`.
    pub begin: Value,
    /// The last value, or `nil`.
    pub end: Value,
    /// Whether the last value is excluded.
    pub exclusive: bool,
    /// `Range` or a subclass.
    pub class: ClassId,
    /// Whether it must not be changed: true unless it is an instance of a subclass.
    pub frozen: bool,
}
