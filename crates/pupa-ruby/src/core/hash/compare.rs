//! `Hash`: equality, subsets, hash code and `inspect`.

use super::id_of;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::{Symbol, names};
use crate::value::{HashId, Value};

pub(super) fn equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    is_equal(m, this, args[0], names::EQUALS)
}

pub(super) fn is_eql(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    is_equal(m, this, args[0], names::EQL)
}

fn is_equal(m: &mut Machine<'_>, this: Value, other: Value, method: Symbol) -> Flow {
    if this.is_same(other) {
        return Ok(Value::TRUE);
    }
    let hash = id_of(m, this)?;
    let Value::Hash(other_hash) = other else {
        let is_object = matches!(other, Value::Object(_));
        if !is_object || !m.responds_to(other, names::TO_HASH)? {
            return Ok(Value::FALSE);
        }
        return Ok(Value::Bool(m.call(other, method, &[this])?.is_truthy()));
    };
    let (a, b) = (m.hash(hash), m.hash(other_hash));
    if a.len() != b.len() {
        return Ok(Value::FALSE);
    }
    if a.is_empty() {
        return Ok(Value::TRUE);
    }
    if a.by_identity != b.by_identity {
        return Ok(Value::FALSE);
    }
    let result = m.guard_recursion(method, this, other, true, |m| {
        contains_all(m, other_hash, hash, method)
    })?;
    Ok(Value::Bool(result))
}

/// Whether a hash contains all entries of another.
fn contains_all(m: &mut Machine<'_>, whole: HashId, part: HashId, method: Symbol) -> Flow<bool> {
    let mut position = 0;
    while let Some((next, key, value)) = m.hash(part).next_from(position) {
        m.step()?;
        let Some(other) = m.hash_get(whole, key)? else { return Ok(false) };
        let is_equal = match method {
            names::EQL => m.eql(value, other)?,
            _ => m.equals(value, other)?,
        };
        if !is_equal {
            return Ok(false);
        }
        position = next;
    }
    Ok(true)
}

fn is_subset(m: &mut Machine<'_>, part: HashId, whole: HashId) -> Flow<bool> {
    Ok(m.hash(part).len() <= m.hash(whole).len() && contains_all(m, whole, part, names::EQUALS)?)
}

pub(super) fn is_less_or_equal(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (hash, other) = (id_of(m, this)?, m.to_hash(args[0])?);
    Ok(Value::Bool(is_subset(m, hash, other)?))
}

pub(super) fn is_less(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (hash, other) = (id_of(m, this)?, m.to_hash(args[0])?);
    let is_smaller = m.hash(hash).len() < m.hash(other).len();
    Ok(Value::Bool(is_smaller && is_subset(m, hash, other)?))
}

pub(super) fn is_greater_or_equal(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (hash, other) = (id_of(m, this)?, m.to_hash(args[0])?);
    Ok(Value::Bool(is_subset(m, other, hash)?))
}

pub(super) fn is_greater(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (hash, other) = (id_of(m, this)?, m.to_hash(args[0])?);
    let is_smaller = m.hash(other).len() < m.hash(hash).len();
    Ok(Value::Bool(is_smaller && is_subset(m, other, hash)?))
}

pub(super) fn hash_code(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    let code = m.hash_collection(this, |m| {
        let mut sum = m.hash(hash).len() as u64;
        let mut position = 0;
        while let Some((next, key, value)) = m.hash(hash).next_from(position) {
            m.step()?;
            let (key, value) = (m.hash_code(key)?, m.hash_code(value)?);
            let entry = key.rotate_left(13) ^ value.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            // The order of the entries does not matter.
            sum = sum.wrapping_add(entry ^ entry >> 31);
            position = next;
        }
        Ok(sum)
    })?;
    Ok(Value::Int((code >> 2) as i64))
}

pub(super) fn inspect(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    if m.hash(hash).is_empty() {
        return Ok(m.new_str("{}"));
    }
    let recursive = "{...}".to_owned();
    let text = m.guard_recursion(names::INSPECT, this, Value::Nil, recursive, |m| {
        let mut text = "{".to_owned();
        super::each_entry(m, hash, |m, key, value| {
            if text.len() > 1 {
                text.push_str(", ");
            }
            text.push_str(&m.inspect(key)?);
            text.push_str("=>");
            text.push_str(&m.inspect(value)?);
            Ok(true)
        })?;
        text.push('}');
        m.charge(text.len())?;
        Ok(text)
    })?;
    Ok(m.new_str(text))
}
