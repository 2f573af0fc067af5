//! Resource types that are written in Ruby: `Puppet::Type` and its relatives.
//!
//! ```text
//! lib/puppet/type/x.rb ─newtype─▶ class Puppet::Type::X ─describe─▶ Definition
//! ```
//!
//! Only the part that defines types runs here. Instances of types, properties and providers exist
//! on agents; their methods are known by name and raise `NotImplementedError` when called.

mod agent;
mod attribute;
mod built_in;
mod definition;
mod describe;
mod extensions;
mod features;
mod generate;
mod load;
mod manager;
mod metaparameters;
mod property;
mod provider;
mod providers;
mod relations;
mod resource_api;
mod title;
mod type_class;
mod value;
mod values;

pub use attribute::{
    BOOLEAN as BOOLEAN_PARAMETER, PACKAGE_OPTIONS, PARAMETER, PATH as PATH_PARAMETER,
};
pub use built_in::BuiltInType;
pub use definition::{AttributeDefinition, Definition, TitleRule, ValueDefinition};
pub use extensions::{AddedAttributes, Extensions};
pub use generate::{CLASS_GEN, CONSTANT_ALREADY_DEFINED, SUBCLASS_ALREADY_DEFINED};
pub use load::Loaded;
pub use manager::{COMPILABLE, MANAGER, META_TYPE, redefinition};
pub use metaparameters::RELATIONSHIP;
pub use property::{BOOLEAN as BOOLEAN_PROPERTY, ENSURE, KEY_VALUE, LIST, ORDERED_LIST, PROPERTY};
pub use provider::{CONFINER, PARSED_FILE, PROVIDER};
pub use resource_api::RESOURCE_API;
pub use type_class::TYPE;
pub use value::VALUE;
pub use values::VALUE_COLLECTION;

use crate::machine::{Flow, Machine};
use crate::symbol::Symbol;
use crate::value::{ArrayId, HashId, Value};

/// The value of an option in a call such as `newparam(:x, :parent => Y)`.
fn option(m: &mut Machine<'_>, options: Option<Value>, name: &str) -> Option<Value> {
    let Some(Value::Hash(options)) = options else { return None };
    m.keyword(Some(options), name).filter(|value| !value.is_nil())
}

/// An instance variable, or `nil`.
fn ivar(m: &Machine<'_>, this: Value, name: &str) -> Value {
    match m.ivar(this, Symbol::new(name)) {
        Value::Undef => Value::Nil,
        value => value,
    }
}

/// The array in an instance variable; sets a new one if there is none.
fn ivar_array(m: &mut Machine<'_>, this: Value, name: &str) -> ArrayId {
    match ivar(m, this, name) {
        Value::Array(id) => id,
        _ => {
            let made = m.new_array(Vec::new());
            m.set_ivar(this, Symbol::new(name), made);
            match made {
                Value::Array(id) => id,
                _ => unreachable!("new_array makes arrays"),
            }
        }
    }
}

/// The hash in an instance variable; sets a new one if there is none.
fn ivar_hash(m: &mut Machine<'_>, this: Value, name: &str) -> HashId {
    match ivar(m, this, name) {
        Value::Hash(id) => id,
        _ => {
            let made = m.new_hash();
            m.set_ivar(this, Symbol::new(name), Value::Hash(made));
            made
        }
    }
}

/// Converts a symbol or string to a symbol.
fn intern(m: &mut Machine<'_>, value: Value) -> Flow<Symbol> {
    match value {
        Value::Sym(name) => Ok(name),
        _ => m.to_symbol(value),
    }
}

/// The elements of an array; any other value counts as an array with one element.
fn elements(m: &Machine<'_>, value: Value) -> Vec<Value> {
    match value {
        Value::Array(id) => m.array(id).to_vec(),
        Value::Nil => Vec::new(),
        other => vec![other],
    }
}
