//! Array operations with Ruby's semantics: `|`, `flatten`, `join` and `split`.

use std::sync::Arc;

use pupa_value::Value;
use pupa_value::text::ruby;
use rustc_hash::FxHashSet;

use super::MergeError;

/// The number of elements up to which duplicates are found by comparing all pairs. Longer arrays
/// use a hash set.
const PAIRWISE_LIMIT: usize = 48;

/// The maximum number of elements of a flattened array. Arrays share their parts, so a small one
/// may expand to more elements than fit into memory.
const MAX_ELEMENTS: usize = 1 << 26;

/// The maximum length of a joined string.
const MAX_LENGTH: usize = 1 << 28;

/// The distinct elements of both arrays, in the order of their first occurrence. Returns the first
/// array itself if the result equals it.
pub(super) fn union(first: &Arc<Vec<Value>>, second: &[Value]) -> Arc<Vec<Value>> {
    let union = unique(first.iter().chain(second), first.len() + second.len());
    // The elements of the first array come first: if the lengths agree and the elements are the
    // same objects, nothing was added or removed.
    if union.len() == first.len() && is_prefix(first, &union) {
        return Arc::clone(first);
    }
    Arc::new(union.into_iter().cloned().collect())
}

/// The distinct values; `count` is the number of values.
pub(super) fn unique<'v>(values: impl Iterator<Item = &'v Value>, count: usize) -> Vec<&'v Value> {
    let mut unique: Vec<&Value> = Vec::with_capacity(count);
    if count <= PAIRWISE_LIMIT {
        for value in values {
            if !unique.iter().any(|known| is_same(known, value)) {
                unique.push(value);
            }
        }
    } else {
        let mut known = FxHashSet::with_capacity_and_hasher(count, Default::default());
        unique.extend(values.filter(|value| known.insert(*value)));
    }
    unique
}

/// Whether values are equal. Most are strings, which differ at their ends more often than at their
/// beginnings, so the last bytes are compared first.
pub(super) fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::String(one), Value::String(other)) => {
            let (one, other) = (one.as_bytes(), other.as_bytes());
            one.len() == other.len() && one.last() == other.last() && one == other
        }
        _ => one == other,
    }
}

fn is_prefix(array: &[Value], elements: &[&Value]) -> bool {
    array.iter().zip(elements).all(|(own, element)| std::ptr::eq(own, *element))
}

/// Flattens an array; any other value becomes an array of one element.
pub(super) fn elements(value: &Value) -> Result<Arc<Vec<Value>>, MergeError> {
    let Value::Array(array) = value else { return Ok(Arc::new(vec![value.clone()])) };
    if !array.iter().any(|element| matches!(element, Value::Array(_))) {
        return Ok(Arc::clone(array));
    }
    let mut flat = Vec::with_capacity(array.len());
    let mut stack = vec![array.iter()];
    while let Some(elements) = stack.last_mut() {
        match elements.next() {
            Some(Value::Array(array)) => stack.push(array.iter()),
            Some(element) if flat.len() < MAX_ELEMENTS => flat.push(element.clone()),
            Some(_) => return Err(MergeError::argument("array size too big")),
            None => drop(stack.pop()),
        }
    }
    Ok(Arc::new(flat))
}

/// Joins the elements with a separator and splits the string at it again.
pub(super) fn unpack(array: &[Value], separator: &Value) -> Result<Vec<Value>, MergeError> {
    let Value::String(separator) = separator else { return separator_error(array, separator) };
    let mut text = String::new();
    join(array, separator, &mut text)?;
    Ok(split(&text, separator))
}

/// Joins the elements of an array and of nested arrays.
fn join(array: &[Value], separator: &str, text: &mut String) -> Result<(), MergeError> {
    for (index, element) in array.iter().enumerate() {
        if index > 0 {
            text.push_str(separator);
        }
        match element {
            Value::Array(array) => join(array, separator, text)?,
            element => text.push_str(&ruby::to_s(element)),
        }
        if text.len() > MAX_LENGTH {
            return Err(MergeError::argument("string sizes too big"));
        }
    }
    Ok(())
}

/// Ruby's `String#split`: a single space splits at any white space, and trailing empty parts are
/// dropped.
fn split(text: &str, separator: &str) -> Vec<Value> {
    const WHITE_SPACE: [char; 6] = [' ', '\t', '\n', '\x0b', '\x0c', '\r'];
    let mut parts: Vec<&str> = match separator {
        " " => text.split(WHITE_SPACE).filter(|part| !part.is_empty()).collect(),
        "" => text.split("").skip(1).collect(),
        separator => text.split(separator).collect(),
    };
    while parts.last().is_some_and(|part| part.is_empty()) {
        parts.pop();
    }
    parts.into_iter().map(Value::from).collect()
}

/// Ruby's error for a separator that is not a string.
fn separator_error(array: &[Value], separator: &Value) -> Result<Vec<Value>, MergeError> {
    let name = match separator {
        Value::Boolean(true) => "true",
        other => ruby::class_name(other),
    };
    if !array.is_empty() {
        return Err(MergeError::other(format!("no implicit conversion of {name} into String")));
    }
    match separator {
        Value::Regexp(_) => Ok(Vec::new()),
        _ => Err(MergeError::other(format!("wrong argument type {name} (expected Regexp)"))),
    }
}
