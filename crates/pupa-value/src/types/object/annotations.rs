//! Annotations: further facts about a type or a member, by the type of the annotation.

use super::ObjectType;
use super::definition::{Attribute, ObjectFunction};
use crate::types::Type;
use crate::value::{Hash, Value};

/// The initialiser of the annotation of a type, among annotations.
fn find<'a>(annotations: Option<&'a Hash>, annotation: &Type) -> Option<&'a Value> {
    annotations?.get(&Value::Type(annotation.clone()))
}

impl ObjectType {
    /// The initialiser of its annotation of that type.
    pub fn annotation(&self, annotation: &Type) -> Option<&Value> {
        find(self.definition()?.annotations.as_ref(), annotation)
    }
}

impl Attribute {
    /// The initialiser of its annotation of that type.
    pub fn annotation(&self, annotation: &Type) -> Option<&Value> {
        find(self.annotations.as_ref(), annotation)
    }
}

impl ObjectFunction {
    /// The initialiser of its annotation of that type.
    pub fn annotation(&self, annotation: &Type) -> Option<&Value> {
        find(self.annotations.as_ref(), annotation)
    }
}
