//! Object types: attributes, functions, inheritance.
//!
//! | module | subject |
//! |---|---|
//! | `definition` | the definition of an object type |
//! | `build` | a definition from an initialiser hash, with every check |
//! | `notation` | the form `Parent { … }` of an initialiser hash |
//! | `overrides` | the rules for overriding an inherited member |
//! | `layout` | facts derived from the definitions of a type and its parents |
//! | `members` | lookup of members, including inherited ones |
//! | `annotations` | annotations of a type or a member |
//! | `init_hash` | the initialiser hash of an existing type |
//! | `features` | the features of types defined with `type Name { … }` |
//! | `extension` | parameterized object types |
//! | `constructor` | creation of instances |
//! | `inheritance` | assignability between object types |
//! | `schema` | the types of initialiser hashes |

mod annotations;
mod build;
mod constructor;
mod definition;
mod equality;
mod extension;
mod features;
mod inheritance;
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

/// An object type: `Object`, `Object[{…}]`, or a named one.
///
/// The definition is set once, when the type is resolved, because it may refer to the type itself.
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
    /// The name; `None` for an anonymous type.
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
    /// If the hash is not a valid initialiser of an object type.
    pub fn object_from_hash(init: &Hash) -> Result<Type> {
        if init.is_empty() {
            return Ok(Type::any_object());
        }
        Ok(Type::Object(ObjectType::from_init_hash(&Value::from(init.clone()))?))
    }
}

impl ObjectType {
    /// Creates a type whose definition is not yet known.
    pub fn unresolved(name: Option<Text>) -> ObjectType {
        ObjectType { name, definition: OnceLock::new(), layout: OnceLock::new() }
    }

    /// Creates a type with its definition.
    pub fn new(name: Option<Text>, definition: ObjectDefinition) -> ObjectType {
        ObjectType { name, definition: OnceLock::from(definition), layout: OnceLock::new() }
    }

    /// The definition; `None` until the type is resolved.
    pub fn definition(&self) -> Option<&ObjectDefinition> {
        self.definition.get()
    }

    /// Sets the definition. Later calls have no effect.
    pub fn resolve(&self, definition: ObjectDefinition) {
        let _ = self.definition.set(definition);
    }

    /// The name for messages.
    pub fn label(&self) -> &str {
        self.name.as_deref().unwrap_or("Object")
    }

    /// The parent, with aliases resolved.
    pub fn parent(&self) -> Option<&Arc<ObjectType>> {
        match self.definition()?.parent.as_ref()?.resolved() {
            Type::Object(parent) => Some(parent),
            _ => None,
        }
    }

    /// This type and its ancestors, the nearest first.
    pub fn ancestry(&self) -> impl Iterator<Item = &ObjectType> {
        std::iter::successors(Some(self), |t| t.parent().map(|parent| &**parent))
    }
}

impl std::fmt::Debug for ObjectType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Without the definition, which may refer to the type.
        f.debug_tuple("ObjectType").field(&self.label()).finish()
    }
}
