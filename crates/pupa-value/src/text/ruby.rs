//! Values in Ruby's notation: `to_s` and `inspect`.
//!
//! The reference is written in Ruby. Where it passes a value to Ruby's `format` or inserts it in a
//! message, users see Ruby's notation.

use std::borrow::Cow;
use std::fmt::Write;
use std::sync::OnceLock;

use pupa_syntax::notation::ruby_float;

pub use crate::ruby::class_name;

use super::{is_too_long, literal, quote};
use crate::regexp::Regexp;
use crate::value::Value;

/// The value by Ruby's `to_s`.
pub fn to_s(value: &Value) -> Cow<'_, str> {
    match value {
        Value::Undef => "".into(),
        Value::Default => "default".into(),
        Value::String(text) => text.as_str().into(),
        Value::Timestamp(time) => time.to_string().into(),
        Value::Timespan(span) => span.to_string().into(),
        Value::Binary(binary) => binary.to_string().into(),
        Value::Uri(uri) => uri.to_string().into(),
        Value::SemVerRange(range) => range.to_string().into(),
        Value::Regexp(regexp) => regexp.to_string().into(),
        Value::Type(t) => t.display().into(),
        Value::Sensitive(_) => "Sensitive [value redacted]".into(),
        Value::Foreign(object) => object.text.as_str().into(),
        Value::Iterator(sequence) => match &sequence.element_type {
            Some(t) => format!("Iterator[{}]-Value", t.generalize()).into(),
            None => "Iterator-Value".into(),
        },
        _ => inspect(value),
    }
}

/// The value by Ruby's `inspect`.
///
/// Ruby writes the address of objects without an `inspect` method; these are written in Puppet
/// syntax instead. Collections that are too large are marked like recursive ones.
pub fn inspect(value: &Value) -> Cow<'_, str> {
    match value {
        Value::Array(_) if is_too_long(value) => "[...]".into(),
        Value::Hash(_) if is_too_long(value) => "{...}".into(),
        _ => inspect_at(value, 0),
    }
}

fn inspect_at(value: &Value, depth: usize) -> Cow<'_, str> {
    if !pupa_meter::charge(8) {
        return "...".into();
    }
    match value {
        // Ruby's mark for recursive collections.
        Value::Array(_) if depth > Value::MAX_OUTPUT_DEPTH => "[...]".into(),
        Value::Hash(_) if depth > Value::MAX_OUTPUT_DEPTH => "{...}".into(),
        Value::Undef => "nil".into(),
        Value::Default => ":default".into(),
        Value::Boolean(truth) => if *truth { "true" } else { "false" }.into(),
        Value::Integer(number) => number.to_string().into(),
        Value::BigInteger(number) => number.to_string().into(),
        Value::Float(number) => ruby_float(*number).into(),
        Value::String(text) => inspect_text(text).into(),
        Value::Regexp(regexp) => regexp.inspect().into(),
        Value::Array(elements) => inspect_array(elements, depth + 1).into(),
        Value::Hash(hash) => inspect_hash(hash, depth + 1).into(),
        Value::Type(t) => t.display().into(),
        Value::Sensitive(_) => "#<Sensitive [value redacted]>".into(),
        Value::SemVer(version) => version.to_string().into(),
        Value::SemVerRange(range) => range.canonical().into(),
        Value::Timestamp(time) => format!("Timestamp({})", quote(&time.to_string())).into(),
        Value::Timespan(span) => format!("Timespan({})", quote(&span.to_string())).into(),
        Value::Binary(binary) => format!("Binary(\"{binary}\")").into(),
        Value::Uri(uri) => format!("#<{} {uri}>", uri_class(&uri.to_string())).into(),
        Value::Object(_) | Value::Instance(_) => literal(value).into(),
        Value::Iterator(_) => to_s(value),
        Value::Closure(closure) => closure.callable_type().to_string().into(),
        Value::Foreign(object) => object.inspect.as_str().into(),
    }
}

fn inspect_array(elements: &[Value], depth: usize) -> String {
    let texts: Vec<Cow<'_, str>> =
        elements.iter().map(|element| inspect_at(element, depth)).collect();
    format!("[{}]", texts.join(", "))
}

fn inspect_hash(hash: &crate::value::Hash, depth: usize) -> String {
    let entries: Vec<String> = hash
        .iter()
        .map(|(key, value)| format!("{}=>{}", inspect_at(key, depth), inspect_at(value, depth)))
        .collect();
    format!("{{{}}}", entries.join(", "))
}

/// A string by Ruby's `inspect`.
///
/// ```
/// use pupa_value::text::ruby::inspect_text;
/// assert_eq!(inspect_text("a\u{1}#{b}\n"), r##""a\u0001\#{b}\n""##);
/// ```
pub fn inspect_text(text: &str) -> String {
    pupa_meter::charge_memory(text.len().saturating_mul(8));
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{c}' => out.push_str("\\f"),
            '\u{b}' => out.push_str("\\v"),
            '\u{8}' => out.push_str("\\b"),
            '\u{7}' => out.push_str("\\a"),
            '\u{1b}' => out.push_str("\\e"),
            '#' if matches!(characters.peek(), Some('{' | '$' | '@')) => out.push_str("\\#"),
            _ if is_printable(character) => out.push(character),
            // Writing to a `String` cannot fail.
            '\u{10000}'.. => {
                let _ = write!(out, "\\u{{{:X}}}", u32::from(character));
            }
            _ => {
                let _ = write!(out, "\\u{:04X}", u32::from(character));
            }
        }
    }
    out.push('"');
    out
}

/// Bytes by Ruby's `inspect`.
pub fn inspect_bytes(bytes: &[u8]) -> String {
    let mut out = "\"".to_owned();
    for (index, byte) in bytes.iter().enumerate() {
        let next = bytes.get(index + 1);
        match byte {
            b'#' if matches!(next, Some(b'{' | b'$' | b'@')) => out.push_str("\\#"),
            0..=6 | 0xe..=0x1a | 0x1c..=0x1f | 0x7f.. => {
                // Writing to a `String` cannot fail.
                let _ = write!(out, "\\x{byte:02X}");
            }
            _ => {
                let quoted = inspect_text((*byte as char).encode_utf8(&mut [0; 4]));
                out.push_str(&quoted[1..quoted.len() - 1]);
            }
        }
    }
    out.push('"');
    out
}

/// Whether Ruby writes the character without escaping. Its tables are those of Unicode 13.
fn is_printable(character: char) -> bool {
    if character.is_ascii() {
        return !character.is_ascii_control();
    }
    if character == '\u{85}' {
        return true;
    }
    static PRINTABLE: OnceLock<Option<Regexp>> = OnceLock::new();
    let printable = PRINTABLE.get_or_init(|| Regexp::new(r"\A[[:print:]]\z").ok());
    let mut buffer = [0; 4];
    let text: &str = character.encode_utf8(&mut buffer);
    printable.as_ref().is_none_or(|regex| regex.is_match(text).unwrap_or(true))
}

/// `nil`, `true` or `false`, else the name of the class: Ruby's label of a value in conversion
/// errors.
pub fn class_or_value(value: &Value) -> String {
    match value {
        Value::Undef | Value::Boolean(_) => inspect(value).into_owned(),
        Value::Uri(uri) => uri_class(&uri.to_string()).to_owned(),
        _ => class_name(value).to_owned(),
    }
}

/// The Ruby class of a URI.
pub(crate) fn uri_class(text: &str) -> &'static str {
    let scheme = text.split_once(':').map_or("", |(scheme, _)| scheme);
    match scheme.to_ascii_lowercase().as_str() {
        "file" => "URI::File",
        "ftp" => "URI::FTP",
        "http" => "URI::HTTP",
        "https" => "URI::HTTPS",
        "ldap" => "URI::LDAP",
        "ldaps" => "URI::LDAPS",
        "mailto" => "URI::MailTo",
        "ws" => "URI::WS",
        "wss" => "URI::WSS",
        _ => "URI::Generic",
    }
}
