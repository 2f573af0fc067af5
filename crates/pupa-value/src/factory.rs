//! Creation of types from parameters, with the errors that do not depend on the caller.
//!
//! The type parser and the operator `[]` both use these functions after checking the number and the
//! kinds of the parameters with their own messages.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::infer::{infer_generic, uri_parameters};
use crate::mismatch::assert_instance;
use crate::pcore;
use crate::regexp::Regexp;
use crate::ruby;
use crate::types::{
    ArrayType, CallableType, FloatRange, HashType, InitType, IntegerRange, RuntimeName,
    RuntimeType, Size, StringType, StructMember, TimeRange, TupleType, Type, Whole,
};
use crate::value::semver_range::SemVerRange;
use crate::value::timespan::Timespan;
use crate::value::timestamp::Timestamp;
use crate::value::uri::Uri;
use crate::value::{Hash, Text, Value};

/// Whether the value can be a bound of a range: an integer or `default`.
pub(crate) fn is_range_parameter(value: &Value) -> bool {
    match value {
        Value::Integer(_) | Value::BigInteger(_) | Value::Default => true,
        Value::String(text) => text == "default",
        _ => false,
    }
}

/// A bound of a range; `None` for `default`.
pub(crate) fn range_end(value: &Value) -> Option<Whole> {
    match value {
        Value::Integer(number) => Some(Whole::Small(*number)),
        Value::BigInteger(number) => Some(Whole::Big(Arc::clone(number))),
        _ => None,
    }
}

/// `Integer[from, to]`
pub(crate) fn integer_range(from: Option<Whole>, to: Option<Whole>) -> Result<IntegerRange> {
    if let (Some(low), Some(high)) = (&from, &to)
        && low > high
    {
        return Err(not_a_range(low, high));
    }
    Ok(IntegerRange::new(from, to))
}

fn not_a_range(from: &impl std::fmt::Display, to: &impl std::fmt::Display) -> Error {
    // Compat: the parenthesis is not closed. Pinned by `quirk-ranges`.
    Error::argument(format!("'from' must be less or equal to 'to'. Got ({from}, {to}"))
}

/// `Float[from, to]`
pub(crate) fn float_range(from: Option<f64>, to: Option<f64>) -> Result<FloatRange> {
    if let (Some(low), Some(high)) = (from, to)
        && low > high
    {
        let text = pupa_syntax::notation::ruby_float;
        return Err(not_a_range(&text(low), &text(high)));
    }
    Ok(FloatRange::new(from, to))
}

/// A bound of a range of floats; `None` for `default`.
pub(crate) fn float_end(value: &Value) -> Option<f64> {
    crate::compare::to_float(value)
}

/// The range of sizes that equals an integer range. Bounds outside 64 bits are clamped.
pub(crate) fn size_of_range(range: &IntegerRange) -> Size {
    let clamp = |end: &Whole, beyond: i64| match end {
        Whole::Small(number) => *number,
        Whole::Big(number) if number.sign() == num_bigint::Sign::Minus => 0,
        Whole::Big(_) => beyond,
    };
    Size::new(
        range.from().map_or(0, |from| clamp(from, i64::MAX)),
        range.to().map(|to| clamp(to, i64::MAX)),
    )
}

/// A range of sizes with one or two bounds.
pub(crate) fn size(from: &Value, to: &Value) -> Result<Size> {
    integer_range(range_end(from), range_end(to)).map(|range| size_of_range(&range))
}

/// `Array[element, from, to]`
///
/// Compat: an array type that accepts only empty arrays has the element type `Unit`, unless its
/// lower bound is `default`. Pinned by `quirk-type-of-empty-arrays`.
pub(crate) fn array(element: Type, size: Size, is_open_below: bool) -> Type {
    if is_open_below {
        Type::Array(Arc::new(ArrayType { element, size: Some(size) }))
    } else {
        Type::array(element, Some(size))
    }
}

/// `Hash[key, value, from, to]`, with the same exception as [`array`].
pub(crate) fn hash(key: Type, value: Type, size: Size, is_open_below: bool) -> Type {
    if is_open_below {
        Type::Hash(Arc::new(HashType { key, value, size: Some(size) }))
    } else {
        Type::hash(key, value, Some(size))
    }
}

/// Whether the first parameter of a size leaves its lower bound open.
pub(crate) fn is_open_below(key: &Value) -> bool {
    match key {
        Value::Type(Type::Integer(range)) => range.from().is_none(),
        other => range_end(other).is_none(),
    }
}

/// The type of a parameter: the parameter itself, or the generalized type of the value.
fn type_of(value: &Value) -> Type {
    match value {
        Value::Type(t) => t.clone(),
        // Compat: a string is the name of a Ruby class. Pinned by `quirk-callables`.
        Value::String(name) => Type::Runtime(Arc::new(RuntimeType {
            runtime: Some("ruby".into()),
            name: Some(RuntimeName::Name(name.clone())),
        })),
        other => infer_generic(other),
    }
}

/// `Struct[{…}]`
pub(crate) fn structure(hash: &Hash) -> Result<Type> {
    let members = hash.iter().map(|(key, value)| struct_member(key, value));
    Ok(Type::structure(members.collect::<Result<Vec<_>>>()?))
}

fn struct_member(key: &Value, value: &Value) -> Result<StructMember> {
    let value = type_of(value);
    match key {
        Value::String(name) if name.is_empty() => {
            Err(Error::argument("Struct element key cannot be an empty String"))
        }
        Value::String(name) => {
            Ok(StructMember::new(name.clone(), value.accepts(&Type::Undef), value))
        }
        Value::Type(t) => {
            let (optional, inner) = match t {
                Type::NotUndef(inner) => (false, inner.as_deref().cloned()),
                Type::Optional(inner) => (true, inner.as_deref().cloned()),
                Type::String(_) | Type::Enum(_) => (false, Some(t.clone())),
                other => return Err(illegal_struct_key(ruby::type_class(other))),
            };
            match inner.as_ref().and_then(literal_name) {
                Some(name) => Ok(StructMember::new(name, optional, value)),
                None => {
                    let display = match t {
                        Type::NotUndef(_) => inner.map_or_else(String::new, |t| t.to_string()),
                        _ => t.to_string(),
                    };
                    Err(Error::argument(format!(
                        "Unable to extract a non-empty literal string from Struct member key type {display}"
                    )))
                }
            }
        }
        other => Err(illegal_struct_key(ruby::class_name(other))),
    }
}

fn illegal_struct_key(class: &str) -> Error {
    Error::argument(format!(
        "Illegal Struct member key type. Expected NotUndef, Optional, String, or Enum. Got: {class}"
    ))
}

/// The string that is the only instance of a key type.
fn literal_name(t: &Type) -> Option<Text> {
    match t {
        Type::String(string) => string.exact().cloned(),
        Type::Enum(values) => match values.values() {
            [only] => Some(only.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// `Tuple[…]` without its size
pub(crate) fn tuple(types: &[Value], size: Option<Size>) -> Type {
    Type::tuple(types.iter().map(type_of), size)
}

/// `Callable[…]`
pub(crate) fn callable(params: &[Value]) -> Result<Type> {
    let (params, returns) = match params {
        [Value::Array(params), returns] => (params.as_slice(), Some(type_of(returns))),
        _ => (params, None),
    };
    let (params, block) = match params.split_last() {
        Some((Value::Type(last), rest)) if last.is_callable(true) => (rest, Some(last.clone())),
        _ => (params, None),
    };
    let (params, size) = match params {
        [rest @ .., from, to] if is_range_parameter(from) && is_range_parameter(to) => {
            (rest, Some(size(from, to)?))
        }
        [rest @ .., from] if is_range_parameter(from) => (rest, Some(size(from, &Value::Default)?)),
        _ => (params, None),
    };
    let mut types: Vec<Type> = params.iter().map(type_of).collect();
    if types.is_empty() && size.is_some_and(|size| size.to != Some(0)) {
        types.push(Type::Unit);
    }
    let params = TupleType { types, size };
    Ok(Type::Callable(Some(Arc::new(CallableType::new(Some(params), block, returns)))))
}

/// `Regexp[…]`
pub(crate) fn regexp(pattern: &Value) -> Result<Type> {
    Ok(match pattern {
        Value::Regexp(regexp) => Type::Regexp(Some(Arc::clone(regexp))),
        Value::String(source) => Type::Regexp(Some(Arc::new(compile(source)?))),
        _ => Type::REGEXP,
    })
}

/// Compiles a pattern.
pub(crate) fn compile(source: &str) -> Result<Regexp> {
    Regexp::new(source).map_err(|error| Error::other(error.message))
}

/// `Pattern[…]`
pub(crate) fn pattern(patterns: &[Value]) -> Result<Type> {
    let mut all = Vec::new();
    for pattern in patterns {
        match pattern {
            Value::String(source) => all.push(Arc::new(compile(source)?)),
            Value::Regexp(regexp) => all.push(Arc::clone(regexp)),
            Value::Type(Type::Regexp(Some(regexp))) => all.push(Arc::clone(regexp)),
            Value::Type(Type::Regexp(None)) => all.push(Arc::new(compile("")?)),
            Value::Type(Type::Pattern(inner)) => all.extend(inner.iter().cloned()),
            other => {
                // Compat: the quote is not closed.
                return Err(Error::argument(format!(
                    "Only String, Regexp, Pattern-Type, and Regexp-Type are allowed: got '{}",
                    ruby::class_name(other)
                )));
            }
        }
    }
    Ok(Type::pattern(all))
}

/// `Resource[name, title]` with a string as name
pub(crate) fn resource(name: &str, title: Option<Text>) -> Result<Type> {
    let name = crate::text::capitalize_segments(name);
    if !is_class_reference(&name) {
        return Err(Error::argument(format!("Illegal type name '{name}'")));
    }
    Ok(Type::resource(name, title))
}

/// Whether a string is a capitalised type name: `Apache::Vhost`.
pub(crate) fn is_class_reference(name: &str) -> bool {
    let name = name.strip_prefix("::").unwrap_or(name);
    name.split("::").all(|segment| {
        segment.starts_with(|c: char| c.is_ascii_uppercase())
            && segment.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

/// `Runtime[language, name]`
pub(crate) fn runtime(runtime: &Value, name: &Value) -> Result<Type> {
    let language = match runtime {
        Value::Undef => None,
        other => {
            assert_instance("Runtime 'runtime'", &Type::sized_string(1, None), other)?;
            other.as_str().map(Text::from)
        }
    };
    let name = match name {
        Value::Undef => None,
        other => {
            let pattern = Type::tuple([Type::REGEXP, Type::sized_string(1, None)], None);
            let expected = Type::variant([Type::sized_string(1, None), pattern]);
            assert_instance("Runtime 'name_or_pattern'", &expected, other)?;
            match other {
                Value::String(name) => Some(RuntimeName::Name(name.clone())),
                Value::Array(parts) => match parts.as_slice() {
                    [Value::Regexp(regexp), Value::String(text)] => {
                        Some(RuntimeName::Pattern(Arc::clone(regexp), text.clone()))
                    }
                    _ => None,
                },
                _ => None,
            }
        }
    };
    Ok(Type::Runtime(Arc::new(RuntimeType { runtime: language, name })))
}

/// `Init[type, args…]`
pub(crate) fn init(target: &Type, args: &[Value]) -> Type {
    Type::Init(Some(Arc::new(InitType::new(target.clone(), args.to_vec()))))
}

/// `SemVer[…]`
pub(crate) fn sem_ver(ranges: &[Value]) -> Result<Type> {
    let ranges = ranges.iter().map(|range| match range {
        Value::SemVerRange(range) => Ok(Arc::clone(range)),
        Value::String(text) => Ok(Arc::new(SemVerRange::parse(text)?)),
        other => Err(Error::argument(format!(
            "Unable to convert a {} to a SemVerRange",
            ruby::class_name(other)
        ))),
    });
    Ok(Type::sem_ver(ranges.collect::<Result<Vec<_>>>()?))
}

/// `Timespan[from, to]`
pub(crate) fn timespan(ends: &[Value]) -> Result<Type> {
    let from = ends.first().map(timespan_end).transpose()?.flatten();
    let to = ends.get(1).map(timespan_end).transpose()?.flatten();
    time_range(from, to).map(Type::Timespan)
}

fn timespan_end(value: &Value) -> Result<Option<Timespan>> {
    Ok(Some(match value {
        Value::Undef | Value::Default => return Ok(None),
        Value::Timespan(time) => **time,
        Value::String(text) => Timespan::parse(text)?,
        Value::Integer(seconds) => Timespan::from_seconds(*seconds),
        Value::Float(seconds) => Timespan::from_float_seconds(*seconds)?,
        Value::Hash(fields) => crate::new::timespan_from_hash(fields)?,
        other => return Err(not_a_time("Timespan", other)),
    }))
}

/// `Timestamp[from, to]`
pub(crate) fn timestamp(ends: &[Value]) -> Result<Type> {
    let from = ends.first().map(timestamp_end).transpose()?.flatten();
    let to = ends.get(1).map(timestamp_end).transpose()?.flatten();
    time_range(from, to).map(Type::Timestamp)
}

fn timestamp_end(value: &Value) -> Result<Option<Timestamp>> {
    Ok(Some(match value {
        Value::Undef | Value::Default => return Ok(None),
        Value::Timestamp(time) => **time,
        Value::String(text) => crate::new::timestamp_from_text(text)?,
        Value::Integer(seconds) => Timestamp::from_seconds(*seconds),
        Value::Float(seconds) => Timestamp::from_float_seconds(*seconds)?,
        Value::Hash(fields) => crate::new::timestamp_from_hash(fields)?,
        other => return Err(not_a_time("Timestamp", other)),
    }))
}

fn not_a_time(kind: &str, value: &Value) -> Error {
    Error::argument(format!(
        "Unable to create a Puppet::Pops::Time::{kind} from a {}",
        ruby::class_name(value)
    ))
}

fn time_range<T: Ord + Clone + std::fmt::Display>(
    from: Option<T>,
    to: Option<T>,
) -> Result<TimeRange<T>> {
    if let (Some(low), Some(high)) = (&from, &to)
        && low > high
    {
        return Err(not_a_range(low, high));
    }
    Ok(TimeRange::new(from, to))
}

/// `URI[…]` with a string or a hash of components
pub(crate) fn uri(parameter: &Value) -> Result<Type> {
    Ok(Type::Uri(match parameter {
        Value::String(text) => {
            assert_instance("URI-Type parameter", &pcore::names::uri(), parameter)?;
            uri_parameters(&Uri::parse(text)?).map(Arc::new)
        }
        Value::Uri(uri) => uri_parameters(uri).map(Arc::new),
        Value::Hash(parts) => {
            assert_instance("URI-Type parameter", &uri_parameter_type(), parameter)?;
            Some(Arc::clone(parts)).filter(|parts| !parts.is_empty())
        }
        _ => None,
    }))
}

/// The type of the parameter of `URI`.
pub(crate) fn uri_parameter_type() -> Type {
    let there = || [Type::type_of(Type::NotUndef(None)), Type::type_of(Type::Undef)];
    let text = || {
        let texts = [
            Type::sized_string(1, None),
            Type::REGEXP,
            Type::type_of(Type::Pattern(Arc::default())),
            Type::type_of(Type::enumeration([""; 0])),
        ];
        Type::optional(Type::variant(texts.into_iter().chain(there())))
    };
    let any_port = Type::Integer(IntegerRange::new(Some(Whole::Small(0)), None));
    let port = Type::optional(Type::variant([any_port].into_iter().chain(there())));
    let member = |name: &str, t: Type| StructMember::new(name, true, t);
    let parts = Type::structure([
        member("scheme", text()),
        member("userinfo", text()),
        member("host", text()),
        member("port", port),
        member("path", text()),
        member("query", text()),
        member("fragment", text()),
        member("opaque", text()),
    ]);
    Type::variant([Type::sized_string(1, None), parts])
}

/// A string as the parameter of `Optional` or `NotUndef`: the type of this single string.
pub(crate) fn string_parameter(text: &Text) -> Type {
    Type::String(StringType::Exact(text.clone()))
}
