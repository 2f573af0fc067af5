//! The values of the language.

mod closure;
mod foreign;
mod hash;
mod identity;
pub mod instance;
mod nesting;
pub mod object;
mod sensitive;
mod sequence;
mod text;
mod tree;

pub use closure::Closure;
pub use foreign::Foreign;
pub use hash::Hash;
pub use instance::Instance;
pub use nesting::NestingGuard;
pub use object::Object;
pub use sequence::{Elements, Sequence};
pub use text::Text;
pub use tree::{Tree, TreeOrder};

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::regexp::Regexp;
use crate::types::Type;
use binary::Binary;
use semver::SemVer;
use semver_range::SemVerRange;
use timespan::Timespan;
use timestamp::Timestamp;
use uri::Uri;

pub mod binary;
pub mod scalar_error;
pub mod semver;
pub mod semver_range;
pub mod timespan;
pub mod timestamp;
pub mod uri;

/// A value of the language.
///
/// `==` and hashing are exact, as for hash keys and `unique`: `1` and `1.0` differ, and so do `'a'`
/// and `'A'`. The operator `==` of the language is [`crate::compare::equals`].
#[derive(Clone, Debug, Default)]
pub enum Value {
    /// `undef`
    #[default]
    Undef,
    /// `default`
    Default,
    /// `true` or `false`
    Boolean(bool),
    /// An integer of 64 bits.
    Integer(i64),
    /// An integer that exceeds 64 bits; only edition `draft` has them. Use [`Value::from_big`],
    /// which creates an `Integer` for smaller numbers.
    BigInteger(Arc<BigInt>),
    /// A floating point number.
    Float(f64),
    /// A string.
    String(Text),
    /// A regular expression.
    Regexp(Arc<Regexp>),
    /// An array.
    Array(Arc<Vec<Value>>),
    /// A hash.
    Hash(Arc<Hash>),
    /// A type; resource and class references are types too.
    Type(Type),
    /// A value that must not be logged or printed.
    Sensitive(Arc<Value>),
    /// A point in time.
    Timestamp(Arc<Timestamp>),
    /// A duration.
    Timespan(Arc<Timespan>),
    /// A version.
    SemVer(Arc<SemVer>),
    /// A range of versions.
    SemVerRange(Arc<SemVerRange>),
    /// Bytes.
    Binary(Arc<Binary>),
    /// A URI.
    Uri(Arc<Uri>),
    /// An instance of an object type, such as `Deferred`, `Error` or `Target`.
    Object(Arc<Object>),
    /// An object of a type that is defined with `type Name { … }`.
    Instance(Arc<Instance>),
    /// A sequence whose elements are created one by one.
    Iterator(Arc<Sequence>),
    /// A lambda or a function.
    Closure(Arc<dyn_closure::Shared>),
    /// An object of Ruby code.
    Foreign(Arc<Foreign>),
}

/// A closure behind a thin pointer, so that a value stays small.
mod dyn_closure {
    use super::Closure;

    /// The box that makes the pointer thin.
    #[derive(Debug)]
    pub struct Shared(pub(crate) Box<dyn Closure>);

    impl std::ops::Deref for Shared {
        type Target = dyn Closure;

        fn deref(&self) -> &Self::Target {
            &*self.0
        }
    }
}

const _: () = assert!(size_of::<Value>() <= 16, "values are passed around by the million");

impl Value {
    /// The nesting depth of arrays, hashes and sensitive values that every operation can handle on
    /// a stack of 2 MB. Code that builds values from input must check [`Value::nests_deeper_than`]
    /// before it adds a level.
    pub const MAX_DEPTH: usize = 500;

    /// The maximum nesting depth when values are written as strings or data, and when data is read;
    /// the same as the reference's.
    pub const MAX_OUTPUT_DEPTH: usize = 1000;

    /// Whether collections and sensitive values are nested deeper than `limit` levels. A scalar has
    /// no level, an array of scalars one.
    ///
    /// ```
    /// use pupa_value::Value;
    /// let value = Value::array([Value::array([1.into()])]);
    /// assert!(value.nests_deeper_than(1));
    /// assert!(!value.nests_deeper_than(2));
    /// ```
    pub fn nests_deeper_than(&self, limit: usize) -> bool {
        // The recursion stops at the limit, so that the stack use does not depend on the value.
        let is_deeper = |part: &Value| part.nests_deeper_than(limit.saturating_sub(1));
        match self {
            Value::Array(_) | Value::Hash(_) | Value::Sensitive(_) if limit == 0 => true,
            Value::Array(elements) => {
                pupa_meter::charge(elements.len()) && elements.iter().any(is_deeper)
            }
            Value::Hash(hash) if !pupa_meter::charge(hash.len()) => false,
            Value::Hash(hash) => hash.iter().any(|(key, value)| is_deeper(key) || is_deeper(value)),
            Value::Sensitive(hidden) => is_deeper(hidden),
            _ => false,
        }
    }

    /// A string.
    pub fn string(text: impl Into<Text>) -> Value {
        Value::String(text.into())
    }

    /// An array.
    pub fn array(elements: impl IntoIterator<Item = Value>) -> Value {
        Value::Array(Arc::new(elements.into_iter().collect()))
    }

    /// A hash. A repeated key replaces the value and keeps its position.
    pub fn hash(entries: impl IntoIterator<Item = (Value, Value)>) -> Value {
        Value::Hash(Arc::new(entries.into_iter().collect()))
    }

    /// A regular expression.
    pub fn regexp(regexp: Regexp) -> Value {
        Value::Regexp(Arc::new(regexp))
    }

    /// A value that must not be logged or printed.
    pub fn sensitive(value: Value) -> Value {
        Value::Sensitive(Arc::new(value))
    }

    /// A lambda or a function.
    pub fn closure(closure: impl Closure) -> Value {
        Value::Closure(Arc::new(dyn_closure::Shared(Box::new(closure))))
    }

    /// An integer of any size, as `Integer` if it fits.
    pub fn from_big(number: BigInt) -> Value {
        match number.to_i64() {
            Some(small) => Value::Integer(small),
            None => Value::BigInteger(Arc::new(number)),
        }
    }

    /// Whether this is `undef`.
    pub fn is_undef(&self) -> bool {
        matches!(self, Value::Undef)
    }

    /// The content of a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The integer, if it has 64 bits.
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Value::Integer(number) => Some(*number),
            _ => None,
        }
    }

    /// The truth value of a boolean.
    pub fn as_boolean(&self) -> Option<bool> {
        match self {
            Value::Boolean(truth) => Some(*truth),
            _ => None,
        }
    }

    /// The elements of an array.
    pub fn as_array(&self) -> Option<&[Value]> {
        match self {
            Value::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// The hash.
    pub fn as_hash(&self) -> Option<&Hash> {
        match self {
            Value::Hash(hash) => Some(hash),
            _ => None,
        }
    }

    /// The type, if the value is one.
    pub fn as_type(&self) -> Option<&Type> {
        match self {
            Value::Type(t) => Some(t),
            _ => None,
        }
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Value {
        Value::Boolean(truth)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Integer(number)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Value {
        Value::Float(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::String(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::String(text.into())
    }
}

impl From<Text> for Value {
    fn from(text: Text) -> Value {
        Value::String(text)
    }
}

impl From<Type> for Value {
    fn from(t: Type) -> Value {
        Value::Type(t)
    }
}

impl From<Hash> for Value {
    fn from(hash: Hash) -> Value {
        Value::Hash(Arc::new(hash))
    }
}

impl From<Vec<Value>> for Value {
    fn from(elements: Vec<Value>) -> Value {
        Value::Array(Arc::new(elements))
    }
}
