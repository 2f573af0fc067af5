//! The conversion of JSON to Ruby values.
//!
//! Errors differ as in the library: for an error in an array, the message shows the text from the
//! offending character. For an error in an object, the array or document around it reports the
//! whole object as unexpected.

use pupa_data::json::{float_end, integer_end};

use crate::core::class;
use crate::heap::Encoding;
use crate::machine::{Flow, Jump, Machine};
use crate::symbol::{Symbol, names};
use crate::value::{HashId, StrId, Value};

/// The settings of a parser.
#[derive(Debug, Clone)]
pub(super) struct Settings {
    /// The maximum nesting; 0 means unlimited.
    pub(super) max_nesting: usize,
    pub(super) allow_nan: bool,
    symbolize_names: bool,
    freeze: bool,
    object_class: Value,
    array_class: Value,
    decimal_class: Value,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            max_nesting: 100,
            allow_nan: false,
            symbolize_names: false,
            freeze: false,
            object_class: Value::Nil,
            array_class: Value::Nil,
            decimal_class: Value::Nil,
        }
    }
}

impl Settings {
    /// Applies a hash of options.
    pub(super) fn apply(&mut self, m: &mut Machine<'_>, hash: Option<HashId>) -> Flow<()> {
        let truthy = |m: &mut Machine<'_>, name: &str| m.keyword(hash, name).map(Value::is_truthy);
        if let Some(nesting) = m.keyword(hash, "max_nesting") {
            self.max_nesting = match nesting {
                Value::Nil | Value::Bool(false) => 0,
                other => usize::try_from(m.to_int(other)?).unwrap_or(0),
            };
        }
        self.allow_nan = truthy(m, "allow_nan").unwrap_or(self.allow_nan);
        self.symbolize_names = truthy(m, "symbolize_names").unwrap_or(false);
        self.freeze = truthy(m, "freeze").unwrap_or(false);
        self.object_class = m.keyword(hash, "object_class").unwrap_or(Value::Nil);
        self.array_class = m.keyword(hash, "array_class").unwrap_or(Value::Nil);
        self.decimal_class = m.keyword(hash, "decimal_class").unwrap_or(Value::Nil);
        if self.symbolize_names && truthy(m, "create_additions") == Some(true) {
            let text =
                "options :symbolize_names and :create_additions cannot be  used in conjunction";
            return Err(m.argument_error(text));
        }
        Ok(())
    }
}

/// The reason why a value could not be parsed.
enum Stop {
    /// No value matches; the caller chooses the message.
    Unmatched,
    /// An exception with its own message.
    Jump(Jump),
}

impl From<Jump> for Stop {
    fn from(jump: Jump) -> Stop {
        Stop::Jump(jump)
    }
}

type Read<T = (Value, usize)> = Result<T, Stop>;

struct Parser {
    bytes: Vec<u8>,
    settings: Settings,
}

/// Parses a document.
pub(super) fn parse(m: &mut Machine<'_>, source: StrId, settings: Settings) -> Flow {
    let string = m.string(source);
    let source = match string.encoding {
        Encoding::Utf16Le | Encoding::Utf16Be | Encoding::Latin1 => {
            let target = m.new_str("UTF-8");
            let converted = m.call(Value::Str(source), Symbol::new("encode"), &[target])?;
            m.to_str(converted)?
        }
        _ => source,
    };
    let bytes = m.string(source).to_vec();
    m.charge(bytes.len())?;
    let parser = Parser { bytes, settings };
    let start = match parser.blanks(0) {
        Ok(start) => start,
        Err(at) => return Err(parser.unexpected(m, 859, at)),
    };
    let (value, end) = match parser.value(m, start, 0) {
        Ok(read) => read,
        Err(Stop::Unmatched) => return Err(parser.unexpected(m, 859, start)),
        Err(Stop::Jump(jump)) => return Err(jump),
    };
    match parser.blanks(end) {
        Ok(end) if end == parser.bytes.len() => Ok(value),
        Ok(at) | Err(at) => Err(parser.unexpected(m, 859, at)),
    }
}

impl Parser {
    fn unexpected(&self, m: &mut Machine<'_>, line: u32, at: usize) -> Jump {
        self.message(m, line, "unexpected token", at)
    }

    fn message(&self, m: &mut Machine<'_>, line: u32, words: &str, at: usize) -> Jump {
        let rest = self.bytes.get(at..).unwrap_or_default();
        // The library prints the text as a C string, which ends at a zero byte.
        let display = rest.split(|&byte| byte == 0).next().unwrap_or_default();
        let mut text = format!("{line}: {words} at '").into_bytes();
        text.extend_from_slice(display);
        text.push(b'\'');
        let jump = m.error(class::JSON_PARSER_ERROR, "");
        let message = m.new_bytes(text, Encoding::Utf8);
        if let Jump::Raise(id) = jump
            && let Some(data) =
                m.payload_mut::<crate::core::exception::ExceptionData>(Value::Object(id))
        {
            data.message = message;
        }
        jump
    }

    fn value(&self, m: &mut Machine<'_>, at: usize, nesting: usize) -> Read {
        match self.bytes.get(at) {
            Some(b'{') => m.with_stack(64 * 1024, |m| self.object(m, at, nesting + 1)),
            Some(b'[') => m.with_stack(64 * 1024, |m| self.array(m, at, nesting + 1)),
            Some(b'"') => {
                let (id, end) = self.string(m, at)?;
                if self.settings.freeze {
                    m.string_mut(id).frozen = true;
                }
                Ok((Value::Str(id), end))
            }
            Some(b'-' | b'0'..=b'9') => self.number(m, at),
            Some(_) => self.word(m, at),
            None => Err(Stop::Unmatched),
        }
    }

    fn word(&self, m: &mut Machine<'_>, at: usize) -> Read {
        let rest = self.bytes.get(at..).unwrap_or_default();
        if rest.starts_with(b"null") {
            return Ok((Value::Nil, at + 4));
        }
        if rest.starts_with(b"true") {
            return Ok((Value::TRUE, at + 4));
        }
        if rest.starts_with(b"false") {
            return Ok((Value::FALSE, at + 5));
        }
        if rest.starts_with(b"NaN") {
            if self.settings.allow_nan {
                return Ok((Value::Float(f64::NAN), at + 3));
            }
            return Err(self.unexpected(m, 225, at).into());
        }
        if rest.starts_with(b"Infinity") {
            if self.settings.allow_nan {
                return Ok((Value::Float(f64::INFINITY), at + 8));
            }
            // The library shows one character too many. Before the text that is a zero byte.
            let from = if at == 0 { self.bytes.len() } else { at - 1 };
            return Err(self.unexpected(m, 232, from).into());
        }
        Err(Stop::Unmatched)
    }

    fn number(&self, m: &mut Machine<'_>, at: usize) -> Read {
        let rest = self.bytes.get(at..).unwrap_or_default();
        if rest.starts_with(b"-Infinity") {
            if self.settings.allow_nan {
                return Ok((Value::Float(f64::NEG_INFINITY), at + 9));
            }
            return Err(self.unexpected(m, 249, at).into());
        }
        let Some(whole) = integer_end(rest) else { return Err(Stop::Unmatched) };
        if let Some(end) = float_end(rest, whole) {
            let text = std::str::from_utf8(&rest[..end]).unwrap_or_default();
            let value = self.float(m, text)?;
            return Ok((value, at + end));
        }
        if rest.get(whole).is_some_and(u8::is_ascii_digit) {
            return Err(Stop::Unmatched);
        }
        let text = std::str::from_utf8(&rest[..whole]).unwrap_or_default();
        let value = match text.parse::<i64>() {
            Ok(small) => Value::Int(small),
            Err(_) => {
                m.charge(text.len())?;
                m.new_integer(text.parse().unwrap_or_default())
            }
        };
        Ok((value, at + whole))
    }

    fn float(&self, m: &mut Machine<'_>, text: &str) -> Flow {
        let class = self.settings.decimal_class;
        if !matches!(class, Value::Class(_)) || matches!(class, Value::Class(class::FLOAT)) {
            return Ok(Value::Float(text.parse().unwrap_or(0.0)));
        }
        let text = m.new_str(text);
        let convert = Symbol::new("try_convert");
        if m.responds_to(class, convert)? {
            return m.call(class, convert, &[text]);
        }
        if m.responds_to(class, names::NEW)? {
            return m.call(class, names::NEW, &[text]);
        }
        let Value::Class(id) = class else { return Ok(Value::Nil) };
        let name = m.class_name(id);
        let main = m.main;
        m.call(main, Symbol::new(&name), &[text])
    }

    /// Parses the string whose opening quote is at an offset.
    fn string(&self, m: &mut Machine<'_>, at: usize) -> Read<(StrId, usize)> {
        let Some(end) = string_end(&self.bytes, at + 1) else { return Err(Stop::Unmatched) };
        let raw = &self.bytes[at + 1..end];
        m.charge(raw.len())?;
        let bytes =
            if raw.contains(&b'\\') { self.unescape(m, at + 1, end)? } else { raw.to_vec() };
        let Value::Str(id) = m.new_bytes(bytes, Encoding::Utf8) else {
            return Err(Stop::Unmatched);
        };
        Ok((id, end + 1))
    }

    fn unescape(&self, m: &mut Machine<'_>, start: usize, end: usize) -> Flow<Vec<u8>> {
        let bytes = &self.bytes[start..end];
        let mut result = Vec::with_capacity(bytes.len());
        let (mut from, mut at) = (0, 0);
        while let Some(&byte) = bytes.get(at) {
            if byte != b'\\' {
                at += 1;
                continue;
            }
            result.extend_from_slice(&bytes[from..at]);
            let escaped = bytes.get(at + 1).copied().unwrap_or_default();
            at += 2;
            match escaped {
                b'n' => result.push(b'\n'),
                b'r' => result.push(b'\r'),
                b't' => result.push(b'\t'),
                b'b' => result.push(8),
                b'f' => result.push(12),
                b'"' | b'\\' => result.push(escaped),
                b'u' => match unicode(bytes, at) {
                    Some((encoded, length)) => {
                        result.extend(encoded);
                        at += length;
                    }
                    None => {
                        return Err(self.message(
                            m,
                            521,
                            "incomplete surrogate pair",
                            start + from,
                        ));
                    }
                },
                // The escape of any other character is the character itself.
                _ => {
                    from = at - 1;
                    continue;
                }
            }
            from = at.min(bytes.len());
        }
        result.extend_from_slice(bytes.get(from..).unwrap_or_default());
        Ok(result)
    }

    fn check_nesting(&self, m: &mut Machine<'_>, nesting: usize) -> Flow<()> {
        let most = self.settings.max_nesting;
        if most != 0 && nesting > most || nesting > 100_000 {
            let text = format!("nesting of {nesting} is too deep");
            return Err(m.error(class::JSON_NESTING_ERROR, text));
        }
        m.step()
    }

    fn array(&self, m: &mut Machine<'_>, at: usize, nesting: usize) -> Read {
        self.check_nesting(m, nesting)?;
        let mut items = Vec::new();
        let mut next = self.blanks_in_array(m, at + 1)?;
        while self.bytes.get(next) != Some(&b']') || !items.is_empty() {
            let (item, end) = match self.value(m, next, nesting) {
                Err(Stop::Unmatched) => return Err(self.unexpected(m, 451, next).into()),
                other => other?,
            };
            m.charge(size_of::<Value>())?;
            items.push(item);
            next = self.blanks_in_array(m, end)?;
            match self.bytes.get(next) {
                Some(b',') => next = self.blanks_in_array(m, next + 1)?,
                Some(b']') => break,
                _ => return Err(self.unexpected(m, 451, next).into()),
            }
        }
        let array = match self.settings.array_class {
            Value::Nil | Value::Class(class::ARRAY) => m.new_array(items),
            other => {
                let array = m.call(other, names::NEW, &[])?;
                for item in items {
                    m.call(array, names::SHIFT_LEFT, &[item])?;
                }
                array
            }
        };
        if self.settings.freeze {
            m.freeze(array);
        }
        Ok((array, next + 1))
    }

    fn object(&self, m: &mut Machine<'_>, at: usize, nesting: usize) -> Read {
        self.check_nesting(m, nesting)?;
        let object = match self.settings.object_class {
            Value::Nil | Value::Class(class::HASH) => Value::Hash(m.new_hash()),
            other => m.call(other, names::NEW, &[])?,
        };
        let mut next = self.blanks_in_object(at + 1)?;
        let mut is_empty = true;
        while self.bytes.get(next) != Some(&b'}') || !is_empty {
            is_empty = false;
            if self.bytes.get(next) != Some(&b'"') {
                return Err(Stop::Unmatched);
            }
            let (key, end) = self.string(m, next)?;
            let colon = self.blanks_in_object(end)?;
            if self.bytes.get(colon) != Some(&b':') {
                return Err(Stop::Unmatched);
            }
            let start = self.blanks_in_object(colon + 1)?;
            let (value, end) = self.value(m, start, nesting)?;
            let key = if self.settings.symbolize_names {
                Value::Sym(Symbol::new(&m.string(key).lossy()))
            } else {
                // A frozen key need not be copied by the hash.
                m.string_mut(key).frozen = true;
                Value::Str(key)
            };
            match object {
                Value::Hash(hash) if m.class_of(object) == class::HASH => {
                    m.hash_set(hash, key, value)?;
                }
                _ => {
                    m.call(object, names::ASET, &[key, value])?;
                }
            }
            next = self.blanks_in_object(end)?;
            match self.bytes.get(next) {
                Some(b',') => next = self.blanks_in_object(next + 1)?,
                Some(b'}') => break,
                _ => return Err(Stop::Unmatched),
            }
        }
        if self.settings.freeze {
            m.freeze(object);
        }
        Ok((object, next + 1))
    }

    fn blanks_in_array(&self, m: &mut Machine<'_>, at: usize) -> Read<usize> {
        self.blanks(at).map_err(|at| self.unexpected(m, 451, at).into())
    }

    fn blanks_in_object(&self, at: usize) -> Read<usize> {
        self.blanks(at).map_err(|_| Stop::Unmatched)
    }

    /// Skips blanks and comments and returns the offset after them. `Err` is the offset at which a
    /// comment is malformed.
    fn blanks(&self, mut at: usize) -> Result<usize, usize> {
        loop {
            match self.bytes.get(at) {
                Some(b' ' | b'\t' | b'\r' | b'\n') => at += 1,
                Some(b'/') => at = self.comment(at + 1)?,
                _ => return Ok(at),
            }
        }
    }

    fn comment(&self, at: usize) -> Result<usize, usize> {
        let end: &[u8] = match self.bytes.get(at) {
            Some(b'*') => b"*/",
            Some(b'/') => b"\n",
            _ => return Err(at),
        };
        let rest = self.bytes.get(at + 1..).unwrap_or_default();
        let found = memchr::memmem::find(rest, end);
        found.map(|found| at + 1 + found + end.len()).ok_or(self.bytes.len())
    }
}

/// The offset of the quote that ends a string.
fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at),
            b'\\' => match bytes.get(at + 1)? {
                b'u' => {
                    let digits = bytes.get(at + 2..at + 6)?;
                    if !digits.iter().all(u8::is_ascii_hexdigit) {
                        return None;
                    }
                    at += 6;
                }
                0..=0x1f => return None,
                _ => at += 2,
            },
            0..=0x1f => return None,
            _ => at += 1,
        }
    }
}

fn unit(bytes: &[u8], at: usize) -> u32 {
    let digits = bytes.get(at..at + 4).unwrap_or_default();
    digits
        .iter()
        .fold(0, |number, &digit| number << 4 | char::from(digit).to_digit(16).unwrap_or_default())
}

/// The UTF-8 bytes of a `\u` escape whose digits begin at `at`, and the length of the digits
/// including the second half of a surrogate pair.
fn unicode(bytes: &[u8], at: usize) -> Option<(Vec<u8>, usize)> {
    let first = unit(bytes, at);
    if first & 0xfc00 != 0xd800 {
        return Some((encode(first), 4));
    }
    let other = bytes.get(at + 4..at + 10)?;
    if !other.starts_with(b"\\u") {
        return Some((b"?".to_vec(), 5));
    }
    let low = unit(bytes, at + 6) & 0x3ff;
    Some((encode(0x10000 + ((first & 0x3ff) << 10 | low)), 10))
}

/// Encodes a code point as UTF-8, also one half of a surrogate pair.
fn encode(code: u32) -> Vec<u8> {
    match char::from_u32(code) {
        Some(character) => character.to_string().into_bytes(),
        None => {
            vec![0xe0 | (code >> 12) as u8, 0x80 | (code >> 6 & 63) as u8, 0x80 | (code & 63) as u8]
        }
    }
}
