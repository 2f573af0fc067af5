//! Helpers for functions that check their arguments themselves, like those of Puppet 3.
//!
//! In the reference Ruby makes these checks, so the messages are Ruby's.

use pupa_value::Value;
use pupa_value::text::ruby::{class_name, class_or_value, inspect, to_s};
use pupa_value::types::Type;

use super::legacy::legacy_argument;
use crate::call::Call;
use crate::stop::{Outcome, Stop, error};

/// The number of arguments that a function takes.
#[derive(Clone, Copy)]
pub(super) enum Arity {
    Exactly(usize),
    AtLeast(usize),
}

/// The arguments of a call, converted for Puppet 3 functions; fails if their number is wrong.
pub(super) fn arguments(call: &mut Call<'_, '_>, arity: Arity) -> Outcome<Vec<Value>> {
    let mut args = std::mem::take(&mut call.args);
    for arg in &mut args {
        if !is_plain(arg) {
            call.check_shown(arg)?;
            *arg = legacy_argument(arg)?;
        }
    }
    let fits = match arity {
        Arity::Exactly(count) => args.len() == count,
        Arity::AtLeast(count) => args.len() >= count,
    };
    if fits { Ok(args) } else { Err(wrong_count(call.name, args.len(), arity)) }
}

fn wrong_count(name: &str, given: usize, arity: Arity) -> Box<Stop> {
    let expected = match arity {
        Arity::Exactly(count) => count.to_string(),
        Arity::AtLeast(count) => format!("minimum {count}"),
    };
    error(format!("{name}(): Wrong number of arguments given ({given} for {expected})"))
}

/// Whether values of this type exist in Puppet 3. A resource reference is not converted here, since
/// its text identifies it.
fn is_plain(value: &Value) -> bool {
    match value {
        Value::String(_) | Value::Integer(_) | Value::Float(_) | Value::Boolean(_) => true,
        Value::Type(t) => is_reference(t),
        _ => false,
    }
}

fn is_reference(t: &Type) -> bool {
    matches!(t, Type::Resource(Some(_)) | Type::Class(Some(_)))
}

/// The string in an argument; fails for other values, as Ruby does where it takes only strings.
pub(super) fn implicit_text(value: &Value) -> Outcome<&str> {
    value.as_str().ok_or_else(|| no_implicit_conversion(value))
}

/// Returns Ruby's error for a value that is not a string.
pub(super) fn no_implicit_conversion(value: &Value) -> Box<Stop> {
    let class = match value {
        Value::Type(t) if is_reference(t) => "Puppet::Resource".to_owned(),
        _ => class_or_value(value),
    };
    error(format!("no implicit conversion of {class} into String"))
}

/// Ruby's error for a call of a method that a value does not have.
pub(super) fn undefined_method(method: &str, value: &Value) -> Box<Stop> {
    let display = inspect(value);
    // For long values and values without a text, Ruby shows an address, which is meaningless to
    // users.
    let class = match value {
        _ if display.starts_with('#') => String::new(),
        Value::Type(_) | Value::Object(_) | Value::Instance(_) => String::new(),
        _ => format!(":{}", class_name(value)),
    };
    error(format!("undefined method `{method}' for {display}{class}"))
}

/// The text of an argument, like Ruby's `to_s`.
pub(super) fn display(value: &Value) -> Outcome<String> {
    match value {
        Value::Type(t) if is_reference(t) => Ok(to_s(&legacy_argument(value)?).into_owned()),
        _ => Ok(to_s(value).into_owned()),
    }
}

/// Joins the texts of values, including those in nested arrays, like Ruby's `join`.
pub(super) fn joined(values: &[Value], between: &str) -> Outcome<String> {
    let texts = values.iter().map(|value| match value {
        Value::Array(elements) => joined(elements, between),
        _ => display(value),
    });
    Ok(texts.collect::<Outcome<Vec<String>>>()?.join(between))
}
