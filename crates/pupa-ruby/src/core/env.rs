//! `ENV`: the environment variables of the world. Changes stay in the machine.

use std::collections::BTreeMap;

use crate::core::{class, hash};
use crate::heap::RString;
use crate::machine::class::MethodDef;
use crate::machine::{Flow, Machine, MethodKind};
use crate::native::{Args, Method, method};
use crate::value::{HashId, StrId, Value};

/// The methods of `ENV`.
static METHODS: &[Method] = &[
    method("[]", 1, 1, element),
    method("fetch", 1, 2, fetch),
    method("key?", 1, 1, has_key),
    method("has_key?", 1, 1, has_key),
    method("include?", 1, 1, has_key),
    method("member?", 1, 1, has_key),
    method("to_s", 0, 0, to_s),
    method("inspect", 0, 0, by_hash),
    method("to_h", 0, 0, by_hash),
    method("to_hash", 0, 0, by_hash),
    method("to_a", 0, 0, by_hash),
    method("keys", 0, 0, by_hash),
    method("values", 0, 0, by_hash),
    method("length", 0, 0, by_hash),
    method("size", 0, 0, by_hash),
    method("empty?", 0, 0, by_hash),
    method("value?", 1, 1, has_value),
    method("has_value?", 1, 1, has_value),
    method("key", 1, 1, key_of),
    method("assoc", 1, 1, key_of),
    method("rassoc", 1, 1, has_value),
    method("invert", 0, 0, by_hash),
    method("slice", 0, -1, by_hash),
    method("except", 0, -1, by_hash),
    method("values_at", 0, -1, by_hash),
    method("select", 0, 0, with_block),
    method("filter", 0, 0, with_block),
    method("reject", 0, 0, with_block),
    method("each", 0, 0, each),
    method("each_pair", 0, 0, each),
    method("each_key", 0, 0, each),
    method("each_value", 0, 0, each),
    method("any?", 0, 1, by_hash),
    method("rehash", 0, 0, rehash),
    method("freeze", 0, 0, freeze),
    method("dup", 0, 0, duplicate),
    method("clone", 0, 1, duplicate),
    method("[]=", 2, 2, store),
    method("store", 2, 2, store),
    method("delete", 1, 1, delete),
    method("delete_if", 0, 0, change),
    method("keep_if", 0, 0, change),
    method("reject!", 0, 0, change),
    method("select!", 0, 0, change),
    method("filter!", 0, 0, change),
    method("clear", 0, 0, change),
    method("shift", 0, 0, change),
    method("replace", 1, 1, change),
    method("update", 0, -1, change),
    method("merge!", 0, -1, change),
];

/// The constant `ENV`: an object with singleton methods.
pub(crate) fn constant(m: &mut Machine<'_>) -> Flow {
    let object = m.new_object(class::OBJECT);
    let Some(singleton) = m.singleton_class(object) else { return Ok(object) };
    m.class_mut(singleton).includes.push(class::ENUMERABLE);
    for &method in METHODS {
        let name = crate::symbol::Symbol::new(method.name);
        let (visibility, kind) = (method.visibility, MethodKind::Native(method));
        m.define_method(singleton, name, MethodDef { name, owner: singleton, visibility, kind });
    }
    Ok(object)
}

fn frozen_text(m: &mut Machine<'_>, text: String) -> Value {
    let mut string = RString::from_text(text.into());
    string.frozen = true;
    Value::Str(m.add_string(string))
}

/// The name of a variable.
fn name(m: &mut Machine<'_>, value: Value) -> Flow<String> {
    let name: StrId = m.to_str(value)?;
    if m.string(name).bytes().contains(&0) {
        return Err(m.argument_error("bad environment variable name: contains null byte"));
    }
    Ok(m.text_of(name))
}

fn element(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = name(m, args[0])?;
    Ok(match m.environment_variable(&name) {
        Some(text) => frozen_text(m, text),
        None => Value::Nil,
    })
}

fn fetch(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let value = element(m, this, args)?;
    if !value.is_nil() {
        return Ok(value);
    }
    match (args.block, args.opt(1)) {
        (Some(block), _) => m.yield_one(block, args[0]),
        (None, Some(default)) => Ok(default),
        (None, None) => {
            let text = m.inspect(args[0])?;
            Err(hash::key_error(m, format!("key not found: {text}"), this, args[0]))
        }
    }
}

fn has_key(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok(Value::Bool(!element(m, this, args)?.is_nil()))
}

fn to_s(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.new_str("ENV"))
}

/// All variables as a hash.
fn all(m: &mut Machine<'_>) -> Flow {
    let variables = m.environment_variables();
    let hash = m.new_hash();
    for (name, text) in variables {
        let (name, text) = (frozen_text(m, name), frozen_text(m, text));
        m.hash_set(hash, name, text)?;
    }
    Ok(Value::Hash(hash))
}

/// Calls the method of the same name on a hash of all variables.
fn by_hash(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let hash = all(m)?;
    m.call_args(hash, args)
}

fn has_value(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    match m.try_str(args[0])? {
        Some(_) => by_hash(m, this, args),
        None => Ok(Value::Nil),
    }
}

fn key_of(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let list = [Value::Str(m.to_str(args[0])?)];
    by_hash(m, this, Args { list: &list, ..args })
}

fn with_block(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.block.is_none() {
        return m.enumerator(this, args);
    }
    by_hash(m, this, args)
}

fn each(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    with_block(m, this, args)?;
    if args.block.is_none() { m.enumerator(this, args) } else { Ok(this) }
}

fn rehash(_m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Nil)
}

fn freeze(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Err(m.type_error("cannot freeze ENV"))
}

fn duplicate(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = args.name;
    Err(m.type_error(format!("Cannot {name} ENV, use ENV.to_h to get a copy of ENV as a hash")))
}

/// Replaces all variables by those in a hash.
fn set_all(m: &mut Machine<'_>, hash: HashId) -> Flow<()> {
    let mut variables = BTreeMap::new();
    let entries: Vec<_> = m.hash(hash).iter().collect();
    for (key, value) in entries {
        let value = m.to_str(value)?;
        variables.insert(name(m, key)?, m.text_of(value));
    }
    m.core.environment = Some(variables);
    Ok(())
}

fn store(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args[1].is_nil() {
        delete(m, this, args)?;
        return Ok(Value::Nil);
    }
    let name = name(m, args[0])?;
    let text = m.to_str(args[1])?;
    if m.string(text).bytes().contains(&0) {
        return Err(m.argument_error("bad environment variable value: contains null byte"));
    }
    if name.is_empty() || name.contains('=') {
        let message = format!("Invalid argument - setenv({name})");
        return Err(m.error(class::EINVAL, message));
    }
    let text = m.text_of(text);
    let mut variables = m.environment_variables();
    variables.insert(name, text);
    m.core.environment = Some(variables);
    Ok(args[1])
}

fn delete(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = name(m, args[0])?;
    let mut variables = m.environment_variables();
    let Some(text) = variables.remove(&name) else {
        return match args.block {
            Some(block) => m.yield_one(block, args[0]),
            None => Ok(Value::Nil),
        };
    };
    m.core.environment = Some(variables);
    Ok(m.new_str(text))
}

/// Calls the method of the same name on a hash of all variables, and takes over its changes.
fn change(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let is_filter =
        matches!(args.name.as_str(), "delete_if" | "keep_if" | "reject!" | "select!" | "filter!");
    if is_filter && args.block.is_none() {
        return m.enumerator(this, args);
    }
    let Value::Hash(hash) = all(m)? else { return Ok(Value::Nil) };
    let result = m.call_args(Value::Hash(hash), args)?;
    set_all(m, hash)?;
    Ok(if result.is_same(Value::Hash(hash)) { this } else { result })
}

impl Machine<'_> {
    /// An environment variable, with the changes of the program.
    pub(crate) fn environment_variable(&mut self, name: &str) -> Option<String> {
        match &self.core.environment {
            Some(variables) => variables.get(name).cloned(),
            None => self.world.environment_variable(name),
        }
    }

    /// All environment variables, with the changes of the program.
    fn environment_variables(&mut self) -> BTreeMap<String, String> {
        match &self.core.environment {
            Some(variables) => variables.clone(),
            None => self.world.environment_variables(),
        }
    }

    /// The offset of local time from UTC at a point in time, in seconds, and the name of the zone.
    /// After the program has changed the environment, the variable `TZ` selects the zone.
    pub(crate) fn local_zone(&mut self, seconds: i64) -> (i32, String) {
        let chosen = self.core.environment.as_ref().and_then(|variables| variables.get("TZ"));
        match chosen.cloned() {
            Some(name) => self.world.named_zone(&name, seconds).unwrap_or((0, "UTC".to_owned())),
            None => self.world.zone(seconds),
        }
    }
}
