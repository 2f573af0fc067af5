//! `Hash`: `transform_keys` and `transform_values`.

use super::{build, changed, each_entry, id_of};
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::value::{HashId, Value};

pub(super) fn values(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    if args.block.is_none() {
        return m.enumerator(this, args);
    }
    let result = build::copy_entries(m, hash)?;
    transform_values(m, result, args)?;
    Ok(Value::Hash(result))
}

pub(super) fn values_in_place(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.block.is_none() {
        return m.enumerator(this, args);
    }
    let hash = changed(m, this)?;
    transform_values(m, hash, args)?;
    Ok(this)
}

fn transform_values(m: &mut Machine<'_>, hash: HashId, args: Args<'_>) -> Flow<()> {
    let block = m.require_block(args)?;
    m.begin_iteration(hash);
    let mut position = 0;
    let mut outcome = Ok(());
    while let Some((next, _, value)) = m.hash(hash).next_from(position) {
        let result = match m.step() {
            Ok(()) => m.yield_one(block, value),
            Err(jump) => Err(jump),
        };
        match result {
            Ok(value) => m.hash_mut(hash).set_at(next - 1, value),
            Err(jump) => {
                outcome = Err(jump);
                break;
            }
        }
        position = next;
    }
    m.end_iteration(hash);
    outcome
}

/// The new key: from the mapping, otherwise from the block, otherwise unchanged.
fn new_key(m: &mut Machine<'_>, mapping: Option<HashId>, args: Args<'_>, key: Value) -> Flow {
    if let Some(mapping) = mapping
        && let Some(new) = m.hash_get(mapping, key)?
    {
        return Ok(new);
    }
    match args.block {
        Some(block) => m.yield_one(block, key),
        None => Ok(key),
    }
}

fn mapping(m: &mut Machine<'_>, args: Args<'_>) -> Flow<Option<HashId>> {
    match args.opt(0) {
        Some(mapping) => Ok(Some(m.to_hash(mapping)?)),
        None => Ok(None),
    }
}

pub(super) fn keys(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    let mapping = mapping(m, args)?;
    if mapping.is_none() && args.block.is_none() {
        return m.enumerator(this, args);
    }
    let result = m.new_hash();
    each_entry(m, hash, |m, key, value| {
        let key = new_key(m, mapping, args, key)?;
        m.hash_set(result, key, value)?;
        Ok(true)
    })?;
    Ok(Value::Hash(result))
}

pub(super) fn keys_in_place(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let mapping = mapping(m, args)?;
    if mapping.is_none() && args.block.is_none() {
        return m.enumerator(this, args);
    }
    let hash = changed(m, this)?;
    let added = super::new_like(m, hash);
    let entries: Vec<_> = m.hash(hash).iter().collect();
    for (key, value) in entries {
        m.step()?;
        let new = new_key(m, mapping, args, key)?;
        m.check_frozen(this)?;
        if m.hash_get(added, key)?.is_none() {
            m.hash_delete(hash, key)?;
        }
        m.hash_set(hash, new, value)?;
        m.hash_set(added, new, Value::Nil)?;
    }
    Ok(this)
}
