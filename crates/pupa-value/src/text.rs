//! Text of types and values.
//!
//! | of | as |
//! |---|---|
//! | a type | [`Display`](std::fmt::Display), or [`Type::expanded_text`] with what aliases stand for |
//! | a value as the language writes it | [`literal`], [`quote`] |
//! | a value by formats, as `String(value, formats)` does it | [`convert()`] |
//! | values by a format string, as `sprintf` does it | [`sprintf()`] |
//! | a value as Ruby shows it | [`ruby`] |

mod case;
mod container;
mod convert;
mod format;
pub(crate) mod length;
pub mod number;
pub(crate) mod object;
mod quote;
pub mod ruby;
mod sprintf;
mod strip;
mod writer;

use std::fmt;

pub use case::{capitalize, capitalize_segments, downcase, upcase};
pub use convert::{convert, default_formats, format};
pub use format::{Format, Formats};
pub use length::{has_more_parts_than, is_too_long};
pub use quote::{double_quote, quote};
pub use sprintf::sprintf;
pub use strip::{lstrip, rstrip, strip};

use crate::types::Type;
use crate::value::Value;
use writer::Writer;

/// A value as it is written inside a type: strings in quotes.
///
/// ```
/// use pupa_value::{text, Value};
/// let value = Value::array(["it's".into(), Value::Undef]);
/// assert_eq!(text::literal(&value), r"['it\'s', undef]");
/// ```
pub fn literal(value: &Value) -> String {
    Writer::default().value_text(value)
}

/// A value as [`literal`] writes it, with entries and elements on lines of their own.
pub fn indented_literal(value: &Value, level: usize) -> String {
    Writer::default().indented(level).value_text(value)
}

impl fmt::Display for Type {
    /// The type as the language writes it. Aliases and object types are written by name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&Writer::default().type_text(self))
    }
}

impl Type {
    /// The type as text, aliases with what they stand for, and object types with their definition.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use pupa_value::{Type, types::TypeAlias};
    /// let alias = Type::Alias(Arc::new(TypeAlias::new("Port", Type::integer(1, 65535))));
    /// assert_eq!(alias.to_string(), "Port");
    /// assert_eq!(alias.expanded_text(), "Port = Integer[1, 65535]");
    /// ```
    pub fn expanded_text(&self) -> String {
        Writer::default().expanded().type_text(self)
    }

    /// The type as text, with the exact value of every string type that has one.
    pub fn debug_text(&self) -> String {
        Writer::default().debug().type_text(self)
    }

    /// The type as it is shown when it is a value: aliases, object types and type sets are
    /// expanded when they stand alone, and written by name inside other types.
    pub fn shown(&self) -> String {
        match self {
            Type::Alias(_) | Type::Object(_) | Type::TypeSet(_) => self.expanded_text(),
            _ => self.to_string(),
        }
    }
}
