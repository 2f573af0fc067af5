//! `Range`: `include?`, `cover?`, `===`, and binary search.

use std::cell::Cell;
use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::rc::Rc;

use num_bigint::BigInt;

use super::{Parts, parts};
use crate::core::array::order::{Probe, probe};
use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Block};
use crate::value::Value;

/// Whether a value is between the ends.
fn is_between(m: &mut Machine<'_>, range: Parts, value: Value) -> Flow<bool> {
    if !range.begin.is_nil()
        && !matches!(m.compare(range.begin, value)?, Some(Ordering::Less | Ordering::Equal))
    {
        return Ok(false);
    }
    if range.end.is_nil() {
        return Ok(true);
    }
    Ok(match m.compare(value, range.end)? {
        Some(Ordering::Less) => true,
        Some(Ordering::Equal) => !range.exclusive,
        _ => false,
    })
}

/// `include?`, `member?`
pub(super) fn includes(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let range = parts(m, this)?;
    let value = args[0];
    let is_numeric = m.is_a(range.begin, class::NUMERIC) || m.is_a(range.end, class::NUMERIC);
    let is_time = m.real_class_of(range.begin) == class::TIME;
    if is_numeric || is_time {
        return Ok(is_between(m, range, value)?.into());
    }
    match (range.begin, range.end) {
        (Value::Str(_), Value::Nil) | (Value::Nil, Value::Str(_)) => {
            if matches!(value, Value::Str(_)) {
                return Ok(is_between(m, range, value)?.into());
            }
            if range.begin.is_nil() {
                return m.call_super(this, class::RANGE, args);
            }
            Ok(Value::FALSE)
        }
        (Value::Str(begin), Value::Str(end)) => {
            let Some(expected) = m.try_str(value)? else { return Ok(Value::FALSE) };
            let one = |id| match m.string(id).bytes() {
                [byte] if byte.is_ascii() => Some(*byte),
                _ => None,
            };
            if let (Some(begin), Some(end), Some(expected)) = (one(begin), one(end), one(expected))
            {
                let is_inside =
                    begin <= expected && (expected < end || expected == end && !range.exclusive);
                return Ok(is_inside.into());
            }
            let found = Rc::new(Cell::new(false));
            let state = found.clone();
            super::for_each(m, range, move |m, item| {
                if m.equals(item, Value::Str(expected))? {
                    state.set(true);
                    return Ok(ControlFlow::Break(()));
                }
                Ok(ControlFlow::Continue(()))
            })?;
            Ok(found.get().into())
        }
        _ => m.call_super(this, class::RANGE, args),
    }
}

/// `===`
pub(super) fn case_equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let range = parts(m, this)?;
    Ok(is_between(m, range, args[0])?.into())
}

/// `cover?`
pub(super) fn covers(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let range = parts(m, this)?;
    if let Value::Range(_) = args[0] {
        let inner = parts(m, args[0])?;
        return Ok(covers_range(m, range, inner, args[0])?.into());
    }
    Ok(is_between(m, range, args[0])?.into())
}

fn covers_range(m: &mut Machine<'_>, outer: Parts, inner: Parts, value: Value) -> Flow<bool> {
    if !inner.begin.is_nil() && !inner.end.is_nil() {
        let is_empty = match m.compare(inner.begin, inner.end)? {
            Some(Ordering::Less) => false,
            Some(Ordering::Equal) => inner.exclusive,
            _ => true,
        };
        if is_empty {
            return Ok(false);
        }
    }
    let begins = match (outer.begin, inner.begin) {
        (Value::Nil, _) => true,
        (_, Value::Nil) => false,
        (outer, inner) => {
            matches!(m.compare(outer, inner)?, Some(Ordering::Less | Ordering::Equal))
        }
    };
    if !begins {
        return Ok(false);
    }
    let order = match (outer.end, inner.end) {
        (Value::Nil, Value::Nil) => return Ok(!outer.exclusive || inner.exclusive),
        (Value::Nil, _) => return Ok(true),
        (_, Value::Nil) => return Ok(false),
        (outer, inner) => m.compare(outer, inner)?,
    };
    match order {
        Some(Ordering::Greater) => Ok(true),
        Some(Ordering::Equal) => Ok(!outer.exclusive || inner.exclusive),
        Some(Ordering::Less) => {
            // If the inner range excludes an end after this one, it may still contain no element
            // after it.
            if !inner.exclusive
                || outer.exclusive
                || !matches!(inner.end, Value::Int(_) | Value::Big(_))
                || !matches!(inner.begin, Value::Int(_) | Value::Big(_))
            {
                return Ok(false);
            }
            let last = m.call(value, crate::symbol::names::MAX, &[])?;
            Ok(matches!(m.compare(outer.end, last)?, Some(Ordering::Greater | Ordering::Equal)))
        }
        None => Ok(false),
    }
}

/// `bsearch`
pub(super) fn bsearch(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let range = parts(m, this)?;
    let is_integer = |value| matches!(value, Value::Int(_) | Value::Big(_));
    let is_number = |value| is_integer(value) || matches!(value, Value::Float(_) | Value::Nil);
    let has_float = matches!(range.begin, Value::Float(_)) || matches!(range.end, Value::Float(_));
    let is_searchable = is_number(range.begin)
        && is_number(range.end)
        && !(range.begin.is_nil() && range.end.is_nil());
    if !is_searchable {
        let name = m.class_name_of(range.begin);
        return Err(m.type_error(format!("can't do binary search for {name}")));
    }
    let Some(block) = args.block else { return m.enumerator(this, args) };
    if has_float {
        return by_floats(m, range, block);
    }
    match (range.begin, range.end) {
        (begin, end) if is_integer(begin) && is_integer(end) => {
            let (low, high) = (m.big(begin), m.big(end));
            let high = if range.exclusive { high - 1 } else { high };
            by_integers(m, low, high, block)
        }
        (begin, Value::Nil) if is_integer(begin) => from_begin(m, begin, block),
        (Value::Nil, end) if is_integer(end) => to_end(m, end, range.exclusive, block),
        (begin, _) => {
            let name = m.class_name_of(begin);
            Err(m.type_error(format!("can't do binary search for {name}")))
        }
    }
}

fn ask(m: &mut Machine<'_>, number: &BigInt, block: Block) -> Flow<(Value, Probe)> {
    let value = m.new_integer(number.clone());
    let answer = m.yield_one(block, value)?;
    Ok((value, probe(m, answer)?))
}

fn by_integers(m: &mut Machine<'_>, mut low: BigInt, mut high: BigInt, block: Block) -> Flow {
    let mut satisfied = Value::Nil;
    while low <= high {
        let middle: BigInt = (&low + &high) >> 1;
        let (value, answer) = ask(m, &middle, block)?;
        match answer {
            Probe::Found => return Ok(value),
            Probe::Satisfied => {
                satisfied = value;
                high = middle - 1;
            }
            Probe::Left => high = middle - 1,
            Probe::Right => low = middle + 1,
        }
    }
    Ok(satisfied)
}

/// Searches an endless range: doubles the distance until the block asks to continue on the left.
fn from_begin(m: &mut Machine<'_>, begin: Value, block: Block) -> Flow {
    let begin = m.big(begin);
    let mut low = begin.clone();
    let mut distance = BigInt::from(1);
    loop {
        let middle = &begin + &distance;
        let (value, answer) = ask(m, &middle, block)?;
        match answer {
            Probe::Found => return Ok(value),
            Probe::Satisfied | Probe::Left => return by_integers(m, low, middle, block),
            Probe::Right => {
                low = middle;
                distance *= 2;
            }
        }
    }
}

fn to_end(m: &mut Machine<'_>, end: Value, exclusive: bool, block: Block) -> Flow {
    let end = m.big(end);
    let mut high = if exclusive { &end - 1 } else { end.clone() };
    let mut distance = BigInt::from(1);
    loop {
        let middle = &end - &distance;
        let (value, answer) = ask(m, &middle, block)?;
        match answer {
            Probe::Found => return Ok(value),
            Probe::Right => return by_integers(m, middle, high, block),
            Probe::Satisfied | Probe::Left => {
                high = middle;
                distance *= 2;
            }
        }
    }
}

/// Maps floats to integers of the same order.
fn to_ordinal(number: f64) -> i64 {
    let bits = number.to_bits() as i64;
    if bits < 0 { -(bits & i64::MAX) } else { bits }
}

fn from_ordinal(ordinal: i64) -> f64 {
    if ordinal < 0 {
        -f64::from_bits(ordinal.unsigned_abs())
    } else {
        f64::from_bits(ordinal as u64)
    }
}

fn by_floats(m: &mut Machine<'_>, range: Parts, block: Block) -> Flow {
    let begin = match range.begin {
        Value::Nil => f64::NEG_INFINITY,
        begin => m.to_float(begin)?,
    };
    let end = match range.end {
        Value::Nil => f64::INFINITY,
        end => m.to_float(end)?,
    };
    let (mut low, mut high) = (to_ordinal(begin), to_ordinal(end));
    if range.exclusive {
        high = high.saturating_sub(1);
    }
    let mut satisfied = Value::Nil;
    while low <= high {
        let middle = low + ((i128::from(high) - i128::from(low)) / 2) as i64;
        let value = Value::Float(from_ordinal(middle));
        let answer = m.yield_one(block, value)?;
        match probe(m, answer)? {
            Probe::Found => return Ok(value),
            Probe::Satisfied => {
                satisfied = value;
                high = middle - 1;
            }
            Probe::Left => high = middle - 1,
            Probe::Right => low = middle + 1,
        }
    }
    Ok(satisfied)
}
