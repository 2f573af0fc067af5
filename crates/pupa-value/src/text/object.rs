//! Initialiser hashes of object types, type sets and instances.

use std::sync::Arc;

use crate::infer::infer;
use crate::types::object::{Attribute, AttributeKind, Members, ObjectFunction};
use crate::types::type_set::{TypeSetDefinition, TypeSetReference};
use crate::types::{ObjectType, Type, TypeSet};
use crate::value::{Hash, Object, Value};

/// The initialiser hash of an object type; members with only a type are written as the type.
pub(crate) fn object_hash(object: &ObjectType, with_name: bool) -> Hash {
    let mut hash = Hash::new();
    let Some(definition) = object.definition() else { return hash };
    put_annotations(&mut hash, definition.annotations.as_ref());
    if let Some(name) = object.name.as_ref().filter(|_| with_name) {
        hash.insert("name", name.clone());
    }
    if let Some(parent) = &definition.parent {
        hash.insert("parent", parent.clone());
    }
    put_members(&mut hash, "type_parameters", definition.type_parameters.values(), type_parameter);
    let (constants, others): (Vec<&Attribute>, Vec<&Attribute>) =
        definition.attributes.values().partition(|attribute| is_plain_constant(attribute));
    put_members(&mut hash, "attributes", others.into_iter(), attribute);
    if !constants.is_empty() {
        let constants = constants.into_iter().map(|constant| {
            (constant.name.clone().into(), constant.value.clone().unwrap_or_default())
        });
        hash.insert("constants", Value::hash(constants));
    }
    put_members(&mut hash, "functions", definition.functions.values(), function);
    if let Some(equality) = &definition.equality {
        hash.insert("equality", Value::array(equality.iter().cloned().map(Value::String)));
    }
    if let Some(checks) = &definition.checks {
        hash.insert("checks", checks.clone());
    }
    hash
}

/// Whether the type of a constant is the inferred type of its value.
fn is_plain_constant(attribute: &Attribute) -> bool {
    attribute.kind == AttributeKind::Constant
        && attribute
            .value
            .as_ref()
            .is_some_and(|value| attribute.value_type == infer(value).generalize())
}

fn put_annotations(hash: &mut Hash, annotations: Option<&Hash>) {
    if let Some(annotations) = annotations {
        hash.insert("annotations", annotations.clone());
    }
}

fn put_members<'a, T: 'a>(
    hash: &mut Hash,
    key: &str,
    members: impl Iterator<Item = &'a T>,
    member: impl Fn(&T) -> (Value, Hash),
) {
    let members: Hash = members.map(member).map(shorten).collect();
    if !members.is_empty() {
        hash.insert(key, members);
    }
}

/// A member with only a type is written as the type.
fn shorten((name, features): (Value, Hash)) -> (Value, Value) {
    match features.get_str("type") {
        Some(t) if features.len() == 1 => (name, t.clone()),
        _ => (name, features.into()),
    }
}

fn attribute(attribute: &Attribute) -> (Value, Hash) {
    let mut hash = Hash::new();
    hash.insert("type", attribute.value_type.clone());
    // Constants are always final.
    if attribute.is_final && attribute.kind != AttributeKind::Constant {
        hash.insert("final", true);
    }
    if attribute.is_override {
        hash.insert("override", true);
    }
    put_annotations(&mut hash, attribute.annotations.as_ref());
    if let Some(kind) = kind_name(attribute.kind) {
        hash.insert("kind", kind);
    }
    if let Some(value) = &attribute.value {
        hash.insert("value", value.clone());
    }
    (attribute.name.clone().into(), hash)
}

fn kind_name(kind: AttributeKind) -> Option<&'static str> {
    match kind {
        AttributeKind::Ordinary => None,
        AttributeKind::Constant => Some("constant"),
        AttributeKind::Derived => Some("derived"),
        AttributeKind::GivenOrDerived => Some("given_or_derived"),
        AttributeKind::Reference => Some("reference"),
    }
}

/// A type parameter is always optional, and its default value `undef` is omitted.
fn type_parameter(parameter: &Attribute) -> (Value, Hash) {
    let (name, mut hash) = attribute(parameter);
    if let Type::Optional(Some(t)) = &parameter.value_type {
        hash.insert("type", (**t).clone());
    }
    if hash.get_str("value").is_some_and(Value::is_undef) {
        hash.remove(&"value".into());
    }
    (name, hash)
}

fn function(function: &ObjectFunction) -> (Value, Hash) {
    let mut hash = Hash::new();
    hash.insert("type", function.callable.clone());
    if function.is_final {
        hash.insert("final", true);
    }
    if function.is_override {
        hash.insert("override", true);
    }
    put_annotations(&mut hash, function.annotations.as_ref());
    (function.name.clone().into(), hash)
}

/// All type parameters, inherited ones first.
pub(crate) fn all_type_parameters(object: &ObjectType) -> Members<&Attribute> {
    let mut all = object.parent().map(|parent| all_type_parameters(parent)).unwrap_or_default();
    if let Some(definition) = object.definition() {
        all.extend(definition.type_parameters.iter().map(|(name, p)| (name.clone(), p)));
    }
    all
}

/// The initialiser hash of an instance: its attributes, without those that have their default
/// value.
pub(crate) fn init_hash(object: &Object) -> Hash {
    let attributes = object.object_type.stored_attributes();
    attributes
        .iter()
        .zip(&object.values)
        .filter(|(attribute, value)| {
            attribute.value.as_ref().is_none_or(|default| !is_same(default, value))
        })
        .map(|(attribute, value)| (attribute.name.clone().into(), value.clone()))
        .collect()
}

/// Whether two values are equal by Ruby's `==`, for which `1` equals `1.0`.
fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        #[expect(clippy::cast_precision_loss, reason = "numbers are compared as floats")]
        (Value::Integer(whole), Value::Float(number))
        | (Value::Float(number), Value::Integer(whole)) => *whole as f64 == *number,
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| is_same(a, b))
        }
        (Value::Hash(a), Value::Hash(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| is_same(a, b)))
        }
        _ => a == b,
    }
}

/// The initialiser hash of a type set.
pub(crate) fn type_set_hash(set: &TypeSet, definition: &TypeSetDefinition) -> Hash {
    let mut hash = Hash::new();
    put_annotations(&mut hash, definition.annotations.as_ref());
    if let Some(uri) = &definition.pcore_uri {
        hash.insert("pcore_uri", uri.clone());
    }
    let pcore_version = definition.pcore_version.as_ref().map(ToString::to_string);
    hash.insert("pcore_version", pcore_version.unwrap_or_default());
    if let Some(authority) = &definition.name_authority {
        hash.insert("name_authority", authority.clone());
    }
    if let Some(name) = &set.name {
        hash.insert("name", name.clone());
    }
    if let Some(version) = &definition.version {
        hash.insert("version", version.to_string());
    }
    if !definition.types.is_empty() {
        let types =
            definition.types.iter().map(|(name, t)| (name.clone().into(), t.clone().into()));
        hash.insert("types", Value::hash(types));
    }
    if !definition.references.is_empty() {
        let references = definition
            .references
            .iter()
            .map(|(alias, r)| (alias.clone().into(), reference(definition, r).into()));
        hash.insert("references", Value::hash(references));
    }
    hash
}

fn reference(owner: &TypeSetDefinition, reference: &TypeSetReference) -> Hash {
    let mut hash = Hash::new();
    if reference.name_authority != owner.name_authority {
        let authority = reference.name_authority.clone();
        hash.insert("name_authority", authority.map_or(Value::Undef, Value::String));
    }
    hash.insert("name", reference.name.clone());
    hash.insert("version_range", reference.version_range.to_string());
    hash
}

/// The initialiser hash of the reference's default type set.
pub(crate) fn default_type_set_hash() -> Hash {
    [
        ("pcore_uri", "http://puppet.com/2016.1/pcore"),
        ("pcore_version", "1.0.0"),
        ("name_authority", "http://puppet.com/2016.1/runtime"),
        ("name", "DefaultTypeSet"),
        ("version", "0.0.0"),
    ]
    .into_iter()
    .map(|(key, value)| (key.into(), value.into()))
    .collect()
}

/// The name of a type that a type set defines.
pub(crate) fn defined_name(set: &TypeSet, t: &Type) -> Option<String> {
    let types = &set.definition()?.types;
    types.iter().find(|(_, known)| *known == t).map(|(name, _)| name.to_string())
}

/// The name of a type within a type set: its own name, or one in a referenced set.
pub(crate) fn name_within(set: &TypeSet, t: &Type) -> Option<String> {
    defined_name(set, t).or_else(|| {
        let referred = |(alias, reference): (_, &TypeSetReference)| {
            let inner: &Arc<TypeSet> = reference.type_set.as_ref()?;
            name_within(inner, t).map(|name| format!("{alias}::{name}"))
        };
        set.definition()?.references.iter().find_map(referred)
    })
}
