//! `Puppet::Pops::Types::TypeFactory`: makes types from their parameters.

use std::sync::Arc;

use pupa_value::Value as PuppetValue;
use pupa_value::infer::infer;
use pupa_value::parameterize::{AccessErrorKind, parameterize};
use pupa_value::types::{FloatRange, IntegerRange, Size, Type, Whole};
use pupa_value::{builtin, pcore};

use super::{expect_type, new_type, runtime_type, type_of};
use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method};
use crate::value::{ClassId, Value};

/// `Puppet::Pops::Types::TypeFactory`
pub static FACTORY: NativeClass = NativeClass {
    name: "Puppet::Pops::Types::TypeFactory",
    class_methods: &[
        method("any", 0, 0, plain),
        method("undef", 0, 0, plain),
        method("default", 0, 0, plain),
        method("scalar", 0, 0, plain),
        method("scalar_data", 0, 0, plain),
        method("numeric", 0, 0, plain),
        method("integer", 0, 0, plain),
        method("float", 0, 0, plain),
        method("binary", 0, 0, plain),
        method("data", 0, 0, plain),
        method("rich_data", 0, 0, plain),
        method("catalog_entry", 0, 0, plain),
        method("sem_ver_range", 0, 0, plain),
        method("all_callables", 0, 0, plain),
        method("array_of_any", 0, 0, plain),
        method("array_of_data", 0, 0, plain),
        method("hash_of_any", 0, 0, plain),
        method("hash_of_data", 0, 0, plain),
        method("error", 0, 0, plain),
        method("deferred", 0, 0, plain),
        method("range", 2, 2, integer_range),
        method("float_range", 2, 2, float_range),
        method("boolean", 0, 1, boolean),
        method("string", 0, 2, string),
        method("enum", 0, -1, parameterized),
        method("variant", 0, -1, parameterized),
        method("pattern", 0, -1, parameterized),
        method("regexp", 0, 1, parameterized),
        method("sem_ver", 0, -1, parameterized),
        method("struct", 0, 1, parameterized),
        method("callable", 0, -1, parameterized),
        method("uri", 0, 1, parameterized),
        method("timestamp", 0, -1, parameterized),
        method("timespan", 0, -1, parameterized),
        method("init", 0, -1, parameterized),
        method("optional", 0, 1, parameterized),
        method("not_undef", 0, 1, parameterized),
        method("type_type", 0, 1, parameterized),
        method("sensitive", 0, 1, parameterized),
        method("iterable", 0, 1, parameterized),
        method("iterator", 0, 1, parameterized),
        method("object", 0, 2, parameterized),
        method("runtime", 0, 2, parameterized),
        method("type_reference", 0, 1, parameterized),
        method("tuple", 0, 2, tuple),
        method("collection", 0, 1, collection),
        method("array_of", 1, 2, array_of),
        method("hash_of", 1, 3, hash_of),
        method("hash_kv", 2, 3, hash_of_pairs),
        method("resource", 0, 2, resource),
        method("host_class", 0, 1, class_reference),
        method("type_of", 1, 1, type_of_value),
        method("label", 1, 1, label),
    ],
    ..NativeClass::MODULE
};

/// Returns a type without parameters, by the name of the method.
fn plain(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let data = builtin::data;
    let t = match args.name.as_str() {
        "any" => Type::Any,
        "undef" => Type::Undef,
        "default" => Type::Default,
        "scalar" => Type::Scalar,
        "scalar_data" => Type::ScalarData,
        "numeric" => Type::Numeric,
        "integer" => Type::INTEGER,
        "float" => Type::FLOAT,
        "binary" => Type::Binary,
        "data" => data(),
        "rich_data" => builtin::rich_data(),
        "catalog_entry" => Type::CatalogEntry,
        "sem_ver_range" => Type::SemVerRange,
        "all_callables" => Type::CALLABLE,
        "array_of_any" => Type::any_array(),
        "array_of_data" => Type::array(data(), None),
        "hash_of_any" => Type::any_hash(),
        "hash_of_data" => Type::hash(Type::STRING, data(), None),
        other => pcore::lookup(other).unwrap_or(Type::Any),
    };
    new_type(m, t)
}

/// The Puppet form of a parameter: types and values stay, Ruby classes become types.
fn part(m: &mut Machine<'_>, value: Value) -> Flow<PuppetValue> {
    match value {
        Value::Class(_) => {
            let calculator = m.single_object(class::PUPPET_TYPE_CALCULATOR);
            let t = m.call(calculator, crate::symbol::Symbol::new("type"), &[value])?;
            m.to_puppet(t)
        }
        _ => m.to_puppet(value),
    }
}

/// Returns a type with the same parameters as its expression in brackets.
fn parameterized(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = match args.name.as_str() {
        "sem_ver" => "SemVer".to_owned(),
        "not_undef" => "NotUndef".to_owned(),
        "type_type" => "Type".to_owned(),
        "uri" => "URI".to_owned(),
        "type_reference" => "TypeReference".to_owned(),
        other => pupa_value::text::capitalize_segments(other),
    };
    let mut parts = Vec::new();
    for &value in args.iter() {
        match value {
            Value::Nil => {}
            Value::Array(list) => {
                for value in m.array(list).to_vec() {
                    parts.push(part(m, value)?);
                }
            }
            value => parts.push(part(m, value)?),
        }
    }
    let t = build(m, &name, parts)?;
    new_type(m, t)
}

/// The type `NAME[PARTS…]`.
fn build(m: &mut Machine<'_>, name: &str, parts: Vec<PuppetValue>) -> Flow<Type> {
    let base = builtin::lookup(name).unwrap_or(Type::Any);
    let is_empty = parts.is_empty()
        || parts.iter().all(|part| match part {
            PuppetValue::Hash(hash) => hash.is_empty(),
            _ => false,
        });
    if is_empty {
        return Ok(base);
    }
    match parameterize(&base, parts) {
        Ok(PuppetValue::Type(t)) => Ok(t),
        Ok(_) => Ok(base),
        Err(error) => {
            let message = match error.kind {
                AccessErrorKind::Issue(message) => message,
                AccessErrorKind::EmptyReference => "empty reference".to_owned(),
                AccessErrorKind::Value(error) => error.message,
            };
            Err(m.argument_error(message))
        }
    }
}

/// The bound of an integer range; `None` for `nil` and `:default`.
fn end(m: &mut Machine<'_>, value: Value) -> Flow<Option<Whole>> {
    match value {
        Value::Nil | Value::Sym(_) => Ok(None),
        Value::Float(number) if number.is_infinite() => Ok(None),
        Value::Big(_) => Ok(Some(Whole::Big(Arc::new(m.big(value))))),
        other => Ok(Some(Whole::Small(m.to_int(other)?))),
    }
}

fn integers(m: &mut Machine<'_>, from: Value, to: Value) -> Flow<Type> {
    Ok(Type::Integer(IntegerRange::new(end(m, from)?, end(m, to)?)))
}

fn integer_range(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let t = integers(m, args[0], args[1])?;
    new_type(m, t)
}

fn floats(m: &mut Machine<'_>, from: Value, to: Value) -> Flow<Type> {
    let mut ends = [None, None];
    for (slot, value) in ends.iter_mut().zip([from, to]) {
        if !matches!(value, Value::Nil | Value::Sym(_)) {
            *slot = Some(m.to_float(value)?);
        }
    }
    Ok(Type::Float(FloatRange::new(ends[0], ends[1])))
}

fn float_range(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let t = floats(m, args[0], args[1])?;
    new_type(m, t)
}

fn boolean(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let value = match args.opt(0) {
        Some(Value::Bool(value)) => Some(value),
        _ => None,
    };
    new_type(m, Type::Boolean(value))
}

/// The size that an integer type represents.
fn size(m: &Machine<'_>, value: Value) -> Option<Size> {
    let small = |end: Option<&Whole>| match end {
        Some(Whole::Small(number)) => Some(*number),
        _ => None,
    };
    match type_of(m, value)? {
        Type::Integer(range) => {
            Some(Size::new(small(range.from()).unwrap_or_default(), small(range.to())))
        }
        _ => None,
    }
}

fn strings(m: &mut Machine<'_>, size_or_value: Value) -> Type {
    match size_or_value {
        Value::Str(text) => Type::exact_string(m.text_of(text)),
        other => match size(m, other) {
            Some(size) => Type::sized_string(size.from, size.to),
            None => Type::STRING,
        },
    }
}

fn string(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let t = strings(m, args.or_nil(0));
    new_type(m, t)
}

fn types(m: &mut Machine<'_>, list: Value) -> Flow<Vec<Type>> {
    let Value::Array(list) = list else { return Ok(Vec::new()) };
    let mut types = Vec::new();
    for value in m.array(list).to_vec() {
        types.push(expect_type(m, value)?);
    }
    Ok(types)
}

fn tuple(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let types = types(m, args.or_nil(0))?;
    let size = size(m, args.or_nil(1));
    new_type(m, Type::tuple(types, size))
}

fn collection(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let size = size(m, args.or_nil(0));
    new_type(m, Type::Collection(size.map(Arc::new)))
}

/// A type argument itself, or the type of any other value.
fn element(m: &mut Machine<'_>, value: Value) -> Flow<Type> {
    match part(m, value)? {
        PuppetValue::Type(t) => Ok(t),
        other => Ok(infer(&other)),
    }
}

fn array_of(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let element = element(m, args[0])?;
    let size = size(m, args.or_nil(1));
    new_type(m, Type::array(element, size))
}

fn hash_of(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let value = element(m, args[0])?;
    let key = match args.opt(1) {
        Some(key) => element(m, key)?,
        None => Type::Scalar,
    };
    let size = size(m, args.or_nil(2));
    new_type(m, Type::hash(key, value, size))
}

fn hash_of_pairs(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let (key, value) = (element(m, args[0])?, element(m, args[1])?);
    let size = size(m, args.or_nil(2));
    new_type(m, Type::hash(key, value, size))
}

fn resource(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = match args.or_nil(0) {
        Value::Nil => return new_type(m, Type::RESOURCE),
        name => pupa_value::text::capitalize_segments(&m.to_s_text(name)?.to_lowercase()),
    };
    let title = match args.or_nil(1) {
        Value::Nil => None,
        title => Some(m.to_s_text(title)?.into()),
    };
    new_type(m, Type::resource(name, title))
}

fn class_reference(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    match args.or_nil(0) {
        Value::Nil => new_type(m, Type::Class(None)),
        name => {
            let name = m.to_s_text(name)?;
            let name = name.strip_prefix("::").unwrap_or(&name).to_owned();
            new_type(m, Type::Class(Some(name.into())))
        }
    }
}

/// `type_of(value)`: the type of a value, or of the instances of a class; a type is returned
/// itself.
fn type_of_value(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let t = match args[0] {
        Value::Str(name) => {
            let name = m.text_of(name);
            builtin::lookup(&name).unwrap_or_else(|| runtime_type(name))
        }
        value => element(m, value)?.generalize(),
    };
    new_type(m, t)
}

fn label(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = expect_type(m, args[0])?.to_string();
    Ok(m.new_str(text))
}

/// The type that `new` of a type's class returns for its arguments; `None` if the class has no
/// known parameters.
pub(super) fn from_parts(m: &mut Machine<'_>, of: ClassId, args: Args<'_>) -> Flow<Option<Type>> {
    let (first, second) = (args.or_nil(0), args.or_nil(1));
    let contained = |m: &Machine<'_>| type_of(m, first);
    Ok(Some(match of {
        class::PUPPET_INTEGER_TYPE => integers(m, first, second)?,
        class::PUPPET_FLOAT_TYPE => floats(m, first, second)?,
        class::PUPPET_STRING_TYPE => strings(m, first),
        class::PUPPET_BOOLEAN_TYPE => match first {
            Value::Bool(value) => Type::Boolean(Some(value)),
            _ => Type::BOOLEAN,
        },
        class::PUPPET_COLLECTION_TYPE => Type::Collection(size(m, first).map(Arc::new)),
        class::PUPPET_ARRAY_TYPE => Type::array(contained(m).unwrap_or(Type::Any), size(m, second)),
        class::PUPPET_HASH_TYPE => {
            let (key, value) = (contained(m), type_of(m, second));
            let size = size(m, args.or_nil(2));
            Type::hash(key.unwrap_or(Type::Any), value.unwrap_or(Type::Any), size)
        }
        class::PUPPET_TUPLE_TYPE => Type::tuple(types(m, first)?, size(m, second)),
        class::PUPPET_VARIANT_TYPE => Type::variant(types(m, first)?),
        class::PUPPET_OPTIONAL_TYPE => Type::Optional(contained(m).map(Into::into)),
        class::PUPPET_NOT_UNDEF_TYPE => Type::NotUndef(contained(m).map(Into::into)),
        class::PUPPET_TYPE_TYPE => Type::Type(contained(m).map(Into::into)),
        class::PUPPET_ITERABLE_TYPE => Type::Iterable(contained(m).map(Into::into)),
        class::PUPPET_ITERATOR_TYPE => Type::Iterator(contained(m).map(Into::into)),
        class::PUPPET_SENSITIVE_TYPE => Type::sensitive(&contained(m).unwrap_or(Type::Any)),
        class::PUPPET_ENUM_TYPE => {
            let values = part(m, first)?;
            let values = values.as_array().map(|list| list.to_vec()).unwrap_or_default();
            build(m, "Enum", values)?
        }
        class::PUPPET_REGEXP_TYPE | class::PUPPET_PATTERN_TYPE => {
            let name = if of == class::PUPPET_REGEXP_TYPE { "Regexp" } else { "Pattern" };
            let parts = match part(m, first)? {
                PuppetValue::Undef => Vec::new(),
                PuppetValue::Array(list) => list.to_vec(),
                other => vec![other],
            };
            build(m, name, parts)?
        }
        class::PUPPET_RESOURCE_TYPE => {
            let name = m.to_s_text(first)?;
            let title = if second.is_nil() { None } else { Some(m.to_s_text(second)?.into()) };
            Type::resource(name, title)
        }
        class::PUPPET_CLASS_TYPE => Type::Class(Some(m.to_s_text(first)?.into())),
        _ => return Ok(None),
    }))
}
