//! Parsing of numbers like Ruby's `Integer()` and `Float()`.

use num_bigint::{BigInt, BigUint};
use num_traits::{Num, ToPrimitive};

use super::ruby;
use crate::error::{Error, Result};

/// Parses an integer in Ruby's notation: `10`, `-0x1F`, `0b1`, `0o17`, `017`, `1_000`.
///
/// # Errors
/// If the string is not an integer.
pub fn integer_from_text(text: &str) -> Result<BigInt> {
    parse_integer(text).ok_or_else(|| {
        Error::argument(format!("invalid value for Integer(): {}", ruby::inspect_text(text)))
    })
}

/// Parses a float in Ruby's notation: `1.5`, `-1e5`, `0x1.8p1`, `1_000.5`.
///
/// # Errors
/// If the string is not a float.
pub fn float_from_text(text: &str) -> Result<f64> {
    if text.contains('\0') {
        return Err(Error::argument("string for Float contains null byte"));
    }
    parse_float(text).ok_or_else(|| {
        Error::argument(format!(
            "invalid value for Float(): {}",
            ruby::inspect_bytes(text.as_bytes())
        ))
    })
}

/// Whether the character is white space in C.
fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t'..='\r')
}

fn split_sign(text: &str) -> (bool, &str) {
    match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    }
}

fn parse_integer(text: &str) -> Option<BigInt> {
    let (negative, text) = split_sign(text.trim_matches(is_space));
    let (radix, digits) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &text[2..]),
        [b'0', b'b' | b'B', ..] => (2, &text[2..]),
        [b'0', b'o' | b'O', ..] => (8, &text[2..]),
        [b'0', b'd' | b'D', ..] => (10, &text[2..]),
        [b'0', _, ..] => (8, text),
        _ => (10, text),
    };
    let (digits, rest) = take_digits(digits, radix)?;
    if !rest.is_empty() {
        return None;
    }
    let number = BigInt::from_str_radix(&digits, radix).ok()?;
    Some(if negative { -number } else { number })
}

/// The digits at the start, without single underscores between them, and the rest.
fn take_digits(text: &str, radix: u32) -> Option<(String, &str)> {
    let mut digits = String::new();
    let mut rest = text;
    loop {
        let underscore = !digits.is_empty() && rest.starts_with('_');
        let next = if underscore { &rest[1..] } else { rest };
        match next.chars().next() {
            Some(digit) if digit.is_digit(radix) => {
                digits.push(digit);
                rest = &next[1..];
            }
            _ => break,
        }
    }
    (!digits.is_empty()).then_some((digits, rest))
}

fn parse_float(text: &str) -> Option<f64> {
    let (negative, text) = split_sign(text.trim_matches(is_space));
    let number = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => parse_hexadecimal(&text[2..])?,
        _ => parse_decimal(text)?,
    };
    Some(if negative { -number } else { number })
}

fn parse_decimal(text: &str) -> Option<f64> {
    let (whole, rest) = take_digits(text, 10).unwrap_or((String::new(), text));
    let (fraction, rest) = take_fraction(rest, 10)?;
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let exponent = take_exponent(rest, ['e', 'E'])?;
    format!("{whole}.{fraction}e{exponent}").parse().ok()
}

fn parse_hexadecimal(text: &str) -> Option<f64> {
    let (whole, rest) = take_digits(text, 16)?;
    let (fraction, rest) = take_fraction(rest, 16)?;
    let exponent: i32 = take_exponent(rest, ['p', 'P'])?.parse().ok()?;
    let places = i32::try_from(fraction.len()).ok()?.checked_mul(4)?;
    let mantissa = BigUint::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?.to_f64()?;
    let scale = f64::from(exponent.checked_sub(places)?);
    Some(mantissa * scale.exp2())
}

/// The digits after a decimal point; empty if there is no point.
fn take_fraction(text: &str, radix: u32) -> Option<(String, &str)> {
    match text.strip_prefix('.') {
        Some(rest) => take_digits(rest, radix),
        None => Some((String::new(), text)),
    }
}

/// The exponent at the end of a number; `0` if there is none.
fn take_exponent(text: &str, letters: [char; 2]) -> Option<String> {
    if text.is_empty() {
        return Some("0".to_owned());
    }
    let (negative, rest) = split_sign(text.strip_prefix(letters)?);
    let (digits, rest) = take_digits(rest, 10)?;
    rest.is_empty().then(|| format!("{}{digits}", if negative { "-" } else { "" }))
}
