//! Integers in every radix.

use num_bigint::{BigInt, BigUint, Sign};

use super::{Directive, fill};

/// Writes an integer by one of the letters `d i u o x X b B`.
pub(super) fn write(out: &mut String, letter: u8, directive: &Directive<'_>, number: &BigInt) {
    let flags = directive.flags;
    let bits = match letter {
        b'o' => 3,
        b'x' | b'X' => 4,
        b'b' | b'B' => 1,
        _ => 0,
    };
    // Whether a negative number has a sign instead of two's complement.
    let signed = bits == 0 || flags.plus || flags.space;
    let negative = number.sign() == Sign::Minus;
    let dots = negative && !signed;
    let mut digits = if dots {
        complement(number.magnitude(), bits)
    } else {
        number.magnitude().to_str_radix(if bits == 0 { 10 } else { 1 << bits })
    };
    if letter == b'X' {
        digits.make_ascii_uppercase();
    }
    let sign = sign_of(directive, negative && signed, signed);

    let mut prefix = if flags.sharp { prefix_of(letter) } else { "" };
    let mut width = directive.width - i64::from(sign.is_some());
    let mut precision = directive.precision;
    if dots {
        width -= 2;
        precision -= 2;
    }
    let mut length = i64::try_from(digits.len()).unwrap_or(i64::MAX);
    let is_zero = digits == "0";
    if prefix == "0" {
        if dots {
            prefix = "";
        } else if is_zero {
            // The prefix is the only digit.
            digits.clear();
            length = 0;
            if flags.has_precision {
                precision -= 1;
            }
        } else if flags.has_precision && precision > length {
            prefix = "";
        }
    } else if is_zero {
        prefix = "";
    }
    width -= i64::try_from(prefix.len()).unwrap_or(0);
    if flags.zero && !flags.minus && !flags.has_precision {
        precision = width;
        width = 0;
    } else {
        if precision < length {
            if prefix.is_empty() && precision == 0 && digits == "0" {
                digits.clear();
                length = 0;
            }
            precision = length;
        }
        width -= precision;
    }

    if !flags.minus {
        fill(out, ' ', width);
    }
    out.extend(sign);
    out.push_str(prefix);
    if dots {
        out.push_str("..");
        fill(out, sign_digit(letter), precision - length);
    } else if !flags.minus || flags.has_precision {
        fill(out, '0', precision - length);
    }
    out.push_str(&digits);
    if flags.minus {
        fill(out, ' ', width);
    }
}

/// Writes an integer by the letter `f`: exactly, with zeros after the decimal point.
pub(super) fn write_as_float(out: &mut String, directive: &Directive<'_>, number: &BigInt) {
    let flags = directive.flags;
    let precision = if flags.has_precision { directive.precision } else { 6 };
    let digits = number.magnitude().to_str_radix(10);
    let sign = sign_of(directive, number.sign() == Sign::Minus, true);
    let fraction = if precision > 0 { precision + 1 } else { 0 };
    let length = i64::try_from(digits.len()).unwrap_or(i64::MAX).saturating_add(fraction);
    let blanks = directive.width - length - i64::from(sign.is_some());
    if !flags.minus && !flags.zero {
        fill(out, ' ', blanks);
    }
    out.extend(sign);
    if flags.zero && !flags.minus {
        fill(out, '0', blanks);
    }
    out.push_str(&digits);
    if precision > 0 {
        out.push('.');
        fill(out, '0', precision);
    }
    if flags.minus {
        fill(out, ' ', blanks);
    }
}

fn sign_of(directive: &Directive<'_>, negative: bool, signed: bool) -> Option<char> {
    if negative {
        Some('-')
    } else if signed && directive.flags.plus {
        Some('+')
    } else if signed && directive.flags.space {
        Some(' ')
    } else {
        None
    }
}

fn prefix_of(letter: u8) -> &'static str {
    match letter {
        b'o' => "0",
        b'x' => "0x",
        b'X' => "0X",
        b'b' => "0b",
        b'B' => "0B",
        _ => "",
    }
}

/// The digit that a negative number in two's complement repeats infinitely at its start.
fn sign_digit(letter: u8) -> char {
    match letter {
        b'o' => '7',
        b'x' => 'f',
        b'X' => 'F',
        _ => '1',
    }
}

/// The digits of a negative number in two's complement, with one repeated leading digit.
fn complement(magnitude: &BigUint, bits: u32) -> String {
    let digits = magnitude.bits() / u64::from(bits) + 2;
    let modulus = BigUint::from(1u8) << (digits * u64::from(bits));
    let text = (modulus - magnitude).to_str_radix(1 << bits);
    let first = text.chars().next().unwrap_or('1');
    let rest = text.trim_start_matches(first);
    format!("{first}{rest}")
}
