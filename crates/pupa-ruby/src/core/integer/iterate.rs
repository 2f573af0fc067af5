//! `Integer`: the loops `times`, `upto` and `downto`.

use crate::core::numeric::tower;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::names;
use crate::value::Value;

pub(crate) fn times(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    if let Value::Int(count) = this {
        for index in 0..count {
            m.step()?;
            m.yield_one(block, Value::Int(index))?;
        }
        return Ok(this);
    }
    let mut index = Value::Int(0);
    while compare(m, index, this, names::LESS)? {
        m.step()?;
        m.yield_one(block, index)?;
        index = tower::add(m, index, Value::Int(1))?;
    }
    Ok(this)
}

fn compare(m: &mut Machine<'_>, a: Value, b: Value, name: crate::symbol::Symbol) -> Flow<bool> {
    Ok(m.call(a, name, &[b])?.is_truthy())
}

pub(crate) fn upto(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let limit = args[0];
    if let (Value::Int(first), Value::Int(last)) = (this, limit) {
        for index in first..=last {
            m.step()?;
            m.yield_one(block, Value::Int(index))?;
        }
        return Ok(this);
    }
    let mut index = this;
    while !compare(m, index, limit, names::GREATER)? {
        m.step()?;
        m.yield_one(block, index)?;
        index = tower::add(m, index, Value::Int(1))?;
    }
    Ok(this)
}

pub(crate) fn downto(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let limit = args[0];
    if let (Value::Int(first), Value::Int(last)) = (this, limit) {
        let mut index = first;
        while index >= last {
            m.step()?;
            m.yield_one(block, Value::Int(index))?;
            match index.checked_sub(1) {
                Some(next) => index = next,
                None => break,
            }
        }
        return Ok(this);
    }
    let mut index = this;
    while !compare(m, index, limit, names::LESS)? {
        m.step()?;
        m.yield_one(block, index)?;
        index = tower::sub(m, index, Value::Int(1))?;
    }
    Ok(this)
}
