//! `Module`: methods about constants, such as `const_get`, `constants` and `autoload`.

use std::rc::Rc;

use super::{module_id, symbols};
use crate::core::class;
use crate::machine::class::Constant;
use crate::machine::{Cref, Flow, Machine};
use crate::native::Args;
use crate::symbol::Symbol;
use crate::value::{ClassId, Value};

/// Whether a string is a valid name of a constant.
pub(crate) fn is_constant_name(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_uppercase)
        && name.chars().all(|c| c.is_alphanumeric() || c == '_' || !c.is_ascii())
}

/// The name of a constant from a symbol or string; raises an error if it is not valid.
fn constant_name(m: &mut Machine<'_>, this: Value, value: Value) -> Flow<Symbol> {
    let name = m.to_symbol(value)?;
    if !is_constant_name(name.as_str()) {
        return Err(m.name_error(format!("wrong constant name {name}"), this, name));
    }
    Ok(name)
}

/// The parts of a path `A::B`. Symbols are single names.
fn path(m: &mut Machine<'_>, this: Value, value: Value) -> Flow<(Vec<Symbol>, bool)> {
    if let Value::Sym(_) = value {
        return Ok((vec![constant_name(m, this, value)?], false));
    }
    let text = m.to_text(value)?;
    let text = text.as_str();
    let (absolute, rest) = match text.strip_prefix("::") {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let mut names = Vec::new();
    for part in rest.split("::") {
        if !is_constant_name(part) {
            let display = if part.is_empty() { text } else { part };
            let name = Symbol::new(display);
            return Err(m.name_error(format!("wrong constant name {display}"), this, name));
        }
        names.push(Symbol::new(part));
    }
    Ok((names, absolute))
}

pub(super) fn const_get(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (names, absolute) = path(m, this, args[0])?;
    let inherit = args.opt(1).is_none_or(Value::is_truthy);
    let mut current = if absolute { Value::Class(class::OBJECT) } else { this };
    for (index, &name) in names.iter().enumerate() {
        let Value::Class(id) = current else {
            let text = m.inspect(current)?;
            return Err(m.type_error(format!("{text} does not refer to class/module")));
        };
        // Only the first part may be a constant of `Object`.
        let found = match (inherit, index) {
            (true, 0) => m.find_constant(id, name, true)?,
            (true, _) => m.find_constant(id, name, false)?,
            (false, _) => m.own_constant_value(id, name)?,
        };
        current = match found {
            Some(value) => value,
            None => m.constant_missing(id, name)?,
        };
    }
    Ok(current)
}

pub(super) fn const_set(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    let name = constant_name(m, this, args[0])?;
    if m.class(id).frozen {
        return Err(m.frozen_module(id));
    }
    m.assign_constant(id, name, args[1])?;
    Ok(args[1])
}

pub(super) fn const_defined(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (names, absolute) = path(m, this, args[0])?;
    let inherit = args.opt(1).is_none_or(Value::is_truthy);
    let mut current = if absolute { Value::Class(class::OBJECT) } else { this };
    for (index, &name) in names.iter().enumerate() {
        let Value::Class(id) = current else {
            let text = m.to_text(args[0])?;
            return Err(m.type_error(format!("{text} does not refer to class/module")));
        };
        let owner = match inherit {
            true => m.find_constant_owner(id, name, index == 0),
            false => m.own_constant(id, name).map(|_| id),
        };
        let Some(owner) = owner else { return Ok(Value::FALSE) };
        if index + 1 < names.len() {
            current = m.own_constant_value(owner, name)?.unwrap_or(Value::Nil);
        }
    }
    Ok(Value::TRUE)
}

pub(super) fn const_missing(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    let name = m.to_symbol(args[0])?;
    Err(m.uninitialized_constant(id, name))
}

/// The file and line of the assignment; an empty array for native constants.
pub(super) fn const_source_location(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (names, absolute) = path(m, this, args[0])?;
    let inherit = args.opt(1).is_none_or(Value::is_truthy);
    let mut current = if absolute { Value::Class(class::OBJECT) } else { this };
    for (index, &name) in names.iter().enumerate() {
        let Value::Class(id) = current else { return Ok(Value::Nil) };
        let owner = match inherit {
            true => m.find_constant_owner(id, name, index == 0),
            false => m.own_constant(id, name).map(|_| id),
        };
        let Some(owner) = owner else { return Ok(Value::Nil) };
        if index + 1 == names.len() {
            return Ok(match m.class(owner).constant_places.get(&name).cloned() {
                Some((file, line)) => {
                    let file = m.new_str(&*file);
                    m.new_array(vec![file, Value::Int(i64::from(line))])
                }
                None => m.new_array(Vec::new()),
            });
        }
        current = m.own_constant_value(owner, name)?.unwrap_or(Value::Nil);
    }
    Ok(Value::Nil)
}

fn public_names(m: &Machine<'_>, id: ClassId) -> Vec<Symbol> {
    let mut names = m.own_constant_names(id);
    names.retain(|name| !m.class(id).private_constants.contains(name));
    names
}

pub(super) fn constants(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    let inherit = args.opt(0).is_none_or(Value::is_truthy);
    let mut names = public_names(m, id);
    if inherit {
        for &ancestor in m.ancestors(id).iter() {
            if ancestor == class::OBJECT && id != class::OBJECT {
                break;
            }
            for name in public_names(m, ancestor) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
    }
    Ok(symbols(m, names))
}

/// `Module.constants`: the constants that are visible to the caller.
pub(super) fn all_constants(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if !args.list.is_empty() || !matches!(this, Value::Class(class::MODULE)) {
        return constants(m, this, args);
    }
    let mut names: Vec<Symbol> = Vec::new();
    let mut scopes = nesting(m);
    let innermost = scopes.first().copied().unwrap_or(class::OBJECT);
    scopes.extend(m.ancestors(innermost).iter().copied());
    scopes.push(class::OBJECT);
    for scope in scopes {
        for name in public_names(m, scope) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    Ok(symbols(m, names))
}

pub(super) fn remove_const(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    let name = m.to_symbol(args[0])?;
    if !is_constant_name(name.as_str()) {
        let message = format!("`{name}' is not allowed as a constant variable name");
        return Err(m.name_error(message, this, name));
    }
    if m.class(id).frozen {
        return Err(m.frozen_module(id));
    }
    let value = match m.own_constant(id, name) {
        None => {
            let path = m.constant_path(id, name);
            let message = format!("constant {path} not defined");
            return Err(m.name_error(message, this, name));
        }
        Some(Constant::Autoload(_) | Constant::Library(_)) => Value::Nil,
        Some(_) => m.own_constant_value(id, name)?.unwrap_or(Value::Nil),
    };
    m.hide_constant(id, name);
    Ok(value)
}

fn each_constant(
    m: &mut Machine<'_>,
    this: Value,
    args: Args<'_>,
    change: fn(&mut Machine<'_>, ClassId, Symbol),
) -> Flow {
    let id = module_id(m, this)?;
    for &value in args.list {
        let name = m.to_symbol(value)?;
        if m.own_constant(id, name).is_none() {
            let path = m.constant_path(id, name);
            let message = format!("constant {path} not defined");
            return Err(m.name_error(message, this, name));
        }
        change(m, id, name);
    }
    m.core.constant_epoch += 1;
    Ok(Value::Nil)
}

pub(super) fn private_constant(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    each_constant(m, this, args, |m, id, name| {
        let names = &mut m.class_mut(id).private_constants;
        if !names.contains(&name) {
            names.push(name);
        }
    })?;
    Ok(this)
}

pub(super) fn public_constant(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    each_constant(m, this, args, |m, id, name| {
        m.class_mut(id).private_constants.retain(|known| *known != name);
    })?;
    Ok(this)
}

pub(super) fn deprecate_constant(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    each_constant(m, this, args, |_, _, _| {})?;
    Ok(this)
}

pub(super) fn autoload(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    let name = m.to_symbol(args[0])?;
    if !is_constant_name(name.as_str()) {
        let message = format!("autoload must be constant name: {name}");
        return Err(m.name_error(message, this, name));
    }
    let path = m.path_text(args[1])?;
    if path.is_empty() {
        return Err(m.argument_error("empty file name"));
    }
    m.set_autoload(id, name, &path);
    Ok(Value::Nil)
}

pub(super) fn is_autoload(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    let name = m.to_symbol(args[0])?;
    let inherit = args.opt(1).is_none_or(Value::is_truthy);
    let owner = if inherit { m.find_constant_owner(id, name, true) } else { Some(id) };
    Ok(match owner.and_then(|owner| m.own_constant(owner, name)) {
        Some(Constant::Autoload(path)) => m.new_str(path.as_str()),
        _ => Value::Nil,
    })
}

/// The modules that enclose the caller, innermost first.
pub(crate) fn nesting(m: &Machine<'_>) -> Vec<ClassId> {
    let mut list = Vec::new();
    let mut scope: Option<&Rc<Cref>> = m.core.frames.last().map(|frame| &frame.cref);
    while let Some(cref) = scope {
        if cref.parent.is_some() && !cref.is_eval {
            list.push(cref.class);
        }
        scope = cref.parent.as_ref();
    }
    list
}

pub(super) fn nesting_list(m: &mut Machine<'_>, _: Value, _: Args<'_>) -> Flow {
    let list = nesting(m).into_iter().map(Value::Class).collect();
    Ok(m.new_array(list))
}
