//! The operator `[]` on types: parameterized types, with the reference's errors.

mod check;
mod collection;
mod other;
mod reference;
mod scalar;

use std::sync::Arc;

use crate::error::Error;
use crate::factory;
use crate::types::Type;
use crate::value::Value;
use check::{
    a_an, arity, assert_count, assert_keys, collection_size, is_type, label, label_uc, one,
    type_key,
};
use collection::{array, hash, structure, tuple};
use other::{callable, init, not_undef, object_type};
use reference::{class, resource};
use scalar::{enumeration, float, integer, regexp, string, uri};

/// The part of the expression that an error is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessPart {
    /// The whole expression.
    Whole,
    /// The operand before the bracket.
    Left,
    /// A key, by index.
    Key(usize),
}

/// The reason why a type cannot have these parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessError {
    /// The kind. The reference words an [`Error`] without an issue of its own differently.
    pub kind: AccessErrorKind,
    /// The part of the expression that the error is about.
    pub part: AccessPart,
}

/// The kind of an error about parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccessErrorKind {
    /// The number or a kind of the parameters is wrong; the message is complete.
    Issue(String),
    /// All parameters of a reference are `undef` or empty; the evaluator decides whether that is an
    /// error.
    EmptyReference,
    /// The type could not be created; the evaluator adds the context to the message.
    Value(Error),
}

type Outcome<T> = std::result::Result<T, AccessError>;

impl From<Error> for AccessError {
    fn from(error: Error) -> AccessError {
        AccessError { kind: AccessErrorKind::Value(error), part: AccessPart::Whole }
    }
}

fn issue<T>(part: AccessPart, message: impl Into<String>) -> Outcome<T> {
    Err(AccessError { kind: AccessErrorKind::Issue(message.into()), part })
}

/// `t[keys…]`. The result is a type, or an array of types for references to several resources.
///
/// Access to the parameters of a resource, as in `File['/tmp'][mode]`, needs a catalog and is not
/// supported here.
///
/// ```
/// use pupa_value::{Type, Value, parameterize::parameterize};
/// let t = parameterize(&Type::any_array(), vec![Type::INTEGER.into()]).unwrap();
/// assert_eq!(t, Value::Type(Type::array(Type::INTEGER, None)));
/// ```
///
/// # Errors
/// If the type accepts no parameters, or not these.
pub fn parameterize(t: &Type, keys: Vec<Value>) -> Outcome<Value> {
    match t {
        Type::Callable(_) => callable(t, &keys).map(Value::Type),
        Type::Struct(_) => structure(t, &keys).map(Value::Type),
        Type::Init(_) => init(&keys).map(Value::Type),
        Type::Resource(_) => resource(t, keys),
        Type::Class(_) => class(t, keys),
        Type::Reference(name) => {
            issue(AccessPart::Whole, format!("Resource type not found: {name}"))
        }
        _ => flat_parameterize(t, &flatten(keys)).map(Value::Type),
    }
}

fn flatten(keys: Vec<Value>) -> Vec<Value> {
    let mut flat = Vec::with_capacity(keys.len());
    for key in keys {
        if !pupa_meter::visit() {
            break;
        }
        match key {
            Value::Array(inner) => flat.extend(flatten(inner.to_vec())),
            other => flat.push(other),
        }
    }
    flat
}

/// Parameterizes types whose parameters may be nested in arrays.
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
            _ => issue(AccessPart::Whole, arity("TypeSet-Type", 1, Some(1), keys.len())),
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
            _ => issue(AccessPart::Whole, arity("Collection-Type", 1, Some(2), keys.len())),
        },
        Type::Array(_) => array(keys),
        // The operator does not resolve aliases.
        _ => not_applicable(t),
    }
}

fn not_applicable<T>(t: &Type) -> Outcome<T> {
    issue(AccessPart::Left, format!("Operator '[]' is not applicable to {}.", a_an(&label(t))))
}
