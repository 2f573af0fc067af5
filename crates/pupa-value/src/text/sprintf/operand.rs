//! Conversion of arguments to numbers and characters.

use num_bigint::BigInt;
use num_traits::{FromPrimitive, ToPrimitive};

use crate::error::{Error, Result};
use crate::text::number::{float_from_text, integer_from_text};
use crate::text::ruby;
use crate::value::Value;

/// The integer, if the value is one.
pub(super) fn whole(value: &Value) -> Option<BigInt> {
    match value {
        Value::Integer(number) => Some(BigInt::from(*number)),
        Value::BigInteger(number) => Some((**number).clone()),
        _ => None,
    }
}

/// Converts to an integer like Ruby's `Integer()`.
pub(super) fn integer(value: &Value) -> Result<BigInt> {
    match value {
        Value::Integer(number) => Ok(BigInt::from(*number)),
        Value::BigInteger(number) => Ok((**number).clone()),
        Value::Float(number) => BigInt::from_f64(number.trunc())
            .ok_or_else(|| Error::argument(ruby::to_s(value).into_owned())),
        Value::String(text) => integer_from_text(text),
        Value::Timestamp(time) => Ok(BigInt::from(time.to_integer())),
        Value::Timespan(span) => Ok(BigInt::from(span.to_integer())),
        _ => Err(cannot_convert(value, "Integer")),
    }
}

/// Converts to a float like Ruby's `Float()`.
pub(in crate::text) fn float(value: &Value) -> Result<f64> {
    match value {
        Value::Float(number) => Ok(*number),
        #[expect(clippy::cast_precision_loss, reason = "the nearest number is asked for")]
        Value::Integer(number) => Ok(*number as f64),
        Value::BigInteger(number) => Ok(number.to_f64().unwrap_or(f64::NAN)),
        Value::String(text) => float_from_text(text),
        Value::Timestamp(time) => Ok(time.to_float()),
        Value::Timespan(span) => Ok(span.to_float()),
        _ => Err(cannot_convert(value, "Float")),
    }
}

/// Converts to a 32-bit integer: a width, a precision or a code point.
pub(super) fn small(value: &Value) -> Result<i32> {
    let number = match value {
        Value::Integer(number) => *number,
        Value::BigInteger(_) => {
            return Err(Error::argument("bignum too big to convert into `long'"));
        }
        Value::Float(number) => integer_of_float(*number)?,
        Value::Timestamp(time) => clamp(time.to_integer()),
        Value::Timespan(span) => clamp(span.to_integer()),
        Value::Undef => return Err(Error::argument("no implicit conversion from nil to integer")),
        _ => {
            let class = ruby::class_or_value(value);
            return Err(Error::argument(format!("no implicit conversion of {class} into Integer")));
        }
    };
    i32::try_from(number).map_err(|_| {
        let side = if number < 0 { "small" } else { "big" };
        Error::argument(format!("integer {number} too {side} to convert to `int'"))
    })
}

/// A character, given as a string or a code point.
pub(super) fn character(value: &Value) -> Result<String> {
    if let Value::String(text) = value {
        let mut characters = text.chars();
        return match (characters.next(), characters.next()) {
            (Some(character), None) => Ok(character.into()),
            _ => Err(Error::argument("%c requires a character")),
        };
    }
    let number = u32::try_from(small(value)?).ok();
    // Invalid code points cannot be in a string.
    number
        .and_then(char::from_u32)
        .map(String::from)
        .ok_or_else(|| Error::argument("invalid character"))
}

fn integer_of_float(number: f64) -> Result<i64> {
    if number.is_nan() || number.abs() >= 9_223_372_036_854_775_808.0 {
        let text = super::sprintf("%-.10g", &[Value::Float(number)])?;
        return Err(Error::argument(format!("float {text} out of range of integer")));
    }
    #[expect(clippy::cast_possible_truncation, reason = "the range is checked above")]
    Ok(number as i64)
}

fn cannot_convert(value: &Value, to: &str) -> Error {
    Error::argument(format!("can't convert {} into {to}", ruby::class_or_value(value)))
}

fn clamp(number: i128) -> i64 {
    number.to_i64().unwrap_or(if number < 0 { i64::MIN } else { i64::MAX })
}
