//! `TypeMismatchDescriber` and `TypeAsserter`: describe why a value is not an instance of a type.

use pupa_value::infer::infer_detailed;
use pupa_value::mismatch::describe_mismatch;
use pupa_value::types::Type;

use super::expect_type;
use crate::core::class;
use crate::core::exception::ExceptionData;
use crate::machine::{Flow, Jump, Machine};
use crate::native::{Args, NativeClass, method};
use crate::symbol::Symbol;
use crate::value::Value;

/// `Puppet::Pops::Types::TypeMismatchDescriber`
pub static DESCRIBER: NativeClass = NativeClass {
    name: "Puppet::Pops::Types::TypeMismatchDescriber",
    methods: &[method("describe_mismatch", 3, 4, describe)],
    class_methods: &[method("singleton", 0, 0, |m, _, _| {
        Ok(m.single_object(class::PUPPET_MISMATCH_DESCRIBER))
    })],
    ..NativeClass::EMPTY
};

/// `Puppet::Pops::Types::TypeAsserter`
pub static ASSERTER: NativeClass = NativeClass {
    name: "Puppet::Pops::Types::TypeAsserter",
    class_methods: &[
        method("assert_instance_of", 3, 4, assert_instance),
        method("assert_assignable", 3, 3, assert_assignable),
    ],
    ..NativeClass::MODULE
};

/// `Puppet::Pops::Types::TypeAssertionError`
pub static ASSERTION_ERROR: NativeClass = NativeClass {
    name: "Puppet::Pops::Types::TypeAssertionError",
    superclass: Some("Puppet::Error"),
    methods: &[
        method("expected_type", 0, 0, |m, this, _| Ok(m.ivar(this, Symbol::new("@expected_type")))),
        method("actual_type", 0, 0, |m, this, _| Ok(m.ivar(this, Symbol::new("@actual_type")))),
    ],
    ..NativeClass::EMPTY
};

fn describe(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = m.to_s_text(args[0])?;
    let (expected, actual) = (expect_type(m, args[1])?, expect_type(m, args[2])?);
    Ok(m.new_str(describe_mismatch(&name, &expected, &actual)))
}

/// The subject of an assertion: a string, a format with its arguments, or the result of a block.
fn subject(m: &mut Machine<'_>, args: Args<'_>) -> Flow<String> {
    let subject = match args.block {
        Some(block) => m.yield_block(block, &[args[0]])?,
        None => args[0],
    };
    match subject {
        Value::Array(parts) => {
            let parts = m.array(parts).to_vec();
            let rest = m.new_array(parts[1..].to_vec());
            let text = m.call(parts[0], Symbol::new("%"), &[rest])?;
            m.to_s_text(text)
        }
        other => m.to_s_text(other),
    }
}

fn failure(m: &mut Machine<'_>, name: &str, expected: &Type, actual: &Type) -> Jump {
    let message = m.new_str(describe_mismatch(name, expected, actual));
    let error = m.new_payload(class::PUPPET_TYPE_ASSERTION_ERROR, ExceptionData::new(message));
    for (name, t) in [("@expected_type", expected), ("@actual_type", actual)] {
        let t = m.new_puppet_data(pupa_value::Value::Type(t.clone()));
        m.set_ivar(error, Symbol::new(name), t);
    }
    m.raise_value(error)
}

fn assert_instance(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    if args[2].is_nil() && args.or_nil(3).is_truthy() {
        return Ok(Value::Nil);
    }
    let expected = expect_type(m, args[1])?;
    if super::is_instance(m, &expected, args[2])? {
        return Ok(args[2]);
    }
    let name = format!("{} has wrong type,", subject(m, args)?);
    let actual = super::inferred(m, args[2], infer_detailed)?;
    Err(failure(m, &name, &expected, &actual))
}

fn assert_assignable(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let (expected, actual) = (expect_type(m, args[1])?, expect_type(m, args[2])?);
    if expected.accepts(&actual) {
        return Ok(args[2]);
    }
    let name = format!("{} is incorrect,", subject(m, args)?);
    Err(failure(m, &name, &expected, &actual))
}
