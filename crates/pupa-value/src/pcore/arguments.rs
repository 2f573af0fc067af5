//! The constructor arguments of a type, as an instance of its object type.

use std::sync::Arc;

use super::type_of_type;
use crate::error::{Error, ErrorKind, Result};
use crate::types::{CallableType, RuntimeName, Size, StringType, StructType, Type, Whole};
use crate::value::{Object, Text, Value};

/// The attributes of a type as an instance of its object type, in the order of the constructor's
/// arguments, without trailing defaults.
///
/// Compat: `Boolean` and `Sensitive` lose their parameters, as in the reference.
///
/// ```
/// use pupa_value::{Type, Value, pcore};
/// let arguments = pcore::type_arguments(&Type::integer(1, 2)).unwrap();
/// assert_eq!(arguments, [("from".into(), Value::Integer(1)), ("to".into(), Value::Integer(2))]);
/// ```
///
/// # Errors
/// If the type is a type set, which cannot be serialised.
pub fn type_arguments(t: &Type) -> Result<Vec<(Text, Value)>> {
    if matches!(t, Type::TypeSet(_)) {
        return Err(Error::new(
            ErrorKind::Other,
            "Initializer for class Puppet::Pops::Types::PTypeSetType parameter \
             'name_or_init_hash' does not match any of the attributes of type Pcore::TypeSetType",
        ));
    }
    let object_type = type_of_type(t);
    let layout = object_type.layout();
    let parameters: Vec<_> = layout.parameters().map(|(attribute, _)| attribute).collect();
    let mut values = values(t);
    while values.len() > layout.signature_required()
        && let (Some(attribute), Some(value)) = (parameters.get(values.len() - 1), values.last())
        && attribute.is_default(value)
    {
        values.pop();
    }
    Ok(parameters.iter().map(|attribute| attribute.name.clone()).zip(values).collect())
}

fn values(t: &Type) -> Vec<Value> {
    match t {
        Type::Integer(range) => vec![whole(range.from()), whole(range.to())],
        Type::Float(range) => vec![or_undef(range.from()), or_undef(range.to())],
        Type::Numeric => vec![Value::Undef, Value::Undef],
        Type::String(string) => vec![string_size(string)],
        Type::Enum(values) => {
            vec![texts(values.values()), Value::Boolean(values.is_case_insensitive())]
        }
        Type::Pattern(patterns) => {
            let regexp = |pattern| Value::Type(Type::Regexp(Some(Arc::clone(pattern))));
            vec![Value::array(patterns.iter().map(regexp))]
        }
        Type::Regexp(regexp) => vec![or_undef(regexp.as_ref().map(|regexp| regexp.source()))],
        Type::Timestamp(range) => {
            let time = |time: &_| Value::Timestamp(Arc::new(Clone::clone(time)));
            vec![or_undef(range.from().map(time)), or_undef(range.to().map(time))]
        }
        Type::Timespan(range) => {
            let time = |time: &_| Value::Timespan(Arc::new(Clone::clone(time)));
            vec![or_undef(range.from().map(time)), or_undef(range.to().map(time))]
        }
        Type::SemVer(ranges) => {
            vec![Value::array(ranges.iter().map(|range| Value::SemVerRange(Arc::clone(range))))]
        }
        Type::Uri(parameters) => vec![or_undef(parameters.clone().map(Value::Hash))],
        Type::Collection(size) => vec![size_type(size.as_deref().copied())],
        Type::Array(array) => vec![array.element.clone().into(), size_type(array.size)],
        Type::Hash(hash) => {
            vec![hash.key.clone().into(), hash.value.clone().into(), size_type(hash.size)]
        }
        Type::Tuple(tuple) => vec![types(&tuple.types), size_type(tuple.size)],
        Type::Struct(structure) => vec![struct_elements(structure)],
        Type::Variant(options) => vec![types(options)],
        Type::Optional(inner)
        | Type::NotUndef(inner)
        | Type::Type(inner)
        | Type::Iterable(inner)
        | Type::Iterator(inner) => vec![or_undef(inner.as_deref().cloned())],
        Type::Callable(callable) => callable_parts(callable.as_deref()),
        Type::Init(None) => vec![Value::Undef, Value::array([])],
        Type::Init(Some(init)) => {
            vec![init.target.clone().into(), Value::array(init.args.iter().cloned())]
        }
        Type::Runtime(runtime) => {
            vec![
                or_undef(runtime.runtime.clone()),
                or_undef(runtime.name.as_ref().map(runtime_name)),
            ]
        }
        Type::Object(object) => vec![object.init_hash().into()],
        Type::ObjectExtension(extension) => {
            vec![Type::Object(Arc::clone(&extension.base)).into(), extension.init_parameters()]
        }
        Type::Resource(None) => vec![Value::Undef, Value::Undef],
        Type::Resource(Some(resource)) => {
            vec![resource.name.clone().into(), or_undef(resource.title.clone())]
        }
        Type::Class(name) => vec![or_undef(name.clone())],
        Type::Reference(text) => vec![text.clone().into()],
        Type::Alias(alias) => {
            vec![alias.name.clone().into(), Value::Undef, or_undef(alias.get().cloned())]
        }
        Type::Any
        | Type::Unit
        | Type::Undef
        | Type::Default
        | Type::Scalar
        | Type::ScalarData
        | Type::Boolean(_)
        | Type::Binary
        | Type::SemVerRange
        | Type::Sensitive(_)
        | Type::TypeSet(_)
        | Type::CatalogEntry => Vec::new(),
    }
}

fn or_undef(value: Option<impl Into<Value>>) -> Value {
    value.map_or(Value::Undef, Into::into)
}

fn whole(number: Option<&Whole>) -> Value {
    match number {
        Some(Whole::Small(number)) => Value::Integer(*number),
        Some(Whole::Big(number)) => Value::BigInteger(Arc::clone(number)),
        None => Value::Undef,
    }
}

fn texts(texts: &[Text]) -> Value {
    Value::array(texts.iter().cloned().map(Value::from))
}

fn types(types: &[Type]) -> Value {
    Value::array(types.iter().cloned().map(Value::from))
}

fn size_type(size: Option<Size>) -> Value {
    or_undef(size.map(|size| Type::Integer(size.range())))
}

fn string_size(string: &StringType) -> Value {
    match string {
        StringType::Any => Value::Undef,
        StringType::Sized(size) => size_type(Some(**size)),
        StringType::Exact(text) => text.clone().into(),
    }
}

fn struct_elements(structure: &StructType) -> Value {
    let Some(Type::Object(element)) = super::lookup("pcore::structelement") else {
        return Value::array([]);
    };
    Value::array(structure.members().iter().map(|member| {
        let values = [Value::Type(member.key_type()), Value::Type(member.value.clone())];
        let object_type = Arc::clone(&element);
        Value::Object(Arc::new(Object { object_type, values: values.into() }))
    }))
}

fn callable_parts(callable: Option<&CallableType>) -> Vec<Value> {
    let params = callable.and_then(|callable| callable.params.clone());
    vec![
        or_undef(params.map(|params| Type::Tuple(Arc::new(params)))),
        or_undef(callable.and_then(|callable| callable.block.clone())),
        or_undef(callable.and_then(|callable| callable.returns.clone())),
    ]
}

fn runtime_name(name: &RuntimeName) -> Value {
    match name {
        RuntimeName::Name(name) => name.clone().into(),
        RuntimeName::Pattern(pattern, replacement) => {
            Value::array([Value::Regexp(Arc::clone(pattern)), replacement.clone().into()])
        }
    }
}
