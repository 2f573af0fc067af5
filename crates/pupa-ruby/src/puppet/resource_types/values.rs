//! `Puppet::Parameter::ValueCollection`: the values that an attribute accepts.

use super::agent::with_agent_methods;
use super::value::{self, is_match};
use super::{ivar, ivar_array};
use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method};
use crate::symbol::Symbol;
use crate::value::Value;

/// `Puppet::Parameter::ValueCollection`
pub static VALUE_COLLECTION: NativeClass = NativeClass {
    name: "Puppet::Parameter::ValueCollection",
    methods: with_agent_methods![
        [
            method("newvalue", 1, 2, new_value),
            method("newvalues", 0, -1, new_values),
            method("aliasvalue", 2, 2, alias_value),
            method("match?", 1, 1, find),
            method("value", 1, 1, by_name),
            method("values", 0, 0, names),
            method("regexes", 0, 0, patterns),
            method("empty?", 0, 0, is_empty),
            method("doc", 0, 0, documentation),
        ]
        "munge" "validate"
    ],
    ..NativeClass::EMPTY
};

/// The values of a collection: first the names, then the patterns.
pub(super) fn all(m: &mut Machine<'_>, this: Value) -> Vec<Value> {
    let strings = ivar_array(m, this, "@strings");
    let mut all = m.array(strings).to_vec();
    let regexps = ivar_array(m, this, "@regexes");
    all.extend_from_slice(m.array(regexps));
    all
}

/// `newvalue(name, :event => x) { }`
fn new_value(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let made = value::new(m, args[0])?;
    let name = ivar(m, made, "@name");
    let is_regexp = matches!(name, Value::Regexp(_));
    let list = ivar_array(m, this, if is_regexp { "@regexes" } else { "@strings" });
    m.array_mut(list).push(made);
    if let Some(Value::Hash(options)) = args.opt(1) {
        for (key, given) in m.hash(options).iter().collect::<Vec<_>>() {
            let key = m.to_s_text(key)?;
            if key != "call" {
                m.call(made, Symbol::new(&format!("{key}=")), &[given])?;
            }
        }
    }
    if let Some(block) = args.block {
        let block = m.block_to_proc(block);
        m.set_ivar(made, Symbol::new("@block"), block);
        if ivar(m, made, "@method").is_nil() && !is_regexp {
            let text = m.to_s_text(name)?;
            let method = m.new_str(format!("set_{text}"));
            m.set_ivar(made, Symbol::new("@method"), method);
        }
    }
    Ok(made)
}

fn new_values(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    for name in args.list {
        new_value(m, this, Args::new(args.name, &[*name]))?;
    }
    Ok(m.new_array(args.list.to_vec()))
}

fn alias_value(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let other = value::convert(m, args[1])?;
    let found = find(m, this, Args::new(args.name, &[other]))?;
    if found.is_nil() {
        let other = m.to_s_text(other)?;
        let message = format!("Cannot alias nonexistent value {other}");
        return Err(m.error(class::PUPPET_DEV_ERROR, message));
    }
    m.call(found, Symbol::new("alias"), &args.list[..1])
}

fn find(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    for known in all(m, this) {
        if is_match(m, known, args[0])? {
            return Ok(known);
        }
    }
    Ok(Value::Nil)
}

fn by_name(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let known = all(m, this).into_iter().rev();
    let found = known.into_iter().find(|known| ivar(m, *known, "@name").is_same(args[0]));
    Ok(found.unwrap_or(Value::Nil))
}

fn names(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let strings = ivar_array(m, this, "@strings");
    let names = m.array(strings).iter().map(|value| ivar(m, *value, "@name")).collect();
    Ok(m.new_array(names))
}

fn patterns(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let regexps = ivar_array(m, this, "@regexes");
    let mut texts = Vec::new();
    for value in m.array(regexps).to_vec() {
        let regexp = ivar(m, value, "@name");
        let text = m.inspect(regexp)?;
        texts.push(m.new_str(text));
    }
    Ok(m.new_array(texts))
}

fn is_empty(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Bool(all(m, this).is_empty()))
}

fn documentation(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let text = super::describe::values_doc(m, this)?;
    Ok(m.new_str(text))
}
