//! Numbers in JSON.

use pupa_value::Value;

use crate::integer;

/// The number at the start of a text, and how long it is.
///
/// Compat: what looks like a fraction or an exponent but is not complete leaves the whole number
/// before it, so that the reader stops at the point or the `e`.
pub(super) fn number(text: &str) -> Option<(Value, usize)> {
    let whole = whole_end(text.as_bytes())?;
    if let Some(end) = float_end(text.as_bytes(), whole) {
        let float = text.get(..end)?.parse().ok()?;
        return Some((Value::Float(float), end));
    }
    if text.as_bytes().get(whole).is_some_and(u8::is_ascii_digit) {
        return None;
    }
    Some((integer::decimal(text.get(..whole)?)?, whole))
}

/// The end of the whole part of a number: `0`, or digits that do not begin with it.
pub fn whole_end(bytes: &[u8]) -> Option<usize> {
    let start = usize::from(bytes.first() == Some(&b'-'));
    match bytes.get(start)? {
        b'0' => Some(start + 1),
        b'1'..=b'9' => Some(digits_end(bytes, start)),
        _ => None,
    }
}

/// The end of a fraction or an exponent after the whole part, if there is a complete one.
pub fn float_end(bytes: &[u8], whole: usize) -> Option<usize> {
    let mut end = whole;
    if bytes.get(end) == Some(&b'.') {
        end = some_digits(bytes, end + 1)?;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        end = some_digits(bytes, end + 1 + sign)?;
    }
    let goes_on = matches!(bytes.get(end), Some(b'e' | b'E' | b'.' | b'-'));
    (end > whole && !goes_on).then_some(end)
}

/// The end of at least one digit.
fn some_digits(bytes: &[u8], start: usize) -> Option<usize> {
    let end = digits_end(bytes, start);
    (end > start).then_some(end)
}

/// The end of digits.
fn digits_end(bytes: &[u8], start: usize) -> usize {
    let rest = bytes.get(start..).unwrap_or_default();
    start + rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
}
