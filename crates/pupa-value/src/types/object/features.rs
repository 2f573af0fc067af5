//! The features of types that are defined with `type Name { attr … has … }`.

use std::sync::Arc;

use super::ObjectType;
use super::definition::Members;
use crate::types::Type;
use crate::value::{Text, Value};

/// What the objects of a defined type have, and whether there can be any.
#[derive(Debug)]
pub struct FeatureTable {
    /// Whether no object can be made.
    pub is_abstract: bool,
    /// The features by name, inherited ones first, in the order of their declaration.
    pub features: Members<Feature>,
}

/// An attribute or a reference of a defined type.
#[derive(Debug, Clone)]
pub struct Feature {
    /// The name.
    pub name: Text,
    /// The name of the type that declares it.
    pub container: Text,
    /// What its values are.
    pub kind: FeatureKind,
    /// The type of one value.
    pub value_type: Type,
    /// The least number of values.
    pub min: u64,
    /// The greatest number of values; none for any number.
    pub max: Option<u64>,
    /// Whether "not set" is a state of its own.
    pub is_unsettable: bool,
    /// Whether it is left out of the serialised form.
    pub is_transient: bool,
    /// Whether its value is computed.
    pub is_derived: bool,
    /// Whether a user may set it.
    pub is_setable: bool,
    /// What it begins with.
    pub default: Option<Value>,
}

/// What the values of a feature are to the object that has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FeatureKind {
    /// Values of a data type.
    Attribute,
    /// Objects that are part of it.
    Containment,
    /// Objects that are not.
    Reference,
}

impl Feature {
    /// Whether its value is a list.
    pub fn is_multi_valued(&self) -> bool {
        self.max.is_none_or(|max| max > 1)
    }

    /// Whether the serialised form has it.
    pub fn is_serialized(&self) -> bool {
        !self.is_transient && !self.is_derived
    }
}

impl FeatureTable {
    /// The number and the feature of that name.
    pub fn find(&self, name: &str) -> Option<(usize, &Feature)> {
        self.features.get_full(name).map(|(index, _, feature)| (index, feature))
    }
}

/// Tables are compared by identity: a type is defined once.
impl PartialEq for FeatureTable {
    fn eq(&self, other: &FeatureTable) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for FeatureTable {}

impl ObjectType {
    /// The features, when it is a type that was defined with `type Name { … }`.
    pub fn features(&self) -> Option<&Arc<FeatureTable>> {
        self.definition()?.features.as_ref()
    }
}
