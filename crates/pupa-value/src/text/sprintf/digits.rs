//! Decimal digits of floats for `sprintf`, rounded like Ruby, whose conversion is David
//! Gay's `dtoa` with a change.
//!
//! `dtoa` first tries floating-point arithmetic, whose error it knows. If that can't decide on which
//! side of the midpoint between two results the number is, Ruby assumes the midpoint: an odd last
//! digit is rounded up at once, so that `'%.1f' % 0.35` is `0.4` although `0.35` is slightly less than
//! the midpoint; an even one is kept, and the exact step only finds the other digits. The exact step
//! alone is used where floating-point arithmetic is not applicable. Both steps are reproduced here
//! because their results are visible.

/// The number of digits to compute.
#[derive(Clone, Copy)]
pub(super) enum DigitCount {
    /// The number of significant digits, at least one.
    Significant(i64),
    /// The number of digits after the decimal point.
    Fraction(i64),
}

/// Digits, and the position of the decimal point relative to the first digit. Missing trailing
/// digits are zeros.
pub(super) struct Digits {
    pub(super) digits: Vec<u8>,
    pub(super) point: i64,
}

/// The maximum number of digits for which floating-point arithmetic is used.
const MAX_FAST_DIGITS: i64 = 14;

/// The digits of a finite number that is not negative.
pub(super) fn digits(number: f64, requested: DigitCount) -> Digits {
    if number == 0.0 {
        return Digits { digits: vec![0], point: 1 };
    }
    let (exponent, is_guess) = decimal_exponent(number);
    match fast_digits(number, requested, exponent, is_guess) {
        FastResult::Done(digits) => digits,
        FastResult::Undecided => exact(number, requested, false),
        FastResult::Middle => exact(number, requested, true),
    }
}

/// The exponent of the first digit, and whether it is an estimate. An estimate, made for numbers
/// below 1 and from 10^23 on, may be too high by one.
fn decimal_exponent(number: f64) -> (i64, bool) {
    let (mantissa, exponent) = super::float::normalize(number);
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
    let mantissa = mantissa as f64 / (1u64 << 52) as f64;
    #[expect(clippy::cast_precision_loss, reason = "exponents are small")]
    #[expect(clippy::approx_constant, reason = "the guess must go wrong where Ruby's does")]
    let guess = (mantissa - 1.5) * 0.289_529_654_602_168
        + 0.176_091_259_055_8
        + exponent as f64 * 0.301_029_995_663_981;
    #[expect(clippy::cast_possible_truncation, reason = "logarithms are small")]
    let mut guess = guess.floor() as i64;
    if (0..=22).contains(&guess) {
        if number < power_of_ten(guess) {
            guess -= 1;
        }
        return (guess, false);
    }
    (guess, true)
}

/// A power of ten up to 22; all of these are exact.
fn power_of_ten(exponent: i64) -> f64 {
    const TENS: [f64; 23] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ];
    usize::try_from(exponent).ok().and_then(|index| TENS.get(index).copied()).unwrap_or(1e22)
}

/// The result of floating-point arithmetic.
enum FastResult {
    Done(Digits),
    /// The number is too close to the midpoint to decide, and the last digit is even.
    Middle,
    /// The result can't be computed this way.
    Undecided,
}

fn digit_count(requested: DigitCount, exponent: i64) -> i64 {
    match requested {
        DigitCount::Significant(count) => count.max(1),
        DigitCount::Fraction(places) => places + exponent + 1,
    }
}

fn fast_digits(
    number: f64,
    requested: DigitCount,
    mut exponent: i64,
    is_guess: bool,
) -> FastResult {
    let mut count = digit_count(requested, exponent);
    if !(0..=MAX_FAST_DIGITS).contains(&count) {
        return FastResult::Undecided;
    }
    let (mut rest, mut errors) = scale(number, exponent);
    if is_guess && rest < 1.0 && count > 0 {
        exponent -= 1;
        count = digit_count(requested, exponent);
        if count <= 0 {
            return FastResult::Undecided;
        }
        rest *= 10.0;
        errors += 1.0;
    }
    let error = (errors * rest + 7.0) * 2f64.powi(-52);
    if count == 0 {
        return first_digit_only(rest - 5.0, error, exponent);
    }
    let error = error * power_of_ten(count - 1);
    let mut digits = Vec::new();
    loop {
        let digit = rest.trunc();
        rest -= digit;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a digit")]
        digits.push(digit as u8);
        let is_last = digits.len() as u64 == count.unsigned_abs() || rest == 0.0;
        if !is_last {
            rest *= 10.0;
            continue;
        }
        return if rest > 0.5 + error {
            FastResult::Done(round_up(digits, exponent))
        } else if rest < 0.5 - error {
            trim_zeros(&mut digits);
            FastResult::Done(Digits { digits, point: exponent + 1 })
        } else if is_odd(&digits) {
            FastResult::Done(round_up(digits, exponent))
        } else {
            FastResult::Middle
        };
    }
}

/// The result if no digit is requested, such as for 0.06 with one place: a single 1 in the last
/// place, or no digit. `above_half` is the difference between the scaled number and 5.
fn first_digit_only(above_half: f64, error: f64, exponent: i64) -> FastResult {
    if above_half > error {
        FastResult::Done(Digits { digits: vec![1], point: exponent + 2 })
    } else if above_half < -error {
        FastResult::Done(Digits { digits: Vec::new(), point: exponent + 1 })
    } else {
        FastResult::Undecided
    }
}

/// Scales a number to one digit before the decimal point; also returns a bound for the number of
/// rounding errors.
fn scale(number: f64, exponent: i64) -> (f64, f64) {
    const BIG_TENS: [f64; 5] = [1e16, 1e32, 1e64, 1e128, 1e256];
    let mut errors = 2.0;
    let magnitude = exponent.abs();
    let small = power_of_ten(magnitude & 0xf);
    let mut sixteens = magnitude >> 4;
    if exponent <= 0 {
        let mut rest = if exponent == 0 { number } else { number * small };
        for big in BIG_TENS.iter().enumerate().filter(|(i, _)| sixteens >> i & 1 == 1) {
            errors += 1.0;
            rest *= big.1;
        }
        return (rest, errors);
    }
    let mut rest = number;
    if sixteens & 0x10 != 0 {
        sixteens &= 0xf;
        rest /= BIG_TENS[4];
        errors += 1.0;
    }
    let mut divisor = small;
    for big in BIG_TENS.iter().enumerate().filter(|(i, _)| sixteens >> i & 1 == 1) {
        errors += 1.0;
        divisor *= big.1;
    }
    (rest / divisor, errors)
}

/// The digits by exact arithmetic; ties go to the even digit. After [`FastResult::Middle`]
/// (`is_middle`) the number is not rounded up, even if it is above the midpoint; only integers of
/// up to 15 digits are, because Ruby has a separate branch for them.
fn exact(number: f64, requested: DigitCount, is_middle: bool) -> Digits {
    let (all, exponent) = all_digits(number);
    let count = digit_count(requested, exponent);
    if count <= 0 {
        let is_above_half = all[0] > 5 || all[0] == 5 && all.len() > 1;
        return if count == 0 && is_above_half {
            Digits { digits: vec![1], point: exponent + 2 }
        } else {
            Digits { digits: Vec::new(), point: exponent + 1 }
        };
    }
    let count = usize::try_from(count).unwrap_or(usize::MAX).min(all.len());
    let (kept, rest) = all.split_at(count);
    let mut digits = kept.to_vec();
    if rest.is_empty() {
        return Digits { digits, point: exponent + 1 };
    }
    let is_up = rest[0] > 5 || rest[0] == 5 && (rest.len() > 1 || is_odd(&digits));
    let is_small_integer = exponent <= MAX_FAST_DIGITS && number.fract() == 0.0;
    if !is_up {
        if !is_small_integer {
            trim_zeros(&mut digits);
        }
        return Digits { digits, point: exponent + 1 };
    }
    if is_middle && !is_small_integer && !is_odd(&digits) {
        return Digits { digits, point: exponent + 1 };
    }
    round_up(digits, exponent)
}

/// All digits of a number, without trailing zeros, and the exponent of the first.
fn all_digits(number: f64) -> (Vec<u8>, i64) {
    // No 64-bit float has more digits.
    let text = format!("{number:.800e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mut digits: Vec<u8> =
        digits.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
    trim_zeros(&mut digits);
    (digits, exponent.parse().unwrap_or(0))
}

fn is_odd(digits: &[u8]) -> bool {
    digits.last().is_some_and(|digit| digit % 2 == 1)
}

fn trim_zeros(digits: &mut Vec<u8>) {
    while digits.len() > 1 && digits.last() == Some(&0) {
        digits.pop();
    }
}

fn round_up(mut digits: Vec<u8>, exponent: i64) -> Digits {
    while digits.last() == Some(&9) {
        digits.pop();
    }
    match digits.last_mut() {
        Some(last) => {
            *last += 1;
            Digits { digits, point: exponent + 1 }
        }
        None => Digits { digits: vec![1], point: exponent + 2 },
    }
}
