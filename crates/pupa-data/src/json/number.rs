//! Parses JSON numbers.

use pupa_value::Value;

use crate::integer;

/// Parses the number at the start of a text, and returns its length too.
///
/// Compat: an incomplete fraction or exponent is not part of the number, so that the reader fails
/// at the period or the `e`. Pinned by `json_errors_are_those_of_ruby`.
pub(super) fn number(text: &str) -> Option<(Value, usize)> {
    let whole = integer_end(text.as_bytes())?;
    if let Some(end) = float_end(text.as_bytes(), whole) {
        let float = text.get(..end)?.parse().ok()?;
        return Some((Value::Float(float), end));
    }
    if text.as_bytes().get(whole).is_some_and(u8::is_ascii_digit) {
        return None;
    }
    Some((integer::parse_decimal(text.get(..whole)?)?, whole))
}

/// The end of the integer part of a number: `0`, or digits that do not begin with `0`.
pub fn integer_end(bytes: &[u8]) -> Option<usize> {
    let start = usize::from(bytes.first() == Some(&b'-'));
    match bytes.get(start)? {
        b'0' => Some(start + 1),
        b'1'..=b'9' => Some(digits_end(bytes, start)),
        _ => None,
    }
}

/// The end of the fraction and exponent after the integer part; `None` if there is neither or one
/// is incomplete.
pub fn float_end(bytes: &[u8], whole: usize) -> Option<usize> {
    let mut end = whole;
    if bytes.get(end) == Some(&b'.') {
        end = one_or_more_digits_end(bytes, end + 1)?;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        end = one_or_more_digits_end(bytes, end + 1 + sign)?;
    }
    let goes_on = matches!(bytes.get(end), Some(b'e' | b'E' | b'.' | b'-'));
    (end > whole && !goes_on).then_some(end)
}

/// The end of a run of digits; `None` if it is empty.
fn one_or_more_digits_end(bytes: &[u8], start: usize) -> Option<usize> {
    let end = digits_end(bytes, start);
    (end > start).then_some(end)
}

/// The end of a run of digits, which may be empty.
fn digits_end(bytes: &[u8], start: usize) -> usize {
    let rest = bytes.get(start..).unwrap_or_default();
    start + rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
}
