//! `Puppet::Parameter::Value`: a value that an attribute accepts.

use super::agent::with_agent_methods;
use super::attribute::{reader, writer};
use super::{ivar, ivar_array};
use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::symbol::Symbol;
use crate::value::Value;

/// `Puppet::Parameter::Value`
pub static VALUE: NativeClass = NativeClass {
    name: "Puppet::Parameter::Value",
    methods: with_agent_methods![[
        private("initialize", 1, 1, initialize),
        method("name", 0, 0, reader),
        method("options", 0, 0, reader),
        method("event", 0, 0, reader),
        method("event=", 1, 1, writer),
        method("block", 0, 0, reader),
        method("block=", 1, 1, writer),
        method("method", 0, 0, reader),
        method("method=", 1, 1, writer),
        method("required_features", 0, 0, reader),
        method("required_features=", 1, 1, writer),
        method("invalidate_refreshes", 0, 0, reader),
        method("invalidate_refreshes=", 1, 1, writer),
        method("alias", 1, 1, add_alias),
        method("aliases", 0, 0, aliases),
        method("match?", 1, 1, matches),
        method("regex?", 0, 0, is_regexp),
    ]],
    ..NativeClass::EMPTY
};

/// Converts a value to the form in which values are compared.
pub(super) fn convert(m: &mut Machine<'_>, value: Value) -> Flow {
    match value {
        Value::Sym(_) | Value::Regexp(_) => Ok(value),
        Value::Str(id) if m.string(id).is_empty() => Ok(value),
        _ => {
            let text = m.to_s_text(value)?;
            Ok(Value::Sym(Symbol::new(&text)))
        }
    }
}

/// A new `Puppet::Parameter::Value`.
pub(super) fn new(m: &mut Machine<'_>, name: Value) -> Flow {
    let value = m.new_object(class::PUPPET_PARAMETER_VALUE);
    let name = convert(m, name)?;
    m.set_ivar(value, Symbol::new("@name"), name);
    Ok(value)
}

fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = convert(m, args[0])?;
    m.set_ivar(this, Symbol::new("@name"), name);
    Ok(Value::Nil)
}

fn add_alias(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = convert(m, args[0])?;
    let list = ivar_array(m, this, "@aliases");
    m.array_mut(list).push(name);
    Ok(Value::Array(list))
}

fn aliases(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let list = ivar_array(m, this, "@aliases");
    let copy = m.array(list).to_vec();
    Ok(m.new_array(copy))
}

fn is_regexp(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Bool(matches!(ivar(m, this, "@name"), Value::Regexp(_))))
}

fn matches(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok(Value::Bool(is_match(m, this, args[0])?))
}

/// Whether a value matches this one by its name, an alias or its pattern.
pub(super) fn is_match(m: &mut Machine<'_>, this: Value, value: Value) -> Flow<bool> {
    match ivar(m, this, "@name") {
        Value::Regexp(regexp) => {
            let text = m.to_s(value)?;
            m.regexp_matches(regexp, text, 0)
        }
        name => {
            let value = convert(m, value)?;
            let aliases = ivar_array(m, this, "@aliases");
            let known = m.array(aliases).to_vec();
            Ok(name.is_same(value) || known.into_iter().any(|known| known.is_same(value)))
        }
    }
}
