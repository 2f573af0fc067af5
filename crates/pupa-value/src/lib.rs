//! Values and types of the Puppet language, and the operations on them.
//!
//! A [`Value`] is immutable, shared, and 16 bytes small. A [`Type`] describes a set of values, and
//! is a value itself, which is why both live in one crate:
//!
//! ```text
//! string ─type_parser─▶ Type ─instance, assignable, mismatch─▶ results and explanations
//! Value ─infer─▶ Type ─text─▶ string
//! Value ─new─▶ Value        Value ─data─▶ JSON ─data─▶ Value
//! ```
//!
//! The crate reads no files, no clock and no environment. It loads external definitions, such as
//! the type aliases of modules, through a [`loader::TypeLoader`].
//!
//! In comments, *the reference* is the reference implementation of Puppet, written in Ruby (Puppet
//! 8 and OpenVox 8).

mod assignable;
pub mod builtin;
pub mod common;
pub mod compare;
pub mod data;
pub mod error;
mod factory;
mod generalize;
mod guard;
pub mod infer;
mod instance;
pub mod iterable;
pub mod loader;
pub mod mismatch;
pub mod new;
mod normalize;
pub mod parameterize;
pub mod pcore;
// Values are regular expressions too.
pub use pupa_regexp as regexp;
pub mod ruby;
mod sharing;
pub mod signature;
pub mod text;
pub mod type_parser;
pub mod types;
pub mod value;
pub mod version_order;

pub use error::{Error, ErrorKind, Result};
pub use types::Type;
pub use value::Value;
