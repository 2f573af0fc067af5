//! `round`, `ceil`, `floor` and `truncate` of integers and fractions, to a number of digits.

use num_bigint::BigInt;
use num_traits::{Pow, Signed};

use super::ratio::{Ratio, Rounding, round_quotient};
use super::tower::{is_fixnum, rational_value};
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::value::{HashId, Value};

/// The arguments of `round`.
pub(crate) struct RoundArgs {
    /// The number of digits after the decimal point.
    pub(crate) digits: Option<i64>,
    /// The rounding of halves.
    pub(crate) rounding: Rounding,
}

impl RoundArgs {
    pub(crate) fn parse(m: &mut Machine<'_>, args: Args<'_>) -> Flow<RoundArgs> {
        let (list, keywords) = args.split_keywords();
        m.check_arity(list.len(), 0, Some(1))?;
        let digits = match list.first() {
            Some(&digits) => Some(crate::core::integer::c_int(m, digits)?),
            None => None,
        };
        Ok(RoundArgs { digits, rounding: half_mode(m, keywords)? })
    }
}

fn half_mode(m: &mut Machine<'_>, keywords: Option<HashId>) -> Flow<Rounding> {
    let Some(mode) = m.keyword(keywords, "half") else { return Ok(Rounding::HalfUp) };
    let name = match mode {
        Value::Nil => return Ok(Rounding::HalfUp),
        Value::Sym(symbol) => symbol.as_str().to_owned(),
        _ => match m.try_str(mode)? {
            Some(id) => m.text_of(id),
            None => {
                let text = m.inspect(mode)?;
                return Err(m.argument_error(format!("invalid rounding mode: {text}")));
            }
        },
    };
    match &*name {
        "up" => Ok(Rounding::HalfUp),
        "even" => Ok(Rounding::HalfEven),
        "down" => Ok(Rounding::HalfDown),
        _ => Err(m.argument_error(format!("invalid rounding mode: {name}"))),
    }
}

/// Rounds an integer to a negative number of digits after the decimal point.
pub(crate) fn round_integer(
    m: &mut Machine<'_>,
    this: Value,
    digits: i64,
    rounding: Rounding,
) -> Flow {
    if digits >= 0 {
        return Ok(this);
    }
    let number = m.big(this);
    // Ruby compares the digits with the number of bytes, and returns zero if they clearly exceed
    // it.
    let bytes = if let Value::Int(_) = this { 8 } else { number.bits().div_ceil(8) };
    if -0.415_241 * digits as f64 - 0.125 > bytes as f64 {
        return Ok(Value::Int(0));
    }
    let unit = Pow::pow(BigInt::from(10), digits.unsigned_abs());
    // Compat: Ruby 3.1 rounds multiples of the unit up if they have more than 62 bits.
    let goes_up = rounding == Rounding::Ceil && !is_fixnum(this) && number.is_positive();
    let rounding = if goes_up { Rounding::Floor } else { rounding };
    let mut quotient = round_quotient(&number, &unit, rounding);
    if goes_up {
        quotient += 1;
    }
    let result = quotient * unit;
    Ok(m.new_integer(result))
}

/// Rounds a fraction: to an integer if no digits are given, to a fraction if they are positive.
pub(crate) fn round_ratio(
    m: &mut Machine<'_>,
    ratio: &Ratio,
    digits: Option<i64>,
    rounding: Rounding,
) -> Flow {
    let Some(digits) = digits else {
        let whole = ratio.round(rounding);
        return Ok(m.new_integer(whole));
    };
    let size = ratio.num.bits().max(ratio.den.bits());
    if digits.unsigned_abs() > (1 << 16) + size {
        return Ok(if digits > 0 { rational_value(m, ratio.clone()) } else { Value::Int(0) });
    }
    m.charge(digits.unsigned_abs() as usize)?;
    let unit = Ratio::from_integer(Pow::pow(BigInt::from(10), digits.unsigned_abs()));
    let scaled = if digits >= 0 { ratio.mul(&unit) } else { ratio.div(&unit) };
    let whole = Ratio::from_integer(scaled.round(rounding));
    let result = if digits >= 0 { whole.div(&unit) } else { whole.mul(&unit) };
    if digits > 0 {
        return Ok(rational_value(m, result));
    }
    let whole = result.round(Rounding::Truncate);
    Ok(m.new_integer(whole))
}
