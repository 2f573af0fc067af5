//! `Enumerator::ArithmeticSequence`: `1.step(10, 3)`, `(1..10) % 3`.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::rc::Rc;

use super::{EnumeratorData, Size, data, inspect_args, new_enumerator};
use crate::core::class;
use crate::core::enumerable::{new_list, push};
use crate::core::range::step::{float_at, float_steps, interval_size};
use crate::core::range::{Parts, Span, span_of};
use crate::machine::iterate::Step;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Method, method};
use crate::symbol::{Symbol, names};
use crate::value::Value;

/// The methods of `Enumerator::ArithmeticSequence`.
pub(super) const METHODS: &[Method] = &[
    method("begin", 0, 0, begin),
    method("end", 0, 0, end),
    method("step", 0, 0, step),
    method("exclude_end?", 0, 0, excludes_end),
    method("first", 0, 1, first),
    method("last", 0, 1, last),
    method("size", 0, 0, size),
    method("each", 0, 0, each),
    method("to_a", 0, 0, to_a),
    method("entries", 0, 0, to_a),
    method("inspect", 0, 0, inspect),
    method("==", 1, 1, equals),
    method("===", 1, 1, equals),
    method("eql?", 1, 1, equals),
    method("hash", 0, 0, hash),
];

/// The parts of a sequence.
#[derive(Debug, Clone, Copy)]
struct Sequence {
    range: Parts,
    step: Value,
}

/// A new sequence. The receiver and the arguments are those of the call that made it; `inspect`
/// shows them.
pub(crate) fn new(
    m: &mut Machine<'_>,
    receiver: Value,
    args: Args<'_>,
    begin: Value,
    end: Value,
    step: Value,
    exclusive: bool,
) -> Flow {
    let mut data = EnumeratorData::new(receiver, args.name, args.list);
    data.has_keywords = args.has_keywords;
    let parts = m.new_array(vec![begin, end, step, Value::Bool(exclusive)]);
    data.size = Size::Given(parts);
    Ok(new_enumerator(m, class::ARITHMETIC_SEQUENCE, data))
}

fn sequence(m: &mut Machine<'_>, this: Value) -> Flow<Sequence> {
    if let Size::Given(Value::Array(id)) = data(m, this)?.size
        && let [begin, end, step, exclusive] = *m.array(id)
    {
        let range = Parts { begin, end, exclusive: exclusive.is_truthy() };
        return Ok(Sequence { range, step });
    }
    Err(m.argument_error("uninitialized arithmetic sequence"))
}

/// The indexes that an arithmetic sequence selects in a collection; `None` for other objects.
/// `Some(None)` if the sequence begins outside the collection.
#[allow(clippy::type_complexity)]
pub(crate) fn positions(
    m: &mut Machine<'_>,
    value: Value,
    length: usize,
) -> Flow<Option<Option<Vec<usize>>>> {
    if m.real_class_of(value) != class::ARITHMETIC_SEQUENCE {
        return Ok(None);
    }
    let Sequence { range, step } = sequence(m, value)?;
    let step = m.to_int(step)?;
    let mut bounds = range;
    if step < 0 {
        bounds = Parts { begin: range.end, end: range.begin, exclusive: false };
        if range.exclusive && !range.end.is_nil() {
            bounds.begin = Value::Int(m.to_int(range.end)?.saturating_add(1));
        }
    }
    let is_wide = !(-1..=1).contains(&step);
    let mode = if is_wide { Span::Strict } else { Span::Clamped };
    let Some((start, count)) = span_of(m, bounds, value, length, mode)? else {
        return Ok(Some(None));
    };
    if is_wide && (start > length || count > length) {
        let text = m.inspect(value)?;
        return Err(m.range_error(format!("{text} out of range")));
    }
    let end = (start + count).min(length);
    let stride = usize::try_from(step.unsigned_abs()).unwrap_or(usize::MAX).max(1);
    let positions = if step < 0 {
        (start..end).rev().step_by(stride).collect()
    } else {
        (start..end).step_by(stride).collect()
    };
    Ok(Some(Some(positions)))
}

/// `begin`
fn begin(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    Ok(sequence(m, this)?.range.begin)
}

/// `end`
fn end(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    Ok(sequence(m, this)?.range.end)
}

/// `step`
fn step(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    Ok(sequence(m, this)?.step)
}

/// `exclude_end?`
fn excludes_end(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    Ok(sequence(m, this)?.range.exclusive.into())
}

/// `size`
fn size(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let Sequence { range, step } = sequence(m, this)?;
    if range.begin.is_nil() {
        return Err(m.type_error("nil can't be coerced into Integer"));
    }
    if range.end.is_nil() {
        return Ok(Value::Float(f64::INFINITY));
    }
    interval_size(m, range.begin, range.end, step, range.exclusive)
}

/// Calls a function with each number from the beginning of a range in steps.
pub(crate) fn for_each(
    m: &mut Machine<'_>,
    range: Parts,
    step: Value,
    each: impl Fn(&mut Machine<'_>, Value) -> Flow<Step> + 'static,
) -> Flow<()> {
    let is_float =
        [range.begin, range.end, step].iter().any(|value| matches!(value, Value::Float(_)));
    if is_float {
        return by_floats(m, range, step, each);
    }
    let is_rising = match step {
        Value::Int(step) => step > 0,
        _ => m.call(step, names::GREATER, &[Value::Int(0)])?.is_truthy(),
    };
    let mut number = range.begin;
    loop {
        m.step()?;
        if !range.end.is_nil() {
            let order = m.compare_strict(number, range.end)?;
            let order = if is_rising { order } else { order.reverse() };
            if order.is_gt() || order.is_eq() && range.exclusive {
                return Ok(());
            }
        }
        if each(m, number)?.is_break() {
            return Ok(());
        }
        number = match (number, step) {
            (Value::Int(a), Value::Int(b)) if a.checked_add(b).is_some() => {
                Value::Int(a.wrapping_add(b))
            }
            _ => m.call(number, names::PLUS, &[step])?,
        };
    }
}

/// The float of an operand in arithmetic: strings are refused.
pub(crate) fn float(m: &mut Machine<'_>, value: Value) -> Flow<f64> {
    match value {
        Value::Nil => Err(m.type_error("no implicit conversion to float from nil")),
        Value::Str(_) => Err(m.type_error("no implicit conversion to float from string")),
        _ => m.to_float(value),
    }
}

fn by_floats(
    m: &mut Machine<'_>,
    range: Parts,
    step: Value,
    each: impl Fn(&mut Machine<'_>, Value) -> Flow<Step> + 'static,
) -> Flow<()> {
    let (begin, step) = (float(m, range.begin)?, float(m, step)?);
    let end = match range.end {
        Value::Nil if step < 0.0 => f64::NEG_INFINITY,
        Value::Nil => f64::INFINITY,
        end => float(m, end)?,
    };
    let count = float_steps(begin, end, step, range.exclusive);
    if step.is_infinite() {
        if count > 0.0 {
            let _ = each(m, Value::Float(begin))?;
        }
        return Ok(());
    }
    let mut index = 0.0;
    while index < count {
        m.step()?;
        let number = float_at(begin, end, step, index);
        if each(m, Value::Float(number))?.is_break() {
            break;
        }
        index += 1.0;
    }
    Ok(())
}

/// `each`
fn each(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return Ok(this) };
    let Sequence { range, step } = sequence(m, this)?;
    for_each(m, range, step, move |m, item| {
        m.yield_one(block, item)?;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(this)
}

/// `to_a`
fn to_a(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let Sequence { range, step } = sequence(m, this)?;
    let list = new_list(m);
    for_each(m, range, step, move |m, item| {
        push(m, list, item)?;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(Value::Array(list))
}

/// `first`
fn first(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Sequence { range, step } = sequence(m, this)?;
    let Some(count) = args.opt(0) else {
        let found = Rc::new(Cell::new(Value::Nil));
        let state = found.clone();
        if range.end.is_nil() {
            return Ok(range.begin);
        }
        for_each(m, range, step, move |_, item| {
            state.set(item);
            Ok(ControlFlow::Break(()))
        })?;
        return Ok(found.get());
    };
    let count = m.to_int(count)?;
    if count < 0 {
        return Err(m.argument_error("attempt to take negative size"));
    }
    let list = new_list(m);
    if count > 0 {
        for_each(m, range, step, move |m, item| {
            push(m, list, item)?;
            let is_full = m.array(list).len() as i64 >= count;
            Ok(if is_full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
    }
    Ok(Value::Array(list))
}

/// The number at an index of the sequence.
fn at(m: &mut Machine<'_>, sequence: Sequence, index: Value) -> Flow {
    let Sequence { range, step } = sequence;
    let is_float =
        [range.begin, range.end, step].iter().any(|value| matches!(value, Value::Float(_)));
    if is_float {
        let (begin, end) = (m.to_float(range.begin)?, m.to_float(range.end)?);
        let (step, index) = (m.to_float(step)?, m.to_float(index)?);
        return Ok(Value::Float(float_at(begin, end, step, index)));
    }
    let distance = m.call(step, names::TIMES, &[index])?;
    m.call(range.begin, names::PLUS, &[distance])
}

/// `last`
fn last(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let sequence = sequence(m, this)?;
    let Sequence { range, step } = sequence;
    if range.end.is_nil() {
        return Err(m.range_error("cannot get the last element of endless arithmetic sequence"));
    }
    let size = interval_size(m, range.begin, range.end, step, range.exclusive)?;
    let expected = match args.opt(0) {
        Some(count) => Some(m.to_int(count)?),
        None => None,
    };
    if expected.is_some_and(|count| count < 0) {
        return Err(m.argument_error("negative array size"));
    }
    let size = m.big(size);
    let Some(expected) = expected else {
        if size == num_bigint::BigInt::from(0) {
            return Ok(Value::Nil);
        }
        let index = m.new_integer(size - 1);
        return at(m, sequence, index);
    };
    let mut index = (&size - expected).max(num_bigint::BigInt::from(0));
    let list = new_list(m);
    while index < size {
        let place = m.new_integer(index.clone());
        let number = at(m, sequence, place)?;
        push(m, list, number)?;
        index += 1;
    }
    Ok(Value::Array(list))
}

/// `inspect`
fn inspect(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let data = data(m, this)?;
    let mut receiver = m.to_s_text(data.receiver)?;
    if matches!(data.receiver, Value::Range(_)) {
        receiver = format!("({receiver})");
    }
    let args = inspect_args(m, &data.args, data.has_keywords)?;
    let args = if data.args.is_empty() { String::new() } else { format!("({args})") };
    Ok(m.new_str(format!("({receiver}.{}{args})", data.method)))
}

/// `==`
fn equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if m.real_class_of(args[0]) != class::ARITHMETIC_SEQUENCE {
        return Ok(Value::FALSE);
    }
    let (a, b) = (sequence(m, this)?, sequence(m, args[0])?);
    let is_equal = a.range.exclusive == b.range.exclusive
        && m.equals(a.range.begin, b.range.begin)?
        && m.equals(a.range.end, b.range.end)?
        && m.equals(a.step, b.step)?;
    Ok(is_equal.into())
}

/// `hash`
fn hash(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let Sequence { range, step } = sequence(m, this)?;
    let parts = vec![Value::Bool(range.exclusive), range.begin, range.end, step];
    let parts = m.new_array(parts);
    m.call(parts, Symbol::new("hash"), &[])
}
