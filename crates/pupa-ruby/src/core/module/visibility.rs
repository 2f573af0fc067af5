//! `Module`: `public`, `private`, `protected`, `module_function` and their variants for class
//! methods.

use std::rc::Rc;

use super::{module_id, same_as_given};
use crate::machine::{Flow, Machine, MethodDef, Outer};
use crate::native::{Args, Visibility};
use crate::symbol::Symbol;
use crate::value::{ClassId, Value};

pub(super) fn public(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    set_visibility(m, id, args, Visibility::Public)
}

pub(super) fn private(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    set_visibility(m, id, args, Visibility::Private)
}

pub(super) fn protected(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    set_visibility(m, id, args, Visibility::Protected)
}

/// The names in the arguments: single names or one array.
pub(crate) fn names_from_args(m: &mut Machine<'_>, args: Args<'_>) -> Flow<Vec<Symbol>> {
    let list = match *args.list {
        [Value::Array(list)] => m.array(list).to_vec(),
        _ => args.list.to_vec(),
    };
    let mut names = Vec::with_capacity(list.len());
    for value in list {
        names.push(m.to_symbol(value)?);
    }
    Ok(names)
}

/// Sets the visibility of the methods that the caller, or a block that encloses it, defines next.
fn set_default(m: &mut Machine<'_>, visibility: Visibility, module_function: bool) {
    let Some(mut at) = m.core.frames.len().checked_sub(1) else { return };
    loop {
        let frame = &mut m.core.frames[at];
        frame.visibility = visibility;
        frame.module_function = module_function;
        let (cref, outer) = (frame.cref.clone(), frame.outer);
        match outer {
            Some(Outer::Frame(outer)) if Rc::ptr_eq(&m.core.frames[outer as usize].cref, &cref) => {
                at = outer as usize;
            }
            _ => return,
        }
    }
}

/// Changes the visibility of methods, or without names of the methods that the caller defines next.
pub(crate) fn set_visibility(
    m: &mut Machine<'_>,
    class: ClassId,
    args: Args<'_>,
    visibility: Visibility,
) -> Flow {
    if args.list.is_empty() {
        set_default(m, visibility, false);
        return Ok(Value::Nil);
    }
    for name in names_from_args(m, args)? {
        m.set_visibility(class, name, visibility)?;
    }
    Ok(same_as_given(m, args.list))
}

pub(super) fn module_function(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    if !m.class(id).is_module {
        return Err(m.type_error("module_function must be called for modules"));
    }
    if args.list.is_empty() {
        set_default(m, Visibility::Private, true);
        return Ok(Value::Nil);
    }
    for name in names_from_args(m, args)? {
        make_function(m, id, name)?;
    }
    Ok(same_as_given(m, args.list))
}

/// `module_function`: copies a method to the module itself and makes the original private.
fn make_function(m: &mut Machine<'_>, id: ClassId, name: Symbol) -> Flow<()> {
    let Some(found) = m.find_named_method(id, name) else {
        return Err(m.undefined_method(id, name));
    };
    let singleton = m.require_singleton(Value::Class(id))?;
    let def = m.method(found).clone();
    let copy = MethodDef { owner: singleton, visibility: Visibility::Public, ..def };
    m.define_ruby_method(singleton, name, copy)?;
    m.set_visibility(id, name, Visibility::Private)
}

fn class_methods(m: &mut Machine<'_>, this: Value, args: Args<'_>, visibility: Visibility) -> Flow {
    let singleton = m.require_singleton(this)?;
    for name in names_from_args(m, args)? {
        m.set_visibility(singleton, name, visibility)?;
    }
    Ok(Value::Nil)
}

pub(super) fn private_class_method(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    class_methods(m, this, args, Visibility::Private)
}

pub(super) fn public_class_method(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    class_methods(m, this, args, Visibility::Public)
}
