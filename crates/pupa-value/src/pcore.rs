//! Pcore: built-in object types, and types as instances of object types.
//!
//! The type `Integer[1]` is a value, and as such an instance of the object type
//! `Pcore::IntegerType` whose attribute `from` is `1`. Serialisation treats types this way.
//!
//! | module | subject |
//! |---|---|
//! | `names` | patterns for names and URIs, with aliases |
//! | `objects` | `Deferred`, `Error`, `Annotation` and other object types |
//! | `types` | the object types of types: `Pcore::IntegerType` |
//! | `arguments` | the constructor arguments of existing types |
//! | `construct` | types from such arguments |

mod arguments;
mod construct;
pub(crate) mod names;
mod objects;
#[cfg(test)]
mod tests;
mod types;

pub use arguments::type_arguments;
pub use construct::{type_from_args, type_from_init};
pub use objects::call_builtin;

use std::sync::{Arc, LazyLock};

use crate::error::Result;
use crate::types::object::{Members, ObjectDefinition};
use crate::types::{ObjectType, Type};
use crate::value::{Object, Text, Value};

/// All built-in object types, by name in lower case.
static OBJECT_TYPES: LazyLock<Members<Arc<ObjectType>>> = LazyLock::new(|| {
    let mut all = Members::default();
    for object_type in types::all().into_iter().chain(objects::all()) {
        all.insert(object_type.label().to_lowercase().into(), object_type);
    }
    all
});

/// The type that every annotation inherits from. It is separate from the table because the types of
/// initialiser hashes need it.
static ANNOTATION: LazyLock<Arc<ObjectType>> = LazyLock::new(|| {
    Arc::new(ObjectType::new(Some("Annotation".into()), ObjectDefinition::empty()))
});

/// `Annotation`
pub(crate) fn annotation() -> Type {
    Type::Object(Arc::clone(&ANNOTATION))
}

/// The object type, or alias of Pcore, with this lower-case name.
///
/// ```
/// use pupa_value::pcore;
/// assert!(pcore::lookup("deferred").is_some());
/// assert!(pcore::lookup("pcore::integertype").is_some());
/// assert!(pcore::lookup("apache").is_none());
/// ```
pub fn lookup(key: &str) -> Option<Type> {
    let object = OBJECT_TYPES.get(key).map(|t| Type::Object(Arc::clone(t)));
    object.or_else(|| names::alias(key))
}

/// The names of all built-in object types and Pcore aliases.
pub fn all_names() -> impl Iterator<Item = Text> {
    let objects = OBJECT_TYPES.values().filter_map(|t| t.name.clone());
    objects.chain(names::ALIASES.iter().map(|name| Text::from(*name)))
}

/// The object type of which a type is an instance: `Pcore::IntegerType` for `Integer[1]`.
pub fn type_of_type(t: &Type) -> Arc<ObjectType> {
    let key = format!("pcore::{}", types::kind(t).to_ascii_lowercase());
    match OBJECT_TYPES.get(key.as_str()) {
        Some(object_type) => Arc::clone(object_type),
        // Unreachable: a test checks that each kind of type has an object type.
        None => Arc::clone(&ANNOTATION),
    }
}

/// Creates an instance from arguments that match the constructor of an object type. An instance of
/// `Pcore::IntegerType` is a type.
pub(crate) fn construct(object_type: &Arc<ObjectType>, args: &[Value]) -> Result<Value> {
    match builtin_name(object_type) {
        Some(name) if types::is_kind(name) => Ok(Value::Type(type_from_args(name, args)?)),
        _ => Ok(Value::Object(Arc::new(Object::from_checked_args(object_type, args)?))),
    }
}

/// Whether the constructor of an object type also accepts a hash. The object types that the
/// reference implements in Ruby do not.
pub(crate) fn constructs_from_hash(object_type: &ObjectType) -> bool {
    !matches!(builtin_name(object_type), Some(name) if objects::is_native(name) && name != "RubyMethod")
}

/// Whether the string form of an instance omits its attributes.
pub(crate) fn hides_attributes(object_type: &ObjectType) -> bool {
    builtin_name(object_type).is_some_and(objects::is_native)
}

/// Whether the constructor expects the type's own attributes before inherited ones.
pub(crate) fn takes_own_first(object_type: &ObjectType) -> bool {
    matches!(builtin_name(object_type), Some("Pcore::ArrayType" | "Pcore::HashType"))
}

/// The name of a built-in object type; `None` for others.
fn builtin_name(object_type: &ObjectType) -> Option<&str> {
    let name = object_type.name.as_deref()?;
    // A cheap check, so that no table is built for the types of a manifest.
    let may_be = name.starts_with("Pcore")
        || name.starts_with("Puppet::")
        || name == "Annotation"
        || name == "RubyMethod";
    may_be.then_some(name)
}
