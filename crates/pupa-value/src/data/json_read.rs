//! A JSON parser compatible with Ruby's: integers of any size, the last of duplicate keys,
//! comments.
//!
//! It exists because available parsers round large integers.

use super::json_write::MAX_NESTING;
use crate::error::{Error, ErrorKind, Result};
use crate::value::{Hash, Value};

/// Parses JSON.
///
/// A duplicate key replaces the value and keeps its position. Comments are skipped.
///
/// ```
/// use pupa_value::{Value, data::from_json};
/// let data = from_json(r#"{"a": 1, "b": [true], "a": 2} // the last one counts"#)?;
/// let expected = [("a".into(), 2.into()), ("b".into(), Value::array([true.into()]))];
/// assert_eq!(data, Value::hash(expected));
/// let error = from_json("[1,\n 2").unwrap_err();
/// assert_eq!(error.message, "unexpected end of JSON text (line: 2, column: 3)");
/// # Ok::<(), pupa_value::Error>(())
/// ```
///
/// # Errors
/// If the string is not JSON (with line and column), or is nested more than a hundred levels deep.
pub fn from_json(text: &str) -> Result<Value> {
    let mut parser = JsonParser { text, bytes: text.as_bytes(), at: 0, depth: 0 };
    let value = parser.value()?;
    parser.skip_space()?;
    if parser.at < parser.bytes.len() {
        return Err(parser.unexpected());
    }
    Ok(value)
}

struct JsonParser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    depth: usize,
}

impl JsonParser<'_> {
    fn value(&mut self) -> Result<Value> {
        self.skip_space()?;
        match self.peek() {
            Some(b'{') => self.nested(Self::hash),
            Some(b'[') => self.nested(Self::array),
            Some(b'"') => self.string().map(Value::from),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Value::Boolean(true)),
            Some(b'f') => self.word("false", Value::Boolean(false)),
            Some(b'n') => self.word("null", Value::Undef),
            _ => Err(self.unexpected()),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Value>) -> Result<Value> {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            let message = format!("nesting of {} is too deep", self.depth);
            return Err(Error::new(ErrorKind::Limit, message));
        }
        self.at += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn array(&mut self) -> Result<Value> {
        let mut elements = Vec::new();
        self.skip_space()?;
        if self.accept(b']') {
            return Ok(elements.into());
        }
        loop {
            elements.push(self.value()?);
            self.skip_space()?;
            if self.accept(b']') {
                return Ok(elements.into());
            }
            self.expect(b',')?;
        }
    }

    fn hash(&mut self) -> Result<Value> {
        let mut hash = Hash::new();
        self.skip_space()?;
        if self.accept(b'}') {
            return Ok(hash.into());
        }
        loop {
            self.skip_space()?;
            if self.peek() != Some(b'"') {
                return Err(self.unexpected());
            }
            let key = self.string()?;
            self.skip_space()?;
            self.expect(b':')?;
            let value = self.value()?;
            hash.insert(key, value);
            self.skip_space()?;
            if self.accept(b'}') {
                return Ok(hash.into());
            }
            self.expect(b',')?;
        }
    }

    fn accept(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, byte: u8) -> Result<()> {
        if self.accept(byte) { Ok(()) } else { Err(self.unexpected()) }
    }

    fn word(&mut self, word: &str, value: Value) -> Result<Value> {
        let is_there = self.bytes[self.at..].starts_with(word.as_bytes());
        if !is_there {
            return Err(self.unexpected());
        }
        self.at += word.len();
        Ok(value)
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        self.at - start
    }

    fn number(&mut self) -> Result<Value> {
        let start = self.at;
        self.accept(b'-');
        let is_zero = self.peek() == Some(b'0');
        let digits = self.digits();
        if digits == 0 || is_zero && digits > 1 {
            self.at = start;
            return Err(self.unexpected());
        }
        let has_fraction = self.fraction()?;
        let has_exponent = self.exponent()?;
        let text = &self.text[start..self.at];
        if has_fraction || has_exponent {
            return text.parse().map(Value::Float).map_err(|_| self.unexpected());
        }
        if let Ok(number) = text.parse() {
            return Ok(Value::Integer(number));
        }
        text.parse().map(Value::from_big).map_err(|_| self.unexpected())
    }

    fn fraction(&mut self) -> Result<bool> {
        let point = self.at;
        if !self.accept(b'.') {
            return Ok(false);
        }
        if self.digits() == 0 {
            self.at = point;
            return Err(self.unexpected());
        }
        Ok(true)
    }

    fn exponent(&mut self) -> Result<bool> {
        let letter = self.at;
        if !self.accept(b'e') && !self.accept(b'E') {
            return Ok(false);
        }
        if !self.accept(b'+') {
            self.accept(b'-');
        }
        if self.digits() == 0 {
            self.at = letter;
            return Err(self.unexpected());
        }
        Ok(true)
    }

    /// Parses a string; a fast path copies strings without escapes.
    fn string(&mut self) -> Result<crate::value::Text> {
        self.at += 1;
        let start = self.at;
        self.plain()?;
        if self.peek() == Some(b'"') {
            self.at += 1;
            return Ok(self.text[start..self.at - 1].into());
        }
        let mut text = String::from(&self.text[start..self.at]);
        loop {
            if self.accept(b'"') {
                return Ok(text.into());
            }
            self.at += 1;
            self.escape(&mut text)?;
            let start = self.at;
            self.plain()?;
            text.push_str(&self.text[start..self.at]);
        }
    }

    /// Skips to the next quote or backslash.
    fn plain(&mut self) -> Result<()> {
        loop {
            match self.peek() {
                Some(b'"' | b'\\') => return Ok(()),
                None | Some(0..b' ') => return Err(self.unexpected()),
                Some(_) => self.at += 1,
            }
        }
    }

    fn escape(&mut self, text: &mut String) -> Result<()> {
        let Some(character) = self.text[self.at..].chars().next() else {
            return Err(self.unexpected());
        };
        match character {
            'b' => text.push('\u{8}'),
            'f' => text.push('\u{c}'),
            'n' => text.push('\n'),
            'r' => text.push('\r'),
            't' => text.push('\t'),
            'u' => return self.unicode(text),
            control if control < ' ' => return Err(self.unexpected()),
            // Compat: any other escaped character is literal.
            other => text.push(other),
        }
        self.at += character.len_utf8();
        Ok(())
    }

    fn unicode(&mut self, text: &mut String) -> Result<()> {
        let start = self.at - 1;
        self.at += 1;
        let first = self.code_unit()?;
        if let Some(character) = char::from_u32(first) {
            text.push(character);
            return Ok(());
        }
        let second = if self.bytes[self.at..].starts_with(b"\\u") {
            self.at += 2;
            self.code_unit()?
        } else {
            0
        };
        let units = [first, second].map(|unit| u16::try_from(unit).unwrap_or_default());
        match char::decode_utf16(units).next() {
            Some(Ok(character)) => text.push(character),
            _ => {
                self.at = start;
                return Err(self.error("incomplete surrogate pair"));
            }
        }
        Ok(())
    }

    fn code_unit(&mut self) -> Result<u32> {
        let digits = self.text.get(self.at..self.at + 4);
        let is_hex = |digits: &&str| digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let Some(digits) = digits.filter(is_hex) else { return Err(self.unexpected()) };
        self.at += 4;
        u32::from_str_radix(digits, 16).map_err(|_| self.unexpected())
    }

    /// Skips white space and comments.
    fn skip_space(&mut self) -> Result<()> {
        loop {
            match self.peek() {
                Some(b' ' | b'\t' | b'\r' | b'\n') => self.at += 1,
                Some(b'/') => self.comment()?,
                _ => return Ok(()),
            }
        }
    }

    fn comment(&mut self) -> Result<()> {
        let rest = &self.text[self.at..];
        let length = if rest.starts_with("//") {
            Some(rest.find('\n').unwrap_or(rest.len()))
        } else if let Some(inner) = rest.strip_prefix("/*") {
            inner.find("*/").map(|end| end + 4)
        } else {
            None
        };
        match length {
            Some(length) => {
                self.at += length;
                Ok(())
            }
            None => Err(self.unexpected()),
        }
    }

    fn unexpected(&self) -> Error {
        match self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            Some(character) => self.error(&format!(
                "unexpected character {} in JSON text",
                crate::text::quote(&character.to_string())
            )),
            None => self.error("unexpected end of JSON text"),
        }
    }

    fn error(&self, what: &str) -> Error {
        let before = self.text.get(..self.at).unwrap_or(self.text);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let column = before[start..].chars().count() + 1;
        Error::parse(format!("{what} (line: {line}, column: {column})"))
    }
}
