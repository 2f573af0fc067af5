//! `Facter`: facts of the machine that compiles, which has none that code may see.

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

/// Facts that are the same on every machine that compiles.
///
/// Compat: the reference asks the machine it runs on. Catalogs must not depend on that, so these
/// facts describe the kind of system that all of them are, and there are no others.
const FACTS: &[(&str, &str)] = &[
    ("kernel", "Linux"),
    ("osfamily", "Debian"),
    ("operatingsystem", "Debian"),
    ("os.family", "Debian"),
    ("os.name", "Debian"),
    ("puppetversion", "8.28.1"),
    ("facterversion", "4.10.0"),
];

fn text_of_fact(m: &mut Machine<'_>, name: Value) -> Flow<Option<&'static str>> {
    let name = m.to_s_text(name)?.to_lowercase();
    Ok(FACTS.iter().find(|(known, _)| *known == name).map(|(_, value)| *value))
}

/// `Facter.value(:kernel)`
fn value(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let found = text_of_fact(m, args[0])?;
    Ok(found.map_or(Value::Nil, |value| m.new_str(value)))
}

/// `Facter.fact(:kernel)`: an object with the value, or `nil`.
fn fact(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let Some(value) = text_of_fact(m, args[0])? else { return Ok(Value::Nil) };
    let object = m.new_object(crate::core::class::FACTER_FACT);
    let (name, value) = (m.to_symbol(args[0])?, m.new_str(value));
    m.set_ivar(object, crate::symbol::Symbol::new("@name"), Value::Sym(name));
    m.set_ivar(object, crate::symbol::Symbol::new("@value"), value);
    Ok(object)
}

fn all(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let hash = m.new_hash();
    for (name, value) in FACTS.iter().filter(|(name, _)| !name.contains('.')) {
        let (name, value) = (m.new_str(*name), m.new_str(*value));
        m.hash_set(hash, name, value)?;
    }
    Ok(Value::Hash(hash))
}

/// `Facter::Util::Fact` under a name of its own, since nothing else of that module is here.
pub static FACT: NativeClass = NativeClass {
    name: "Facter::Fact",
    methods: &[
        method("name", 0, 0, |m, this, _| Ok(m.ivar(this, crate::symbol::Symbol::new("@name")))),
        method("value", 0, 0, |m, this, _| Ok(m.ivar(this, crate::symbol::Symbol::new("@value")))),
    ],
    ..NativeClass::EMPTY
};
