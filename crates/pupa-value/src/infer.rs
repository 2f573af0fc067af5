//! The type of a value.

mod gather;

use std::sync::Arc;

use crate::sharing::Memo;
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
    infer_memoized(value, &mut Memo::default())
}

/// Like [`infer`]; what is shared is looked at once, and its type is shared alike.
fn infer_memoized(value: &Value, known: &mut Memo<Type>) -> Type {
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
        Value::Array(elements) => known.get(elements).unwrap_or_else(|| {
            let element = common_type_of(elements.iter(), known);
            let t = Type::array(element, Some(Size::exactly(elements.len())));
            known.set(elements, &t);
            t
        }),
        Value::Hash(hash) => known.get(hash).unwrap_or_else(|| {
            let (key, value) =
                (common_type_of(hash.keys(), known), common_type_of(hash.values(), known));
            let t = Type::hash(key, value, Some(Size::exactly(hash.len())));
            known.set(hash, &t);
            t
        }),
        Value::Type(Type::Resource(Some(entry))) if entry.is_entry => {
            Type::type_of(Type::resource(entry.name.clone(), entry.title.clone()))
        }
        Value::Type(t) => Type::type_of(t.clone()),
        Value::Sensitive(hidden) => Type::sensitive(&infer_memoized(hidden, known)),
        Value::Timestamp(time) => Type::Timestamp(TimeRange::new(Some(**time), Some(**time))),
        Value::Timespan(time) => Type::Timespan(TimeRange::new(Some(**time), Some(**time))),
        Value::SemVer(_) => Type::SemVer(Arc::default()),
        Value::SemVerRange(_) => Type::SemVerRange,
        Value::Binary(_) => Type::Binary,
        Value::Uri(uri) => Type::Uri(uri_parameters(uri).map(Arc::new)),
        Value::Object(object) => object_type(object),
        Value::Instance(object) => Type::Object(Arc::clone(object.object_type())),
        Value::Iterator(sequence) => iterator_type(sequence),
        Value::Closure(closure) => closure.callable_type().clone(),
        Value::Foreign(object) => runtime_type(&object.class),
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
    infer_detailed_knowing(value, &mut Memo::default())
}

/// Like [`infer_detailed`]; what is shared is looked at once, and its type is shared alike.
fn infer_detailed_knowing(value: &Value, known: &mut Memo<Type>) -> Type {
    match value {
        Value::Array(elements) if !elements.is_empty() => {
            known.get(elements).unwrap_or_else(|| {
                let types = elements.iter().map(|element| infer_detailed_knowing(element, known));
                let t = Type::tuple(types, None);
                known.set(elements, &t);
                t
            })
        }
        Value::Hash(hash) if !hash.is_empty() => known.get(hash).unwrap_or_else(|| {
            let t = detailed_hash(hash, known);
            known.set(hash, &t);
            t
        }),
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

fn detailed_hash(hash: &Hash, known: &mut Memo<Type>) -> Type {
    let is_name = |key: &Value| key.as_str().is_some_and(|name| !name.is_empty());
    if hash.keys().all(is_name) {
        return Type::structure(hash.iter().filter_map(|(key, value)| match key {
            Value::String(name) => {
                let t = infer_detailed_knowing(value, known);
                Some(StructMember::new(name.clone(), false, t))
            }
            _ => None,
        }));
    }
    let mut variant_of = |values: &mut dyn Iterator<Item = &Value>| {
        Type::variant(values.map(|value| infer_detailed_knowing(value, known)))
    };
    let (key, value) = (variant_of(&mut hash.keys()), variant_of(&mut hash.values()));
    Type::hash(key, value, Some(Size::exactly(hash.len())))
}

/// The common type of values; `Unit` when there are none.
fn common_type_of<'a>(values: impl Iterator<Item = &'a Value>, known: &mut Memo<Type>) -> Type {
    let mut gathered = Gathered::default();
    for value in values {
        gathered.add_value(value, known);
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
    runtime_type(name)
}

/// The type of the objects of a class of Ruby.
pub(crate) fn runtime_type(class: &str) -> Type {
    let name = (!class.is_empty()).then(|| RuntimeName::Name(class.into()));
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
