//! Parses numbers as Ruby's `Integer()` and `Float()` do.

use num_bigint::BigInt;
use pupa_value::Value;

use crate::integer;

/// Whether a character may be part of a number.
pub(super) fn is_number_character(character: char) -> bool {
    matches!(character, '0'..='9' | 'e' | 'E' | '+' | '-' | '.')
}

/// Parses a number; `None` if the text is not one. Any number without a fractional part, such as
/// `1.0`, is an integer.
///
/// # Errors
///
/// Ruby's message for a number that is too large for a float.
pub(super) fn number(text: &str) -> Option<Result<Value, &'static str>> {
    if !text.contains(['.', 'e', 'E']) {
        return integer(text).map(Ok);
    }
    let float = float(text)?;
    if float.is_infinite() {
        return Some(Err(if float > 0.0 { "Infinity" } else { "-Infinity" }));
    }
    Some(Ok(if float.fract() == 0.0 { integer_from_float(float) } else { Value::Float(float) }))
}

/// Parses an integer; a leading `0` means octal.
fn integer(text: &str) -> Option<Value> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if !digits.starts_with('0') || digits.len() == 1 {
        return if digits.starts_with('+') { None } else { integer::parse_decimal(text) };
    }
    let number = BigInt::parse_bytes(digits.as_bytes(), 8)?;
    Some(Value::from_big(if digits.len() < text.len() { -number } else { number }))
}

/// Parses a number with a fraction or an exponent.
fn float(text: &str) -> Option<f64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    // Unlike Rust, Ruby requires digits after a period.
    let mantissa = digits.split(['e', 'E']).next()?;
    if mantissa.ends_with('.') || !mantissa.ends_with(|last: char| last.is_ascii_digit()) {
        return None;
    }
    if digits.starts_with(['+', '-']) { None } else { text.parse().ok() }
}

/// Converts a float without a fractional part to an integer exactly.
fn integer_from_float(float: f64) -> Value {
    let bits = float.to_bits();
    let exponent = i64::try_from(bits >> 52 & 0x7FF).unwrap_or_default() - 1075;
    let mantissa = BigInt::from(bits & 0xF_FFFF_FFFF_FFFF | 0x10_0000_0000_0000);
    let number = match usize::try_from(exponent) {
        Ok(left) => mantissa << left,
        Err(_) => mantissa >> usize::try_from(-exponent).unwrap_or_default(),
    };
    Value::from_big(if float.is_sign_negative() { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::number;
    use pupa_value::Value;

    #[test]
    fn numbers_as_in_ruby() {
        let read = |text| number(text).and_then(Result::ok);
        assert_eq!(read("-12"), Some(Value::Integer(-12)));
        assert_eq!(read("010"), Some(Value::Integer(8)));
        assert_eq!(read("09"), None);
        assert_eq!(read("-"), None);
        assert_eq!(read("-+1"), None);
        assert_eq!(read("1-2"), None);
        assert_eq!(read("1."), None);
        assert_eq!(read("1.e5"), None);
        assert_eq!(read("-.5"), Some(Value::Float(-0.5)));
        assert_eq!(read("-0.0"), Some(Value::Integer(0)));
        assert_eq!(read("1e5"), Some(Value::Integer(100_000)));
        assert_eq!(read("1e20"), "100000000000000000000".parse().map(Value::from_big).ok());
        assert_eq!(number("-1e400"), Some(Err("-Infinity")));
    }
}
