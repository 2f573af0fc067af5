//! `Kernel`: lists of methods, `respond_to?`, `send`, `method` and related ones.

use crate::core::module::{
    MethodFilter, define_method_on, hidden_method, names_of, singleton_classes, symbols,
};
use crate::core::procs::{MethodObject, find_owner, method_value};
use crate::machine::{Flow, Machine};
use crate::native::{Args, Visibility};
use crate::symbol::{Symbol, names};
use crate::value::Value;

fn list(m: &mut Machine<'_>, this: Value, args: Args<'_>, filter: MethodFilter) -> Flow {
    let class = m.class_of(this);
    let all = args.opt(0).is_none_or(Value::is_truthy);
    let ancestors = m.ancestors(class);
    let classes = if all {
        ancestors.to_vec()
    } else {
        // The singleton class, the modules that extend the object, and its class.
        let real = m.real_class(class);
        let end = ancestors.iter().position(|&id| id == real).map_or(0, |at| at + 1);
        ancestors.iter().take(end).copied().collect()
    };
    let names = names_of(m, &classes, filter);
    Ok(symbols(m, names))
}

pub(super) fn methods(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.opt(0).is_some_and(|all| !all.is_truthy()) {
        return singleton_methods(m, this, args);
    }
    list(m, this, args, MethodFilter::Callable)
}

pub(super) fn public_methods(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    list(m, this, args, MethodFilter::Only(Visibility::Public))
}

pub(super) fn private_methods(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    list(m, this, args, MethodFilter::Only(Visibility::Private))
}

pub(super) fn protected_methods(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    list(m, this, args, MethodFilter::Only(Visibility::Protected))
}

pub(super) fn singleton_methods(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let all = args.opt(0).is_none_or(Value::is_truthy);
    let classes = singleton_classes(m, this, all);
    let names = names_of(m, &classes, MethodFilter::Callable);
    Ok(symbols(m, names))
}

pub(super) fn respond_to(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = m.to_symbol(args[0])?;
    let all = args.or_nil(1).is_truthy();
    let class = m.class_of(this);
    if let Some(found) = m.find_method(class, name) {
        let visibility = m.method(found).visibility;
        if all || visibility == Visibility::Public {
            return Ok(Value::TRUE);
        }
    }
    let list = [Value::Sym(name), Value::Bool(all)];
    let answer = m.call(this, names::RESPOND_TO_MISSING, &list)?;
    Ok(Value::Bool(answer.is_truthy()))
}

/// Splits the arguments of `send` into the name and the other arguments.
fn split<'a>(m: &mut Machine<'_>, args: Args<'a>) -> Flow<Args<'a>> {
    let Some((&first, rest)) = args.list.split_first() else {
        return Err(m.argument_error("no method name given"));
    };
    let name = m.to_symbol(first)?;
    Ok(Args { list: rest, name, ..args })
}

pub(crate) fn send(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let args = split(m, args)?;
    m.call_args(this, args)
}

pub(super) fn public_send(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let args = split(m, args)?;
    m.call_public(this, args)
}

/// The `Method` of a name, if the object has it or `respond_to_missing?` returns true.
fn find(m: &mut Machine<'_>, this: Value, name: Symbol, all: bool) -> Flow<Option<Value>> {
    let class = m.class_of(this);
    if let Some((method, owner)) = find_owner(m, class, name) {
        let data = MethodObject { receiver: this, class, owner, method: Some(method), name };
        return Ok(Some(method_value(m, data)));
    }
    let list = [Value::Sym(name), Value::Bool(all)];
    let answers = match m.find_method(class, names::RESPOND_TO_MISSING) {
        Some(_) => m.call(this, names::RESPOND_TO_MISSING, &list)?.is_truthy(),
        None => false,
    };
    if !answers {
        return Ok(None);
    }
    let owner = m.real_class(class);
    let data = MethodObject { receiver: this, class, owner, method: None, name };
    Ok(Some(method_value(m, data)))
}

pub(super) fn method_of(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = m.to_symbol(args[0])?;
    match find(m, this, name, true)? {
        Some(method) => Ok(method),
        None => {
            let class = m.class_of(this);
            Err(undefined(m, this, class, name))
        }
    }
}

fn undefined(
    m: &mut Machine<'_>,
    this: Value,
    class: crate::value::ClassId,
    name: Symbol,
) -> crate::machine::Jump {
    let text = match this {
        Value::Class(id) => format!("#<Class:{}>", m.class_name(id)),
        _ => m.class_name(class),
    };
    let display = Value::Class(class);
    m.name_error(format!("undefined method `{name}' for class `{text}'"), display, name)
}

pub(super) fn public_method(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = m.to_symbol(args[0])?;
    let class = m.class_of(this);
    let visibility = m.find_method(class, name).map(|found| m.method(found).visibility);
    match visibility {
        Some(hidden) if hidden != Visibility::Public => Err(hidden_method(m, class, name, hidden)),
        _ => match find(m, this, name, false)? {
            Some(method) => Ok(method),
            None => Err(undefined(m, this, class, name)),
        },
    }
}

pub(super) fn singleton_method(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = m.to_symbol(args[0])?;
    let classes = singleton_classes(m, this, false);
    if let Some(&class) = classes.first()
        && let Some(method) = m.own_method(class, name)
        && m.find_method(class, name).is_some()
    {
        let data = MethodObject { receiver: this, class, owner: class, method: Some(method), name };
        return Ok(method_value(m, data));
    }
    let text = m.inspect(this)?;
    let message = format!("undefined singleton method `{name}' for `{text}'");
    Err(m.name_error(message, this, name))
}

pub(super) fn define_singleton_method(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let singleton = m.require_singleton(this)?;
    let name = define_method_on(m, singleton, args, Visibility::Public)?;
    Ok(Value::Sym(name))
}
