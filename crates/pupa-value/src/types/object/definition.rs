//! What an object type is made of.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::features::FeatureTable;
use crate::types::Type;
use crate::value::{Hash, Text, Value};

/// Members by name, in the order of their definition.
pub type Members<T> = IndexMap<Text, T, FxBuildHasher>;

/// What an object type is made of.
#[derive(Debug, Clone)]
pub struct ObjectDefinition {
    /// The type it inherits from.
    pub parent: Option<Type>,
    /// The parameters it takes in brackets.
    pub type_parameters: Members<Attribute>,
    /// Its own attributes, constants included.
    pub attributes: Members<Attribute>,
    /// Its own functions.
    pub functions: Members<ObjectFunction>,
    /// The attributes that count when two instances are compared; all when not told.
    pub equality: Option<Vec<Text>>,
    /// Whether the types of two instances must be the same for them to be equal.
    pub equality_include_type: bool,
    /// Reserved by the reference, kept as given.
    pub checks: Option<Value>,
    /// Annotations by annotation type.
    pub annotations: Option<Hash>,
    /// What its objects have, when it is defined with `type Name { … }`.
    pub features: Option<Arc<FeatureTable>>,
}

impl ObjectDefinition {
    /// A definition without members.
    pub fn empty() -> ObjectDefinition {
        ObjectDefinition {
            parent: None,
            type_parameters: Members::default(),
            attributes: Members::default(),
            functions: Members::default(),
            equality: None,
            equality_include_type: true,
            checks: None,
            annotations: None,
            features: None,
        }
    }
}

impl Default for ObjectDefinition {
    fn default() -> ObjectDefinition {
        ObjectDefinition::empty()
    }
}

/// What an attribute is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttributeKind {
    /// A value given when an instance is made.
    Ordinary,
    /// The same value for all instances.
    Constant,
    /// A value computed from others, never given.
    Derived,
    /// A value given, or computed from others.
    GivenOrDerived,
    /// A value that is not contained in the instance.
    Reference,
}

impl AttributeKind {
    /// The word for it in an initialiser hash; an ordinary attribute has none.
    pub fn name(self) -> Option<&'static str> {
        match self {
            AttributeKind::Ordinary => None,
            AttributeKind::Constant => Some("constant"),
            AttributeKind::Derived => Some("derived"),
            AttributeKind::GivenOrDerived => Some("given_or_derived"),
            AttributeKind::Reference => Some("reference"),
        }
    }

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<AttributeKind> {
        use AttributeKind::{Constant, Derived, GivenOrDerived, Reference};
        [Constant, Derived, GivenOrDerived, Reference]
            .into_iter()
            .find(|kind| kind.name() == Some(name))
    }

    /// Whether an instance holds a value of such an attribute.
    pub fn is_stored(self) -> bool {
        !matches!(self, AttributeKind::Constant | AttributeKind::Derived)
    }
}

/// Where an attribute stands in its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttributeRole {
    /// Among the attributes.
    Attribute,
    /// Among the parameters in brackets.
    TypeParameter,
}

impl AttributeRole {
    /// The word for it in messages.
    pub fn feature_type(self) -> &'static str {
        match self {
            AttributeRole::Attribute => "attribute",
            AttributeRole::TypeParameter => "type_parameter",
        }
    }
}

/// An attribute of an object type, or a type parameter.
#[derive(Debug, Clone)]
pub struct Attribute {
    /// The name.
    pub name: Text,
    /// The label of the type that defines it.
    pub container: Text,
    /// Where it stands.
    pub role: AttributeRole,
    /// The type of its values.
    pub value_type: Type,
    /// What it is for.
    pub kind: AttributeKind,
    /// The value when none is given. `undef` is a value too.
    pub value: Option<Value>,
    /// Whether types that inherit may not override it.
    pub is_final: bool,
    /// Whether it overrides an inherited one.
    pub is_override: bool,
    /// Annotations by annotation type.
    pub annotations: Option<Hash>,
}

impl Attribute {
    /// An ordinary attribute of a type with that label.
    pub fn new(container: impl Into<Text>, name: impl Into<Text>, value_type: Type) -> Attribute {
        Attribute {
            name: name.into(),
            container: container.into(),
            role: AttributeRole::Attribute,
            value_type,
            kind: AttributeKind::Ordinary,
            value: None,
            is_final: false,
            is_override: false,
            annotations: None,
        }
    }

    /// The same with a value for when none is given.
    #[must_use]
    pub fn with_value(self, value: impl Into<Value>) -> Attribute {
        Attribute { value: Some(value.into()), ..self }
    }

    /// How messages call it: `attribute Car[reg]`.
    pub fn label(&self) -> String {
        format!("{} {}[{}]", self.role.feature_type(), self.container, self.name)
    }

    /// Whether the value is the one taken when none is given.
    pub fn is_default(&self, value: &Value) -> bool {
        self.value.as_ref().is_some_and(|default| super::equality::same_value(default, value))
    }
}

/// A function of an object type. Only its signature is known; the host supplies the code.
#[derive(Debug, Clone)]
pub struct ObjectFunction {
    /// The name.
    pub name: Text,
    /// The label of the type that defines it.
    pub container: Text,
    /// A `Callable` type, or a `Variant` of such.
    pub callable: Type,
    /// Whether types that inherit may not override it.
    pub is_final: bool,
    /// Whether it overrides an inherited one.
    pub is_override: bool,
    /// Annotations by annotation type.
    pub annotations: Option<Hash>,
}

impl ObjectFunction {
    /// A function of a type with that label.
    pub fn new(
        container: impl Into<Text>,
        name: impl Into<Text>,
        callable: Type,
    ) -> ObjectFunction {
        ObjectFunction {
            name: name.into(),
            container: container.into(),
            callable,
            is_final: false,
            is_override: false,
            annotations: None,
        }
    }

    /// How messages call it: `function Car[drive]`.
    pub fn label(&self) -> String {
        format!("function {}[{}]", self.container, self.name)
    }
}

/// An attribute or a function.
#[derive(Debug, Clone, Copy)]
pub enum Member<'a> {
    /// An attribute.
    Attribute(&'a Attribute),
    /// A function.
    Function(&'a ObjectFunction),
}

impl<'a> Member<'a> {
    /// How messages call it.
    pub fn label(self) -> String {
        match self {
            Member::Attribute(attribute) => attribute.label(),
            Member::Function(function) => function.label(),
        }
    }

    /// The word for it in messages.
    pub fn feature_type(self) -> &'static str {
        match self {
            Member::Attribute(attribute) => attribute.role.feature_type(),
            Member::Function(_) => "function",
        }
    }

    /// The type of the attribute, or of the function itself.
    pub fn value_type(self) -> &'a Type {
        match self {
            Member::Attribute(attribute) => &attribute.value_type,
            Member::Function(function) => &function.callable,
        }
    }

    /// Whether types that inherit may not override it.
    pub fn is_final(self) -> bool {
        match self {
            Member::Attribute(attribute) => attribute.is_final,
            Member::Function(function) => function.is_final,
        }
    }

    /// Whether it overrides an inherited one.
    pub fn is_override(self) -> bool {
        match self {
            Member::Attribute(attribute) => attribute.is_override,
            Member::Function(function) => function.is_override,
        }
    }

    /// Whether it is a constant.
    pub fn is_constant(self) -> bool {
        matches!(self, Member::Attribute(attribute) if attribute.kind == AttributeKind::Constant)
    }
}
