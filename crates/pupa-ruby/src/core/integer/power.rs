//! `Integer`: `pow` with a modulus, and integer square roots.

use num_traits::{Signed, Zero};

use super::integer_operand;
use crate::core::class;
use crate::core::numeric::tower;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::value::Value;

pub(crate) fn pow(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(modulus) = args.opt(1) else { return tower::pow(m, this, args[0]) };
    if !matches!(args[0], Value::Int(_) | Value::Big(_)) {
        return Err(m.type_error(
            "Integer#pow() 2nd argument not allowed unless a 1st argument is integer",
        ));
    }
    let exponent = m.big(args[0]);
    if exponent.is_negative() {
        return Err(m.range_error(
            "Integer#pow() 1st argument cannot be negative when 2nd argument specified",
        ));
    }
    if !matches!(modulus, Value::Int(_) | Value::Big(_)) {
        return Err(m.type_error(
            "Integer#pow() 2nd argument not allowed unless all arguments are integers",
        ));
    }
    let modulus = m.big(modulus);
    if modulus.is_zero() {
        return Err(m.zero_division());
    }
    let words = modulus.bits() / 64 + 1;
    let squared = words.saturating_mul(words);
    tower::count_work(m, exponent.bits().saturating_mul(squared) / 64)?;
    let result = m.big(this).modpow(&exponent, &modulus);
    Ok(m.new_integer(result))
}

pub(crate) fn isqrt(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let number = integer_operand(m, args[0])?;
    let number = m.big(number);
    if number.is_negative() {
        return Err(m.error(class::DOMAIN_ERROR, "Numerical argument is out of domain - \"isqrt\""));
    }
    tower::charge_product(m, number.bits(), number.bits())?;
    Ok(m.new_integer(number.sqrt()))
}
