//! Helpers of functions that check their arguments themselves, as those of Puppet 3 do.
//!
//! The reference leaves such checks to Ruby, so that its users see Ruby's words.

use pupa_value::Value;
use pupa_value::text::ruby::{class_name, class_or_value, inspect, to_s};
use pupa_value::types::Type;

use super::legacy::legacy_argument;
use crate::call::Call;
use crate::failure::{Outcome, Stop, error};

/// The number of arguments that a function takes.
#[derive(Clone, Copy)]
pub(super) enum Arity {
    Exactly(usize),
    AtLeast(usize),
}

/// The arguments of a call as functions of Puppet 3 get them, if they are as many as wanted.
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
    let wanted = match arity {
        Arity::Exactly(count) => count.to_string(),
        Arity::AtLeast(count) => format!("minimum {count}"),
    };
    error(format!("{name}(): Wrong number of arguments given ({given} for {wanted})"))
}

/// Whether functions of Puppet 3 know the kind of value. A reference stays what it is, so that it
/// is known from its text.
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

/// The text of an argument where Ruby takes strings only.
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

/// Ruby's complaint about a value that lacks a method.
pub(super) fn undefined_method(method: &str, value: &Value) -> Box<Stop> {
    let shown = inspect(value);
    // Ruby shows long values and those without a text of their own by their address, which says
    // nothing.
    let class = match value {
        _ if shown.starts_with('#') => String::new(),
        Value::Type(_) | Value::Object(_) | Value::Instance(_) => String::new(),
        _ => format!(":{}", class_name(value)),
    };
    error(format!("undefined method `{method}' for {shown}{class}"))
}

/// The text of an argument as Ruby's `to_s` gives it.
pub(super) fn shown(value: &Value) -> Outcome<String> {
    match value {
        Value::Type(t) if is_reference(t) => Ok(to_s(&legacy_argument(value)?).into_owned()),
        _ => Ok(to_s(value).into_owned()),
    }
}

/// The texts of values with something between them, those of nested arrays too, as Ruby's `join`
/// puts them together.
pub(super) fn joined(values: &[Value], between: &str) -> Outcome<String> {
    let texts = values.iter().map(|value| match value {
        Value::Array(elements) => joined(elements, between),
        _ => shown(value),
    });
    Ok(texts.collect::<Outcome<Vec<String>>>()?.join(between))
}
