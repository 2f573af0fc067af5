//! `Puppet::Pops::Evaluator`: internal classes of the reference. Only lookups of resource types and
//! classes are implemented.

use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method};
use crate::puppet::TypeKind;
use crate::symbol::Symbol;
use crate::value::Value;

/// `Puppet::Pops::Evaluator::Runtime3ResourceSupport`
pub static RESOURCE_SUPPORT: NativeClass = NativeClass {
    name: "Puppet::Pops::Evaluator::Runtime3ResourceSupport",
    class_methods: &[
        method("find_resource_type", 2, 2, find_resource_type),
        method("find_resource_type_or_class", 2, 2, find_resource_type_or_class),
        method("find_hostclass", 2, 2, find_class),
        method("find_defined_resource_type", 2, 2, find_defined_type),
        method("find_builtin_resource_type", 2, 2, find_built_in),
    ],
    ..NativeClass::MODULE
};

/// `Puppet::Pops::Evaluator::Closure`: the class of lambdas
pub static CLOSURE: NativeClass =
    NativeClass { name: "Puppet::Pops::Evaluator::Closure", ..NativeClass::EMPTY };

/// The arguments after the scope.
fn behind_scope<'a>(args: Args<'a>) -> Args<'a> {
    Args { list: &args.list[1..], ..args }
}

fn find_built_in(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = m.to_s_text(args[1])?.to_lowercase();
    if name.contains(':') {
        return Ok(Value::Nil);
    }
    let described = m.puppet(|puppet| puppet.describe_type(&name, ""))?;
    match described.kind {
        Some(TypeKind::BuiltIn) => built_in_type(m, &name),
        _ => Ok(Value::Nil),
    }
}

/// The Ruby class of a built-in resource type.
pub(in crate::puppet) fn built_in_type(m: &mut Machine<'_>, name: &str) -> Flow {
    let name = m.new_str(name);
    m.call(Value::Class(class::PUPPET_TYPE), Symbol::new("type"), &[name])
}

fn find_defined_type(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    crate::puppet::catalog::find_defined_type(m, this, behind_scope(args))
}

fn find_class(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    crate::puppet::catalog::find_class(m, this, behind_scope(args))
}

fn find_resource_type(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    match find_built_in(m, this, args)? {
        Value::Nil => find_defined_type(m, this, args),
        found => Ok(found),
    }
}

fn find_resource_type_or_class(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    match find_resource_type(m, this, args)? {
        Value::Nil => find_class(m, this, args),
        found => Ok(found),
    }
}
