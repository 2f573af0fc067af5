//! Parses YAML numbers as Psych does.

use num_bigint::BigInt;
use pupa_value::Value;
use pupa_value::text::number::{float_from_text, integer_from_text};

use crate::integer;

/// Ruby's message for a text in the form of a number that cannot be converted.
pub(super) type Malformed = String;

/// Parses up to 18 digits that do not begin with 0. This fast path covers most numbers, and no
/// other type has this form.
pub(super) fn small(text: &str) -> Option<Value> {
    let digits = text.as_bytes();
    let is_small = digits.len() <= 18
        && matches!(digits, [b'1'..=b'9', rest @ ..] if rest.iter().all(u8::is_ascii_digit));
    let number = |number: i64, digit: &u8| number * 10 + i64::from(digit - b'0');
    is_small.then(|| Value::Integer(digits.iter().fold(0, number)))
}

/// Parses a text that begins with a digit, a sign or a period; `None` if it is not a number.
pub(super) fn read(text: &str) -> Option<Result<Value, Malformed>> {
    let bytes = text.as_bytes();
    let (negative, digits) = match bytes.first()? {
        b'-' => (true, bytes.get(1..)?),
        b'+' => (false, bytes.get(1..)?),
        _ => (false, bytes),
    };
    if !digits.first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'.') {
        return None;
    }
    if digits.contains(&b':') {
        return sexagesimal(text, digits).map(Ok);
    }
    if is_float(digits) {
        return (digits != b".").then(|| float(text));
    }
    let radix = radix(digits)?;
    Some(integer(text, negative, digits, radix))
}

/// The base of an integer; `None` if the digits do not form one.
fn radix(digits: &[u8]) -> Option<u32> {
    let all = |digits: &[u8], is_digit: fn(&u8) -> bool| {
        !digits.is_empty()
            && digits.iter().all(|byte| is_digit(byte) || matches!(byte, b'_' | b','))
    };
    match digits {
        [b'0'] => Some(10),
        [b'0', b'b', rest @ ..] => all(rest, |byte| matches!(byte, b'0' | b'1')).then_some(2),
        [b'0', b'x', rest @ ..] => all(rest, u8::is_ascii_hexdigit).then_some(16),
        [b'0', rest @ ..] => all(rest, |byte| matches!(byte, b'0'..=b'7')).then_some(8),
        _ => {
            // Separators are allowed between digits only.
            let is_digit = |at: usize| digits.get(at).is_some_and(u8::is_ascii_digit);
            let is_fine = (0..digits.len()).all(|at| {
                is_digit(at) || matches!(digits[at], b'_' | b',') && at > 0 && is_digit(at + 1)
            });
            (is_fine && digits.windows(2).all(|pair| pair.iter().any(u8::is_ascii_digit)))
                .then_some(10)
        }
    }
}

fn integer(text: &str, negative: bool, digits: &[u8], radix: u32) -> Result<Value, Malformed> {
    let skipped = if matches!(radix, 2 | 16) { 2 } else { 0 };
    let mut number: Option<i64> = Some(0);
    let mut is_empty = true;
    for byte in &digits[skipped..] {
        let Some(digit) = char::from(*byte).to_digit(radix) else { continue };
        is_empty = false;
        let digit = if negative { -i64::from(digit) } else { i64::from(digit) };
        number = number
            .and_then(|number| number.checked_mul(i64::from(radix)))
            .and_then(|number| number.checked_add(digit));
    }
    if is_empty {
        let result = integer_from_text(&text.replace([',', '_'], ""));
        return result.map(Value::from_big).map_err(|error| error.message);
    }
    Ok(number.map_or_else(|| big(negative, &digits[skipped..], radix), Value::Integer))
}

fn big(negative: bool, digits: &[u8], radix: u32) -> Value {
    let digits = digits.iter().filter(|byte| !matches!(byte, b'_' | b','));
    let digits: String = digits.map(|byte| char::from(*byte)).collect();
    let number = match radix {
        10 => integer::parse_big(&digits),
        _ => BigInt::parse_bytes(digits.as_bytes(), radix),
    };
    let number = number.unwrap_or_default();
    Value::from_big(if negative { -number } else { number })
}

/// Whether the text is a float: digits with separators, a period, digits, an exponent with a sign.
/// Only the period is required.
fn is_float(digits: &[u8]) -> bool {
    let Some(dot) = digits.iter().position(|byte| *byte == b'.') else { return false };
    let (whole, rest) = (&digits[..dot], &digits[dot + 1..]);
    let is_whole = match whole {
        [] => true,
        [first, rest @ ..] => {
            first.is_ascii_digit()
                && rest.iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b'_' | b','))
        }
    };
    let places = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    is_whole
        && match &rest[places..] {
            [] => true,
            [b'e' | b'E', b'+' | b'-', exponent @ ..] => {
                !exponent.is_empty() && exponent.iter().all(u8::is_ascii_digit)
            }
            _ => false,
        }
}

fn float(text: &str) -> Result<Value, Malformed> {
    let plain = text.replace([',', '_'], "").replace(".e", "e").replace(".E", "E");
    let plain = plain.strip_suffix('.').unwrap_or(&plain);
    float_from_text(plain).map(Value::Float).map_err(|error| error.message)
}

/// Parses a sexagesimal number: `1:30` or `1:30:15`, perhaps with a fraction.
///
/// Compat: the first part counts 3600 even if there are only two parts.
/// Pinned by `sexagesimal_numbers`.
fn sexagesimal(text: &str, digits: &[u8]) -> Option<Value> {
    let parts: Vec<&[u8]> = digits.split(|byte| *byte == b':').collect();
    let (first, rest) = parts.split_first()?;
    let is_count = |part: &[u8]| match part {
        [ones] => ones.is_ascii_digit(),
        [b'0'..=b'5', ones] => ones.is_ascii_digit(),
        _ => false,
    };
    let is_digits = |part: &[u8]| part.iter().all(|byte| byte.is_ascii_digit() || *byte == b'_');
    if !first.first().is_some_and(u8::is_ascii_digit) || !is_digits(first) {
        return None;
    }
    let (last, between) = rest.split_last()?;
    if between.len() > 1 || !between.iter().all(|part| is_count(part)) {
        return None;
    }
    let dot = last.iter().position(|byte| *byte == b'.');
    match dot {
        None if is_count(last) => Some(sexagesimal_integer(text)),
        Some(dot) if is_count(&last[..dot]) && is_digits(&last[dot + 1..]) => {
            let sum = text.split(':').zip([3600.0, 60.0, 1.0]);
            Some(Value::Float(sum.map(|(part, factor)| leading_float(part) * factor).sum()))
        }
        _ => None,
    }
}

fn sexagesimal_integer(text: &str) -> Value {
    let parts = text.split(':').zip([3600, 60, 1]);
    Value::from_big(parts.map(|(part, factor)| leading_integer(part) * factor).sum())
}

/// The integer at the start of a text, as Ruby's `to_i` parses it: single underscores are allowed
/// between digits.
fn leading_integer(text: &str) -> BigInt {
    let number = leading_digits(text);
    let digits = number.trim_start_matches(['+', '-']);
    let size = integer::parse_big(digits).unwrap_or_default();
    if number.starts_with('-') { -size } else { size }
}

fn leading_digits(text: &str) -> String {
    let mut digits = String::new();
    let mut characters = text.chars().peekable();
    if let Some(sign) = characters.next_if(|character| matches!(character, '+' | '-')) {
        digits.push(sign);
    }
    while let Some(digit) = characters.next_if(char::is_ascii_digit) {
        digits.push(digit);
        let _ = characters.next_if_eq(&'_');
    }
    digits
}

/// The float at the start of a text, as Ruby's `to_f` parses it.
fn leading_float(text: &str) -> f64 {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = leading_digits(whole);
    let is_cut = digits.len() != whole.replace('_', "").len() || whole.ends_with('_');
    let fraction = if is_cut { String::new() } else { leading_digits(fraction) };
    format!("{digits}.{fraction}0").parse().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> String {
        match read(text) {
            None => "none".to_owned(),
            Some(Ok(number)) => pupa_value::text::literal(&number),
            Some(Err(message)) => message,
        }
    }

    #[test]
    fn integers() {
        for (text, expected) in [
            ("0", "0"),
            ("-17", "-17"),
            ("+17", "17"),
            ("017", "15"),
            ("-017", "-15"),
            ("018", "none"),
            ("0o17", "none"),
            ("0x1F", "31"),
            ("0b1_01", "5"),
            ("1_000", "1000"),
            ("1,000", "1000"),
            ("1__0", "none"),
            ("1_", "none"),
            ("0_", "0"),
            ("0x_", "invalid value for Integer(): \"0x\""),
            ("-0b,", "invalid value for Integer(): \"-0b\""),
            ("9223372036854775807", "9223372036854775807"),
            ("-9223372036854775808", "-9223372036854775808"),
            ("9223372036854775808", "9223372036854775808"),
            ("0xFFFFFFFFFFFFFFFF_F", "295147905179352825855"),
        ] {
            assert_eq!(number(text), expected, "{text}");
        }
    }

    #[test]
    fn floats() {
        for (text, expected) in [
            ("1.5", "1.5"),
            ("1.", "1.0"),
            (".5", "0.5"),
            ("+.5", "0.5"),
            (".", "none"),
            ("-.", "none"),
            ("1.e+3", "1000.0"),
            ("1.5e3", "none"),
            ("1e3", "none"),
            ("1,0_.5", "10.5"),
            (".e+5", "invalid value for Float(): \"e+5\""),
            ("-.e+5", "invalid value for Float(): \"-e+5\""),
            ("1.2.3", "none"),
        ] {
            assert_eq!(number(text), expected, "{text}");
        }
    }

    #[test]
    fn sexagesimal_numbers() {
        for (text, expected) in [
            ("1:30", "5400"),
            ("-1:30", "-1800"),
            ("1:30:15", "5415"),
            ("1:60", "none"),
            ("1:2:3:4", "none"),
            ("1_0:00", "36000"),
            ("1__0:00", "3600"),
            ("1:30.5", "5430.0"),
            ("1:1.", "3660.0"),
        ] {
            assert_eq!(number(text), expected, "{text}");
        }
    }
}
