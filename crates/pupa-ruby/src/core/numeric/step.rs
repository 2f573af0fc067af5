//! `Numeric#step`, and the sizes of its enumerators.

use super::tower;
use crate::core::class;
use crate::core::enumerator::arithmetic;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Block};
use crate::symbol::names;
use crate::value::Value;

/// The limit and the step of a call.
struct StepArgs {
    limit: Value,
    step: Value,
    /// Whether the step was passed by position.
    is_positional: bool,
}

impl StepArgs {
    fn parse(m: &mut Machine<'_>, args: Args<'_>) -> Flow<StepArgs> {
        let (list, keywords) = args.split_keywords();
        m.check_arity(list.len(), 0, Some(2))?;
        let mut limit = list.first().copied();
        let mut step = list.get(1).copied();
        let is_positional = step.is_some();
        if let Some(to) = m.keyword(keywords, "to") {
            if limit.is_some() {
                return Err(m.argument_error("to is given twice"));
            }
            limit = Some(to);
        }
        if let Some(by) = m.keyword(keywords, "by") {
            if step.is_some() {
                return Err(m.argument_error("step is given twice"));
            }
            step = Some(by);
        }
        let limit = limit.unwrap_or(Value::Nil);
        Ok(StepArgs { limit, step: step.unwrap_or(Value::Int(1)), is_positional })
    }
}

pub(crate) fn step(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let StepArgs { limit, step, is_positional } = StepArgs::parse(m, args)?;
    let Some(block) = args.block else {
        if matches!(step, Value::Int(0)) || m.equals(step, Value::Int(0))? {
            return Err(m.argument_error("step can't be 0"));
        }
        let is_counted = m.is_a(limit, class::NUMERIC) || limit.is_nil();
        if is_counted && m.is_a(step, class::NUMERIC) {
            return arithmetic::new(m, this, args, this, limit, step, false);
        }
        let list = [limit, step];
        return m.enumerator(this, Args { list: &list, has_keywords: false, ..args });
    };
    if step.is_nil() && is_positional {
        return Err(m.type_error("step must be numeric"));
    }
    let step = if step.is_nil() { Value::Int(1) } else { step };
    if m.equals(step, Value::Int(0))? {
        return Err(m.argument_error("step can't be 0"));
    }
    let is_down = is_negative(m, step)?;
    run(m, this, limit, step, is_down, block)?;
    Ok(this)
}

/// The size of an enumerator whose limit or step is not a number: raises an error.
pub(crate) fn foreign_size(m: &mut Machine<'_>, this: Value, args: &[Value]) -> Flow {
    let limit = args.first().copied().unwrap_or(Value::Nil);
    let step = match args.get(1) {
        None | Some(Value::Nil) => Value::Int(1),
        Some(&step) => step,
    };
    is_negative(m, step)?;
    if [this, limit, step].iter().any(|v| matches!(v, Value::Float(_))) {
        for value in [step, limit] {
            arithmetic::float(m, value)?;
        }
    }
    Err(m.comparison_failed(this, limit))
}

/// Whether a step counts down. For other classes: whether it is not greater than zero.
fn is_negative(m: &mut Machine<'_>, step: Value) -> Flow<bool> {
    if tower::is_core_real(m, step) {
        return Ok(tower::compare_reals(m, step, Value::Int(0)).is_some_and(|order| order.is_lt()));
    }
    match m.try_call(step, names::GREATER, &[Value::Int(0)])? {
        Some(result) => Ok(!result.is_truthy()),
        None => {
            let name = m.class_name_of(step);
            Err(m.type_error(format!("0 can't be coerced into {name}")))
        }
    }
}

fn run(
    m: &mut Machine<'_>,
    this: Value,
    limit: Value,
    step: Value,
    is_down: bool,
    block: Block,
) -> Flow<()> {
    if let (Value::Int(first), Value::Int(step)) = (this, step) {
        let bound = match limit {
            Value::Int(limit) => Some(limit),
            Value::Nil => Some(if is_down { i64::MIN } else { i64::MAX }),
            _ => None,
        };
        if let Some(bound) = bound {
            let mut index = first;
            while if is_down { index >= bound } else { index <= bound } {
                m.step()?;
                m.yield_one(block, Value::Int(index))?;
                match index.checked_add(step) {
                    Some(next) => index = next,
                    None => break,
                }
            }
            return Ok(());
        }
    }
    let has_float = [this, limit, step].iter().any(|v| matches!(v, Value::Float(_)));
    if has_float {
        let unbounded = if is_down { f64::NEG_INFINITY } else { f64::INFINITY };
        let (step, first) = (float_operand(m, step)?, float_operand(m, this)?);
        let limit = if limit.is_nil() { unbounded } else { float_operand(m, limit)? };
        return float_steps(m, first, limit, step, block);
    }
    let mut index = this;
    let beyond = if is_down { names::LESS } else { names::GREATER };
    loop {
        if !limit.is_nil() && m.call(index, beyond, &[limit])?.is_truthy() {
            return Ok(());
        }
        m.step()?;
        m.yield_one(block, index)?;
        index = m.call(index, names::PLUS, &[step])?;
    }
}

fn float_operand(m: &mut Machine<'_>, value: Value) -> Flow<f64> {
    match tower::real_float(m, value) {
        Some(number) => Ok(number),
        None => arithmetic::float(m, value),
    }
}

/// The number of floats from `first` to `last`, with a tolerance for rounding errors.
pub(crate) fn float_step_size(first: f64, last: f64, step: f64, exclusive: bool) -> f64 {
    let count = (last - first) / step;
    let error = (first.abs() + last.abs() + (last - first).abs()) / step.abs() * f64::EPSILON;
    if step.is_infinite() {
        let has_one = if step > 0.0 { first <= last } else { first >= last };
        return if has_one { 1.0 } else { 0.0 };
    }
    if step == 0.0 {
        return f64::INFINITY;
    }
    let error = error.min(0.5);
    if exclusive {
        if count <= 0.0 {
            return 0.0;
        }
        let mut whole = if count < 1.0 { 0.0 } else { (count - error).floor() };
        let next = (whole + 1.0) * step + first;
        if (first < last && next < last) || (first > last && next > last) {
            whole += 1.0;
        }
        return whole + 1.0;
    }
    if count < 0.0 { 0.0 } else { (count + error).floor() + 1.0 }
}

fn float_steps(m: &mut Machine<'_>, first: f64, last: f64, step: f64, block: Block) -> Flow<()> {
    let count = float_step_size(first, last, step, false);
    if step.is_infinite() {
        if count > 0.0 {
            m.yield_one(block, Value::Float(first))?;
        }
        return Ok(());
    }
    let mut index = 0.0;
    while index < count {
        m.step()?;
        let mut number = index * step + first;
        if if step >= 0.0 { last < number } else { number < last } {
            number = last;
        }
        m.yield_one(block, Value::Float(number))?;
        index += 1.0;
    }
    Ok(())
}
