//! Explanations of why something does not fit: a value its type, an argument its parameter, a call
//! all signatures.
//!
//! The texts are an interface: people search for them and tests compare them, so they equal the
//! reference's to the letter.
//!
//! ```text
//! expected and actual type ─describe─▶ mismatches with paths ─merge─▶ fewer ─wording─▶ text
//! ```
//!
//! A mismatch says what is wrong and, as a path, where. When all options of a `Variant` fail alike,
//! or all signatures of a function, their mismatches are merged into one.

mod arguments;
mod describe;
mod description;
mod merge;
mod parameters;
mod path;
mod type_words;
mod unresolved;

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

/// Explains why what has the actual type does not fit the expected one. The text begins with
/// `name`; it is empty when nothing can be said.
///
/// ```
/// use pupa_value::{Type, mismatch};
/// let text = mismatch::describe_mismatch("x:", &Type::INTEGER, &Type::STRING);
/// assert_eq!(text, "x: expects an Integer value, got String");
/// ```
pub fn describe_mismatch(name: &str, expected: &Type, actual: &Type) -> String {
    let errors = describe(expected, actual, &[Element::Subject(name.into())]);
    match errors.as_slice() {
        // Compat: several mismatches keep the blank before the first.
        [error] => strip(&error.to_string()).to_owned(),
        errors => join(errors),
    }
}

/// A step from a value to a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The entry of a hash.
    Entry(Text),
    /// The element of an array.
    Element(usize),
}

/// The way to the first part of a value that does not fit a type; empty when it is the whole value,
/// or all fits.
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

/// Complains unless the value is of the type. The subject says what the value is for.
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

/// As [`assert_instance`], and `undef` will do too.
pub fn assert_instance_or_undef(subject: &str, expected: &Type, value: &Value) -> Result<()> {
    if value.is_undef() { Ok(()) } else { assert_instance(subject, expected, value) }
}

/// As [`assert_instance`], with a subject that is made only when it is needed.
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

/// Complains unless the type is assignable to the expected one.
pub fn assert_assignable(subject: &str, expected: &Type, actual: &Type) -> Result<()> {
    if expected.accepts(actual) {
        return Ok(());
    }
    let name = format!("{subject} is incorrect,");
    Err(Error::assertion(describe_mismatch(&name, expected, actual)))
}

/// One mismatch a line.
fn join(errors: &[Mismatch]) -> String {
    let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
    lines.join("\n ")
}

#[cfg(test)]
mod tests;
