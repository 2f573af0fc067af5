//! Whole numbers of any length, written in decimal digits.

use num_bigint::BigInt;
use pupa_value::Value;

/// How many digits are read one after the other. Longer numbers are halved, so that a text of a
/// million digits does not take a million times a million steps.
const CHUNK: usize = 1000;

/// The number that an optional minus and decimal digits stand for; `None` when they are not that.
pub(crate) fn decimal(text: &str) -> Option<Value> {
    if let Ok(small) = text.parse() {
        return Some(Value::Integer(small));
    }
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = big(digits)?;
    Some(Value::from_big(if digits.len() < text.len() { -number } else { number }))
}

/// The number that decimal digits stand for.
pub(crate) fn big(digits: &str) -> Option<BigInt> {
    if digits.len() <= CHUNK {
        return digits.parse().ok();
    }
    let low = digits.len() / 2;
    let (high, rest) = digits.split_at_checked(digits.len() - low)?;
    Some(big(high)? * BigInt::from(10).pow(u32::try_from(low).ok()?) + big(rest)?)
}

#[cfg(test)]
mod tests {
    use super::decimal;
    use pupa_value::Value;

    #[test]
    fn small_and_big() {
        assert_eq!(decimal("-12"), Some(Value::Integer(-12)));
        assert_eq!(decimal("9223372036854775807"), Some(Value::Integer(i64::MAX)));
        let long = format!("-{}", "1234567890".repeat(500));
        let number = long.parse().map(Value::from_big).ok();
        assert_eq!(decimal(&long), number);
        assert!(matches!(number, Some(Value::BigInteger(_))));
        assert_eq!(decimal("-"), None);
        assert_eq!(decimal("1x9999999999999999999"), None);
    }
}
