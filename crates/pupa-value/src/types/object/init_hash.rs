//! The initialiser hash of an existing object type, for its text and its serialised form.

use super::ObjectType;
use super::definition::{Attribute, AttributeKind, AttributeRole, Members, ObjectFunction};
use crate::infer::infer;
use crate::types::Type;
use crate::value::{Hash, Text, Value};

impl ObjectType {
    /// The initialiser hash, with the name if there is one.
    pub fn init_hash(&self) -> Hash {
        self.build_init_hash(self.name.as_ref())
    }

    /// The initialiser hash without the name.
    pub fn init_hash_without_name(&self) -> Hash {
        self.build_init_hash(None)
    }

    fn build_init_hash(&self, name: Option<&Text>) -> Hash {
        let mut init = Hash::new();
        let definition = self.definition();
        set(&mut init, "annotations", definition.and_then(|d| d.annotations.clone()));
        set(&mut init, "name", name.cloned());
        let Some(definition) = definition else { return init };
        set(&mut init, "parent", definition.parent.clone());
        let parameters = members(&definition.type_parameters, Attribute::init_value);
        set(&mut init, "type_parameters", parameters);
        let (constants, others): (Vec<&Attribute>, Vec<&Attribute>) =
            definition.attributes.values().partition(|attribute| attribute.is_plain_constant());
        let entry =
            |attribute: &Attribute| (Value::from(attribute.name.clone()), attribute.init_value());
        set(&mut init, "attributes", non_empty(others.into_iter().map(entry).collect()));
        let constant = |attribute: &Attribute| {
            (Value::from(attribute.name.clone()), attribute.value.clone().unwrap_or_default())
        };
        set(&mut init, "constants", non_empty(constants.into_iter().map(constant).collect()));
        set(&mut init, "functions", members(&definition.functions, ObjectFunction::init_value));
        let equality = definition.equality.as_ref();
        set(&mut init, "equality", equality.map(|names| strings(names)));
        set(&mut init, "checks", definition.checks.clone());
        init
    }
}

impl Attribute {
    /// Whether the constant is fully described by its value.
    fn is_plain_constant(&self) -> bool {
        self.kind == AttributeKind::Constant
            && self.value.as_ref().is_some_and(|v| self.value_type == infer(v).generalize())
    }

    /// Its initialiser; only the type if nothing else is needed.
    pub fn init_value(&self) -> Value {
        let mut init = Hash::new();
        let value_type = match (&self.value_type, self.role) {
            // A type parameter is always optional, so `Optional` is omitted.
            (Type::Optional(inner), AttributeRole::TypeParameter) => inner.as_deref().cloned(),
            (value_type, _) => Some(value_type.clone()),
        };
        init.insert("type", value_type.map_or(Value::Undef, Value::Type));
        let is_constant = self.kind == AttributeKind::Constant;
        flags(&mut init, self.is_final && !is_constant, self.is_override);
        set(&mut init, "annotations", self.annotations.clone());
        set(&mut init, "kind", self.kind.name());
        let hides_undef = self.role == AttributeRole::TypeParameter;
        let value = self.value.clone().filter(|value| !(hides_undef && value.is_undef()));
        set(&mut init, "value", value);
        shorten(init)
    }
}

impl ObjectFunction {
    /// Its initialiser; only the type if nothing else is needed.
    pub fn init_value(&self) -> Value {
        let mut init = Hash::new();
        init.insert("type", self.callable.clone());
        flags(&mut init, self.is_final, self.is_override);
        set(&mut init, "annotations", self.annotations.clone());
        shorten(init)
    }
}

fn set(init: &mut Hash, key: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        init.insert(key, value);
    }
}

fn flags(init: &mut Hash, is_final: bool, is_override: bool) {
    set(init, "final", is_final.then_some(true));
    set(init, "override", is_override.then_some(true));
}

fn shorten(init: Hash) -> Value {
    match init.at(0) {
        Some((_, only)) if init.len() == 1 && !only.is_undef() => only.clone(),
        _ => Value::from(init),
    }
}

fn members<T>(members: &Members<T>, init_value: impl Fn(&T) -> Value) -> Option<Hash> {
    non_empty(members.iter().map(|(name, m)| (Value::from(name.clone()), init_value(m))).collect())
}

fn non_empty(hash: Hash) -> Option<Hash> {
    (!hash.is_empty()).then_some(hash)
}

fn strings(names: &[Text]) -> Value {
    Value::array(names.iter().cloned().map(Value::from))
}
