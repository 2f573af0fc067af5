//! Formatting of floats.

use super::digits::{DigitCount, Digits, digits};
use super::{Directive, fill};

/// Writes a number by one of the letters `f e E g G a A`.
pub(super) fn write(out: &mut String, letter: u8, directive: &Directive<'_>, number: f64) {
    let flags = directive.flags;
    let negative = number.is_sign_negative() && !number.is_nan();
    let sign = if negative {
        "-"
    } else if flags.plus {
        "+"
    } else if flags.space {
        " "
    } else {
        ""
    };
    if !number.is_finite() {
        let name = if number.is_nan() { "NaN" } else { "Inf" };
        return in_field(out, directive, sign, name, false);
    }
    let precision = flags.has_precision.then_some(directive.precision);
    let number = number.abs();
    let text = match letter {
        b'f' => fixed(number, precision.unwrap_or(6), flags.sharp),
        b'e' | b'E' => scientific(number, precision.unwrap_or(6), flags.sharp),
        b'g' | b'G' => general(number, precision.unwrap_or(6), flags.sharp),
        _ => hexadecimal(number, precision, flags.sharp),
    };
    let text = if letter.is_ascii_uppercase() { text.to_ascii_uppercase() } else { text };
    match text.split_at_checked(2) {
        Some((prefix, digits)) if matches!(letter, b'a' | b'A') => {
            in_field(out, directive, &format!("{sign}{prefix}"), digits, flags.zero);
        }
        _ => in_field(out, directive, sign, &text, flags.zero),
    }
}

/// Writes sign and digits in a field; zero padding is between them.
fn in_field(out: &mut String, directive: &Directive<'_>, sign: &str, digits: &str, zeros: bool) {
    let length = i64::try_from(sign.len() + digits.len()).unwrap_or(i64::MAX);
    let blanks = directive.width.saturating_sub(length);
    let left = directive.flags.minus;
    if !left && !zeros {
        fill(out, ' ', blanks);
    }
    out.push_str(sign);
    if !left && zeros {
        fill(out, '0', blanks);
    }
    out.push_str(digits);
    if left {
        fill(out, ' ', blanks);
    }
}

/// `123.450`
fn fixed(number: f64, precision: i64, keep_point: bool) -> String {
    let digits = digits(number, DigitCount::Fraction(precision));
    let mut text = plain(&digits);
    let fraction = text.find('.').map_or(0, |point| text.len() - point - 1);
    if precision > 0 && fraction == 0 || precision == 0 && keep_point {
        text.push('.');
    }
    fill(&mut text, '0', precision - i64::try_from(fraction).unwrap_or(0));
    text
}

/// Digits with a decimal point and only the necessary zeros.
fn plain(digits: &Digits) -> String {
    let mut text = String::new();
    let mut rest = digits.digits.iter().map(|digit| char::from(b'0' + digit));
    if digits.point <= 0 {
        text.push('0');
    } else {
        let whole = usize::try_from(digits.point).unwrap_or(0);
        text.extend(rest.by_ref().take(whole));
        let missing = digits.point - i64::try_from(text.len()).unwrap_or(0);
        fill(&mut text, '0', missing);
    }
    if rest.len() > 0 {
        text.push('.');
        fill(&mut text, '0', -digits.point);
        text.extend(rest);
    }
    text
}

/// `1.2345e+02`
fn scientific(number: f64, precision: i64, keep_point: bool) -> String {
    let digits = digits(number, DigitCount::Significant(precision.saturating_add(1)));
    let (mut text, exponent) = mantissa(&digits);
    let fraction = i64::try_from(digits.digits.len()).unwrap_or(i64::MAX) - 1;
    if fraction == 0 && (precision > 0 || keep_point) {
        text.push('.');
    }
    fill(&mut text, '0', precision - fraction);
    with_exponent(&text, exponent)
}

/// The mantissa with one digit before the decimal point, and the exponent.
fn mantissa(digits: &Digits) -> (String, i64) {
    let first = Digits { digits: digits.digits.clone(), point: 1 };
    (plain(&first), digits.point - 1)
}

fn with_exponent(digits: &str, exponent: i64) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

/// The shorter of the two notations; without trailing zeros unless `keep_zeros` is set.
fn general(number: f64, precision: i64, keep_zeros: bool) -> String {
    let precision = precision.max(1);
    let mut digits = digits(number, DigitCount::Significant(precision));
    if keep_zeros {
        digits.digits.resize(usize::try_from(precision).unwrap_or(0), 0);
    }
    let is_scientific = digits.point <= -4 || digits.point > precision;
    let (mut text, exponent) = if is_scientific { mantissa(&digits) } else { (plain(&digits), 0) };
    if keep_zeros && !text.contains('.') {
        text.push('.');
    }
    if is_scientific { with_exponent(&text, exponent) } else { text }
}

/// The number of hexadecimal digits after the point of a 64-bit float.
const HEX_DIGITS: u32 = 13;

/// `0x1.8p+1`
fn hexadecimal(number: f64, precision: Option<i64>, keep_point: bool) -> String {
    let (mut mantissa, mut exponent) = normalize(number);
    let requested = precision.and_then(|precision| u32::try_from(precision).ok());
    if let Some(requested) = requested.filter(|requested| *requested < HEX_DIGITS) {
        let dropped = (HEX_DIGITS - requested) * 4;
        mantissa = round_even(mantissa, dropped) << dropped;
        if mantissa >= 2 << 52 {
            mantissa >>= 1;
            exponent += 1;
        }
    }
    let all = format!("{:013x}", mantissa & ((1 << 52) - 1));
    let mut fraction = match requested {
        Some(requested) => all.chars().take(requested as usize).collect(),
        None => all.trim_end_matches('0').to_owned(),
    };
    fill(&mut fraction, '0', precision.unwrap_or(0) - i64::from(HEX_DIGITS));
    let point = if fraction.is_empty() && !keep_point { "" } else { "." };
    format!("0x{}{point}{fraction}p{exponent:+}", mantissa >> 52)
}

/// The mantissa of a float, shifted so that its first bit is bit 52, and the exponent.
pub(super) fn normalize(number: f64) -> (u64, i64) {
    let bits = number.to_bits();
    let (fraction, exponent) = (bits & ((1 << 52) - 1), (bits >> 52) & 0x7ff);
    if number == 0.0 {
        (0, 0)
    } else if exponent == 0 {
        let shift = fraction.leading_zeros() - 11;
        (fraction << shift, -1022 - i64::from(shift))
    } else {
        (fraction | 1 << 52, i64::try_from(exponent).unwrap_or(0) - 1023)
    }
}

/// Drops bits, rounding half to even.
fn round_even(number: u64, dropped: u32) -> u64 {
    let (kept, rest) = (number >> dropped, number & ((1 << dropped) - 1));
    let half = 1 << (dropped - 1);
    if rest > half || rest == half && kept & 1 == 1 { kept + 1 } else { kept }
}
