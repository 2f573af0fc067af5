//! Creation of instances of types: `T.new(…)`, or `T(…)` for short.
//!
//! Each type that can have instances has a [`Constructor`] with one or more signatures. The
//! submodules define them by family; [`constructor`] is the table of all of them.
//!
//! ```text
//! type and arguments ─constructor─▶ matching signature ─▶ instance ─▶ check against the type
//! ```
//!
//! A constructor does not guarantee an instance of the parameterized type: `Integer[1, 5]('7')`
//! creates the number `7`, which is rejected afterwards.

mod binary;
mod boolean;
mod collection;
mod constructor;
mod hash_tree;
mod init;
mod number;
mod object;
pub(crate) mod ruby_number;
mod string;
mod time;
mod uri;
mod version;
mod wrapper;

pub use constructor::Constructor;
pub use ruby_number::to_number;
pub(crate) use time::timespan_from_hash;

use std::sync::Arc;

use crate::error::{Error, ErrorKind, Result};
use crate::infer::infer;
use crate::loader::TypeLoader;
use crate::mismatch;
use crate::regexp::Regexp;
use crate::types::Type;
use crate::types::object::new_object;
use crate::value::timestamp::{Formats, Timestamp};
use crate::value::{Hash, Value};
use constructor::Call;

/// The environment of constructors.
#[derive(Clone)]
pub struct NewContext<'a> {
    /// The loader for types named in `Type('…')`.
    pub loader: &'a dyn TypeLoader,
    /// The result of `Timestamp()`, which is an error without it.
    pub now: Option<Timestamp>,
    /// The offset from UTC, in seconds, of the time zone `current`.
    pub utc_offset: i32,
    /// The maximum number of elements of a created array or hash; more are an error.
    pub max_elements: usize,
}

impl<'a> NewContext<'a> {
    /// A context without a clock, with the time zone UTC and at most sixteen million elements.
    pub fn new(loader: &'a dyn TypeLoader) -> NewContext<'a> {
        NewContext { loader, now: None, utc_offset: 0, max_elements: 1 << 24 }
    }
}

/// The maximum depth of nested constructor calls. Only recursive types need more.
const MAX_DEPTH: usize = 64;

/// Creates an instance of the type.
///
/// A single argument that is already an instance is returned unchanged, except by `Init`.
///
/// ```
/// use pupa_value::loader::Builtins;
/// use pupa_value::new::{NewContext, new_instance};
/// use pupa_value::{Type, Value};
/// let context = NewContext::new(&Builtins);
/// let number = new_instance(&context, &Type::INTEGER, &["0x1f".into()]);
/// assert_eq!(number, Ok(Value::Integer(31)));
/// ```
pub fn new_instance(context: &NewContext<'_>, target: &Type, args: &[Value]) -> Result<Value> {
    new_at(context, target, args, 0)
}

fn new_at(context: &NewContext<'_>, target: &Type, args: &[Value], depth: usize) -> Result<Value> {
    if let [value] = args
        && !matches!(target, Type::Init(_))
        && target.is_instance(value)
    {
        return Ok(value.clone());
    }
    if depth > MAX_DEPTH {
        return Err(unsupported(target));
    }
    let constructed_type = constructed_type(target)?;
    let value = match constructed_type {
        // Calls the constructor directly, without building its table of signatures.
        Type::Object(object_type) => new_object(object_type, args)?,
        Type::ObjectExtension(extension) => new_object(&extension.base, args)?,
        _ => own_constructor(constructed_type)?.call(&Call {
            context,
            target: constructed_type,
            args,
            depth,
        })?,
    };
    let subject = || format!("Converted value from {}.new()", target.display());
    mismatch::assert_instance_with(target, &value, subject)?;
    Ok(value)
}

/// The constructor of the type; an error if it has none.
pub fn constructor(target: &Type) -> Result<Arc<Constructor>> {
    own_constructor(constructed_type(target)?)
}

/// The type whose constructor creates the instances: the type without aliases, `Optional` and
/// `NotUndef`.
fn constructed_type(target: &Type) -> Result<&Type> {
    let mut t = target.resolved();
    for _ in 0..MAX_DEPTH {
        t = match t {
            Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) => inner.resolved(),
            _ => return Ok(t),
        };
    }
    Err(unsupported(target))
}

fn own_constructor(t: &Type) -> Result<Arc<Constructor>> {
    let constructor = match t {
        Type::Integer(_) => &number::INTEGER,
        Type::Float(_) => &number::FLOAT,
        Type::Numeric => &number::NUMERIC,
        Type::Boolean(_) => &boolean::BOOLEAN,
        Type::String(_) => &string::STRING,
        Type::Regexp(_) => &string::REGEXP,
        Type::Type(_) => &string::TYPE,
        Type::Array(_) | Type::Tuple(_) => &collection::ARRAY,
        Type::Hash(_) | Type::Struct(_) => &collection::HASH,
        Type::Sensitive(_) => &wrapper::SENSITIVE,
        Type::NotUndef(None) | Type::Unit => &wrapper::UNIT,
        Type::Timespan(_) => &time::TIMESPAN,
        Type::Timestamp(_) => &time::TIMESTAMP,
        Type::SemVer(_) => &version::SEMVER,
        Type::SemVerRange => &version::SEMVER_RANGE,
        Type::Binary => &binary::BINARY,
        Type::Uri(_) => &uri::URI,
        Type::Init(Some(init)) => return init::init(init),
        Type::Object(object_type) => return Ok(object::object(object_type)),
        Type::ObjectExtension(extension) => return Ok(object::object(&extension.base)),
        _ => return Err(unsupported(t)),
    };
    Ok(Arc::clone(constructor))
}

fn unsupported(t: &Type) -> Error {
    Error::argument(format!("Creation of new instance of type '{t}' is not supported"))
}

/// The explanation for a value that cannot be converted.
fn cannot_convert(value: &Value, target: &str) -> String {
    match value {
        Value::String(text) => format!("The string '{text}' cannot be converted to {target}"),
        other => {
            let t = infer(other).generalize().display();
            format!("Value of type {t} cannot be converted to {target}")
        }
    }
}

fn too_large(limit: usize) -> Error {
    Error::new(ErrorKind::Limit, format!("A collection would have more than {limit} elements"))
}

/// `Pattern[…]` with one constant pattern.
fn pattern(source: &str) -> Type {
    #[expect(clippy::expect_used, reason = "the patterns are constants, and tests use them all")]
    let regexp = Regexp::new(source).expect("a constant pattern is valid");
    Type::pattern([Arc::new(regexp)])
}

/// Parses a timestamp in one of the default formats; the time zone `current` is UTC.
pub(crate) fn timestamp_from_text(text: &str) -> Result<Timestamp> {
    Ok(Timestamp::parse(text, Formats::Default, None, 0)?)
}

/// Creates the timestamp that a hash describes; the time zone `current` is UTC.
pub(crate) fn timestamp_from_hash(hash: &Hash) -> Result<Timestamp> {
    time::timestamp_from_hash(hash, 0)
}

#[cfg(test)]
mod tests;
