//! `Range`: sizes, and the arithmetic of `step` and `sum`.

use std::ops::ControlFlow;

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::each::{every, for_each};
use super::{Parts, parts};
use crate::core::class;
use crate::core::enumerator::arithmetic;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::{Symbol, names};
use crate::value::Value;

/// The number of floats from a begin to an end in steps.
pub(crate) fn float_steps(begin: f64, end: f64, step: f64, exclusive: bool) -> f64 {
    let count = (end - begin) / step;
    let tolerance = (begin.abs() + end.abs() + (end - begin).abs()) / step.abs() * f64::EPSILON;
    if step.is_infinite() {
        let has_one = if step > 0.0 { begin <= end } else { begin >= end };
        return if has_one { 1.0 } else { 0.0 };
    }
    if step == 0.0 {
        return f64::INFINITY;
    }
    let tolerance = tolerance.min(0.5);
    if !exclusive {
        return if count < 0.0 { 0.0 } else { (count + tolerance).floor() + 1.0 };
    }
    if count <= 0.0 {
        return 0.0;
    }
    let mut whole = if count < 1.0 { 0.0 } else { (count - tolerance).floor() };
    let next = (whole + 1.0) * step + begin;
    if begin < end && next < end || begin > end && next > end {
        whole += 1.0;
    }
    whole + 1.0
}

/// The float at an index of a sequence of steps, which never exceeds the end.
pub(crate) fn float_at(begin: f64, end: f64, step: f64, index: f64) -> f64 {
    let number = index * step + begin;
    let is_beyond = if step >= 0.0 { end < number } else { number < end };
    if is_beyond { end } else { number }
}

/// The number of steps from a begin to an end: an integer, or infinity.
pub(crate) fn interval_size(
    m: &mut Machine<'_>,
    begin: Value,
    end: Value,
    step: Value,
    exclusive: bool,
) -> Flow {
    let is_float = [begin, end, step].iter().any(|value| matches!(value, Value::Float(_)));
    if is_float {
        let (begin, end) = (m.to_float(begin)?, m.to_float(end)?);
        let step = m.to_float(step)?;
        let count = float_steps(begin, end, step, exclusive);
        return if count.is_infinite() {
            Ok(Value::Float(count))
        } else {
            m.float_to_integer(count)
        };
    }
    if let (
        Value::Int(_) | Value::Big(_),
        Value::Int(_) | Value::Big(_),
        Value::Int(_) | Value::Big(_),
    ) = (begin, end, step)
    {
        let (begin, end, step) = (m.big(begin), m.big(end), m.big(step));
        if step.is_zero() {
            return Ok(Value::Float(f64::INFINITY));
        }
        let distance = if step.is_negative() { begin - end } else { end - begin };
        let distance = if exclusive { distance - 1 } else { distance };
        if distance.is_negative() {
            return Ok(Value::Int(0));
        }
        return Ok(m.new_integer(distance / step.abs() + 1));
    }
    rational_size(m, begin, end, step, exclusive)
}

fn rational_size(
    m: &mut Machine<'_>,
    begin: Value,
    end: Value,
    step: Value,
    exclusive: bool,
) -> Flow {
    let is_rising = m.call(step, names::GREATER, &[Value::Int(0)])?.is_truthy();
    let beyond = if is_rising { names::GREATER } else { names::LESS };
    if m.call(begin, beyond, &[end])?.is_truthy() {
        return Ok(Value::Int(0));
    }
    let distance = m.call(end, names::MINUS, &[begin])?;
    let count = m.call(distance, crate::symbol::Symbol::new("div"), &[step])?;
    if exclusive {
        let reached = m.call(count, names::TIMES, &[step])?;
        let reached = m.call(begin, names::PLUS, &[reached])?;
        if m.equals(reached, end)? {
            return Ok(count);
        }
    }
    m.call(count, names::PLUS, &[Value::Int(1)])
}

/// The size of a range: a number, or `nil` if it is not a range of numbers.
pub(crate) fn size_of_range(m: &mut Machine<'_>, range: Parts) -> Flow {
    if let (Value::Int(begin), Value::Int(end)) = (range.begin, range.end) {
        let size = i128::from(end) - i128::from(begin) + i128::from(!range.exclusive);
        return Ok(m.new_integer(BigInt::from(size.max(0))));
    }
    if m.is_a(range.begin, class::NUMERIC) {
        if m.is_a(range.end, class::NUMERIC) {
            return interval_size(m, range.begin, range.end, Value::Int(1), range.exclusive);
        }
        if range.end.is_nil() {
            return Ok(Value::Float(f64::INFINITY));
        }
    } else if range.begin.is_nil() {
        return Ok(Value::Float(f64::INFINITY));
    }
    Ok(Value::Nil)
}

/// `size`
pub(super) fn size(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let range = parts(m, this)?;
    size_of_range(m, range)
}

/// `count`
pub(super) fn count(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let range = parts(m, this)?;
    if args.is_empty() && args.block.is_none() {
        if range.begin.is_nil() || range.end.is_nil() {
            return Ok(Value::Float(f64::INFINITY));
        }
        if let (Value::Int(_) | Value::Big(_), Value::Int(_) | Value::Big(_)) =
            (range.begin, range.end)
        {
            return size_of_range(m, range);
        }
    }
    m.call_super(this, class::RANGE, args)
}

/// `sum`: a formula for ranges of integers
pub(super) fn sum(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let range = parts(m, this)?;
    let start = args.opt(0).unwrap_or(Value::Int(0));
    if let (Value::Int(_) | Value::Big(_), Value::Int(_) | Value::Big(_)) = (range.begin, range.end)
        && !matches!(start, Value::Float(_))
        && args.block.is_none()
    {
        let (begin, end) = (m.big(range.begin), m.big(range.end));
        let end = if range.exclusive { end - 1 } else { end };
        if end < begin {
            return Ok(start);
        }
        let count: BigInt = &end - &begin + 1;
        let sum = m.new_integer(count * (end + begin) / 2);
        if matches!(start, Value::Int(_) | Value::Big(_)) {
            return m.call(start, names::PLUS, &[sum]);
        }
        // The start is converted as the left operand of an addition is.
        let pair = m.call(sum, Symbol::new("coerce"), &[start])?;
        let first = m.call(pair, names::FIRST, &[])?;
        let last = m.call(pair, names::LAST, &[])?;
        return m.call(first, names::PLUS, &[last]);
    }
    m.call_super(this, class::RANGE, args)
}

/// Refuses steps that do not lead forwards.
pub(crate) fn check_step(m: &mut Machine<'_>, step: Value) -> Flow<()> {
    match m.compare_strict(step, Value::Int(0))? {
        std::cmp::Ordering::Less => Err(m.argument_error("step can't be negative")),
        std::cmp::Ordering::Equal => Err(m.argument_error("step can't be 0")),
        std::cmp::Ordering::Greater => Ok(()),
    }
}

/// `step`, `%`
pub(super) fn step(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let range = parts(m, this)?;
    let mut step = args.opt(0).unwrap_or(Value::Int(1));
    if step.is_nil() {
        return Err(m.type_error("no implicit conversion of nil into Integer"));
    }
    if !m.is_a(step, class::NUMERIC) {
        step = m.to_integer(step)?;
    }
    if args.block.is_none() {
        if m.equals(step, Value::Int(0))? {
            return Err(m.argument_error("step can't be 0"));
        }
        let (begin, end) = (range.begin, range.end);
        let (from_number, to_number) = (m.is_a(begin, class::NUMERIC), m.is_a(end, class::NUMERIC));
        if from_number && (end.is_nil() || to_number) || begin.is_nil() && to_number {
            return arithmetic::new(m, this, args, begin, end, step, range.exclusive);
        }
        return m.enumerator(this, args);
    }
    check_step(m, step)?;
    let block = m.require_block(args)?;
    let each = move |m: &mut Machine<'_>, item: Value| {
        m.yield_one(block, item)?;
        Ok(ControlFlow::Continue(()))
    };
    let is_numeric = m.is_a(range.begin, class::NUMERIC);
    let has_float = [range.begin, range.end, step].iter().any(|v| matches!(v, Value::Float(_)));
    if is_numeric || has_float {
        arithmetic::for_each(m, range, step, each)?;
        return Ok(this);
    }
    let count = m.to_int(step)?;
    for_each(m, range, every(count, each))?;
    Ok(this)
}
