//! `Puppet::Node` and `Puppet::Node::Facts`: the node and its facts.

use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Instances, NativeClass, method};
use crate::symbol::Symbol;
use crate::value::Value;

/// `Puppet::Node`
pub static NODE: NativeClass = NativeClass {
    name: "Puppet::Node",
    instances: Instances::Refused,
    methods: &[
        method("name", 0, 0, name),
        method("environment", 0, 0, environment),
        method("environment_name", 0, 0, super::environment::name_symbol),
        method("facts", 0, 0, facts),
        method("parameters", 0, 0, parameters),
        method("trusted_data", 0, 0, |m, _, _| variable(m, "trusted")),
        method("server_facts", 0, 0, |m, _, _| variable(m, "server_facts")),
        method("classes", 0, 0, |m, _, _| Ok(m.new_array(Vec::new()))),
    ],
    ..NativeClass::EMPTY
};

/// `Puppet::Node::Facts`
pub static FACTS: NativeClass = NativeClass {
    name: "Puppet::Node::Facts",
    instances: Instances::Refused,
    methods: &[method("name", 0, 0, name), method("values", 0, 0, |m, _, _| variable(m, "facts"))],
    ..NativeClass::EMPTY
};

/// The value of a variable of the top scope; `nil` if it is not set.
fn variable(m: &mut Machine<'_>, name: &str) -> Flow {
    match m.puppet(|puppet| puppet.variable(&format!("::{name}")))? {
        Some(value) => m.variable_from_puppet(name, &value),
        None => Ok(Value::Nil),
    }
}

/// The name of the node.
pub(super) fn name(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let name = m.puppet(|puppet| puppet.node())?;
    Ok(m.new_str(name))
}

fn environment(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.single_object(class::PUPPET_ENVIRONMENT))
}

fn facts(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Ok(m.single_object(class::PUPPET_FACTS))
}

/// `parameters`: the facts as top-scope variables, and the name of the environment.
fn parameters(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let facts = variable(m, "facts")?;
    let parameters = m.call(facts, Symbol::new("dup"), &[])?;
    let environment = m.puppet(|puppet| puppet.environment())?;
    if let Value::Hash(hash) = parameters {
        let (name, environment) = (m.new_str("environment"), m.new_str(environment));
        m.hash_set(hash, name, environment)?;
    }
    Ok(parameters)
}
