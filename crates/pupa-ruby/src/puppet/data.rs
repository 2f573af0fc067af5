//! Puppet values that have no Ruby equivalent: sensitive values, binary data, times, and objects
//! for types and versions.

use std::sync::Arc;

use pupa_value::Value as PuppetValue;
use pupa_value::text::ruby::{inspect, to_s};
use pupa_value::types::Type;
use pupa_value::value::binary::Binary;

use crate::core::class;
use crate::heap::{Encoding, Payload};
use crate::machine::{Flow, Machine};
use crate::native::{Args, Instances, Method, NativeClass, method};
use crate::value::{ClassId, Value};

/// The Rust data of an object that holds a Puppet value.
#[derive(Debug, Clone)]
pub struct PuppetData {
    /// The value.
    pub value: PuppetValue,
}

impl Payload for PuppetData {
    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// Adds the methods that all these classes have to a table.
macro_rules! with_common {
    ($($method:expr,)*) => {
        &[
            method("to_s", 0, 0, text),
            method("inspect", 0, 0, inspected),
            method("==", 1, 1, equals),
            method("eql?", 1, 1, equals),
            method("hash", 0, 0, hash),
            $($method,)*
        ]
    };
}

macro_rules! data_class {
    ($(#[$doc:meta])* $constant:ident, $name:literal, $superclass:literal, $methods:expr) => {
        $(#[$doc])*
        pub static $constant: NativeClass = NativeClass {
            name: $name,
            superclass: Some($superclass),
            instances: Instances::Refused,
            methods: $methods,
            ..NativeClass::EMPTY
        };
    };
}

const COMMON: &[Method] = with_common!();

/// `Sensitive`: a value that must not be printed.
pub static SENSITIVE: NativeClass = NativeClass {
    name: "Puppet::Pops::Types::PSensitiveType::Sensitive",
    instances: Instances::Refused,
    methods: with_common!(method("unwrap", 0, 0, unwrap),),
    class_methods: &[method("new", 1, 1, new_sensitive)],
    ..NativeClass::EMPTY
};
/// `Binary`: bytes.
pub static BINARY: NativeClass = NativeClass {
    name: "Puppet::Pops::Types::PBinaryType::Binary",
    instances: Instances::Refused,
    methods: with_common!(
        method("binary_buffer", 0, 0, bytes),
        method("length", 0, 0, byte_count),
        method("relaxed_to_s", 0, 0, relaxed_text),
        method("urlsafe_to_s", 0, 0, safe_text),
    ),
    class_methods: &[
        method("new", 1, 1, from_bytes),
        method("from_binary_string", 1, 1, from_bytes),
        method("from_string", 1, 1, from_bytes),
        method("from_base64", 1, 1, from_base64),
        method("from_base64_strict", 1, 1, from_base64),
        method("from_base64_urlsafe", 1, 1, from_base64),
    ],
    ..NativeClass::EMPTY
};

data_class!(
    /// The superclass of `Timestamp` and `Timespan`.
    TIME_DATA, "Puppet::Pops::Time::TimeData", "Numeric",
    with_common!(
        method("to_f", 0, 0, seconds),
        method("to_i", 0, 0, whole_seconds),
        method("<=>", 1, 1, compare),
    )
);
/// `Timestamp`: a point in time.
pub static TIMESTAMP: NativeClass = NativeClass {
    name: "Puppet::Pops::Time::Timestamp",
    superclass: Some("Puppet::Pops::Time::TimeData"),
    class_methods: &[method("now", 0, 0, new_time), method("parse", 1, 3, new_time)],
    ..NativeClass::EMPTY
};
/// `Timespan`: a duration.
pub static TIMESPAN: NativeClass = NativeClass {
    name: "Puppet::Pops::Time::Timespan",
    superclass: Some("Puppet::Pops::Time::TimeData"),
    class_methods: &[method("parse", 1, 2, new_time)],
    ..NativeClass::EMPTY
};
data_class!(
    /// All other Puppet values.
    OTHER, "Puppet::Pops::Types::PuppetObject", "Object", COMMON
);

impl Machine<'_> {
    /// A new object of the class for a Puppet value.
    pub(crate) fn new_puppet_data(&mut self, value: PuppetValue) -> Value {
        let class = self.class_of_data(&value);
        let object = self.new_payload(class, PuppetData { value });
        self.freeze(object);
        object
    }

    fn class_of_data(&self, value: &PuppetValue) -> ClassId {
        match value {
            PuppetValue::Sensitive(_) => class::PUPPET_SENSITIVE,
            PuppetValue::Timestamp(_) => class::PUPPET_TIMESTAMP,
            PuppetValue::Timespan(_) => class::PUPPET_TIMESPAN,
            PuppetValue::SemVer(_) => class::PUPPET_VERSION,
            PuppetValue::SemVerRange(_) => class::PUPPET_VERSION_RANGE,
            PuppetValue::Binary(_) => class::PUPPET_BINARY,
            PuppetValue::Iterator(_) => class::PUPPET_ITERATOR,
            PuppetValue::Type(t) => type_class(t),
            PuppetValue::Closure(_) => class::PUPPET_CLOSURE,
            PuppetValue::Object(object)
                if object.object_type.name.as_deref() == Some("Puppet::LookupContext") =>
            {
                class::PUPPET_LOOKUP_CONTEXT
            }
            _ => class::PUPPET_OTHER,
        }
    }
}

/// The Ruby class for a Puppet type.
fn type_class(t: &Type) -> ClassId {
    match t {
        Type::Any => class::PUPPET_ANY_TYPE,
        Type::Unit => class::PUPPET_UNIT_TYPE,
        Type::Undef => class::PUPPET_UNDEF_TYPE,
        Type::Default => class::PUPPET_DEFAULT_TYPE,
        Type::Scalar => class::PUPPET_SCALAR_TYPE,
        Type::ScalarData => class::PUPPET_SCALAR_DATA_TYPE,
        Type::Numeric => class::PUPPET_NUMERIC_TYPE,
        Type::Integer(_) => class::PUPPET_INTEGER_TYPE,
        Type::Float(_) => class::PUPPET_FLOAT_TYPE,
        Type::Boolean(_) => class::PUPPET_BOOLEAN_TYPE,
        Type::String(_) => class::PUPPET_STRING_TYPE,
        Type::Enum(_) => class::PUPPET_ENUM_TYPE,
        Type::Pattern(_) => class::PUPPET_PATTERN_TYPE,
        Type::Regexp(_) => class::PUPPET_REGEXP_TYPE,
        Type::Binary => class::PUPPET_BINARY_TYPE,
        Type::Timestamp(_) => class::PUPPET_TIMESTAMP_TYPE,
        Type::Timespan(_) => class::PUPPET_TIMESPAN_TYPE,
        Type::SemVer(_) => class::PUPPET_SEM_VER_TYPE,
        Type::SemVerRange => class::PUPPET_SEM_VER_RANGE_TYPE,
        Type::Uri(_) => class::PUPPET_URI_TYPE,
        Type::Collection(_) => class::PUPPET_COLLECTION_TYPE,
        Type::Array(_) => class::PUPPET_ARRAY_TYPE,
        Type::Hash(_) => class::PUPPET_HASH_TYPE,
        Type::Tuple(_) => class::PUPPET_TUPLE_TYPE,
        Type::Struct(_) => class::PUPPET_STRUCT_TYPE,
        Type::Variant(_) => class::PUPPET_VARIANT_TYPE,
        Type::Optional(_) => class::PUPPET_OPTIONAL_TYPE,
        Type::NotUndef(_) => class::PUPPET_NOT_UNDEF_TYPE,
        Type::Sensitive(_) => class::PUPPET_SENSITIVE_TYPE,
        Type::Type(_) => class::PUPPET_TYPE_TYPE,
        Type::Iterable(_) => class::PUPPET_ITERABLE_TYPE,
        Type::Iterator(_) => class::PUPPET_ITERATOR_TYPE,
        Type::Callable(_) => class::PUPPET_CALLABLE_TYPE,
        Type::Init(_) => class::PUPPET_INIT_TYPE,
        Type::Runtime(_) => class::PUPPET_RUNTIME_TYPE,
        Type::Object(_) => class::PUPPET_OBJECT_TYPE,
        Type::ObjectExtension(_) => class::PUPPET_OBJECT_TYPE_EXTENSION,
        Type::TypeSet(_) => class::PUPPET_TYPE_SET_TYPE,
        Type::CatalogEntry => class::PUPPET_CATALOG_ENTRY_TYPE,
        Type::Resource(_) => class::PUPPET_RESOURCE_TYPE,
        Type::Class(_) => class::PUPPET_CLASS_TYPE,
        Type::Reference(_) => class::PUPPET_TYPE_REFERENCE_TYPE,
        Type::Alias(_) => class::PUPPET_TYPE_ALIAS_TYPE,
    }
}

/// The Puppet value that an object holds.
pub(super) fn data(m: &Machine<'_>, this: Value) -> PuppetValue {
    m.payload::<PuppetData>(this).map_or(PuppetValue::Undef, |data| data.value.clone())
}

pub(super) fn text(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let text = to_s(&data(m, this)).into_owned();
    Ok(m.new_str(text))
}

pub(super) fn inspected(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let text = inspect(&data(m, this)).into_owned();
    Ok(m.new_str(text))
}

pub(super) fn equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let other = m.payload::<PuppetData>(args[0]).map(|data| data.value.clone());
    Ok(Value::Bool(other.is_some_and(|other| other == data(m, this))))
}

pub(super) fn hash(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    data(m, this).hash(&mut hasher);
    Ok(Value::Int((hasher.finish() >> 2) as i64))
}

fn unwrap(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let PuppetValue::Sensitive(hidden) = data(m, this) else { return Ok(Value::Nil) };
    let value = m.from_puppet(&hidden)?;
    match args.block {
        Some(block) => m.yield_one(block, value),
        None => Ok(value),
    }
}

fn bytes(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let PuppetValue::Binary(binary) = data(m, this) else { return Ok(Value::Nil) };
    Ok(m.new_bytes(binary.bytes().to_vec(), Encoding::Binary))
}

fn byte_count(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let PuppetValue::Binary(binary) = data(m, this) else { return Ok(Value::Nil) };
    Ok(binary.len().into())
}

fn seconds_of(value: &PuppetValue) -> Option<f64> {
    match value {
        PuppetValue::Timestamp(time) => Some(time.to_float()),
        PuppetValue::Timespan(span) => Some(span.to_float()),
        _ => None,
    }
}

fn seconds(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(seconds_of(&data(m, this)).map_or(Value::Nil, Value::Float))
}

fn whole_seconds(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(seconds_of(&data(m, this)).map_or(Value::Nil, |seconds| Value::Int(seconds.floor() as i64)))
}

fn compare(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (a, b) = (seconds_of(&data(m, this)), seconds_of(&data(m, args[0])));
    let ordering = a.zip(b).and_then(|(a, b)| a.partial_cmp(&b));
    Ok(ordering.map_or(Value::Nil, |ordering| Value::Int(ordering as i64)))
}

fn new_sensitive(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let value = m.to_puppet(args[0])?;
    Ok(m.new_puppet_data(PuppetValue::sensitive(value)))
}

fn new_binary(m: &mut Machine<'_>, binary: Binary) -> Value {
    m.new_puppet_data(PuppetValue::Binary(Arc::new(binary)))
}

fn from_bytes(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = m.to_str(args[0])?;
    let bytes = m.string(text).to_vec();
    Ok(new_binary(m, Binary::new(bytes)))
}

/// `from_base64` and its strict and URL-safe variants.
fn from_base64(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = m.to_text(args[0])?;
    let binary = match args.name.as_str() {
        "from_base64" => Ok(Binary::from_base64(&text)),
        "from_base64_strict" => Binary::from_base64_strict(&text),
        _ => Binary::from_base64_urlsafe(&text),
    };
    match binary {
        Ok(binary) => Ok(new_binary(m, binary)),
        Err(error) => Err(m.argument_error(error.to_string())),
    }
}

fn relaxed_text(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let PuppetValue::Binary(binary) = data(m, this) else { return Ok(Value::Nil) };
    Ok(m.new_str(binary.to_base64_relaxed()))
}

fn safe_text(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let PuppetValue::Binary(binary) = data(m, this) else { return Ok(Value::Nil) };
    Ok(m.new_str(binary.to_base64_urlsafe()))
}

/// `now` and `parse`: constructs the value that `Timestamp.new` or `Timespan.new` returns in Puppet
/// for the same arguments.
fn new_time(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let is_point = matches!(this, Value::Class(class::PUPPET_TIMESTAMP));
    let t = if is_point { Type::TIMESTAMP } else { Type::TIMESPAN };
    let mut all = vec![m.new_puppet_data(PuppetValue::Type(t))];
    all.extend(args.iter().copied().filter(|arg| !arg.is_nil()));
    m.call_puppet_function("new", &all, None)
}
