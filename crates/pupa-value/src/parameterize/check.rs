//! Shared checks of keys, and their messages.

use super::{AccessPart, Outcome, issue};
use crate::factory;
use crate::infer::infer_generic;
use crate::ruby;
use crate::types::{Size, Type};
use crate::value::Value;

/// The label of a type in messages.
pub(super) fn label(t: &Type) -> String {
    match t {
        Type::Resource(Some(resource)) if resource.title.is_some() => {
            format!("{t} Resource-Reference")
        }
        _ => format!("{}-Type", t.display()),
    }
}

pub(super) fn a_an(text: &str) -> String {
    let is_vowel = text.starts_with(|c: char| "aeiouAEIOU".contains(c));
    format!("{} {text}", if is_vowel { "an" } else { "a" })
}

pub(super) fn a_an_uc(text: &str) -> String {
    let text = a_an(text);
    text.replacen('a', "A", 1)
}

pub(super) fn label_uc(t: &Type) -> String {
    a_an_uc(&label(t))
}

/// The generalized type of a key.
pub(super) fn key_type_name(key: &Value) -> String {
    match key {
        Value::Undef => "Undef".into(),
        Value::Default => "Default".into(),
        _ => infer_generic(key).to_string(),
    }
}

pub(super) fn arity(label: &str, min: usize, max: Option<usize>, actual: usize) -> String {
    match max {
        None => format!("{label}[] accepts {min} or more arguments. Got {actual}"),
        Some(max) if max != min => {
            format!("{label}[] accepts {min} to {max} arguments. Got {actual}")
        }
        Some(_) => {
            let s = if min == 1 { "" } else { "s" };
            format!("{label}[] accepts {min} argument{s}. Got {actual}")
        }
    }
}

pub(super) fn assert_count(
    label: &str,
    keys: &[Value],
    min: usize,
    max: Option<usize>,
) -> Outcome<()> {
    if keys.len() < min || max.is_some_and(|max| keys.len() > max) {
        return issue(AccessPart::Whole, arity(label, min, max, keys.len()));
    }
    Ok(())
}

pub(super) fn is_type(key: &Value) -> bool {
    key.as_type().is_some()
}

/// Checks the number and the kind of keys.
pub(super) fn assert_keys(
    t: &Type,
    keys: &[Value],
    min: usize,
    max: Option<usize>,
    is_allowed: impl Fn(&Value) -> bool,
    expected: &str,
) -> Outcome<()> {
    if keys.len() < min || max.is_some_and(|max| keys.len() > max) {
        // Compat: the message always gives 1 as the minimum.
        return issue(AccessPart::Whole, arity(&label_uc(t), 1, max, keys.len()));
    }
    for (index, key) in keys.iter().enumerate() {
        if !is_allowed(key) {
            return bad_specialization(t, index, key, expected);
        }
    }
    Ok(())
}

pub(super) fn bad_specialization<T>(
    t: &Type,
    index: usize,
    key: &Value,
    expected: &str,
) -> Outcome<T> {
    let message = format!("Cannot use {} where {expected} is expected", key_type_name(key));
    specialization_error(t, index, &message)
}

pub(super) fn specialization_error<T>(t: &Type, index: usize, message: &str) -> Outcome<T> {
    issue(
        AccessPart::Key(index),
        format!("Error creating type specialization of {}, {message}", a_an(&label(t))),
    )
}

/// The only key.
pub(super) fn one<'a>(label: &str, keys: &'a [Value]) -> Outcome<&'a Value> {
    match keys {
        [only] => Ok(only),
        _ => issue(AccessPart::Whole, arity(label, 1, Some(1), keys.len())),
    }
}

/// A key that must be a type.
pub(super) fn type_key(label: &str, index: usize, key: &Value) -> Outcome<Type> {
    match key {
        Value::Type(t) => Ok(t.clone()),
        other => issue(
            AccessPart::Key(index),
            format!("{label}[] arguments must be types. Got {}", ruby::class_name(other)),
        ),
    }
}

/// A size from keys: a single range, or one or two bounds.
pub(super) fn collection_size(start: usize, keys: &[Value]) -> Outcome<Size> {
    if let [Value::Type(Type::Integer(range))] = keys {
        return Ok(factory::size_of_range(range));
    }
    for (index, key) in keys.iter().enumerate() {
        if !matches!(key, Value::Integer(_) | Value::BigInteger(_) | Value::Default) {
            return issue(
                AccessPart::Key(start + index),
                format!(
                    "A Type's size constraint arguments must be a single Integer type, or 1-2 integers (or default). Got {}",
                    a_an(&class_label(key))
                ),
            );
        }
    }
    let to = keys.get(1).unwrap_or(&Value::Default);
    Ok(factory::size(&keys[0], to)?)
}

/// The label of a value's class in messages: that of a type is shortened to `Integer-Type`.
pub(super) fn class_label(key: &Value) -> String {
    let name = ruby::class_name(key);
    match key.as_type() {
        Some(_) => {
            let simple = name.rsplit("::").next().unwrap_or(name);
            let simple = simple.strip_prefix('P').unwrap_or(simple);
            format!("{}-Type", simple.strip_suffix("Type").unwrap_or(simple))
        }
        None => name.to_owned(),
    }
}

/// The label of a value in messages.
pub(super) fn value_label(value: &Value) -> String {
    match value {
        Value::Undef => "Undef Value".into(),
        Value::Boolean(_) => "Boolean".into(),
        Value::Type(t) => label(t),
        Value::Sensitive(_) => "Sensitive".into(),
        Value::Timestamp(_) => "Timestamp".into(),
        Value::Timespan(_) => "Timespan".into(),
        Value::Integer(_) | Value::BigInteger(_) => "Integer".into(),
        Value::Float(_) => "Float".into(),
        Value::String(_) => "String".into(),
        Value::Regexp(_) => "Regexp".into(),
        Value::Array(_) => "Array".into(),
        Value::Hash(_) => "Hash".into(),
        Value::Binary(_) => "Binary".into(),
        Value::SemVer(_) => "Semver".into(),
        Value::SemVerRange(_) => "SemverRange".into(),
        _ => "Object".into(),
    }
}
