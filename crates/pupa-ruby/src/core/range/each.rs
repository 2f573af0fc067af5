//! `Range`: iteration with `each`, `reverse_each` and `to_a`.

use std::cell::Cell;
use std::ops::ControlFlow;

use super::{Parts, parts};
use crate::machine::iterate::Step;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::{Symbol, names};
use crate::value::Value;

/// Calls a function with each element of a range.
pub(crate) fn for_each(
    m: &mut Machine<'_>,
    range: Parts,
    each: impl Fn(&mut Machine<'_>, Value) -> Flow<Step> + 'static,
) -> Flow<()> {
    match (range.begin, range.end) {
        (Value::Int(begin), Value::Int(end)) => {
            let end = if range.exclusive { end.checked_sub(1) } else { Some(end) };
            let Some(end) = end else { return Ok(()) };
            for number in begin..=end {
                m.step()?;
                if each(m, Value::Int(number))?.is_break() {
                    break;
                }
            }
            Ok(())
        }
        (Value::Str(_), Value::Str(_)) => {
            let args = [range.end, Value::Bool(range.exclusive)];
            m.iterate_with(range.begin, Symbol::new("upto"), &args, each)
        }
        (Value::Sym(begin), Value::Sym(end)) => {
            let (begin, end) = (m.new_str(begin.as_str()), m.new_str(end.as_str()));
            let args = [end, Value::Bool(range.exclusive)];
            m.iterate_with(begin, Symbol::new("upto"), &args, move |m, item| {
                let name = m.to_symbol(item)?;
                each(m, Value::Sym(name))
            })
        }
        _ => by_successors(m, range, each),
    }
}

fn by_successors(
    m: &mut Machine<'_>,
    range: Parts,
    each: impl Fn(&mut Machine<'_>, Value) -> Flow<Step> + 'static,
) -> Flow<()> {
    let has_successors = match range.begin {
        Value::Int(_) | Value::Big(_) | Value::Str(_) => true,
        begin => m.responds_to(begin, names::SUCC)?,
    };
    if !has_successors {
        let name = m.class_name_of(range.begin);
        return Err(m.type_error(format!("can't iterate from {name}")));
    }
    let mut item = range.begin;
    loop {
        m.step()?;
        let mut is_last = false;
        if !range.end.is_nil() {
            match m.compare(item, range.end)? {
                Some(std::cmp::Ordering::Less) => {}
                Some(std::cmp::Ordering::Equal) if !range.exclusive => is_last = true,
                _ => return Ok(()),
            }
        }
        if each(m, item)?.is_break() || is_last {
            return Ok(());
        }
        item = match item {
            Value::Int(number) if number < i64::MAX => Value::Int(number + 1),
            Value::Int(_) | Value::Big(_) => {
                let next = m.big(item) + 1;
                m.new_integer(next)
            }
            _ => m.call(item, names::SUCC, &[])?,
        };
    }
}

/// `each`
pub(super) fn each(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let range = parts(m, this)?;
    if let (Value::Int(begin), Value::Int(end)) = (range.begin, range.end) {
        let end = if range.exclusive { end.checked_sub(1) } else { Some(end) };
        let Some(end) = end else { return Ok(this) };
        for number in begin..=end {
            m.yield_one(block, Value::Int(number))?;
        }
        return Ok(this);
    }
    for_each(m, range, move |m, item| {
        m.yield_one(block, item)?;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(this)
}

/// `reverse_each`
pub(super) fn reverse_each(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let range = parts(m, this)?;
    if let (Value::Int(begin), Value::Int(end)) = (range.begin, range.end) {
        let end = if range.exclusive { end.checked_sub(1) } else { Some(end) };
        let Some(end) = end else { return Ok(this) };
        for number in (begin..=end).rev() {
            m.yield_one(block, Value::Int(number))?;
        }
        return Ok(this);
    }
    if range.end.is_nil() {
        let name = m.class_name_of(range.end);
        return Err(m.type_error(format!("can't iterate from {name}")));
    }
    let items = m.collect_elements(this)?;
    for item in items.into_iter().rev() {
        m.yield_one(block, item)?;
    }
    Ok(this)
}

/// `to_a`, `entries`
pub(super) fn to_a(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let range = parts(m, this)?;
    if range.end.is_nil() {
        return Err(m.range_error("cannot convert endless range to an array"));
    }
    if let (Value::Int(begin), Value::Int(end)) = (range.begin, range.end) {
        let end = if range.exclusive { end.checked_sub(1) } else { Some(end) };
        let Some(end) = end else { return Ok(m.new_array(Vec::new())) };
        let size = i128::from(end) - i128::from(begin) + 1;
        let size = usize::try_from(size.max(0)).unwrap_or(usize::MAX);
        m.charge(size.saturating_mul(size_of::<Value>()))?;
        let items = (begin..=end).map(Value::Int).collect();
        return Ok(m.new_array(items));
    }
    let items = m.collect_elements(this)?;
    Ok(m.new_array(items))
}

/// A function that passes every `step`th element on to another one, beginning with the first.
pub(super) fn every(
    step: i64,
    each: impl Fn(&mut Machine<'_>, Value) -> Flow<Step> + 'static,
) -> impl Fn(&mut Machine<'_>, Value) -> Flow<Step> + 'static {
    let left = Cell::new(0);
    move |m, item| {
        if left.get() > 0 {
            left.set(left.get() - 1);
            return Ok(ControlFlow::Continue(()));
        }
        left.set(step - 1);
        each(m, item)
    }
}
