//! Arithmetic with timespans.

use std::ops::Neg;

use super::{NSECS_PER_SEC, Timespan};
use crate::value::scalar_error::{ScalarError, ScalarErrorKind};

/// The smallest integer that the reference does not represent as a machine integer.
const MACHINE_INTEGER: u128 = 1 << 62;

/// # Arithmetic
///
/// [`refused`](super::operand_errors) has the errors for unsupported operands.
impl Timespan {
    /// The sum of two timespans.
    ///
    /// # Errors
    ///
    /// If the sum is out of range.
    pub fn checked_add(self, other: Self) -> Result<Self, ScalarError> {
        in_range(self.nanoseconds.checked_add(other.nanoseconds))
    }

    /// The difference of two timespans.
    ///
    /// # Errors
    ///
    /// If the difference is out of range.
    pub fn checked_sub(self, other: Self) -> Result<Self, ScalarError> {
        in_range(self.nanoseconds.checked_sub(other.nanoseconds))
    }

    /// The timespan multiplied by an integer.
    ///
    /// # Errors
    ///
    /// If the product is out of range.
    pub fn multiply_integer(self, factor: i64) -> Result<Self, ScalarError> {
        in_range(self.nanoseconds.checked_mul(i128::from(factor)))
    }

    /// The timespan multiplied by a float, truncated to nanoseconds.
    ///
    /// # Errors
    ///
    /// If the product is not finite or out of range.
    pub fn multiply_float(self, factor: f64) -> Result<Self, ScalarError> {
        truncate(self.nanoseconds as f64 * factor).map(Self::from_nanoseconds)
    }

    /// The timespan divided by an integer, rounded down.
    ///
    /// # Errors
    ///
    /// If `divisor` is zero.
    pub fn divide_integer(self, divisor: i64) -> Result<Self, ScalarError> {
        floor_divide(self.nanoseconds, i128::from(divisor)).map(Self::from_nanoseconds)
    }

    /// The timespan divided by a float, rounded down.
    ///
    /// # Errors
    ///
    /// If `divisor` is zero, or the quotient is not finite or out of range.
    pub fn divide_float(self, divisor: f64) -> Result<Self, ScalarError> {
        if divisor == 0.0 {
            return Err(divided_by_zero());
        }
        let quotient = self.nanoseconds as f64 / divisor;
        // Compat: timespans that exceed the reference's machine integers are rounded toward zero.
        let is_small = self.nanoseconds.unsigned_abs() < MACHINE_INTEGER;
        let rounded = if is_small { quotient.floor() } else { quotient };
        truncate(rounded).map(Self::from_nanoseconds)
    }

    /// The ratio of two timespans.
    pub fn divide(self, divisor: Self) -> f64 {
        ratio(self.nanoseconds, divisor.nanoseconds)
    }

    /// The quotient of the whole seconds and `divisor`, rounded down, and the remainder.
    ///
    /// # Errors
    ///
    /// If `divisor` is zero.
    pub fn divmod_integer(self, divisor: i64) -> Result<(i128, i128), ScalarError> {
        let divisor = i128::from(divisor);
        let quotient = floor_divide(self.to_integer(), divisor)?;
        Ok((quotient, self.to_integer() - quotient * divisor))
    }

    /// The quotient of the seconds and `divisor`, rounded down, and the remainder.
    ///
    /// # Errors
    ///
    /// If `divisor` is zero, or the quotient is not finite.
    pub fn divmod_float(self, divisor: f64) -> Result<(i128, f64), ScalarError> {
        let (quotient, remainder) = float_divmod(self.to_float(), divisor)?;
        Ok((truncate(quotient)?, remainder))
    }

    /// The absolute value.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self::from_nanoseconds(self.magnitude())
    }
}

impl Neg for Timespan {
    type Output = Self;

    fn neg(self) -> Self {
        Self::from_nanoseconds(self.nanoseconds.saturating_neg())
    }
}

/// The nanoseconds of a number of seconds, truncated.
pub(crate) fn float_seconds(seconds: f64) -> Result<i128, ScalarError> {
    truncate(seconds * NSECS_PER_SEC as f64)
}

/// The error for a result that is out of range; the reference has no such limit.
pub(crate) fn out_of_range() -> ScalarError {
    ScalarError::new(ScalarErrorKind::OutOfRange, "time out of range")
}

/// The quotient of two integers as a float.
pub(crate) fn ratio(dividend: i128, divisor: i128) -> f64 {
    let common = greatest_common_divisor(dividend.unsigned_abs(), divisor.unsigned_abs());
    if dividend == 0 || divisor == 0 {
        return dividend as f64 / divisor as f64;
    }
    let (numerator, denominator) =
        (dividend.unsigned_abs() / common, divisor.unsigned_abs() / common);
    // Compat: small divisors are rounded to floats before the division.
    let magnitude = if denominator < MACHINE_INTEGER {
        numerator as f64 / denominator as f64
    } else {
        exact_ratio(numerator, denominator)
    };
    if (dividend < 0) == (divisor < 0) { magnitude } else { -magnitude }
}

/// The quotient of two positive integers, rounded once.
fn exact_ratio(numerator: u128, denominator: u128) -> f64 {
    // The number of computed bits of the quotient, a few more than a float has.
    const BITS: u32 = 60;
    let mut quotient = numerator / denominator;
    let mut remainder = numerator % denominator;
    let mut exponent = 0;
    while quotient.leading_zeros() > 128 - BITS {
        // Neither overflows: the divisor has at most 127 bits, and is too large for a quotient of
        // more than 66.
        quotient <<= 1;
        remainder <<= 1;
        exponent -= 1;
        if remainder >= denominator {
            remainder -= denominator;
            quotient |= 1;
        }
    }
    // The remainder matters only exactly between two floats, where it decides the rounding.
    let sticky = u128::from(remainder != 0);
    ((quotient << 1) | sticky) as f64 * f64::powi(2.0, exponent - 1)
}

fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn in_range(nanoseconds: Option<i128>) -> Result<Timespan, ScalarError> {
    nanoseconds.map(Timespan::from_nanoseconds).ok_or_else(out_of_range)
}

fn divided_by_zero() -> ScalarError {
    ScalarError::new(ScalarErrorKind::ZeroDivision, "divided by 0")
}

fn floor_divide(dividend: i128, divisor: i128) -> Result<i128, ScalarError> {
    if divisor == 0 {
        return Err(divided_by_zero());
    }
    let quotient = dividend.checked_div(divisor).ok_or_else(out_of_range)?;
    let inexact = dividend.wrapping_rem(divisor) != 0;
    Ok(if inexact && (dividend < 0) != (divisor < 0) { quotient - 1 } else { quotient })
}

/// A float truncated to an integer.
fn truncate(number: f64) -> Result<i128, ScalarError> {
    if !number.is_finite() {
        let name = if number.is_nan() {
            "NaN"
        } else if number > 0.0 {
            "Infinity"
        } else {
            "-Infinity"
        };
        return Err(ScalarError::new(ScalarErrorKind::FloatDomain, name));
    }
    if number.abs() >= i128::MAX as f64 {
        return Err(out_of_range());
    }
    Ok(number as i128)
}

/// Division rounded down, like Ruby's `Float#divmod`.
fn float_divmod(dividend: f64, divisor: f64) -> Result<(f64, f64), ScalarError> {
    if divisor == 0.0 {
        return Err(divided_by_zero());
    }
    let remainder =
        if divisor.is_infinite() && dividend.is_finite() { dividend } else { dividend % divisor };
    let quotient = if dividend.is_infinite() && divisor.is_finite() {
        dividend
    } else {
        ((dividend - remainder) / divisor).round()
    };
    if divisor * remainder < 0.0 {
        return Ok((quotient - 1.0, remainder + divisor));
    }
    Ok((quotient, remainder))
}
