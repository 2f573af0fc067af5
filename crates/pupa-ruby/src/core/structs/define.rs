//! `Struct.new`: defining struct classes.

use super::members::{define_accessors, is_plain};
use super::{StructInfo, info_of_class, set_info};
use crate::core::class;
use crate::machine::{Flow, Machine, MethodKind};
use crate::native::Args;
use crate::symbol::{Symbol, names};
use crate::value::{ClassId, HashId, Value};

/// `Struct.new` defines a class; `new` of that class makes an instance.
pub(super) fn new(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let class = m.to_module(this)?;
    if info_of_class(m, class).is_some() {
        return new_instance(m, this, args);
    }
    let (list, keywords) = args.split_keywords();
    if list.is_empty() {
        return Err(m.arity_error(0, 1, None));
    }
    let (name, list) = match list {
        [Value::Sym(_), ..] => (None, list),
        [Value::Nil, rest @ ..] => (None, rest),
        [first, rest @ ..] => (Some(m.to_text(*first)?), rest),
        [] => (None, list),
    };
    if let Some(name) = &name
        && !(is_plain(name) && name.starts_with(char::is_uppercase))
    {
        let message = format!("identifier {name} needs to be constant");
        return Err(m.error(class::NAME_ERROR, message));
    }
    let keyword_init = keyword_init(m, keywords)?;
    let members = member_names(m, list)?;
    let made = make_class(m, class, StructInfo { members, keyword_init }, true)?;
    if let Some(name) = name {
        if m.own_constant(class, Symbol::new(&name)).is_some() {
            m.warn(&format!("redefining constant Struct::{name}"))?;
        }
        m.set_constant(class, Symbol::new(&name), Value::Class(made));
    }
    run_block(m, made, args)
}

fn keyword_init(m: &mut Machine<'_>, keywords: Option<HashId>) -> Flow {
    let Some(keywords) = keywords else { return Ok(Value::Nil) };
    let mut keyword_init = Value::Nil;
    let mut unknown = Vec::new();
    let entries: Vec<_> = m.hash(keywords).iter().collect();
    for (key, value) in entries {
        match key {
            Value::Sym(name) if name.as_str() == "keyword_init" => keyword_init = value,
            _ => unknown.push(m.inspect(key)?),
        }
    }
    if !unknown.is_empty() {
        let s = if unknown.len() > 1 { "s" } else { "" };
        let list = unknown.join(", ");
        return Err(m.argument_error(format!("unknown keyword{s}: {list}")));
    }
    Ok(match keyword_init {
        Value::Nil | Value::Bool(false) => keyword_init,
        _ => Value::TRUE,
    })
}

/// The names of members; duplicates raise an error.
pub(super) fn member_names(m: &mut Machine<'_>, list: &[Value]) -> Flow<Vec<Symbol>> {
    let mut members = Vec::with_capacity(list.len());
    for &name in list {
        let name = m.to_symbol(name)?;
        if members.contains(&name) {
            return Err(m.argument_error(format!("duplicate member: {name}")));
        }
        members.push(name);
    }
    Ok(members)
}

/// A new class with members.
pub(super) fn make_class(
    m: &mut Machine<'_>,
    superclass: ClassId,
    info: StructInfo,
    has_writers: bool,
) -> Flow<ClassId> {
    let made = m.make_class(superclass);
    let members = info.members.clone();
    set_info(m, made, info);
    define_accessors(m, made, &members, has_writers);
    m.call(Value::Class(superclass), names::INHERITED, &[Value::Class(made)])?;
    Ok(made)
}

/// Runs the block of a definition as the body of the class.
pub(super) fn run_block(m: &mut Machine<'_>, made: ClassId, args: Args<'_>) -> Flow {
    if args.block.is_some() {
        let class_eval = Symbol::new("class_eval");
        m.call_with_block(Value::Class(made), class_eval, &[], args.block)?;
    }
    Ok(Value::Class(made))
}

/// Makes an instance as `Class#new` does.
pub(super) fn new_instance(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let method = m.own_method(class::CLASS, names::NEW);
    let Some(MethodKind::Native(native)) = method.map(|id| m.method(id).kind.clone()) else {
        return Err(m.not_implemented("redefining Class#new"));
    };
    (native.run)(m, this, Args { name: names::NEW, ..args })
}

pub(super) fn is_keyword_init(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let class = m.to_module(this)?;
    Ok(info_of_class(m, class).map_or(Value::Nil, |info| info.keyword_init))
}

pub(super) fn inspect_class(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let class = m.to_module(this)?;
    let mut text = m.class_name(class);
    if info_of_class(m, class).is_some_and(|info| info.keyword_init.is_truthy()) {
        text.push_str("(keyword_init: true)");
    }
    Ok(m.new_str(text))
}
