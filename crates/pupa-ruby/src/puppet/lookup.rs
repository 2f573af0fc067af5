//! `Puppet::LookupContext`: the context object of lookup functions (`lookup_key`, `data_hash`, …).
//!
//! Cached values stay Ruby values, so that a function gets back the same objects that it has
//! stored.

use std::sync::Arc;

use pupa_value::Value as PuppetValue;
use pupa_value::value::Object;

use super::data::PuppetData;
use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Instances, NativeClass, method};
use crate::symbol::{Symbol, names};
use crate::value::{HashId, Value};

/// `Puppet::Pops::Lookup`
pub static LOOKUP: NativeClass =
    NativeClass { name: "Puppet::Pops::Lookup", ..NativeClass::MODULE };

/// `Puppet::Pops::Lookup::Context`
pub static CONTEXT: NativeClass = NativeClass {
    name: "Puppet::Pops::Lookup::Context",
    instances: Instances::Refused,
    methods: &[
        method("environment_name", 0, 0, super::environment::name_symbol),
        method("module_name", 0, 0, module_name),
        method("not_found", 0, 0, not_found),
        method("explain", 0, 0, explain),
        method("interpolate", 1, 1, interpolate),
        method("cache", 2, 2, cache),
        method("cache_all", 1, 1, cache_all),
        method("cache_has_key", 1, 1, cache_has_key),
        method("cached_value", 1, 1, cached_value),
        method("cached_entries", 0, 0, cached_entries),
        method("cached_file_data", 1, 1, cached_file_data),
    ],
    ..NativeClass::EMPTY
};

/// `Puppet::Pops::Lookup::HieraConfig`
pub static HIERA_CONFIG: NativeClass = NativeClass {
    name: "Puppet::Pops::Lookup::HieraConfig",
    instances: Instances::Refused,
    class_methods: &[method("symkeys_to_string", 1, 1, keys_to_strings)],
    ..NativeClass::EMPTY
};

/// The Puppet object that the context represents.
fn object(m: &Machine<'_>, this: Value) -> Option<Arc<Object>> {
    match &m.payload::<PuppetData>(this)?.value {
        PuppetValue::Object(object) => Some(Arc::clone(object)),
        _ => None,
    }
}

fn module_name(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    match object(m, this).and_then(|object| object.values.first().cloned()) {
        Some(name) => m.from_puppet(&name),
        None => Ok(Value::Nil),
    }
}

/// `not_found`: leaves the function. Every `ensure` clause runs, and no `rescue` clause matches.
fn not_found(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let puppet_error = m.puppet(|puppet| puppet.no_such_key())?;
    Err(m.puppet_error(puppet_error))
}

/// `explain { }`: calls the block only if the lookup is being explained.
fn explain(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    if let Some(block) = args.block
        && m.puppet(|puppet| puppet.is_lookup_explained())?
    {
        let text = m.yield_block(block, &[])?;
        let text = m.to_s_text(text)?;
        m.puppet(|puppet| puppet.explain_lookup(&text))?;
    }
    Ok(Value::Nil)
}

fn interpolate(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let value = m.to_puppet(args[0])?;
    m.lending_core(|puppet, core| puppet.interpolate(core, value))
}

/// A hash that all contexts share, kept in an instance variable of their class.
fn shared_hash(m: &mut Machine<'_>, name: &str) -> HashId {
    let (owner, name) = (Value::Class(class::PUPPET_LOOKUP_CONTEXT), Symbol::new(name));
    if let Value::Hash(known) = m.ivar(owner, name) {
        return known;
    }
    let hash = m.new_hash();
    m.set_ivar(owner, name, Value::Hash(hash));
    hash
}

/// The cache of the function that the context belongs to.
fn own_cache(m: &mut Machine<'_>, this: Value) -> Flow<HashId> {
    let object = object(m, this);
    let number = match object {
        Some(object) => m.puppet(|puppet| puppet.context_number(&object))?,
        None => None,
    };
    let Some(number) = number else {
        return Err(m.runtime_error("the context is not that of a running lookup"));
    };
    let caches = shared_hash(m, "@caches");
    let number = Value::Int(number.into());
    if let Some(Value::Hash(known)) = m.hash_get(caches, number)? {
        return Ok(known);
    }
    let cache = m.new_hash();
    m.hash_set(caches, number, Value::Hash(cache))?;
    Ok(cache)
}

fn cache(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let cache = own_cache(m, this)?;
    m.hash_set(cache, args[0], args[1])?;
    Ok(args[1])
}

fn cache_all(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let cache = own_cache(m, this)?;
    let entries = m.to_hash(args[0])?;
    let entries: Vec<_> = m.hash(entries).iter().collect();
    for (key, value) in entries {
        m.hash_set(cache, key, value)?;
    }
    Ok(Value::Nil)
}

fn cache_has_key(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let cache = own_cache(m, this)?;
    Ok(Value::Bool(m.hash_get(cache, args[0])?.is_some()))
}

fn cached_value(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let cache = own_cache(m, this)?;
    Ok(m.hash_get(cache, args[0])?.unwrap_or(Value::Nil))
}

fn cached_entries(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let cache = own_cache(m, this)?;
    let Some(block) = args.block else {
        let iterable = Value::Class(class::PUPPET_ITERABLE);
        return m.call(iterable, Symbol::new("on"), &[Value::Hash(cache)]);
    };
    let has_pair = m.block_arity(block) == 2;
    let entries: Vec<_> = m.hash(cache).iter().collect();
    for (key, value) in entries {
        if has_pair {
            m.yield_block(block, &[key, value])?;
        } else {
            let pair = m.new_array(vec![key, value]);
            m.yield_block(block, &[pair])?;
        }
    }
    Ok(Value::Nil)
}

/// `cached_file_data(path)`: the content of a file, or the result of the block for it. It is cached
/// for all functions.
fn cached_file_data(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let path = m.path_text(args[0])?;
    let key = m.new_str(path.clone());
    let files = shared_hash(m, "@files");
    if let Some(known) = m.hash_get(files, key)? {
        return Ok(known);
    }
    let text = match m.puppet(|puppet| puppet.read_data_file(&path))? {
        Ok(bytes) => m.new_bytes(bytes, crate::heap::Encoding::Utf8),
        Err(puppet_error) => return Err(m.puppet_error(puppet_error)),
    };
    let data = match args.block {
        Some(block) => m.yield_block(block, &[text])?,
        None => text,
    };
    m.hash_set(files, key, data)?;
    Ok(data)
}

/// Converts symbols that are hash keys to strings, in nested hashes and arrays too.
fn keys_to_strings(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    with_string_keys(m, args[0], 0)
}

fn with_string_keys(m: &mut Machine<'_>, value: Value, depth: usize) -> Flow {
    if depth > PuppetValue::MAX_DEPTH {
        return Err(m.argument_error("the value is nested too deeply"));
    }
    match value {
        Value::Hash(hash) => {
            let entries: Vec<_> = m.hash(hash).iter().collect();
            let made = m.new_hash();
            for (key, value) in entries {
                let key = match key {
                    Value::Sym(_) => m.call(key, names::TO_S, &[])?,
                    other => other,
                };
                let value = with_string_keys(m, value, depth + 1)?;
                m.hash_set(made, key, value)?;
            }
            Ok(Value::Hash(made))
        }
        Value::Array(list) => {
            let mut items = m.array(list).to_vec();
            for item in &mut items {
                *item = with_string_keys(m, *item, depth + 1)?;
            }
            Ok(m.new_array(items))
        }
        other => Ok(other),
    }
}
