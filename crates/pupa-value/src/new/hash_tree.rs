//! `Hash(…, tree)`: nested hashes from paths and values.
//!
//! Each entry consists of a path, which is an array of keys, and the value at its end. Existing
//! hashes and arrays on the path are used; missing ones are created as hashes.

use std::sync::Arc;

use super::collection::{class_or_value, hash_from_pairs};
use super::constructor::Call;
use super::too_large;
use crate::error::{Error, Result};
use crate::value::{Hash, Value};

/// Implements `Hash(entries, tree)` and `Hash(entries, hash_tree)`.
pub(super) fn from_tree(call: &Call<'_>) -> Result<Value> {
    if call.args.len() < 2 {
        return hash_from_pairs(call);
    }
    let all_hashes = call.text(1) == "hash_tree";
    let limit = call.context.max_elements;
    let mut tree = Value::from(Hash::new());
    for entry in call.arg(0).as_array().unwrap_or_default() {
        let Some([Value::Array(path), value]) = entry.as_array() else { continue };
        match path.as_slice() {
            [] => merge(&mut tree, value)?,
            [way @ .., last] => {
                let value = if all_hashes { array_as_hash(value) } else { value.clone() };
                set(walk(&mut tree, way)?, last, value, limit)?;
            }
        }
    }
    Ok(tree)
}

/// Merges a value at the empty path, which is the root, into the result.
fn merge(root: &mut Value, value: &Value) -> Result<()> {
    let Value::Hash(root) = root else { return Ok(()) };
    let root = Arc::make_mut(root);
    match value {
        Value::Array(elements) => {
            for (index, element) in (0_i64..).zip(elements.iter()) {
                root.insert(index, element.clone());
            }
            Ok(())
        }
        Value::Hash(hash) => {
            root.extend(hash.iter().map(|(key, value)| (key.clone(), value.clone())));
            Ok(())
        }
        other => {
            let class = class_or_value(other);
            Err(Error::conversion(format!("no implicit conversion of {class} into Hash")))
        }
    }
}

/// Follows the keys and creates missing hashes.
fn walk<'t>(tree: &'t mut Value, way: &[Value]) -> Result<&'t mut Value> {
    let mut node = tree;
    for key in way {
        node = match node {
            Value::Array(elements) => {
                let index = array_index(key)?;
                let position = position(index, elements.len());
                let elements = Arc::make_mut(elements);
                match position.and_then(|position| elements.get_mut(position)) {
                    Some(element) => element,
                    None => return Err(no_container(&Value::Undef)),
                }
            }
            Value::Hash(hash) => {
                let hash = Arc::make_mut(hash);
                if !hash.contains_key(key) {
                    hash.insert(key.clone(), Hash::new());
                }
                match hash.get_mut(key) {
                    Some(value) => value,
                    None => return Err(no_container(&Value::Undef)),
                }
            }
            other => return Err(no_container(other)),
        };
    }
    Ok(node)
}

fn set(node: &mut Value, key: &Value, value: Value, limit: usize) -> Result<()> {
    match node {
        Value::Hash(hash) => {
            Arc::make_mut(hash).insert(key.clone(), value);
            Ok(())
        }
        Value::Array(elements) => {
            let index = array_index(key)?;
            let Some(position) = position(index, elements.len()) else {
                let length = elements.len();
                let message = format!("index {index} too small for array; minimum: -{length}");
                return Err(Error::argument(message));
            };
            if position >= limit {
                return Err(too_large(limit));
            }
            let elements = Arc::make_mut(elements);
            if position >= elements.len() {
                elements.resize(position + 1, Value::Undef);
            }
            elements[position] = value;
            Ok(())
        }
        other => Err(no_container(other)),
    }
}

/// Converts a key to an array index.
fn array_index(key: &Value) -> Result<i64> {
    match key {
        Value::Integer(index) => Ok(*index),
        #[expect(clippy::cast_possible_truncation, reason = "Ruby drops the fraction, too")]
        Value::Float(index) => Ok(*index as i64),
        Value::BigInteger(_) => Err(Error::argument("bignum too big to convert into `long'")),
        Value::Undef => Err(Error::conversion("no implicit conversion from nil to integer")),
        other => {
            let class = class_or_value(other);
            Err(Error::conversion(format!("no implicit conversion of {class} into Integer")))
        }
    }
}

/// The position of an index that may count from the end; `None` if it precedes the start.
fn position(index: i64, length: usize) -> Option<usize> {
    if index < 0 {
        length.checked_sub(usize::try_from(index.unsigned_abs()).ok()?)
    } else {
        usize::try_from(index).ok()
    }
}

fn no_container(value: &Value) -> Error {
    let t = crate::infer::infer(value).generalize();
    Error::conversion(format!("Value of type {t} in a tree cannot contain other values"))
}

/// Converts arrays, including nested ones, to hashes by index.
fn array_as_hash(value: &Value) -> Value {
    match value {
        Value::Array(elements) => Value::hash(
            (0_i64..)
                .zip(elements.iter())
                .map(|(index, v)| (Value::Integer(index), array_as_hash(v))),
        ),
        other => other.clone(),
    }
}
