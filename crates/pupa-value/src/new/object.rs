//! The constructors of object types.

use std::sync::Arc;

use super::constructor::{Call, Constructor};
use crate::error::Result;
use crate::types::Type;
use crate::types::object::{ObjectType, constructor_signatures, new_object};
use crate::value::Value;

/// The constructor of an object type: from a hash of its attributes, or from their values.
pub(super) fn object(object_type: &ObjectType) -> Arc<Constructor> {
    let name = format!("new_{}", object_type.name.as_deref().unwrap_or_default());
    let constructor = Constructor::new(
        name,
        "An instance from the values of its attributes, or from a hash of them by name.",
    );
    let signatures = constructor_signatures(object_type);
    Arc::new(signatures.into_iter().fold(constructor, |all, one| all.create_with(create, one)))
}

fn create(call: &Call<'_>) -> Result<Value> {
    match call.target {
        Type::Object(object_type) => new_object(object_type, call.args),
        Type::ObjectExtension(extension) => new_object(&extension.base, call.args),
        other => Err(super::unsupported(other)),
    }
}
