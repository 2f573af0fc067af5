//! `Hash`: methods that change the hash, and `merge`.

use super::{build, changed, id_of};
use crate::machine::{Flow, Machine};
use crate::native::{Args, Block};
use crate::value::{HashId, Value};

pub(super) fn delete(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = changed(m, this)?;
    match (m.hash_delete(hash, args[0])?, args.block) {
        (Some(value), _) => Ok(value),
        (None, Some(block)) => m.yield_one(block, args[0]),
        (None, None) => Ok(Value::Nil),
    }
}

/// Removes the entries for which the truth of the block's result equals `unwanted`. Returns whether
/// there were any.
fn remove_where(m: &mut Machine<'_>, hash: HashId, block: Block, unwanted: bool) -> Flow<bool> {
    let before = m.hash(hash).len();
    m.begin_iteration(hash);
    let mut position = 0;
    let mut outcome = Ok(());
    while let Some((next, key, value)) = m.hash(hash).next_from(position) {
        let answer = match m.step() {
            Ok(()) => m.yield_block(block, &[key, value]),
            Err(jump) => Err(jump),
        };
        match answer {
            Ok(answer) if answer.is_truthy() == unwanted => {
                if let Err(jump) = m.check_frozen(Value::Hash(hash)) {
                    outcome = Err(jump);
                    break;
                }
                m.hash_mut(hash).remove_at(next - 1);
            }
            Ok(_) => {}
            Err(jump) => {
                outcome = Err(jump);
                break;
            }
        }
        position = next;
    }
    m.end_iteration(hash);
    outcome?;
    Ok(m.hash(hash).len() != before)
}

/// The result of a method that ends in `!`: the receiver, or `nil` if nothing was changed.
fn receiver_if(args: Args<'_>, this: Value, is_changed: bool) -> Value {
    if args.name.as_str().ends_with('!') && !is_changed { Value::Nil } else { this }
}

pub(super) fn delete_if(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let hash = changed(m, this)?;
    let is_changed = remove_where(m, hash, block, true)?;
    Ok(receiver_if(args, this, is_changed))
}

pub(super) fn keep_if(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let hash = changed(m, this)?;
    let is_changed = remove_where(m, hash, block, false)?;
    Ok(receiver_if(args, this, is_changed))
}

pub(super) fn compact(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = changed(m, this)?;
    let before = m.hash(hash).len();
    m.begin_iteration(hash);
    for position in 0..m.hash(hash).positions() {
        if m.hash(hash).at(position).is_some_and(|(_, value)| value.is_nil()) {
            m.hash_mut(hash).remove_at(position);
        }
    }
    m.end_iteration(hash);
    let is_changed = m.hash(hash).len() != before;
    Ok(receiver_if(args, this, is_changed))
}

pub(super) fn clear(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let hash = changed(m, this)?;
    m.hash_mut(hash).clear();
    Ok(this)
}

pub(super) fn shift(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let hash = changed(m, this)?;
    let Some((next, key, value)) = m.hash(hash).next_from(0) else {
        return m.hash_default(hash, Value::Nil);
    };
    m.hash_mut(hash).remove_at(next - 1);
    Ok(m.new_array(vec![key, value]))
}

/// Adds the entries of another hash. For keys in both, the block computes the value.
fn add_all(m: &mut Machine<'_>, hash: HashId, other: HashId, block: Option<Block>) -> Flow<()> {
    let is_same_kind = m.hash(hash).by_identity == m.hash(other).by_identity;
    let entries: Vec<_> =
        (0..m.hash(other).positions()).filter_map(|at| m.hash(other).entry_at(at)).collect();
    if m.hash(hash).is_empty() && is_same_kind && m.hash(hash).iterating == 0 {
        m.charge(entries.len() * 48)?;
        let table = m.hash_mut(hash);
        table.clear();
        for entry in entries {
            table.push(entry.code, entry.key, entry.value);
        }
        return Ok(());
    }
    for entry in entries {
        m.step()?;
        let (key, value) = (entry.key, entry.value);
        let value = match block {
            Some(block) => match m.hash_get(hash, key)? {
                Some(old) => m.yield_block(block, &[key, old, value])?,
                None => value,
            },
            None => value,
        };
        m.hash_set(hash, key, value)?;
    }
    Ok(())
}

pub(super) fn update(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = changed(m, this)?;
    for &other in args.list {
        let other = m.to_hash(other)?;
        add_all(m, hash, other, args.block)?;
    }
    Ok(this)
}

pub(super) fn merge(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    let copy = build::copy_entries(m, hash)?;
    let class = m.real_class_of(this);
    let source = m.hash(hash);
    let (default, proc) = (source.default, source.default_proc);
    let table = m.hash_mut(copy);
    table.class = class;
    table.default = default;
    table.default_proc = proc;
    update(m, Value::Hash(copy), args)
}
