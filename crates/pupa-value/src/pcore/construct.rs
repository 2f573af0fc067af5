//! Types from the arguments of their object types, for deserialisation and `Pcore::…Type.new`.

use std::sync::Arc;

use super::{lookup, names};
use crate::builtin;
use crate::error::{Error, Result};
use crate::mismatch::assert_instance_with;
use crate::regexp::Regexp;
use crate::types::object::arity_error;
use crate::types::{
    CallableType, EnumType, FloatRange, InitType, IntegerRange, ObjectExtension, ObjectType,
    ResourceType, RuntimeName, RuntimeType, Size, StringType, StructMember, TimeRange, TupleType,
    Type, TypeAlias, Whole,
};
use crate::value::semver_range::SemVerRange;
use crate::value::{Hash, Text, Value};

/// Creates a type from its serialised form: the name of its object type, and the attributes.
///
/// Compat: attributes count by position and their names are ignored; without attributes the result
/// is the type without parameters.
///
/// ```
/// use pupa_value::{Type, Value, pcore, value::Hash};
/// let init: Hash = [("from".into(), Value::Integer(1))].into_iter().collect();
/// let t = pcore::type_from_init("Pcore::IntegerType", &init).unwrap();
/// assert_eq!(t, Type::Integer(pupa_value::types::Size::NOT_EMPTY.range()));
/// ```
///
/// # Errors
/// If the object type does not exist, or the attributes do not match it.
pub fn type_from_init(name: &str, init: &Hash) -> Result<Type> {
    if init.is_empty() {
        return default_type(name);
    }
    let args: Vec<Value> = init.values().cloned().collect();
    type_from_args(name, &args)
}

/// Creates a type from the arguments of the constructor of its object type.
///
/// # Errors
/// If the object type does not exist, or the arguments do not match it.
pub fn type_from_args(name: &str, args: &[Value]) -> Result<Type> {
    let Some(Type::Object(object_type)) = lookup(&name.to_lowercase()) else {
        return Err(unknown(name));
    };
    let kind = name.strip_prefix("Pcore::").unwrap_or(name);
    let (required, max) = arity(kind, &object_type);
    if let Some(error) = arity_error(args.len(), required, max) {
        return Err(error);
    }
    for ((attribute, _), value) in object_type.layout().parameters().zip(args) {
        if *value != Value::Default && !is_unchecked(kind, &attribute.name) {
            assert_instance_with(&attribute.value_type, value, || {
                format!("{}[{}]", object_type.label(), attribute.name)
            })?;
        }
    }
    build(kind, &Args(args))
}

/// Whether an attribute has a serialised form that does not match its type: patterns are given as
/// types, and many parameters by name.
fn is_unchecked(kind: &str, attribute: &str) -> bool {
    matches!((kind, attribute), ("PatternType", "patterns") | (_, "init_parameters"))
}

fn unknown(name: &str) -> Error {
    Error::other(format!("No implementation mapping found for Puppet Type {name}"))
}

/// The minimum and maximum number of constructor arguments. The minimum exceeds that of the
/// attributes, since the constructor does not create the type without parameters.
fn arity(kind: &str, object_type: &ObjectType) -> (usize, usize) {
    let max = object_type.layout().stored().len();
    match kind {
        "URIType" | "NotUndefType" => (0, max),
        "InitType" | "HashType" | "RuntimeType" | "TypeAliasType" | "ObjectTypeExtenType" => {
            (2, max)
        }
        // Compat: the reference has a second, deprecated and unused argument.
        "StringType" => (1, 2),
        _ => (max.min(1), max),
    }
}

fn default_type(name: &str) -> Result<Type> {
    let kind = name.strip_prefix("Pcore::").and_then(|name| name.strip_suffix("Type"));
    match kind.map(str::to_lowercase).as_deref() {
        Some("unit") => Ok(Type::Unit),
        Some(kind) => builtin::core_type(kind).ok_or_else(|| unknown(name)),
        None => Err(unknown(name)),
    }
}

fn build(kind: &str, args: &Args<'_>) -> Result<Type> {
    Ok(match kind {
        "IntegerType" => integer(args)?,
        "FloatType" => float(args)?,
        "NumericType" => float(args).map(|_| Type::Numeric)?,
        "StringType" => match args.at(0) {
            Value::String(text) => Type::exact_string(text.clone()),
            Value::Type(size) => Type::String(StringType::Sized(Arc::new(size_of(size)))),
            _ => Type::STRING,
        },
        "EnumType" => {
            let is_case_insensitive = args.at(1).as_boolean().unwrap_or(false);
            Type::Enum(Arc::new(EnumType::new(args.texts(0), is_case_insensitive)))
        }
        "PatternType" => Type::Pattern(Arc::new(patterns(args)?)),
        "RegexpType" => Type::Regexp(match args.at(0) {
            Value::Regexp(regexp) => Some(Arc::clone(regexp)),
            Value::String(source) => Some(regexp(source)?),
            _ => None,
        }),
        "TimestampType" => timestamp(args)?,
        "TimespanType" => timespan(args)?,
        "SemVerType" => Type::SemVer(Arc::new(ranges(args)?)),
        "URIType" => uri(args.at(0))?,
        "CollectionType" => Type::Collection(args.size(0).map(Arc::new)),
        "ArrayType" => Type::array(args.type_or_any(0), args.size(1)),
        "HashType" => Type::hash(args.type_or_any(0), args.type_or_any(1), args.size(2)),
        "TupleType" => Type::tuple(args.types(0), args.size(1)),
        "StructType" => structure(args)?,
        "VariantType" => Type::Variant(Arc::new(args.types(0))),
        "OptionalType" => Type::Optional(args.inner(0)),
        "NotUndefType" => {
            args.inner(0).map_or(Type::NotUndef(None), |t| Type::not_undef((*t).clone()))
        }
        "TypeType" => Type::Type(args.inner(0)),
        "IterableType" => Type::Iterable(args.inner(0)),
        "IteratorType" => Type::Iterator(args.inner(0)),
        "CallableType" => callable(args),
        "InitType" => init(args)?,
        "RuntimeType" => runtime(args),
        "ObjectType" => object(args.at(0))?,
        "ObjectTypeExtenType" => extension(args)?,
        "ResourceType" => {
            Type::Resource(args.text(0).map(|name| Arc::new(ResourceType::new(name, args.text(1)))))
        }
        "ClassType" => Type::Class(args.text(0)),
        "TypeReferenceType" => Type::Reference(args.text(0).unwrap_or_default()),
        "TypeAliasType" => alias(args),
        _ => return default_type(&format!("Pcore::{kind}")),
    })
}

/// Positional arguments; missing ones are `undef`.
struct Args<'a>(&'a [Value]);

impl Args<'_> {
    fn at(&self, index: usize) -> &Value {
        self.0.get(index).unwrap_or(&Value::Undef)
    }

    fn text(&self, index: usize) -> Option<Text> {
        match self.at(index) {
            Value::String(text) => Some(text.clone()),
            _ => None,
        }
    }

    fn texts(&self, index: usize) -> Vec<Text> {
        let texts = self.at(index).as_array().unwrap_or_default().iter();
        texts.filter_map(Value::as_str).map(Text::from).collect()
    }

    fn types(&self, index: usize) -> Vec<Type> {
        let types = self.at(index).as_array().unwrap_or_default().iter();
        types.filter_map(Value::as_type).cloned().collect()
    }

    fn inner(&self, index: usize) -> Option<Arc<Type>> {
        self.at(index).as_type().cloned().map(Arc::new)
    }

    fn type_or_any(&self, index: usize) -> Type {
        self.at(index).as_type().cloned().unwrap_or(Type::Any)
    }

    fn size(&self, index: usize) -> Option<Size> {
        self.at(index).as_type().map(size_of)
    }
}

/// A size from an `Integer` type; negative bounds become zero.
fn size_of(t: &Type) -> Size {
    let Type::Integer(range) = t.resolved() else { return Size::ANY };
    let end = |end: &Whole| match end {
        Whole::Small(number) => *number,
        Whole::Big(number) if number.sign() == num_bigint::Sign::Minus => i64::MIN,
        Whole::Big(_) => i64::MAX,
    };
    Size::new(range.from().map_or(0, end), range.to().map(end))
}

fn wrong_order(from: impl std::fmt::Display, to: impl std::fmt::Display) -> Error {
    // Compat: the parenthesis is not closed. Pinned by `quirk-ranges-by-constructor`.
    Error::argument(format!("'from' must be less or equal to 'to'. Got ({from}, {to}"))
}

fn integer(args: &Args<'_>) -> Result<Type> {
    #[expect(clippy::cast_possible_truncation, reason = "a float end is cut, and saturates")]
    let end = |value: &Value| match value {
        Value::Integer(number) => Some(Whole::Small(*number)),
        Value::BigInteger(number) => Some(Whole::Big(Arc::clone(number))),
        Value::Float(number) => Some(Whole::Small(*number as i64)),
        _ => None,
    };
    let (from, to) = (end(args.at(0)), end(args.at(1)));
    match (&from, &to) {
        (Some(from), Some(to)) if from > to => Err(wrong_order(from, to)),
        _ => Ok(Type::Integer(IntegerRange::new(from, to))),
    }
}

fn float(args: &Args<'_>) -> Result<Type> {
    #[expect(clippy::cast_precision_loss, reason = "the ends of the range are floats")]
    let end = |value: &Value| match value {
        Value::Integer(number) => Some(*number as f64),
        Value::Float(number) => Some(*number),
        _ => None,
    };
    match (end(args.at(0)), end(args.at(1))) {
        (Some(from), Some(to)) if from > to => {
            Err(wrong_order(crate::text::literal(args.at(0)), crate::text::literal(args.at(1))))
        }
        (from, to) => Ok(Type::Float(FloatRange::new(from, to))),
    }
}

fn timestamp(args: &Args<'_>) -> Result<Type> {
    let end = |value: &Value| match value {
        Value::Timestamp(time) => Some(**time),
        _ => None,
    };
    match (end(args.at(0)), end(args.at(1))) {
        (Some(from), Some(to)) if from > to => Err(wrong_times(args)),
        (from, to) => Ok(Type::Timestamp(TimeRange::new(from, to))),
    }
}

fn timespan(args: &Args<'_>) -> Result<Type> {
    let end = |value: &Value| match value {
        Value::Timespan(time) => Some(**time),
        _ => None,
    };
    match (end(args.at(0)), end(args.at(1))) {
        (Some(from), Some(to)) if from > to => Err(wrong_times(args)),
        (from, to) => Ok(Type::Timespan(TimeRange::new(from, to))),
    }
}

fn wrong_times(args: &Args<'_>) -> Error {
    wrong_order(crate::text::literal(args.at(0)), crate::text::literal(args.at(1)))
}

fn regexp(source: &str) -> Result<Arc<Regexp>> {
    Regexp::new(source).map(Arc::new).map_err(|error| Error::argument(error.message))
}

fn patterns(args: &Args<'_>) -> Result<Vec<Arc<Regexp>>> {
    let mut patterns = Vec::new();
    for pattern in args.at(0).as_array().unwrap_or_default() {
        match pattern {
            Value::Type(Type::Regexp(Some(pattern))) => patterns.push(Arc::clone(pattern)),
            Value::Type(Type::Regexp(None)) => patterns.push(regexp("")?),
            Value::Regexp(pattern) => patterns.push(Arc::clone(pattern)),
            _ => {}
        }
    }
    Ok(patterns)
}

fn ranges(args: &Args<'_>) -> Result<Vec<Arc<SemVerRange>>> {
    let mut ranges = Vec::new();
    for range in args.at(0).as_array().unwrap_or_default() {
        match range {
            Value::SemVerRange(range) => ranges.push(Arc::clone(range)),
            Value::String(text) => ranges.push(Arc::new(SemVerRange::parse(text)?)),
            _ => {}
        }
    }
    Ok(ranges)
}

fn uri(parameters: &Value) -> Result<Type> {
    match parameters {
        Value::Hash(parameters) if !parameters.is_empty() => {
            Ok(Type::Uri(Some(Arc::clone(parameters))))
        }
        Value::String(_) => {
            assert_instance_with(&names::uri(), parameters, || "URI-Type parameter".to_owned())?;
            Ok(Type::Uri(None))
        }
        _ => Ok(Type::Uri(None)),
    }
}

fn structure(args: &Args<'_>) -> Result<Type> {
    let mut members = Vec::new();
    for element in args.at(0).as_array().unwrap_or_default() {
        let Value::Object(element) = element else { continue };
        let key = element.get("key_type").and_then(Value::as_type);
        let (name, optional) = match key {
            Some(Type::String(StringType::Exact(name))) => (name.clone(), false),
            Some(Type::Optional(Some(key))) => match &**key {
                Type::String(StringType::Exact(name)) => (name.clone(), true),
                _ => return Err(wrong_key()),
            },
            _ => return Err(wrong_key()),
        };
        let value = element.get("value_type").and_then(Value::as_type).cloned();
        members.push(StructMember::new(name, optional, value.unwrap_or(Type::Any)));
    }
    Ok(Type::structure(members))
}

fn wrong_key() -> Error {
    Error::argument("Illegal Struct member key type. Expected NotUndef, Optional, or String.")
}

fn callable(args: &Args<'_>) -> Type {
    let params = match args.at(0) {
        Value::Type(Type::Tuple(params)) => Some(TupleType::clone(params)),
        _ => None,
    };
    let (block, returns) = (args.at(1).as_type().cloned(), args.at(2).as_type().cloned());
    if params.is_none() && block.is_none() && returns.is_none() {
        return Type::CALLABLE;
    }
    Type::Callable(Some(Arc::new(CallableType::new(params, block, returns))))
}

fn init(args: &Args<'_>) -> Result<Type> {
    let further = args.at(1).as_array().unwrap_or_default().to_vec();
    match args.at(0) {
        Value::Type(target) => {
            Ok(Type::Init(Some(Arc::new(InitType::new(target.clone(), further)))))
        }
        _ if further.is_empty() => Ok(Type::Init(None)),
        _ => Err(Error::argument(
            "Init cannot be parameterized with an undefined type and additional arguments",
        )),
    }
}

fn runtime(args: &Args<'_>) -> Type {
    let name = match args.at(1) {
        Value::String(name) => Some(RuntimeName::Name(name.clone())),
        Value::Array(parts) => match parts.as_slice() {
            [Value::Regexp(pattern), Value::String(replacement)] => {
                Some(RuntimeName::Pattern(Arc::clone(pattern), replacement.clone()))
            }
            _ => None,
        },
        _ => None,
    };
    Type::Runtime(Arc::new(RuntimeType { runtime: args.text(0), name }))
}

fn object(init: &Value) -> Result<Type> {
    Ok(Type::Object(ObjectType::from_init_hash(init)?))
}

fn extension(args: &Args<'_>) -> Result<Type> {
    let given = match args.at(1) {
        named @ Value::Hash(_) => std::slice::from_ref(named),
        given => given.as_array().unwrap_or_default(),
    };
    match args.at(0).as_type().map(Type::resolved) {
        Some(Type::Object(base)) => {
            Ok(Type::ObjectExtension(Arc::new(ObjectExtension::create(base, given)?)))
        }
        _ => Err(Error::argument("Only an Object type can be parameterized")),
    }
}

fn alias(args: &Args<'_>) -> Type {
    let name = args.text(0).unwrap_or_default();
    Type::Alias(Arc::new(match args.at(2) {
        Value::Type(t) => TypeAlias::new(name, t.clone()),
        _ => TypeAlias::unresolved(name),
    }))
}
