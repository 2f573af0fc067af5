//! Changes that code makes beside the type its file is named after: attributes of other types, other
//! types, and metaparameters.
//!
//! Each class of a type remembers which attributes its own file gave it. All others come from elsewhere.

use super::definition::{AttributeDefinition, Definition};
use super::{describe, elements, ivar, manager, metaparameters};
use crate::core::class;
use crate::machine::{Core, Flow, Machine};
use crate::symbol::Symbol;
use crate::value::Value;

/// The lists of attributes of a type, and where it remembers its own.
const LISTS: [(&str, &str); 2] =
    [("@properties", "@own_properties"), ("@parameters", "@own_parameters")];

/// The instance variable that marks types whose file was found by their name.
const HAS_FILE: &str = "@has_file";

/// The changes of a program.
#[derive(Debug, Default)]
pub struct Extensions {
    /// Attributes that were added to types of other files.
    pub attributes: Vec<AddedAttributes>,
    /// Types that no file is named after.
    pub types: Vec<Definition>,
    /// Metaparameters, which all types have from then on.
    pub metaparameters: Vec<AttributeDefinition>,
}

/// Attributes that code has added to a type of another file.
#[derive(Debug)]
pub struct AddedAttributes {
    /// The name of the type, in lower case.
    pub type_name: String,
    /// The properties in order.
    pub properties: Vec<AttributeDefinition>,
    /// The parameters in order.
    pub parameters: Vec<AttributeDefinition>,
}

impl Extensions {
    /// Whether nothing was changed.
    pub fn is_empty(&self) -> bool {
        self.attributes.is_empty() && self.types.is_empty() && self.metaparameters.is_empty()
    }
}

/// Makes the attributes that a type has now its own.
pub(super) fn settle(m: &mut Machine<'_>, made: Value) {
    for (list, own) in LISTS {
        let attributes = ivar(m, made, list);
        let attributes = elements(m, attributes);
        let copy = m.new_array(attributes);
        m.set_ivar(made, Symbol::new(own), copy);
    }
}

/// Marks a type whose file was loaded because of its name; all that the file did is its own.
pub(super) fn settle_file(m: &mut Machine<'_>, made: Value) {
    settle(m, made);
    m.set_ivar(made, Symbol::new(HAS_FILE), Value::TRUE);
}

impl Core {
    /// Whether code has asked for resource types or defined some.
    pub fn has_resource_types(&self) -> bool {
        let types = self.ivar(Value::Class(class::PUPPET_TYPE), Symbol::new("@types"));
        matches!(types, Value::Hash(_))
    }
}

impl Machine<'_> {
    /// The changes that code of this machine has made to types other than one.
    ///
    /// # Errors
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

/// The attributes of a list that are not among its own.
fn later(m: &Machine<'_>, made: Value, list: &str, own: &str) -> Vec<Value> {
    let own = elements(m, ivar(m, made, own));
    let all = elements(m, ivar(m, made, list));
    all.into_iter().filter(|one| !own.iter().any(|known| known.is_same(*one))).collect()
}
