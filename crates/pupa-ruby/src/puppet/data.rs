//! Values of Puppet that Ruby has no class for: types, sensitive values, versions, times.

use pupa_value::Value as PuppetValue;
use pupa_value::ruby::class_name;
use pupa_value::text::ruby::{inspect, to_s};
use pupa_value::types::Type;
use pupa_value::value::semver::{SemVer, VersionNumber};

use crate::core::class;
use crate::heap::{Encoding, Payload};
use crate::machine::class::Constant;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Instances, Method, NativeClass, method};
use crate::symbol::Symbol;
use crate::value::{ClassId, Value};

/// The native part of an object that holds a Puppet value.
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

/// The methods that all values of Puppet have.
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
            includes: includes($name),
            instances: Instances::Refused,
            methods: $methods,
            ..NativeClass::EMPTY
        };
    };
}

/// The modules of a class.
const fn includes(name: &str) -> &'static [&'static str] {
    match name.as_bytes() {
        b"Puppet::Pops::Types::Iterator" => &["Enumerable"],
        b"SemanticPuppet::Version" => &["Comparable"],
        _ => &[],
    }
}

const COMMON: &[Method] = with_common!();

data_class!(
    /// The superclass of all types, and the class of types without one of their own here.
    ANY_TYPE, "Puppet::Pops::Types::PAnyType", "Object",
    with_common!(
        method("name", 0, 0, text),
        method("simple_name", 0, 0, simple_name),
        method("instance?", 1, 2, is_instance),
        method("===", 1, 1, is_instance),
        method("assignable?", 1, 2, is_assignable),
    )
);
data_class!(
    /// A reference to a resource.
    RESOURCE_TYPE, "Puppet::Pops::Types::PResourceType", "Puppet::Pops::Types::PAnyType",
    &[method("title", 0, 0, resource_title), method("type_name", 0, 0, resource_type_name)]
);
data_class!(
    /// A reference to a class.
    CLASS_TYPE, "Puppet::Pops::Types::PClassType", "Puppet::Pops::Types::PAnyType",
    &[method("class_name", 0, 0, referenced_class)]
);
data_class!(
    /// `Sensitive` as a type.
    SENSITIVE_TYPE, "Puppet::Pops::Types::PSensitiveType", "Puppet::Pops::Types::PAnyType", &[]
);
data_class!(
    /// A value that must not be shown.
    SENSITIVE, "Puppet::Pops::Types::PSensitiveType::Sensitive", "Object",
    with_common!(method("unwrap", 0, 0, unwrap),)
);
data_class!(
    /// `Binary` as a type.
    BINARY_TYPE, "Puppet::Pops::Types::PBinaryType", "Puppet::Pops::Types::PAnyType", &[]
);
data_class!(
    /// Bytes.
    BINARY, "Puppet::Pops::Types::PBinaryType::Binary", "Object",
    with_common!(
        method("binary_buffer", 0, 0, bytes),
        method("length", 0, 0, byte_count),
        method("relaxed_to_s", 0, 0, text),
    )
);
data_class!(
    /// A sequence whose elements are made one by one.
    ITERATOR, "Puppet::Pops::Types::Iterator", "Object",
    with_common!(method("each", 0, 0, each), method("to_a", 0, 0, elements),)
);
data_class!(
    /// The superclass of times.
    TIME_DATA, "Puppet::Pops::Time::TimeData", "Numeric",
    with_common!(
        method("to_f", 0, 0, seconds),
        method("to_i", 0, 0, whole_seconds),
        method("<=>", 1, 1, compare),
    )
);
data_class!(
    /// A point in time.
    TIMESTAMP, "Puppet::Pops::Time::Timestamp", "Puppet::Pops::Time::TimeData", &[]
);
data_class!(
    /// A length of time.
    TIMESPAN, "Puppet::Pops::Time::Timespan", "Puppet::Pops::Time::TimeData", &[]
);
data_class!(
    /// A version.
    VERSION, "SemanticPuppet::Version", "Object",
    with_common!(
        method("major", 0, 0, major),
        method("minor", 0, 0, minor),
        method("patch", 0, 0, patch),
        method("tiny", 0, 0, patch),
        method("prerelease", 0, 0, prerelease),
        method("build", 0, 0, build),
        method("stable?", 0, 0, is_stable),
        method("<=>", 1, 1, compare),
    )
);
data_class!(
    /// A range of versions.
    VERSION_RANGE, "SemanticPuppet::VersionRange", "Object",
    with_common!(
        method("include?", 1, 1, range_includes),
        method("===", 1, 1, range_includes),
        method("cover?", 1, 1, range_includes),
    )
);
data_class!(
    /// Any other value of Puppet.
    OTHER, "Puppet::Pops::Types::PuppetObject", "Object", COMMON
);

impl Machine<'_> {
    /// A new object that holds a Puppet value.
    pub(crate) fn new_puppet_data(&mut self, value: PuppetValue) -> Value {
        let class = self.class_of_data(&value);
        let object = self.new_payload(class, PuppetData { value });
        self.freeze(object);
        object
    }

    fn class_of_data(&mut self, value: &PuppetValue) -> ClassId {
        match value {
            PuppetValue::Sensitive(_) => class::PUPPET_SENSITIVE,
            PuppetValue::Timestamp(_) => class::PUPPET_TIMESTAMP,
            PuppetValue::Timespan(_) => class::PUPPET_TIMESPAN,
            PuppetValue::SemVer(_) => class::PUPPET_VERSION,
            PuppetValue::SemVerRange(_) => class::PUPPET_VERSION_RANGE,
            PuppetValue::Binary(_) => class::PUPPET_BINARY,
            PuppetValue::Iterator(_) => class::PUPPET_ITERATOR,
            PuppetValue::Type(Type::Resource(_)) => class::PUPPET_RESOURCE_TYPE,
            PuppetValue::Type(Type::Class(_)) => class::PUPPET_CLASS_TYPE,
            PuppetValue::Type(_) => self.type_class(class_name(value)),
            _ => class::PUPPET_OTHER,
        }
    }

    /// The class of a type, made when the first such type is used.
    fn type_class(&mut self, full_name: &str) -> ClassId {
        let Some(name) = full_name.strip_prefix("Puppet::Pops::Types::") else {
            return class::PUPPET_ANY_TYPE;
        };
        let name = Symbol::new(name);
        if let Some(Constant::Value(Value::Class(known))) =
            self.own_constant(class::PUPPET_TYPES, name)
        {
            return known;
        }
        let made = self.make_class(class::PUPPET_ANY_TYPE);
        self.set_constant(class::PUPPET_TYPES, name, Value::Class(made));
        made
    }
}

/// The Puppet value of an object.
fn data(m: &Machine<'_>, this: Value) -> PuppetValue {
    m.payload::<PuppetData>(this).map_or(PuppetValue::Undef, |data| data.value.clone())
}

fn elements(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let PuppetValue::Iterator(sequence) = data(m, this) else { return Ok(Value::Nil) };
    let mut items = Vec::new();
    for element in sequence.elements() {
        m.step()?;
        m.charge(size_of::<Value>())?;
        items.push(m.from_puppet(&element)?);
    }
    Ok(m.new_array(items))
}

fn each(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let list = elements(m, this, args)?;
    m.call_with_block(list, crate::symbol::names::EACH, &[], args.block)?;
    Ok(this)
}

fn text(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let text = to_s(&data(m, this)).into_owned();
    Ok(m.new_str(text))
}

fn inspected(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let text = inspect(&data(m, this)).into_owned();
    Ok(m.new_str(text))
}

fn equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let other = m.payload::<PuppetData>(args[0]).map(|data| data.value.clone());
    Ok(Value::Bool(other.is_some_and(|other| other == data(m, this))))
}

fn hash(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
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

fn simple_name(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let name = to_s(&data(m, this)).into_owned();
    let name = name.split('[').next().unwrap_or_default().to_owned();
    Ok(m.new_str(name))
}

fn is_instance(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let PuppetValue::Type(t) = data(m, this) else { return Ok(Value::FALSE) };
    let value = m.to_puppet(args[0])?;
    Ok(Value::Bool(t.is_instance(&value)))
}

fn is_assignable(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (PuppetValue::Type(t), PuppetValue::Type(other)) = (data(m, this), data(m, args[0])) else {
        return Ok(Value::FALSE);
    };
    Ok(Value::Bool(t.accepts(&other)))
}

fn resource_title(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let PuppetValue::Type(Type::Resource(Some(resource))) = data(m, this) else {
        return Ok(Value::Nil);
    };
    Ok(match &resource.title {
        Some(title) => m.new_str(title.as_str()),
        None => Value::Nil,
    })
}

fn resource_type_name(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let PuppetValue::Type(Type::Resource(Some(resource))) = data(m, this) else {
        return Ok(Value::Nil);
    };
    Ok(m.new_str(resource.name.as_str()))
}

fn referenced_class(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let PuppetValue::Type(Type::Class(Some(name))) = data(m, this) else { return Ok(Value::Nil) };
    Ok(m.new_str(name.as_str()))
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
    let ordering = match (data(m, this), data(m, args[0])) {
        (PuppetValue::SemVer(a), PuppetValue::SemVer(b)) => Some(a.compare(&b)),
        (a, b) => match (seconds_of(&a), seconds_of(&b)) {
            (Some(a), Some(b)) => a.partial_cmp(&b),
            _ => None,
        },
    };
    Ok(ordering.map_or(Value::Nil, |ordering| Value::Int(ordering as i64)))
}

fn version(m: &Machine<'_>, this: Value) -> Option<SemVer> {
    match data(m, this) {
        PuppetValue::SemVer(version) => Some((*version).clone()),
        _ => None,
    }
}

fn number(m: &mut Machine<'_>, number: Option<VersionNumber>) -> Flow {
    match number.and_then(VersionNumber::value) {
        Some(number) => Ok(m.new_integer(number.into())),
        None => Ok(Value::Nil),
    }
}

fn major(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let version = version(m, this);
    number(m, version.map(|version| version.major()))
}

fn minor(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let version = version(m, this);
    number(m, version.map(|version| version.minor()))
}

fn patch(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let version = version(m, this);
    number(m, version.map(|version| version.patch()))
}

fn prerelease(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let text = version(m, this).and_then(|version| version.prerelease());
    Ok(text.map_or(Value::Nil, |text| m.new_str(text)))
}

fn build(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let text = version(m, this).and_then(|version| version.build());
    Ok(text.map_or(Value::Nil, |text| m.new_str(text)))
}

fn is_stable(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Bool(version(m, this).is_some_and(|version| version.is_stable())))
}

fn range_includes(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let PuppetValue::SemVerRange(range) = data(m, this) else { return Ok(Value::FALSE) };
    let version = match args[0] {
        Value::Str(id) => SemVer::parse(&m.text_of(id)).ok(),
        other => version(m, other),
    };
    Ok(Value::Bool(version.is_some_and(|version| range.includes(&version))))
}
