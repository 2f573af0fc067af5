//! `Array`: selecting and grouping elements with a block.

use super::iterate::for_each;
use super::{own, own_mut};
use crate::machine::{Flow, Machine};
use crate::native::{Args, Block};
use crate::value::Value;

fn chosen(m: &mut Machine<'_>, this: Value, block: Block, keep: bool) -> Flow {
    let id = own(m, this)?;
    let mut result = Vec::new();
    for_each(m, id, |m, _, item| {
        if m.yield_one(block, item)?.is_truthy() == keep {
            result.push(item);
        }
        Ok(())
    })?;
    Ok(m.new_array(result))
}

/// `select`, `filter`, `find_all`
pub(super) fn select(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    chosen(m, this, block, true)
}

/// `reject`
pub(super) fn reject(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    chosen(m, this, block, false)
}

/// `partition`
pub(super) fn partition(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own(m, this)?;
    let (mut yes, mut no) = (Vec::new(), Vec::new());
    for_each(m, id, |m, _, item| {
        let side = if m.yield_one(block, item)?.is_truthy() { &mut yes } else { &mut no };
        side.push(item);
        Ok(())
    })?;
    let sides = vec![m.new_array(yes), m.new_array(no)];
    Ok(m.new_array(sides))
}

/// `group_by`
pub(super) fn group_by(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own(m, this)?;
    let groups = m.new_hash();
    for_each(m, id, |m, _, item| {
        let key = m.yield_one(block, item)?;
        match m.hash_get(groups, key)? {
            Some(Value::Array(group)) => m.array_mut(group).push(item),
            _ => {
                let group = m.new_array(vec![item]);
                m.hash_set(groups, key, group)?;
            }
        }
        Ok(())
    })?;
    Ok(Value::Hash(groups))
}

/// Keeps the elements for which the truth of the block's result equals `keep`. If the block jumps
/// out, the elements handled before are already removed or kept. Returns whether elements were
/// removed.
fn retain(m: &mut Machine<'_>, this: Value, block: Block, keep: bool) -> Flow<bool> {
    let id = own_mut(m, this)?;
    let before = m.array(id).len();
    let (mut from, mut to) = (0, 0);
    let mut end = Ok(());
    while let Some(item) = m.heap.arrays[id].get(from) {
        match m.yield_one(block, item) {
            Ok(answer) if answer.is_truthy() != keep => from += 1,
            Ok(_) => {
                if let Some(place) = m.array_mut(id).slice_mut().get_mut(to) {
                    *place = item;
                }
                from += 1;
                to += 1;
            }
            Err(jump) => {
                end = Err(jump);
                break;
            }
        }
    }
    let items = m.array_mut(id).vec_mut();
    let from = from.min(items.len());
    items.drain(to.min(from)..from);
    let after = items.len();
    end?;
    Ok(after != before)
}

/// `select!`, `filter!`
pub(super) fn select_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    Ok(if retain(m, this, block, true)? { this } else { Value::Nil })
}

/// `keep_if`
pub(super) fn keep_if(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    retain(m, this, block, true)?;
    Ok(this)
}

/// `reject!`
pub(super) fn reject_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    Ok(if retain(m, this, block, false)? { this } else { Value::Nil })
}

/// `delete_if`
pub(super) fn delete_if(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    retain(m, this, block, false)?;
    Ok(this)
}
