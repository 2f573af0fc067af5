//! Type inference: the type of a value.

mod accumulator;

use std::sync::Arc;

use crate::sharing::Memo;
use crate::types::{
    FloatRange, IntegerRange, ObjectExtension, RuntimeName, RuntimeType, Size, StringType,
    StructMember, TimeRange, Type, Whole,
};
use crate::value::semver_range::{RangeEnd, SemVerRange};
use crate::value::uri::Uri;
use crate::value::{Hash, Object, Sequence, TreeOrder, Value};
use accumulator::Accumulator;

/// The reduced type of a value: the elements of a collection have one common type.
///
/// ```
/// use pupa_value::{Type, Value, types::Size, infer::infer};
/// let numbers = Value::array([Value::Integer(1), Value::Integer(5)]);
/// assert_eq!(infer(&numbers), Type::array(Type::integer(1, 5), Some(Size::exactly(2))));
/// ```
pub fn infer(value: &Value) -> Type {
    infer_memoized(value, &mut Memo::default())
}

/// Like [`infer`], but infers the type of a shared part once; the results are shared as well.
fn infer_memoized(value: &Value, memo: &mut Memo<Type>) -> Type {
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
        Value::Array(elements) => memo.get(elements).unwrap_or_else(|| {
            if !pupa_meter::charge(elements.len()) {
                return Type::any_array();
            }
            let element = common_type_of(elements.iter(), memo);
            let t = Type::array(element, Some(Size::exactly(elements.len())));
            memo.set(elements, &t);
            t
        }),
        Value::Hash(hash) => memo.get(hash).unwrap_or_else(|| {
            if !pupa_meter::charge(2 * hash.len()) {
                return Type::Any;
            }
            let (key, value) =
                (common_type_of(hash.keys(), memo), common_type_of(hash.values(), memo));
            let t = Type::hash(key, value, Some(Size::exactly(hash.len())));
            memo.set(hash, &t);
            t
        }),
        Value::Type(Type::Resource(Some(entry))) if entry.is_entry => {
            Type::type_of(Type::resource(entry.name.clone(), entry.title.clone()))
        }
        Value::Type(t) => Type::type_of(t.clone()),
        Value::Sensitive(hidden) => Type::sensitive(&infer_memoized(hidden, memo)),
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

/// The detailed type of a value: arrays become tuples and hashes become structs.
///
/// ```
/// use pupa_value::{Type, Value, infer::infer_detailed};
/// let mixed = Value::array([Value::Integer(1), Value::Boolean(true)]);
/// let tuple = Type::tuple([Type::integer(1, 1), Type::Boolean(Some(true))], None);
/// assert_eq!(infer_detailed(&mixed), tuple);
/// ```
pub fn infer_detailed(value: &Value) -> Type {
    infer_detailed_memoized(value, &mut Memo::default())
}

/// Like [`infer_detailed`], but infers the type of a shared part once; the results are shared as
/// well.
fn infer_detailed_memoized(value: &Value, memo: &mut Memo<Type>) -> Type {
    match value {
        Value::Array(elements) if !elements.is_empty() => memo.get(elements).unwrap_or_else(|| {
            if !pupa_meter::charge(4 * elements.len()) {
                return Type::any_array();
            }
            let types = elements.iter().map(|element| infer_detailed_memoized(element, memo));
            let t = Type::tuple(types, None);
            memo.set(elements, &t);
            t
        }),
        Value::Hash(hash) if !hash.is_empty() => memo.get(hash).unwrap_or_else(|| {
            if !pupa_meter::charge(8 * hash.len()) {
                return Type::Any;
            }
            let t = detailed_hash(hash, memo);
            memo.set(hash, &t);
            t
        }),
        Value::SemVer(version) => {
            let (from, to) = ((**version).clone(), (**version).clone());
            // The range includes its end, so that it contains exactly this version.
            let range = SemVerRange::from_versions(from, to, RangeEnd::Included);
            Type::SemVer(Arc::new(range.into_iter().map(Arc::new).collect()))
        }
        _ => infer(value),
    }
}

/// The type of a value without ranges, sizes and exact values.
pub fn infer_generic(value: &Value) -> Type {
    infer(value).generalize()
}

fn detailed_hash(hash: &Hash, memo: &mut Memo<Type>) -> Type {
    let is_name = |key: &Value| key.as_str().is_some_and(|name| !name.is_empty());
    if hash.keys().all(is_name) {
        return Type::structure(hash.iter().filter_map(|(key, value)| match key {
            Value::String(name) => {
                let t = infer_detailed_memoized(value, memo);
                Some(StructMember::new(name.clone(), false, t))
            }
            _ => None,
        }));
    }
    let mut variant_of = |values: &mut dyn Iterator<Item = &Value>| {
        Type::variant(values.map(|value| infer_detailed_memoized(value, memo)))
    };
    let (key, value) = (variant_of(&mut hash.keys()), variant_of(&mut hash.values()));
    Type::hash(key, value, Some(Size::exactly(hash.len())))
}

/// The common type of values; `Unit` if there are none.
fn common_type_of<'a>(values: impl Iterator<Item = &'a Value>, memo: &mut Memo<Type>) -> Type {
    let mut types = Accumulator::default();
    for value in values {
        types.add_value(value, memo);
    }
    types.into_type()
}

/// Compat: the type of a tree iterator is a `Runtime` type with the name of its Ruby class.
/// Pinned by `quirk-type-of-tree-iterators`.
fn iterator_type(sequence: &Sequence) -> Type {
    let name = match sequence.tree().map(|tree| tree.order) {
        None => return Type::Iterator(sequence.element_type.clone().map(Arc::new)),
        Some(TreeOrder::DepthFirst) => "Puppet::Pops::Types::Iterable::DepthFirstTreeIterator",
        Some(TreeOrder::BreadthFirst) => "Puppet::Pops::Types::Iterable::BreadthFirstTreeIterator",
    };
    runtime_type(name)
}

/// The `Runtime` type of the instances of a Ruby class.
pub(crate) fn runtime_type(class: &str) -> Type {
    let name = (!class.is_empty()).then(|| RuntimeName::Name(class.into()));
    Type::Runtime(Arc::new(RuntimeType { runtime: Some("ruby".into()), name }))
}

/// The type of an object, with parameters if its type has any.
fn object_type(object: &Object) -> Type {
    ObjectExtension::of_instance(object).map_or_else(
        || Type::Object(Arc::clone(&object.object_type)),
        |extension| Type::ObjectExtension(Arc::new(extension)),
    )
}

/// The components of a URI as the parameters of its type; `None` if there are none.
pub(crate) fn uri_parameters(uri: &Uri) -> Option<Hash> {
    let parts: Hash = uri
        .components()
        .into_iter()
        .map(|(name, part)| (Value::from(name), Value::from(part)))
        .collect();
    Some(parts).filter(|parts| !parts.is_empty())
}

/// The component of a URI with this name; `undef` if it is absent or the name is unknown.
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
