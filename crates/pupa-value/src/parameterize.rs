//! `Type[…]` as an expression: types with parameters, and the reference's words when they are
//! wrong.

use std::sync::Arc;

use crate::error::Error;
use crate::factory;
use crate::infer::infer_generic;
use crate::ruby;
use crate::types::object::{ObjectDefinition, ObjectExtension, ObjectType};
use crate::types::{EnumType, FloatRange, Size, StringType, Type};
use crate::value::{Text, Value};

/// What part of the expression is to blame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blame {
    /// The whole expression.
    Whole,
    /// What stands before the bracket.
    Left,
    /// A key, by position.
    Key(usize),
}

/// Why a type can't have these parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessError {
    /// What went wrong; the reference reports an [`Error`] without an issue of its own in other
    /// words than the rest.
    pub problem: Problem,
    /// What part of the expression is to blame.
    pub blame: Blame,
}

/// What is wrong with parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The parameters are of the wrong number or kind: the message is complete.
    Issue(String),
    /// All parameters of a reference are `undef` or empty, which strictness may allow.
    EmptyReference,
    /// The type could not be made; the evaluator says what it was doing.
    Failure(Error),
}

type Outcome<T> = std::result::Result<T, AccessError>;

impl From<Error> for AccessError {
    fn from(error: Error) -> AccessError {
        AccessError { problem: Problem::Failure(error), blame: Blame::Whole }
    }
}

fn issue<T>(blame: Blame, message: impl Into<String>) -> Outcome<T> {
    Err(AccessError { problem: Problem::Issue(message.into()), blame })
}

/// `t[keys…]`. The result is a type, or for references to several resources an array of types.
///
/// What needs a catalog is not done here: the parameters of `File['/tmp'][mode]`.
///
/// ```
/// use pupa_value::{Type, Value, parameterize::parameterize};
/// let t = parameterize(&Type::any_array(), vec![Type::INTEGER.into()]).unwrap();
/// assert_eq!(t, Value::Type(Type::array(Type::INTEGER, None)));
/// ```
///
/// # Errors
/// When the type takes no parameters, or not these.
pub fn parameterize(t: &Type, keys: Vec<Value>) -> Outcome<Value> {
    match t {
        Type::Callable(_) => callable(t, &keys).map(Value::Type),
        Type::Struct(_) => structure(t, &keys).map(Value::Type),
        Type::Init(_) => init(&keys).map(Value::Type),
        Type::Resource(_) => resource(t, keys),
        Type::Class(_) => class(t, keys),
        Type::Reference(name) => issue(Blame::Whole, format!("Resource type not found: {name}")),
        _ => flat_parameterize(t, &flatten(keys)).map(Value::Type),
    }
}

fn flatten(keys: Vec<Value>) -> Vec<Value> {
    let mut flat = Vec::with_capacity(keys.len());
    for key in keys {
        match key {
            Value::Array(inner) => flat.extend(flatten(inner.to_vec())),
            other => flat.push(other),
        }
    }
    flat
}

/// Types whose parameters may come in arrays.
fn flat_parameterize(t: &Type, keys: &[Value]) -> Outcome<Type> {
    match t {
        Type::Regexp(_) => regexp(t, keys),
        Type::Boolean(_) => {
            assert_keys(
                t,
                keys,
                1,
                Some(1),
                |key| key.as_boolean().is_some(),
                "TrueClass or FalseClass",
            )?;
            Ok(Type::Boolean(keys[0].as_boolean()))
        }
        Type::Enum(_) => enumeration(t, keys),
        Type::Variant(_) => {
            assert_keys(t, keys, 1, None, is_type, "Any-Type")?;
            Ok(Type::variant(keys.iter().filter_map(|key| key.as_type().cloned())))
        }
        Type::SemVer(_) => {
            let is_range = |key: &Value| matches!(key, Value::String(_) | Value::SemVerRange(_));
            assert_keys(t, keys, 1, None, is_range, "String or SemanticPuppet::VersionRange")?;
            Ok(factory::sem_ver(keys)?)
        }
        Type::Timestamp(_) => {
            assert_count(&label_uc(t), keys, 0, Some(2))?;
            Ok(factory::timestamp(keys)?)
        }
        Type::Timespan(_) => {
            assert_count(&label_uc(t), keys, 0, Some(2))?;
            Ok(factory::timespan(keys)?)
        }
        Type::Tuple(_) => tuple(t, keys),
        Type::String(_) => string(keys),
        Type::Pattern(_) => {
            let is_pattern = |key: &Value| {
                matches!(
                    key,
                    Value::String(_)
                        | Value::Regexp(_)
                        | Value::Type(Type::Pattern(_) | Type::Regexp(_))
                )
            };
            assert_keys(
                t,
                keys,
                1,
                None,
                is_pattern,
                "String or Regexp or Pattern-Type or Regexp-Type",
            )?;
            Ok(factory::pattern(keys)?)
        }
        Type::Uri(_) => uri(keys),
        Type::Optional(_) => match one("Optional-Type", keys)? {
            Value::String(text) => Ok(Type::optional(factory::string_parameter(text))),
            key => Ok(Type::optional(type_key("Optional-Type", 0, key)?)),
        },
        Type::Sensitive(_) => {
            let key = one("Sensitive-Type", keys)?;
            Ok(Type::sensitive(&type_key("Sensitive-Type", 0, key)?))
        }
        Type::Object(object) => object_type(object, keys),
        Type::TypeSet(_) => match keys {
            [Value::Hash(hash)] => Ok(Type::type_set_from_hash(hash)?),
            [_] => Ok(Type::any_type_set()),
            _ => issue(Blame::Whole, arity("TypeSet-Type", 1, Some(1), keys.len())),
        },
        Type::NotUndef(_) => not_undef(keys),
        Type::Type(_) => Ok(Type::type_of(type_key("Type-Type", 0, one("Type-Type", keys)?)?)),
        Type::Iterable(_) => {
            Ok(Type::iterable(type_key("Iterable-Type", 0, one("Iterable-Type", keys)?)?))
        }
        Type::Iterator(_) => {
            Ok(Type::iterator(type_key("Iterator-Type", 0, one("Iterator-Type", keys)?)?))
        }
        Type::Runtime(_) => {
            assert_keys(t, keys, 2, Some(2), |key| key.as_str().is_some(), "String or String")?;
            Ok(factory::runtime(&keys[0], &keys[1])?)
        }
        Type::Integer(_) => integer(keys),
        Type::Float(_) => float(keys),
        Type::Hash(_) => hash(keys),
        Type::Collection(_) => match keys {
            [_] | [_, _] => Ok(Type::Collection(Some(Arc::new(collection_size(0, keys)?)))),
            _ => issue(Blame::Whole, arity("Collection-Type", 1, Some(2), keys.len())),
        },
        Type::Array(_) => array(keys),
        // The operator knows nothing of what aliases stand for.
        _ => not_applicable(t),
    }
}

fn not_applicable<T>(t: &Type) -> Outcome<T> {
    issue(Blame::Left, format!("Operator '[]' is not applicable to {}.", a_an(&label(t))))
}

// ── Words ──────────────────────────────────────────────────────────────────────────────────────

/// What messages call a type.
fn label(t: &Type) -> String {
    match t {
        Type::Resource(Some(resource)) if resource.title.is_some() => {
            format!("{t} Resource-Reference")
        }
        _ => format!("{}-Type", t.shown()),
    }
}

fn a_an(text: &str) -> String {
    let is_vowel = text.starts_with(|c: char| "aeiouAEIOU".contains(c));
    format!("{} {text}", if is_vowel { "an" } else { "a" })
}

fn a_an_uc(text: &str) -> String {
    let text = a_an(text);
    text.replacen('a', "A", 1)
}

fn label_uc(t: &Type) -> String {
    a_an_uc(&label(t))
}

/// The type of a key, in general terms.
fn key_type_name(key: &Value) -> String {
    match key {
        Value::Undef => "Undef".into(),
        Value::Default => "Default".into(),
        _ => infer_generic(key).to_string(),
    }
}

fn arity(label: &str, min: usize, max: Option<usize>, actual: usize) -> String {
    match max {
        None => format!("{label}[] accepts {min} or more arguments. Got {actual}"),
        Some(max) if max != min => {
            format!("{label}[] accepts {min} to {max} arguments. Got {actual}")
        }
        Some(_) => {
            let s = if min == 1 { "" } else { "s" };
            format!("{label}[] accepts {min} argument{s}. Got {actual}")
        }
    }
}

fn assert_count(label: &str, keys: &[Value], min: usize, max: Option<usize>) -> Outcome<()> {
    if keys.len() < min || max.is_some_and(|max| keys.len() > max) {
        return issue(Blame::Whole, arity(label, min, max, keys.len()));
    }
    Ok(())
}

fn is_type(key: &Value) -> bool {
    key.as_type().is_some()
}

/// Checks number and kind of keys.
fn assert_keys(
    t: &Type,
    keys: &[Value],
    min: usize,
    max: Option<usize>,
    is_allowed: impl Fn(&Value) -> bool,
    expected: &str,
) -> Outcome<()> {
    if keys.len() < min || max.is_some_and(|max| keys.len() > max) {
        // Compat: the least number is always told as one.
        return issue(Blame::Whole, arity(&label_uc(t), 1, max, keys.len()));
    }
    for (index, key) in keys.iter().enumerate() {
        if !is_allowed(key) {
            return bad_specialization(t, index, key, expected);
        }
    }
    Ok(())
}

fn bad_specialization<T>(t: &Type, index: usize, key: &Value, expected: &str) -> Outcome<T> {
    let message = format!("Cannot use {} where {expected} is expected", key_type_name(key));
    specialization_error(t, index, &message)
}

fn specialization_error<T>(t: &Type, index: usize, message: &str) -> Outcome<T> {
    issue(
        Blame::Key(index),
        format!("Error creating type specialization of {}, {message}", a_an(&label(t))),
    )
}

/// The only key.
fn one<'a>(label: &str, keys: &'a [Value]) -> Outcome<&'a Value> {
    match keys {
        [only] => Ok(only),
        _ => issue(Blame::Whole, arity(label, 1, Some(1), keys.len())),
    }
}

/// A key that must be a type.
fn type_key(label: &str, index: usize, key: &Value) -> Outcome<Type> {
    match key {
        Value::Type(t) => Ok(t.clone()),
        other => issue(
            Blame::Key(index),
            format!("{label}[] arguments must be types. Got {}", ruby::class_name(other)),
        ),
    }
}

/// A size from keys: one range, or one or two numbers.
fn collection_size(start: usize, keys: &[Value]) -> Outcome<Size> {
    if let [Value::Type(Type::Integer(range))] = keys {
        return Ok(factory::size_of_range(range));
    }
    for (index, key) in keys.iter().enumerate() {
        if !matches!(key, Value::Integer(_) | Value::BigInteger(_) | Value::Default) {
            return issue(
                Blame::Key(start + index),
                format!(
                    "A Type's size constraint arguments must be a single Integer type, or 1-2 integers (or default). Got {}",
                    a_an(&class_label(key))
                ),
            );
        }
    }
    let to = keys.get(1).unwrap_or(&Value::Default);
    Ok(factory::size(&keys[0], to)?)
}

/// The name of a class as messages show it: that of a type is shortened to `Integer-Type`.
fn class_label(key: &Value) -> String {
    let name = ruby::class_name(key);
    match key.as_type() {
        Some(_) => {
            let simple = name.rsplit("::").next().unwrap_or(name);
            let simple = simple.strip_prefix('P').unwrap_or(simple);
            format!("{}-Type", simple.strip_suffix("Type").unwrap_or(simple))
        }
        None => name.to_owned(),
    }
}

// ── Types ──────────────────────────────────────────────────────────────────────────────────────

fn regexp(t: &Type, keys: &[Value]) -> Outcome<Type> {
    if keys.len() != 1 {
        let blame = if keys.is_empty() { Blame::Whole } else { Blame::Key(1) };
        return issue(blame, arity(&label_uc(t), 1, Some(1), keys.len()));
    }
    let is_pattern = |key: &Value| matches!(key, Value::String(_) | Value::Regexp(_));
    assert_keys(t, keys, 1, Some(1), is_pattern, "String or Regexp")?;
    Ok(factory::regexp(&keys[0])?)
}

fn enumeration(t: &Type, keys: &[Value]) -> Outcome<Type> {
    let (keys, case_insensitive) = match keys.split_last() {
        Some((Value::Boolean(flag), rest)) => (rest, *flag),
        _ => (keys, false),
    };
    assert_keys(t, keys, 1, None, |key| key.as_str().is_some(), "String")?;
    let values = keys.iter().filter_map(|key| key.as_str().map(Text::from));
    Ok(Type::Enum(Arc::new(EnumType::new(values, case_insensitive))))
}

fn tuple(t: &Type, keys: &[Value]) -> Outcome<Type> {
    let (types, size) = match keys {
        [types @ .., from, to]
            if factory::is_range_parameter(from) && factory::is_range_parameter(to) =>
        {
            (types, Some(factory::size(from, to)?))
        }
        [types @ .., from] if factory::is_range_parameter(from) => {
            (types, Some(factory::size(from, &Value::Default)?))
        }
        _ => (keys, None),
    };
    assert_keys(t, types, 1, None, is_type, "Any-Type")?;
    Ok(factory::tuple(types, size))
}

fn callable(t: &Type, keys: &[Value]) -> Outcome<Type> {
    if let [Value::Array(_), rest @ ..] = keys
        && rest.len() != 1
    {
        return issue(Blame::Whole, arity(&label_uc(t), 2, Some(2), keys.len()));
    }
    Ok(factory::callable(keys)?)
}

fn structure(t: &Type, keys: &[Value]) -> Outcome<Type> {
    assert_keys(t, keys, 1, Some(1), |key| key.as_hash().is_some(), "Hash")?;
    match &keys[0] {
        Value::Hash(members) => Ok(factory::structure(members)?),
        _ => Ok(t.clone()),
    }
}

fn string(keys: &[Value]) -> Outcome<Type> {
    match keys {
        [_] | [_, _] => {
            let size = collection_size(0, keys)?;
            Ok(Type::String(StringType::Sized(Arc::new(size))))
        }
        _ => issue(
            Blame::Whole,
            format!("String supports [] with one or two arguments. Got {}", keys.len()),
        ),
    }
}

fn uri(keys: &[Value]) -> Outcome<Type> {
    let key = one("URI-Type", keys)?;
    if !factory::uri_parameter_type().is_instance(key) {
        let class = ruby::class_name(key);
        return issue(Blame::Key(0), format!("URI-Type[] arguments must be types. Got {class}"));
    }
    Ok(factory::uri(key)?)
}

fn object_type(object: &Arc<ObjectType>, keys: &[Value]) -> Outcome<Type> {
    if object.definition().is_some() && object.name.is_some() {
        let extension = ObjectExtension::create(object, keys)?;
        return Ok(Type::ObjectExtension(Arc::new(extension)));
    }
    match keys {
        [Value::Hash(hash)] if hash.is_empty() => Ok(Type::any_object()),
        [Value::Hash(hash)] => Ok(Type::object_from_hash(hash)?),
        // Compat: a name alone makes a type of that name without members.
        [Value::Undef] => Ok(Type::any_object()),
        [key] => {
            let names = crate::pcore::names::qualified_reference();
            crate::mismatch::assert_instance("object name", &names, key)?;
            let definition = ObjectDefinition::empty();
            let name = key.as_str().map(Text::from);
            Ok(Type::Object(Arc::new(ObjectType::new(name, definition))))
        }
        _ => issue(Blame::Whole, arity("Object-Type", 1, Some(1), keys.len())),
    }
}

fn not_undef(keys: &[Value]) -> Outcome<Type> {
    match keys {
        [] => Ok(Type::NotUndef(None)),
        [Value::String(text)] => Ok(Type::not_undef(factory::string_parameter(text))),
        [Value::Type(t)] => Ok(Type::not_undef(t.clone())),
        [other] => issue(
            Blame::Key(0),
            format!(
                "NotUndef-Type[] argument must be a Type or a String. Got {}",
                ruby::class_name(other)
            ),
        ),
        _ => issue(Blame::Whole, arity("NotUndef-Type", 0, Some(1), keys.len())),
    }
}

fn init(keys: &[Value]) -> Outcome<Type> {
    match keys {
        [Value::Type(target), args @ ..] => Ok(factory::init(target, args)),
        [] => issue(Blame::Whole, "Init-Type[] arguments must be types. Got NilClass"),
        [other, ..] => issue(
            Blame::Key(0),
            format!("Init-Type[] arguments must be types. Got {}", ruby::class_name(other)),
        ),
    }
}

fn integer(keys: &[Value]) -> Outcome<Type> {
    if keys.is_empty() || keys.len() > 2 {
        return issue(
            Blame::Whole,
            format!(
                "Integer-Type supports [] with one or two arguments (from, to). Got {}",
                keys.len()
            ),
        );
    }
    for (index, key) in keys.iter().enumerate() {
        if !matches!(key, Value::Integer(_) | Value::BigInteger(_) | Value::Default) {
            return issue(
                Blame::Key(index),
                format!(
                    "Integer-Type [] requires all arguments to be integers (or default). Got {}",
                    ruby::class_name(key)
                ),
            );
        }
    }
    let ends = (factory::range_end(&keys[0]), keys.get(1).and_then(factory::range_end));
    Ok(Type::Integer(factory::integer_range(ends.0, ends.1)?))
}

fn float(keys: &[Value]) -> Outcome<Type> {
    if keys.is_empty() || keys.len() > 2 {
        return issue(
            Blame::Whole,
            format!(
                "Float-Type supports [] with one or two arguments (from, to). Got {}",
                keys.len()
            ),
        );
    }
    for (index, key) in keys.iter().enumerate() {
        if !matches!(
            key,
            Value::Float(_) | Value::Integer(_) | Value::BigInteger(_) | Value::Default
        ) {
            return issue(
                Blame::Key(index),
                format!(
                    "Float-Type [] requires all arguments to be floats, or integers (or default). Got {}",
                    ruby::class_name(key)
                ),
            );
        }
    }
    let ends = (factory::float_end(&keys[0]), keys.get(1).and_then(factory::float_end));
    let range: FloatRange = factory::float_range(ends.0, ends.1)?;
    Ok(Type::Float(range))
}

fn hash(keys: &[Value]) -> Outcome<Type> {
    if let [from @ Value::Integer(_), to @ Value::Integer(_)] = keys {
        return Ok(Type::hash(Type::Any, Type::Any, Some(factory::size(from, to)?)));
    }
    let types = keys.iter().take(2).enumerate();
    let types: Vec<Type> =
        types.map(|(index, key)| type_key("Hash-Type", index, key)).collect::<Outcome<_>>()?;
    let size = match keys {
        [_, _] => None,
        [_, _, Value::Type(Type::Integer(range))] => Some(factory::size_of_range(range)),
        [_, _, from] if factory::is_range_parameter(from) && from.as_str().is_none() => {
            Some(factory::size(from, &Value::Default)?)
        }
        // Compat: here the reference compares before it looks.
        [_, _, other] => {
            let class = ruby::class_name(other);
            let message = format!("comparison of {class} with Infinity failed");
            return Err(Error::argument(message).into());
        }
        [_, _, ends @ ..] if ends.len() == 2 => Some(collection_size(2, ends)?),
        _ => return issue(Blame::Whole, arity("Hash-Type", 2, Some(4), keys.len())),
    };
    match types.as_slice() {
        [key, value] => Ok(Type::hash(key.clone(), value.clone(), size)),
        _ => issue(Blame::Whole, arity("Hash-Type", 2, Some(4), keys.len())),
    }
}

fn array(keys: &[Value]) -> Outcome<Type> {
    let (element, size) = match keys {
        [element] => (type_key("Array-Type", 0, element)?, None),
        [Value::Type(element), size] => {
            (element.clone(), Some(collection_size(1, std::slice::from_ref(size))?))
        }
        [_, _] => (Type::Any, Some(collection_size(0, keys)?)),
        [element, ends @ ..] if ends.len() == 2 => {
            (type_key("Array-Type", 0, element)?, Some(collection_size(1, ends)?))
        }
        _ => return issue(Blame::Whole, arity("Array-Type", 1, Some(3), keys.len())),
    };
    Ok(Type::array(element, size))
}

// ── References ─────────────────────────────────────────────────────────────────────────────────

/// Titles from keys: flat, without `undef`. `None` when nothing is left of what there was.
fn titles(keys: Vec<Value>) -> Vec<Value> {
    flatten(keys).into_iter().filter(|key| !key.is_undef()).collect()
}

fn is_several(keys: &[Value]) -> bool {
    keys.len() > 1 || matches!(keys.first(), Some(Value::Array(_)))
}

fn one_or_all(mut references: Vec<Value>, is_several: bool) -> Value {
    if is_several { Value::from(references) } else { references.pop().unwrap_or_default() }
}

fn resource(t: &Type, mut keys: Vec<Value>) -> Outcome<Value> {
    if keys.is_empty() {
        return issue(Blame::Whole, arity(&t.shown(), 1, None, 0));
    }
    let given = match t {
        Type::Resource(given) => given.as_ref(),
        _ => None,
    };
    let name = match given {
        Some(resource) => resource.name.clone(),
        None => resource_name(&keys.remove(0))?,
    };
    if !factory::is_class_reference(&name) {
        return issue(
            Blame::Key(0),
            format!(
                "Illegal type reference. The given name '{name}' does not conform to the naming rule"
            ),
        );
    }
    let several = is_several(&keys);
    let count = keys.len();
    let titles = titles(keys);
    if titles.is_empty() && count > 0 {
        return Err(AccessError { problem: Problem::EmptyReference, blame: Blame::Key(0) });
    }
    if titles.is_empty() {
        return Ok(Value::Type(Type::resource(name, None)));
    }
    let shift = usize::from(count != titles.len());
    let references = titles.iter().enumerate().map(|(index, title)| match title {
        Value::String(title) => Ok(Value::Type(Type::resource(name.clone(), Some(title.clone())))),
        other => specialization_error(
            t,
            index + shift,
            &format!(
                "Cannot use {} where a resource title String is expected",
                key_type_name(other)
            ),
        ),
    });
    Ok(one_or_all(references.collect::<Outcome<_>>()?, several))
}

fn resource_name(key: &Value) -> Outcome<Text> {
    match key {
        Value::String(name) => Ok(crate::text::capitalize_segments(name).into()),
        Value::Type(Type::Resource(Some(resource))) => Ok(resource.name.clone()),
        other => issue(
            Blame::Key(0),
            format!(
                "First argument to Resource[] must be a resource type or a String. Got {}.",
                key_type_name(other)
            ),
        ),
    }
}

fn class(t: &Type, keys: Vec<Value>) -> Outcome<Value> {
    if keys.is_empty() {
        return issue(Blame::Whole, arity(&t.shown(), 1, None, 0));
    }
    let several = is_several(&keys);
    let names = titles(keys);
    if names.is_empty() {
        return Err(AccessError { problem: Problem::EmptyReference, blame: Blame::Key(0) });
    }
    let references = names.iter().enumerate().map(|(index, name)| class_reference(index, name));
    Ok(one_or_all(references.collect::<Outcome<_>>()?, several))
}

fn class_reference(index: usize, key: &Value) -> Outcome<Value> {
    let Value::String(given) = key else {
        let what = a_an_uc(&value_label(key));
        return issue(
            Blame::Key(index),
            format!(
                "Illegal Class name in class reference. {what} cannot be used where a String is expected"
            ),
        );
    };
    let name = given.to_lowercase();
    let name = name.strip_prefix("::").unwrap_or(&name);
    if !is_class_name(name) {
        return issue(
            Blame::Key(index),
            format!(
                "Illegal name. The given name '{given}' does not conform to the naming rule /^((::)?[a-z_]\\w*)(::[a-z]\\w*)*$/"
            ),
        );
    }
    Ok(Value::Type(Type::class(name)))
}

fn is_class_name(name: &str) -> bool {
    let name = name.strip_prefix("::").unwrap_or(name);
    name.split("::").all(|segment| {
        segment.starts_with(|c: char| c.is_ascii_lowercase())
            && segment.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

/// What messages call a value.
fn value_label(value: &Value) -> String {
    match value {
        Value::Undef => "Undef Value".into(),
        Value::Boolean(_) => "Boolean".into(),
        Value::Type(t) => label(t),
        Value::Sensitive(_) => "Sensitive".into(),
        Value::Timestamp(_) => "Timestamp".into(),
        Value::Timespan(_) => "Timespan".into(),
        Value::Integer(_) | Value::BigInteger(_) => "Integer".into(),
        Value::Float(_) => "Float".into(),
        Value::String(_) => "String".into(),
        Value::Regexp(_) => "Regexp".into(),
        Value::Array(_) => "Array".into(),
        Value::Hash(_) => "Hash".into(),
        Value::Binary(_) => "Binary".into(),
        Value::SemVer(_) => "Semver".into(),
        Value::SemVerRange(_) => "SemverRange".into(),
        _ => "Object".into(),
    }
}
