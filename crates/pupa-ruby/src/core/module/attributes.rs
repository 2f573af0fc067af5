//! `Module`: `attr_reader`, `attr_writer`, `attr_accessor` and `attr`.

use super::module_id;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Visibility};
use crate::symbol::Symbol;
use crate::value::Value;

pub(super) fn attr_reader(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    define(m, this, args.list, true, false)
}

pub(super) fn attr_writer(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    define(m, this, args.list, false, true)
}

pub(super) fn attr_accessor(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    define(m, this, args.list, true, true)
}

/// `attr :a, :b`; the old form `attr :a, true` defines a writer too.
pub(super) fn attr(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if let [name, Value::Bool(writable)] = *args.list {
        m.warn("optional boolean argument is obsoleted")?;
        return define(m, this, &[name], true, writable);
    }
    define(m, this, args.list, true, false)
}

fn define(m: &mut Machine<'_>, this: Value, list: &[Value], reader: bool, writer: bool) -> Flow {
    let class = module_id(m, this)?;
    let visibility = default_visibility(m, this);
    let mut defined = Vec::new();
    for &value in list {
        let name = m.to_symbol(value)?;
        check_name(m, this, name, value)?;
        if reader {
            m.define_reader(class, name, visibility)?;
            defined.push(Value::Sym(name));
        }
        if writer {
            defined.push(Value::Sym(m.define_writer(class, name, visibility)?));
        }
    }
    Ok(m.new_array(defined))
}

/// The visibility that `private` without arguments has set, if the caller is the body of the class.
fn default_visibility(m: &Machine<'_>, this: Value) -> Visibility {
    match m.core.frames.last() {
        Some(frame) if frame.this.is_same(this) => frame.visibility,
        _ => Visibility::Public,
    }
}

fn check_name(m: &mut Machine<'_>, this: Value, name: Symbol, given: Value) -> Flow<()> {
    let text = name.as_str();
    let starts = text.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_');
    if starts && text.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return Ok(());
    }
    let message = format!("invalid attribute name `{name}'");
    Err(m.name_error(message, this, given))
}
