//! `Struct`: iteration over the values, and conversions to arrays and hashes.

use super::{data, members, values};
use crate::core::hash;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::value::Value;

pub(super) fn to_a(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let values = values(m, this)?;
    Ok(m.new_array(values))
}

pub(super) fn to_h(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let data = data(m, this)?.clone();
    let result = m.new_hash();
    for (&member, &value) in data.info.members.iter().zip(&data.values) {
        let (key, value) = match args.block {
            Some(block) => {
                let pair = m.yield_block(block, &[Value::Sym(member), value])?;
                hash::entry_of_pair(m, pair)?
            }
            None => (Value::Sym(member), value),
        };
        m.hash_set(result, key, value)?;
    }
    Ok(Value::Hash(result))
}

pub(super) fn deconstruct_keys(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let keys = match args[0] {
        Value::Nil => return to_h(m, this, args),
        Value::Array(keys) => m.array(keys).to_vec(),
        other => {
            let name = m.class_name_of(other);
            return Err(m.type_error(format!("wrong argument type {name} (expected Array or nil)")));
        }
    };
    let data = data(m, this)?.clone();
    let result = m.new_hash();
    if keys.len() > data.values.len() {
        return Ok(Value::Hash(result));
    }
    for key in keys {
        let Some(position) = members::find_position(m, this, key)? else { break };
        if let Some(&value) = data.values.get(position) {
            m.hash_set(result, key, value)?;
        }
    }
    Ok(Value::Hash(result))
}

pub(super) fn each(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let mut index = 0;
    while let Some(&value) = data(m, this)?.values.get(index) {
        m.yield_one(block, value)?;
        index += 1;
    }
    Ok(this)
}

pub(super) fn each_pair(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let is_apart = hash::wants_pair_apart(m, block);
    let members = data(m, this)?.info.members.clone();
    for (index, member) in members.into_iter().enumerate() {
        let value = data(m, this)?.values.get(index).copied().unwrap_or(Value::Nil);
        hash::yield_pair(m, block, is_apart, Value::Sym(member), value)?;
    }
    Ok(this)
}

pub(super) fn select(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let mut kept = Vec::new();
    for value in values(m, this)? {
        if m.yield_one(block, value)?.is_truthy() {
            kept.push(value);
        }
    }
    Ok(m.new_array(kept))
}

pub(super) fn values_at(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let values = values(m, this)?;
    let list = m.new_array(values);
    let mut found = Vec::new();
    for &arg in args.list {
        if let Value::Range(_) = arg {
            if let Value::Array(more) = m.call(list, args.name, &[arg])? {
                found.extend_from_slice(m.array(more));
            }
            continue;
        }
        let index = Value::Int(m.to_int(arg)?);
        let position = members::position(m, this, index)?;
        found.push(data(m, this)?.values.get(position).copied().unwrap_or(Value::Nil));
    }
    Ok(m.new_array(found))
}
