//! Makes classes for the built-in resource types, which have no Ruby code here.

use super::generate::{Plan, generate};
use super::type_class::new_param;
use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::Symbol;
use crate::value::Value;

/// The attributes of a built-in resource type.
#[derive(Debug, Clone, Default)]
pub struct BuiltInType {
    /// The properties in order.
    pub properties: Vec<String>,
    /// The parameters in order.
    pub parameters: Vec<String>,
    /// The parameters that identify a resource.
    pub key_attributes: Vec<String>,
    /// Whether two resources with the same key attributes manage the same thing.
    pub is_isomorphic: bool,
}

/// The class of a built-in type, or `nil` if there is none of the name.
pub(super) fn make(m: &mut Machine<'_>, name: Symbol) -> Flow {
    let Some(known) = m.world.built_in_type(name.as_str()) else { return Ok(Value::Nil) };
    let plan = Plan {
        owner: class::PUPPET_TYPE,
        name,
        parent: class::PUPPET_TYPE,
        prefix: "",
        attributes: None,
        overwrites: true,
        block: None,
    };
    let made = Value::Class(generate(m, plan)?);
    for property in &known.properties {
        let name = Value::Sym(Symbol::new(property));
        m.call(made, Symbol::new("newproperty"), &[name])?;
    }
    let newparam = Symbol::new("newparam");
    for parameter in &known.parameters {
        let name = Value::Sym(Symbol::new(parameter));
        let parameter_class = new_param(m, made, Args::new(newparam, &[name]))?;
        if known.key_attributes.contains(parameter) {
            m.call(parameter_class, Symbol::new("isnamevar"), &[])?;
        }
    }
    if !known.is_isomorphic {
        m.set_ivar(made, Symbol::new("@isomorphic"), Value::FALSE);
    }
    super::extensions::settle(m, made);
    Ok(made)
}
