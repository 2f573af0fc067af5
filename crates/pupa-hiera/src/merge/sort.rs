//! Sorting values as Ruby's `Array#sort!` does it, with its complaint about values that have no
//! order.

use std::cmp::Ordering;

use pupa_value::Value;
use pupa_value::compare::{compare_numbers, ruby_equals};
use pupa_value::text::ruby;

use super::MergeError;

/// Sorts values; equal ones keep their order.
///
/// # Errors
/// When two values that are compared have no order.
pub(super) fn sort(values: &mut Vec<Value>) -> Result<(), MergeError> {
    if values.len() > 1 {
        let order = sorted(values)?;
        *values = order.into_iter().cloned().collect();
    }
    Ok(())
}

/// Compat: halves are sorted and then merged, so that the pair in a complaint is the one that the
/// reference, on a system with the GNU C library, comes upon first.
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
            shown(b)
        ))
    })
}

/// Ruby shows small things as they are, and others by their class.
fn shown(value: &Value) -> String {
    // Whole numbers of more than 62 bits and a sign are not small.
    const SMALL: std::ops::Range<i64> = -(1 << 62)..1 << 62;
    match value {
        Value::Undef | Value::Default | Value::Boolean(_) | Value::Float(_) => {
            ruby::inspect(value).into_owned()
        }
        Value::Integer(number) if SMALL.contains(number) => number.to_string(),
        _ => ruby::class_name(value).to_owned(),
    }
}

/// Ruby's `<=>`.
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
