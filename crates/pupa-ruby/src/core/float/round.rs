//! Rounding floats to a number of decimal digits.
//!
//! Products with powers of ten are inexact, so every result is checked against its neighbour.

use super::float;
use crate::core::numeric::ratio::{Ratio, Rounding};
use crate::core::numeric::round::{RoundArgs, round_integer, round_ratio};
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::value::Value;

/// The binary exponent of a float: `number = fraction * 2 ** exponent` with a fraction from 0.5 to
/// 1.
fn binary_exponent(number: f64) -> i64 {
    i64::from(libm::frexp(number).1)
}

/// Whether a float has so few digits that rounding does not change it.
fn has_no_such_digits(digits: i64, exponent: i64) -> bool {
    let size = if exponent > 0 { exponent / 4 } else { exponent / 3 - 1 };
    digits >= 17 - size
}

/// Whether a float is so small that it rounds to zero.
fn is_too_small(digits: i64, exponent: i64) -> bool {
    let size = if exponent > 0 { exponent / 3 + 1 } else { exponent / 4 };
    digits < -size
}

fn digits_argument(m: &mut Machine<'_>, args: Args<'_>) -> Flow<i64> {
    match args.opt(0) {
        Some(digits) => crate::core::integer::c_int(m, digits),
        None => Ok(0),
    }
}

pub(crate) fn floor(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let digits = digits_argument(m, args)?;
    floor_to(m, float(this), digits)
}

pub(crate) fn ceil(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let digits = digits_argument(m, args)?;
    ceil_to(m, float(this), digits)
}

pub(crate) fn truncate(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let digits = digits_argument(m, args)?;
    let number = float(this);
    if number > 0.0 { floor_to(m, number, digits) } else { ceil_to(m, number, digits) }
}

fn floor_to(m: &mut Machine<'_>, number: f64, digits: i64) -> Flow {
    if digits <= 0 {
        let whole = m.float_to_integer(number.floor())?;
        return round_integer(m, whole, digits, Rounding::Floor);
    }
    let exponent = binary_exponent(number);
    if number == 0.0 || !number.is_finite() || has_no_such_digits(digits, exponent) {
        return Ok(Value::Float(number));
    }
    if number > 0.0 && is_too_small(digits, exponent) {
        return Ok(Value::Float(0.0));
    }
    let unit = 10f64.powi(digits as i32);
    let scaled = (number * unit).floor();
    let next = (scaled + 1.0) / unit;
    Ok(Value::Float(if next > number { scaled / unit } else { next }))
}

fn ceil_to(m: &mut Machine<'_>, number: f64, digits: i64) -> Flow {
    if digits <= 0 {
        let whole = m.float_to_integer(number.ceil())?;
        return round_integer(m, whole, digits, Rounding::Ceil);
    }
    let exponent = binary_exponent(number);
    if number == 0.0 || !number.is_finite() || has_no_such_digits(digits, exponent) {
        return Ok(Value::Float(number));
    }
    if number < 0.0 && is_too_small(digits, exponent) {
        return Ok(Value::Float(0.0));
    }
    let unit = 10f64.powi(digits as i32);
    let scaled = (number * unit).ceil();
    let before = (scaled - 1.0) / unit;
    Ok(Value::Float(if before < number { scaled / unit } else { before }))
}

pub(crate) fn round(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let RoundArgs { digits, rounding } = RoundArgs::parse(m, args)?;
    round_to(m, float(this), digits.unwrap_or(0), rounding)
}

/// `Float#round`
pub(crate) fn round_to(m: &mut Machine<'_>, number: f64, digits: i64, rounding: Rounding) -> Flow {
    if digits > 0 {
        return round_fraction(m, number, digits, rounding);
    }
    if digits == 0 {
        return m.float_to_integer(round_scaled(number, 1.0, rounding));
    }
    let whole = m.float_to_integer(number)?;
    if is_too_small(digits, binary_exponent(number)) {
        return Ok(Value::Int(0));
    }
    round_integer(m, whole, digits, rounding)
}

fn round_fraction(m: &mut Machine<'_>, number: f64, digits: i64, rounding: Rounding) -> Flow {
    let exponent = binary_exponent(number);
    if number == 0.0 || !number.is_finite() || has_no_such_digits(digits, exponent) {
        return Ok(Value::Float(number));
    }
    if is_too_small(digits, exponent) {
        return Ok(Value::Float(0.0));
    }
    if digits > 14 {
        // The power of ten may be inexact, so the fraction is rounded exactly.
        let rounded = round_ratio(m, &Ratio::from_float(number), Some(digits), rounding)?;
        return m.to_float(rounded).map(Value::Float);
    }
    let unit = 10f64.powi(digits as i32);
    Ok(Value::Float(round_scaled(number, unit, rounding) / unit))
}

/// Rounds `number * unit` to a whole number.
fn round_scaled(number: f64, unit: f64, rounding: Rounding) -> f64 {
    let scaled = number * unit;
    match rounding {
        Rounding::HalfDown => round_half_down(number, unit, scaled),
        Rounding::HalfEven => round_half_even(number, unit, scaled),
        _ => round_half_up(number, unit, scaled),
    }
}

fn round_half_up(number: f64, unit: f64, scaled: f64) -> f64 {
    let rounded = scaled.round();
    if unit == 1.0 {
        return rounded;
    }
    if number > 0.0 {
        if (rounded + 0.5) / unit <= number { rounded + 1.0 } else { rounded }
    } else if (rounded - 0.5) / unit >= number {
        rounded - 1.0
    } else {
        rounded
    }
}

fn round_half_down(number: f64, unit: f64, scaled: f64) -> f64 {
    let rounded = scaled.round();
    if number > 0.0 {
        if (rounded - 0.5) / unit >= number { rounded - 1.0 } else { rounded }
    } else if (rounded + 0.5) / unit <= number {
        rounded + 1.0
    } else {
        rounded
    }
}

fn round_half_even(number: f64, unit: f64, scaled: f64) -> f64 {
    let (size, scaled) = (number.abs(), scaled.abs());
    let below = scaled.floor();
    let distance = scaled - below;
    let up = if distance > 0.5 {
        1.0
    } else if distance == 0.5 || (below + 0.5) / unit <= size {
        below % 2.0
    } else {
        0.0
    };
    (below + up).copysign(number)
}
