//! `Module`: class variables, such as `class_variable_get`.

use super::{module_id, symbols, variable_name};
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::Symbol;
use crate::value::Value;

fn name(m: &mut Machine<'_>, this: Value, value: Value) -> Flow<Symbol> {
    variable_name(m, this, value, "@@", "a class")
}

pub(super) fn class_variables(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    let inherit = args.opt(0).is_none_or(Value::is_truthy);
    let mut names: Vec<Symbol> = Vec::new();
    let classes = m.class_var_classes(id);
    for class in classes {
        if class != id && !inherit {
            continue;
        }
        for &name in m.class(class).class_vars.keys() {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    Ok(symbols(m, names))
}

pub(super) fn class_variable_get(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    let name = name(m, this, args[0])?;
    m.class_var_get(id, name)
}

pub(super) fn class_variable_set(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    let name = name(m, this, args[0])?;
    m.class_var_set(id, name, args[1])?;
    Ok(args[1])
}

pub(super) fn class_variable_defined(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    let name = name(m, this, args[0])?;
    Ok(Value::Bool(m.class_var_defined(id, name)))
}

pub(super) fn remove_class_variable(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    let name = name(m, this, args[0])?;
    if m.class(id).frozen {
        return Err(m.frozen_module(id));
    }
    if let Some(value) = m.class_mut(id).class_vars.shift_remove(&name) {
        return Ok(value);
    }
    let class = m.class_name(id);
    let message = if m.class_var_defined(id, name) {
        format!("cannot remove {name} for {class}")
    } else {
        format!("class variable {name} not defined for {class}")
    };
    Err(m.name_error(message, this, name))
}
