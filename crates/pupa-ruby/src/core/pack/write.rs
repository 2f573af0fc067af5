//! `Array#pack`: converting values to bytes.

use num_bigint::{BigInt, Sign};

use super::{Count, Directive, Shape, ascii, directives, warn_unknown};
use crate::heap::Encoding;
use crate::machine::{Flow, Machine};
use crate::value::{StrId, Value};

struct Packer<'a> {
    items: &'a [Value],
    next: usize,
    out: Vec<u8>,
}

/// Packs values into bytes by a format, appending to the content of a buffer if one is given.
pub(crate) fn pack(
    m: &mut Machine<'_>,
    items: &[Value],
    format: StrId,
    buffer: Option<StrId>,
) -> Flow {
    let format = m.string(format).to_vec();
    let out = buffer.map_or(Vec::new(), |buffer| m.string(buffer).to_vec());
    let mut packer = Packer { items, next: 0, out };
    let mut encoding = Encoding::UsAscii;
    for directive in directives(m, &format)? {
        match directive.letter {
            b'U' if encoding == Encoding::UsAscii => encoding = Encoding::Utf8,
            b'm' | b'M' | b'u' | b'U' => {}
            _ => encoding = Encoding::Binary,
        }
        warn_unknown(m, directive, &format, "pack")?;
        packer.directive(m, directive)?;
    }
    match buffer {
        Some(buffer) => {
            m.check_frozen(Value::Str(buffer))?;
            m.string_mut(buffer).set_bytes(packer.out);
            Ok(Value::Str(buffer))
        }
        None => Ok(m.new_bytes(packer.out, encoding)),
    }
}

impl Packer<'_> {
    fn take(&mut self, m: &mut Machine<'_>) -> Flow {
        match self.items.get(self.next) {
            Some(value) => {
                self.next += 1;
                Ok(*value)
            }
            None => Err(m.argument_error("too few arguments")),
        }
    }

    /// The repeat count of a directive for values.
    fn times(&self, count: Count) -> usize {
        match count {
            Count::One => 1,
            Count::Times(times) => times,
            Count::All => self.items.len().saturating_sub(self.next),
        }
    }

    fn directive(&mut self, m: &mut Machine<'_>, directive: Directive) -> Flow<()> {
        if let Some(shape) = directive.integer() {
            for _ in 0..self.times(directive.count) {
                let value = self.take(m)?;
                let bytes = integer_bytes(m, value, shape)?;
                m.charge(shape.size)?;
                self.out.extend(bytes);
            }
            return Ok(());
        }
        if let Some((size, is_big)) = directive.float() {
            for _ in 0..self.times(directive.count) {
                let value = self.take(m)?;
                let number = m.to_float(value)?;
                m.charge(size)?;
                match (size, is_big) {
                    (4, false) => self.out.extend((number as f32).to_le_bytes()),
                    (4, true) => self.out.extend((number as f32).to_be_bytes()),
                    (_, false) => self.out.extend(number.to_le_bytes()),
                    (_, true) => self.out.extend(number.to_be_bytes()),
                }
            }
            return Ok(());
        }
        match directive.letter {
            b'a' | b'A' | b'Z' | b'b' | b'B' | b'h' | b'H' => self.text(m, directive),
            b'U' => {
                for _ in 0..self.times(directive.count) {
                    let value = self.take(m)?;
                    let code = match value {
                        Value::Nil => integer(m, value)?,
                        _ => BigInt::from(m.to_int(value)?),
                    };
                    self.unicode(m, &code)?;
                }
                Ok(())
            }
            b'w' => {
                for _ in 0..self.times(directive.count) {
                    let value = self.take(m)?;
                    let number = integer(m, value)?;
                    self.compressed(m, &number)?;
                }
                Ok(())
            }
            b'u' | b'm' | b'M' => self.encoded(m, directive),
            b'x' => {
                let count = match directive.count {
                    Count::One => 1,
                    Count::Times(count) => count,
                    Count::All => 0,
                };
                m.charge(count)?;
                self.out.resize(self.out.len() + count, 0);
                Ok(())
            }
            b'X' => {
                let count = match directive.count {
                    Count::One => 1,
                    Count::Times(count) => count,
                    Count::All => 0,
                };
                match self.out.len().checked_sub(count) {
                    Some(length) => self.out.truncate(length),
                    None => return Err(m.argument_error("X outside of string")),
                }
                Ok(())
            }
            b'@' => {
                let length = match directive.count {
                    Count::One => 1,
                    Count::Times(length) => length,
                    Count::All => 0,
                };
                m.charge(length.saturating_sub(self.out.len()))?;
                self.out.resize(length, 0);
                Ok(())
            }
            b'%' => Err(m.argument_error("% is not supported")),
            b'p' | b'P' => Err(m.not_implemented("packing pointers")),
            _ => Ok(()),
        }
    }

    fn text(&mut self, m: &mut Machine<'_>, directive: Directive) -> Flow<()> {
        let value = self.take(m)?;
        let bytes = match value {
            Value::Nil => Vec::new(),
            _ => {
                let id = m.to_str(value)?;
                m.string(id).to_vec()
            }
        };
        let letter = directive.letter;
        let length = match directive.count {
            Count::One => 1,
            Count::Times(length) => length,
            Count::All if letter == b'Z' => bytes.len() + 1,
            Count::All => bytes.len(),
        };
        m.charge(length)?;
        match letter {
            b'a' | b'A' | b'Z' => {
                let fill = if letter == b'A' { b' ' } else { 0 };
                let taken = bytes.get(..length.min(bytes.len())).unwrap_or_default();
                self.out.extend_from_slice(taken);
                self.out.resize(self.out.len() + (length - taken.len()), fill);
            }
            b'b' | b'B' => self.digits(&bytes, length, 1, letter == b'B'),
            _ => self.digits(&bytes, length, 4, letter == b'H'),
        }
        Ok(())
    }

    /// Appends bits or hexadecimal digits, given as characters.
    fn digits(&mut self, text: &[u8], length: usize, bits: u32, is_high_first: bool) {
        let per_byte = (8 / bits) as usize;
        let used = length.min(text.len());
        for chunk in text.get(..used).unwrap_or_default().chunks(per_byte) {
            let mut byte = 0u8;
            for (index, character) in chunk.iter().enumerate() {
                let value = match bits {
                    1 => character & 1,
                    _ if character.is_ascii_alphabetic() => (character & 15).wrapping_add(9) & 15,
                    _ => character & 15,
                };
                let place = index as u32 * bits;
                byte |= value << if is_high_first { 8 - bits - place } else { place };
            }
            self.out.push(byte);
        }
        // Missing characters count as zeros.
        let missing = match bits {
            1 => (length - used).div_ceil(2),
            _ => length.div_ceil(per_byte) - used.div_ceil(per_byte),
        };
        self.out.resize(self.out.len() + missing, 0);
    }

    fn unicode(&mut self, m: &mut Machine<'_>, code: &BigInt) -> Flow<()> {
        let Ok(code) = u32::try_from(code) else {
            return Err(m.range_error("pack(U): value out of range"));
        };
        let tail = |shift: u32| 0x80 | (code >> shift & 0x3f) as u8;
        match code {
            0..=0x7f => self.out.push(code as u8),
            0x80..=0x7ff => self.out.extend([0xc0 | (code >> 6) as u8, tail(0)]),
            0x800..=0xffff => self.out.extend([0xe0 | (code >> 12) as u8, tail(6), tail(0)]),
            0x1_0000..=0x1f_ffff => {
                self.out.extend([0xf0 | (code >> 18) as u8, tail(12), tail(6), tail(0)]);
            }
            0x20_0000..=0x3ff_ffff => {
                self.out.extend([0xf8 | (code >> 24) as u8, tail(18), tail(12), tail(6), tail(0)])
            }
            0x400_0000..=0x7fff_ffff => self.out.extend([
                0xfc | (code >> 30) as u8,
                tail(24),
                tail(18),
                tail(12),
                tail(6),
                tail(0),
            ]),
            _ => return Err(m.range_error("pack(U): value out of range")),
        }
        Ok(())
    }

    /// Appends an integer in groups of seven bits (BER).
    fn compressed(&mut self, m: &mut Machine<'_>, number: &BigInt) -> Flow<()> {
        if number.sign() == Sign::Minus {
            return Err(m.argument_error("can't compress negative numbers"));
        }
        let digits = number.magnitude().to_radix_be(128);
        let last = digits.len() - 1;
        m.charge(digits.len())?;
        for (index, digit) in digits.into_iter().enumerate() {
            self.out.push(if index < last { digit | 0x80 } else { digit });
        }
        Ok(())
    }

    fn encoded(&mut self, m: &mut Machine<'_>, directive: Directive) -> Flow<()> {
        let value = self.take(m)?;
        let id = if directive.letter == b'M' { m.to_s(value)? } else { m.to_str(value)? };
        m.charge(m.string(id).len() * 2)?;
        let bytes = m.string(id).bytes();
        let count = match directive.count {
            Count::Times(count) => Some(count),
            _ => None,
        };
        // The length of a line is a multiple of three bytes.
        let line = match count {
            Some(count) if count > 2 => count / 3 * 3,
            _ => 45,
        };
        match directive.letter {
            b'm' if count == Some(0) => self.out.extend(ascii::to_base64(bytes, 0).into_bytes()),
            b'm' => self.out.extend(ascii::to_base64(bytes, line).into_bytes()),
            b'u' => self.out.extend(ascii::to_uu(bytes, line.min(63))),
            _ => {
                let line = count.filter(|count| *count > 1).unwrap_or(72);
                self.out.extend(ascii::to_quoted(bytes, line));
            }
        }
        Ok(())
    }
}

fn integer(m: &mut Machine<'_>, value: Value) -> Flow<BigInt> {
    let number = match value {
        Value::Nil => return Err(m.type_error("no implicit conversion of nil into Integer")),
        _ => m.to_integer(value)?,
    };
    Ok(m.big(number))
}

/// The lowest bytes of an integer.
fn integer_bytes(m: &mut Machine<'_>, value: Value, shape: Shape) -> Flow<Vec<u8>> {
    let mut bytes = match value {
        Value::Int(number) => number.to_le_bytes().to_vec(),
        _ => {
            let number = integer(m, value)?;
            let fill = if number.sign() == Sign::Minus { 0xff } else { 0 };
            let mut bytes = number.to_signed_bytes_le();
            bytes.resize(bytes.len().max(8), fill);
            bytes
        }
    };
    bytes.truncate(shape.size);
    if shape.is_big {
        bytes.reverse();
    }
    Ok(bytes)
}
