//! What tags mean to Ruby, where only plain data may be loaded: most of them name a class, and are
//! refused.

use std::borrow::Cow;

use pupa_value::Value;
use pupa_value::text::number::float_from_text;
use pupa_value::value::binary::Binary;

use super::plain::{Plain, resolve};

/// Why a node is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It would be of a class that may not be loaded.
    Class(String),
    /// Another reason, in Ruby's words.
    Other(String),
}

/// A scalar that was read.
#[derive(Debug, PartialEq)]
pub(super) enum Loaded {
    /// A value.
    Value(Value),
    /// A symbol, by its name.
    Symbol(String),
}

/// How a mapping is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum MappingKind {
    /// As a hash.
    Hash,
    /// As a string with instance variables; the string is the entry `str`.
    Text,
    /// As a hash with instance variables; the hash is the entry `elements`.
    Elements,
    /// As an exception of a class, which is refused once its entries were read.
    Exception(String),
}

/// How a sequence is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SequenceKind {
    /// As an array.
    Array,
    /// As a hash, of pairs.
    OrderedHash,
}

fn class<T>(name: &str) -> Result<T, Refusal> {
    Err(Refusal::Class(name.to_owned()))
}

fn other<T>(message: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Other(message.into()))
}

/// Reads a scalar whose meaning depends on what it looks like. Times are strings where their class
/// may be loaded.
pub(super) fn untagged(text: Cow<'_, str>, classes: &[&str]) -> Result<Loaded, Refusal> {
    let value = match resolve(&text) {
        Plain::String => Value::from(&*text),
        Plain::Date if classes.contains(&"Date") => Value::from(&*text),
        Plain::Time if classes.contains(&"Time") => Value::from(&*text),
        Plain::Value(value) => value,
        Plain::Symbol(name) => return Ok(Loaded::Symbol(name.to_owned())),
        Plain::Date => return class("Date"),
        Plain::Time => return class("Time"),
        Plain::Malformed(message) => return other(message),
    };
    Ok(Loaded::Value(value))
}

/// Reads a scalar with a tag.
pub(super) fn scalar(tag: &str, text: Cow<'_, str>, classes: &[&str]) -> Result<Loaded, Refusal> {
    if let Some(name) = text_class(tag) {
        return match name {
            "" => Ok(Loaded::Value(Value::from(&*text))),
            _ => class(name),
        };
    }
    match tag {
        "!binary" | "tag:yaml.org,2002:binary" => Ok(Loaded::Value(binary(&text))),
        "!ruby/object:BigDecimal" => class("BigDecimal"),
        "!ruby/object:DateTime" => class("DateTime"),
        "!ruby/object:Complex" => class("Complex"),
        "!ruby/object:Rational" => class("Rational"),
        // Ruby would load it; no data of Puppet's can hold it.
        "!ruby/encoding" => class("Encoding"),
        "!ruby/class" | "!ruby/module" if text.is_empty() => Ok(Loaded::Value(Value::Undef)),
        "!ruby/class" | "!ruby/module" => class(&text),
        "!ruby/regexp" => class("Regexp"),
        "!ruby/range" => class("Range"),
        "!float" | "tag:yaml.org,2002:float" => float(text).map(Loaded::Value),
        _ if tag.starts_with("!ruby/sym") => Ok(Loaded::Symbol(text.into_owned())),
        _ => untagged(text, classes),
    }
}

/// How a mapping with a tag is read.
pub(super) fn mapping(tag: &str, classes: &[&str]) -> Result<MappingKind, Refusal> {
    if let Some(name) = text_class(tag) {
        return if name.is_empty() { Ok(MappingKind::Text) } else { class(name) };
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

/// How a sequence with a tag is read.
pub(super) fn sequence(tag: &str) -> Result<SequenceKind, Refusal> {
    if let Some(name) = tag.strip_prefix("!seq:").or_else(|| tag.strip_prefix("!ruby/array:")) {
        return allocate(name);
    }
    match tag {
        "!omap" | "tag:yaml.org,2002:omap" => Ok(SequenceKind::OrderedHash),
        _ => Ok(SequenceKind::Array),
    }
}

/// The class of strings that a tag names, which may be nothing.
fn text_class(tag: &str) -> Option<&str> {
    if tag == "tag:yaml.org,2002:str" {
        return Some("");
    }
    let rest = tag.strip_prefix("!str").or_else(|| tag.strip_prefix("!ruby/string"))?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix(':') }
}

/// What follows a prefix and perhaps a colon.
fn optional_class<'t>(tag: &'t str, prefix: &str) -> Option<&'t str> {
    let rest = tag.strip_prefix(prefix)?;
    Some(rest.strip_prefix(':').unwrap_or(rest))
}

fn allocate<T>(name: &str) -> Result<T, Refusal> {
    if name.is_empty() {
        return other("undefined method `allocate' for nil:NilClass");
    }
    class(name)
}

/// Bytes; a string where they are text.
fn binary(text: &str) -> Value {
    let bytes = Binary::from_base64(text);
    match std::str::from_utf8(bytes.bytes()) {
        Ok(text) => Value::from(text),
        Err(_) => Value::Binary(bytes.into()),
    }
}

fn float(text: Cow<'_, str>) -> Result<Value, Refusal> {
    let refused = |what: &str| other(format!("can't convert {what} into Float"));
    let value = match untagged(text, &[])? {
        Loaded::Symbol(_) => return refused("Symbol"),
        Loaded::Value(value) => value,
    };
    let number = match &value {
        Value::Float(number) => Ok(*number),
        // The nearest number, as Ruby finds it.
        Value::Integer(number) => float_from_text(&number.to_string()),
        Value::BigInteger(number) => float_from_text(&number.to_string()),
        Value::String(text) => float_from_text(text),
        Value::Boolean(true) => return refused("true"),
        Value::Boolean(false) => return refused("false"),
        _ => return refused("nil"),
    };
    number.map(Value::Float).map_err(|error| Refusal::Other(error.message))
}
