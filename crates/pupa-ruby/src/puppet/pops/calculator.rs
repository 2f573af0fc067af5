//! `Puppet::Pops::Types::TypeCalculator`: the type of a value, and relations between types.

use pupa_value::common::common_type;
use pupa_value::infer::{infer, infer_detailed, infer_generic};
use pupa_value::types::Type;

use super::{expect_type, new_type, type_of};
use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Method, NativeClass, method};
use crate::value::Value;

const METHODS: &[Method] = &[
    method("infer", 1, 1, infer_type),
    method("infer_set", 1, 1, infer_set),
    method("infer_generic", 1, 1, infer_general),
    method("instance?", 2, 2, is_instance),
    method("assignable?", 2, 2, is_assignable),
    method("generalize", 1, 1, generalize),
    method("callable?", 2, 2, is_callable),
    method("iterable", 1, 1, iterated),
    method("common_type", 2, 2, common),
    method("equals", 2, 2, equals),
    method("is_ptype?", 1, 1, is_type),
    method("is_pnil?", 1, 1, is_undef_type),
    method("type", 1, 1, type_of_class),
];

/// `Puppet::Pops::Types::TypeCalculator`. All methods are class methods too.
pub static CALCULATOR: NativeClass = NativeClass {
    name: "Puppet::Pops::Types::TypeCalculator",
    methods: METHODS,
    class_methods: &[
        method("singleton", 0, 0, |m, _, _| Ok(m.single_object(class::PUPPET_TYPE_CALCULATOR))),
        method("infer", 1, 1, infer_type),
        method("infer_set", 1, 1, infer_set),
        method("instance?", 2, 2, is_instance),
        method("assignable?", 2, 2, is_assignable),
        method("generalize", 1, 1, generalize),
        method("callable?", 2, 2, is_callable),
        method("iterable", 1, 1, iterated),
    ],
    ..NativeClass::EMPTY
};

fn infer_type(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let t = super::inferred(m, args[0], infer)?;
    new_type(m, t)
}

fn infer_set(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let t = super::inferred(m, args[0], infer_detailed)?;
    new_type(m, t)
}

fn infer_general(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let t = super::inferred(m, args[0], infer_generic)?;
    new_type(m, t)
}

fn is_instance(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let t = expect_type(m, args[0])?;
    let is_instance = super::is_instance(m, &t, args[1])?;
    Ok(Value::Bool(is_instance))
}

/// The type of an argument: a type itself or, for a Ruby class, the type of its instances.
fn type_or_class(m: &mut Machine<'_>, value: Value) -> Flow<Type> {
    match value {
        Value::Class(_) => class_type(m, value),
        other => expect_type(m, other),
    }
}

fn is_assignable(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let (t, other) = (type_or_class(m, args[0])?, type_or_class(m, args[1])?);
    Ok(Value::Bool(t.accepts(&other)))
}

fn generalize(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    match type_of(m, args[0]) {
        Some(t) => new_type(m, t.generalize()),
        None => Ok(args[0]),
    }
}

fn is_callable(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let (callable, given) = (expect_type(m, args[0])?, expect_type(m, args[1])?);
    let is_callable = match callable.resolved() {
        Type::Callable(Some(callable)) => match &callable.params {
            Some(params) => Type::Tuple(params.clone().into()).accepts(&given),
            None => true,
        },
        Type::Callable(None) => true,
        _ => false,
    };
    Ok(Value::Bool(is_callable))
}

fn iterated(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let t = expect_type(m, args[0])?;
    match t.is_iterable() {
        true => new_type(m, Type::Iterable(t.iterated_type().map(Into::into))),
        false => Ok(Value::Nil),
    }
}

fn common(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let (a, b) = (expect_type(m, args[0])?, expect_type(m, args[1])?);
    new_type(m, common_type(&a, &b))
}

fn equals(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let (a, b) = (expect_type(m, args[0])?, expect_type(m, args[1])?);
    Ok(Value::Bool(a.accepts(&b) && b.accepts(&a)))
}

fn is_type(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    Ok(Value::Bool(type_of(m, args[0]).is_some()))
}

fn is_undef_type(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    Ok(Value::Bool(args[0].is_nil() || matches!(type_of(m, args[0]), Some(Type::Undef))))
}

/// The type of the instances of a Ruby class.
fn class_type(m: &mut Machine<'_>, class: Value) -> Flow<Type> {
    let Value::Class(id) = class else {
        let display = m.class_name_of(class);
        return Err(m.argument_error(format!("Argument must be a Module, got {display}")));
    };
    Ok(match id {
        class::INTEGER => Type::INTEGER,
        class::FLOAT => Type::FLOAT,
        class::NUMERIC => Type::Numeric,
        class::STRING => Type::STRING,
        class::REGEXP => Type::REGEXP,
        class::NIL_CLASS => Type::Undef,
        class::TRUE_CLASS | class::FALSE_CLASS => Type::BOOLEAN,
        class::PUPPET_ANY_TYPE => Type::TYPE,
        class::ARRAY => Type::array(pupa_value::builtin::data(), None),
        class::HASH => Type::hash(Type::ScalarData, pupa_value::builtin::data(), None),
        _ => {
            let name = m.class_name(id);
            super::runtime_type(name)
        }
    })
}

fn type_of_class(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let t = class_type(m, args[0])?;
    new_type(m, t)
}
