//! The identity of values. The second occurrence of a value is serialised as a reference to the
//! first.
//!
//! In the reference this is object identity; here it is the identity of the shared contents of
//! arrays, hashes, sensitive values and objects: a variable has the same value wherever it is used,
//! and two literals are never identical. Strings and other scalars are never referenced. Types
//! without parameters and resource types without a title are identical everywhere; other types are
//! identical to their clones.
//!
//! Differences from the reference: `Array[Any]` is identical to `Array`, and types that share all
//! of their contents, such as `Regexp[$r]` and `Regexp[$r]`, are identical. Deserialisation returns
//! equal values in both cases.

use std::sync::Arc;

use crate::ruby::type_class;
use crate::types::{StringType, Type};
use crate::value::{Text, Value};

/// The identity of a value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Identity {
    /// An address, with the kind of value at it.
    Address(&'static str, usize),
    /// One of the few values of a kind that are identical everywhere.
    Constant(&'static str, u8),
    /// The resource type with this name.
    ResourceType(Text),
}

/// The identity of a value; `None` if it cannot occur twice, or is never referenced.
pub(super) fn identity(value: &Value) -> Option<Identity> {
    match value {
        Value::Array(elements) => address("Array", elements),
        Value::Hash(hash) => address("Hash", hash),
        Value::Sensitive(inner) => address("Sensitive", inner),
        Value::Object(object) => address("Object", object),
        Value::Type(t) => of_type(t),
        _ => None,
    }
}

/// A value with a single owner cannot occur twice.
fn address<T>(kind: &'static str, shared: &Arc<T>) -> Option<Identity> {
    (Arc::strong_count(shared) > 1).then(|| Identity::Address(kind, Arc::as_ptr(shared).addr()))
}

fn of_type(t: &Type) -> Option<Identity> {
    let kind = type_class(t);
    let constant = Some(Identity::Constant(kind, 0));
    match t {
        _ if has_no_parameters(t) => constant,
        Type::Boolean(truth) => {
            Some(Identity::Constant(kind, truth.map_or(0, |truth| 1 + u8::from(truth))))
        }
        Type::Integer(range) => address(kind, range.shared()?),
        Type::Float(range) => address(kind, range.shared()?),
        Type::Timestamp(range) => address(kind, range.shared()?),
        Type::Timespan(range) => address(kind, range.shared()?),
        Type::String(StringType::Sized(size)) => address(kind, size),
        Type::Enum(values) => address(kind, values),
        Type::Pattern(patterns) => address(kind, patterns),
        Type::Regexp(regexp) => address(kind, regexp.as_ref()?),
        Type::SemVer(ranges) => address(kind, ranges),
        Type::Uri(parameters) => address(kind, parameters.as_ref()?),
        Type::Collection(size) => address(kind, size.as_ref()?),
        Type::Array(array) => address(kind, array),
        Type::Hash(hash) => address(kind, hash),
        Type::Tuple(tuple) => address(kind, tuple),
        Type::Struct(structure) => address(kind, structure),
        Type::Variant(options) => address(kind, options),
        Type::Sensitive(inner) => address(kind, inner),
        Type::Optional(inner)
        | Type::NotUndef(inner)
        | Type::Type(inner)
        | Type::Iterable(inner)
        | Type::Iterator(inner) => address(kind, inner.as_ref()?),
        Type::Callable(callable) => address(kind, callable.as_ref()?),
        Type::Init(init) => address(kind, init.as_ref()?),
        Type::Runtime(runtime) => address(kind, runtime),
        Type::Object(object) => address(kind, object),
        Type::ObjectExtension(extension) => address(kind, extension),
        Type::TypeSet(set) => address(kind, set),
        Type::Alias(alias) => address(kind, alias),
        Type::Resource(resource) => {
            let resource = resource.as_ref()?;
            match resource.title {
                Some(_) => address(kind, resource),
                None => Some(Identity::ResourceType(resource.key.clone())),
            }
        }
        Type::Class(name) => Some(Identity::Address(kind, name.as_ref()?.as_ptr().addr())),
        Type::Reference(text) => Some(Identity::Address(kind, text.as_ptr().addr())),
        // The string of a struct member is shared by types that are not identical.
        Type::String(StringType::Exact(_)) => None,
        _ => constant,
    }
}

fn has_no_parameters(t: &Type) -> bool {
    match t {
        Type::Integer(range) => range.is_unbounded(),
        Type::Float(range) => range.shared().is_none(),
        Type::Timestamp(range) => range.is_unbounded(),
        Type::Timespan(range) => range.is_unbounded(),
        Type::Enum(values) => values.values().is_empty() && !values.is_case_insensitive(),
        Type::Pattern(patterns) => patterns.is_empty(),
        Type::SemVer(ranges) => ranges.is_empty(),
        Type::Array(array) => matches!(array.element, Type::Any) && array.size.is_none(),
        Type::Hash(hash) => {
            matches!((&hash.key, &hash.value), (Type::Any, Type::Any)) && hash.size.is_none()
        }
        Type::Tuple(tuple) => tuple.types.is_empty() && tuple.size.is_none(),
        Type::Struct(structure) => structure.members().is_empty(),
        Type::Variant(options) => options.is_empty(),
        Type::Sensitive(inner) => matches!(**inner, Type::Any),
        Type::Runtime(runtime) => runtime.runtime.is_none() && runtime.name.is_none(),
        Type::Regexp(None)
        | Type::Uri(None)
        | Type::Collection(None)
        | Type::Optional(None)
        | Type::NotUndef(None)
        | Type::Type(None)
        | Type::Iterable(None)
        | Type::Iterator(None)
        | Type::Callable(None)
        | Type::Init(None)
        | Type::Resource(None)
        | Type::Class(None)
        | Type::String(StringType::Any) => true,
        _ => false,
    }
}
