//! `String#unpack` and `String#unpack1`: converting bytes to values.

use num_bigint::{BigInt, BigUint};

use super::{Count, Directive, Shape, ascii, directives, warn_unknown};
use crate::core::string::encode::check_keywords;
use crate::core::string::own;
use crate::heap::Encoding;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::value::Value;

struct Unpacker {
    bytes: Vec<u8>,
    at: usize,
    /// The offset of the start; `@` counts from it.
    start: usize,
    out: Vec<Value>,
    /// Whether to stop after the first value.
    is_single: bool,
}

/// `String#unpack`
pub(crate) fn unpack(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let list = run(m, this, args, false)?;
    match args.block {
        Some(block) => {
            for item in list {
                m.yield_one(block, item)?;
            }
            Ok(Value::Nil)
        }
        None => Ok(m.new_array(list)),
    }
}

/// `String#unpack1`
pub(crate) fn unpack1(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let list = run(m, this, args, true)?;
    Ok(list.first().copied().unwrap_or(Value::Nil))
}

fn run(m: &mut Machine<'_>, this: Value, args: Args<'_>, is_single: bool) -> Flow<Vec<Value>> {
    let (positional, keywords) = args.split_keywords();
    if let Some(keywords) = keywords {
        check_keywords(m, keywords, &["offset"])?;
    }
    let [format] = positional else {
        return Err(m.arity_error(positional.len(), 1, Some(1)));
    };
    let format = m.to_str(*format)?;
    let id = own(m, this)?;
    let offset = match m.keyword(keywords, "offset") {
        Some(offset) if !offset.is_nil() => m.to_int(offset)?,
        _ => 0,
    };
    if offset < 0 {
        return Err(m.argument_error("offset can't be negative"));
    }
    let bytes = m.string(id).to_vec();
    let start = usize::try_from(offset).unwrap_or(usize::MAX);
    if start > bytes.len() {
        return Err(m.argument_error("offset outside of string"));
    }
    let mut unpacker = Unpacker { bytes, at: start, start, out: Vec::new(), is_single };
    let format = m.string(format).to_vec();
    for directive in directives(m, &format)? {
        warn_unknown(m, directive, &format, "unpack")?;
        unpacker.directive(m, directive)?;
        if is_single && !unpacker.out.is_empty() {
            break;
        }
    }
    Ok(unpacker.out)
}

impl Unpacker {
    fn rest(&self) -> &[u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    fn push(&mut self, m: &mut Machine<'_>, value: Value) -> Flow<()> {
        m.charge(size_of::<Value>())?;
        self.out.push(value);
        Ok(())
    }

    fn is_done(&self) -> bool {
        self.is_single && !self.out.is_empty()
    }

    fn directive(&mut self, m: &mut Machine<'_>, directive: Directive) -> Flow<()> {
        if let Some(shape) = directive.integer() {
            return self.fixed(m, directive.count, shape.size, |m, bytes| integer(m, bytes, shape));
        }
        if let Some((size, is_big)) = directive.float() {
            return self.fixed(m, directive.count, size, |_, bytes| float(bytes, is_big));
        }
        match directive.letter {
            b'a' | b'A' | b'Z' => self.text(m, directive),
            b'b' | b'B' => self.digits(m, directive, 1),
            b'h' | b'H' => self.digits(m, directive, 4),
            b'U' => self.unicode(m, directive.count),
            b'w' => self.compressed(m, directive.count),
            b'u' => {
                let bytes = ascii::from_uu(self.rest());
                self.at = self.bytes.len();
                let value = m.new_bytes(bytes, Encoding::Binary);
                self.push(m, value)
            }
            b'm' => {
                let bytes = if directive.count == Count::Times(0) {
                    match ascii::from_strict_base64(self.rest()) {
                        Some(bytes) => bytes,
                        None => return Err(m.argument_error("invalid base64")),
                    }
                } else {
                    ascii::from_base64(self.rest())
                };
                self.at = self.bytes.len();
                let value = m.new_bytes(bytes, Encoding::Binary);
                self.push(m, value)
            }
            b'M' => {
                let bytes = ascii::from_quoted(self.rest());
                self.at = self.bytes.len();
                let value = m.new_bytes(bytes, Encoding::Binary);
                self.push(m, value)
            }
            b'x' | b'X' | b'@' => self.position(m, directive),
            b'%' => Err(m.argument_error("% is not supported")),
            b'p' | b'P' => Err(m.not_implemented("unpacking pointers")),
            _ => Ok(()),
        }
    }

    fn position(&mut self, m: &mut Machine<'_>, directive: Directive) -> Flow<()> {
        let length = self.bytes.len();
        let (target, name) = match (directive.letter, directive.count) {
            (b'x', Count::One) => (self.at.checked_add(1), "x"),
            (b'x', Count::Times(count)) => (self.at.checked_add(count), "x"),
            (b'x', Count::All) => (Some(length), "x"),
            (b'X', Count::One) => (self.at.checked_sub(1), "X"),
            (b'X', Count::Times(count)) => (self.at.checked_sub(count), "X"),
            (b'X', Count::All) => (self.at.checked_sub(length - self.at), "X"),
            (_, Count::One) => (Some(self.start), "@"),
            (_, Count::Times(count)) => (self.start.checked_add(count), "@"),
            (_, Count::All) => (Some(self.at), "@"),
        };
        match target.filter(|target| *target <= length) {
            Some(target) => {
                self.at = target;
                Ok(())
            }
            None => Err(m.argument_error(format!("{name} outside of string"))),
        }
    }

    /// Reads values of a fixed size; values beyond the end of the string are `nil`.
    fn fixed(
        &mut self,
        m: &mut Machine<'_>,
        count: Count,
        size: usize,
        read: impl Fn(&mut Machine<'_>, &[u8]) -> Value,
    ) -> Flow<()> {
        let available = self.rest().len() / size;
        let times = match count {
            Count::One => 1,
            Count::Times(times) => times,
            Count::All => available,
        };
        for _ in 0..times.min(available) {
            let bytes = self.rest().get(..size).unwrap_or_default().to_vec();
            let value = read(m, &bytes);
            self.push(m, value)?;
            self.at += size;
            if self.is_done() {
                return Ok(());
            }
        }
        for _ in available..times {
            self.push(m, Value::Nil)?;
            if self.is_done() {
                return Ok(());
            }
        }
        Ok(())
    }

    fn text(&mut self, m: &mut Machine<'_>, directive: Directive) -> Flow<()> {
        let available = self.rest().len();
        let length = match directive.count {
            Count::One => 1.min(available),
            Count::Times(length) => length.min(available),
            Count::All => available,
        };
        let field = self.rest().get(..length).unwrap_or_default();
        let (text, used) = match directive.letter {
            b'A' => {
                let end = field.iter().rposition(|byte| !matches!(byte, b' ' | 0));
                (field.get(..end.map_or(0, |end| end + 1)), length)
            }
            b'Z' => match field.iter().position(|byte| *byte == 0) {
                Some(end) if directive.count == Count::All => (field.get(..end), end + 1),
                Some(end) => (field.get(..end), length),
                None => (Some(field), length),
            },
            _ => (Some(field), length),
        };
        let text = text.unwrap_or_default().to_vec();
        self.at += used;
        let value = m.new_bytes(text, Encoding::Binary);
        self.push(m, value)
    }

    /// Reads bits or hexadecimal digits as a string.
    fn digits(&mut self, m: &mut Machine<'_>, directive: Directive, bits: u32) -> Flow<()> {
        let per_byte = (8 / bits) as usize;
        let available = self.rest().len().saturating_mul(per_byte);
        let length = match directive.count {
            Count::One => 1.min(available),
            Count::Times(length) => length.min(available),
            Count::All => available,
        };
        m.charge(length)?;
        let is_high_first = directive.letter.is_ascii_uppercase();
        let mut text = String::with_capacity(length);
        for index in 0..length {
            let byte = self.rest().get(index / per_byte).copied().unwrap_or(0);
            let place = (index % per_byte) as u32 * bits;
            let shift = if is_high_first { 8 - bits - place } else { place };
            let digit = u32::from(byte >> shift) & ((1 << bits) - 1);
            text.push(char::from_digit(digit, 16).unwrap_or('0'));
        }
        self.at += length.div_ceil(per_byte);
        let value = m.new_bytes(text.into_bytes(), Encoding::UsAscii);
        self.push(m, value)
    }

    fn unicode(&mut self, m: &mut Machine<'_>, count: Count) -> Flow<()> {
        let times = match count {
            Count::One => 1,
            Count::Times(times) => times,
            Count::All => usize::MAX,
        };
        for _ in 0..times {
            let rest = self.rest();
            if rest.is_empty() || self.is_done() {
                break;
            }
            let (code, length) = match code_of(rest) {
                Ok(found) => found,
                Err(message) => return Err(m.argument_error(message)),
            };
            let value = Value::Int(i64::from(code));
            self.at += length;
            self.push(m, value)?;
        }
        Ok(())
    }

    fn compressed(&mut self, m: &mut Machine<'_>, count: Count) -> Flow<()> {
        let times = match count {
            Count::One => 1,
            Count::Times(times) => times,
            Count::All => usize::MAX,
        };
        for _ in 0..times {
            if self.is_done() {
                break;
            }
            let Some(end) = self.rest().iter().position(|byte| byte & 0x80 == 0) else { break };
            let digits: Vec<u8> =
                self.rest().iter().take(end + 1).map(|byte| byte & 0x7f).collect();
            self.at += end + 1;
            let number = BigUint::from_radix_be(&digits, 128).unwrap_or_default();
            let value = m.new_integer(BigInt::from(number));
            self.push(m, value)?;
        }
        Ok(())
    }
}

/// The code point of the UTF-8 character at the front, and its length. Surrogates and codes beyond
/// Unicode are accepted too.
fn code_of(bytes: &[u8]) -> Result<(u32, usize), String> {
    let first = bytes.first().copied().unwrap_or(0);
    let (length, bits, least) = match first {
        0..=0x7f => return Ok((u32::from(first), 1)),
        0xc0..=0xdf => (2, u32::from(first & 0x1f), 0x80),
        0xe0..=0xef => (3, u32::from(first & 0x0f), 0x800),
        0xf0..=0xf7 => (4, u32::from(first & 0x07), 0x1_0000),
        0xf8..=0xfb => (5, u32::from(first & 0x03), 0x20_0000),
        0xfc..=0xfd => (6, u32::from(first & 0x01), 0x400_0000),
        _ => return Err("malformed UTF-8 character".to_owned()),
    };
    let given = bytes.len();
    if given < length {
        return Err(format!(
            "malformed UTF-8 character (expected {length} bytes, given {given} bytes)"
        ));
    }
    let mut code = bits;
    for byte in bytes.get(1..length).unwrap_or_default() {
        if byte & 0xc0 != 0x80 {
            return Err("malformed UTF-8 character".to_owned());
        }
        code = code << 6 | u32::from(byte & 0x3f);
    }
    if code < least {
        return Err("redundant UTF-8 sequence".to_owned());
    }
    Ok((code, length))
}

fn integer(m: &mut Machine<'_>, bytes: &[u8], shape: Shape) -> Value {
    let mut padded = [0u8; 8];
    for (index, byte) in bytes.iter().enumerate() {
        let place = if shape.is_big { bytes.len() - 1 - index } else { index };
        if let Some(target) = padded.get_mut(place) {
            *target = *byte;
        }
    }
    let number = u64::from_le_bytes(padded);
    if shape.is_signed {
        let shift = 64 - 8 * shape.size as u32;
        return Value::Int(((number << shift) as i64) >> shift);
    }
    match i64::try_from(number) {
        Ok(number) => Value::Int(number),
        Err(_) => m.new_integer(BigInt::from(number)),
    }
}

fn float(bytes: &[u8], is_big: bool) -> Value {
    let mut bytes = bytes.to_vec();
    if is_big {
        bytes.reverse();
    }
    Value::Float(match bytes[..] {
        [a, b, c, d] => f64::from(f32::from_le_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => f64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => 0.0,
    })
}
