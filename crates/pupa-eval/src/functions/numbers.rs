//! Functions on numbers: `abs`, `ceiling`, `floor`, `round`.

use num_bigint::BigInt;
use num_traits::{FromPrimitive, Signed, ToPrimitive};
use pupa_value::Value;
use pupa_value::text::number::float_from_text;
use pupa_value::text::ruby::to_s;

use super::{Dispatch, Example, Function, Traits, leading_number};
use crate::call::Call;
use crate::stop::{Outcome, error};

pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "abs",
        doc: "The absolute value of a number: the number without its sign.\n\n\
              A whole number gives a whole number and a floating point number a floating point \
              number. A string that is written as a decimal number, with a fraction or without, is \
              converted first; that is deprecated and gives a warning. Any other string is an \
              error.",
        examples: &[
            Example { code: "abs(-3)", value: "3" },
            Example { code: "abs(-3.5)", value: "3.5" },
            Example { code: "[1, -2].map |$x| { $x.abs }", value: "[1, 2]" },
        ],
        dispatches: &[
            Dispatch { signature: "Numeric $val", body: abs },
            Dispatch { signature: "String $val", body: abs_of_text },
        ],
        traits: Traits::NONE,
    },
    Function {
        name: "ceiling",
        doc: "The smallest whole number that is not less than a number.\n\n\
              A string is converted to a floating point number first; that is deprecated and gives \
              a warning. Another string is an error.",
        examples: &[
            Example { code: "ceiling(1.2)", value: "2" },
            Example { code: "ceiling(-1.2)", value: "-1" },
            Example { code: "ceiling(3)", value: "3" },
        ],
        dispatches: &[
            Dispatch { signature: "Numeric $val", body: ceiling },
            Dispatch { signature: "String $val", body: ceiling_of_text },
        ],
        traits: Traits::NONE,
    },
    Function {
        name: "floor",
        doc: "The largest whole number that is not more than a number.\n\n\
              A string is converted to a floating point number first; that is deprecated and gives \
              a warning. Another string is an error.",
        examples: &[
            Example { code: "floor(1.8)", value: "1" },
            Example { code: "floor(-1.2)", value: "-2" },
            Example { code: "floor(3)", value: "3" },
        ],
        dispatches: &[
            Dispatch { signature: "Numeric $val", body: floor },
            Dispatch { signature: "String $val", body: floor_of_text },
        ],
        traits: Traits::NONE,
    },
    Function {
        name: "round",
        doc: "The whole number nearest to a number. A half is rounded away from zero.\n\n\
              The number is added to a half as a floating point number, so whole numbers beyond \
              2⁵³ may lose their last digits.",
        examples: &[
            Example { code: "round(2.5)", value: "3" },
            Example { code: "round(-2.5)", value: "-3" },
            Example { code: "round(2.4)", value: "2" },
        ],
        dispatches: &[Dispatch { signature: "Numeric $val", body: round }],
        traits: Traits::NONE,
    },
];

fn abs(call: &mut Call<'_, '_>) -> Outcome {
    Ok(match call.take(0) {
        Value::Float(number) => Value::Float(number.abs()),
        Value::Integer(number) => match number.checked_abs() {
            Some(number) => Value::Integer(number),
            None => Value::from_big(BigInt::from(number).abs()),
        },
        Value::BigInteger(number) => Value::from_big(number.abs()),
        other => other,
    })
}

fn abs_of_text(call: &mut Call<'_, '_>) -> Outcome {
    call.warn_once(
        "abs_function_numeric_coerce_string",
        "The abs() function's auto conversion of String to Numeric is deprecated - \
         change to convert input before calling",
    );
    let text = call.text(0);
    // Compat: it is enough if one line looks like a number; the result is the number in the first
    // line. Pinned by `quirk-lines-that-look-like-numbers`.
    if text.split('\n').any(is_fraction) {
        Ok(Value::Float(leading_number::float(text).abs()))
    } else if text.split('\n').any(is_whole) {
        Ok(Value::from_big(leading_number::integer(text, 10).abs()))
    } else {
        let message =
            "abs(): Requires float or integer to work with - was given non decimal string";
        Err(error(message))
    }
}

fn is_whole(line: &str) -> bool {
    is_digits(line.strip_prefix('-').unwrap_or(line))
}

fn is_fraction(line: &str) -> bool {
    let line = line.strip_prefix('-').unwrap_or(line);
    line.split_once('.').is_some_and(|(whole, fraction)| is_digits(whole) && is_digits(fraction))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn ceiling(call: &mut Call<'_, '_>) -> Outcome {
    match call.take(0) {
        Value::Float(number) => whole(number.ceil()),
        other => Ok(other),
    }
}

fn floor(call: &mut Call<'_, '_>) -> Outcome {
    match call.take(0) {
        Value::Float(number) => whole(number.floor()),
        other => Ok(other),
    }
}

fn ceiling_of_text(call: &mut Call<'_, '_>) -> Outcome {
    call.warn_once(
        "ceiling_function_numeric_coerce_string",
        "The ceiling() function's auto conversion of String to Float is deprecated - \
         change to convert input before calling",
    );
    whole(converted(call, "ceiling")?.ceil())
}

fn floor_of_text(call: &mut Call<'_, '_>) -> Outcome {
    call.warn_once(
        "floor_function_numeric_coerce_string",
        "The floor() function's auto conversion of String to Float is deprecated - \
         change to convert input before calling",
    );
    whole(converted(call, "floor")?.floor())
}

fn converted(call: &Call<'_, '_>, function: &str) -> Outcome<f64> {
    float_from_text(call.text(0)).map_err(|_| {
        error(format!("{function}(): cannot convert given value to a floating point value."))
    })
}

fn round(call: &mut Call<'_, '_>) -> Outcome {
    let number = match call.arg(0) {
        Value::Float(number) => *number,
        #[expect(clippy::cast_precision_loss, reason = "the reference adds a float")]
        Value::Integer(number) => *number as f64,
        Value::BigInteger(number) => number.to_f64().unwrap_or(f64::NAN),
        _ => return Ok(call.take(0)),
    };
    // Compat: `trunc(x + 0.5)`, so that the largest number below 0.5 becomes 1. Pinned by
    // `quirk-rounding-up`.
    whole(if number > 0.0 { (number + 0.5).trunc() } else { (number - 0.5).trunc() })
}

/// Converts a float without a fraction to an integer.
fn whole(number: f64) -> Outcome {
    match BigInt::from_f64(number) {
        Some(number) => Ok(Value::from_big(number)),
        // The error about infinite values and NaN is their text.
        None => Err(error(to_s(&Value::Float(number)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_numbers_are_recognised() {
        assert!(["1.5", "-1.50", "0.0"].into_iter().all(is_fraction));
        assert!(!["1.", ".5", "1.2.3", "1", "--1.5", "1.-5"].into_iter().any(is_fraction));
        assert!(["0", "-12"].into_iter().all(is_whole));
        assert!(!["", "-", "1.5", " 1", "0x1"].into_iter().any(is_whole));
    }
}
