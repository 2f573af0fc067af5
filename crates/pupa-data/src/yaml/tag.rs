//! The meaning of tags for `Psych.safe_load`: most of them name a Ruby class, which may not be
//! loaded.

use std::borrow::Cow;

use pupa_value::Value;
use pupa_value::text::number::float_from_text;
use pupa_value::value::binary::Binary;

use super::plain::{Plain, resolve};

/// The reason why a node cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LoadError {
    /// Its class may not be loaded.
    Class(String),
    /// Another reason, as Ruby's message.
    Other(String),
}

/// The result of loading a scalar.
#[derive(Debug, PartialEq)]
pub(super) enum LoadedScalar {
    /// A value.
    Value(Value),
    /// A symbol, by its name.
    Symbol(String),
}

/// The kind of value that a mapping becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum MappingKind {
    /// A hash.
    Hash,
    /// A string with instance variables; the string is the entry `str`.
    String,
    /// A hash with instance variables; the hash is the entry `elements`.
    Elements,
    /// An exception of a class. It is rejected after its entries were read.
    Exception(String),
}

/// The kind of value that a sequence becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SequenceKind {
    /// An array.
    Array,
    /// A hash made of pairs.
    OrderedHash,
}

fn class<T>(name: &str) -> Result<T, LoadError> {
    Err(LoadError::Class(name.to_owned()))
}

fn other<T>(message: impl Into<String>) -> Result<T, LoadError> {
    Err(LoadError::Other(message.into()))
}

/// Loads a scalar without a tag, whose type depends on its form. Dates and times become strings if
/// their class may be loaded.
pub(super) fn untagged(text: Cow<'_, str>, classes: &[&str]) -> Result<LoadedScalar, LoadError> {
    let value = match resolve(&text) {
        Plain::String => Value::from(&*text),
        Plain::Date if classes.contains(&"Date") => Value::from(&*text),
        Plain::Time if classes.contains(&"Time") => Value::from(&*text),
        Plain::Value(value) => value,
        Plain::Symbol(name) => return Ok(LoadedScalar::Symbol(name.to_owned())),
        Plain::Date => return class("Date"),
        Plain::Time => return class("Time"),
        Plain::Malformed(message) => return other(message),
    };
    Ok(LoadedScalar::Value(value))
}

/// Loads a scalar with a tag.
pub(super) fn scalar(
    tag: &str,
    text: Cow<'_, str>,
    classes: &[&str],
) -> Result<LoadedScalar, LoadError> {
    if let Some(name) = string_class(tag) {
        return match name {
            "" => Ok(LoadedScalar::Value(Value::from(&*text))),
            _ => class(name),
        };
    }
    match tag {
        "!binary" | "tag:yaml.org,2002:binary" => Ok(LoadedScalar::Value(binary(&text))),
        "!ruby/object:BigDecimal" => class("BigDecimal"),
        "!ruby/object:DateTime" => class("DateTime"),
        "!ruby/object:Complex" => class("Complex"),
        "!ruby/object:Rational" => class("Rational"),
        // Compat: Ruby would load an encoding, but Puppet data cannot hold one.
        "!ruby/encoding" => class("Encoding"),
        "!ruby/class" | "!ruby/module" if text.is_empty() => Ok(LoadedScalar::Value(Value::Undef)),
        "!ruby/class" | "!ruby/module" => class(&text),
        "!ruby/regexp" => class("Regexp"),
        "!ruby/range" => class("Range"),
        "!float" | "tag:yaml.org,2002:float" => float(text).map(LoadedScalar::Value),
        _ if tag.starts_with("!ruby/sym") => Ok(LoadedScalar::Symbol(text.into_owned())),
        _ => untagged(text, classes),
    }
}

/// The kind of value that a mapping with a tag becomes.
pub(super) fn mapping(tag: &str, classes: &[&str]) -> Result<MappingKind, LoadError> {
    if let Some(name) = string_class(tag) {
        return if name.is_empty() { Ok(MappingKind::String) } else { class(name) };
    }
    if let Some(name) = optional_class(tag, "!ruby/struct") {
        return class(if name.is_empty() { "Struct" } else { name });
    }
    if let Some(name) = optional_class(tag, "!ruby/object") {
        return match name {
            "Hash" => Ok(MappingKind::Hash),
            "" => class("Object"),
            _ if classes.contains(&name) => Ok(MappingKind::Hash),
            _ => class(name),
        };
    }
    if let Some(name) = optional_class(tag, "!ruby/exception") {
        let name = if name.is_empty() { "Exception" } else { name };
        return Ok(MappingKind::Exception(name.to_owned()));
    }
    if let Some(name) = tag.strip_prefix("!ruby/hash-with-ivars:") {
        return allocate(name);
    }
    for prefix in ["!ruby/array:", "!map:", "!ruby/hash:", "!ruby/marshalable:"] {
        if let Some(name) = tag.strip_prefix(prefix) {
            return allocate(name);
        }
    }
    match tag {
        "!ruby/range" => class("Range"),
        "!set" | "tag:yaml.org,2002:set" => class("Psych::Set"),
        "!omap" | "tag:yaml.org,2002:omap" => class("Psych::Omap"),
        "!ruby/hash-with-ivars" => Ok(MappingKind::Elements),
        _ => Ok(MappingKind::Hash),
    }
}

/// The kind of value that a sequence with a tag becomes.
pub(super) fn sequence(tag: &str) -> Result<SequenceKind, LoadError> {
    if let Some(name) = tag.strip_prefix("!seq:").or_else(|| tag.strip_prefix("!ruby/array:")) {
        return allocate(name);
    }
    match tag {
        "!omap" | "tag:yaml.org,2002:omap" => Ok(SequenceKind::OrderedHash),
        _ => Ok(SequenceKind::Array),
    }
}

/// The class in a tag for strings; empty for `String` itself, `None` for other tags.
fn string_class(tag: &str) -> Option<&str> {
    if tag == "tag:yaml.org,2002:str" {
        return Some("");
    }
    let rest = tag.strip_prefix("!str").or_else(|| tag.strip_prefix("!ruby/string"))?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix(':') }
}

/// The class after a prefix and an optional colon; `None` for other tags.
fn optional_class<'t>(tag: &'t str, prefix: &str) -> Option<&'t str> {
    let rest = tag.strip_prefix(prefix)?;
    Some(rest.strip_prefix(':').unwrap_or(rest))
}

fn allocate<T>(name: &str) -> Result<T, LoadError> {
    if name.is_empty() {
        return other("undefined method `allocate' for nil:NilClass");
    }
    class(name)
}

/// Decodes Base64; returns a string if the bytes are UTF-8.
fn binary(text: &str) -> Value {
    let bytes = Binary::from_base64(text);
    match std::str::from_utf8(bytes.bytes()) {
        Ok(text) => Value::from(text),
        Err(_) => Value::Binary(bytes.into()),
    }
}

fn float(text: Cow<'_, str>) -> Result<Value, LoadError> {
    let cannot_convert = |what: &str| other(format!("can't convert {what} into Float"));
    let value = match untagged(text, &[])? {
        LoadedScalar::Symbol(_) => return cannot_convert("Symbol"),
        LoadedScalar::Value(value) => value,
    };
    let number = match &value {
        Value::Float(number) => Ok(*number),
        // The nearest number, as Ruby finds it.
        Value::Integer(number) => float_from_text(&number.to_string()),
        Value::BigInteger(number) => float_from_text(&number.to_string()),
        Value::String(text) => float_from_text(text),
        Value::Boolean(true) => return cannot_convert("true"),
        Value::Boolean(false) => return cannot_convert("false"),
        _ => return cannot_convert("nil"),
    };
    number.map(Value::Float).map_err(|error| LoadError::Other(error.message))
}
