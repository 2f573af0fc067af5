//! `Integer`: operations on bits in two's complement.

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::integer_operand;
use crate::core::numeric::tower;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::Symbol;
use crate::value::{RangeId, Value};

pub(crate) fn complement(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    match this {
        Value::Int(number) => Ok(Value::Int(!number)),
        _ => {
            let result = !m.big(this);
            Ok(m.new_integer(result))
        }
    }
}

pub(crate) fn and(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    match (this, args[0]) {
        (Value::Int(x), Value::Int(y)) => Ok(Value::Int(x & y)),
        (_, Value::Int(_) | Value::Big(_)) => {
            let result = m.big(this) & m.big(args[0]);
            Ok(m.new_integer(result))
        }
        _ => foreign(m, this, args),
    }
}

pub(crate) fn or(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    match (this, args[0]) {
        (Value::Int(x), Value::Int(y)) => Ok(Value::Int(x | y)),
        (_, Value::Int(_) | Value::Big(_)) => {
            let result = m.big(this) | m.big(args[0]);
            Ok(m.new_integer(result))
        }
        _ => foreign(m, this, args),
    }
}

pub(crate) fn xor(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    match (this, args[0]) {
        (Value::Int(x), Value::Int(y)) => Ok(Value::Int(x ^ y)),
        (_, Value::Int(_) | Value::Big(_)) => {
            let result = m.big(this) ^ m.big(args[0]);
            Ok(m.new_integer(result))
        }
        _ => foreign(m, this, args),
    }
}

/// Calls the operator on operands that another class has coerced, if they define it.
fn foreign(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some((x, y)) = tower::coerce_pair(m, this, args[0], true)? else { return Ok(Value::Nil) };
    match m.try_call(x, args.name, &[y])? {
        Some(result) => Ok(result),
        None => Err(tower::coerce_failed(m, this, args[0])),
    }
}

pub(crate) fn shift_left(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let count = integer_operand(m, args[0])?;
    match count {
        Value::Int(count) => shift(m, this, count),
        _ => {
            let is_left = m.big(count).is_positive();
            shift_far(m, this, is_left)
        }
    }
}

pub(crate) fn shift_right(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let count = integer_operand(m, args[0])?;
    match count {
        Value::Int(count) => match count.checked_neg() {
            Some(count) => shift(m, this, count),
            None => shift_far(m, this, true),
        },
        _ => {
            let is_left = m.big(count).is_negative();
            shift_far(m, this, is_left)
        }
    }
}

/// The result of a shift by more bits than fit into memory.
fn shift_far(m: &mut Machine<'_>, this: Value, is_left: bool) -> Flow {
    match this {
        Value::Int(0) => Ok(this),
        _ if is_left => Err(m.range_error("shift width too big")),
        Value::Int(number) => Ok(Value::Int(if number < 0 { -1 } else { 0 })),
        _ => Ok(Value::Int(if m.big(this).is_negative() { -1 } else { 0 })),
    }
}

/// Shifts to the left, or to the right for a negative count.
pub(crate) fn shift(m: &mut Machine<'_>, this: Value, count: i64) -> Flow {
    if count <= 0 {
        let count = count.unsigned_abs();
        return match this {
            Value::Int(number) => Ok(Value::Int(number >> count.min(63))),
            _ => {
                let number = m.big(this);
                if count > number.bits() {
                    return shift_far(m, this, false);
                }
                Ok(m.new_integer(number >> count))
            }
        };
    }
    match this {
        Value::Int(0) => return Ok(this),
        Value::Int(number) if count < 63 => {
            let shifted = number << count;
            if shifted >> count == number {
                return Ok(Value::Int(shifted));
            }
        }
        _ => {}
    }
    if count > 1 << 36 {
        return Err(m.range_error("shift width too big"));
    }
    m.charge((count / 8) as usize)?;
    let result = m.big(this) << count as u64;
    Ok(m.new_integer(result))
}

pub(crate) fn element(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    match (args[0], args.opt(1)) {
        (start, Some(length)) => {
            let start = integer_operand(m, start)?;
            let length = integer_operand(m, length)?;
            let shifted = shift_by(m, this, start)?;
            keep_bits(m, shifted, length)
        }
        (Value::Range(id), None) => range_element(m, this, id),
        (index, None) => {
            let index = integer_operand(m, index)?;
            Ok(one_bit(m, this, index))
        }
    }
}

fn one_bit(m: &mut Machine<'_>, this: Value, index: Value) -> Value {
    let Value::Int(index) = index else {
        let is_set = m.big(index).is_positive() && m.big(this).is_negative();
        return Value::Int(i64::from(is_set));
    };
    if index < 0 {
        return Value::Int(0);
    }
    match this {
        Value::Int(number) => Value::Int((number >> index.min(63)) & 1),
        _ => Value::Int(i64::from(m.big(this).bit(index as u64))),
    }
}

/// `this >> count` for a count of any size.
fn shift_by(m: &mut Machine<'_>, this: Value, count: Value) -> Flow {
    shift_right(m, this, Args::new(Symbol::new(">>"), &[count]))
}

/// The lowest bits. A negative length keeps all of them, because Ruby shifts the mask.
fn keep_bits(m: &mut Machine<'_>, this: Value, length: Value) -> Flow {
    let Value::Int(length) = length else {
        return if m.big(length).is_negative() || !m.big(this).is_negative() {
            Ok(this)
        } else {
            Err(m.range_error("shift width too big"))
        };
    };
    if length < 0 {
        return Ok(this);
    }
    if let Value::Int(number) = this
        && number >= 0
        && length >= 63
    {
        return Ok(this);
    }
    m.charge((length / 8) as usize)?;
    let mask = (BigInt::one() << length as u64) - 1;
    let result = m.big(this) & mask;
    Ok(m.new_integer(result))
}

fn range_element(m: &mut Machine<'_>, this: Value, id: RangeId) -> Flow {
    let range = m.heap.ranges[id].clone();
    if range.begin.is_nil() {
        if range.end.is_nil() {
            return Ok(Value::Int(0));
        }
        let end = integer_operand(m, range.end)?;
        let mut end = m.big(end);
        if end.is_negative() {
            return Ok(Value::Int(0));
        }
        if !range.exclusive {
            end += 1;
        }
        let length = end.to_i64().unwrap_or(i64::MAX).min(1 << 30);
        let low = keep_bits(m, this, Value::Int(length))?;
        if matches!(low, Value::Int(0)) {
            return Ok(low);
        }
        return Err(m.argument_error("The beginless range for Integer#[] results in infinity"));
    }
    let begin = integer_operand(m, range.begin)?;
    let shifted = shift_by(m, this, begin)?;
    if range.end.is_nil() {
        return Ok(shifted);
    }
    let end = integer_operand(m, range.end)?;
    let mut length = m.big(end) - m.big(begin);
    if length.is_negative() {
        return Ok(shifted);
    }
    if length.is_zero() {
        return Ok(if range.exclusive { Value::Int(0) } else { one_bit(m, this, begin) });
    }
    if !range.exclusive {
        length += 1;
    }
    let length = m.new_integer(length);
    keep_bits(m, shifted, length)
}

fn masked(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow<(BigInt, BigInt)> {
    let mask = integer_operand(m, args[0])?;
    let mask = m.big(mask);
    Ok((m.big(this) & &mask, mask))
}

pub(crate) fn has_all_bits(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (common, mask) = masked(m, this, args)?;
    Ok(Value::Bool(common == mask))
}

pub(crate) fn has_any_bits(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok(Value::Bool(!masked(m, this, args)?.0.is_zero()))
}

pub(crate) fn has_no_bits(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok(Value::Bool(masked(m, this, args)?.0.is_zero()))
}

pub(crate) fn bit_length(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let number = m.big(this);
    let bits = if number.is_negative() { (number + 1u8).bits() } else { number.bits() };
    Ok(Value::Int(bits as i64))
}

/// `size`: the number of bytes; eight for integers of a machine word.
pub(crate) fn size(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    match this {
        Value::Int(_) => Ok(Value::Int(8)),
        _ => Ok(Value::Int(m.big(this).bits().div_ceil(8) as i64)),
    }
}
