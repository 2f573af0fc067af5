//! `Puppet::Pops`: the call stack, the type parser and the type formatter. The submodules hold the
//! type classes, calculations on types, and serialization.

pub mod assertion;
pub mod calculator;
pub mod factory;
pub mod iterable;
pub mod loaders;
pub mod refused;
pub mod serialization;
pub mod type_class;
pub mod type_parts;
pub mod versions;

use pupa_value::Value as PuppetValue;
use pupa_value::types::{RuntimeName, RuntimeType, Type};
use pupa_value::value::Text;

use super::data::PuppetData;
use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method};
use crate::value::Value;

/// The Puppet type that a Ruby object represents.
fn type_of(m: &Machine<'_>, value: Value) -> Option<Type> {
    match &m.payload::<PuppetData>(value)?.value {
        PuppetValue::Type(t) => Some(t.clone()),
        _ => None,
    }
}

/// The Puppet type of an argument; anything else raises an error.
fn expect_type(m: &mut Machine<'_>, value: Value) -> Flow<Type> {
    match type_of(m, value) {
        Some(t) => Ok(t),
        None => {
            let class = m.class_name_of(value);
            Err(m.argument_error(format!("expected a Puppet type, got {class}")))
        }
    }
}

/// The Ruby object for a Puppet type.
fn new_type(m: &mut Machine<'_>, t: Type) -> Flow {
    Ok(m.new_puppet_data(PuppetValue::Type(t)))
}

/// The `Runtime` type of a Ruby class.
fn runtime_type(name: impl Into<Text>) -> Type {
    let name = Some(RuntimeName::Name(name.into()));
    Type::Runtime(RuntimeType { runtime: Some("ruby".into()), name }.into())
}

/// The type of a value that has no Puppet form.
fn foreign_type(m: &mut Machine<'_>, value: Value) -> Option<Type> {
    let is_foreign = match value {
        Value::Sym(symbol) => !["undef", "default"].contains(&symbol.as_str()),
        Value::Range(_) => true,
        Value::Object(_) => m.payload::<PuppetData>(value).is_none(),
        _ => false,
    };
    is_foreign.then(|| runtime_type(m.class_name_of(value)))
}

/// The type of a value.
fn inferred(m: &mut Machine<'_>, value: Value, infer: fn(&PuppetValue) -> Type) -> Flow<Type> {
    match foreign_type(m, value) {
        Some(t) => Ok(t),
        None => Ok(infer(&m.to_puppet(value)?)),
    }
}

/// Whether a value is an instance of a type.
fn is_instance(m: &mut Machine<'_>, t: &Type, value: Value) -> Flow<bool> {
    match foreign_type(m, value) {
        Some(own) => Ok(t.accepts(&own)),
        None => Ok(t.is_instance(&m.to_puppet(value)?)),
    }
}

/// `Puppet::Pops::PuppetStack`
pub static STACK: NativeClass = NativeClass {
    name: "Puppet::Pops::PuppetStack",
    class_methods: &[
        method("stacktrace", 0, 0, stack_trace),
        method("top_of_stack", 0, 0, top_of_stack),
    ],
    ..NativeClass::MODULE
};

fn stack_trace(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let places = m.puppet(|puppet| puppet.call_stack())?;
    let mut all = Vec::with_capacity(places.len());
    for place in places {
        all.push(pair(m, place));
    }
    Ok(m.new_array(all))
}

fn top_of_stack(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    match m.puppet(|puppet| puppet.call_stack().into_iter().next())? {
        Some(place) => Ok(pair(m, place)),
        None => Ok(m.new_array(Vec::new())),
    }
}

fn pair(m: &mut Machine<'_>, (file, line): (String, u32)) -> Value {
    let file = if file.is_empty() { "unknown".to_owned() } else { file };
    let file = m.new_str(file);
    m.new_array(vec![file, Value::Int(line.into())])
}

/// `Puppet::Pops::Types::TypeParser`
pub static TYPE_PARSER: NativeClass = NativeClass {
    name: "Puppet::Pops::Types::TypeParser",
    methods: &[method("parse", 1, 2, parse), method("parse_literal", 1, 2, parse)],
    class_methods: &[method("singleton", 0, 0, |m, _, _| {
        Ok(m.single_object(class::PUPPET_TYPE_PARSER))
    })],
    ..NativeClass::EMPTY
};

fn parse(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = m.to_text(args[0])?;
    let parsed = match m.world.puppet() {
        Some(puppet) => puppet.parse_type(&text, &[]),
        None => pupa_value::type_parser::parse_type(&text, &pupa_value::loader::Builtins)
            .map_err(|error| error.message),
    };
    match parsed {
        Ok(t) => new_type(m, t),
        Err(message) => {
            let is_syntax = message.starts_with("Syntax error");
            let issue = class::PUPPET_PARSE_ERROR_WITH_ISSUE;
            Err(m.error(if is_syntax { issue } else { class::PUPPET_PARSE_ERROR }, message))
        }
    }
}

/// `Puppet::Pops::Types::StringConverter`
pub static STRING_CONVERTER: NativeClass = NativeClass {
    name: "Puppet::Pops::Types::StringConverter",
    methods: &[method("convert", 1, 2, to_string)],
    class_methods: &[
        method("singleton", 0, 0, |m, _, _| Ok(m.single_object(class::PUPPET_STRING_CONVERTER))),
        method("convert", 1, 2, to_string),
    ],
    ..NativeClass::EMPTY
};

/// `convert(value, format)`: does the same as `String(value, format)` in Puppet.
fn to_string(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let mut all = vec![new_type(m, Type::STRING)?];
    all.extend_from_slice(args.list);
    m.call_puppet_function("new", &all, None)
}

/// `Puppet::Pops::Types::TypeFormatter`
pub static TYPE_FORMATTER: NativeClass = NativeClass {
    name: "Puppet::Pops::Types::TypeFormatter",
    methods: &[
        method("string", 1, 1, type_text),
        method("alias_expanded_string", 1, 1, expanded_text),
        method("debug_string", 1, 1, debug_text),
        method("capitalize_segments", 1, 1, capitalize_segments),
    ],
    class_methods: &[
        method("singleton", 0, 0, |m, _, _| Ok(m.single_object(class::PUPPET_TYPE_FORMATTER))),
        method("string", 1, 1, type_text),
    ],
    ..NativeClass::EMPTY
};

fn type_text(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let value = m.to_puppet(args[0])?;
    let text = match &value {
        PuppetValue::Type(t) => t.to_string(),
        other => pupa_value::text::literal(other),
    };
    Ok(m.new_str(text))
}

fn expanded_text(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = expect_type(m, args[0])?.expanded_text();
    Ok(m.new_str(text))
}

fn debug_text(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = expect_type(m, args[0])?.debug_text();
    Ok(m.new_str(text))
}

fn capitalize_segments(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let name = m.to_text(args[0])?.to_lowercase();
    Ok(m.new_str(pupa_value::text::capitalize_segments(&name)))
}
