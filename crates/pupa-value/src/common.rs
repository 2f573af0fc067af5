//! The common type of two types: the narrowest that the reference finds.

use std::sync::Arc;

use crate::builtin;
use crate::types::{EnumType, StringType, Type};
use crate::value::Text;

/// The common type of two types.
///
/// ```
/// use pupa_value::{Type, common::common_type};
/// assert_eq!(common_type(&Type::integer(1, 2), &Type::integer(5, 9)), Type::integer(1, 9));
/// assert_eq!(common_type(&Type::INTEGER, &Type::FLOAT), Type::Numeric);
/// ```
pub fn common_type(a: &Type, b: &Type) -> Type {
    match (a, b) {
        (Type::Undef, _) => b.clone(),
        (_, Type::Undef) => a.clone(),
        (Type::Unit, _) => b.clone(),
        (_, Type::Unit) => a.clone(),
        _ if a.accepts(b) => a.clone(),
        _ if b.accepts(a) => b.clone(),
        _ => join(a, b).unwrap_or_else(|| ancestor(a, b)),
    }
}

/// Joins two types of the same kind; `None` if their kinds differ or have no joint form.
fn join(a: &Type, b: &Type) -> Option<Type> {
    Some(match (a, b) {
        (Type::Array(a), Type::Array(b)) => Type::array(common_type(&a.element, &b.element), None),
        (Type::Hash(a), Type::Hash(b)) => {
            Type::hash(common_type(&a.key, &b.key), common_type(&a.value, &b.value), None)
        }
        (Type::Class(_), Type::Class(_)) => Type::Class(None),
        (Type::Resource(a), Type::Resource(b)) => match (a, b) {
            (Some(a), Some(b)) if a.name == b.name => Type::resource(a.name.clone(), None),
            _ => Type::RESOURCE,
        },
        (Type::Integer(a), Type::Integer(b)) => Type::Integer(a.hull(b)),
        (Type::Float(a), Type::Float(b)) => Type::Float(a.hull(b)),
        (Type::String(a), Type::String(b)) => join_strings(a, b),
        (Type::String(string), Type::Enum(values)) | (Type::Enum(values), Type::String(string)) => {
            match string.exact() {
                Some(text) => enumeration(values.values(), std::slice::from_ref(text)),
                None => Type::Enum(Arc::new(EnumType::new([], false))),
            }
        }
        (Type::Enum(a), Type::Enum(b)) => enumeration(a.values(), b.values()),
        (Type::Pattern(a), Type::Pattern(b)) => Type::pattern(a.iter().chain(b.iter()).cloned()),
        (Type::Variant(a), Type::Variant(b)) => Type::variant(a.iter().chain(b.iter()).cloned()),
        (Type::Regexp(_), Type::Regexp(_)) => Type::REGEXP,
        (Type::Callable(_), Type::Callable(_)) => Type::CALLABLE,
        _ => return None,
    })
}

fn join_strings(a: &StringType, b: &StringType) -> Type {
    match (a, b) {
        (StringType::Sized(a), StringType::Sized(b)) => {
            Type::String(StringType::Sized(Arc::new(a.hull(**b))))
        }
        (StringType::Exact(a), StringType::Exact(b)) => Type::enumeration([a.clone(), b.clone()]),
        _ => Type::STRING,
    }
}

/// Compat: the result is case-sensitive even if one of the two ignores case.
fn enumeration(a: &[Text], b: &[Text]) -> Type {
    Type::enumeration(a.iter().chain(b).cloned())
}

/// The common type of types of different kinds: the first general type that accepts both.
fn ancestor(a: &Type, b: &Type) -> Type {
    let accepts_both = |t: &Type| t.accepts(a) && t.accepts(b);
    if let Some(t) =
        [Type::Numeric, Type::ScalarData, Type::Scalar].into_iter().find(|t| accepts_both(t))
    {
        return t;
    }
    if accepts_both(&builtin::data()) {
        return builtin::data();
    }
    if let (Type::Type(a), Type::Type(b)) = (a, b) {
        return match (a, b) {
            (Some(a), Some(b)) => Type::type_of(common_type(a, b)),
            _ => Type::TYPE,
        };
    }
    if accepts_both(&builtin::rich_data()) { builtin::rich_data() } else { Type::Any }
}
