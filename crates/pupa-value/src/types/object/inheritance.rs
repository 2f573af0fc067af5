//! Assignability between object types.

use super::ObjectType;
use crate::types::Type;

impl ObjectType {
    /// Whether the other type is this one or inherits from it. `Object` accepts all object types.
    pub fn is_assignable_from(&self, other: &ObjectType) -> bool {
        if self.is_default() || self == other {
            return true;
        }
        let parent = other.definition().and_then(|definition| definition.parent.as_ref());
        match parent.map(Type::resolved) {
            Some(Type::Object(parent)) => self.is_assignable_from(parent),
            Some(Type::ObjectExtension(parent)) => self.is_assignable_from(&parent.base),
            _ => false,
        }
    }
}
