//! `Hash`: the table of its methods, and reading entries. The submodules implement the others by
//! subject.

mod build;
mod change;
mod collect;
mod compare;
mod each;
mod transform;

pub(crate) use build::{entry_of_pair, new_like};
pub(crate) use each::{each_entry, wants_pair_apart, yield_pair};

use crate::core::class;
use crate::core::exception::ExceptionData;
use crate::machine::{Flow, Jump, Machine};
use crate::native::{Args, Instances, NativeClass, method, private, walking};
use crate::symbol::Symbol;
use crate::value::{HashId, Value};

/// `Hash`
pub static HASH: NativeClass = NativeClass {
    name: "Hash",
    superclass: Some("Object"),
    includes: &["Enumerable"],
    instances: Instances::Hashes,
    methods: &[
        private("initialize", 0, -1, build::initialize),
        private("initialize_copy", 1, 1, build::replace),
        method("replace", 1, 1, build::replace),
        method("[]", 1, 1, element),
        method("[]=", 2, 2, store),
        method("store", 2, 2, store),
        method("fetch", 1, 2, fetch),
        method("fetch_values", 0, -1, fetch_values),
        method("values_at", 0, -1, values_at),
        method("dig", 1, -1, dig),
        method("key?", 1, 1, has_key),
        method("has_key?", 1, 1, has_key),
        method("include?", 1, 1, has_key),
        method("member?", 1, 1, has_key),
        walking("value?", 1, 1, has_value),
        walking("has_value?", 1, 1, has_value),
        walking("key", 1, 1, key_of),
        walking("assoc", 1, 1, assoc),
        walking("rassoc", 1, 1, rassoc),
        method("keys", 0, 0, keys),
        method("values", 0, 0, values),
        method("length", 0, 0, length),
        method("size", 0, 0, length),
        method("empty?", 0, 0, is_empty),
        method("default", 0, 1, default),
        method("default=", 1, 1, set_default),
        method("default_proc", 0, 0, default_proc),
        method("default_proc=", 1, 1, set_default_proc),
        method("compare_by_identity", 0, 0, compare_by_identity),
        method("compare_by_identity?", 0, 0, is_by_identity),
        walking("rehash", 0, 0, rehash),
        method("to_hash", 0, 0, itself),
        method("deconstruct_keys", 1, 1, itself),
        method("to_h", 0, 0, build::to_h),
        method("to_a", 0, 0, build::to_a),
        method("entries", 0, 0, build::to_a),
        method("to_proc", 0, 0, build::to_proc),
        method("invert", 0, 0, build::invert),
        method("flatten", 0, 1, build::flatten),
        method("slice", 0, -1, build::slice),
        method("except", 0, -1, build::except),
        method("compact", 0, 0, build::compact),
        walking("delete", 1, 1, change::delete),
        method("delete_if", 0, 0, change::delete_if),
        method("reject!", 0, 0, change::delete_if),
        method("keep_if", 0, 0, change::keep_if),
        method("select!", 0, 0, change::keep_if),
        method("filter!", 0, 0, change::keep_if),
        walking("compact!", 0, 0, change::compact),
        method("clear", 0, 0, change::clear),
        walking("shift", 0, 0, change::shift),
        method("merge", 0, -1, change::merge),
        method("merge!", 0, -1, change::update),
        method("update", 0, -1, change::update),
        method("transform_values", 0, 0, transform::values),
        method("transform_values!", 0, 0, transform::values_in_place),
        method("transform_keys", 0, 1, transform::keys),
        method("transform_keys!", 0, 1, transform::keys_in_place),
        method("each", 0, 0, each::each_pair),
        method("each_pair", 0, 0, each::each_pair),
        method("each_key", 0, 0, each::each_key),
        method("each_value", 0, 0, each::each_value),
        method("select", 0, 0, each::select),
        method("filter", 0, 0, each::select),
        method("reject", 0, 0, each::reject),
        walking("any?", 0, 1, each::is_any),
        walking("all?", 0, 1, each::is_all),
        walking("none?", 0, 1, each::is_none),
        method("map", 0, 0, collect::map),
        method("collect", 0, 0, collect::map),
        method("flat_map", 0, 0, collect::flat_map),
        method("collect_concat", 0, 0, collect::flat_map),
        method("filter_map", 0, 0, collect::filter_map),
        method("find", 0, 1, collect::find),
        method("detect", 0, 1, collect::find),
        method("find_all", 0, 0, collect::find_all),
        walking("count", 0, 1, collect::count),
        method("first", 0, 1, collect::first),
        method("partition", 0, 0, collect::with_pairs),
        method("group_by", 0, 0, collect::with_pairs),
        method("sort_by", 0, 0, collect::with_pairs),
        method("min_by", 0, 1, collect::with_pairs),
        method("max_by", 0, 1, collect::with_pairs),
        method("each_with_index", 0, 0, collect::with_pairs),
        method("each_with_object", 1, 1, collect::with_pairs),
        method("sort", 0, 0, collect::of_pairs),
        method("sum", 0, 1, collect::of_pairs),
        method("inject", 0, 2, collect::of_pairs),
        method("reduce", 0, 2, collect::of_pairs),
        walking("==", 1, 1, compare::equals),
        walking("eql?", 1, 1, compare::is_eql),
        walking("hash", 0, 0, compare::hash_code),
        walking("<", 1, 1, compare::is_less),
        walking("<=", 1, 1, compare::is_less_or_equal),
        walking(">", 1, 1, compare::is_greater),
        walking(">=", 1, 1, compare::is_greater_or_equal),
        method("inspect", 0, 0, compare::inspect),
        method("to_s", 0, 0, compare::inspect),
    ],
    class_methods: &[
        method("[]", 0, -1, build::of_arguments),
        method("try_convert", 1, 1, build::try_convert),
        method("ruby2_keywords_hash?", 1, 1, build::is_keywords_hash),
        method("ruby2_keywords_hash", 1, 1, build::keywords_hash),
    ],
    ..NativeClass::EMPTY
};

/// The ID of the receiver.
pub(crate) fn id_of(m: &mut Machine<'_>, this: Value) -> Flow<HashId> {
    match this {
        Value::Hash(id) => Ok(id),
        _ => Err(m.type_error("uninitialized Hash")),
    }
}

/// The ID of a receiver that is about to be changed; raises an error if it is frozen.
fn changed(m: &mut Machine<'_>, this: Value) -> Flow<HashId> {
    m.check_frozen(this)?;
    id_of(m, this)
}

fn element(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    m.hash_aref(hash, args[0])
}

fn store(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = changed(m, this)?;
    m.hash_set(hash, args[0], args[1])?;
    Ok(args[1])
}

/// The exception `KeyError` for a hash and a key.
#[cold]
pub(crate) fn key_error(m: &mut Machine<'_>, message: String, receiver: Value, key: Value) -> Jump {
    let jump = m.error(class::KEY_ERROR, message);
    if let Jump::Raise(id) = jump
        && let Some(data) = m.payload_mut::<ExceptionData>(Value::Object(id))
    {
        data.receiver = receiver;
        data.detail = key;
    }
    jump
}

#[cold]
fn key_not_found(m: &mut Machine<'_>, this: Value, key: Value) -> Jump {
    let mut text = match m.inspect(key) {
        Ok(text) => text,
        Err(jump) => return jump,
    };
    if text.chars().count() > 65 {
        text = text.chars().take(62).collect::<String>() + "...";
    }
    key_error(m, format!("key not found: {text}"), this, key)
}

fn fetch(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    if let Some(value) = m.hash_get(hash, args[0])? {
        return Ok(value);
    }
    match (args.block, args.opt(1)) {
        (Some(block), Some(_)) => {
            m.warn("block supersedes default value argument")?;
            m.yield_one(block, args[0])
        }
        (Some(block), None) => m.yield_one(block, args[0]),
        (None, Some(default)) => Ok(default),
        (None, None) => Err(key_not_found(m, this, args[0])),
    }
}

fn fetch_values(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let mut values = Vec::with_capacity(args.len());
    for key in args.list {
        values.push(fetch(m, this, Args { list: std::slice::from_ref(key), ..args })?);
    }
    Ok(m.new_array(values))
}

fn values_at(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    let mut values = Vec::with_capacity(args.len());
    for &key in args.list {
        values.push(m.hash_aref(hash, key)?);
    }
    Ok(m.new_array(values))
}

fn dig(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    let value = m.hash_aref(hash, args[0])?;
    dig_further(m, value, &args[1..])
}

/// Continues a `dig` with the remaining keys.
pub(crate) fn dig_further(m: &mut Machine<'_>, value: Value, keys: &[Value]) -> Flow {
    if keys.is_empty() || value.is_nil() {
        return Ok(value);
    }
    let name = Symbol::new("dig");
    if !m.responds_to(value, name)? {
        let class = m.class_name_of(value);
        return Err(m.type_error(format!("{class} does not have #dig method")));
    }
    m.call(value, name, keys)
}

fn has_key(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    Ok(Value::Bool(m.hash_get(hash, args[0])?.is_some()))
}

/// The first entry whose value equals a value.
fn entry_of_value(m: &mut Machine<'_>, this: Value, value: Value) -> Flow<Option<(Value, Value)>> {
    let hash = id_of(m, this)?;
    let mut position = 0;
    while let Some((next, key, own)) = m.hash(hash).next_from(position) {
        m.step()?;
        if m.equals(own, value)? {
            return Ok(Some((key, own)));
        }
        position = next;
    }
    Ok(None)
}

fn has_value(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok(Value::Bool(entry_of_value(m, this, args[0])?.is_some()))
}

fn key_of(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok(entry_of_value(m, this, args[0])?.map_or(Value::Nil, |(key, _)| key))
}

fn rassoc(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok(match entry_of_value(m, this, args[0])? {
        Some((key, value)) => m.new_array(vec![key, value]),
        None => Value::Nil,
    })
}

fn assoc(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    let (_, position) = m.hash_position(hash, args[0])?;
    if let Some((key, value)) = position.and_then(|at| m.hash(hash).at(at)) {
        return Ok(m.new_array(vec![key, value]));
    }
    // Compat: keys that are not `eql?` may be equal by `==`.
    let entries: Vec<_> = m.hash(hash).iter().collect();
    for (key, value) in entries {
        if m.equals(key, args[0])? {
            return Ok(m.new_array(vec![key, value]));
        }
    }
    Ok(Value::Nil)
}

fn keys(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    m.charge(m.hash(hash).len() * size_of::<Value>())?;
    let keys = m.hash(hash).keys();
    Ok(m.new_array(keys))
}

fn values(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    m.charge(m.hash(hash).len() * size_of::<Value>())?;
    let values = m.hash(hash).values();
    Ok(m.new_array(values))
}

fn length(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    Ok(m.hash(hash).len().into())
}

fn is_empty(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    Ok(Value::Bool(m.hash(hash).is_empty()))
}

fn default(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    match (m.hash(hash).default_proc, args.opt(0)) {
        (Some(proc), Some(key)) => {
            let list = [this, key];
            m.call_proc(Value::Proc(proc), Args::new(crate::symbol::names::CALL, &list))
        }
        (Some(_), None) => Ok(Value::Nil),
        (None, _) => Ok(m.hash(hash).default),
    }
}

fn set_default(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = changed(m, this)?;
    let hash = m.hash_mut(hash);
    hash.default = args[0];
    hash.default_proc = None;
    Ok(args[0])
}

fn default_proc(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    Ok(m.hash(hash).default_proc.map_or(Value::Nil, Value::Proc))
}

fn set_default_proc(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = changed(m, this)?;
    let proc = match args[0] {
        Value::Nil => None,
        Value::Proc(proc) => Some(proc),
        other => match m.try_call(other, crate::symbol::names::TO_PROC, &[])? {
            Some(Value::Proc(proc)) => Some(proc),
            _ => {
                let name = m.class_name_of(other);
                return Err(m.type_error(format!("wrong default_proc type {name} (expected Proc)")));
            }
        },
    };
    if let Some(proc) = proc {
        build::check_default_proc(m, proc)?;
    }
    let hash = m.hash_mut(hash);
    hash.default_proc = proc;
    hash.default = Value::Nil;
    Ok(proc.map_or(Value::Nil, Value::Proc))
}

fn compare_by_identity(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    if m.hash(hash).by_identity {
        return Ok(this);
    }
    m.check_frozen(this)?;
    if m.hash(hash).iterating > 0 {
        return Err(m.runtime_error("compare_by_identity during iteration"));
    }
    m.hash_mut(hash).by_identity = true;
    m.rehash(hash)?;
    Ok(this)
}

fn is_by_identity(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    Ok(Value::Bool(m.hash(hash).by_identity))
}

fn rehash(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let hash = id_of(m, this)?;
    if m.hash(hash).iterating > 0 {
        return Err(m.runtime_error("rehash during iteration"));
    }
    m.check_frozen(this)?;
    m.rehash(hash)?;
    Ok(this)
}

fn itself(_m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(this)
}
