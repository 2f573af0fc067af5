//! Object types from initialiser hashes: `Object[{attributes => …}]`.
//!
//! The checks are in the order of the reference, so that the first of several errors is the same.

use std::sync::Arc;

use super::definition::{
    Attribute, AttributeKind, AttributeRole, Member, Members, ObjectDefinition, ObjectFunction,
};
use super::overrides::check_override;
use super::{ObjectType, schema};
use crate::error::{Error, Result};
use crate::infer::infer;
use crate::mismatch::assert_instance;
use crate::types::Type;
use crate::value::{Hash, Text, Value};

impl ObjectType {
    /// Creates the object type that an initialiser hash describes.
    pub fn from_init_hash(init: &Value) -> Result<Arc<ObjectType>> {
        assert_instance("object initializer", schema::object(), init)?;
        let name = init.as_hash().and_then(|init| init.get_str("name")).and_then(string_of);
        let object_type = Arc::new(ObjectType::unresolved(name));
        object_type.initialize(init)?;
        Ok(object_type)
    }

    /// Sets the definition of a named type. A name in the hash is ignored.
    pub fn initialize(self: &Arc<Self>, init: &Value) -> Result<()> {
        assert_instance("object initializer", schema::object(), init)?;
        let empty = Hash::new();
        let builder = Builder::new(self, init.as_hash().unwrap_or(&empty))?;
        self.resolve(builder.build()?);
        Ok(())
    }
}

/// The context of a definition under construction.
struct Builder<'a> {
    init: &'a Hash,
    label: Text,
    parent: Option<Type>,
    /// The parent, if it is an object type.
    parent_object: Option<Arc<ObjectType>>,
}

impl<'a> Builder<'a> {
    fn new(object_type: &Arc<ObjectType>, init: &'a Hash) -> Result<Builder<'a>> {
        let parent = init.get_str("parent").and_then(Value::as_type).cloned();
        let parent_object = match &parent {
            Some(parent) => parent_object(object_type, parent)?,
            None => None,
        };
        Ok(Builder { init, label: object_type.label().into(), parent, parent_object })
    }

    fn build(self) -> Result<ObjectDefinition> {
        let type_parameters = self.type_parameters()?;
        let attributes = self.attributes()?;
        let functions = self.functions(&attributes)?;
        let include_type = self.init.get_str("equality_include_type").and_then(Value::as_boolean);
        let equality_include_type = include_type.unwrap_or(true);
        let equality = self.equality(&attributes, &functions, equality_include_type)?;
        Ok(ObjectDefinition {
            type_parameters,
            attributes,
            functions,
            equality,
            equality_include_type,
            checks: self.init.get_str("checks").filter(|checks| !checks.is_undef()).cloned(),
            annotations: annotations_of(self.init),
            parent: self.parent,
            features: None,
        })
    }

    fn entries(&self, key: &str) -> impl Iterator<Item = (Text, &'a Value)> + use<'a> {
        let hash = self.init.get_str(key).and_then(Value::as_hash);
        hash.into_iter().flatten().filter_map(|(name, spec)| Some((string_of(name)?, spec)))
    }

    fn inherited(&self, name: &str) -> Option<Member<'_>> {
        self.parent_object.as_ref()?.member(name)
    }

    fn member_label(&self, feature: &str, name: &str) -> String {
        format!("{feature} {}[{name}]", self.label)
    }

    fn type_parameters(&self) -> Result<Members<Attribute>> {
        let inherited = self.parent_object.as_ref().map(|parent| parent.all_type_parameters());
        let mut parameters = Members::default();
        for (name, spec) in self.entries("type_parameters") {
            let parameter = self.type_parameter(&name, spec)?;
            let known = inherited.as_ref().and_then(|inherited| inherited.get(&name));
            check_override(
                Member::Attribute(&parameter),
                known.map(|attribute| Member::Attribute(attribute)),
            )?;
            parameters.insert(name, parameter);
        }
        Ok(parameters)
    }

    fn type_parameter(&self, name: &Text, spec: &Value) -> Result<Attribute> {
        let (value_type, value) = match spec {
            Value::Hash(spec) => (spec.get_str("type"), spec.get_str("value")),
            other => {
                let label = self.member_label("type_parameter", name);
                assert_instance(&label, &Type::TYPE, other)?;
                (Some(other), None)
            }
        };
        let value_type = match value_type {
            None | Some(Value::Undef) => Value::Type(Type::Optional(None)),
            Some(Value::Type(t @ Type::Optional(_))) => Value::Type(t.clone()),
            Some(Value::Type(t)) => Value::Type(Type::optional(t.clone())),
            Some(other) => other.clone(),
        };
        let mut init = Hash::new();
        init.insert("type", value_type);
        if let Some(value) = value {
            init.insert("value", value.clone());
        }
        self.member_attribute(AttributeRole::TypeParameter, name, &Value::from(init))
    }

    fn attributes(&self) -> Result<Members<Attribute>> {
        let mut specs: Members<Value> =
            self.entries("attributes").map(|(name, spec)| (name, spec.clone())).collect();
        for (name, value) in self.entries("constants") {
            if specs.contains_key(&name) {
                return Err(Error::parse(format!(
                    "{} is defined as both a constant and an attribute",
                    self.member_label("attribute", &name)
                )));
            }
            let spec = self.constant(&name, value);
            specs.insert(name, spec);
        }
        let mut attributes = Members::default();
        for (name, spec) in specs {
            let attribute = self.attribute(&name, spec)?;
            check_override(Member::Attribute(&attribute), self.inherited(&name))?;
            attributes.insert(name, attribute);
        }
        Ok(attributes)
    }

    /// The attribute initialiser of a constant with this value.
    fn constant(&self, name: &str, value: &Value) -> Value {
        let mut spec = Hash::new();
        // Generalized, because otherwise no other value could override it.
        spec.insert("type", infer(value).generalize());
        spec.insert("value", value.clone());
        spec.insert("kind", "constant");
        spec.insert("override", self.inherited(name).is_some());
        Value::from(spec)
    }

    fn attribute(&self, name: &Text, spec: Value) -> Result<Attribute> {
        let spec = match spec {
            Value::Hash(_) => spec,
            other => {
                assert_instance(&self.member_label("attribute", name), &Type::TYPE, &other)?;
                let mut init = Hash::new();
                let is_optional = matches!(other, Value::Type(Type::Optional(_)));
                init.insert("type", other);
                if is_optional {
                    init.insert("value", Value::Undef);
                }
                Value::from(init)
            }
        };
        self.member_attribute(AttributeRole::Attribute, name, &spec)
    }

    fn member_attribute(
        &self,
        role: AttributeRole,
        name: &Text,
        spec: &Value,
    ) -> Result<Attribute> {
        let label = self.member_label(role.feature_type(), name);
        assert_instance(&format!("initializer for {label}"), schema::attribute(), spec)?;
        if name == "__ptype" || name == "__pvalue" {
            let message = format!("The attribute '{name}' is reserved and cannot be used");
            return Err(Error::parse(message));
        }
        let empty = Hash::new();
        let spec = spec.as_hash().unwrap_or(&empty);
        let kind = spec.get_str("kind").and_then(Value::as_str);
        let kind = kind.and_then(AttributeKind::from_name).unwrap_or(AttributeKind::Ordinary);
        let value_type = spec.get_str("type").and_then(Value::as_type).cloned();
        let attribute = Attribute {
            name: name.clone(),
            container: self.label.clone(),
            role,
            value_type: value_type.unwrap_or(Type::Any),
            kind,
            value: None,
            is_final: flag(spec, "final") || kind == AttributeKind::Constant,
            is_override: flag(spec, "override"),
            annotations: annotations_of(spec),
        };
        if kind == AttributeKind::Constant && spec.contains_str("final") && !flag(spec, "final") {
            return Err(Error::parse(format!(
                "{label} of kind 'constant' cannot be combined with final => false"
            )));
        }
        let value = attribute_value(&attribute, spec.get_str("value"))?;
        Ok(Attribute { value, ..attribute })
    }

    fn functions(&self, attributes: &Members<Attribute>) -> Result<Members<ObjectFunction>> {
        let mut functions = Members::default();
        for (name, spec) in self.entries("functions") {
            let function = self.function(&name, spec)?;
            if attributes.contains_key(&name) {
                return Err(Error::parse(format!(
                    "{} conflicts with attribute with the same name",
                    function.label()
                )));
            }
            check_override(Member::Function(&function), self.inherited(&name))?;
            functions.insert(name, function);
        }
        Ok(functions)
    }

    fn function(&self, name: &Text, spec: &Value) -> Result<ObjectFunction> {
        let spec = match spec {
            Value::Hash(_) => spec.clone(),
            other => {
                let label = self.member_label("function", name);
                assert_instance(&label, &schema::function_type(), other)?;
                Value::hash([("type".into(), other.clone())])
            }
        };
        let subject = format!("initializer for function '{name}'");
        assert_instance(&subject, schema::function(), &spec)?;
        let empty = Hash::new();
        let spec = spec.as_hash().unwrap_or(&empty);
        let callable = spec.get_str("type").and_then(Value::as_type).cloned();
        Ok(ObjectFunction {
            name: name.clone(),
            container: self.label.clone(),
            callable: callable.unwrap_or(Type::CALLABLE),
            is_final: flag(spec, "final"),
            is_override: flag(spec, "override"),
            annotations: annotations_of(spec),
        })
    }

    fn equality(
        &self,
        attributes: &Members<Attribute>,
        functions: &Members<ObjectFunction>,
        include_type: bool,
    ) -> Result<Option<Vec<Text>>> {
        let names: Vec<Text> = match self.init.get_str("equality") {
            Some(Value::String(name)) => vec![name.clone()],
            Some(Value::Array(names)) => names.iter().filter_map(string_of).collect(),
            _ => return Ok(None),
        };
        if !names.is_empty() && !include_type {
            return Err(Error::parse(
                "equality_include_type = false cannot be combined with non empty equality \
                 specification",
            ));
        }
        for name in &names {
            let own = || {
                let attribute = attributes.get(name).map(Member::Attribute);
                attribute.or_else(|| functions.get(name).map(Member::Function))
            };
            let inherited = self.inherited(name);
            if let Some(Member::Attribute(attribute)) = inherited {
                self.check_not_in_parent_equality(attribute)?;
            }
            self.check_equality_member(name, inherited.or_else(own))?;
        }
        Ok(Some(names))
    }

    fn check_not_in_parent_equality(&self, attribute: &Attribute) -> Result<()> {
        let Some(parent) = &self.parent_object else { return Ok(()) };
        let includes = |t: &ObjectType| t.equality_attributes().contains(&attribute.name);
        if !includes(parent) {
            return Ok(());
        }
        // The topmost ancestor that includes it.
        let definer = parent.ancestry().take_while(|t| includes(t)).last().unwrap_or(parent);
        Err(Error::parse(format!(
            "{} equality is referencing {} which is included in equality of {}",
            self.label,
            attribute.label(),
            definer.label()
        )))
    }

    fn check_equality_member(&self, name: &str, member: Option<Member<'_>>) -> Result<()> {
        let label = &self.label;
        match member {
            None => Err(Error::parse(format!(
                "{label} equality is referencing non existent attribute '{name}'"
            ))),
            Some(member @ Member::Function(_)) => Err(Error::parse(format!(
                "{label} equality is referencing {}. Only attribute references are allowed",
                member.label()
            ))),
            Some(member) if member.is_constant() => Err(Error::parse(format!(
                "{label} equality is referencing constant {}. Reference to constant is not \
                 allowed in equality",
                member.label()
            ))),
            Some(_) => Ok(()),
        }
    }
}

/// The parent, if it is an object type.
fn parent_object(object_type: &Arc<ObjectType>, parent: &Type) -> Result<Option<Arc<ObjectType>>> {
    if inherits_from(parent, object_type) {
        let label = object_type.label();
        return Err(Error::other(format!("The Object type '{label}' inherits from itself")));
    }
    match parent.resolved() {
        Type::Reference(name) => {
            Err(Error::parse(format!("reference to unresolved type '{name}'")))
        }
        Type::Object(parent) => Ok(Some(Arc::clone(parent))),
        _ => Ok(None),
    }
}

fn inherits_from(parent: &Type, originator: &Arc<ObjectType>) -> bool {
    let mut next = Some(parent);
    while let Some(parent) = next {
        let base = match parent.resolved() {
            Type::Object(object_type) => object_type,
            Type::ObjectExtension(extension) => &extension.base,
            _ => return false,
        };
        if Arc::ptr_eq(base, originator) {
            return true;
        }
        next = base.definition().and_then(|definition| definition.parent.as_ref());
    }
    false
}

/// The default value of an attribute, checked against its type and kind.
fn attribute_value(attribute: &Attribute, value: Option<&Value>) -> Result<Option<Value>> {
    let label = attribute.label();
    match (value, attribute.kind, attribute.kind.name()) {
        (Some(_), AttributeKind::Derived | AttributeKind::GivenOrDerived, Some(kind)) => {
            Err(Error::parse(format!(
                "{label} of kind '{kind}' cannot be combined with an attribute value"
            )))
        }
        // `default` is allowed for every type.
        (Some(Value::Default), ..) => Ok(Some(Value::Default)),
        (Some(value), ..) => {
            assert_instance(&format!("{label} value"), &attribute.value_type, value)?;
            Ok(Some(value.clone()))
        }
        (None, AttributeKind::Constant, _) => {
            Err(Error::parse(format!("{label} of kind 'constant' requires a value")))
        }
        (None, ..) => Ok(None),
    }
}

fn flag(spec: &Hash, name: &str) -> bool {
    spec.get_str(name).and_then(Value::as_boolean).unwrap_or(false)
}

fn annotations_of(spec: &Hash) -> Option<Hash> {
    spec.get_str("annotations").and_then(Value::as_hash).cloned()
}

fn string_of(value: &Value) -> Option<Text> {
    match value {
        Value::String(text) => Some(text.clone()),
        _ => None,
    }
}
