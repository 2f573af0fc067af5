//! String forms of types and values.
//!
//! | of | form |
//! |---|---|
//! | a type | [`Display`](std::fmt::Display), or [`Type::expanded_text`] with the types of aliases |
//! | a value in Puppet syntax | [`literal`], [`quote`] |
//! | a value by formats, like `String(value, formats)` | [`convert()`] |
//! | values by a format string, like `sprintf` | [`sprintf()`] |
//! | a value in Ruby's notation | [`ruby`] |

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

/// A value in Puppet syntax, as within a type: strings are quoted.
///
/// ```
/// use pupa_value::{text, Value};
/// let value = Value::array(["it's".into(), Value::Undef]);
/// assert_eq!(text::literal(&value), r"['it\'s', undef]");
/// ```
pub fn literal(value: &Value) -> String {
    Writer::default().value_text(value)
}

/// Like [`literal`], with each entry and element on a line of its own.
pub fn indented_literal(value: &Value, level: usize) -> String {
    Writer::default().indented(level).value_text(value)
}

impl fmt::Display for Type {
    /// Writes the type in Puppet syntax. Aliases and object types are written by name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&Writer::default().type_text(self))
    }
}

impl Type {
    /// The type in Puppet syntax; aliases are followed by their types, object types are written
    /// with their definition.
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

    /// The type in Puppet syntax, with the value of each string type for a single string.
    pub fn debug_text(&self) -> String {
        Writer::default().debug().type_text(self)
    }

    /// The string form of the type as a value: an alias, object type or type set is expanded;
    /// within other types they are written by name.
    pub fn display(&self) -> String {
        match self {
            Type::Alias(_) | Type::Object(_) | Type::TypeSet(_) => self.expanded_text(),
            _ => self.to_string(),
        }
    }
}
