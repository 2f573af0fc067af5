//! The type of a value.

mod gather;

use std::sync::Arc;

use crate::types::{
    FloatRange, IntegerRange, ObjectExtension, RuntimeName, RuntimeType, Size, StringType,
    StructMember, TimeRange, Type, Whole,
};
use crate::value::semver_range::{RangeEnd, SemVerRange};
use crate::value::uri::Uri;
use crate::value::{Hash, Object, Sequence, TreeOrder, Value};
use gather::Gathered;

/// The type of a value, with the elements of a collection joined to one common type.
///
/// ```
/// use pupa_value::{Type, Value, types::Size, infer::infer};
/// let numbers = Value::array([Value::Integer(1), Value::Integer(5)]);
/// assert_eq!(infer(&numbers), Type::array(Type::integer(1, 5), Some(Size::exactly(2))));
/// ```
pub fn infer(value: &Value) -> Type {
    match value {
        Value::Undef => Type::Undef,
        Value::Default => Type::Default,
        Value::Boolean(truth) => Type::Boolean(Some(*truth)),
        Value::Integer(number) => Type::integer(*number, *number),
        Value::BigInteger(number) => {
            let number = Whole::Big(Arc::clone(number));
            Type::Integer(IntegerRange::new(Some(number.clone()), Some(number)))
        }
        Value::Float(number) => Type::Float(FloatRange::new(Some(*number), Some(*number))),
        Value::String(text) => Type::String(StringType::Exact(text.clone())),
        Value::Regexp(regexp) => Type::Regexp(Some(Arc::clone(regexp))),
        Value::Array(elements) => {
            Type::array(common_type_of(elements.iter()), Some(Size::exactly(elements.len())))
        }
        Value::Hash(hash) => Type::hash(
            common_type_of(hash.keys()),
            common_type_of(hash.values()),
            Some(Size::exactly(hash.len())),
        ),
        Value::Type(t) => Type::type_of(t.clone()),
        Value::Sensitive(hidden) => Type::sensitive(&infer(hidden)),
        Value::Timestamp(time) => Type::Timestamp(TimeRange::new(Some(**time), Some(**time))),
        Value::Timespan(time) => Type::Timespan(TimeRange::new(Some(**time), Some(**time))),
        Value::SemVer(_) => Type::SemVer(Arc::default()),
        Value::SemVerRange(_) => Type::SemVerRange,
        Value::Binary(_) => Type::Binary,
        Value::Uri(uri) => Type::Uri(uri_parameters(uri).map(Arc::new)),
        Value::Object(object) => object_type(object),
        Value::Iterator(sequence) => iterator_type(sequence),
        Value::Closure(closure) => closure.callable_type().clone(),
    }
}

/// The type of a value with each element of a collection by itself: tuples and structs.
///
/// ```
/// use pupa_value::{Type, Value, infer::infer_detailed};
/// let mixed = Value::array([Value::Integer(1), Value::Boolean(true)]);
/// let tuple = Type::tuple([Type::integer(1, 1), Type::Boolean(Some(true))], None);
/// assert_eq!(infer_detailed(&mixed), tuple);
/// ```
pub fn infer_detailed(value: &Value) -> Type {
    match value {
        Value::Array(elements) if !elements.is_empty() => {
            Type::tuple(elements.iter().map(infer_detailed), None)
        }
        Value::Hash(hash) if !hash.is_empty() => detailed_hash(hash),
        Value::SemVer(version) => {
            let (from, to) = ((**version).clone(), (**version).clone());
            // A version is not above itself.
            let range = SemVerRange::from_versions(from, to, RangeEnd::Included);
            Type::SemVer(Arc::new(range.into_iter().map(Arc::new).collect()))
        }
        _ => infer(value),
    }
}

/// The type of a value in general terms.
pub fn infer_generic(value: &Value) -> Type {
    infer(value).generalize()
}

fn detailed_hash(hash: &Hash) -> Type {
    let is_name = |key: &Value| key.as_str().is_some_and(|name| !name.is_empty());
    if hash.keys().all(is_name) {
        return Type::structure(hash.iter().filter_map(|(key, value)| match key {
            Value::String(name) => {
                Some(StructMember::new(name.clone(), false, infer_detailed(value)))
            }
            _ => None,
        }));
    }
    Type::hash(
        Type::variant(hash.keys().map(infer_detailed)),
        Type::variant(hash.values().map(infer_detailed)),
        Some(Size::exactly(hash.len())),
    )
}

/// The common type of values; `Unit` when there are none.
fn common_type_of<'a>(values: impl Iterator<Item = &'a Value>) -> Type {
    let mut gathered = Gathered::default();
    for value in values {
        gathered.add_value(value);
    }
    gathered.into_type()
}

/// Compat: what walks through a tree is known by its name in the host's own language only.
fn iterator_type(sequence: &Sequence) -> Type {
    let name = match sequence.tree().map(|tree| tree.order) {
        None => return Type::Iterator(sequence.element_type.clone().map(Arc::new)),
        Some(TreeOrder::DepthFirst) => "Puppet::Pops::Types::Iterable::DepthFirstTreeIterator",
        Some(TreeOrder::BreadthFirst) => "Puppet::Pops::Types::Iterable::BreadthFirstTreeIterator",
    };
    let name = Some(RuntimeName::Name(name.into()));
    Type::Runtime(Arc::new(RuntimeType { runtime: Some("ruby".into()), name }))
}

/// The type of an instance; with its parameters when the type has any.
fn object_type(object: &Object) -> Type {
    ObjectExtension::of_instance(object).map_or_else(
        || Type::Object(Arc::clone(&object.object_type)),
        |extension| Type::ObjectExtension(Arc::new(extension)),
    )
}

/// The parts of a URI as the parameters of its type.
pub(crate) fn uri_parameters(uri: &Uri) -> Option<Hash> {
    let parts: Hash = uri
        .components()
        .into_iter()
        .map(|(name, part)| (Value::from(name), Value::from(part)))
        .collect();
    Some(parts).filter(|parts| !parts.is_empty())
}

/// An attribute of a URI; `undef` when it has none.
pub fn uri_part(uri: &Uri, name: &str) -> Value {
    let text = |part: Option<&str>| part.map_or(Value::Undef, Value::from);
    let owned = |part: Option<String>| part.map_or(Value::Undef, Value::from);
    match name {
        "scheme" => text(uri.scheme()),
        "userinfo" => owned(uri.userinfo()),
        "host" => text(uri.host()),
        "port" => uri.port().map_or(Value::Undef, |port| Value::from_big(port.into())),
        "path" => owned(uri.path()),
        "query" => text(uri.query()),
        "fragment" => text(uri.fragment()),
        "opaque" => text(uri.opaque()),
        _ => Value::Undef,
    }
}
