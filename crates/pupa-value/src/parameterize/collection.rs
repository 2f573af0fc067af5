//! Parameters of collection types.

use super::check::{arity, assert_keys, collection_size, is_type, type_key};
use super::{AccessPart, Outcome, issue};
use crate::error::Error;
use crate::factory;
use crate::ruby;
use crate::types::Type;
use crate::value::Value;

pub(super) fn tuple(t: &Type, keys: &[Value]) -> Outcome<Type> {
    let (types, size) = match keys {
        [types @ .., from, to]
            if factory::is_range_parameter(from) && factory::is_range_parameter(to) =>
        {
            (types, Some(factory::size(from, to)?))
        }
        [types @ .., from] if factory::is_range_parameter(from) => {
            (types, Some(factory::size(from, &Value::Default)?))
        }
        _ => (keys, None),
    };
    assert_keys(t, types, 1, None, is_type, "Any-Type")?;
    Ok(factory::tuple(types, size))
}

pub(super) fn structure(t: &Type, keys: &[Value]) -> Outcome<Type> {
    assert_keys(t, keys, 1, Some(1), |key| key.as_hash().is_some(), "Hash")?;
    match &keys[0] {
        Value::Hash(members) => Ok(factory::structure(members)?),
        _ => Ok(t.clone()),
    }
}

pub(super) fn hash(keys: &[Value]) -> Outcome<Type> {
    if let [from @ Value::Integer(_), to @ Value::Integer(_)] = keys {
        return Ok(Type::hash(Type::Any, Type::Any, Some(factory::size(from, to)?)));
    }
    let types = keys.iter().take(2).enumerate();
    let types: Vec<Type> =
        types.map(|(index, key)| type_key("Hash-Type", index, key)).collect::<Outcome<_>>()?;
    let size = match keys {
        [_, _] => None,
        [_, _, Value::Type(Type::Integer(range))] => Some(factory::size_of_range(range)),
        [_, _, from] if factory::is_range_parameter(from) && from.as_str().is_none() => {
            Some(factory::size(from, &Value::Default)?)
        }
        // Compat: the reference compares the size before checking its type.
        // Pinned by `quirk-sizes`.
        [_, _, other] => {
            let class = ruby::class_name(other);
            let message = format!("comparison of {class} with Infinity failed");
            return Err(Error::argument(message).into());
        }
        [_, _, ends @ ..] if ends.len() == 2 => Some(collection_size(2, ends)?),
        _ => return issue(AccessPart::Whole, arity("Hash-Type", 2, Some(4), keys.len())),
    };
    match (types.as_slice(), size) {
        ([key, value], None) => Ok(Type::hash(key.clone(), value.clone(), None)),
        ([key, value], Some(size)) => {
            let is_open_below = keys.get(2).is_some_and(factory::is_open_below);
            Ok(factory::hash(key.clone(), value.clone(), size, is_open_below))
        }
        _ => issue(AccessPart::Whole, arity("Hash-Type", 2, Some(4), keys.len())),
    }
}

pub(super) fn array(keys: &[Value]) -> Outcome<Type> {
    Ok(match keys {
        [element] => Type::array(type_key("Array-Type", 0, element)?, None),
        [Value::Type(element), size] => {
            let range = collection_size(1, std::slice::from_ref(size))?;
            factory::array(element.clone(), range, factory::is_open_below(size))
        }
        [from, _] => {
            factory::array(Type::Any, collection_size(0, keys)?, factory::is_open_below(from))
        }
        [element, ends @ ..] if ends.len() == 2 => {
            let element = type_key("Array-Type", 0, element)?;
            factory::array(element, collection_size(1, ends)?, factory::is_open_below(&ends[0]))
        }
        _ => return issue(AccessPart::Whole, arity("Array-Type", 1, Some(3), keys.len())),
    })
}
