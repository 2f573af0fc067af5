//! Methods that change a set.

use super::{SetData, changed, each, elements, elements_of, items, items_of};
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::value::Value;

pub(super) fn add(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let elements = changed(m, this)?;
    m.hash_set(elements, args[0], Value::TRUE)?;
    Ok(this)
}

pub(super) fn add_new(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let known = elements(m, this)?;
    if m.hash_get(known, args[0])?.is_some() {
        return Ok(Value::Nil);
    }
    add(m, this, args)
}

pub(super) fn delete(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let elements = changed(m, this)?;
    m.hash_delete(elements, args[0])?;
    Ok(this)
}

pub(super) fn delete_known(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let known = elements(m, this)?;
    if m.hash_get(known, args[0])?.is_none() {
        return Ok(Value::Nil);
    }
    delete(m, this, args)
}

/// Removes the elements for which the truth of the block's result equals `unwanted`.
fn remove_where(m: &mut Machine<'_>, this: Value, args: Args<'_>, unwanted: bool) -> Flow {
    let Some(block) = args.block else {
        let name = if args.name.as_str() == "filter!" { "select!" } else { args.name.as_str() };
        return m.enumerator(this, Args { name: crate::Symbol::new(name), ..args });
    };
    let elements = elements(m, this)?;
    let before = m.hash(elements).len();
    // Compat: a frozen set raises an error only when an element is removed.
    let mut removed = Vec::new();
    for item in items(m, this)? {
        m.step()?;
        if m.yield_one(block, item)?.is_truthy() == unwanted {
            removed.push(item);
        }
    }
    if !removed.is_empty() {
        changed(m, this)?;
    }
    for item in removed {
        m.hash_delete(elements, item)?;
    }
    let is_unchanged = m.hash(elements).len() == before;
    Ok(if args.name.as_str().ends_with('!') && is_unchanged { Value::Nil } else { this })
}

pub(super) fn delete_if(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    remove_where(m, this, args, true)
}

pub(super) fn keep_if(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    remove_where(m, this, args, false)
}

pub(super) fn map(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else {
        return m.enumerator(this, Args { name: crate::Symbol::new("collect!"), ..args });
    };
    let mut results = Vec::new();
    for item in items(m, this)? {
        m.step()?;
        results.push(m.yield_one(block, item)?);
    }
    let elements = changed(m, this)?;
    m.hash_mut(elements).clear();
    for result in results {
        m.hash_set(elements, result, Value::TRUE)?;
    }
    Ok(this)
}

pub(super) fn clear(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let elements = changed(m, this)?;
    m.hash_mut(elements).clear();
    Ok(this)
}

pub(super) fn merge(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let items = items_of(m, args[0])?;
    if items.is_empty() && m.payload::<super::SetData>(args[0]).is_none() {
        return Ok(this);
    }
    let elements = changed(m, this)?;
    for item in items {
        m.hash_set(elements, item, Value::TRUE)?;
    }
    Ok(this)
}

pub(super) fn subtract(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let items = items_of(m, args[0])?;
    if items.is_empty() {
        return Ok(this);
    }
    let elements = changed(m, this)?;
    for item in items {
        m.hash_delete(elements, item)?;
    }
    Ok(this)
}

pub(super) fn replace(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let items = items_of(m, args[0])?;
    let elements = changed(m, this)?;
    if let Some(other) = elements_of(m, args[0]) {
        let by_identity = m.hash(other).by_identity;
        m.hash_mut(elements).by_identity = by_identity;
    }
    m.hash_mut(elements).clear();
    for item in items {
        m.hash_set(elements, item, Value::TRUE)?;
    }
    Ok(this)
}

pub(super) fn reset(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let elements = changed(m, this)?;
    if m.hash(elements).iterating > 0 {
        return Err(m.runtime_error("rehash during iteration"));
    }
    m.rehash(elements)?;
    Ok(this)
}

pub(super) fn compare_by_identity(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let elements = changed(m, this)?;
    m.call(Value::Hash(elements), args.name, &[])?;
    Ok(this)
}

pub(super) fn flatten(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let items = items(m, this)?;
    if !items.iter().any(|item| elements_of(m, *item).is_some()) {
        return Ok(Value::Nil);
    }
    changed(m, this)?;
    let elements = each::flat_elements(m, this)?;
    if let Value::Object(id) = this {
        m.set_payload(id, SetData { elements });
    }
    Ok(this)
}
