//! What Ruby does with arrays: `|`, `flatten`, `join` and `split`.

use std::sync::Arc;

use pupa_value::Value;
use pupa_value::text::ruby;
use rustc_hash::FxHashSet;

use super::MergeError;

/// Up to so many elements are compared with each other; more are remembered by their hash.
const FEW: usize = 48;

/// How many elements a flat array may have. Arrays share their parts, so that a small one may hold
/// more elements than there is memory for.
const MAX_ELEMENTS: usize = 1 << 26;

/// How long a joined text may be.
const MAX_TEXT: usize = 1 << 28;

/// The elements of both arrays, each once, in the order in which they come first. The first array
/// itself when that is what it has.
pub(super) fn union(first: &Arc<Vec<Value>>, second: &[Value]) -> Arc<Vec<Value>> {
    let union = unique(first.iter().chain(second), first.len() + second.len());
    // Elements of the first come first, so as many as it has are its own and all of them.
    if union.len() == first.len() && is_front(first, &union) {
        return Arc::clone(first);
    }
    Arc::new(union.into_iter().cloned().collect())
}

/// Values without those that come again; how many there are is given.
pub(super) fn unique<'v>(values: impl Iterator<Item = &'v Value>, count: usize) -> Vec<&'v Value> {
    let mut unique: Vec<&Value> = Vec::with_capacity(count);
    if count <= FEW {
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

/// Whether values are the same. Most are texts, which differ at their ends more often than at
/// their beginnings.
pub(super) fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::String(one), Value::String(other)) => {
            let (one, other) = (one.as_bytes(), other.as_bytes());
            one.len() == other.len() && one.last() == other.last() && one == other
        }
        _ => one == other,
    }
}

fn is_front(array: &[Value], elements: &[&Value]) -> bool {
    array.iter().zip(elements).all(|(own, element)| std::ptr::eq(own, *element))
}

/// The elements of an array and of those in it, or the one value as an array.
pub(super) fn elements(value: &Value) -> Result<Arc<Vec<Value>>, MergeError> {
    let Value::Array(array) = value else { return Ok(Arc::new(vec![value.clone()])) };
    if !array.iter().any(|element| matches!(element, Value::Array(_))) {
        return Ok(Arc::clone(array));
    }
    let mut flat = Vec::with_capacity(array.len());
    let mut open = vec![array.iter()];
    while let Some(elements) = open.last_mut() {
        match elements.next() {
            Some(Value::Array(array)) => open.push(array.iter()),
            Some(element) if flat.len() < MAX_ELEMENTS => flat.push(element.clone()),
            Some(_) => return Err(MergeError::argument("array size too big")),
            None => drop(open.pop()),
        }
    }
    Ok(Arc::new(flat))
}

/// Joins the elements by a separator, and splits the text by it again.
pub(super) fn unpack(array: &[Value], separator: &Value) -> Result<Vec<Value>, MergeError> {
    let Value::String(separator) = separator else { return unusable(array, separator) };
    let mut text = String::new();
    join(array, separator, &mut text)?;
    Ok(split(&text, separator))
}

/// Joins the elements of an array and of those in it.
fn join(array: &[Value], separator: &str, text: &mut String) -> Result<(), MergeError> {
    for (index, element) in array.iter().enumerate() {
        if index > 0 {
            text.push_str(separator);
        }
        match element {
            Value::Array(array) => join(array, separator, text)?,
            element => text.push_str(&ruby::to_s(element)),
        }
        if text.len() > MAX_TEXT {
            return Err(MergeError::argument("string sizes too big"));
        }
    }
    Ok(())
}

/// Ruby's `String#split`: a blank stands for any white space, and empty parts at the end are
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

/// The complaint about a separator that is no text.
fn unusable(array: &[Value], separator: &Value) -> Result<Vec<Value>, MergeError> {
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
