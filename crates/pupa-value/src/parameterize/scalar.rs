//! Parameters of scalar types.

use std::sync::Arc;

use super::check::{arity, assert_keys, collection_size, label_uc, one};
use super::{AccessPart, Outcome, issue};
use crate::factory;
use crate::ruby;
use crate::types::{EnumType, FloatRange, StringType, Type};
use crate::value::{Text, Value};

pub(super) fn regexp(t: &Type, keys: &[Value]) -> Outcome<Type> {
    if keys.len() != 1 {
        let part = if keys.is_empty() { AccessPart::Whole } else { AccessPart::Key(1) };
        return issue(part, arity(&label_uc(t), 1, Some(1), keys.len()));
    }
    let is_pattern = |key: &Value| matches!(key, Value::String(_) | Value::Regexp(_));
    assert_keys(t, keys, 1, Some(1), is_pattern, "String or Regexp")?;
    Ok(factory::regexp(&keys[0])?)
}

pub(super) fn enumeration(t: &Type, keys: &[Value]) -> Outcome<Type> {
    let (keys, case_insensitive) = match keys.split_last() {
        Some((Value::Boolean(flag), rest)) => (rest, *flag),
        _ => (keys, false),
    };
    assert_keys(t, keys, 1, None, |key| key.as_str().is_some(), "String")?;
    let values = keys.iter().filter_map(|key| key.as_str().map(Text::from));
    Ok(Type::Enum(Arc::new(EnumType::new(values, case_insensitive))))
}

pub(super) fn string(keys: &[Value]) -> Outcome<Type> {
    match keys {
        [_] | [_, _] => {
            let size = collection_size(0, keys)?;
            Ok(Type::String(StringType::Sized(Arc::new(size))))
        }
        _ => issue(
            AccessPart::Whole,
            format!("String supports [] with one or two arguments. Got {}", keys.len()),
        ),
    }
}

pub(super) fn uri(keys: &[Value]) -> Outcome<Type> {
    let key = one("URI-Type", keys)?;
    if !factory::uri_parameter_type().is_instance(key) {
        let class = ruby::class_name(key);
        return issue(
            AccessPart::Key(0),
            format!("URI-Type[] arguments must be types. Got {class}"),
        );
    }
    Ok(factory::uri(key)?)
}

pub(super) fn integer(keys: &[Value]) -> Outcome<Type> {
    if keys.is_empty() || keys.len() > 2 {
        return issue(
            AccessPart::Whole,
            format!(
                "Integer-Type supports [] with one or two arguments (from, to). Got {}",
                keys.len()
            ),
        );
    }
    for (index, key) in keys.iter().enumerate() {
        if !matches!(key, Value::Integer(_) | Value::BigInteger(_) | Value::Default) {
            return issue(
                AccessPart::Key(index),
                format!(
                    "Integer-Type [] requires all arguments to be integers (or default). Got {}",
                    ruby::class_name(key)
                ),
            );
        }
    }
    let ends = (factory::range_end(&keys[0]), keys.get(1).and_then(factory::range_end));
    Ok(Type::Integer(factory::integer_range(ends.0, ends.1)?))
}

pub(super) fn float(keys: &[Value]) -> Outcome<Type> {
    if keys.is_empty() || keys.len() > 2 {
        return issue(
            AccessPart::Whole,
            format!(
                "Float-Type supports [] with one or two arguments (from, to). Got {}",
                keys.len()
            ),
        );
    }
    for (index, key) in keys.iter().enumerate() {
        if !matches!(
            key,
            Value::Float(_) | Value::Integer(_) | Value::BigInteger(_) | Value::Default
        ) {
            return issue(
                AccessPart::Key(index),
                format!(
                    "Float-Type [] requires all arguments to be floats, or integers (or default). Got {}",
                    ruby::class_name(key)
                ),
            );
        }
    }
    let ends = (factory::float_end(&keys[0]), keys.get(1).and_then(factory::float_end));
    let range: FloatRange = factory::float_range(ends.0, ends.1)?;
    Ok(Type::Float(range))
}
