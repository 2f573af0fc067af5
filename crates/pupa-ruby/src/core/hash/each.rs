//! `Hash`: iteration, `select`, `reject` and predicates such as `any?`.

use super::{build, id_of, new_like};
use crate::machine::{Flow, Machine};
use crate::native::{Args, Block};
use crate::symbol::Symbol;
use crate::value::{HashId, Value};

/// Calls a function with each entry until it returns `false`. The function cannot add keys.
pub(crate) fn each_entry(
    m: &mut Machine<'_>,
    hash: HashId,
    mut each: impl FnMut(&mut Machine<'_>, Value, Value) -> Flow<bool>,
) -> Flow<()> {
    m.begin_iteration(hash);
    let mut position = 0;
    let result = loop {
        let Some((next, key, value)) = m.hash(hash).next_from(position) else { break Ok(()) };
        if let Err(jump) = m.step() {
            break Err(jump);
        }
        match each(m, key, value) {
            Ok(true) => position = next,
            Ok(false) => break Ok(()),
            Err(jump) => break Err(jump),
        }
    };
    m.end_iteration(hash);
    result
}

/// Whether a block receives key and value separately, so that no array is needed for the pair.
pub(crate) fn wants_pair_apart(m: &mut Machine<'_>, block: Block) -> bool {
    match block {
        Block::Symbol(_) => false,
        Block::Proc(id) if m.heap.procs[id].is_lambda => false,
        _ => required(m, block) > 1,
    }
}

/// The number of arguments that a block requires.
pub(super) fn required(m: &mut Machine<'_>, block: Block) -> i64 {
    let arity = m.block_arity(block);
    if arity < 0 { -arity - 1 } else { arity }
}

/// Calls a block with a pair.
#[inline]
pub(crate) fn yield_pair(
    m: &mut Machine<'_>,
    block: Block,
    is_apart: bool,
    key: Value,
    value: Value,
) -> Flow {
    if is_apart {
        return m.yield_block(block, &[key, value]);
    }
    let pair = m.new_array(vec![key, value]);
    m.yield_one(block, pair)
}

pub(super) fn each_pair(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let is_apart = wants_pair_apart(m, block);
    each_entry(m, hash, |m, key, value| {
        yield_pair(m, block, is_apart, key, value)?;
        Ok(true)
    })?;
    Ok(this)
}

pub(super) fn each_key(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    let Some(block) = args.block else { return m.enumerator(this, args) };
    each_entry(m, hash, |m, key, _| {
        m.yield_one(block, key)?;
        Ok(true)
    })?;
    Ok(this)
}

pub(super) fn each_value(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    let Some(block) = args.block else { return m.enumerator(this, args) };
    each_entry(m, hash, |m, _, value| {
        m.yield_one(block, value)?;
        Ok(true)
    })?;
    Ok(this)
}

/// The hash of the entries for which the truth of the block's result equals `wanted`.
fn filter(m: &mut Machine<'_>, this: Value, args: Args<'_>, expected: bool) -> Flow {
    let hash = id_of(m, this)?;
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let result = new_like(m, hash);
    let mut kept = Vec::new();
    m.begin_iteration(hash);
    let mut position = 0;
    let mut outcome = Ok(());
    while let Some((next, key, value)) = m.hash(hash).next_from(position) {
        let entry = m.hash(hash).entry_at(next - 1);
        let answer = match m.step() {
            Ok(()) => m.yield_block(block, &[key, value]),
            Err(jump) => Err(jump),
        };
        match answer {
            Ok(answer) if answer.is_truthy() == expected => kept.extend(entry),
            Ok(_) => {}
            Err(jump) => {
                outcome = Err(jump);
                break;
            }
        }
        position = next;
    }
    m.end_iteration(hash);
    outcome?;
    m.charge(kept.len() * 48)?;
    let table = m.hash_mut(result);
    for entry in kept {
        table.push(entry.code, entry.key, entry.value);
    }
    Ok(Value::Hash(result))
}

pub(super) fn select(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    filter(m, this, args, true)
}

pub(super) fn reject(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    filter(m, this, args, false)
}

/// Whether the result of the pattern or block equals `wanted` for an entry. Without both, every
/// entry counts as true.
fn exists(m: &mut Machine<'_>, this: Value, args: Args<'_>, expected: bool) -> Flow<bool> {
    let hash = id_of(m, this)?;
    let mut is_found = false;
    if let Some(pattern) = args.opt(0) {
        each_entry(m, hash, |m, key, value| {
            let pair = m.new_array(vec![key, value]);
            is_found = m.case_equals(pattern, pair)? == expected;
            Ok(!is_found)
        })?;
        return Ok(is_found);
    }
    let Some(block) = args.block else {
        return Ok(expected && !m.hash(hash).is_empty());
    };
    let is_apart = wants_pair_apart(m, block);
    each_entry(m, hash, |m, key, value| {
        is_found = yield_pair(m, block, is_apart, key, value)?.is_truthy() == expected;
        Ok(!is_found)
    })?;
    Ok(is_found)
}

pub(super) fn is_any(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok(Value::Bool(exists(m, this, args, true)?))
}

pub(super) fn is_all(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if let Some(result) = by_own_each(m, this, args)? {
        return Ok(result);
    }
    Ok(Value::Bool(!exists(m, this, args, false)?))
}

pub(super) fn is_none(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if let Some(result) = by_own_each(m, this, args)? {
        return Ok(result);
    }
    Ok(Value::Bool(!exists(m, this, args, true)?))
}

/// The result of the method in `Enumerable`, for a subclass that overrides `each`; `None` for other
/// hashes.
pub(super) fn by_own_each(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow<Option<Value>> {
    use crate::core::class;
    use crate::machine::MethodKind;
    let own = m.class_of(this);
    if own == class::HASH {
        return Ok(None);
    }
    let each = m.find_method(own, crate::symbol::names::EACH);
    if each.is_none_or(|each| m.method(each).owner == class::HASH) {
        return Ok(None);
    }
    let Some(method) = m.own_method(class::ENUMERABLE, args.name) else { return Ok(None) };
    match m.method(method).kind {
        MethodKind::Native(native) => (native.run)(m, this, args).map(Some),
        _ => Ok(None),
    }
}

/// Calls the method of the same name on the array of pairs. No keys can be added to the receiver
/// meanwhile.
pub(super) fn on_pairs(m: &mut Machine<'_>, hash: HashId, args: Args<'_>) -> Flow {
    let pairs = build::pairs(m, hash)?;
    let pairs = m.new_array(pairs);
    m.begin_iteration(hash);
    let result = m.call_args(pairs, args);
    m.end_iteration(hash);
    result
}

/// Whether a method returns the receiver.
pub(super) fn returns_receiver(name: Symbol) -> bool {
    name.as_str() == "each_with_index"
}
