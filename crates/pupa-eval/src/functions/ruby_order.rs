//! The order of values by Ruby's `<=>`, and equality by its `==`.
//!
//! In the reference, `sort`, `max`, `min` and similar functions leave comparisons to Ruby. They
//! differ from the operators of the language: the case of strings matters, and only few types can
//! be compared with each other.

use std::cmp::Ordering;

use pupa_syntax::Edition;
use pupa_value::Value;
use pupa_value::compare::{compare, compare_numbers, ruby_equals};
use pupa_value::text::ruby::{class_name, inspect};

use crate::stop::{Outcome, Stop, error};

/// Returns the order of two values; `None` if they can't be compared.
///
/// # Errors
/// When the comparison itself fails.
pub(super) fn order(a: &Value, b: &Value) -> Outcome<Option<Ordering>> {
    Ok(match (a, b) {
        (Value::Integer(a), Value::Integer(b)) => Some(a.cmp(b)),
        (Value::String(a), Value::String(b)) => {
            pupa_meter::charge(a.len().min(b.len()) / 8);
            Some(a.as_bytes().cmp(b.as_bytes()))
        }
        // Asked first, since that looks at shared parts once.
        (Value::Array(_), Value::Array(_)) if is_same(a, b) => Some(Ordering::Equal),
        (Value::Array(a), Value::Array(b)) => {
            for (a, b) in a.iter().zip(b.iter()) {
                match order(a, b)? {
                    Some(Ordering::Equal) => {}
                    other => return Ok(other),
                }
            }
            Some(a.len().cmp(&b.len()))
        }
        (Value::SemVer(a), Value::SemVer(b)) => Some(a.compare(b)),
        _ if is_number(a) && matches!(b, Value::SemVer(_)) => {
            return Err(error(format!("can't convert {} into Float", class_name(b))));
        }
        _ if is_number(a) && is_number(b) => compare_numbers(a, b),
        _ if is_time(a) && (is_time(b) || is_number(b)) || is_number(a) && is_time(b) => {
            compare(a, b, Edition::Puppet8).ok()
        }
        _ => is_same(a, b).then_some(Ordering::Equal),
    })
}

/// Returns the order of two values.
///
/// # Errors
/// When they can't be compared.
pub(super) fn ordered(a: &Value, b: &Value) -> Outcome<Ordering> {
    order(a, b)?.ok_or_else(|| comparison_failed(a, b))
}

/// Converts the result of a block to the order of two values.
///
/// # Errors
/// When the result is not an order.
pub(super) fn order_from(verdict: &Value, a: &Value, b: &Value) -> Outcome<Ordering> {
    match verdict {
        Value::Undef => Err(comparison_failed(a, b)),
        Value::String(_) | Value::Default | Value::SemVer(_) => {
            Err(comparison_failed(verdict, &Value::Integer(0)))
        }
        Value::Hash(_) => Err(error("no implicit conversion of Integer into Hash")),
        _ => match order(verdict, &Value::Integer(0))? {
            Some(order) => Ok(order),
            None if matches!(verdict, Value::Float(_)) => Ok(Ordering::Equal),
            None => {
                let (display, class) = (inspect(verdict), class_name(verdict));
                Err(error(format!("undefined method `>' for {display}:{class}")))
            }
        },
    }
}

/// Returns the error for values that cannot be compared.
pub(super) fn comparison_failed(a: &Value, b: &Value) -> Box<Stop> {
    let with = match b {
        Value::Undef
        | Value::Default
        | Value::Boolean(_)
        | Value::Integer(_)
        | Value::BigInteger(_)
        | Value::Float(_) => inspect(b),
        _ => class_name(b).into(),
    };
    error(format!("comparison of {} with {with} failed", class_name(a)))
}

/// Whether two values are equal in Ruby: numbers of different types may be, strings in different
/// case are not.
pub(super) fn is_same(a: &Value, b: &Value) -> bool {
    ruby_equals(a, b)
}

fn is_number(value: &Value) -> bool {
    matches!(value, Value::Integer(_) | Value::BigInteger(_) | Value::Float(_))
}

fn is_time(value: &Value) -> bool {
    matches!(value, Value::Timespan(_) | Value::Timestamp(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(outcome: Outcome<Ordering>) -> String {
        match outcome.map_err(|stop| *stop) {
            Err(Stop::Error(error)) => error.message,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn numbers_and_texts_have_an_order() {
        assert_eq!(order(&1.into(), &1.5.into()).ok(), Some(Some(Ordering::Less)));
        assert_eq!(order(&"a".into(), &"B".into()).ok(), Some(Some(Ordering::Greater)));
        let [a, b] = [[1, 2], [1, 3]].map(|numbers| Value::array(numbers.map(Value::Integer)));
        assert_eq!(order(&a, &b).ok(), Some(Some(Ordering::Less)));
    }

    #[test]
    fn values_without_an_order_have_the_error_of_ruby() {
        let failed = ordered(&"a".into(), &1.into());
        assert_eq!(message(failed), "comparison of String with 1 failed");
        let failed = ordered(&1.into(), &"a".into());
        assert_eq!(message(failed), "comparison of Integer with String failed");
        let failed = order_from(&true.into(), &1.into(), &2.into());
        assert_eq!(message(failed), "undefined method `>' for true:TrueClass");
        let failed = order_from(&Value::Undef, &1.into(), &2.into());
        assert_eq!(message(failed), "comparison of Integer with 2 failed");
    }

    #[test]
    fn sameness_is_exact_but_for_kinds_of_numbers() {
        assert!(is_same(&Value::array([1.into()]), &Value::array([1.0.into()])));
        assert!(!is_same(&"a".into(), &"A".into()));
    }
}
