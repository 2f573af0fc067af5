//! Comparison of values by the operators of the language.
//!
//! Differences between editions are methods of [`Edition`]. Hash keys are compared exactly, by the
//! `==` of [`Value`].

use std::borrow::Cow;
use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use pupa_syntax::Edition;

use crate::error::{Error, ErrorKind, Result};
use crate::instance::is_match;
use crate::new::to_number;
use crate::sharing::EqualityMemo;
use crate::types::Type;
use crate::value::semver::SemVer;
use crate::value::{Hash, Value};

/// Whether the value is true as a condition.
///
/// ```
/// use pupa_syntax::Edition;
/// use pupa_value::{Value, compare::is_truthy};
/// assert!(is_truthy(&Value::from(""), Edition::Puppet8));
/// assert!(!is_truthy(&Value::from(""), Edition::Draft));
/// ```
pub fn is_truthy(value: &Value, edition: Edition) -> bool {
    match value {
        Value::Undef | Value::Boolean(false) => false,
        Value::String(text) => !(text.is_empty() && edition.empty_string_is_false()),
        _ => true,
    }
}

/// The operator `==`: strings ignore the case of ASCII letters, integers and floats are compared by
/// value.
///
/// ```
/// use pupa_syntax::Edition;
/// use pupa_value::{Value, compare::equals};
/// assert!(equals(&"a".into(), &"A".into(), Edition::Puppet8));
/// assert!(equals(&1.into(), &1.0.into(), Edition::Puppet8));
/// assert!(!equals(&1.into(), &"1".into(), Edition::Puppet8));
/// assert!(equals(&1.into(), &"1".into(), Edition::Draft));
/// ```
pub fn equals(a: &Value, b: &Value, edition: Edition) -> bool {
    equals_memoized(a, b, edition, &EqualityMemo::default())
}

/// Like [`equals`], but compares shared pairs once.
fn equals_memoized(a: &Value, b: &Value, edition: Edition, memo: &EqualityMemo) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => memo.compare(a, b, || {
            a.len() == b.len()
                && pupa_meter::charge(a.len())
                && a.iter().zip(b.iter()).all(|(a, b)| equals_memoized(a, b, edition, memo))
        }),
        (Value::Hash(a), Value::Hash(b)) => {
            memo.compare(a, b, || hashes_equal(a, b, edition, memo))
        }
        (Value::Instance(a), Value::Instance(b)) => {
            memo.compare(a, b, || a.is_equal(b, |a, b| equals_memoized(a, b, edition, memo)))
        }
        (Value::String(x), Value::String(y)) => {
            charge_texts(x, y) && x.eq_ignore_ascii_case(y)
                || coerced_order(a, b, edition) == Some(Ordering::Equal)
        }
        // The operator compares times as numbers of seconds, on either side.
        (Value::Timespan(_) | Value::Timestamp(_), _) if is_number(b) => {
            compare(a, b, edition) == Ok(Ordering::Equal)
        }
        (_, Value::Timespan(_) | Value::Timestamp(_)) if is_number(a) => {
            compare(b, a, edition) == Ok(Ordering::Equal)
        }
        (Value::Foreign(a), Value::Foreign(b)) => a.looks_like(b),
        _ => match compare_numbers(a, b) {
            Some(order) => order == Ordering::Equal,
            None => a == b || coerced_order(a, b, edition) == Some(Ordering::Equal),
        },
    }
}

/// Charges the comparison of two strings, which takes time only if their lengths are equal.
fn charge_texts(a: &str, b: &str) -> bool {
    a.len() != b.len() || a.len() < 64 || pupa_meter::charge(a.len() / 8)
}

fn hashes_equal(a: &Hash, b: &Hash, edition: Edition, memo: &EqualityMemo) -> bool {
    // Compat: a missing key counts as `undef`. Pinned by `quirk-missing-key-equals-undef`.
    let other = |key| b.get(key).unwrap_or(&Value::Undef);
    a.len() == b.len()
        && pupa_meter::charge(4 * a.len())
        && a.iter().all(|(key, value)| equals_memoized(other(key), value, edition, memo))
}

/// Equality in Ruby: numbers are compared by value, strings with case.
///
/// ```
/// use pupa_value::{Value, compare::ruby_equals};
/// assert!(ruby_equals(&Value::array([1.into()]), &Value::array([1.0.into()])));
/// assert!(!ruby_equals(&"a".into(), &"A".into()));
/// ```
pub fn ruby_equals(a: &Value, b: &Value) -> bool {
    ruby_equals_memoized(a, b, &EqualityMemo::default())
}

fn ruby_equals_memoized(a: &Value, b: &Value, memo: &EqualityMemo) -> bool {
    let is_numeric =
        |value| is_number(value) || matches!(value, Value::Timespan(_) | Value::Timestamp(_));
    match (a, b) {
        (a, b) if is_number(a) && is_number(b) => compare_numbers(a, b) == Some(Ordering::Equal),
        (a, b) if is_numeric(a) && is_numeric(b) => equals(a, b, Edition::Puppet8),
        (Value::Array(a), Value::Array(b)) => memo.compare(a, b, || {
            a.len() == b.len()
                && pupa_meter::charge(a.len())
                && a.iter().zip(b.iter()).all(|(a, b)| ruby_equals_memoized(a, b, memo))
        }),
        (Value::Hash(a), Value::Hash(b)) => memo.compare(a, b, || {
            a.len() == b.len()
                && pupa_meter::charge(4 * a.len())
                && a.iter().all(|(key, value)| {
                    b.get(key).is_some_and(|b| ruby_equals_memoized(value, b, memo))
                })
        }),
        (Value::Foreign(a), Value::Foreign(b)) => a.looks_like(b),
        _ => a == b,
    }
}

/// The order of two numbers; `None` if one is NaN or not a number.
pub fn compare_numbers(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Integer(a), Value::Integer(b)) => Some(a.cmp(b)),
        (Value::Float(a), Value::Float(b)) => a.partial_cmp(b),
        (Value::Float(a), _) => Some(compare_float(*a, &*big(b)?)?),
        (_, Value::Float(b)) => Some(compare_float(*b, &*big(a)?)?.reverse()),
        _ => Some(big(a)?.cmp(&big(b)?)),
    }
}

fn big(value: &Value) -> Option<Cow<'_, BigInt>> {
    match value {
        Value::Integer(number) => Some(Cow::Owned(BigInt::from(*number))),
        Value::BigInteger(number) => Some(Cow::Borrowed(number)),
        _ => None,
    }
}

/// Compares exactly, without rounding the integer to a float.
fn compare_float(float: f64, whole: &BigInt) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    if float.is_infinite() {
        return Some(if float > 0.0 { Ordering::Greater } else { Ordering::Less });
    }
    let floor = num_traits::FromPrimitive::from_f64(float.floor());
    let floor: BigInt = floor?;
    Some(floor.cmp(whole).then(if float > float.floor() {
        Ordering::Greater
    } else {
        Ordering::Equal
    }))
}

/// Edition `draft`: the order of two values that are numbers or numeric strings.
fn coerced_order(a: &Value, b: &Value, edition: Edition) -> Option<Ordering> {
    if !edition.coerces_numeric_strings() {
        return None;
    }
    compare_numbers(coerce(a)?.as_ref(), coerce(b)?.as_ref())
}

fn coerce(value: &Value) -> Option<Cow<'_, Value>> {
    match value {
        Value::Integer(_) | Value::BigInteger(_) | Value::Float(_) => Some(Cow::Borrowed(value)),
        Value::String(text) => to_number(text).map(Cow::Owned),
        _ => None,
    }
}

fn is_number(value: &Value) -> bool {
    matches!(value, Value::Integer(_) | Value::BigInteger(_) | Value::Float(_))
}

/// The operators `<`, `<=`, `>` and `>=` on values other than types.
///
/// # Errors
/// If the values have no order, with the reference's message.
pub fn compare(a: &Value, b: &Value, edition: Edition) -> Result<Ordering> {
    if let Some(order) = coerced_order(a, b, edition) {
        return Ok(order);
    }
    match (a, b) {
        (Value::String(x), Value::String(y)) => Ok(compare_text(x, y)),
        (Value::String(_), _) if is_number(b) && edition.coerces_numeric_strings() => {
            Ok(Ordering::Greater)
        }
        (_, Value::String(_)) if is_number(a) && edition.coerces_numeric_strings() => {
            Ok(Ordering::Less)
        }
        (Value::String(_), _) => Err(Error::argument("A String is not comparable to a non String")),
        _ if edition.orders_only_texts_and_numbers() && !(is_number(a) && is_number(b)) => {
            Err(not_comparable())
        }
        (Value::Timespan(x), Value::Timespan(y)) => Ok(x.cmp(y)),
        (Value::Timestamp(x), Value::Timestamp(y)) => Ok(x.cmp(y)),
        (Value::Timespan(x), _) if is_number(b) => {
            compare_seconds(comparable(x.nanoseconds(), b), b)
        }
        (Value::Timestamp(x), _) if is_number(b) => {
            compare_seconds(comparable(x.nanoseconds(), b), b)
        }
        (_, Value::Timespan(y)) if is_number(a) => {
            compare_seconds(y.nanoseconds(), a).map(Ordering::reverse)
        }
        (_, Value::Timestamp(y)) if is_number(a) => {
            compare_seconds(y.nanoseconds(), a).map(Ordering::reverse)
        }
        (Value::Timespan(_), _) => {
            Err(Error::argument("Timespans are only comparable to Timespans, Integers, and Floats"))
        }
        (Value::Timestamp(_), _) => Err(Error::argument(
            "Timestamps are only comparable to Timestamps, Integers, and Floats",
        )),
        (Value::SemVer(x), Value::SemVer(y)) => Ok(x.compare(y)),
        (Value::SemVer(_), _) => Err(Error::argument("Versions not comparable to non Versions")),
        (_, Value::SemVer(_)) if is_number(a) => Err(Error::new(
            ErrorKind::Conversion,
            "can't convert SemanticPuppet::Version into Float",
        )),
        (Value::Default, Value::Default) => Ok(Ordering::Equal),
        (Value::Default, _) => Err(Error::argument("Symbol not comparable to non Symbol")),
        _ if is_number(a) => compare_numbers(a, b)
            .ok_or_else(|| Error::argument("A Numeric is not comparable to non Numeric")),
        _ => Err(not_comparable()),
    }
}

fn not_comparable() -> Error {
    Error::argument("Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable")
}

/// Compat: a time on the left of an integer is truncated to whole seconds, on the right it is not.
/// Pinned by `quirk-times-beside-integers`.
fn comparable(nanoseconds: i128, number: &Value) -> i128 {
    match number {
        Value::Float(_) => nanoseconds,
        _ => nanoseconds.div_euclid(1_000_000_000) * 1_000_000_000,
    }
}

/// Compares a time with a number of seconds.
fn compare_seconds(nanoseconds: i128, seconds: &Value) -> Result<Ordering> {
    let nanoseconds = Value::from_big(BigInt::from(nanoseconds));
    let other = match seconds {
        Value::Float(seconds) => Value::Float(seconds * 1e9),
        _ => match big(seconds) {
            Some(seconds) => Value::from_big(&*seconds * 1_000_000_000),
            None => Value::Undef,
        },
    };
    compare_numbers(&nanoseconds, &other)
        .ok_or_else(|| Error::argument("A Numeric is not comparable to non Numeric"))
}

/// The order of strings, ignoring the case of ASCII letters.
fn compare_text(a: &str, b: &str) -> Ordering {
    pupa_meter::charge(a.len().min(b.len()) / 4);
    let [a, b] = [a, b].map(|text| text.bytes().map(|byte| byte.to_ascii_lowercase()));
    a.cmp(b)
}

/// Whether a value matches a pattern, like an option of `case`: a regular expression matches
/// strings, a type its instances, a collection element by element, and `default` everything.
/// Captures are discarded.
///
/// # Errors
/// If a regular expression exceeds its limits.
pub fn matches(value: &Value, pattern: &Value, edition: Edition) -> Result<bool> {
    Ok(match pattern {
        Value::Regexp(regexp) => match value {
            Value::String(text) => regexp
                .is_match(text)
                .map_err(|error| Error::new(ErrorKind::Limit, error.to_string()))?,
            _ => false,
        },
        Value::SemVer(version) => as_version(value).is_some_and(|given| given == **version),
        Value::SemVerRange(range) => as_version(value).is_some_and(|given| range.includes(&given)),
        Value::Type(t) => t.is_instance(value),
        Value::Array(patterns) => match value {
            Value::Array(elements) if elements.len() == patterns.len() => {
                all_match(elements.iter().zip(patterns.iter()), edition)?
            }
            _ => false,
        },
        Value::Hash(patterns) => match value {
            Value::Hash(hash) => {
                let value_of = |key| hash.get(key).unwrap_or(&Value::Undef);
                all_match(patterns.iter().map(|(key, p)| (value_of(key), p)), edition)?
            }
            _ => false,
        },
        Value::Default => true,
        _ => equals(value, pattern, edition),
    })
}

fn all_match<'a>(
    pairs: impl Iterator<Item = (&'a Value, &'a Value)>,
    edition: Edition,
) -> Result<bool> {
    for (value, pattern) in pairs {
        if !pupa_meter::visit() {
            return Ok(false);
        }
        if !matches(value, pattern, edition)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a value matches the parameter of a type, which does not depend on the edition. A regular
/// expression that exceeds its limits does not match.
pub(crate) fn matches_parameter(value: &Value, pattern: &Value) -> bool {
    match (value, pattern) {
        (Value::String(text), Value::Regexp(regexp)) => is_match(regexp, text),
        _ => matches(value, pattern, Edition::Puppet8).unwrap_or(false),
    }
}

/// The operator `==` on types: they are equal, or each accepts the other.
pub fn types_are_equal(a: &Type, b: &Type) -> bool {
    a == b || a.accepts(b) && b.accepts(a)
}

fn as_version(value: &Value) -> Option<SemVer> {
    match value {
        Value::SemVer(version) => Some((**version).clone()),
        Value::String(text) => SemVer::parse(text).ok(),
        _ => None,
    }
}

/// The nearest float to a number, which is infinite for an integer out of range.
pub fn to_float(value: &Value) -> Option<f64> {
    match value {
        Value::Integer(number) => Some(*number as f64),
        Value::BigInteger(number) => number.to_f64(),
        Value::Float(number) => Some(*number),
        _ => None,
    }
}
