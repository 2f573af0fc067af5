//! Floats in Ruby's notation.

use std::fmt::Write;

/// Writes a float as Ruby's `Float#to_s` does: the shortest digits that give the number back,
/// with an exponent from 1e15 on and below 0.0001.
///
/// ```
/// use pupa_syntax::notation::ruby_float;
/// assert_eq!(ruby_float(100.0), "100.0");
/// assert_eq!(ruby_float(1e20), "1.0e+20");
/// assert_eq!(ruby_float(0.00001), "1.0e-05");
/// ```
pub fn ruby_float(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value < 0.0 { "-Infinity" } else { "Infinity" }.to_owned();
    }
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if (-4..15).contains(&exponent) {
        return with_fraction(value.to_string());
    }
    let mut out = with_fraction(digits.to_owned());
    let sign = if exponent < 0 { '-' } else { '+' };
    // Writing to a string can't fail.
    let _ = write!(out, "e{sign}{:02}", exponent.abs());
    out
}

fn with_fraction(mut digits: String) -> String {
    if !digits.contains('.') {
        digits.push_str(".0");
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::ruby_float;

    #[test]
    fn writes_floats_as_ruby_does() {
        for (value, text) in [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (0.1, "0.1"),
            (-1.5, "-1.5"),
            (0.0001, "0.0001"),
            (0.00012345, "0.00012345"),
            (0.00001, "1.0e-05"),
            (1.5e-7, "1.5e-07"),
            (1e14, "100000000000000.0"),
            (1e15, "1.0e+15"),
            (1e16, "1.0e+16"),
            (9_999_999_999_999_998.0, "9.999999999999998e+15"),
            (123_456_789_012_345_680.0, "1.2345678901234568e+17"),
            (1e100, "1.0e+100"),
            (5e-324, "5.0e-324"),
            (f64::MAX, "1.7976931348623157e+308"),
            (f64::INFINITY, "Infinity"),
        ] {
            assert_eq!(ruby_float(value), text);
        }
    }
}
