//! Explains why a value does not match its type, an argument its parameter, or a call any
//! signature.
//!
//! The texts are an interface: people search for them and tests compare them, so they equal those
//! of the reference exactly.
//!
//! ```text
//! expected and actual type ─describe─▶ mismatches with paths ─merge─▶ fewer ─wording─▶ message
//! ```
//!
//! A mismatch has a kind and a path to the offending part. When all options of a `Variant`, or all
//! signatures of a function, fail in the same way, their mismatches are merged into one.

mod arguments;
mod describe;
mod description;
mod merge;
mod parameters;
mod path;
mod unresolved;
mod wording;

pub use arguments::{arguments_type, describe_signatures, select_signature};
pub use parameters::{
    Missing, describe_struct_signature, validate_default_parameter, validate_parameters,
};

use crate::error::{Error, Result};
use crate::infer::infer_detailed;
use crate::text::strip;
use crate::types::Type;
use crate::value::{Text, Value};
use describe::describe;
use description::{Kind, Mismatch};
use path::Element;

/// Explains why `expected` does not accept `actual`. The message begins with `name`; it is empty if
/// no mismatch is found.
///
/// ```
/// use pupa_value::{Type, mismatch};
/// let text = mismatch::describe_mismatch("x:", &Type::INTEGER, &Type::STRING);
/// assert_eq!(text, "x: expects an Integer value, got String");
/// ```
pub fn describe_mismatch(name: &str, expected: &Type, actual: &Type) -> String {
    let errors = describe(expected, actual, &[Element::Subject(name.into())]);
    match errors.as_slice() {
        // Compat: the blank before the first of several mismatches is kept.
        [error] => strip(&error.to_string()).to_owned(),
        errors => join(errors),
    }
}

/// A step from a value to one of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The hash entry with this key.
    Entry(Text),
    /// The array element with this index.
    Element(usize),
}

/// The path to the first part of `value` that does not match `expected`; empty if the mismatch is
/// the value itself, or if the value matches.
///
/// ```
/// use pupa_value::mismatch::{Part, way_to_mismatch};
/// use pupa_value::{Type, Value};
/// let numbers = Type::array(Type::INTEGER, None);
/// let value = Value::array([1.into(), "two".into()]);
/// assert_eq!(way_to_mismatch(&numbers, &value), [Part::Element(1)]);
/// ```
pub fn way_to_mismatch(expected: &Type, value: &Value) -> Vec<Part> {
    if expected.is_instance(value) {
        return Vec::new();
    }
    let errors = describe(expected, &infer_detailed(value), &[]);
    let Some(first) = errors.first() else { return Vec::new() };
    let path = first.path.iter().filter_map(|element| match element {
        Element::Entry(key) | Element::KeyOfEntry(key) => Some(Part::Entry(key.clone())),
        Element::Index(index) => Some(Part::Element(*index)),
        _ => None,
    });
    let unknown = match &first.kind {
        Kind::UnknownKey(key) => Some(Part::Entry(key.clone())),
        _ => None,
    };
    path.chain(unknown).collect()
}

/// Returns an error unless `value` is an instance of `expected`. The error message begins with
/// `subject`, the name of the value's purpose.
///
/// ```
/// use pupa_value::{Type, Value, mismatch};
/// let error = mismatch::assert_instance("width", &Type::INTEGER, &Value::from("wide"));
/// assert_eq!(
///     error.map_err(|error| error.message),
///     Err("width has wrong type, expects an Integer value, got String".to_owned()),
/// );
/// ```
pub fn assert_instance(subject: &str, expected: &Type, value: &Value) -> Result<()> {
    assert_instance_with(expected, value, || subject.to_owned())
}

/// Like [`assert_instance`], but also accepts `undef`.
pub fn assert_instance_or_undef(subject: &str, expected: &Type, value: &Value) -> Result<()> {
    if value.is_undef() { Ok(()) } else { assert_instance(subject, expected, value) }
}

/// Like [`assert_instance`], with a subject that is computed only for the error.
pub fn assert_instance_with(
    expected: &Type,
    value: &Value,
    subject: impl FnOnce() -> String,
) -> Result<()> {
    if expected.is_instance(value) {
        return Ok(());
    }
    let name = format!("{} has wrong type,", subject());
    Err(Error::assertion(describe_mismatch(&name, expected, &infer_detailed(value))))
}

/// Returns an error unless `actual` is assignable to `expected`.
pub fn assert_assignable(subject: &str, expected: &Type, actual: &Type) -> Result<()> {
    if expected.accepts(actual) {
        return Ok(());
    }
    let name = format!("{subject} is incorrect,");
    Err(Error::assertion(describe_mismatch(&name, expected, actual)))
}

/// One line per mismatch.
fn join(errors: &[Mismatch]) -> String {
    let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
    lines.join("\n ")
}

#[cfg(test)]
mod tests;
