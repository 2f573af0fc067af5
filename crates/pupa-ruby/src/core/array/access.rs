//! `Array`: reading elements and searching for them.

use super::own;
use crate::core::enumerator::arithmetic;
use crate::core::range::{self, Span};
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::Symbol;
use crate::value::{ArrayId, Value};

/// The element at an index; negative indexes count from the end.
#[inline]
pub(super) fn element(m: &Machine<'_>, id: ArrayId, index: i64) -> Option<Value> {
    let items = &m.heap.arrays[id];
    let index = if index < 0 { index + items.len() as i64 } else { index };
    if index < 0 { None } else { items.get(index as usize) }
}

/// The elements from a start on, which may count from the end: `array[start, length]`.
pub(super) fn part(m: &Machine<'_>, id: ArrayId, start: i64, length: i64) -> Option<Vec<Value>> {
    let items = m.array(id);
    let start = if start < 0 { start + items.len() as i64 } else { start };
    if start < 0 || length < 0 || start > items.len() as i64 {
        return None;
    }
    let start = start as usize;
    let length = (length as usize).min(items.len() - start);
    Some(items[start..start + length].to_vec())
}

/// `array[index]`, `array[start, length]`, `array[range]`, `array[range % step]`
pub(super) fn slice(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    if let [start, length] = *args.list {
        let start = m.to_int(start)?;
        let length = m.to_int(length)?;
        return Ok(match part(m, id, start, length) {
            Some(items) => m.new_array(items),
            None => Value::Nil,
        });
    }
    let index = args[0];
    match index {
        Value::Int(index) => return Ok(element(m, id, index).unwrap_or(Value::Nil)),
        Value::Range(_) => {
            let length = m.array(id).len();
            return Ok(match range::span(m, index, length, Span::Clamped)? {
                Some((start, length)) => {
                    let items = m.array(id)[start..start + length].to_vec();
                    m.new_array(items)
                }
                None => Value::Nil,
            });
        }
        Value::Object(_) => {
            if let Some(positions) = arithmetic::positions(m, index, m.array(id).len())? {
                let Some(positions) = positions else { return Ok(Value::Nil) };
                let items = positions.iter().map(|&at| m.array(id)[at]).collect();
                return Ok(m.new_array(items));
            }
        }
        _ => {}
    }
    let index = m.to_int(index)?;
    Ok(element(m, id, index).unwrap_or(Value::Nil))
}

/// `at`
pub(super) fn at(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let index = m.to_int(args[0])?;
    Ok(element(m, id, index).unwrap_or(Value::Nil))
}

/// `fetch`
pub(super) fn fetch(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    if args.block.is_some() && args.len() > 1 {
        m.warn("block supersedes default value argument")?;
    }
    let index = m.to_int(args[0])?;
    if let Some(item) = element(m, id, index) {
        return Ok(item);
    }
    if let Some(block) = args.block {
        return m.yield_one(block, args[0]);
    }
    if let Some(default) = args.opt(1) {
        return Ok(default);
    }
    let length = m.array(id).len() as i64;
    let start = -length;
    Err(m.index_error(format!("index {index} outside of array bounds: {start}...{length}")))
}

/// The number of elements that an argument requests; a negative one raises the error `refusal`.
pub(super) fn amount(m: &mut Machine<'_>, value: Value, refusal: &str) -> Flow<usize> {
    let amount = m.to_int(value)?;
    if amount < 0 {
        return Err(m.argument_error(refusal));
    }
    Ok(amount as usize)
}

/// `first`
pub(super) fn first(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let Some(count) = args.opt(0) else {
        return Ok(m.array(id).first().copied().unwrap_or(Value::Nil));
    };
    let count = amount(m, count, "negative array size")?;
    let items = m.array(id).iter().take(count).copied().collect();
    Ok(m.new_array(items))
}

/// `last`
pub(super) fn last(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let Some(count) = args.opt(0) else {
        return Ok(m.array(id).last().copied().unwrap_or(Value::Nil));
    };
    let count = amount(m, count, "negative array size")?;
    let items = m.array(id);
    let items = items[items.len() - count.min(items.len())..].to_vec();
    Ok(m.new_array(items))
}

/// `take`
pub(super) fn take(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let count = amount(m, args[0], "attempt to take negative size")?;
    let items = m.array(id).iter().take(count).copied().collect();
    Ok(m.new_array(items))
}

/// `drop`
pub(super) fn drop_first(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let count = amount(m, args[0], "attempt to drop negative size")?;
    let items = m.array(id).iter().skip(count).copied().collect();
    Ok(m.new_array(items))
}

/// `dig`
pub(super) fn dig(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let index = m.to_int(args[0])?;
    let found = element(m, id, index).unwrap_or(Value::Nil);
    if args.len() == 1 || found.is_nil() {
        return Ok(found);
    }
    let dig = Symbol::new("dig");
    if !m.responds_to(found, dig)? {
        let name = m.class_name_of(found);
        return Err(m.type_error(format!("{name} does not have #dig method")));
    }
    m.call(found, dig, &args[1..])
}

/// `values_at`
pub(super) fn values_at(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let mut result = Vec::with_capacity(args.len());
    for &index in args.iter() {
        if let Value::Range(_) = index {
            let length = m.array(id).len();
            let Some((start, count)) = range::span(m, index, length, Span::Strict)? else {
                continue;
            };
            super::charge_elements(m, count)?;
            result.extend(
                (start..start + count).map(|at| m.heap.arrays[id].get(at).unwrap_or(Value::Nil)),
            );
            continue;
        }
        let index = m.to_int(index)?;
        result.push(element(m, id, index).unwrap_or(Value::Nil));
    }
    Ok(m.new_array(result))
}

/// `assoc`
pub(super) fn assoc(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let mut index = 0;
    while let Some(item) = m.heap.arrays[id].get(index) {
        if let Some(pair) = m.try_ary(item)?
            && let Some(&key) = m.array(pair).first()
            && is_equal(m, key, args[0])?
        {
            return Ok(Value::Array(pair));
        }
        index += 1;
    }
    Ok(Value::Nil)
}

/// `rassoc`
pub(super) fn rassoc(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let mut index = 0;
    while let Some(item) = m.heap.arrays[id].get(index) {
        if let Value::Array(pair) = item
            && let Some(&value) = m.array(pair).get(1)
            && is_equal(m, value, args[0])?
        {
            return Ok(item);
        }
        index += 1;
    }
    Ok(Value::Nil)
}

/// `length`, `size`
pub(super) fn length(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = own(m, this)?;
    Ok(m.array(id).len().into())
}

/// `empty?`
pub(super) fn is_empty(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = own(m, this)?;
    Ok(m.array(id).is_empty().into())
}

/// `include?`
pub(super) fn includes(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    Ok(position(m, id, args[0])?.is_some().into())
}

/// The index of the first element that equals a value.
fn position(m: &mut Machine<'_>, id: ArrayId, expected: Value) -> Flow<Option<usize>> {
    let mut index = 0;
    if !m.operators_redefined {
        // Compares without calls up to the first element whose class may define `==`.
        for &item in m.array(id) {
            match plain_equal(m, item, expected) {
                Some(true) => return Ok(Some(index)),
                Some(false) => index += 1,
                None => break,
            }
        }
    }
    while let Some(item) = m.heap.arrays[id].get(index) {
        if is_equal(m, item, expected)? {
            return Ok(Some(index));
        }
        index += 1;
    }
    Ok(None)
}

/// The result of `==`, if it can be determined without running code.
#[inline]
fn plain_equal(m: &Machine<'_>, item: Value, expected: Value) -> Option<bool> {
    match (item, expected) {
        (Value::Int(a), Value::Int(b)) => Some(a == b),
        (Value::Sym(a), Value::Sym(b)) => Some(a == b),
        (Value::Str(a), Value::Str(b)) => {
            let (a, b) = (m.string(a), m.string(b));
            Some(a.bytes() == b.bytes() && a.is_comparable(b))
        }
        (Value::Nil | Value::Bool(_) | Value::Sym(_), _) => Some(item.is_same(expected)),
        (Value::Int(_), Value::Str(_) | Value::Sym(_) | Value::Nil | Value::Bool(_))
        | (Value::Str(_), Value::Int(_) | Value::Sym(_) | Value::Nil | Value::Bool(_)) => {
            Some(false)
        }
        _ => None,
    }
}

/// `index`, `find_index`
pub(super) fn index(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    warn_unused_block(m, args)?;
    if args.is_empty() && args.block.is_none() {
        return m.enumerator(this, args);
    }
    if let Some(expected) = args.opt(0) {
        return Ok(position(m, id, expected)?.map_or(Value::Nil, Value::from));
    }
    let mut index = 0;
    while let Some(item) = m.heap.arrays[id].get(index) {
        if is_wanted(m, item, args)? {
            return Ok(index.into());
        }
        index += 1;
    }
    Ok(Value::Nil)
}

/// `rindex`
pub(super) fn rindex(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    warn_unused_block(m, args)?;
    if args.is_empty() && args.block.is_none() {
        return m.enumerator(this, args);
    }
    let mut index = m.array(id).len();
    while index > 0 {
        index -= 1;
        let length = m.array(id).len();
        if index >= length {
            index = length;
            continue;
        }
        let item = m.array(id)[index];
        if is_wanted(m, item, args)? {
            return Ok(index.into());
        }
    }
    Ok(Value::Nil)
}

/// `count`
pub(super) fn count(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    warn_unused_block(m, args)?;
    if args.is_empty() && args.block.is_none() {
        return Ok(m.array(id).len().into());
    }
    let (mut index, mut count) = (0, 0_i64);
    while let Some(item) = m.heap.arrays[id].get(index) {
        count += i64::from(is_wanted(m, item, args)?);
        index += 1;
    }
    Ok(count.into())
}

/// Whether an element is the given object or equals it.
#[inline]
pub(super) fn is_equal(m: &mut Machine<'_>, item: Value, expected: Value) -> Flow<bool> {
    Ok(item.is_same(expected) || m.equals(item, expected)?)
}

/// Warns if a block is given together with an argument, which makes the block useless.
pub(crate) fn warn_unused_block(m: &mut Machine<'_>, args: Args<'_>) -> Flow<()> {
    if args.block.is_some() && !args.is_empty() { m.warn("given block not used") } else { Ok(()) }
}

/// Whether an element equals the argument, or the block returns true for it.
fn is_wanted(m: &mut Machine<'_>, item: Value, args: Args<'_>) -> Flow<bool> {
    match (args.opt(0), args.block) {
        (Some(expected), _) => is_equal(m, item, expected),
        (None, Some(block)) => Ok(m.yield_one(block, item)?.is_truthy()),
        (None, None) => Ok(true),
    }
}
