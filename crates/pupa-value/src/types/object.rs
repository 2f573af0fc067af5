//! Object types: attributes, functions, inheritance.
//!
//! | module | subject |
//! |---|---|
//! | `definition` | what a type is made of |
//! | `build` | a definition from an initialiser hash, with every check |
//! | `notation` | the form `Parent { … }` of an initialiser hash |
//! | `overrides` | when a member may take the place of an inherited one |
//! | `layout` | what follows from the definition of a type and its parents, found out once |
//! | `members` | looking members up, inherited ones too |
//! | `annotations` | what annotations say about a type or a member |
//! | `init_hash` | the hash a type could be built from again |
//! | `features` | what types defined with `type Name { … }` have |
//! | `extension` | types with parameters in brackets |
//! | `constructor` | how instances are made |
//! | `accepts` | which types inherit from which |
//! | `schema` | the types of initialiser hashes |

mod accepts;
mod annotations;
mod build;
mod constructor;
mod definition;
mod equality;
mod extension;
mod features;
mod init_hash;
mod layout;
mod members;
mod notation;
mod overrides;
pub(crate) mod schema;
#[cfg(test)]
mod tests;

pub use constructor::{constructor_signatures, new_object};
pub use definition::{
    Attribute, AttributeKind, AttributeRole, Member, Members, ObjectDefinition, ObjectFunction,
};
pub use extension::ObjectExtension;
pub use features::{Feature, FeatureKind, FeatureTable};
pub use layout::Layout;
pub(crate) use layout::{Equality, arity_error};
pub use notation::inherited_init_hash;

use std::sync::{Arc, LazyLock, OnceLock};

use super::Type;
use crate::error::Result;
use crate::value::{Hash, Text, Value};

/// An object type: `Object`, `Object[{…}]`, or one defined with a name.
///
/// The definition is set once, when it is resolved: it may hold the type itself.
///
/// ```
/// use pupa_value::types::ObjectType;
/// use pupa_value::{Type, Value};
/// let attributes = Value::hash([("reg".into(), Value::Type(Type::STRING))]);
/// let init = Value::hash([("name".into(), "Car".into()), ("attributes".into(), attributes)]);
/// let car = ObjectType::from_init_hash(&init).unwrap();
/// assert_eq!(car.label(), "Car");
/// assert!(car.attribute("reg").is_some());
/// ```
pub struct ObjectType {
    /// The name, when it was defined with one.
    pub name: Option<Text>,
    definition: OnceLock<ObjectDefinition>,
    layout: OnceLock<Layout>,
}

static DEFAULT: LazyLock<Arc<ObjectType>> =
    LazyLock::new(|| Arc::new(ObjectType::new(None, ObjectDefinition::empty())));

impl Type {
    /// `Object`
    pub fn any_object() -> Type {
        Type::Object(Arc::clone(&DEFAULT))
    }

    /// `Object[{…}]`
    ///
    /// # Errors
    /// When the hash can't be what an object type is made of.
    pub fn object_from_hash(init: &Hash) -> Result<Type> {
        if init.is_empty() {
            return Ok(Type::any_object());
        }
        Ok(Type::Object(ObjectType::from_init_hash(&Value::from(init.clone()))?))
    }
}

impl ObjectType {
    /// A type whose definition is not known yet.
    pub fn unresolved(name: Option<Text>) -> ObjectType {
        ObjectType { name, definition: OnceLock::new(), layout: OnceLock::new() }
    }

    /// A type with its definition.
    pub fn new(name: Option<Text>, definition: ObjectDefinition) -> ObjectType {
        ObjectType { name, definition: OnceLock::from(definition), layout: OnceLock::new() }
    }

    /// What it is made of, once it is resolved.
    pub fn definition(&self) -> Option<&ObjectDefinition> {
        self.definition.get()
    }

    /// Says what it is made of. Only the first call counts.
    pub fn resolve(&self, definition: ObjectDefinition) {
        let _ = self.definition.set(definition);
    }

    /// The name for messages.
    pub fn label(&self) -> &str {
        self.name.as_deref().unwrap_or("Object")
    }

    /// The object type it inherits from, aliases resolved.
    pub fn parent(&self) -> Option<&Arc<ObjectType>> {
        match self.definition()?.parent.as_ref()?.resolved() {
            Type::Object(parent) => Some(parent),
            _ => None,
        }
    }

    /// The types it inherits from, the nearest first, itself before all.
    pub fn ancestry(&self) -> impl Iterator<Item = &ObjectType> {
        std::iter::successors(Some(self), |t| t.parent().map(|parent| &**parent))
    }
}

impl std::fmt::Debug for ObjectType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Not its definition, which may hold itself.
        f.debug_tuple("ObjectType").field(&self.label()).finish()
    }
}
