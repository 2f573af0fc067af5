//! Equality of object types and of default values.

use std::cell::RefCell;
use std::hash::{Hash, Hasher};

use super::definition::{Attribute, ObjectDefinition, ObjectFunction};
use super::{ObjectExtension, ObjectType};
use crate::value::Value;

/// Whether two values are equal by Ruby's `==`, for which `1` equals `1.0`.
pub(crate) fn same_value(a: &Value, b: &Value) -> bool {
    match (a, b) {
        #[expect(clippy::cast_precision_loss, reason = "numbers are compared as floats")]
        (Value::Integer(whole), Value::Float(float))
        | (Value::Float(float), Value::Integer(whole)) => *whole as f64 == *float,
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| same_value(a, b))
        }
        (Value::Hash(a), Value::Hash(b)) => {
            a.len() == b.len()
                && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same_value(a, b)))
        }
        _ => a == b,
    }
}

impl PartialEq for Attribute {
    fn eq(&self, other: &Attribute) -> bool {
        let same_default = match (&self.value, &other.value) {
            (Some(a), Some(b)) => same_value(a, b),
            (None, None) => true,
            _ => false,
        };
        same_default
            && self.role == other.role
            && self.name == other.name
            && self.kind == other.kind
            && self.is_override == other.is_override
            && self.is_final == other.is_final
            && self.value_type == other.value_type
    }
}

impl Eq for Attribute {}

impl PartialEq for ObjectFunction {
    fn eq(&self, other: &ObjectFunction) -> bool {
        self.name == other.name
            && self.is_override == other.is_override
            && self.is_final == other.is_final
            && self.callable == other.callable
    }
}

impl Eq for ObjectFunction {}

/// Annotations and `equality_include_type` are not compared.
impl PartialEq for ObjectDefinition {
    fn eq(&self, other: &ObjectDefinition) -> bool {
        self.parent == other.parent
            && self.type_parameters == other.type_parameters
            && self.attributes == other.attributes
            && self.functions == other.functions
            && self.equality == other.equality
            && self.checks == other.checks
            && self.features == other.features
    }
}

impl Eq for ObjectDefinition {}

thread_local! {
    /// The pairs of types whose comparison is in progress, since types may be recursive.
    static COMPARING: RefCell<Vec<(usize, usize)>> = const { RefCell::new(Vec::new()) };
}

impl ObjectType {
    /// Whether this is `Object`, to which all object types are assignable.
    pub fn is_default(&self) -> bool {
        self.name.is_none()
            && self.definition().is_some_and(|definition| {
                definition.attributes.is_empty() && *definition == ObjectDefinition::empty()
            })
    }

    fn same_definition(&self, other: &ObjectType) -> bool {
        let pair = (std::ptr::from_ref(self).addr(), std::ptr::from_ref(other).addr());
        // The comparison is coinductive: types without a distinguishable part are equal.
        if COMPARING.with_borrow(|pairs| pairs.contains(&pair)) {
            return true;
        }
        COMPARING.with_borrow_mut(|pairs| pairs.push(pair));
        let same = self.definition() == other.definition();
        COMPARING.with_borrow_mut(Vec::pop);
        same
    }
}

impl PartialEq for ObjectType {
    fn eq(&self, other: &ObjectType) -> bool {
        std::ptr::eq(self, other) || self.name == other.name && self.same_definition(other)
    }
}

impl Eq for ObjectType {}

impl Hash for ObjectType {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
        if self.name.is_none() {
            // Only properties that do not lead back to the type.
            self.definition().map(|d| (d.attributes.len(), d.functions.len())).hash(state);
        }
    }
}

impl Hash for ObjectExtension {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.base.hash(state);
        self.parameters.len().hash(state);
    }
}
