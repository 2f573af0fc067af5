//! `Facter`: facts of the machine that compiles. Only a fixed set is visible.

use std::sync::OnceLock;

use pupa_value::Value as PuppetValue;
use pupa_value::value::Hash;

use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method};
use crate::value::Value;

/// `Facter`
pub static FACTER: NativeClass = NativeClass {
    name: "Facter",
    class_methods: &[
        method("value", 1, 1, value),
        method("[]", 1, 1, fact),
        method("fact", 1, 1, fact),
        method("to_hash", 0, 0, all),
        method("version", 0, 0, |m, _, _| Ok(m.new_str("4.10.0"))),
        method("debug", 1, 1, super::scope::log),
        method("warn", 1, 1, super::scope::log),
        method("loadfacts", 0, 0, |_, _, _| Ok(Value::Nil)),
    ],
    ..NativeClass::MODULE
};

/// Facts that are the same on every machine.
///
/// Compat: the reference returns facts of the machine that it runs on. Catalogs must not depend on
/// that machine, so these facts describe only the kind of system, and no other facts exist.
const FACTS: &str = include_str!("facter/facts.json");

/// The facts, by name.
fn facts() -> Option<&'static Hash> {
    static READ: OnceLock<Option<PuppetValue>> = OnceLock::new();
    let read = READ.get_or_init(|| pupa_data::json::read(FACTS).ok().map(|facts| facts.value));
    read.as_ref()?.as_hash()
}

/// The value of a fact; `os.name` is a part of the fact `os`.
fn find(name: &str) -> Option<&'static PuppetValue> {
    let mut parts = name.split('.');
    let mut found = facts()?.get_str(parts.next()?)?;
    for part in parts {
        found = found.as_hash()?.get_str(part)?;
    }
    Some(found)
}

/// `Facter.value(:kernel)`
fn value(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = m.to_s_text(args[0])?.to_lowercase();
    find(&name).map_or(Ok(Value::Nil), |value| m.from_puppet(value))
}

/// `Facter.fact(:kernel)`: an object with the value, or `nil`.
fn fact(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let value = value(m, this, args)?;
    if value.is_nil() {
        return Ok(value);
    }
    let object = m.new_object(crate::core::class::FACTER_FACT);
    let name = m.to_symbol(args[0])?;
    m.set_ivar(object, crate::symbol::Symbol::new("@name"), Value::Sym(name));
    m.set_ivar(object, crate::symbol::Symbol::new("@value"), value);
    Ok(object)
}

fn all(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let hash = m.new_hash();
    for (name, value) in facts().into_iter().flat_map(Hash::iter) {
        let (name, value) = (m.from_puppet(name)?, m.from_puppet(value)?);
        m.hash_set(hash, name, value)?;
    }
    Ok(Value::Hash(hash))
}

/// `Facter::Util::Fact`. It has a name of its own, because nothing else of that module is
/// implemented.
pub static FACT: NativeClass = NativeClass {
    name: "Facter::Fact",
    methods: &[
        method("name", 0, 0, |m, this, _| Ok(m.ivar(this, crate::symbol::Symbol::new("@name")))),
        method("value", 0, 0, |m, this, _| Ok(m.ivar(this, crate::symbol::Symbol::new("@value")))),
    ],
    ..NativeClass::EMPTY
};
