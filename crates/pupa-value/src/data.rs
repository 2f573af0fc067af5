//! Serialisation: values as `Data`, which JSON can hold, and back.
//!
//! ```text
//! Value ─to_data─▶ Data ─to_json─▶ text ─from_json─▶ Data ─from_data─▶ Value
//! Value ─stringify─▶ Data, whose rich values are lost to strings
//! ```
//!
//! A value that JSON does not know is a hash with the key `__ptype`: the name of its type, or the
//! type itself in serialised form. What it is made of stands beside, by attribute, or under
//! `__pvalue` as a string. A value that comes again is a `LocalRef` to the place where it came
//! first: `{"__ptype": "LocalRef", "__pvalue": "$['a'][0]"}`.
//!
//! ```
//! use pupa_value::data::{self, FromDataOptions, ToDataOptions};
//! use pupa_value::loader::Builtins;
//! use pupa_value::{Type, Value};
//! let value = Value::array([Value::Default, Type::integer(1, 2).into()]);
//! let (data, issues) = data::to_data(&value, &ToDataOptions::rich())?;
//! let json = data::to_json(&data)?;
//! assert!(issues.is_empty());
//! assert_eq!(
//!     json,
//!     r#"[{"__ptype":"Default"},{"__ptype":"Pcore::IntegerType","from":1,"to":2}]"#
//! );
//! let data = data::from_json(&json)?;
//! assert_eq!(data::from_data(&data, &Builtins, &FromDataOptions::default())?, value);
//! # Ok::<(), pupa_value::Error>(())
//! ```
//!
//! | module | subject |
//! |---|---|
//! | `to_data` | values to data |
//! | `identity` | when two values are one and the same |
//! | `path` | places in data: as text, and read from text |
//! | `issue` | what is said when something is lost |
//! | `from_data` | data to values |
//! | `frame` | values that are being built, and places in them |
//! | `stringify` | values to data without rich values |
//! | `json_write`, `json_read` | data as text |

mod frame;
mod from_data;
mod identity;
mod issue;
mod json_read;
mod json_write;
mod path;
mod stringify;
#[cfg(test)]
mod tests;
mod to_data;

pub use from_data::{FromDataOptions, from_data};
pub use issue::{DataIssue, IssueKind};
pub use json_read::from_json;
pub use json_write::{to_json, to_pretty_json, write_json, write_json_text, write_json_within};
pub use stringify::stringify;
pub use to_data::{ToDataOptions, to_data};

use crate::error::{Error, ErrorKind};

/// The key that makes a hash a rich value.
pub const TYPE_KEY: &str = "__ptype";
/// The key of what a rich value is made of, when that is a string or a list.
pub const VALUE_KEY: &str = "__pvalue";

const HASH: &str = "Hash";
const SENSITIVE: &str = "Sensitive";
const DEFAULT: &str = "Default";
const SYMBOL: &str = "Symbol";
const LOCAL_REFERENCE: &str = "LocalRef";

fn too_deep() -> Error {
    Error::new(ErrorKind::Limit, "stack level too deep")
}
