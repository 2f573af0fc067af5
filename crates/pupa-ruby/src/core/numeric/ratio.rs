//! `Ratio`: exact fractions, the arithmetic of `Rational`.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{FromPrimitive, One, Pow, Signed, ToPrimitive, Zero};

/// The direction in which a number is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rounding {
    Floor,
    Ceil,
    Truncate,
    HalfUp,
    HalfEven,
    HalfDown,
}

/// A fraction in lowest terms with a positive denominator.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Ratio {
    pub(crate) num: BigInt,
    pub(crate) den: BigInt,
}

impl Ratio {
    /// Reduces a fraction. The denominator must not be zero.
    pub(crate) fn new(num: BigInt, den: BigInt) -> Ratio {
        let divisor = num.gcd(&den);
        let (mut num, mut den) = (num, den);
        if !divisor.is_one() && !divisor.is_zero() {
            num /= &divisor;
            den /= &divisor;
        }
        if den.is_negative() {
            num = -num;
            den = -den;
        }
        Ratio { num, den }
    }

    pub(crate) fn from_integer(num: BigInt) -> Ratio {
        Ratio { num, den: BigInt::one() }
    }

    /// The exact value of a finite float.
    pub(crate) fn from_float(number: f64) -> Ratio {
        let (mantissa, exponent) = decode(number);
        let mantissa = BigInt::from(mantissa);
        if exponent >= 0 {
            Ratio::from_integer(mantissa << exponent as u32)
        } else {
            Ratio::new(mantissa, BigInt::one() << exponent.unsigned_abs())
        }
    }

    pub(crate) fn is_integer(&self) -> bool {
        self.den.is_one()
    }

    pub(crate) fn add(&self, other: &Ratio) -> Ratio {
        Ratio::new(&self.num * &other.den + &other.num * &self.den, &self.den * &other.den)
    }

    pub(crate) fn sub(&self, other: &Ratio) -> Ratio {
        Ratio::new(&self.num * &other.den - &other.num * &self.den, &self.den * &other.den)
    }

    pub(crate) fn mul(&self, other: &Ratio) -> Ratio {
        Ratio::new(&self.num * &other.num, &self.den * &other.den)
    }

    /// The quotient; the divisor must not be zero.
    pub(crate) fn div(&self, other: &Ratio) -> Ratio {
        Ratio::new(&self.num * &other.den, &self.den * &other.num)
    }

    pub(crate) fn neg(&self) -> Ratio {
        Ratio { num: -&self.num, den: self.den.clone() }
    }

    pub(crate) fn abs(&self) -> Ratio {
        Ratio { num: self.num.abs(), den: self.den.clone() }
    }

    /// The power with an integer exponent; the exponent of zero must not be negative.
    pub(crate) fn pow(&self, exponent: i64) -> Ratio {
        let count = exponent.unsigned_abs();
        let (num, den) = (Pow::pow(&self.num, count), Pow::pow(&self.den, count));
        if exponent >= 0 { Ratio { num, den } } else { Ratio::new(den, num) }
    }

    pub(crate) fn floor(&self) -> BigInt {
        self.num.div_floor(&self.den)
    }

    pub(crate) fn round(&self, rounding: Rounding) -> BigInt {
        round_quotient(&self.num, &self.den, rounding)
    }

    pub(crate) fn to_f64(&self) -> f64 {
        divide_as_floats(&self.num, &self.den)
    }

    /// The simplest fraction between two positive ones, by continued fractions.
    pub(crate) fn simplest_between(low: &Ratio, high: &Ratio) -> Ratio {
        let (mut low, mut high) = (low.clone(), high.clone());
        let (mut p0, mut p1) = (BigInt::zero(), BigInt::one());
        let (mut q0, mut q1) = (BigInt::one(), BigInt::zero());
        loop {
            let whole = low.round(Rounding::Ceil);
            if Ratio::from_integer(whole.clone()) < high {
                let num = &whole * &p1 + &p0;
                let den = &whole * &q1 + &q0;
                return Ratio::new(num, den);
            }
            let step = whole - 1;
            let p2 = &step * &p1 + &p0;
            let q2 = &step * &q1 + &q0;
            (p0, p1, q0, q1) = (p1, p2, q1, q2);
            let step = Ratio::from_integer(step);
            let one = Ratio::from_integer(BigInt::one());
            let next_low = one.div(&high.sub(&step));
            high = one.div(&low.sub(&step));
            low = next_low;
        }
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Ratio) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Ratio) -> Ordering {
        (&self.num * &other.den).cmp(&(&other.num * &self.den))
    }
}

/// The quotient rounded to an integer; the denominator must be positive.
pub(crate) fn round_quotient(num: &BigInt, den: &BigInt, rounding: Rounding) -> BigInt {
    match rounding {
        Rounding::Floor => num.div_floor(den),
        Rounding::Ceil => num.div_ceil(den),
        Rounding::Truncate => num / den,
        _ => {
            let (quotient, rest) = num.abs().div_rem(den);
            let up = match (rest * 2u8).cmp(den) {
                Ordering::Less => false,
                Ordering::Greater => true,
                Ordering::Equal => match rounding {
                    Rounding::HalfUp => true,
                    Rounding::HalfDown => false,
                    _ => quotient.is_odd(),
                },
            };
            let rounded = if up { quotient + 1 } else { quotient };
            if num.is_negative() { -rounded } else { rounded }
        }
    }
}

/// The quotient of two integers as Ruby's `fdiv` computes it: from their floats, unless one of them
/// exceeds the range of floats.
pub(crate) fn divide_as_floats(num: &BigInt, den: &BigInt) -> f64 {
    if num.bits() <= 62 && den.bits() <= 62 || num.is_zero() || den.is_zero() {
        return float_of(num) / float_of(den);
    }
    // The shift gives the quotient more than 64 bits, which are scaled back afterwards.
    let shift = 70 + den.bits() as i64 - num.bits() as i64;
    let (mut quotient, rest) = if shift >= 0 {
        (num << shift as u64).div_rem(den)
    } else {
        num.div_rem(&(den << shift.unsigned_abs()))
    };
    if !rest.is_zero() {
        // More than half of the last bit must not look like half.
        quotient.set_bit(0, true);
    }
    scale(float_of(&quotient), -shift)
}

/// The nearest float, infinite if there is none.
pub(crate) fn float_of(number: &BigInt) -> f64 {
    number.to_f64().unwrap_or(f64::INFINITY)
}

/// The integer part of a finite float.
pub(crate) fn integer_of(number: f64) -> BigInt {
    BigInt::from_f64(number.trunc()).unwrap_or_default()
}

/// `number * 2 ** exponent`
pub(crate) fn scale(number: f64, exponent: i64) -> f64 {
    libm::scalbn(number, exponent.clamp(-5000, 5000) as i32)
}

/// The integer mantissa and the exponent of a finite float: `mantissa * 2 ** exponent`.
pub(crate) fn decode(number: f64) -> (i64, i32) {
    let bits = number.to_bits();
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let exponent = ((bits >> 52) & 0x7ff) as i32;
    let (mantissa, exponent) =
        if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
    (if number.is_sign_negative() { -mantissa } else { mantissa }, exponent)
}
