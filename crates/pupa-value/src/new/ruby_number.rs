//! Parsing of numbers by Ruby's rules.
//!
//! [`integer`] is `Integer(text, radix)`, [`float`] is `Float(text)`, and [`to_number`] is the
//! conversion of numeric strings by the operators of the language. All take linear time, except for
//! decimal numbers that exceed 64 bits.

use num_bigint::BigInt;

use crate::error::{Error, Result};
use crate::text::ruby::inspect_text;
use crate::value::Value;

/// Parses an integer in the syntax of Ruby source: white space around it, a sign, a prefix such as
/// `0x`, single underscores between digits. Without a radix the prefix determines it, and a leading
/// zero means octal; with a radix, only its own prefix is accepted.
pub(crate) fn integer(text: &str, radix: Option<u32>) -> Result<Value> {
    scan_integer(text, radix).ok_or_else(|| {
        Error::conversion(format!("invalid value for Integer(): {}", inspect_text(text)))
    })
}

/// Parses a float: white space around it, a sign, single underscores between digits, a fraction
/// with digits on both sides of the point, an exponent; or hexadecimal digits with a binary
/// exponent. A number out of range is infinite.
pub(crate) fn float(text: &str) -> Result<f64> {
    scan_float(text).ok_or_else(|| {
        Error::conversion(format!("invalid value for Float(): {}", inspect_text(text)))
    })
}

/// Converts a numeric string: decimal, octal with a leading zero, hexadecimal, or with fraction or
/// exponent. It may be surrounded by blanks, have blanks after its sign, and begin with `::`.
///
/// ```
/// use pupa_value::new::to_number;
/// use pupa_value::Value;
/// assert_eq!(to_number(" - 0x1f"), Some(Value::Integer(-31)));
/// assert_eq!(to_number("1.5"), Some(Value::Float(1.5)));
/// assert_eq!(to_number("1_000"), None);
/// ```
pub fn to_number(text: &str) -> Option<Value> {
    let text = text.strip_prefix("::").unwrap_or(text);
    let text = text.trim_matches(is_blank);
    let (negative, text) = strip_sign(text);
    let text = text.trim_start_matches(is_blank);
    let digits = leading_digits(text);
    let (whole, fraction) = text.split_at(digits);
    if whole == "0"
        && let Some(hex) = fraction.strip_prefix(['x', 'X'])
    {
        let is_hex = !hex.is_empty() && hex.bytes().all(|b| b.is_ascii_hexdigit());
        return is_hex.then(|| scan_integer(text, None)).flatten().map(|n| negate(n, negative));
    }
    if whole.is_empty() {
        None
    } else if fraction.is_empty() {
        scan_integer(whole, None).map(|number| negate(number, negative))
    } else {
        is_fraction(fraction).then(|| fractional(text, whole, fraction, negative)).flatten()
    }
}

/// Parses a number with fraction or exponent.
fn fractional(text: &str, whole: &str, fraction: &str, negative: bool) -> Option<Value> {
    // Compat: the digits before the point must be a number by themselves, which excludes `09.5`;
    // zero with an exponent is excluded as well. Pinned by `quirk-numbers-in-texts`.
    let is_zero = scan_integer(whole, None)? == Value::Integer(0);
    let zeros = fraction.strip_prefix('.').unwrap_or(fraction).trim_start_matches('0');
    if is_zero && zeros.starts_with(['e', 'E']) {
        return None;
    }
    let number: f64 = text.parse().ok()?;
    number.is_finite().then_some(Value::Float(if negative { -number } else { number }))
}

/// Whether the string has the form `.digits`, `e-digits`, or both.
fn is_fraction(text: &str) -> bool {
    let rest = match text.strip_prefix('.') {
        Some(decimals) => match leading_digits(decimals) {
            0 => return false,
            count => &decimals[count..],
        },
        None => text,
    };
    match rest.strip_prefix(['e', 'E']) {
        Some(exponent) => is_digits(exponent.strip_prefix('-').unwrap_or(exponent)),
        None => rest.is_empty(),
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && leading_digits(text) == text.len()
}

/// The number of decimal digits at the start.
fn leading_digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Ruby's `[[:blank:]]`: spaces of all widths, and tabs.
pub(super) fn is_blank(character: char) -> bool {
    matches!(
        character,
        '\t' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

/// Ruby's white space around numbers.
fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t'..='\r')
}

/// Whether there is a minus sign, and the rest after the sign.
fn strip_sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

fn negate(number: Value, negative: bool) -> Value {
    match number {
        Value::Integer(number) if negative => match number.checked_neg() {
            Some(number) => Value::Integer(number),
            None => Value::from_big(-BigInt::from(number)),
        },
        Value::BigInteger(number) if negative => Value::from_big(-&*number),
        number => number,
    }
}

fn scan_integer(text: &str, radix: Option<u32>) -> Option<Value> {
    let text = text.trim_start_matches(is_space).trim_end_matches(is_space);
    let (negative, text) = strip_sign(text);
    let (radix, digits) = strip_prefix(text, radix);
    let digits = plain_digits(digits, radix)?;
    let number = match i64::from_str_radix(&digits, radix) {
        Ok(number) => Value::Integer(number),
        Err(_) => Value::from_big(BigInt::parse_bytes(digits.as_bytes(), radix)?),
    };
    Some(negate(number, negative))
}

/// The radix of a prefix, and the rest after the prefix.
fn strip_prefix(text: &str, radix: Option<u32>) -> (u32, &str) {
    let prefixed = text.strip_prefix('0').and_then(|rest| {
        let radix = match rest.chars().next()? {
            'x' | 'X' => 16,
            'b' | 'B' => 2,
            'o' | 'O' => 8,
            'd' | 'D' => 10,
            _ => return None,
        };
        Some((radix, &rest[1..]))
    });
    match (radix, prefixed) {
        (None, Some(prefixed)) => prefixed,
        (None, None) if text.len() > 1 && text.starts_with('0') => (8, text),
        (None, None) => (10, text),
        (Some(radix), Some((own, rest))) if radix == own => (radix, rest),
        (Some(radix), _) => (radix, text),
    }
}

/// The digits without single underscores between them; `None` if there are other characters.
fn plain_digits(text: &str, radix: u32) -> Option<String> {
    let mut digits = String::with_capacity(text.len());
    let mut after_digit = false;
    for character in text.chars() {
        match character {
            '_' if after_digit => after_digit = false,
            digit if digit.is_digit(radix) => {
                digits.push(digit);
                after_digit = true;
            }
            _ => return None,
        }
    }
    after_digit.then_some(digits)
}

fn scan_float(text: &str) -> Option<f64> {
    let text = text.trim_start_matches(is_space).trim_end_matches(is_space);
    let (negative, text) = strip_sign(text);
    let number = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(hex) => scan_hex_float(hex)?,
        None => scan_decimal_float(text)?,
    };
    Some(if negative { -number } else { number })
}

fn scan_decimal_float(text: &str) -> Option<f64> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let mut number = match mantissa.split_once('.') {
        // Compat: digits after the point may be missing only if there are none before it.
        Some(("", decimals)) => format!("0.{}", plain_digits(decimals, 10)?),
        Some((whole, decimals)) => {
            format!("{}.{}", plain_digits(whole, 10)?, plain_digits(decimals, 10)?)
        }
        None => plain_digits(mantissa, 10)?,
    };
    if let Some(exponent) = exponent {
        let (negative, digits) = strip_sign(exponent);
        number.push_str(if negative { "e-" } else { "e" });
        number.push_str(&plain_digits(digits, 10)?);
    }
    number.parse().ok()
}

/// Hexadecimal digits, summed up like in Ruby. With a binary exponent they may have a fraction.
fn scan_hex_float(text: &str) -> Option<f64> {
    let (mantissa, exponent) = match text.split_once(['p', 'P']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((_, "")) => return None,
        Some(parts) if exponent.is_some() => parts,
        Some(_) => return None,
        None => (mantissa, ""),
    };
    if whole.is_empty() || !whole.chars().chain(fraction.chars()).all(|c| c.is_ascii_hexdigit()) {
        return None;
    }
    let whole = whole.trim_start_matches('0');
    let (mut sum, mut weight) = (0.0_f64, 1.0_f64);
    for digit in whole.chars().chain(fraction.chars()).filter_map(|c| c.to_digit(16)) {
        sum += weight * f64::from(digit);
        weight /= 16.0;
    }
    let places = i32::try_from(whole.len()).unwrap_or(i32::MAX).min(i32::MAX / 8);
    let power = exponent.map_or(Some(0), binary_exponent)?;
    Some(scale(sum, power.saturating_add((places - 1) * 4)))
}

fn binary_exponent(text: &str) -> Option<i32> {
    let (negative, digits) = strip_sign(text);
    // An exponent that is out of range is clamped.
    let power = plain_digits(digits, 10)?.parse().unwrap_or(i32::MAX / 2);
    Some(if negative { -power } else { power })
}

/// Multiplies a number by a power of two without intermediate overflow.
fn scale(mut number: f64, mut power: i32) -> f64 {
    const STEP: i32 = 1000;
    while power > STEP && number.is_finite() && number != 0.0 {
        number *= f64::powi(2.0, STEP);
        power -= STEP;
    }
    while power < -STEP && number != 0.0 {
        number *= f64::powi(2.0, -STEP);
        power += STEP;
    }
    number * f64::powi(2.0, power.clamp(-STEP, STEP))
}
