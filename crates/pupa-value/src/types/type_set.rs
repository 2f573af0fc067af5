//! Type sets: named collections of types that can refer to other type sets.
//!
//! | module | subject |
//! |---|---|
//! | `definition` | the definition of a type set |
//! | `build` | a definition from an initialiser hash, with every check |
//! | `references` | resolution of the type sets that a set refers to |
//! | `resolve` | type sets of a manifest, whose types refer to each other |
//! | `lookup` | types by name, names by type |
//! | `schema` | the types of initialiser hashes |

mod build;
mod definition;
mod lookup;
mod references;
mod resolve;
pub(crate) mod schema;
#[cfg(test)]
mod tests;

pub use definition::{TypeSetDefinition, TypeSetReference};

use std::sync::{Arc, LazyLock, OnceLock};

use rustc_hash::FxHashMap;

use super::Type;
use crate::error::Result;
use crate::value::semver::SemVer;
use crate::value::{Hash, Text, Value};

/// The version of Pcore.
const PCORE_VERSION: &str = "1.0.0";
/// The URI of Pcore.
const PCORE_URI: &str = "http://puppet.com/2016.1/pcore";
/// The name authority of the definitions in manifests.
pub const RUNTIME_NAME_AUTHORITY: &str = "http://puppet.com/2016.1/runtime";

/// A type set: `TypeSet`, or a named one.
///
/// The definition is set once, when the set is resolved, because its types may refer to each other.
pub struct TypeSet {
    /// The name; `None` for an anonymous set.
    pub name: Option<Text>,
    definition: OnceLock<TypeSetDefinition>,
    /// The names of types and references by their names in lower case.
    names: OnceLock<FxHashMap<Text, Text>>,
}

static DEFAULT: LazyLock<Arc<TypeSet>> = LazyLock::new(|| {
    let version = |text| SemVer::parse(text).ok();
    let set = TypeSet::unresolved(Some("DefaultTypeSet".into()));
    set.resolve(TypeSetDefinition {
        pcore_uri: Some(PCORE_URI.into()),
        pcore_version: version(PCORE_VERSION),
        name_authority: Some(RUNTIME_NAME_AUTHORITY.into()),
        version: version("0.0.0"),
        ..TypeSetDefinition::default()
    });
    Arc::new(set)
});

impl Type {
    /// `TypeSet`
    pub fn any_type_set() -> Type {
        Type::TypeSet(Arc::clone(&DEFAULT))
    }

    /// `TypeSet[{…}]`
    ///
    /// # Errors
    /// If the hash is not a valid initialiser of a type set.
    pub fn type_set_from_hash(init: &Hash) -> Result<Type> {
        if init.is_empty() {
            return Ok(Type::any_type_set());
        }
        Ok(Type::TypeSet(TypeSet::from_init_hash(&Value::from(init.clone()))?))
    }
}

impl TypeSet {
    /// Creates a set whose definition is not yet known.
    pub fn unresolved(name: Option<Text>) -> TypeSet {
        TypeSet { name, definition: OnceLock::new(), names: OnceLock::new() }
    }

    /// Whether this is `TypeSet`, to which all type sets are assignable.
    pub fn is_default(&self) -> bool {
        *self == **DEFAULT
    }

    /// The definition; `None` until the set is resolved.
    pub fn definition(&self) -> Option<&TypeSetDefinition> {
        self.definition.get()
    }

    /// Sets the definition. Later calls have no effect.
    pub fn resolve(&self, definition: TypeSetDefinition) {
        let _ = self.definition.set(definition);
    }

    /// The label for messages.
    pub fn label(&self) -> String {
        format!("TypeSet '{}'", self.name.as_deref().unwrap_or(""))
    }

    /// The properties by which type sets are compared.
    fn identity(&self) -> (Option<&Text>, Option<&Text>, Option<&SemVer>) {
        let definition = self.definition();
        let name_authority = definition.and_then(|d| d.name_authority.as_ref());
        (self.name.as_ref(), name_authority, definition.and_then(|d| d.version.as_ref()))
    }
}

impl std::fmt::Debug for TypeSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Without its types, which may refer to the set.
        f.debug_tuple("TypeSet").field(&self.name).finish()
    }
}

impl PartialEq for TypeSet {
    fn eq(&self, other: &TypeSet) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for TypeSet {}

impl std::hash::Hash for TypeSet {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}
