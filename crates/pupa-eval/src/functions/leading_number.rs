//! Parses numbers at the start of a string, like Ruby's `to_i` and `to_f`: text after the number is
//! ignored, and without a number the result is zero.

use num_bigint::BigInt;

/// The integer at the start of a string.
pub(super) fn integer(text: &str, radix: u32) -> BigInt {
    let text = text.trim_start_matches([' ', '\t', '\n', '\x0b', '\x0c', '\r']);
    let (is_negative, text) = sign(text);
    let text = match (radix, text.as_bytes()) {
        (16, [b'0', b'x' | b'X', next, ..]) if next.is_ascii_hexdigit() => &text[2..],
        _ => text,
    };
    let digits = digits(text, radix).0;
    let number = BigInt::parse_bytes(digits.as_bytes(), radix).unwrap_or_default();
    if is_negative { -number } else { number }
}

/// The decimal number at the start of a string.
pub(super) fn float(text: &str) -> f64 {
    let text = text.trim_start_matches([' ', '\t', '\n', '\x0b', '\x0c', '\r']);
    let (is_negative, text) = sign(text);
    let (whole, rest) = digits(text, 10);
    let (fraction, rest) = match rest.strip_prefix('.').map(|rest| digits(rest, 10)) {
        Some((fraction, rest)) if !fraction.is_empty() => (fraction, rest),
        _ => (String::new(), rest),
    };
    if whole.is_empty() && fraction.is_empty() {
        return 0.0;
    }
    let number = format!("{whole}.{fraction}e{}", exponent(rest)).parse().unwrap_or(0.0);
    if is_negative { -number } else { number }
}

/// The exponent at the start of a string; `0` if there is none.
fn exponent(text: &str) -> String {
    let Some(rest) = text.strip_prefix(['e', 'E']) else { return "0".to_owned() };
    let (is_negative, rest) = sign(rest);
    let digits = digits(rest, 10).0;
    if digits.is_empty() {
        return "0".to_owned();
    }
    format!("{}{digits}", if is_negative { "-" } else { "" })
}

fn sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// The digits at the start, without single underscores between them, and the rest of the string.
fn digits(text: &str, radix: u32) -> (String, &str) {
    let mut digits = String::new();
    let mut rest = text;
    loop {
        let next = match rest.strip_prefix('_') {
            Some(next) if !digits.is_empty() => next,
            _ => rest,
        };
        match next.chars().next() {
            Some(digit) if digit.is_digit(radix) => {
                digits.push(digit);
                rest = &next[1..];
            }
            _ => return (digits, rest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_end_where_digits_end() {
        let decimal = |text| integer(text, 10).to_string();
        assert_eq!(
            ["12abc", " -5", "1_0", "1__0", "_1", "- 5", "+5", "0x10", ""].map(decimal),
            ["12", "-5", "10", "1", "0", "0", "5", "0", "0"]
        );
        assert_eq!(integer("-0x1Fg", 16).to_string(), "-31");
        assert_eq!(integer("0x", 16).to_string(), "0");
        assert_eq!(integer("0789", 8).to_string(), "7");
    }

    #[test]
    fn floats_need_digits_behind_their_point() {
        let texts = ["1e5x", ".5", "5.", "5.e3", "-", "1e", "1_e5", "1._5", "1_000.5x", "0x1A"];
        assert_eq!(texts.map(float), [1e5, 0.5, 5.0, 5.0, 0.0, 1.0, 1.0, 1.0, 1000.5, 0.0]);
    }
}
