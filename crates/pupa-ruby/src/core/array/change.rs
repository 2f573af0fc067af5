//! `Array`: methods that change the array, and `compact`, `reverse` and `rotate`, which change a
//! copy.

use super::access::{amount, part};
use super::build::store;
use super::{MAX_SIZE, charge_elements, own, own_mut};
use crate::core::range::{self, Span};
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::value::{ArrayId, Value};

/// `array[index] = value`, `array[start, length] = value`, `array[range] = value`
pub(super) fn set(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    match *args.list {
        [start, length, value] => {
            let start = m.to_int(start)?;
            let length = m.to_int(length)?;
            splice_value(m, this, start, length, value)?;
            Ok(value)
        }
        [Value::Int(index), value] if index >= 0 && (index as usize) < m.array(id).len() => {
            m.array_mut(id).slice_mut()[index as usize] = value;
            Ok(value)
        }
        [range @ Value::Range(_), value] => {
            let length = m.array(id).len();
            if let Some((start, count)) = range::span(m, range, length, Span::Strict)? {
                splice_value(m, this, start as i64, count as i64, value)?;
            }
            Ok(value)
        }
        [index, value] => {
            let index = m.to_int(index)?;
            let index = from_start(m, id, index)?;
            store(m, this, index, value)?;
            Ok(value)
        }
        _ => Err(m.arity_error(args.len(), 2, Some(3))),
    }
}

/// Converts an index that may count from the end; raises an error if it is before the first
/// element.
fn from_start(m: &mut Machine<'_>, id: ArrayId, index: i64) -> Flow<usize> {
    let length = m.array(id).len() as i64;
    let place = if index < 0 { index + length } else { index };
    if place < 0 {
        let text = format!("index {index} too small for array; minimum: -{length}");
        return Err(m.index_error(text));
    }
    if place >= MAX_SIZE {
        return Err(m.index_error(format!("index {index} too big")));
    }
    Ok(place as usize)
}

fn splice_value(
    m: &mut Machine<'_>,
    this: Value,
    start: i64,
    length: i64,
    value: Value,
) -> Flow<()> {
    let items = match m.try_ary(value)? {
        Some(id) => m.array(id).to_vec(),
        None => vec![value],
    };
    splice(m, this, start, length, &items)
}

/// Replaces a part of the array by other elements.
fn splice(m: &mut Machine<'_>, this: Value, start: i64, length: i64, items: &[Value]) -> Flow<()> {
    let id = own_mut(m, this)?;
    if length < 0 {
        return Err(m.index_error(format!("negative length ({length})")));
    }
    let start = from_start(m, id, start)?;
    let old = m.array(id).len();
    charge_elements(m, items.len().saturating_add(start.saturating_sub(old)))?;
    let list = m.array_mut(id).vec_mut();
    if start >= old {
        list.resize(start, Value::Nil);
        list.extend_from_slice(items);
        return Ok(());
    }
    let end = start + (length as usize).min(old - start);
    list.splice(start..end, items.iter().copied());
    Ok(())
}

/// `push`, `append`
pub(super) fn push(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    charge_elements(m, args.len())?;
    for &item in args.iter() {
        m.array_mut(id).push(item);
    }
    Ok(this)
}

/// `<<`
pub(super) fn append(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    m.charge(size_of::<Value>())?;
    m.array_mut(id).push(args[0]);
    Ok(this)
}

/// `pop`
pub(super) fn pop(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let Some(count) = args.opt(0) else {
        return Ok(m.array_mut(id).pop().unwrap_or(Value::Nil));
    };
    let count = amount(m, count, "negative array size")?;
    let items = m.array_mut(id).vec_mut();
    let items = items.split_off(items.len() - count.min(items.len()));
    Ok(m.new_array(items))
}

/// `shift`
pub(super) fn shift(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let Some(count) = args.opt(0) else {
        return Ok(m.array_mut(id).shift().unwrap_or(Value::Nil));
    };
    let count = amount(m, count, "negative array size")?;
    let items = m.array_mut(id).vec_mut();
    let items: Vec<Value> = items.drain(..count.min(items.len())).collect();
    Ok(m.new_array(items))
}

/// `unshift`, `prepend`
pub(super) fn unshift(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    charge_elements(m, args.len())?;
    m.array_mut(id).vec_mut().splice(0..0, args.iter().copied());
    Ok(this)
}

/// `insert`
pub(super) fn insert(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let index = m.to_int(args[0])?;
    if args.len() == 1 {
        return Ok(this);
    }
    let length = m.array(id).len() as i64;
    let start = match index {
        -1 => length,
        _ if index < -length - 1 => {
            let minimum = length + 1;
            let text = format!("index {index} too small for array; minimum: -{minimum}");
            return Err(m.index_error(text));
        }
        _ if index < 0 => index + 1 + length,
        _ => index,
    };
    splice(m, this, start, 0, &args[1..])?;
    Ok(this)
}

/// `concat`
pub(super) fn concat(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let mut more = Vec::new();
    for &other in args.iter() {
        let other = m.to_ary(other)?;
        more.extend_from_slice(m.array(other));
    }
    charge_elements(m, more.len())?;
    m.array_mut(id).vec_mut().append(&mut more);
    Ok(this)
}

/// `clear`
pub(super) fn clear(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    m.array_mut(id).replace(Vec::new());
    Ok(this)
}

/// `fill`, with a value or a block
pub(super) fn fill(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (value, place) = match args.block {
        Some(_) => {
            m.check_arity(args.len(), 0, Some(2))?;
            (Value::Nil, args.list)
        }
        None => {
            m.check_arity(args.len(), 1, Some(3))?;
            (args[0], &args.list[1..])
        }
    };
    let id = own_mut(m, this)?;
    let Some((start, count)) = fill_span(m, id, place)? else { return Ok(this) };
    if start >= MAX_SIZE || count > MAX_SIZE - start {
        return Err(m.argument_error("argument too big"));
    }
    let (start, end) = (start as usize, (start + count) as usize);
    let length = m.array(id).len();
    if end > length {
        charge_elements(m, end - length)?;
        m.array_mut(id).vec_mut().resize(end, Value::Nil);
    }
    let Some(block) = args.block else {
        m.array_mut(id).slice_mut()[start..end].fill(value);
        return Ok(this);
    };
    for index in start..end {
        let value = m.yield_one(block, index.into())?;
        if index >= m.array(id).len() {
            break;
        }
        store(m, this, index, value)?;
    }
    Ok(this)
}

/// The start and number of the elements to fill; `None` if there are none.
fn fill_span(m: &mut Machine<'_>, id: ArrayId, place: &[Value]) -> Flow<Option<(i64, i64)>> {
    let length = m.array(id).len();
    if let [range @ Value::Range(_)] = *place {
        let span = range::span(m, range, length, Span::Strict)?;
        return Ok(span.map(|(start, count)| (start as i64, count as i64)));
    }
    let length = length as i64;
    let start = match place.first() {
        None | Some(Value::Nil) => 0,
        Some(&start) => m.to_int(start)?,
    };
    let start = if start < 0 { (start + length).max(0) } else { start };
    let count = match place.get(1) {
        None | Some(Value::Nil) => length - start,
        Some(&count) => m.to_int(count)?,
    };
    Ok((count >= 0).then_some((start, count)))
}

/// `delete`
pub(super) fn delete(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let mut found = None;
    let (mut from, mut to) = (0, 0);
    while let Some(item) = m.heap.arrays[id].get(from) {
        from += 1;
        if super::access::is_equal(m, item, args[0])? {
            found = Some(item);
            continue;
        }
        if to + 1 != from {
            m.check_frozen(this)?;
            if let Some(place) = m.array_mut(id).slice_mut().get_mut(to) {
                *place = item;
            }
        }
        to += 1;
    }
    match (found, args.block) {
        (Some(item), _) => {
            m.check_frozen(this)?;
            m.array_mut(id).vec_mut().truncate(to);
            Ok(item)
        }
        (None, Some(block)) => m.yield_one(block, args[0]),
        (None, None) => Ok(Value::Nil),
    }
}

/// `delete_at`
pub(super) fn delete_at(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let index = m.to_int(args[0])?;
    if super::access::element(m, id, index).is_none() {
        return Ok(Value::Nil);
    }
    m.check_frozen(this)?;
    Ok(remove(m, id, index))
}

fn remove(m: &mut Machine<'_>, id: ArrayId, index: i64) -> Value {
    let items = m.array_mut(id).vec_mut();
    let place = if index < 0 { index + items.len() as i64 } else { index };
    if place < 0 || place >= items.len() as i64 {
        return Value::Nil;
    }
    items.remove(place as usize)
}

/// `slice!`
pub(super) fn slice_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let (start, length) = match *args.list {
        [start, length] => (m.to_int(start)?, m.to_int(length)?),
        [range @ Value::Range(_)] => {
            let length = m.array(id).len();
            match range::span(m, range, length, Span::Clamped)? {
                Some((start, length)) => (start as i64, length as i64),
                None => return Ok(Value::Nil),
            }
        }
        _ => {
            let index = m.to_int(args[0])?;
            return Ok(remove(m, id, index));
        }
    };
    let Some(removed) = part(m, id, start, length) else { return Ok(Value::Nil) };
    let items = m.array_mut(id).vec_mut();
    let start = if start < 0 { start + items.len() as i64 } else { start } as usize;
    items.drain(start..start + removed.len());
    Ok(m.new_array(removed))
}

/// `compact`
pub(super) fn compact(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let items = m.array(id).iter().copied().filter(|item| !item.is_nil()).collect();
    Ok(m.new_array(items))
}

/// `compact!`
pub(super) fn compact_bang(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let items = m.array_mut(id).vec_mut();
    let before = items.len();
    items.retain(|item| !item.is_nil());
    Ok(if items.len() == before { Value::Nil } else { this })
}

/// `reverse`
pub(super) fn reverse(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let items = m.array(id).iter().rev().copied().collect();
    Ok(m.new_array(items))
}

/// `reverse!`
pub(super) fn reverse_bang(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    m.array_mut(id).slice_mut().reverse();
    Ok(this)
}

/// The number of positions by which to rotate to the left.
fn rotation(m: &mut Machine<'_>, id: ArrayId, args: Args<'_>) -> Flow<usize> {
    let count = match args.opt(0) {
        Some(count) => m.to_int(count)?,
        None => 1,
    };
    let length = m.array(id).len() as i64;
    Ok(if length == 0 { 0 } else { count.rem_euclid(length) as usize })
}

/// `rotate`
pub(super) fn rotate(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let count = rotation(m, id, args)?;
    let mut items = m.array(id).to_vec();
    items.rotate_left(count);
    Ok(m.new_array(items))
}

/// `rotate!`
pub(super) fn rotate_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let count = rotation(m, id, args)?;
    m.check_frozen(this)?;
    m.array_mut(id).slice_mut().rotate_left(count);
    Ok(this)
}
