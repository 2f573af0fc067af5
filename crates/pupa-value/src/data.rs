//! Serialisation of values as `Data`, which JSON can represent, and deserialisation.
//!
//! ```text
//! Value ─to_data─▶ Data ─to_json─▶ string ─pupa_data::json─▶ Data ─from_data─▶ Value
//! Value ─stringify─▶ Data, with rich values converted to strings
//! ```
//!
//! A value that JSON cannot represent becomes a hash with the key `__ptype`: the name of its type,
//! or the serialised type itself. The hash contains its attributes, or its string form under
//! `__pvalue`. A repeated value becomes a `LocalRef` with the path of its first occurrence:
//! `{"__ptype": "LocalRef", "__pvalue": "$['a'][0]"}`.
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
//! let data = pupa_data::json::value(&json)?;
//! assert_eq!(data::from_data(&data, &Builtins, &FromDataOptions::default())?, value);
//! # Ok::<(), pupa_value::Error>(())
//! ```
//!
//! | module | subject |
//! |---|---|
//! | `to_data` | values to data |
//! | `identity` | the identity of values, by which repeated values are recognised |
//! | `path` | paths in data, and their text form |
//! | `issue` | warnings about information lost in serialisation |
//! | `from_data` | data to values |
//! | `frame` | values under construction, and the resolution of references to them |
//! | `stringify` | values to data without rich values |
//! | `json_write` | data to JSON |

mod frame;
mod from_data;
mod identity;
mod issue;
mod json_write;
mod path;
mod stringify;
mod to_data;

pub use from_data::{FromDataOptions, from_data};
pub use issue::{DataWarning, DataWarningKind};
pub use json_write::{to_json, to_pretty_json, write_json, write_json_text, write_json_within};
pub use stringify::stringify;
pub use to_data::{ToDataOptions, to_data};

use crate::error::{Error, ErrorKind};

/// The key that marks a hash as a rich value.
pub const TYPE_KEY: &str = "__ptype";
/// The key of the content of a rich value, if that is a string or an array.
pub const VALUE_KEY: &str = "__pvalue";

const HASH: &str = "Hash";
const SENSITIVE: &str = "Sensitive";
const DEFAULT: &str = "Default";
const SYMBOL: &str = "Symbol";
const LOCAL_REFERENCE: &str = "LocalRef";

fn too_deep() -> Error {
    Error::new(ErrorKind::Limit, "stack level too deep")
}
