//! `String`: `to_i`, `to_f`, `to_r`, `to_c`, `to_sym`, `hex`, `oct` and others.

use num_bigint::BigInt;
use num_traits::{Num, Zero};

use super::chars;
use super::own;
use crate::core::class;
use crate::core::numeric::tower;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Method, method, walking};
use crate::symbol::Symbol;
use crate::value::{StrId, Value};

/// The methods of `String` that this file implements.
pub(super) const METHODS: &[Method] = &[
    method("to_i", 0, 1, to_i),
    walking("to_f", 0, 0, to_f),
    walking("to_r", 0, 0, to_r),
    walking("to_c", 0, 0, to_c),
    method("hex", 0, 0, hex),
    method("oct", 0, 0, oct),
    walking("to_sym", 0, 0, to_sym),
    walking("intern", 0, 0, to_sym),
    method("ord", 0, 0, ord),
    walking("sum", 0, 1, sum),
];

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// The bytes after leading white space.
fn skip_space(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().position(|byte| !is_space(*byte)).unwrap_or(bytes.len());
    bytes.get(start..).unwrap_or_default()
}

/// Removes a sign; the flag is whether it was a minus.
fn take_sign(bytes: &[u8]) -> (bool, &[u8]) {
    match bytes {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, bytes),
    }
}

/// The radix of a prefix such as `0x`, and the length of the prefix.
fn prefix(bytes: &[u8]) -> Option<(u32, usize)> {
    match bytes {
        [b'0', b'x' | b'X', ..] => Some((16, 2)),
        [b'0', b'b' | b'B', ..] => Some((2, 2)),
        [b'0', b'o' | b'O', ..] => Some((8, 2)),
        [b'0', b'd' | b'D', ..] => Some((10, 2)),
        [b'0', ..] => Some((8, 1)),
        _ => None,
    }
}

/// The integer at the front; everything after it is ignored. If the radix is negative or zero
/// (which means ten), a prefix overrides it.
pub(crate) fn leading_integer(bytes: &[u8], radix: i64) -> BigInt {
    let (negative, bytes) = take_sign(skip_space(bytes));
    let mut bytes = bytes;
    let mut base = radix.unsigned_abs() as u32;
    if let Some((found, length)) = prefix(bytes) {
        let is_free = radix <= 0;
        if length == 2 && (is_free || base == found) {
            // A prefix counts only if a digit follows.
            let digit = bytes.get(2).map(|byte| char::from(*byte));
            if digit.is_some_and(|digit| digit.is_digit(found)) {
                bytes = bytes.get(2..).unwrap_or_default();
                base = found;
            }
        } else if is_free && base == 0 {
            base = 8;
        }
    }
    if base == 0 {
        base = 10;
    }
    let digits = digits(bytes, base);
    let number = parse_digits(&digits, base);
    if negative { -number } else { number }
}

fn parse_digits(digits: &str, base: u32) -> BigInt {
    if digits.len() < 12
        && let Ok(small) = i64::from_str_radix(digits, base)
    {
        return BigInt::from(small);
    }
    BigInt::from_str_radix(digits, base).unwrap_or_default()
}

/// The digits at the front, without the single underscores between them.
fn digits(bytes: &[u8], base: u32) -> String {
    let mut out = String::new();
    let mut index = 0;
    while let Some(byte) = bytes.get(index) {
        let character = char::from(*byte);
        if character.is_digit(base) {
            out.push(character);
        } else if character != '_'
            || out.is_empty()
            || !bytes.get(index + 1).is_some_and(|next| char::from(*next).is_digit(base))
        {
            break;
        }
        index += 1;
    }
    out
}

pub(super) fn check_ascii_compatible(m: &mut Machine<'_>, id: StrId) -> Flow<()> {
    let string = m.string(id);
    if matches!(chars::layout(string), chars::Layout::Wide(_)) {
        let name = chars::encoding_name(string.encoding);
        let message = format!("ASCII incompatible encoding: {name}");
        return Err(m.error(class::COMPATIBILITY_ERROR, message));
    }
    Ok(())
}

fn to_i(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let radix = match args.opt(0) {
        Some(radix) => m.to_int(radix)?,
        None => 10,
    };
    if radix < 0 || radix == 1 || radix > 36 {
        return Err(m.argument_error(format!("invalid radix {radix}")));
    }
    integer(m, id, radix)
}

fn integer(m: &mut Machine<'_>, id: StrId, radix: i64) -> Flow {
    check_ascii_compatible(m, id)?;
    let bytes = m.string(id).bytes();
    if radix == 10 && bytes.len() < 18 && !bytes.is_empty() && bytes.iter().all(u8::is_ascii_digit)
    {
        let number = bytes.iter().fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'));
        return Ok(Value::Int(number));
    }
    tower::charge_digits(m, m.string(id).len())?;
    let number = leading_integer(m.string(id).bytes(), radix);
    Ok(m.new_integer(number))
}

fn hex(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    integer(m, id, 16)
}

fn oct(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    integer(m, id, -8)
}

/// The parts of a decimal number at the front, and the bytes after it.
struct Decimal<'a> {
    whole: String,
    fraction: String,
    exponent: i64,
    rest: &'a [u8],
}

/// Parses `12.5e3`. Digits are required on both sides of the point, except before it with
/// `bare_point`.
fn decimal(bytes: &[u8], bare_point: bool) -> Option<Decimal<'_>> {
    let (whole, mut rest) = digit_run(bytes);
    let mut fraction = String::new();
    if let [b'.', behind @ ..] = rest
        && (!whole.is_empty() || bare_point)
    {
        let (digits, after) = digit_run(behind);
        if !digits.is_empty() {
            fraction = digits;
            rest = after;
        }
    }
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut exponent = 0;
    if let [b'e' | b'E', behind @ ..] = rest {
        let (negative, behind) = take_sign(behind);
        let (digits, after) = digit_run(behind);
        if !digits.is_empty() {
            let digits = digits.trim_start_matches('0');
            let size: i64 = if digits.is_empty() {
                0
            } else {
                digits.parse().unwrap_or(1_000_000_000).min(1_000_000_000)
            };
            exponent = if negative { -size } else { size };
            rest = after;
        }
    }
    Some(Decimal { whole, fraction, exponent, rest })
}

fn digit_run(bytes: &[u8]) -> (String, &[u8]) {
    let mut out = String::new();
    let mut index = 0;
    while let Some(byte) = bytes.get(index) {
        if byte.is_ascii_digit() {
            out.push(char::from(*byte));
        } else if *byte != b'_'
            || out.is_empty()
            || !bytes.get(index + 1).is_some_and(u8::is_ascii_digit)
        {
            break;
        }
        index += 1;
    }
    (out, bytes.get(index..).unwrap_or_default())
}

/// The float at the front; everything after it is ignored.
pub(crate) fn leading_float(bytes: &[u8]) -> f64 {
    let (negative, bytes) = take_sign(skip_space(bytes));
    let Some(parts) = decimal(bytes, true) else { return 0.0 };
    let whole = if parts.whole.is_empty() { "0" } else { &parts.whole };
    let text = format!("{whole}.{}0e{}", parts.fraction, parts.exponent);
    let number: f64 = text.parse().unwrap_or(0.0);
    if negative { -number } else { number }
}

fn to_f(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    Ok(Value::Float(leading_float(m.string(id).bytes())))
}

/// A numerator and a denominator.
type Ratio = (BigInt, BigInt);

fn power_of_ten(m: &mut Machine<'_>, exponent: u64) -> Flow<BigInt> {
    m.charge(usize::try_from(exponent / 2).unwrap_or(usize::MAX))?;
    Ok(BigInt::from(10).pow(u32::try_from(exponent).unwrap_or(u32::MAX)))
}

fn ratio_of(m: &mut Machine<'_>, parts: &Decimal<'_>) -> Flow<Ratio> {
    let digits = format!("{}{}", parts.whole, parts.fraction);
    let number = parse_digits(&digits, 10);
    let scale = parts.exponent - parts.fraction.len() as i64;
    if number.is_zero() {
        return Ok((number, BigInt::from(1)));
    }
    let power = power_of_ten(m, scale.unsigned_abs())?;
    Ok(if scale >= 0 { (number * power, BigInt::from(1)) } else { (number, power) })
}

/// Parses the ratio without a sign at the front; returns the bytes after it too.
fn leading_ratio<'a>(m: &mut Machine<'_>, bytes: &'a [u8]) -> Flow<Option<(Ratio, &'a [u8])>> {
    let Some(parts) = decimal(bytes, true) else { return Ok(None) };
    let (numerator, denominator) = ratio_of(m, &parts)?;
    let mut rest = parts.rest;
    let mut ratio = (numerator, denominator);
    if let [b'/', behind @ ..] = rest {
        let (digits, after) = digit_run(behind);
        if !digits.is_empty() {
            let divisor = parse_digits(&digits, 10);
            if divisor.is_zero() {
                return Err(m.zero_division());
            }
            ratio.1 *= divisor;
            rest = after;
        }
    }
    Ok(Some((ratio, rest)))
}

fn rational(m: &mut Machine<'_>, ratio: Ratio) -> Flow {
    let numerator = m.new_integer(ratio.0);
    let denominator = m.new_integer(ratio.1);
    m.call(Value::Nil, Symbol::new("Rational"), &[numerator, denominator])
}

fn to_r(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    check_ascii_compatible(m, id)?;
    let bytes = m.string(id).to_vec();
    let (negative, rest) = take_sign(skip_space(&bytes));
    let found = leading_ratio(m, rest)?;
    let (numerator, denominator) =
        found.map_or((BigInt::zero(), BigInt::from(1)), |(ratio, _)| ratio);
    rational(m, (if negative { -numerator } else { numerator }, denominator))
}

/// Parses a part of a complex number: an integer, a float or a rational.
fn real<'a>(m: &mut Machine<'_>, bytes: &'a [u8]) -> Flow<Option<(Value, &'a [u8])>> {
    let (negative, unsigned) = take_sign(bytes);
    let Some(parts) = decimal(unsigned, true) else { return Ok(None) };
    let length = unsigned.len() - parts.rest.len();
    let written = unsigned.get(..length).unwrap_or_default();
    let is_float = written.iter().any(|byte| matches!(byte, b'.' | b'e' | b'E'));
    if let [b'/', behind @ ..] = parts.rest {
        let (digits, after) = digit_run(behind);
        if !digits.is_empty() {
            let (numerator, denominator) = ratio_of(m, &parts)?;
            let divisor = parse_digits(&digits, 10);
            if divisor.is_zero() {
                return Err(m.zero_division());
            }
            let numerator = if negative { -numerator } else { numerator };
            let value = rational(m, (numerator, denominator * divisor))?;
            return Ok(Some((value, after)));
        }
    }
    if is_float {
        let number = leading_float(written);
        let value = Value::Float(if negative { -number } else { number });
        return Ok(Some((value, parts.rest)));
    }
    let number = parse_digits(&parts.whole, 10);
    let value = m.new_integer(if negative { -number } else { number });
    Ok(Some((value, parts.rest)))
}

fn to_c(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    check_ascii_compatible(m, id)?;
    let bytes = m.string(id).to_vec();
    let (first, second, is_polar) = complex_parts(m, skip_space(&bytes))?;
    if is_polar {
        let complex = Value::Class(class::COMPLEX);
        return m.call(complex, Symbol::new("polar"), &[first, second]);
    }
    m.call(Value::Nil, Symbol::new("Complex"), &[first, second])
}

/// The real and imaginary part, or (if the flag is set) the absolute value and the angle.
fn complex_parts(m: &mut Machine<'_>, bytes: &[u8]) -> Flow<(Value, Value, bool)> {
    let zero = Value::Int(0);
    let is_unit = |bytes: &[u8]| matches!(bytes, [b'i' | b'I' | b'j' | b'J', ..]);
    let Some((first, rest)) = real(m, bytes)? else {
        let (negative, behind) = take_sign(bytes);
        if is_unit(behind) {
            return Ok((zero, Value::Int(if negative { -1 } else { 1 }), false));
        }
        return Ok((zero, zero, false));
    };
    if is_unit(rest) {
        return Ok((zero, first, false));
    }
    if let [b'@', behind @ ..] = rest {
        return Ok(match real(m, behind)? {
            Some((angle, _)) => (first, angle, true),
            None => (first, zero, false),
        });
    }
    if let [sign @ (b'+' | b'-'), behind @ ..] = rest {
        if is_unit(behind) {
            return Ok((first, Value::Int(if *sign == b'-' { -1 } else { 1 }), false));
        }
        if let Some((second, after)) = real(m, rest)?
            && is_unit(after)
        {
            return Ok((first, second, false));
        }
    }
    Ok((first, zero, false))
}

/// Converts a string to a symbol; invalid characters raise an error.
pub(crate) fn symbol_of(m: &mut Machine<'_>, id: StrId) -> Flow<Symbol> {
    let string = m.string(id);
    if string.is_valid()
        && let Some(text) = string.utf8()
    {
        return Ok(Symbol::new(text));
    }
    let name = chars::encoding_name(string.encoding);
    let text = super::dump::inspected(string);
    let message = format!("invalid symbol in encoding {name} :{text}");
    Err(m.error(class::ENCODING_ERROR, message))
}

fn to_sym(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    Ok(Value::Sym(symbol_of(m, id)?))
}

fn ord(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let string = m.string(id);
    if string.is_empty() {
        return Err(m.argument_error("empty string"));
    }
    match chars::code_at(string, chars::layout(string), 0) {
        Some(code) => Ok(Value::Int(i64::from(code))),
        None => {
            let name = chars::encoding_name(string.encoding);
            Err(m.argument_error(format!("invalid byte sequence in {name}")))
        }
    }
}

fn sum(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let bits = match args.opt(0) {
        Some(bits) => m.to_int(bits)?,
        None => 16,
    };
    let total: u64 = m.string(id).bytes().iter().map(|byte| u64::from(*byte)).sum();
    let total = match u32::try_from(bits) {
        Ok(bits @ 1..=62) => total & ((1 << bits) - 1),
        _ => total,
    };
    Ok(Value::Int(total as i64))
}
