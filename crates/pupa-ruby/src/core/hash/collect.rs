//! `Hash`: faster versions of methods of `Enumerable`.
//!
//! They read the entries directly. A subclass of `Hash` may override `each`; for its instances the
//! method of `Enumerable` is called (`by_own_each`).

use super::each::{by_own_each, on_pairs, required, returns_receiver, yield_pair};
use super::{each_entry, id_of, wants_pair_apart};
use crate::heap::procs::ProcKind;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Block};
use crate::symbol::{Symbol, names};
use crate::value::{HashId, Value};

/// Calls the block with each pair and a function with the result, until the function returns
/// `false`.
fn each_result(
    m: &mut Machine<'_>,
    hash: HashId,
    block: Block,
    is_apart: bool,
    mut each: impl FnMut(&mut Machine<'_>, Value) -> Flow<bool>,
) -> Flow<()> {
    each_entry(m, hash, |m, key, value| {
        let result = yield_pair(m, block, is_apart, key, value)?;
        each(m, result)
    })
}

pub(super) fn map(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    let Some(block) = args.block else { return m.enumerator(this, args) };
    if let Some(result) = by_own_each(m, this, args)? {
        return Ok(result);
    }
    // Compat: here even a lambda receives key and value separately.
    let is_apart = match block {
        Block::Symbol(_) => false,
        Block::Proc(id) if matches!(m.heap.procs[id].kind, ProcKind::Method { .. }) => {
            let arity = m.call(Value::Proc(id), Symbol::new("arity"), &[])?;
            matches!(arity, Value::Int(2..) | Value::Int(..-2))
        }
        _ => required(m, block) > 1,
    };
    let mut results = Vec::with_capacity(m.hash(hash).len());
    each_result(m, hash, block, is_apart, |m, result| {
        m.charge(size_of::<Value>())?;
        results.push(result);
        Ok(true)
    })?;
    Ok(m.new_array(results))
}

pub(super) fn flat_map(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    let Some(block) = args.block else { return m.enumerator(this, args) };
    if let Some(result) = by_own_each(m, this, args)? {
        return Ok(result);
    }
    let is_apart = wants_pair_apart(m, block);
    let mut results = Vec::new();
    each_result(m, hash, block, is_apart, |m, result| {
        match m.try_ary(result)? {
            Some(list) => {
                m.charge(size_of_val(m.array(list)))?;
                results.extend_from_slice(m.array(list));
            }
            None => results.push(result),
        }
        Ok(true)
    })?;
    Ok(m.new_array(results))
}

pub(super) fn filter_map(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    let Some(block) = args.block else { return m.enumerator(this, args) };
    if let Some(result) = by_own_each(m, this, args)? {
        return Ok(result);
    }
    let is_apart = wants_pair_apart(m, block);
    let mut results = Vec::new();
    each_result(m, hash, block, is_apart, |_, result| {
        if result.is_truthy() {
            results.push(result);
        }
        Ok(true)
    })?;
    Ok(m.new_array(results))
}

pub(super) fn find(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    let Some(block) = args.block else { return m.enumerator(this, args) };
    if let Some(result) = by_own_each(m, this, args)? {
        return Ok(result);
    }
    let is_apart = wants_pair_apart(m, block);
    let mut found = None;
    each_entry(m, hash, |m, key, value| {
        if is_apart {
            if m.yield_block(block, &[key, value])?.is_truthy() {
                found = Some(m.new_array(vec![key, value]));
            }
        } else {
            let pair = m.new_array(vec![key, value]);
            if m.yield_one(block, pair)?.is_truthy() {
                found = Some(pair);
            }
        }
        Ok(found.is_none())
    })?;
    match (found, args.or_nil(0)) {
        (Some(pair), _) => Ok(pair),
        (None, Value::Nil) => Ok(Value::Nil),
        (None, otherwise) => m.call(otherwise, names::CALL, &[]),
    }
}

pub(super) fn find_all(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    let Some(block) = args.block else { return m.enumerator(this, args) };
    if let Some(result) = by_own_each(m, this, args)? {
        return Ok(result);
    }
    let mut found = Vec::new();
    each_entry(m, hash, |m, key, value| {
        let pair = m.new_array(vec![key, value]);
        if m.yield_one(block, pair)?.is_truthy() {
            found.push(pair);
        }
        Ok(true)
    })?;
    Ok(m.new_array(found))
}

pub(super) fn count(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    if let Some(result) = by_own_each(m, this, args)? {
        return Ok(result);
    }
    let mut count = 0_usize;
    if let Some(expected) = args.opt(0) {
        each_entry(m, hash, |m, key, value| {
            let pair = m.new_array(vec![key, value]);
            count += usize::from(m.equals(pair, expected)?);
            Ok(true)
        })?;
        return Ok(count.into());
    }
    let Some(block) = args.block else { return Ok(m.hash(hash).len().into()) };
    let is_apart = wants_pair_apart(m, block);
    each_result(m, hash, block, is_apart, |_, result| {
        count += usize::from(result.is_truthy());
        Ok(true)
    })?;
    Ok(count.into())
}

pub(super) fn first(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    if let Some(result) = by_own_each(m, this, args)? {
        return Ok(result);
    }
    let Some(count) = args.opt(0) else {
        return Ok(match m.hash(hash).next_from(0) {
            Some((_, key, value)) => m.new_array(vec![key, value]),
            None => Value::Nil,
        });
    };
    let Ok(count) = usize::try_from(m.to_int(count)?) else {
        return Err(m.argument_error("attempt to take negative size"));
    };
    let entries: Vec<_> = m.hash(hash).iter().take(count).collect();
    let pairs = entries.into_iter().map(|(key, value)| m.new_array(vec![key, value])).collect();
    Ok(m.new_array(pairs))
}

/// Forwards a method with a block to the array of pairs.
pub(super) fn with_pairs(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.block.is_none() {
        return m.enumerator(this, args);
    }
    let result = of_pairs(m, this, args)?;
    Ok(if returns_receiver(args.name) { this } else { result })
}

/// Forwards a method to the array of pairs.
pub(super) fn of_pairs(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    if let Some(result) = by_own_each(m, this, args)? {
        return Ok(result);
    }
    on_pairs(m, hash, args)
}
