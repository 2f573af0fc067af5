//! Functions that declare classes and resources, and tag them.

use std::sync::Arc;

use pupa_value::Value;
use pupa_value::types::Type;

use super::{Dispatch, Function, Traits};
use crate::call::Call;
use crate::compile::Compilation;
use crate::flatten::flattened;
use crate::stop::{Outcome, Stop, error};

pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "include",
        doc: "Declares classes, unless they are declared, and evaluates them.\n\n\
              Classes are given by name, as `Class[name]`, or in arrays of these. Parameters come \
              from data, or from their defaults.",
        examples: &[],
        dispatches: &[Dispatch { signature: "Any +$names", body: include }],
        traits: Traits::STATEMENT,
    },
    Function {
        name: "require",
        doc: "Declares classes as `include` does, and lets the class or resource that calls it \
              require them.",
        examples: &[],
        dispatches: &[Dispatch { signature: "Any +$names", body: require }],
        traits: Traits::STATEMENT,
    },
    Function {
        name: "contain",
        doc: "Declares classes as `include` does, and makes them part of the calling class or \
              resource: its relationships hold for them too.",
        examples: &[],
        dispatches: &[Dispatch { signature: "Any +$names", body: contain }],
        traits: Traits::STATEMENT,
    },
    Function {
        name: "create_resources",
        doc: "Declares resources from a hash of titles, each with a hash of parameters. A third \
              hash has parameters for those that don't set them.\n\n\
              The type may begin with `@` for virtual or `@@` for exported resources.",
        examples: &[],
        dispatches: &[Dispatch { signature: "Any +$args", body: create_resources }],
        traits: Traits { is_statement: true, ..Traits::UNTYPED },
    },
    Function {
        name: "realize",
        doc: "Realizes virtual resources, given by reference.",
        examples: &[],
        dispatches: &[Dispatch { signature: "Any +$references", body: realize }],
        traits: Traits { is_statement: true, ..Traits::UNTYPED },
    },
    Function {
        name: "tag",
        doc: "Adds tags to the class or resource that calls it, and so to all that it contains.",
        examples: &[],
        dispatches: &[Dispatch { signature: "Any +$tags", body: tag }],
        traits: Traits { is_statement: true, ..Traits::UNTYPED },
    },
    Function {
        name: "tagged",
        doc: "Whether the catalog, or the class or resource that calls it, has all of the tags.",
        examples: &[],
        dispatches: &[Dispatch { signature: "Any +$tags", body: tagged }],
        traits: Traits::UNTYPED,
    },
];

fn references(names: &[String]) -> Value {
    let class = |name: &String| Value::Type(Type::class(name.trim_start_matches("::")));
    Value::array(names.iter().map(class))
}

fn include(call: &mut Call<'_, '_>) -> Outcome {
    declaring(call, |_, _, _| Ok(()))
}

fn require(call: &mut Call<'_, '_>) -> Outcome {
    declaring(call, |compilation, names, _| compilation.require_classes(names))
}

fn contain(call: &mut Call<'_, '_>) -> Outcome {
    declaring(call, |compilation, _, classes| {
        compilation.contain(classes);
        Ok(())
    })
}

/// Declares classes, applies `then` to them, and returns references to them.
fn declaring(
    call: &mut Call<'_, '_>,
    then: impl FnOnce(&mut Compilation<'_, '_>, &[String], &[u32]) -> Outcome<()>,
) -> Outcome {
    let names = Compilation::class_names(&call.args)?;
    match call.evaluator.compilation().include_classes(&names) {
        Ok(classes) => {
            then(&mut call.evaluator.compilation(), &names, &classes)?;
            Ok(references(&names))
        }
        Err(stop) => match *stop {
            // Compat: `return` and `next` in the default of a parameter leave the call that
            // declares the class.
            Stop::Return(value, _) | Stop::Next(value, _) => Ok(value),
            other => Err(Box::new(other)),
        },
    }
}

fn create_resources(call: &mut Call<'_, '_>) -> Outcome {
    expect_at_least(call, "create_resources", 2)?;
    let count = call.args.len();
    if count > 3 {
        return Err(error(format!(
            "create_resources(): wrong number of arguments ({count}; must be 2 or 3)"
        )));
    }
    let Value::Hash(instances) = call.arg(1).clone() else {
        return Err(error("create_resources(): second argument must be a hash"));
    };
    let defaults = match call.arg(2).clone() {
        Value::Hash(defaults) => defaults,
        _ if count == 2 => Arc::default(),
        _ => {
            return Err(error("create_resources(): third argument, if provided, must be a hash"));
        }
    };
    let type_name = call.text(0).to_owned();
    call.evaluator.compilation().create_from_hash(&type_name, &instances, &defaults)?;
    Ok(Value::Undef)
}

fn realize(call: &mut Call<'_, '_>) -> Outcome {
    expect_at_least(call, "realize", 1)?;
    let references = flattened(&call.args);
    call.evaluator.compilation().realize(references);
    Ok(Value::Undef)
}

fn tag(call: &mut Call<'_, '_>) -> Outcome {
    expect_at_least(call, "tag", 1)?;
    let tags = std::mem::take(&mut call.args);
    call.evaluator.compilation().tag_scope(&tags)?;
    Ok(Value::Undef)
}

fn tagged(call: &mut Call<'_, '_>) -> Outcome {
    expect_at_least(call, "tagged", 1)?;
    let is_tagged = |value: &Value| {
        call.evaluator.catalog_view().is_scope_tagged(&pupa_value::text::ruby::to_s(value))
    };
    Ok(call.args.iter().all(is_tagged).into())
}

/// Fails if there are too few arguments, with the message of the reference's Puppet 3 functions.
fn expect_at_least(call: &Call<'_, '_>, name: &str, least: usize) -> Outcome<()> {
    let count = call.args.len();
    if count >= least {
        return Ok(());
    }
    let message = format!("Wrong number of arguments given ({count} for minimum {least})");
    Err(error(format!("{name}(): {message}")))
}
