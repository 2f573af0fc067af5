//! Parses decimal integers of any length.

use num_bigint::BigInt;
use pupa_value::Value;

/// The number of digits that are parsed at once. Longer numbers are split in half recursively, to
/// avoid the quadratic time of digit-by-digit parsing.
const CHUNK: usize = 1000;

/// Parses an optional minus sign and decimal digits; `None` if the text has another form.
pub(crate) fn parse_decimal(text: &str) -> Option<Value> {
    if let Ok(small) = text.parse() {
        return Some(Value::Integer(small));
    }
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = parse_big(digits)?;
    Some(Value::from_big(if digits.len() < text.len() { -number } else { number }))
}

/// Parses decimal digits without a sign.
pub(crate) fn parse_big(digits: &str) -> Option<BigInt> {
    if digits.len() <= CHUNK {
        return digits.parse().ok();
    }
    let low = digits.len() / 2;
    let (high, rest) = digits.split_at_checked(digits.len() - low)?;
    Some(parse_big(high)? * BigInt::from(10).pow(u32::try_from(low).ok()?) + parse_big(rest)?)
}

#[cfg(test)]
mod tests {
    use super::parse_decimal;
    use pupa_value::Value;

    #[test]
    fn small_and_big() {
        assert_eq!(parse_decimal("-12"), Some(Value::Integer(-12)));
        assert_eq!(parse_decimal("9223372036854775807"), Some(Value::Integer(i64::MAX)));
        let long = format!("-{}", "1234567890".repeat(500));
        let number = long.parse().map(Value::from_big).ok();
        assert_eq!(parse_decimal(&long), number);
        assert!(matches!(number, Some(Value::BigInteger(_))));
        assert_eq!(parse_decimal("-"), None);
        assert_eq!(parse_decimal("1x9999999999999999999"), None);
    }
}
