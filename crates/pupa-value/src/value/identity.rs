//! When two values are the same: the identity of hash keys.
//!
//! It is Ruby's `eql?`: numbers of different kinds differ, and so do texts that differ in case.
//! Values share parts, see [`crate::sharing`]: equal parts are compared once, and the hash of a
//! large value is that of a part of it.

use std::hash::{Hash, Hasher};
use std::mem::discriminant;
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::Value;
use crate::sharing::EqualityMemo;

/// Hashes text as a string value does.
pub(super) fn hash_text(text: &str, state: &mut impl Hasher) {
    state.write_u8(6);
    state.write(text.as_bytes());
}

/// How many parts of a collection its hash depends on, about.
const HASHED_PARTS: usize = 4096;

/// Hashes an array: its length, and no more elements than may be visited.
fn hash_elements(elements: &[Value], parts: usize, state: &mut impl Hasher) {
    elements.len().hash(state);
    for element in elements.iter().take(parts) {
        hash_value(element, parts / elements.len(), state);
    }
}

/// Two hashes with the same entries in another order are the same, so it is all entries or none.
fn hash_entries(hash: &super::Hash, parts: usize, state: &mut impl Hasher) {
    hash.len().hash(state);
    // An entry has two parts.
    let parts_each = parts.checked_div(2 * hash.len()).unwrap_or_default();
    if parts_each == 0 {
        return;
    }
    let sum = hash.iter().fold(0u64, |sum, (key, value)| {
        let mut hasher = FxHasher::default();
        hash_value(key, parts_each, &mut hasher);
        hash_value(value, parts_each, &mut hasher);
        sum.wrapping_add(hasher.finish())
    });
    sum.hash(state);
}

/// The number that stands for a float: both zeros are one, and all that is not a number.
fn float_identity(number: f64) -> u64 {
    if number == 0.0 {
        0
    } else if number.is_nan() {
        f64::NAN.to_bits()
    } else {
        number.to_bits()
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        same(self, other, &EqualityMemo::default())
    }
}

impl Eq for Value {}

/// Whether two values are the same; pairs that are known to be are not compared again.
pub(crate) fn same(a: &Value, b: &Value, known: &EqualityMemo) -> bool {
    match (a, b) {
        (Value::Undef, Value::Undef) | (Value::Default, Value::Default) => true,
        (Value::Boolean(a), Value::Boolean(b)) => a == b,
        (Value::Integer(a), Value::Integer(b)) => a == b,
        (Value::BigInteger(a), Value::BigInteger(b)) => a == b,
        (Value::Float(a), Value::Float(b)) => float_identity(*a) == float_identity(*b),
        (Value::String(a), Value::String(b)) => a == b,
        (Value::Regexp(a), Value::Regexp(b)) => a == b,
        (Value::Array(a), Value::Array(b)) => known.compare(a, b, || {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| same(a, b, known))
        }),
        (Value::Hash(a), Value::Hash(b)) => known.compare(a, b, || a.is_same(b, known)),
        (Value::Type(a), Value::Type(b)) => a == b,
        (Value::Sensitive(a), Value::Sensitive(b)) => same(a, b, known),
        (Value::Timestamp(a), Value::Timestamp(b)) => a == b,
        (Value::Timespan(a), Value::Timespan(b)) => a == b,
        (Value::SemVer(a), Value::SemVer(b)) => a == b,
        (Value::SemVerRange(a), Value::SemVerRange(b)) => a == b,
        (Value::Binary(a), Value::Binary(b)) => a == b,
        (Value::Uri(a), Value::Uri(b)) => a == b,
        (Value::Object(a), Value::Object(b)) => known.compare(a, b, || a.is_same(b, known)),
        (Value::Instance(a), Value::Instance(b)) => known.compare(a, b, || a.is_same(b, known)),
        (Value::Iterator(a), Value::Iterator(b)) => Arc::ptr_eq(a, b),
        (Value::Closure(a), Value::Closure(b)) => Arc::ptr_eq(a, b),
        (Value::Foreign(a), Value::Foreign(b)) => a == b,
        _ => false,
    }
}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash_value(self, HASHED_PARTS, state);
    }
}

/// Hashes a value, visiting about so many parts of it.
pub(super) fn hash_value(value: &Value, parts: usize, state: &mut impl Hasher) {
    if let Value::String(text) = value {
        return hash_text(text, state);
    }
    discriminant(value).hash(state);
    match value {
        Value::Undef | Value::Default | Value::String(_) => {}
        Value::Boolean(truth) => truth.hash(state),
        Value::Integer(number) => number.hash(state),
        Value::BigInteger(number) => number.hash(state),
        Value::Float(number) => float_identity(*number).hash(state),
        Value::Regexp(regexp) => regexp.hash(state),
        Value::Array(elements) => hash_elements(elements, parts, state),
        Value::Hash(hash) => hash_entries(hash, parts, state),
        Value::Type(t) => t.hash(state),
        Value::Sensitive(value) => hash_value(value, parts, state),
        Value::Timestamp(time) => time.hash(state),
        Value::Timespan(time) => time.hash(state),
        Value::SemVer(version) => version.hash(state),
        Value::SemVerRange(range) => range.hash(state),
        Value::Binary(bytes) => bytes.hash(state),
        Value::Uri(uri) => uri.hash(state),
        Value::Object(object) => object.hash_within(parts, state),
        Value::Instance(object) => object.hash_within(parts, state),
        Value::Iterator(sequence) => Arc::as_ptr(sequence).hash(state),
        Value::Closure(closure) => Arc::as_ptr(closure).hash(state),
        Value::Foreign(object) => object.hash(state),
    }
}
