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

/// The facts of a server.
///
/// Compat: the reference asks the machine it runs on. Catalogs must not depend on that, so these facts
/// describe one kind of system, and there are no others. Older names of facts are kept: code of types
/// asks for them.
const FACTS: &[(&str, Fact)] = &[
    ("kernel", Fact::Text("Linux")),
    (
        "os",
        Fact::Hash(&[
            ("name", Fact::Text("Debian")),
            ("family", Fact::Text("Debian")),
            ("architecture", Fact::Text("amd64")),
            ("hardware", Fact::Text("x86_64")),
            (
                "release",
                Fact::Hash(&[
                    ("full", Fact::Text("12.0")),
                    ("major", Fact::Text("12")),
                    ("minor", Fact::Text("0")),
                ]),
            ),
        ]),
    ),
    ("osfamily", Fact::Text("Debian")),
    ("operatingsystem", Fact::Text("Debian")),
    ("operatingsystemrelease", Fact::Text("12.0")),
    ("operatingsystemmajrelease", Fact::Text("12")),
    ("architecture", Fact::Text("amd64")),
    ("hardwaremodel", Fact::Text("x86_64")),
    ("path", Fact::Text("/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")),
    ("puppetversion", Fact::Text("8.28.1")),
    ("facterversion", Fact::Text("4.10.0")),
];

/// The value of a fact.
#[derive(Debug, Clone, Copy)]
enum Fact {
    Text(&'static str),
    Hash(&'static [(&'static str, Fact)]),
}

impl Fact {
    fn value(self, m: &mut Machine<'_>) -> Flow {
        match self {
            Fact::Text(text) => Ok(m.new_str(text)),
            Fact::Hash(entries) => {
                let hash = m.new_hash();
                for (name, value) in entries {
                    let (name, value) = (m.new_str(*name), value.value(m)?);
                    m.hash_set(hash, name, value)?;
                }
                Ok(Value::Hash(hash))
            }
        }
    }
}

/// The fact of a name such as `os.release.major`.
fn find(m: &mut Machine<'_>, name: Value) -> Flow<Option<Fact>> {
    let name = m.to_s_text(name)?.to_lowercase();
    let mut found = Fact::Hash(FACTS);
    for part in name.split('.') {
        let Fact::Hash(entries) = found else { return Ok(None) };
        match entries.iter().find(|(known, _)| *known == part) {
            Some((_, value)) => found = *value,
            None => return Ok(None),
        }
    }
    Ok(Some(found))
}

/// `Facter.value(:kernel)`
fn value(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    match find(m, args[0])? {
        Some(fact) => fact.value(m),
        None => Ok(Value::Nil),
    }
}

/// `Facter.fact(:kernel)`: an object with the value, or `nil`.
fn fact(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let Some(fact) = find(m, args[0])? else { return Ok(Value::Nil) };
    let object = m.new_object(crate::core::class::FACTER_FACT);
    let (name, value) = (m.to_symbol(args[0])?, fact.value(m)?);
    m.set_ivar(object, crate::symbol::Symbol::new("@name"), Value::Sym(name));
    m.set_ivar(object, crate::symbol::Symbol::new("@value"), value);
    Ok(object)
}

fn all(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Fact::Hash(FACTS).value(m)
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
