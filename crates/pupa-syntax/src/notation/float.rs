//! Floats in Ruby's notation.

use std::fmt::Write;

/// Writes a float as Ruby's `Float#to_s` does: the shortest digits that give the number back, with
/// an exponent from 1e15 on and below 0.0001. A number below 1e16 that has a fraction needs none.
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
    let scientific = shortest(value);
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if (-4..15).contains(&exponent) || exponent == 15 && digits.trim_start_matches('-').len() > 17 {
        return with_fraction(without_exponent(digits, exponent));
    }
    let mut out = with_fraction(digits.to_owned());
    let sign = if exponent < 0 { '-' } else { '+' };
    // Writing to a string can't fail.
    let _ = write!(out, "e{sign}{:02}", exponent.abs());
    out
}

/// The shortest digits that identify the number, in scientific notation.
fn shortest(value: f64) -> String {
    let text = format!("{value:e}");
    even_neighbour(value, &text).unwrap_or(text)
}

/// If two candidates of the same length are equally near, Ruby takes the even one.
fn even_neighbour(value: f64, text: &str) -> Option<String> {
    let (digits, exponent) = text.split_once('e')?;
    let precision = digits.split_once('.')?.1.len();
    // Shorter numbers have no neighbour that identifies them, too.
    if precision < 14 {
        return None;
    }
    let exact = format!("{value:.0$e}", precision + 30);
    let (lower, rest) = exact.split_once('e')?.0.split_at_checked(digits.len())?;
    let is_tie = rest.starts_with('5') && rest[1..].bytes().all(|digit| digit == b'0');
    let is_even = matches!(lower.bytes().last(), Some(b'0' | b'2' | b'4' | b'6' | b'8'));
    let candidate = format!("{lower}e{exponent}");
    (is_tie && is_even && candidate.parse() == Ok(value)).then_some(candidate)
}

/// Digits such as `1.25` with the point moved to where the exponent says.
fn without_exponent(digits: &str, exponent: i32) -> String {
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", digits),
    };
    let digits = digits.replacen('.', "", 1);
    let Ok(whole) = usize::try_from(exponent + 1) else {
        return format!("{sign}0.{}{digits}", "0".repeat((-exponent - 1).unsigned_abs() as usize));
    };
    match digits.split_at_checked(whole) {
        Some((whole, "")) => format!("{sign}{whole}"),
        Some(("", fraction)) => format!("{sign}0.{fraction}"),
        Some((whole, fraction)) => format!("{sign}{whole}.{fraction}"),
        None => format!("{sign}{digits}{}", "0".repeat(whole - digits.len())),
    }
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
            (2_696_206_393_904_311.5, "2696206393904311.5"),
            (-151_446_056_509_732.62, "-151446056509732.62"),
            (151_446_056_509_732.38, "151446056509732.38"),
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
