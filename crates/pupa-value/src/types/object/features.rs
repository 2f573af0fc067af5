//! The features of types that are defined with `type Name { attr … has … }`.

use std::sync::Arc;

use super::ObjectType;
use super::definition::Members;
use crate::types::Type;
use crate::value::{Text, Value};

/// The features of the objects of a defined type.
#[derive(Debug)]
pub struct FeatureTable {
    /// Whether the type is abstract, so that it has no direct instances.
    pub is_abstract: bool,
    /// The features by name, inherited ones first, in the order of their declaration.
    pub features: Members<Feature>,
}

/// An attribute or a reference of a defined type.
#[derive(Debug, Clone)]
pub struct Feature {
    /// The name.
    pub name: Text,
    /// The name of the declaring type.
    pub container: Text,
    /// The kind of its values.
    pub kind: FeatureKind,
    /// The type of a single value.
    pub value_type: Type,
    /// The minimum number of values.
    pub min: u64,
    /// The maximum number of values; `None` if it is unlimited.
    pub max: Option<u64>,
    /// Whether "not set" is a state of its own.
    pub is_unsettable: bool,
    /// Whether it is excluded from the serialised form.
    pub is_transient: bool,
    /// Whether its value is computed.
    pub is_derived: bool,
    /// Whether users may set it.
    pub is_setable: bool,
    /// The initial value.
    pub default: Option<Value>,
}

/// The relation between an object and the values of its feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FeatureKind {
    /// Values of a data type.
    Attribute,
    /// Objects contained in the object.
    Containment,
    /// Objects referenced by the object.
    Reference,
}

impl Feature {
    /// Whether its value is an array.
    pub fn is_multi_valued(&self) -> bool {
        self.max.is_none_or(|max| max > 1)
    }

    /// Whether it is included in the serialised form.
    pub fn is_serialized(&self) -> bool {
        !self.is_transient && !self.is_derived
    }
}

impl FeatureTable {
    /// The index and the feature with this name.
    pub fn find(&self, name: &str) -> Option<(usize, &Feature)> {
        self.features.get_full(name).map(|(index, _, feature)| (index, feature))
    }
}

/// Tables are compared by identity: each type is defined once.
impl PartialEq for FeatureTable {
    fn eq(&self, other: &FeatureTable) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for FeatureTable {}

impl ObjectType {
    /// The features, if the type was defined with `type Name { … }`.
    pub fn features(&self) -> Option<&Arc<FeatureTable>> {
        self.definition()?.features.as_ref()
    }
}
