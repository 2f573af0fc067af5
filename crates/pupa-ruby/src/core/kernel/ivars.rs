//! `Kernel`: instance variables, and `inspect`, which shows them.

use crate::core::module::{symbols, variable_name};
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::{Symbol, names};
use crate::value::Value;

fn name(m: &mut Machine<'_>, this: Value, value: Value) -> Flow<Symbol> {
    variable_name(m, this, value, "@", "an instance")
}

/// The names of the instance variables that a program can see.
fn visible(m: &Machine<'_>, this: Value) -> Vec<Symbol> {
    let mut names = m.ivar_names(this);
    names.retain(|name| name.as_str().starts_with('@'));
    names
}

pub(super) fn instance_variables(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let names = visible(m, this);
    Ok(symbols(m, names))
}

pub(super) fn instance_variable_get(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = name(m, this, args[0])?;
    match m.ivar(this, name) {
        Value::Undef => Ok(Value::Nil),
        value => Ok(value),
    }
}

pub(super) fn instance_variable_set(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = name(m, this, args[0])?;
    m.check_frozen(this)?;
    m.set_ivar(this, name, args[1]);
    Ok(args[1])
}

pub(super) fn instance_variable_defined(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = name(m, this, args[0])?;
    Ok(Value::Bool(!m.ivar(this, name).is_undef()))
}

pub(super) fn remove_instance_variable(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = name(m, this, args[0])?;
    m.check_frozen(this)?;
    match m.ivar(this, name) {
        Value::Undef => {
            let message = format!("instance variable {name} not defined");
            Err(m.name_error(message, this, name))
        }
        value => {
            m.set_ivar(this, name, Value::Undef);
            Ok(value)
        }
    }
}

/// `#<Foo:0x… @a=1, @b=2>`
pub(super) fn inspect(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let names = visible(m, this);
    let plain = m.plain_inspect(this);
    if names.is_empty() {
        return Ok(m.new_str(plain));
    }
    let start = plain.trim_end_matches('>').to_owned();
    let recursive = format!("{start} ...>");
    let text = m.guard_recursion(names::INSPECT, this, Value::Nil, recursive, |m| {
        let mut text = start;
        for (index, name) in names.into_iter().enumerate() {
            let value = m.ivar(this, name);
            let display = m.inspect(value)?;
            let comma = if index == 0 { "" } else { "," };
            text.push_str(&format!("{comma} {name}={display}"));
        }
        text.push('>');
        Ok(text)
    })?;
    Ok(m.new_str(text))
}
