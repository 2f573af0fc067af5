//! The definition of an object type: its attributes, functions and parameters.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::features::FeatureTable;
use crate::types::Type;
use crate::value::{Hash, Text, Value};

/// Members by name, in the order of their definition.
pub type Members<T> = IndexMap<Text, T, FxBuildHasher>;

/// The definition of an object type.
#[derive(Debug, Clone)]
pub struct ObjectDefinition {
    /// The type it inherits from.
    pub parent: Option<Type>,
    /// The parameters in brackets.
    pub type_parameters: Members<Attribute>,
    /// Its own attributes, including constants.
    pub attributes: Members<Attribute>,
    /// Its own functions.
    pub functions: Members<ObjectFunction>,
    /// The attributes that are compared for equality of instances; `None` for all.
    pub equality: Option<Vec<Text>>,
    /// Whether equal instances must have the same type.
    pub equality_include_type: bool,
    /// Reserved by the reference and kept unchanged.
    pub checks: Option<Value>,
    /// Annotations by annotation type.
    pub annotations: Option<Hash>,
    /// The features of its objects, if it was defined with `type Name { … }`.
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

/// The kind of an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttributeKind {
    /// A value given to the constructor.
    Ordinary,
    /// The same value for all instances.
    Constant,
    /// A value computed from others, never given.
    Derived,
    /// A value that is either given or computed from others.
    GivenOrDerived,
    /// A value that is not contained in the instance.
    Reference,
}

impl AttributeKind {
    /// The name in an initialiser hash; `None` for an ordinary attribute.
    pub fn name(self) -> Option<&'static str> {
        match self {
            AttributeKind::Ordinary => None,
            AttributeKind::Constant => Some("constant"),
            AttributeKind::Derived => Some("derived"),
            AttributeKind::GivenOrDerived => Some("given_or_derived"),
            AttributeKind::Reference => Some("reference"),
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<AttributeKind> {
        use AttributeKind::{Constant, Derived, GivenOrDerived, Reference};
        [Constant, Derived, GivenOrDerived, Reference]
            .into_iter()
            .find(|kind| kind.name() == Some(name))
    }

    /// Whether an instance stores a value for an attribute of this kind.
    pub fn is_stored(self) -> bool {
        !matches!(self, AttributeKind::Constant | AttributeKind::Derived)
    }
}

/// The role of an attribute in its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttributeRole {
    /// An attribute.
    Attribute,
    /// A parameter in brackets.
    TypeParameter,
}

impl AttributeRole {
    /// The noun for messages.
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
    /// The label of the defining type.
    pub container: Text,
    /// The role in the defining type.
    pub role: AttributeRole,
    /// The type of its values.
    pub value_type: Type,
    /// The kind.
    pub kind: AttributeKind,
    /// The default value, which may be `undef`.
    pub value: Option<Value>,
    /// Whether subtypes must not override it.
    pub is_final: bool,
    /// Whether it overrides an inherited attribute.
    pub is_override: bool,
    /// Annotations by annotation type.
    pub annotations: Option<Hash>,
}

impl Attribute {
    /// Creates an ordinary attribute of the type with this label.
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

    /// The attribute with a default value.
    #[must_use]
    pub fn with_value(self, value: impl Into<Value>) -> Attribute {
        Attribute { value: Some(value.into()), ..self }
    }

    /// The label for messages: `attribute Car[reg]`.
    pub fn label(&self) -> String {
        format!("{} {}[{}]", self.role.feature_type(), self.container, self.name)
    }

    /// Whether the value equals the default value.
    pub fn is_default(&self, value: &Value) -> bool {
        self.value.as_ref().is_some_and(|default| super::equality::same_value(default, value))
    }
}

/// A function of an object type. Only its signature is known; the host implements it.
#[derive(Debug, Clone)]
pub struct ObjectFunction {
    /// The name.
    pub name: Text,
    /// The label of the defining type.
    pub container: Text,
    /// A `Callable` type, or a `Variant` of such types.
    pub callable: Type,
    /// Whether subtypes must not override it.
    pub is_final: bool,
    /// Whether it overrides an inherited function.
    pub is_override: bool,
    /// Annotations by annotation type.
    pub annotations: Option<Hash>,
}

impl ObjectFunction {
    /// Creates a function of the type with this label.
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

    /// The label for messages: `function Car[drive]`.
    pub fn label(&self) -> String {
        format!("function {}[{}]", self.container, self.name)
    }
}

/// A member of an object type.
#[derive(Debug, Clone, Copy)]
pub enum Member<'a> {
    /// An attribute.
    Attribute(&'a Attribute),
    /// A function.
    Function(&'a ObjectFunction),
}

impl<'a> Member<'a> {
    /// The label for messages.
    pub fn label(self) -> String {
        match self {
            Member::Attribute(attribute) => attribute.label(),
            Member::Function(function) => function.label(),
        }
    }

    /// The noun for messages.
    pub fn feature_type(self) -> &'static str {
        match self {
            Member::Attribute(attribute) => attribute.role.feature_type(),
            Member::Function(_) => "function",
        }
    }

    /// The type of the attribute, or the signature of the function.
    pub fn value_type(self) -> &'a Type {
        match self {
            Member::Attribute(attribute) => &attribute.value_type,
            Member::Function(function) => &function.callable,
        }
    }

    /// Whether subtypes must not override it.
    pub fn is_final(self) -> bool {
        match self {
            Member::Attribute(attribute) => attribute.is_final,
            Member::Function(function) => function.is_final,
        }
    }

    /// Whether it overrides an inherited member.
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
