//! Set algebra and comparison: `|`, `&`, `-`, `^`, subsets and supersets.

use std::cmp::Ordering;

use super::{copy, elements, elements_of, items, items_of, new_like, new_set};
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::value::{HashId, Value};

pub(super) fn union(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let items = items_of(m, args[0])?;
    let result = copy(m, this)?;
    let elements = elements(m, result)?;
    for item in items {
        m.hash_set(elements, item, Value::TRUE)?;
    }
    Ok(result)
}

pub(super) fn difference(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let items = items_of(m, args[0])?;
    let result = copy(m, this)?;
    let elements = elements(m, result)?;
    for item in items {
        m.hash_delete(elements, item)?;
    }
    Ok(result)
}

pub(super) fn intersection(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let own = elements(m, this)?;
    let others = items_of(m, args[0])?;
    let result = new_like(m, this)?;
    let elements = elements(m, result)?;
    // The order of the elements is that of the smaller set.
    let (candidates, other) = match elements_of(m, args[0]) {
        Some(other) if m.hash(other).len() > m.hash(own).len() => (items(m, this)?, other),
        _ => (others, own),
    };
    for item in candidates {
        if m.hash_get(other, item)?.is_some() {
            m.hash_set(elements, item, Value::TRUE)?;
        }
    }
    Ok(result)
}

pub(super) fn exclusive(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let others = match args[0] {
        Value::Nil => Vec::new(),
        other => items_of(m, other)?,
    };
    let result = new_set(m, &others)?;
    let elements = elements(m, result)?;
    for item in items(m, this)? {
        if m.hash_delete(elements, item)?.is_none() {
            m.hash_set(elements, item, Value::TRUE)?;
        }
    }
    Ok(result)
}

/// Whether a set contains all elements of another.
pub(super) fn contains(m: &mut Machine<'_>, whole: HashId, part: HashId) -> Flow<bool> {
    for item in m.hash(part).keys() {
        m.step()?;
        if m.hash_get(whole, item)?.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The elements of an argument, which must be a set.
fn set_elements(m: &mut Machine<'_>, value: Value) -> Flow<HashId> {
    match elements_of(m, value) {
        Some(elements) => Ok(elements),
        None => Err(m.argument_error("value must be a set")),
    }
}

fn is_part(m: &mut Machine<'_>, part: HashId, whole: HashId, is_proper: bool) -> Flow<bool> {
    let (size, limit) = (m.hash(part).len(), m.hash(whole).len());
    if size > limit || is_proper && size == limit {
        return Ok(false);
    }
    contains(m, whole, part)
}

pub(super) fn is_subset(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (own, other) = (elements(m, this)?, set_elements(m, args[0])?);
    Ok(Value::Bool(is_part(m, own, other, false)?))
}

pub(super) fn is_proper_subset(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (own, other) = (elements(m, this)?, set_elements(m, args[0])?);
    Ok(Value::Bool(is_part(m, own, other, true)?))
}

pub(super) fn is_superset(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (own, other) = (elements(m, this)?, set_elements(m, args[0])?);
    Ok(Value::Bool(is_part(m, other, own, false)?))
}

pub(super) fn is_proper_superset(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (own, other) = (elements(m, this)?, set_elements(m, args[0])?);
    Ok(Value::Bool(is_part(m, other, own, true)?))
}

pub(super) fn compare(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let own = elements(m, this)?;
    let Some(other) = elements_of(m, args[0]) else { return Ok(Value::Nil) };
    let (part, whole, result) = match m.hash(own).len().cmp(&m.hash(other).len()) {
        Ordering::Less => (own, other, -1),
        Ordering::Equal => (own, other, 0),
        Ordering::Greater => (other, own, 1),
    };
    Ok(if contains(m, whole, part)? { Value::Int(result) } else { Value::Nil })
}

fn has_common(m: &mut Machine<'_>, this: Value, other: Value) -> Flow<bool> {
    let own = elements(m, this)?;
    for item in items_of(m, other)? {
        m.step()?;
        if m.hash_get(own, item)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

pub(super) fn intersects(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok(Value::Bool(has_common(m, this, args[0])?))
}

pub(super) fn is_disjoint(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok(Value::Bool(!has_common(m, this, args[0])?))
}
