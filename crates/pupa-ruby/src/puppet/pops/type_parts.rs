//! The readers of types, such as `element_type` and `size_type`.

use pupa_value::Value as PuppetValue;
use pupa_value::types::{RuntimeName, Size, StringType, Type, Whole};

use super::{new_type, type_of};
use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Instances, NativeClass, method};
use crate::symbol::Symbol;
use crate::value::Value;

/// Returns the attribute of a type that the method is named after.
pub(super) fn part(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(t) = type_of(m, this) else { return Ok(Value::Nil) };
    let name = args.name.as_str();
    match &t {
        Type::Integer(range) => {
            let ends = (whole(m, range.from()), whole(m, range.to()));
            range_part(m, name, ends)
        }
        Type::Float(range) => {
            let ends = (
                range.from().map_or(Value::Nil, Value::Float),
                range.to().map_or(Value::Nil, Value::Float),
            );
            range_part(m, name, ends)
        }
        Type::Numeric => range_part(m, name, (Value::Nil, Value::Nil)),
        Type::Timestamp(range) => {
            let end = if name == "from" { range.from() } else { range.to() };
            optional_data(m, end.map(|time| PuppetValue::Timestamp((*time).into())))
        }
        Type::Timespan(range) => {
            let end = if name == "from" { range.from() } else { range.to() };
            optional_data(m, end.map(|span| PuppetValue::Timespan((*span).into())))
        }
        Type::Boolean(value) => Ok(value.map_or(Value::Nil, Value::Bool)),
        Type::String(string) => string_part(m, name, string),
        Type::Enum(values) if name == "values" => {
            let texts = values.values().iter().map(|text| m.new_str(text.as_str())).collect();
            Ok(m.new_array(texts))
        }
        Type::Enum(values) => Ok(Value::Bool(values.is_case_insensitive())),
        Type::Pattern(patterns) => {
            let types = patterns.iter().map(|regexp| Type::Regexp(Some(regexp.clone()))).collect();
            type_list(m, types)
        }
        Type::Regexp(Some(regexp)) if name == "pattern" => Ok(m.new_str(regexp.source())),
        Type::Regexp(Some(regexp)) => m.from_puppet(&PuppetValue::Regexp(regexp.clone())),
        Type::SemVer(ranges) => {
            let ranges: Vec<Value> = ranges
                .iter()
                .map(|range| m.new_puppet_data(PuppetValue::SemVerRange(range.clone())))
                .collect();
            Ok(m.new_array(ranges))
        }
        _ => collection_part(m, name, &t),
    }
}

fn whole(m: &mut Machine<'_>, end: Option<&Whole>) -> Value {
    match end {
        Some(number) => m.new_integer(number.to_big()),
        None => Value::Nil,
    }
}

fn optional_data(m: &mut Machine<'_>, value: Option<PuppetValue>) -> Flow {
    match value {
        Some(value) => m.from_puppet(&value),
        None => Ok(Value::Nil),
    }
}

fn optional_type(m: &mut Machine<'_>, t: Option<&Type>) -> Flow {
    match t {
        Some(t) => new_type(m, t.clone()),
        None => Ok(Value::Nil),
    }
}

fn type_list(m: &mut Machine<'_>, types: Vec<Type>) -> Flow {
    let types: Vec<Value> =
        types.into_iter().map(|t| m.new_puppet_data(PuppetValue::Type(t))).collect();
    Ok(m.new_array(types))
}

fn range_part(m: &mut Machine<'_>, name: &str, (from, to): (Value, Value)) -> Flow {
    match name {
        "from" => Ok(from),
        "to" => Ok(to),
        "unbounded?" => Ok(Value::Bool(from.is_nil() && to.is_nil())),
        "finite_range?" => Ok(Value::Bool(!from.is_nil() && !to.is_nil())),
        "size" => match (from, to) {
            (Value::Int(from), Value::Int(to)) => Ok(Value::Int(to.saturating_sub(from) + 1)),
            _ => Ok(Value::Float(f64::INFINITY)),
        },
        _ => {
            let from = if from.is_nil() { Value::Float(f64::NEG_INFINITY) } else { from };
            let to = if to.is_nil() { Value::Float(f64::INFINITY) } else { to };
            Ok(m.new_array(vec![from, to]))
        }
    }
}

fn string_part(m: &mut Machine<'_>, name: &str, string: &StringType) -> Flow {
    let is_sized = !matches!(string, StringType::Any) && string.exact().is_none();
    match (name, string.exact()) {
        ("value" | "size_type_or_value", Some(text)) => Ok(m.new_str(text.as_str())),
        ("size_type" | "size_type_or_value", _) if is_sized => size_type(m, Some(string.size())),
        _ => Ok(Value::Nil),
    }
}

fn size_type(m: &mut Machine<'_>, size: Option<Size>) -> Flow {
    match size {
        Some(size) => new_type(m, Type::Integer(size.range())),
        None => Ok(Value::Nil),
    }
}

fn size_range(m: &mut Machine<'_>, size: Size) -> Value {
    let to = size.to.map_or(Value::Float(f64::INFINITY), Value::Int);
    m.new_array(vec![Value::Int(size.from), to])
}

fn collection_part(m: &mut Machine<'_>, name: &str, t: &Type) -> Flow {
    match (t, name) {
        (Type::Collection(size), "size_type") => size_type(m, size.as_deref().copied()),
        (Type::Collection(size), _) => {
            Ok(size_range(m, size.as_deref().copied().unwrap_or(Size::ANY)))
        }
        (Type::Array(array), "size_type") => size_type(m, array.size),
        (Type::Array(array), "size_range") => Ok(size_range(m, array.size.unwrap_or(Size::ANY))),
        (Type::Array(array), _) => new_type(m, array.element.clone()),
        (Type::Hash(hash), "size_type") => size_type(m, hash.size),
        (Type::Hash(hash), "size_range") => Ok(size_range(m, hash.size.unwrap_or(Size::ANY))),
        (Type::Hash(hash), "key_type") => new_type(m, hash.key.clone()),
        (Type::Hash(hash), _) => new_type(m, hash.value.clone()),
        (Type::Tuple(tuple), "types") => type_list(m, tuple.types.clone()),
        (Type::Tuple(tuple), "size_type") => size_type(m, tuple.size),
        (Type::Tuple(tuple), _) => Ok(size_range(m, tuple.size_range())),
        (Type::Struct(members), _) => {
            let members = members.members().to_vec();
            let mut elements = Vec::with_capacity(members.len());
            for member in members {
                let element = m.new_object(class::PUPPET_STRUCT_ELEMENT);
                let name = m.new_str(member.name.as_str());
                let key = new_type(m, member.key_type())?;
                let value = new_type(m, member.value.clone())?;
                for (part, value) in [("@name", name), ("@key_type", key), ("@value_type", value)] {
                    m.set_ivar(element, Symbol::new(part), value);
                }
                elements.push(element);
            }
            Ok(m.new_array(elements))
        }
        (Type::Variant(options), _) => type_list(m, options.to_vec()),
        (
            Type::Optional(inner)
            | Type::NotUndef(inner)
            | Type::Type(inner)
            | Type::Iterable(inner)
            | Type::Iterator(inner),
            _,
        ) => optional_type(m, inner.as_deref()),
        (Type::Sensitive(inner), _) => new_type(m, (**inner).clone()),
        (Type::Init(inner), _) => optional_type(m, inner.as_deref().map(|init| &init.target)),
        (Type::Callable(Some(callable)), "block_type") => optional_type(m, callable.block.as_ref()),
        (Type::Callable(Some(callable)), "return_type") => {
            optional_type(m, callable.returns.as_ref())
        }
        (Type::Callable(Some(callable)), "param_types") => {
            let params = callable.params.clone().map(|params| Type::Tuple(params.into()));
            optional_type(m, params.as_ref())
        }
        (Type::Callable(Some(callable)), _) => {
            let size = callable.params.as_ref().map(|params| params.size_range());
            Ok(size.map_or(Value::Nil, |size| size_range(m, size)))
        }
        _ => reference_part(m, name, t),
    }
}

fn reference_part(m: &mut Machine<'_>, name: &str, t: &Type) -> Flow {
    let text = match (t, name) {
        (Type::Resource(Some(resource)), "type_name") => Some(resource.name.to_string()),
        (Type::Resource(Some(resource)), "downcased_name") => Some(resource.key.to_string()),
        (Type::Resource(Some(resource)), _) => resource.title.as_ref().map(ToString::to_string),
        (Type::Class(Some(class)), _) => Some(class.to_string()),
        (Type::Reference(text), _) => Some(text.to_string()),
        (Type::Runtime(runtime), "runtime") => {
            return Ok(match &runtime.runtime {
                Some(name) => Value::Sym(Symbol::new(name)),
                None => Value::Nil,
            });
        }
        (Type::Runtime(runtime), _) => match &runtime.name {
            Some(RuntimeName::Name(name)) => Some(name.to_string()),
            _ => None,
        },
        (Type::Alias(alias), _) => return optional_type(m, alias.get()),
        _ => None,
    };
    Ok(text.map_or(Value::Nil, |text| m.new_str(text)))
}

/// `Puppet::Pops::Types::PStructElement`
pub static STRUCT_ELEMENT: NativeClass = NativeClass {
    name: "Puppet::Pops::Types::PStructElement",
    instances: Instances::Objects,
    methods: &[
        method("name", 0, 0, element_part),
        method("key_type", 0, 0, element_part),
        method("value_type", 0, 0, element_part),
    ],
    ..NativeClass::EMPTY
};

fn element_part(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok(m.ivar(this, Symbol::new(&format!("@{}", args.name))))
}
