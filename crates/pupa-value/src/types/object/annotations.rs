//! Annotations of types and members, keyed by annotation type.

use super::ObjectType;
use super::definition::{Attribute, ObjectFunction};
use crate::types::Type;
use crate::value::{Hash, Value};

/// The initialiser of the annotation with this type.
fn find<'a>(annotations: Option<&'a Hash>, annotation: &Type) -> Option<&'a Value> {
    annotations?.get(&Value::Type(annotation.clone()))
}

impl ObjectType {
    /// The initialiser of its annotation of this type.
    pub fn annotation(&self, annotation: &Type) -> Option<&Value> {
        find(self.definition()?.annotations.as_ref(), annotation)
    }
}

impl Attribute {
    /// The initialiser of its annotation of this type.
    pub fn annotation(&self, annotation: &Type) -> Option<&Value> {
        find(self.annotations.as_ref(), annotation)
    }
}

impl ObjectFunction {
    /// The initialiser of its annotation of this type.
    pub fn annotation(&self, annotation: &Type) -> Option<&Value> {
        find(self.annotations.as_ref(), annotation)
    }
}
