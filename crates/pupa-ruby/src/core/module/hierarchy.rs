//! `Module`: `include`, `prepend`, `ancestors`, comparison of classes, and hooks.

use super::module_id;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::names;
use crate::value::{ClassId, Value};

pub(super) fn case_equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    Ok(Value::Bool(m.is_a(args[0], id)))
}

/// The relation of two classes: `Less` if the first descends from the other; `None` if they are not
/// related.
fn descends(m: &mut Machine<'_>, this: Value, other: Value) -> Flow<Option<std::cmp::Ordering>> {
    use std::cmp::Ordering;
    let id = module_id(m, this)?;
    let Value::Class(other) = other else {
        return Err(m.type_error("compared with non class/module"));
    };
    if id == other {
        return Ok(Some(Ordering::Equal));
    }
    if m.inherits(id, other) {
        return Ok(Some(Ordering::Less));
    }
    Ok(m.inherits(other, id).then_some(Ordering::Greater))
}

fn answer(
    m: &mut Machine<'_>,
    this: Value,
    other: Value,
    test: fn(std::cmp::Ordering) -> bool,
) -> Flow {
    Ok(match descends(m, this, other)? {
        Some(ordering) => Value::Bool(test(ordering)),
        None => Value::Nil,
    })
}

pub(super) fn less(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    answer(m, this, args[0], |ordering| ordering.is_lt())
}

pub(super) fn less_equal(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    answer(m, this, args[0], |ordering| ordering.is_le())
}

pub(super) fn greater(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    answer(m, this, args[0], |ordering| ordering.is_gt())
}

pub(super) fn greater_equal(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    answer(m, this, args[0], |ordering| ordering.is_ge())
}

pub(super) fn compare(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if !matches!(args[0], Value::Class(_)) {
        return Ok(Value::Nil);
    }
    Ok(match descends(m, this, args[0])? {
        Some(ordering) => Value::Int(ordering as i64),
        None => Value::Nil,
    })
}

pub(super) fn ancestors(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    let list = m.ancestors(id).iter().map(|&id| Value::Class(id)).collect();
    Ok(m.new_array(list))
}

pub(super) fn included_modules(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    let ancestors = m.ancestors(id);
    let modules = ancestors.iter().filter(|&&other| other != id && m.class(other).is_module);
    let list = modules.map(|&id| Value::Class(id)).collect();
    Ok(m.new_array(list))
}

pub(super) fn includes(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    let module = expect_module(m, args[0])?;
    Ok(Value::Bool(id != module && m.inherits(id, module)))
}

/// The ID of an argument that must be a module and not a class.
pub(crate) fn expect_module(m: &mut Machine<'_>, value: Value) -> Flow<ClassId> {
    match value {
        Value::Class(id) if m.class(id).is_module => Ok(id),
        _ => {
            let given = m.class_name_of(value);
            Err(m.type_error(format!("wrong argument type {given} (expected Module)")))
        }
    }
}

pub(super) fn include(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    for &value in args.list {
        expect_module(m, value)?;
    }
    for &value in args.list.iter().rev() {
        let module = expect_module(m, value)?;
        m.include_module(id, module)?;
    }
    Ok(this)
}

pub(super) fn prepend(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    for &value in args.list {
        expect_module(m, value)?;
    }
    for &value in args.list.iter().rev() {
        let module = expect_module(m, value)?;
        m.prepend_module(id, module)?;
    }
    Ok(this)
}

pub(super) fn append_features(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let module = expect_module(m, this)?;
    let id = target_class(m, args[0])?;
    m.append_features(id, module)?;
    Ok(this)
}

pub(super) fn prepend_features(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let module = expect_module(m, this)?;
    let id = target_class(m, args[0])?;
    m.prepend_features(id, module)?;
    Ok(this)
}

fn target_class(m: &mut Machine<'_>, value: Value) -> Flow<ClassId> {
    match value {
        Value::Class(id) => Ok(id),
        _ => {
            let given = m.class_name_of(value);
            Err(m.type_error(format!("wrong argument type {given} (expected Class or Module)")))
        }
    }
}

pub(super) fn extend_object(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let module = expect_module(m, this)?;
    if matches!(args[0], Value::Int(_) | Value::Float(_) | Value::Sym(_) | Value::Big(_)) {
        return Err(m.type_error("can't define singleton"));
    }
    m.check_frozen(args[0])?;
    let singleton = m.require_singleton(args[0])?;
    m.append_features(singleton, module)?;
    Ok(args[0])
}

pub(super) fn superclass(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    if m.class(id).superclass.is_none() && id != crate::core::class::BASIC_OBJECT {
        return Err(m.type_error("uninitialized class"));
    }
    Ok(m.class(id).superclass.map_or(Value::Nil, Value::Class))
}

/// `subclasses`: the direct subclasses, newest first.
pub(super) fn subclasses(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    let list: Vec<Value> = (0..m.classes.len() as u32)
        .rev()
        .map(ClassId)
        .filter(|&other| {
            let other = m.class(other);
            other.superclass == Some(id) && !other.is_singleton()
        })
        .map(Value::Class)
        .collect();
    Ok(m.new_array(list))
}

pub(super) fn attached_object(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = module_id(m, this)?;
    match m.class(id).attached {
        Some(object) => Ok(object),
        None => {
            let name = m.class_name(id);
            Err(m.type_error(format!("`{name}' is not a singleton class")))
        }
    }
}

/// Calls the hook `inherited` of the superclass.
pub(crate) fn call_inherited(m: &mut Machine<'_>, superclass: ClassId, class: ClassId) -> Flow<()> {
    m.call(Value::Class(superclass), names::INHERITED, &[Value::Class(class)])?;
    Ok(())
}
