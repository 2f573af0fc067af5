//! Equality and hashing of values as hash keys.
//!
//! The relation is Ruby's `eql?`: an integer and a float differ, and so do strings that differ in
//! case. Values share their parts, see [`crate::sharing`]: equal parts are compared once, and the
//! hash code of a large value depends on only some of its parts.

use std::hash::{Hash, Hasher};
use std::mem::discriminant;
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::Value;
use crate::sharing::EqualityMemo;

/// Shorter strings are not worth charging.
const LONG: usize = 512;

/// Hashes a string like a string value.
pub(super) fn hash_text(text: &str, state: &mut impl Hasher) {
    if text.len() >= LONG {
        pupa_meter::charge_bytes(text.len());
    }
    state.write_u8(6);
    state.write(text.as_bytes());
}

/// The approximate number of parts that the hash code of a collection depends on.
const HASHED_PARTS: usize = 4096;

/// Hashes the length of an array and at most `parts` of its elements.
fn hash_elements(elements: &[Value], parts: usize, state: &mut impl Hasher) {
    elements.len().hash(state);
    for element in elements.iter().take(parts) {
        hash_value(element, parts / elements.len(), state);
    }
}

/// Hashes the length of a hash, and its entries if all may be visited: the result must not depend
/// on the order of the entries.
fn hash_entries(hash: &super::Hash, parts: usize, state: &mut impl Hasher) {
    hash.len().hash(state);
    // An entry consists of a key and a value.
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

/// The bits that identify a float: positive and negative zero are identical, and so are all NaNs.
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

/// Whether two values are equal; shared pairs are compared once.
pub(crate) fn same(a: &Value, b: &Value, memo: &EqualityMemo) -> bool {
    match (a, b) {
        (Value::Undef, Value::Undef) | (Value::Default, Value::Default) => true,
        (Value::Boolean(a), Value::Boolean(b)) => a == b,
        (Value::Integer(a), Value::Integer(b)) => a == b,
        (Value::BigInteger(a), Value::BigInteger(b)) => a == b,
        (Value::Float(a), Value::Float(b)) => float_identity(*a) == float_identity(*b),
        (Value::String(a), Value::String(b)) => {
            (a.len() < LONG || a.len() != b.len() || pupa_meter::charge_bytes(a.len())) && a == b
        }
        (Value::Regexp(a), Value::Regexp(b)) => a == b,
        (Value::Array(a), Value::Array(b)) => memo.compare(a, b, || {
            a.len() == b.len()
                && pupa_meter::charge(a.len())
                && a.iter().zip(b.iter()).all(|(a, b)| same(a, b, memo))
        }),
        (Value::Hash(a), Value::Hash(b)) => memo.compare(a, b, || a.is_same(b, memo)),
        (Value::Type(a), Value::Type(b)) => a == b,
        (Value::Sensitive(a), Value::Sensitive(b)) => same(a, b, memo),
        (Value::Timestamp(a), Value::Timestamp(b)) => a == b,
        (Value::Timespan(a), Value::Timespan(b)) => a == b,
        (Value::SemVer(a), Value::SemVer(b)) => a == b,
        (Value::SemVerRange(a), Value::SemVerRange(b)) => a == b,
        (Value::Binary(a), Value::Binary(b)) => a == b,
        (Value::Uri(a), Value::Uri(b)) => a == b,
        (Value::Object(a), Value::Object(b)) => memo.compare(a, b, || a.is_same(b, memo)),
        (Value::Instance(a), Value::Instance(b)) => memo.compare(a, b, || a.is_same(b, memo)),
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

/// Hashes a value, visiting approximately `parts` parts of it.
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
