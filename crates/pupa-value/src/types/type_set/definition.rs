//! The definition of a type set: its types and its references to other sets.

use std::sync::Arc;

use super::TypeSet;
use crate::types::Type;
use crate::types::object::Members;
use crate::value::semver::SemVer;
use crate::value::semver_range::SemVerRange;
use crate::value::{Hash, Text, Value};

/// The definition of a type set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypeSetDefinition {
    /// The URI of its Pcore.
    pub pcore_uri: Option<Text>,
    /// The version of its Pcore.
    pub pcore_version: Option<SemVer>,
    /// The name authority.
    pub name_authority: Option<Text>,
    /// The version of the set.
    pub version: Option<SemVer>,
    /// The types by simple name.
    pub types: Members<Type>,
    /// The referenced sets by alias.
    pub references: Members<TypeSetReference>,
    /// Annotations by annotation type.
    pub annotations: Option<Hash>,
}

/// A reference to another type set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeSetReference {
    /// The name of the set.
    pub name: Text,
    /// The name authority of the set.
    pub name_authority: Option<Text>,
    /// The accepted versions.
    pub version_range: SemVerRange,
    /// Annotations by annotation type.
    pub annotations: Option<Hash>,
    /// The set; `None` until it is resolved.
    pub type_set: Option<Arc<TypeSet>>,
}

impl TypeSet {
    /// The initialiser hash of the set.
    pub fn init_hash(&self) -> Hash {
        let empty = TypeSetDefinition::default();
        let definition = self.definition().unwrap_or(&empty);
        let mut init = Hash::new();
        set(&mut init, "annotations", definition.annotations.clone());
        set(&mut init, "pcore_uri", definition.pcore_uri.clone());
        set(&mut init, "pcore_version", definition.pcore_version.as_ref().map(SemVer::to_string));
        set(&mut init, "name_authority", definition.name_authority.clone());
        // Compat: an anonymous set has the name `undef`.
        init.insert("name", self.name.clone().map_or(Value::Undef, Value::from));
        set(&mut init, "version", definition.version.as_ref().map(SemVer::to_string));
        let types: Hash = definition
            .types
            .iter()
            .map(|(name, t)| (name.clone().into(), t.clone().into()))
            .collect();
        set(&mut init, "types", Some(types).filter(|types| !types.is_empty()));
        let reference = |reference: &TypeSetReference| reference.init_hash(definition).into();
        let references: Hash = definition
            .references
            .iter()
            .map(|(alias, target)| (alias.clone().into(), reference(target)))
            .collect();
        set(&mut init, "references", Some(references).filter(|references| !references.is_empty()));
        init
    }
}

impl TypeSetReference {
    /// The initialiser hash of the reference.
    pub fn init_hash(&self, owner: &TypeSetDefinition) -> Hash {
        let mut init = Hash::new();
        set(&mut init, "annotations", self.annotations.clone());
        let is_foreign = self.name_authority != owner.name_authority;
        set(&mut init, "name_authority", self.name_authority.clone().filter(|_| is_foreign));
        init.insert("name", self.name.clone());
        init.insert("version_range", self.version_range.to_string());
        init
    }
}

fn set(init: &mut Hash, key: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        init.insert(key, value);
    }
}
