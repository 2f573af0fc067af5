//! When two values are the same: the identity of hash keys.
//!
//! It is Ruby's `eql?`: numbers of different kinds differ, and so do texts that differ in case.

use std::hash::{Hash, Hasher};
use std::mem::discriminant;
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::Value;

/// Hashes text as a string value does.
pub(super) fn hash_text(text: &str, state: &mut impl Hasher) {
    state.write_u8(6);
    state.write(text.as_bytes());
}

/// Two hashes with the same entries in another order are the same.
fn hash_entries(hash: &super::Hash, state: &mut impl Hasher) {
    let sum = hash.iter().fold(0u64, |sum, entry| {
        let mut hasher = FxHasher::default();
        entry.hash(&mut hasher);
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
        match (self, other) {
            (Value::Undef, Value::Undef) | (Value::Default, Value::Default) => true,
            (Value::Boolean(a), Value::Boolean(b)) => a == b,
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::BigInteger(a), Value::BigInteger(b)) => a == b,
            (Value::Float(a), Value::Float(b)) => float_identity(*a) == float_identity(*b),
            (Value::String(a), Value::String(b)) => a == b,
            (Value::Regexp(a), Value::Regexp(b)) => a == b,
            (Value::Array(a), Value::Array(b)) => Arc::ptr_eq(a, b) || a == b,
            (Value::Hash(a), Value::Hash(b)) => Arc::ptr_eq(a, b) || a == b,
            (Value::Type(a), Value::Type(b)) => a == b,
            (Value::Sensitive(a), Value::Sensitive(b)) => a == b,
            (Value::Timestamp(a), Value::Timestamp(b)) => a == b,
            (Value::Timespan(a), Value::Timespan(b)) => a == b,
            (Value::SemVer(a), Value::SemVer(b)) => a == b,
            (Value::SemVerRange(a), Value::SemVerRange(b)) => a == b,
            (Value::Binary(a), Value::Binary(b)) => a == b,
            (Value::Uri(a), Value::Uri(b)) => a == b,
            (Value::Object(a), Value::Object(b)) => Arc::ptr_eq(a, b) || a == b,
            (Value::Iterator(a), Value::Iterator(b)) => Arc::ptr_eq(a, b),
            (Value::Closure(a), Value::Closure(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if let Value::String(text) = self {
            return hash_text(text, state);
        }
        discriminant(self).hash(state);
        match self {
            Value::Undef | Value::Default | Value::String(_) => {}
            Value::Boolean(truth) => truth.hash(state),
            Value::Integer(number) => number.hash(state),
            Value::BigInteger(number) => number.hash(state),
            Value::Float(number) => float_identity(*number).hash(state),
            Value::Regexp(regexp) => regexp.hash(state),
            Value::Array(elements) => elements.hash(state),
            Value::Hash(hash) => hash_entries(hash, state),
            Value::Type(t) => t.hash(state),
            Value::Sensitive(value) => value.hash(state),
            Value::Timestamp(time) => time.hash(state),
            Value::Timespan(time) => time.hash(state),
            Value::SemVer(version) => version.hash(state),
            Value::SemVerRange(range) => range.hash(state),
            Value::Binary(bytes) => bytes.hash(state),
            Value::Uri(uri) => uri.hash(state),
            Value::Object(object) => object.hash(state),
            Value::Iterator(sequence) => Arc::as_ptr(sequence).hash(state),
            Value::Closure(closure) => Arc::as_ptr(closure).hash(state),
        }
    }
}
