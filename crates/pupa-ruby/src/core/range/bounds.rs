//! `Range`: first and last elements, minimum and maximum, and ranges as indexes.

use std::cmp::Ordering;

use super::{Parts, parts};
use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::names;
use crate::value::Value;

/// The treatment of a range that exceeds the collection it indexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Span {
    /// It is cut to the collection; one that begins outside selects nothing.
    Clamped,
    /// It may end outside; one that begins before the first element raises `RangeError`.
    Strict,
}

/// The start and the number of the elements that a range selects as an index.
pub(crate) fn span(
    m: &mut Machine<'_>,
    range: Value,
    length: usize,
    mode: Span,
) -> Flow<Option<(usize, usize)>> {
    let bounds = parts(m, range)?;
    span_of(m, bounds, range, length, mode)
}

/// The start and the number of the elements between two bounds; `shown` is the object for messages.
pub(crate) fn span_of(
    m: &mut Machine<'_>,
    bounds: Parts,
    display: Value,
    length: usize,
    mode: Span,
) -> Flow<Option<(usize, usize)>> {
    let Parts { begin, end, exclusive } = bounds;
    let length = length as i64;
    let start = if begin.is_nil() { 0 } else { m.to_int(begin)? };
    let is_open = end.is_nil();
    let end = if is_open { -1 } else { m.to_int(end)? };
    let start = if start < 0 { start + length } else { start };
    let is_outside = start < 0 || mode == Span::Clamped && start > length;
    if is_outside {
        return match mode {
            Span::Clamped => Ok(None),
            Span::Strict => {
                let text = m.inspect(display)?;
                Err(m.range_error(format!("{text} out of range")))
            }
        };
    }
    let end = if end < 0 { end.saturating_add(length) } else { end };
    let end = if exclusive && !is_open { end } else { end.saturating_add(1) };
    let end = if mode == Span::Clamped { end.min(length) } else { end };
    Ok(Some((start as usize, end.saturating_sub(start).max(0) as usize)))
}

/// `first`
pub(super) fn first(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let range = parts(m, this)?;
    if range.begin.is_nil() {
        return Err(m.range_error("cannot get the first element of beginless range"));
    }
    let Some(count) = args.opt(0) else { return Ok(range.begin) };
    let count = m.to_int(count)?;
    if count < 0 {
        return Err(m.argument_error("negative array size (or size too big)"));
    }
    crate::core::enumerable::take_elements(m, this, count as usize)
}

/// `last`
pub(super) fn last(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let range = parts(m, this)?;
    if range.end.is_nil() {
        return Err(m.range_error("cannot get the last element of endless range"));
    }
    let Some(count) = args.opt(0) else { return Ok(range.end) };
    if let (Value::Int(begin), Value::Int(end)) = (range.begin, range.end) {
        if end < begin || end == begin && range.exclusive {
            return Ok(m.new_array(Vec::new()));
        }
        let count = m.to_int(count)?;
        if count < 0 {
            return Err(m.argument_error("negative array size"));
        }
        let end = if range.exclusive { end.saturating_sub(1) } else { end };
        let start = begin.max(end.saturating_sub(count).saturating_add(1));
        let size = end.saturating_sub(start).saturating_add(1).max(0) as usize;
        m.charge(size.saturating_mul(size_of::<Value>()))?;
        let items = (start..=end).map(Value::Int).collect();
        return Ok(m.new_array(items));
    }
    let list = m.call(this, names::TO_A, &[])?;
    m.call(list, names::LAST, &[count])
}

/// The order of the ends; an open end is beyond everything.
fn order(m: &mut Machine<'_>, range: Parts) -> Flow<Ordering> {
    if range.begin.is_nil() || range.end.is_nil() {
        return Ok(Ordering::Less);
    }
    m.compare_strict(range.begin, range.end)
}

/// `min`
pub(super) fn min(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let range = parts(m, this)?;
    if range.begin.is_nil() {
        return Err(m.range_error("cannot get the minimum of beginless range"));
    }
    if args.block.is_some() {
        if range.end.is_nil() {
            return Err(m.range_error(
                "cannot get the minimum of endless range with custom comparison method",
            ));
        }
        return m.call_super(this, class::RANGE, args);
    }
    if !args.is_empty() {
        return first(m, this, args);
    }
    let order = order(m, range)?;
    let is_empty = order == Ordering::Greater || order == Ordering::Equal && range.exclusive;
    Ok(if is_empty { Value::Nil } else { range.begin })
}

/// `max`
pub(super) fn max(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let range = parts(m, this)?;
    if range.end.is_nil() {
        return Err(m.range_error("cannot get the maximum of endless range"));
    }
    let is_numeric = m.is_a(range.end, class::NUMERIC);
    if args.block.is_some() || range.exclusive && !is_numeric || !args.is_empty() {
        if range.begin.is_nil() {
            return Err(m.range_error(
                "cannot get the maximum of beginless range with custom comparison method",
            ));
        }
        return m.call_super(this, class::RANGE, args);
    }
    let order = order(m, range)?;
    if order == Ordering::Greater {
        return Ok(Value::Nil);
    }
    if !range.exclusive {
        return Ok(range.end);
    }
    if !matches!(range.end, Value::Int(_) | Value::Big(_)) {
        return Err(m.type_error("cannot exclude non Integer end value"));
    }
    if order == Ordering::Equal {
        return Ok(Value::Nil);
    }
    if !matches!(range.begin, Value::Int(_) | Value::Big(_)) {
        return Err(m.type_error("cannot exclude end value with non Integer begin value"));
    }
    let last = m.big(range.end) - 1;
    Ok(m.new_integer(last))
}

/// `minmax`
pub(super) fn minmax(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.block.is_some() {
        return m.call_super(this, class::RANGE, args);
    }
    let least = m.call(this, names::MIN, &[])?;
    let greatest = m.call(this, names::MAX, &[])?;
    Ok(m.new_array(vec![least, greatest]))
}
