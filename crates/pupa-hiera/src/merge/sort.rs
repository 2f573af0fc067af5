//! Sorts values as Ruby's `Array#sort!` does, with its error for values that cannot be compared.

use std::cmp::Ordering;

use pupa_value::Value;
use pupa_value::compare::{compare_numbers, ruby_equals};
use pupa_value::text::ruby;

use super::MergeError;

/// Sorts values; the sort is stable.
///
/// # Errors
/// When two values cannot be compared.
pub(super) fn sort(values: &mut Vec<Value>) -> Result<(), MergeError> {
    if values.len() > 1 {
        let order = sorted(values)?;
        *values = order.into_iter().cloned().collect();
    }
    Ok(())
}

/// A merge sort.
///
/// Compat: the algorithm is that of the GNU C library, so that the first pair that cannot be
/// compared is the one that the reference reports there.
fn sorted(values: &[Value]) -> Result<Vec<&Value>, MergeError> {
    if values.len() < 2 {
        return Ok(values.iter().collect());
    }
    let (front, back) = values.split_at(values.len() / 2);
    let (front, back) = (sorted(front)?, sorted(back)?);
    let mut merged = Vec::with_capacity(values.len());
    let (mut front, mut back) = (front.as_slice(), back.as_slice());
    while let ([first, others @ ..], [second, rest @ ..]) = (front, back) {
        if compare(first, second)? == Ordering::Greater {
            merged.push(*second);
            back = rest;
        } else {
            merged.push(*first);
            front = others;
        }
    }
    merged.extend(front.iter().chain(back));
    Ok(merged)
}

fn compare(a: &Value, b: &Value) -> Result<Ordering, MergeError> {
    order(a, b).ok_or_else(|| {
        MergeError::argument(format!(
            "comparison of {} with {} failed",
            ruby::class_name(a),
            describe(b)
        ))
    })
}

/// Describes a value as Ruby's error does: immediate values are inspected, others are named by
/// their class.
fn describe(value: &Value) -> String {
    // The range of Ruby's immediate integers.
    const FIXNUM: std::ops::Range<i64> = -(1 << 62)..1 << 62;
    match value {
        Value::Undef | Value::Default | Value::Boolean(_) | Value::Float(_) => {
            ruby::inspect(value).into_owned()
        }
        Value::Integer(number) if FIXNUM.contains(number) => number.to_string(),
        _ => ruby::class_name(value).to_owned(),
    }
}

/// Ruby's operator `<=>`; `None` if the values cannot be compared.
fn order(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::String(a), Value::String(b)) => Some(a.cmp(b)),
        (
            Value::Integer(_) | Value::BigInteger(_) | Value::Float(_),
            Value::Integer(_) | Value::BigInteger(_) | Value::Float(_),
        ) => compare_numbers(a, b),
        (Value::Array(a), Value::Array(b)) => {
            for (a, b) in a.iter().zip(b.iter()) {
                match order(a, b)? {
                    Ordering::Equal => {}
                    unequal => return Some(unequal),
                }
            }
            Some(a.len().cmp(&b.len()))
        }
        (Value::Timespan(a), Value::Timespan(b)) => Some(a.cmp(b)),
        (Value::Timestamp(a), Value::Timestamp(b)) => Some(a.cmp(b)),
        (Value::SemVer(a), Value::SemVer(b)) => Some(a.compare(b)),
        _ => ruby_equals(a, b).then_some(Ordering::Equal),
    }
}
