//! `Array`: iteration with `each`, `map`, `inject`, and predicates such as `all?`.

use super::access::warn_unused_block;
use super::{charge_elements, own, own_mut};
use crate::core::enumerable::inject::Operation;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Block};
use crate::symbol::names;
use crate::value::{ArrayId, Value};

/// Calls a function with each element; the function may change the array.
#[inline]
pub(super) fn for_each<'w>(
    m: &mut Machine<'w>,
    id: ArrayId,
    mut run: impl FnMut(&mut Machine<'w>, usize, Value) -> Flow<()>,
) -> Flow<()> {
    let mut index = 0;
    while let Some(item) = m.heap.arrays[id].get(index) {
        run(m, index, item)?;
        index += 1;
    }
    Ok(())
}

/// `each`
pub(super) fn each(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own(m, this)?;
    for_each(m, id, |m, _, item| m.yield_one(block, item).map(drop))?;
    Ok(this)
}

/// `each_index`
pub(super) fn each_index(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own(m, this)?;
    for_each(m, id, |m, index, _| m.yield_one(block, index.into()).map(drop))?;
    Ok(this)
}

/// `reverse_each`
pub(super) fn reverse_each(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own(m, this)?;
    let mut index = m.array(id).len();
    while index > 0 {
        index -= 1;
        let Some(item) = m.heap.arrays[id].get(index) else {
            index = m.array(id).len();
            continue;
        };
        m.yield_one(block, item)?;
    }
    Ok(this)
}

/// `map`, `collect`
pub(super) fn map(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own(m, this)?;
    let mut result = Vec::with_capacity(m.array(id).len());
    for_each(m, id, |m, _, item| {
        result.push(m.yield_one(block, item)?);
        Ok(())
    })?;
    Ok(m.new_array(result))
}

/// `map!`, `collect!`
pub(super) fn map_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own_mut(m, this)?;
    for_each(m, id, |m, index, item| {
        let new = m.yield_one(block, item)?;
        super::build::store(m, this, index, new)
    })?;
    Ok(this)
}

/// `filter_map`
pub(super) fn filter_map(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own(m, this)?;
    let mut result = Vec::new();
    for_each(m, id, |m, _, item| {
        let new = m.yield_one(block, item)?;
        if new.is_truthy() {
            result.push(new);
        }
        Ok(())
    })?;
    Ok(m.new_array(result))
}

/// `flat_map`, `collect_concat`
pub(super) fn flat_map(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own(m, this)?;
    let mut result = Vec::new();
    for_each(m, id, |m, _, item| {
        let new = m.yield_one(block, item)?;
        match m.try_ary(new)? {
            Some(list) => {
                charge_elements(m, m.array(list).len())?;
                result.extend_from_slice(m.array(list));
            }
            None => result.push(new),
        }
        Ok(())
    })?;
    Ok(m.new_array(result))
}

/// `each_with_index`
pub(super) fn each_with_index(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if !args.is_empty() || m.class_of(this) != crate::core::class::ARRAY {
        return crate::core::enumerable::each_with_index(m, this, args);
    }
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own(m, this)?;
    for_each(m, id, |m, index, item| m.yield_block(block, &[item, index.into()]).map(drop))?;
    Ok(this)
}

/// `each_with_object`
pub(super) fn each_with_object(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own(m, this)?;
    let memo = args[0];
    for_each(m, id, |m, _, item| m.yield_block(block, &[item, memo]).map(drop))?;
    Ok(memo)
}

/// `inject`, `reduce`
pub(super) fn inject(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (operation, start) = Operation::from_args(m, args)?;
    let id = own(m, this)?;
    let mut memo = start.unwrap_or(Value::Undef);
    for_each(m, id, |m, _, item| {
        memo = if memo.is_undef() { item } else { operation.apply(m, memo, item)? };
        Ok(())
    })?;
    Ok(if memo.is_undef() { Value::Nil } else { memo })
}

/// `cycle`
pub(super) fn cycle(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own(m, this)?;
    let mut rounds = match args.or_nil(0) {
        Value::Nil => None,
        rounds => Some(m.to_int(rounds)?),
    };
    while rounds.is_none_or(|rounds| rounds > 0) && !m.array(id).is_empty() {
        for_each(m, id, |m, _, item| m.yield_one(block, item).map(drop))?;
        m.step()?;
        rounds = rounds.map(|rounds| rounds - 1);
    }
    Ok(Value::Nil)
}

/// `find`, `detect`
pub(super) fn find(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own(m, this)?;
    let mut index = 0;
    while let Some(item) = m.heap.arrays[id].get(index) {
        if m.yield_one(block, item)?.is_truthy() {
            return Ok(item);
        }
        index += 1;
    }
    match args.or_nil(0) {
        Value::Nil => Ok(Value::Nil),
        otherwise => m.call(otherwise, names::CALL, &[]),
    }
}

/// Whether an element passes a test: the pattern, the block, or its own truth.
fn passes(m: &mut Machine<'_>, item: Value, args: Args<'_>) -> Flow<bool> {
    match (args.opt(0), args.block) {
        (Some(pattern), _) => m.case_equals(pattern, item),
        (None, Some(block)) => Ok(m.yield_one(block, item)?.is_truthy()),
        (None, None) => Ok(item.is_truthy()),
    }
}

/// The number of elements that pass, counted up to a limit.
fn passing(m: &mut Machine<'_>, this: Value, args: Args<'_>, limit: usize) -> Flow<usize> {
    warn_unused_block(m, args)?;
    let id = own(m, this)?;
    let (mut index, mut count) = (0, 0);
    while let Some(item) = m.heap.arrays[id].get(index) {
        count += usize::from(passes(m, item, args)?);
        if count == limit {
            break;
        }
        index += 1;
    }
    Ok(count)
}

/// `all?`
pub(super) fn all(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    warn_unused_block(m, args)?;
    let id = own(m, this)?;
    let mut index = 0;
    while let Some(item) = m.heap.arrays[id].get(index) {
        if !passes(m, item, args)? {
            return Ok(Value::FALSE);
        }
        index += 1;
    }
    Ok(Value::TRUE)
}

/// `any?`
pub(super) fn any(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok((passing(m, this, args, 1)? == 1).into())
}

/// `none?`
pub(super) fn none(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok((passing(m, this, args, 1)? == 0).into())
}

/// `one?`
pub(super) fn one(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok((passing(m, this, args, 2)? == 1).into())
}

/// The number of elements before the first one for which the block returns false.
fn prefix(m: &mut Machine<'_>, id: ArrayId, block: Block) -> Flow<usize> {
    let mut index = 0;
    while let Some(item) = m.heap.arrays[id].get(index) {
        if !m.yield_one(block, item)?.is_truthy() {
            break;
        }
        index += 1;
    }
    Ok(index)
}

/// `take_while`
pub(super) fn take_while(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own(m, this)?;
    let count = prefix(m, id, block)?;
    let items = m.array(id).iter().take(count).copied().collect();
    Ok(m.new_array(items))
}

/// `drop_while`
pub(super) fn drop_while(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own(m, this)?;
    let count = prefix(m, id, block)?;
    let items = m.array(id).iter().skip(count).copied().collect();
    Ok(m.new_array(items))
}
