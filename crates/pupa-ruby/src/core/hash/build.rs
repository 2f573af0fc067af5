//! `Hash`: constructors and conversions (`to_a`, `to_h`, `invert` and others).

use std::rc::Rc;

use super::{changed, id_of};
use crate::core::class;
use crate::heap::RHash;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Block};
use crate::symbol::{Symbol, names};
use crate::value::{ClassId, HashId, ProcId, Value};

pub(super) fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = changed(m, this)?;
    if let Some(block) = args.block {
        if !args.is_empty() {
            return Err(m.arity_error(args.len(), 0, Some(0)));
        }
        if let Value::Proc(proc) = m.block_to_proc(block) {
            check_default_proc(m, proc)?;
            m.hash_mut(hash).default_proc = Some(proc);
            m.hash_mut(hash).default = Value::Nil;
        }
        return Ok(this);
    }
    m.check_arity(args.len(), 0, Some(1))?;
    m.hash_mut(hash).default = args.or_nil(0);
    m.hash_mut(hash).default_proc = None;
    Ok(this)
}

/// Raises an error for a lambda that cannot be called with a hash and a key.
pub(super) fn check_default_proc(m: &mut Machine<'_>, proc: ProcId) -> Flow<()> {
    if !m.heap.procs[proc].is_lambda {
        return Ok(());
    }
    let arity = crate::core::procs::proc_arity(m, proc);
    if arity != 2 && !(-3..0).contains(&arity) {
        let count = if arity < 0 { -arity - 1 } else { arity };
        return Err(m.type_error(format!("default_proc takes two arguments (2 for {count})")));
    }
    Ok(())
}

/// A new empty hash that compares keys in the same way as another one.
pub(crate) fn new_like(m: &mut Machine<'_>, other: HashId) -> HashId {
    let hash = m.new_hash();
    let by_identity = m.hash(other).by_identity;
    m.hash_mut(hash).by_identity = by_identity;
    hash
}

/// A copy of the entries, without default values.
pub(super) fn copy_entries(m: &mut Machine<'_>, other: HashId) -> Flow<HashId> {
    m.charge(m.hash(other).len() * 48)?;
    let hash = new_like(m, other);
    assign_entries(m, hash, other);
    Ok(hash)
}

fn assign_entries(m: &mut Machine<'_>, hash: HashId, other: HashId) {
    let mut table: RHash = std::mem::take(m.hash_mut(hash));
    table.assign_entries(m.hash(other));
    *m.hash_mut(hash) = table;
}

pub(super) fn replace(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = changed(m, this)?;
    let other = m.to_hash(args[0])?;
    if hash == other {
        return Ok(this);
    }
    if m.hash(hash).iterating > 0 {
        return Err(m.runtime_error("can't replace hash during iteration"));
    }
    m.charge(m.hash(other).len() * 48)?;
    let source = m.hash(other);
    let (default, proc, by_identity) = (source.default, source.default_proc, source.by_identity);
    assign_entries(m, hash, other);
    let hash = m.hash_mut(hash);
    hash.default = default;
    hash.default_proc = proc;
    hash.by_identity = by_identity;
    Ok(this)
}

pub(super) fn of_arguments(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let class = m.to_module(this)?;
    if let [one] = args.list {
        if let Some(other) = try_hash(m, *one)? {
            let hash = copy_entries(m, other)?;
            m.hash_mut(hash).class = class;
            return Ok(Value::Hash(hash));
        }
        if let Some(pairs) = m.try_ary(*one)? {
            let pairs = m.array(pairs).to_vec();
            return of_pairs(m, class, &pairs);
        }
    }
    if !args.len().is_multiple_of(2) {
        return Err(m.argument_error("odd number of arguments for Hash"));
    }
    let hash = new_of_class(m, class);
    for pair in args.chunks_exact(2) {
        m.hash_set(hash, pair[0], pair[1])?;
    }
    Ok(Value::Hash(hash))
}

fn new_of_class(m: &mut Machine<'_>, class: ClassId) -> HashId {
    let hash = m.new_hash();
    m.hash_mut(hash).class = class;
    hash
}

fn of_pairs(m: &mut Machine<'_>, class: ClassId, pairs: &[Value]) -> Flow {
    let hash = new_of_class(m, class);
    for (index, &pair) in pairs.iter().enumerate() {
        let Some(id) = m.try_ary(pair)? else {
            let name = m.name_for_conversion(pair);
            return Err(
                m.argument_error(format!("wrong element type {name} at {index} (expected array)"))
            );
        };
        let (key, value) = match *m.array(id) {
            [key] => (key, Value::Nil),
            [key, value] => (key, value),
            ref other => {
                let count = other.len();
                return Err(
                    m.argument_error(format!("invalid number of elements ({count} for 1..2)"))
                );
            }
        };
        m.hash_set(hash, key, value)?;
    }
    Ok(Value::Hash(hash))
}

/// Converts a value with `to_hash`; `None` if it has no such method.
pub(super) fn try_hash(m: &mut Machine<'_>, value: Value) -> Flow<Option<HashId>> {
    match value {
        Value::Hash(id) => Ok(Some(id)),
        Value::Object(_) | Value::Array(_) => match m.try_call(value, names::TO_HASH, &[])? {
            Some(Value::Hash(id)) => Ok(Some(id)),
            None | Some(Value::Nil) => Ok(None),
            Some(other) => {
                let (from, got) = (m.class_name_of(value), m.class_name_of(other));
                Err(m.type_error(format!(
                    "can't convert {from} to Hash ({from}#to_hash gives {got})"
                )))
            }
        },
        _ => Ok(None),
    }
}

pub(super) fn try_convert(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    Ok(try_hash(m, args[0])?.map_or(Value::Nil, Value::Hash))
}

pub(super) fn is_keywords_hash(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    check_is_hash(m, args[0])?;
    Ok(Value::FALSE)
}

pub(super) fn keywords_hash(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    check_is_hash(m, args[0])?;
    m.call(args[0], names::DUP, &[])
}

fn check_is_hash(m: &mut Machine<'_>, value: Value) -> Flow<HashId> {
    match value {
        Value::Hash(id) => Ok(id),
        other => {
            let name = m.name_for_conversion(other);
            Err(m.type_error(format!("wrong argument type {name} (expected Hash)")))
        }
    }
}

pub(super) fn to_h(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    if let Some(block) = args.block {
        return to_h_by(m, hash, block);
    }
    if m.real_class_of(this) == class::HASH {
        return Ok(this);
    }
    let copy = copy_entries(m, hash)?;
    let (default, proc) = (m.hash(hash).default, m.hash(hash).default_proc);
    m.hash_mut(copy).default = default;
    m.hash_mut(copy).default_proc = proc;
    Ok(Value::Hash(copy))
}

fn to_h_by(m: &mut Machine<'_>, hash: HashId, block: Block) -> Flow {
    let result = m.new_hash();
    super::each_entry(m, hash, |m, key, value| {
        let pair = m.yield_block(block, &[key, value])?;
        let (key, value) = entry_of_pair(m, pair)?;
        m.hash_set(result, key, value)?;
        Ok(true)
    })?;
    Ok(Value::Hash(result))
}

/// The key and the value of a pair that a block of `to_h` has returned.
pub(crate) fn entry_of_pair(m: &mut Machine<'_>, pair: Value) -> Flow<(Value, Value)> {
    let Some(id) = m.try_ary(pair)? else {
        let name = m.name_for_conversion(pair);
        return Err(m.type_error(format!("wrong element type {name} (expected array)")));
    };
    match *m.array(id) {
        [key, value] => Ok((key, value)),
        ref other => {
            let count = other.len();
            Err(m.argument_error(format!(
                "element has wrong array length (expected 2, was {count})"
            )))
        }
    }
}

/// The pairs of a hash, as arrays.
pub(super) fn pairs(m: &mut Machine<'_>, hash: HashId) -> Flow<Vec<Value>> {
    m.charge(m.hash(hash).len() * 80)?;
    let entries: Vec<_> = m.hash(hash).iter().collect();
    Ok(entries.into_iter().map(|(key, value)| m.new_array(vec![key, value])).collect())
}

pub(super) fn to_a(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    let pairs = pairs(m, hash)?;
    Ok(m.new_array(pairs))
}

pub(super) fn to_proc(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    let block = Rc::new(move |m: &mut Machine<'_>, args: Args<'_>| {
        m.check_arity(args.len(), 1, Some(1))?;
        m.hash_aref(hash, args[0])
    });
    let proc = m.new_native_proc(block, 1);
    if let Value::Proc(id) = proc {
        m.core.heap.procs[id].is_lambda = true;
    }
    Ok(proc)
}

pub(super) fn invert(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    let entries: Vec<_> = m.hash(hash).iter().collect();
    let result = m.hash_of(entries.into_iter().map(|(key, value)| (value, key)))?;
    Ok(Value::Hash(result))
}

pub(super) fn flatten(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    let depth = match args.opt(0) {
        Some(depth) => m.to_int(depth)?,
        None => 1,
    };
    if depth == 0 {
        return to_a(m, this, args);
    }
    m.charge(m.hash(hash).len() * 32)?;
    let items = m.hash(hash).iter().flat_map(|(key, value)| [key, value]).collect();
    let items = m.new_array(items);
    let flatten = Symbol::new("flatten");
    match depth {
        1 => Ok(items),
        _ if depth < 0 => m.call(items, flatten, &[]),
        _ => m.call(items, flatten, &[Value::Int(depth - 1)]),
    }
}

pub(super) fn slice(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    let result = new_like(m, hash);
    for &key in args.list {
        if let Some(value) = m.hash_get(hash, key)? {
            m.hash_set(result, key, value)?;
        }
    }
    Ok(Value::Hash(result))
}

pub(super) fn except(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    let result = copy_entries(m, hash)?;
    for &key in args.list {
        m.hash_delete(result, key)?;
    }
    Ok(Value::Hash(result))
}

pub(super) fn compact(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    // Compat: in Ruby 3.1 the result does not keep `compare_by_identity`.
    let result = m.new_hash();
    m.charge(m.hash(hash).len() * 48)?;
    let entries: Vec<_> = m.hash(hash).iter().filter(|(_, value)| !value.is_nil()).collect();
    for (key, value) in entries {
        m.hash_set(result, key, value)?;
    }
    Ok(Value::Hash(result))
}
