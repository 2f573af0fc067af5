//! `Array(…)` and `Hash(…)`, which also create tuples and structs.

use std::sync::{Arc, LazyLock};

use super::constructor::{Call, Constructor, local};
use super::{cannot_convert, hash_tree, too_large};
use crate::error::{Error, Result};
use crate::iterable::iterable_over;
use crate::text::ruby;
use crate::types::{Size, Type};
use crate::value::{Hash, Value};

pub(super) static ARRAY: LazyLock<Arc<Constructor>> = LazyLock::new(|| {
    let iterable =
        Type::variant([Type::any_array(), Type::any_hash(), Type::Binary, Type::ITERABLE]);
    Arc::new(
        Constructor::new(
            "new_array",
            "An array from an iterable value: the entries of a hash, the characters of a \
             string, the numbers of a range, the bytes of a `Binary`. With `wrap`, a \
             value other than an array becomes the only element of a new array.",
        )
        .create(array, [("from", iterable)], [("wrap", Type::Boolean(Some(false)))])
        .create(wrap, [("from", Type::Any), ("wrap", Type::Boolean(Some(true)))], [])
        .explain(explain_array, [("from", Type::Any)], [("wrap", Type::BOOLEAN)]),
    )
});

pub(super) static HASH: LazyLock<Arc<Constructor>> = LazyLock::new(|| {
    let array_of = |types: [Type; 2]| Type::array(Type::tuple(types, None), Some(Size::NOT_EMPTY));
    let tree = local("TreeArray", array_of([Type::any_array(), Type::Any]));
    let pairs = local("KeyValueArray", array_of([Type::Any, Type::Any]));
    let option = local("NewHashOption", Type::enumeration(["tree", "hash_tree"]));
    Arc::new(
        Constructor::new(
            "new_hash",
            "A hash from an array of pairs, or from alternating keys and values. With `tree`, the keys \
             are paths: arrays of keys, by which nested hashes are built; with `hash_tree` arrays \
             among the values become hashes by index.",
        )
        .create(hash_tree::from_tree, [("from", tree)], [("build_option", option)])
        .create(hash_from_pairs, [("from", pairs)], [])
        .create(hash_from_any, [("from", Type::Any)], []),
    )
});

fn wrap(call: &Call<'_>) -> Result<Value> {
    Ok(match call.arg(0) {
        array @ Value::Array(_) => array.clone(),
        other => Value::array([other.clone()]),
    })
}

fn array(call: &Call<'_>) -> Result<Value> {
    match call.arg(0) {
        array @ Value::Array(_) => Ok(array.clone()),
        Value::Binary(binary) => {
            Ok(Value::array(binary.bytes().iter().map(|byte| Value::Integer(i64::from(*byte)))))
        }
        other => elements(call, other).map(Value::from),
    }
}

fn explain_array(call: &Call<'_>) -> Result<String> {
    let t = crate::infer::infer(call.arg(0)).generalize();
    Ok(format!("Value of type {t} cannot be converted to Array"))
}

/// All elements of an iterable value.
fn elements(call: &Call<'_>, value: &Value) -> Result<Vec<Value>> {
    let Some(sequence) = iterable_over(value) else {
        return Err(Error::conversion(cannot_convert(value, "Array")));
    };
    let limit = call.context.max_elements;
    let mut elements = Vec::new();
    for element in sequence.elements().take(limit.saturating_add(1)) {
        // A vector that grows needs its old and its new memory for a while.
        let is_full = elements.len() == elements.capacity();
        if is_full && !pupa_meter::charge_memory(2 * size_of_val(&elements[..])) {
            break;
        }
        elements.push(element);
    }
    if elements.len() > limit { Err(too_large(limit)) } else { Ok(elements) }
}

/// A hash from an array of pairs.
pub(super) fn hash_from_pairs(call: &Call<'_>) -> Result<Value> {
    let pairs = call.arg(0).as_array().unwrap_or_default();
    Ok(Value::hash(pairs.iter().filter_map(|pair| match pair.as_array()? {
        [key, value] => Some((key.clone(), value.clone())),
        _ => None,
    })))
}

fn hash_from_any(call: &Call<'_>) -> Result<Value> {
    match call.arg(0) {
        hash @ Value::Hash(_) => Ok(hash.clone()),
        Value::Array(elements) => in_turn(elements).map(Value::from),
        other if Type::ITERABLE.is_instance(other) => match elements(call, other)?.as_slice() {
            [only] => hash_from_one(only),
            elements => in_turn(elements).map(Value::from),
        },
        other => {
            let t = crate::infer::infer(other).generalize();
            Err(Error::conversion(format!("Value of type {t} cannot be converted to Hash")))
        }
    }
}

/// A hash from alternating keys and values.
fn in_turn(elements: &[Value]) -> Result<Hash> {
    let (pairs, []) = elements.as_chunks() else { return Err(odd_number()) };
    Ok(pairs.iter().map(|[key, value]| (key.clone(), value.clone())).collect())
}

/// Compat: an iterator with a single element returns the result of Ruby's `Hash[element]`.
/// Pinned by `quirk-hash-of-one-element`.
fn hash_from_one(only: &Value) -> Result<Value> {
    match only {
        hash @ Value::Hash(_) => Ok(hash.clone()),
        Value::Array(pairs) => {
            let pairs = pairs.iter().enumerate().map(|(index, pair)| pair_at(index, pair));
            Ok(Value::from(pairs.collect::<Result<Hash>>()?))
        }
        _ => Err(odd_number()),
    }
}

fn pair_at(index: usize, pair: &Value) -> Result<(Value, Value)> {
    match pair.as_array() {
        Some([key]) => Ok((key.clone(), Value::Undef)),
        Some([key, value]) => Ok((key.clone(), value.clone())),
        Some(other) => {
            let count = other.len();
            Err(Error::argument(format!("invalid number of elements ({count} for 1..2)")))
        }
        None => {
            let class = class_or_value(pair);
            Err(Error::argument(format!("wrong element type {class} at {index} (expected array)")))
        }
    }
}

fn odd_number() -> Error {
    Error::conversion("odd number of arguments for Hash")
}

/// Ruby's label of a value in conversion errors.
pub(super) fn class_or_value(value: &Value) -> String {
    match value {
        Value::Undef | Value::Boolean(_) => ruby::inspect(value).into_owned(),
        _ => crate::ruby::class_name(value).to_owned(),
    }
}
