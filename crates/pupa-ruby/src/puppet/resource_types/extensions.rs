//! Finds the changes that Ruby code makes besides defining the type that its file is named after:
//! attributes of other types, other types, and metaparameters.
//!
//! Each class of a type records which attributes its own file has defined. All others were added by
//! other code.

use super::definition::{AttributeDefinition, Definition};
use super::{describe, elements, ivar, manager, metaparameters};
use crate::core::class;
use crate::machine::{Core, Flow, Machine};
use crate::symbol::Symbol;
use crate::value::Value;

/// The instance variables with the attribute lists of a type, each with the one that records the
/// type's own attributes.
const LISTS: [(&str, &str); 2] =
    [("@properties", "@own_properties"), ("@parameters", "@own_parameters")];

/// The instance variable that marks types that were loaded from the file of their name.
const HAS_FILE: &str = "@has_file";

/// The changes that the code of a program has made.
#[derive(Debug, Default)]
pub struct Extensions {
    /// Attributes added to types that another file defines.
    pub attributes: Vec<AddedAttributes>,
    /// Types defined in a file of another name.
    pub types: Vec<Definition>,
    /// Added metaparameters, which apply to all types from then on.
    pub metaparameters: Vec<AttributeDefinition>,
}

/// Attributes that code has added to a type that another file defines.
#[derive(Debug)]
pub struct AddedAttributes {
    /// The name of the type, in lower case.
    pub type_name: String,
    /// The properties, in order.
    pub properties: Vec<AttributeDefinition>,
    /// The parameters, in order.
    pub parameters: Vec<AttributeDefinition>,
}

impl Extensions {
    /// Whether nothing has changed.
    pub fn is_empty(&self) -> bool {
        self.attributes.is_empty() && self.types.is_empty() && self.metaparameters.is_empty()
    }
}

/// Records the current attributes of a type as its own.
pub(super) fn settle(m: &mut Machine<'_>, made: Value) {
    for (list, own) in LISTS {
        let attributes = ivar(m, made, list);
        let attributes = elements(m, attributes);
        let copy = m.new_array(attributes);
        m.set_ivar(made, Symbol::new(own), copy);
    }
}

/// Records the current attributes of a type as its own, and that the type was loaded from the file
/// of its name.
pub(super) fn settle_file(m: &mut Machine<'_>, made: Value) {
    settle(m, made);
    m.set_ivar(made, Symbol::new(HAS_FILE), Value::TRUE);
}

impl Core {
    /// Whether code has looked up or defined resource types.
    pub fn has_resource_types(&self) -> bool {
        let types = self.ivar(Value::Class(class::PUPPET_TYPE), Symbol::new("@types"));
        matches!(types, Value::Hash(_))
    }
}

impl Machine<'_> {
    /// The changes that code of this machine has made to types other than `own`.
    ///
    /// # Errors
    ///
    /// When a description fails, or a limit is exceeded.
    pub fn type_extensions(&mut self, own: Option<&str>) -> Flow<Extensions> {
        let mut extensions = Extensions::default();
        let types = manager::registry(self);
        for (name, made) in self.hash(types).iter().collect::<Vec<_>>() {
            let name = self.to_s_text(name)?;
            if made.is_nil() || Some(name.as_str()) == own {
                continue;
            }
            if manager::is_defined_here(self, made) && !ivar(self, made, HAS_FILE).is_truthy() {
                extensions.types.push(describe::definition(self, made)?);
                continue;
            }
            let [properties, parameters] = LISTS.map(|(list, own)| later(self, made, list, own));
            if !properties.is_empty() || !parameters.is_empty() {
                extensions.attributes.push(AddedAttributes {
                    type_name: name,
                    properties: describe::described(self, properties)?,
                    parameters: describe::described(self, parameters)?,
                });
            }
        }
        let added = metaparameters::added(self);
        extensions.metaparameters = describe::described(self, added)?;
        Ok(extensions)
    }
}

/// The attributes in `list` that are not in `own`.
fn later(m: &Machine<'_>, made: Value, list: &str, own: &str) -> Vec<Value> {
    let own = elements(m, ivar(m, made, own));
    let all = elements(m, ivar(m, made, list));
    all.into_iter().filter(|one| !own.iter().any(|known| known.is_same(*one))).collect()
}
