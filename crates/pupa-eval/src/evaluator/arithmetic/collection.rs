//! The operators `+`, `-` and `<<` on collections. With `+` and `<<` a collection without other
//! owners is changed in place.

use std::sync::Arc;

use pupa_value::compare::{equals, ruby_equals};
use pupa_value::value::Hash;
use pupa_value::{Value, infer, types::Type};

use crate::evaluator::Run;
use crate::stop::{Outcome, error};

impl Run<'_> {
    /// `left + right`, where the left is a collection.
    pub(super) fn concatenate(&mut self, left: Value, right: Value) -> Outcome {
        let value = match left {
            Value::Array(mut elements) => {
                self.check_elements(elements.len() + count(&right))?;
                self.charge_copy(&elements)?;
                let elements_mut = Arc::make_mut(&mut elements);
                match right {
                    Value::Array(more) => match Arc::try_unwrap(more) {
                        Ok(more) => elements_mut.extend(more),
                        Err(more) => elements_mut.extend(more.iter().cloned()),
                    },
                    Value::Hash(hash) => elements_mut.extend(pairs(&hash)),
                    other => elements_mut.push(other),
                }
                Value::Array(elements)
            }
            Value::Hash(mut hash) => {
                let more = as_hash(right)?;
                self.check_elements(hash.len() + more.len())?;
                let hash_mut = Arc::make_mut(&mut hash);
                match Arc::try_unwrap(more) {
                    Ok(more) => hash_mut.extend(more),
                    Err(more) => {
                        let entries = more.iter().map(|(key, value)| (key.clone(), value.clone()));
                        hash_mut.extend(entries);
                    }
                }
                Value::Hash(hash)
            }
            Value::Uri(uri) => match &right {
                Value::Uri(other) => Value::Uri(Arc::new(uri.merge(other)?)),
                Value::String(text) => Value::Uri(Arc::new(uri.merge_text(text)?)),
                _ => return Err(error("An URI can only be merged with an URI or String")),
            },
            Value::Binary(binary) => match &right {
                Value::Binary(other) => Value::Binary(Arc::new(binary.concat(other))),
                _ => return Err(error("Can only append Binary to a Binary")),
            },
            other => other,
        };
        self.check_nesting(&value)?;
        Ok(value)
    }

    /// `array << value`
    pub(super) fn append(&mut self, left: Value, right: Value) -> Outcome {
        let Value::Array(mut elements) = left else { return Ok(left) };
        self.check_elements(elements.len() + 1)?;
        self.charge_copy(&elements)?;
        Arc::make_mut(&mut elements).push(right);
        let value = Value::Array(elements);
        self.check_nesting(&value)?;
        Ok(value)
    }

    /// `left - right`, where the left is an array or hash.
    pub(super) fn delete(&mut self, left: Value, right: Value) -> Outcome {
        Ok(match left {
            Value::Array(elements) => return self.delete_elements(elements, right),
            Value::Hash(mut hash) => {
                let hash_mut = Arc::make_mut(&mut hash);
                match &right {
                    Value::Array(keys) => hash_mut.remove_all(keys.iter()),
                    Value::Hash(other) => hash_mut.remove_all(other.keys()),
                    key => hash_mut.remove_all(std::iter::once(key)),
                }
                Value::Hash(hash)
            }
            other => other,
        })
    }

    /// Charges the copy that a change of a shared array makes.
    fn charge_copy(&self, elements: &Arc<Vec<Value>>) -> Outcome<()> {
        let is_shared = Arc::strong_count(elements) > 1;
        if is_shared { self.charge(elements.len()) } else { Ok(()) }
    }

    fn delete_elements(&mut self, elements: Arc<Vec<Value>>, right: Value) -> Outcome {
        let edition = self.settings.edition;
        let unwanted: Vec<Value> = match right {
            Value::Array(elements) => Arc::unwrap_or_clone(elements),
            Value::Hash(hash) if edition.deletes_keys_and_values() => {
                hash.iter().flat_map(|(key, value)| [key.clone(), value.clone()]).collect()
            }
            Value::Hash(hash) => pairs(&hash).collect(),
            other => vec![other],
        };
        // Each of them is hashed.
        const WORK_PER_ELEMENT: usize = 8;
        self.charge(WORK_PER_ELEMENT * (elements.len() + unwanted.len()))?;
        let by_equality = edition.deletes_by_equality();
        let known: Hash = match by_equality {
            true => Hash::new(),
            false => unwanted.iter().map(|value| (value.clone(), Value::Undef)).collect(),
        };
        let mut kept = Vec::new();
        for element in Arc::unwrap_or_clone(elements) {
            let is_unwanted = if by_equality {
                self.finds(&unwanted, |unwanted| equals(&element, unwanted, edition))?
            } else {
                known.contains_key(&element)
                    || needs_search(&element)
                        && self.finds(&unwanted, |unwanted| ruby_equals(&element, unwanted))?
            };
            if !is_unwanted {
                kept.push(element);
            }
        }
        Ok(kept.into())
    }

    /// Whether `fits` accepts one of the values; counts a step for each comparison.
    fn finds(&mut self, values: &[Value], fits: impl Fn(&Value) -> bool) -> Outcome<bool> {
        for value in values {
            self.step()?;
            if fits(value) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether different values can count as equal to this one, so that it must be compared with each:
/// `1` equals `1.0`.
fn needs_search(element: &Value) -> bool {
    // Compat: numbers in arrays are compared by value too. Pinned by
    // `quirk-array-difference-by-value`.
    is_number(element) || matches!(element, Value::Array(_) | Value::Hash(_))
}

fn is_number(value: &Value) -> bool {
    matches!(value, Value::Integer(_) | Value::Float(_) | Value::Timespan(_) | Value::Timestamp(_))
}

fn pairs(hash: &Hash) -> impl Iterator<Item = Value> {
    hash.iter().map(|(key, value)| Value::array([key.clone(), value.clone()]))
}

fn count(value: &Value) -> usize {
    match value {
        Value::Array(elements) => elements.len(),
        Value::Hash(hash) => hash.len(),
        _ => 1,
    }
}

/// Returns the hash of the right operand, which is merged into the left one.
fn as_hash(value: Value) -> Outcome<Arc<Hash>> {
    match value {
        Value::Hash(hash) => Ok(hash),
        Value::Array(elements) => Ok(Arc::new(hash_from(&elements)?)),
        _ => Err(error("Can only append Array or Hash to a Hash")),
    }
}

/// A hash from a list of pairs, or from alternating keys and values.
fn hash_from(elements: &[Value]) -> Outcome<Hash> {
    let element_type = match infer::infer(&Value::array(elements.iter().cloned())) {
        Type::Array(array) => array.element.clone(),
        _ => Type::Any,
    };
    if !matches!(element_type, Type::Array(_)) {
        if !elements.len().is_multiple_of(2) {
            return Err(error("odd number of arguments for Hash"));
        }
        let pairs = elements.chunks_exact(2);
        return Ok(pairs.map(|pair| (pair[0].clone(), pair[1].clone())).collect());
    }
    let pair = |(index, element): (usize, &Value)| match element.as_array() {
        Some([key, value]) => Ok((key.clone(), value.clone())),
        Some(other) => {
            Err(error(format!("wrong array length at {index} (expected 2, was {})", other.len())))
        }
        None => Err(error(format!(
            "wrong element type {} at {index} (expected array)",
            pupa_value::ruby::class_name(element)
        ))),
    };
    elements.iter().enumerate().map(pair).collect()
}
