//! A JSON writer with exactly the output of Ruby's.

use std::fmt::Write;

use pupa_syntax::notation::ruby_float;

use crate::error::{Error, ErrorKind, Result};
use crate::text::ruby::to_s;
use crate::value::{Hash, Value};

/// The maximum nesting depth of JSON.
pub(super) const MAX_NESTING: usize = 100;

/// Converts data to JSON on one line.
///
/// Only quotes, backslashes and control characters are escaped. Values other than data are written
/// as their strings in Ruby.
///
/// ```
/// use pupa_value::{Value, data::to_json};
/// let data = Value::hash([("a".into(), Value::array([Value::Float(1e20), "ü\n".into()]))]);
/// assert_eq!(to_json(&data)?, r#"{"a":[1.0e+20,"ü\n"]}"#);
/// # Ok::<(), pupa_value::Error>(())
/// ```
///
/// # Errors
/// If a number is not finite, or the data is nested more than a hundred levels deep.
pub fn to_json(data: &Value) -> Result<String> {
    let mut out = String::new();
    write_json(data, &mut out)?;
    Ok(out)
}

/// Appends data as JSON on one line.
///
/// # Errors
/// Like [`to_json`]; a part of the data may then have been written.
pub fn write_json(data: &Value, out: &mut String) -> Result<()> {
    JsonWriter { out, pretty: false, depth: 0 }.value(data)
}

/// Appends data as JSON on one line, within a document in which it is `depth` levels deep.
///
/// # Errors
/// Like [`write_json`].
pub fn write_json_within(data: &Value, depth: usize, out: &mut String) -> Result<()> {
    JsonWriter { out, pretty: false, depth }.value(data)
}

/// Appends a string as JSON.
pub fn write_json_text(text: &str, out: &mut String) {
    JsonWriter { out, pretty: false, depth: 0 }.string(text);
}

/// Converts data to indented JSON.
///
/// Compat: empty arrays and hashes also take several lines. Pinned by `json_on_many_lines`.
///
/// # Errors
/// Like [`to_json`].
pub fn to_pretty_json(data: &Value) -> Result<String> {
    let mut out = String::new();
    JsonWriter { out: &mut out, pretty: true, depth: 0 }.value(data)?;
    Ok(out)
}

struct JsonWriter<'a> {
    out: &'a mut String,
    pretty: bool,
    depth: usize,
}

impl JsonWriter<'_> {
    fn value(&mut self, value: &Value) -> Result<()> {
        if !pupa_meter::charge(4) {
            return Err(crate::error::Error::new(ErrorKind::Limit, "the output is too large"));
        }
        match value {
            Value::Undef => self.out.push_str("null"),
            Value::Boolean(true) => self.out.push_str("true"),
            Value::Boolean(false) => self.out.push_str("false"),
            Value::Integer(number) => self.number(number),
            Value::BigInteger(number) => self.number(number),
            Value::Float(number) => self.float(*number)?,
            Value::String(text) => self.string(text),
            Value::Array(elements) => self.array(elements)?,
            Value::Hash(hash) => self.hash(hash)?,
            other => self.string(&to_s(other)),
        }
        Ok(())
    }

    fn number(&mut self, number: impl std::fmt::Display) {
        // Writing to a `String` cannot fail.
        let _ = write!(self.out, "{number}");
    }

    fn float(&mut self, number: f64) -> Result<()> {
        let text = ruby_float(number);
        if !number.is_finite() {
            return Err(Error::other(format!("{text} not allowed in JSON")));
        }
        self.out.push_str(&text);
        Ok(())
    }

    fn array(&mut self, elements: &[Value]) -> Result<()> {
        self.open('[')?;
        self.line();
        for (index, element) in elements.iter().enumerate() {
            if index > 0 {
                self.out.push(',');
                self.line();
            }
            self.indent();
            self.value(element)?;
        }
        self.depth -= 1;
        self.line();
        self.close(']');
        Ok(())
    }

    fn hash(&mut self, hash: &Hash) -> Result<()> {
        self.open('{')?;
        for (index, (key, value)) in hash.iter().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            self.line();
            self.indent();
            self.string(&to_s(key));
            self.out.push_str(if self.pretty { ": " } else { ":" });
            self.value(value)?;
        }
        self.depth -= 1;
        self.line();
        self.close('}');
        Ok(())
    }

    fn open(&mut self, bracket: char) -> Result<()> {
        if self.depth >= MAX_NESTING {
            let message = format!("nesting of {} is too deep", self.depth);
            return Err(Error::new(ErrorKind::Limit, message));
        }
        self.depth += 1;
        self.out.push(bracket);
        Ok(())
    }

    fn close(&mut self, bracket: char) {
        self.indent();
        self.out.push(bracket);
    }

    fn line(&mut self) {
        if self.pretty {
            self.out.push('\n');
        }
    }

    fn indent(&mut self) {
        if self.pretty {
            self.out.extend(std::iter::repeat_n("  ", self.depth));
        }
    }

    fn string(&mut self, text: &str) {
        pupa_meter::charge_memory(text.len());
        self.out.reserve(text.len() + 2);
        self.out.push('"');
        let mut written = 0;
        for (at, byte) in text.bytes().enumerate() {
            if byte >= b' ' && byte != b'"' && byte != b'\\' {
                continue;
            }
            self.out.push_str(&text[written..at]);
            self.escaped(byte);
            written = at + 1;
        }
        self.out.push_str(&text[written..]);
        self.out.push('"');
    }

    fn escaped(&mut self, byte: u8) {
        match byte {
            b'"' => self.out.push_str("\\\""),
            b'\\' => self.out.push_str("\\\\"),
            b'\n' => self.out.push_str("\\n"),
            b'\r' => self.out.push_str("\\r"),
            b'\t' => self.out.push_str("\\t"),
            0x0c => self.out.push_str("\\f"),
            0x08 => self.out.push_str("\\b"),
            // Writing to a `String` cannot fail.
            _ => {
                let _ = write!(self.out, "\\u{byte:04x}");
            }
        }
    }
}
