//! `Integer(…)`, `Float(…)` and `Numeric(…)`.

use std::sync::{Arc, LazyLock};

use num_bigint::BigInt;
use num_traits::{FromPrimitive, Signed, ToPrimitive};

use super::constructor::{Call, Constructor, local};
use super::ruby_number::{float, integer, is_blank, to_number};
use super::{cannot_convert, pattern};
use crate::error::{Error, Result};
use crate::mismatch;
use crate::text::ruby;
use crate::types::{StructMember, Type};
use crate::value::Value;

/// The pattern of integers. Leading zeros depend on the radix.
const WHOLE: &str = r"\A[+-]?\s*(?:(?:\d+)|(?:0[xX][0-9A-Fa-f]+)|(?:0[bB][01]+))\z";

/// The pattern of numbers.
const FRACTIONAL: &str = concat!(
    r"\A[+-]?\s*(?:(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?)",
    r"|(?:0[xX][0-9A-Fa-f]+)|(?:0[0-7]+)|(?:0[bB][01]+))\z"
);

pub(super) static INTEGER: LazyLock<Arc<Constructor>> = LazyLock::new(|| {
    let named = local(
        "NamedArgs",
        Type::structure([
            StructMember::new("from", false, convertible_to_integer()),
            StructMember::new("radix", true, radix()),
            StructMember::new("abs", true, Type::BOOLEAN),
        ]),
    );
    Arc::new(
        Constructor::new(
            "new",
            "A whole number from a number, a boolean, a time (its seconds) or a string. Fractions \
             are cut off. A string may have a sign and a prefix (`0x`, `0b`, `0`); with a radix \
             (2, 8, 10 or 16) the prefix is optional. With `abs` the sign is dropped. The \
             arguments may also come as a hash with the keys `from`, `radix` and `abs`.",
        )
        .create(
            integer_from_args,
            [("from", convertible_to_integer())],
            [("radix", radix()), ("abs", Type::BOOLEAN)],
        )
        .create(integer_from_hash, [("hash_args", named)], [])
        .explain(explain_hash, [("hash_args", Type::any_hash())], [])
        .explain(
            explain_integer,
            [("from", Type::Any)],
            [("radix", Type::INTEGER), ("abs", Type::BOOLEAN)],
        ),
    )
});

pub(super) static FLOAT: LazyLock<Arc<Constructor>> = LazyLock::new(|| {
    let convertible = local(
        "Convertible",
        Type::variant([
            Type::Numeric,
            Type::BOOLEAN,
            pattern(FRACTIONAL),
            Type::TIMESPAN,
            Type::TIMESTAMP,
        ]),
    );
    Arc::new(fractional(
        Constructor::new(
            "new_float",
            "A floating point number from a number, a boolean, a time (its seconds) or a string. \
             With `abs` the sign is dropped. The arguments may also come as a hash with the keys \
             `from` and `abs`.",
        ),
        &convertible,
        [float_from_args, float_from_hash],
        explain_float,
    ))
});

pub(super) static NUMERIC: LazyLock<Arc<Constructor>> = LazyLock::new(|| {
    let convertible = local(
        "Convertible",
        Type::variant([
            Type::INTEGER,
            Type::FLOAT,
            Type::BOOLEAN,
            pattern(FRACTIONAL),
            Type::TIMESPAN,
            Type::TIMESTAMP,
        ]),
    );
    Arc::new(fractional(
        Constructor::new(
            "new_numeric",
            "An `Integer` or a `Float`: a number is returned unchanged, a string with \
             fraction or exponent becomes a `Float`, other strings become an `Integer`, a time \
             gives its seconds as a `Float`. With `abs` the sign is dropped. The arguments may \
             also come as a hash with the keys `from` and `abs`.",
        ),
        &convertible,
        [numeric_from_args, numeric_from_hash],
        explain_numeric,
    ))
});

/// Adds the signatures that `Float` and `Numeric` share.
fn fractional(
    constructor: Constructor,
    convertible: &Type,
    [from_args, from_hash]: [fn(&Call<'_>) -> Result<Value>; 2],
    explain: fn(&Call<'_>) -> Result<String>,
) -> Constructor {
    let named = local(
        "NamedArgs",
        Type::structure([
            StructMember::new("from", false, convertible.clone()),
            StructMember::new("abs", true, Type::BOOLEAN),
        ]),
    );
    constructor
        .create(from_args, [("from", convertible.clone())], [("abs", Type::BOOLEAN)])
        .create(from_hash, [("hash_args", named)], [])
        .explain(explain, [("from", Type::Any)], [("abs", Type::BOOLEAN)])
}

fn convertible_to_integer() -> Type {
    local(
        "Convertible",
        Type::variant([
            Type::Numeric,
            Type::BOOLEAN,
            pattern(WHOLE),
            Type::TIMESPAN,
            Type::TIMESTAMP,
        ]),
    )
}

fn radix() -> Type {
    let only = |radix| Type::integer(radix, radix);
    local("Radix", Type::variant([Type::Default, only(2), only(8), only(10), only(16)]))
}

fn integer_from_args(call: &Call<'_>) -> Result<Value> {
    let number = to_integer(call.arg(0), call.arg(1))?;
    Ok(unsigned_if(number, call.arg(2)))
}

fn integer_from_hash(call: &Call<'_>) -> Result<Value> {
    let number = to_integer(call.entry("from"), call.entry("radix"))?;
    Ok(unsigned_if(number, call.entry("abs")))
}

fn to_integer(from: &Value, radix: &Value) -> Result<Value> {
    match from {
        Value::Float(number) => whole_part(*number),
        Value::Timespan(time) => Ok(Value::from_big(time.to_integer().into())),
        Value::Timestamp(time) => Ok(Value::from_big(time.to_integer().into())),
        Value::Boolean(truth) => Ok(Value::Integer(i64::from(*truth))),
        Value::String(text) => {
            let radix = radix.as_integer().and_then(|radix| u32::try_from(radix).ok());
            retry_without_blanks(text, |text| integer(text, radix))
        }
        number => Ok(number.clone()),
    }
}

/// A float without its fraction.
fn whole_part(number: f64) -> Result<Value> {
    match BigInt::from_f64(number.trunc()) {
        Some(whole) => Ok(Value::from_big(whole)),
        // An infinite float or NaN has no integer part; Ruby's message is its name.
        None if number.is_nan() => Err(Error::other("NaN")),
        None => Err(Error::other(if number < 0.0 { "-Infinity" } else { "Infinity" })),
    }
}

/// Parses a number; on failure, tries again without the blanks between sign and digits.
fn retry_without_blanks<T>(text: &str, read: impl Fn(&str) -> Result<T>) -> Result<T> {
    read(text).or_else(|error| {
        let tail = text.strip_prefix(['+', '-']).unwrap_or_default();
        let digits = tail.trim_start_matches(is_blank);
        if digits.len() == tail.len() || digits.contains('\n') {
            return Err(error);
        }
        // The sign has one byte.
        read(&format!("{}{digits}", &text[..1])).map_err(|_| error)
    })
}

fn explain_hash(call: &Call<'_>) -> Result<String> {
    if call.arg(0).as_hash().is_some_and(|hash| hash.contains_str("from")) {
        let from = call.entry("from");
        if !convertible_to_integer().is_instance(from) {
            return Ok(cannot_convert(from, "Integer"));
        }
    }
    let radix = call.entry("radix");
    if !radix.is_undef() {
        check_radix(radix)?;
    }
    if let Some(named) = INTEGER.signatures().nth(1).and_then(|s| s.callable.params.as_ref())
        && let Some(named) = named.types.first()
    {
        mismatch::assert_instance("Integer.new", named, call.arg(0))?;
    }
    Ok(cannot_convert(call.arg(0), "Integer"))
}

fn explain_integer(call: &Call<'_>) -> Result<String> {
    if call.args.len() > 1 {
        check_radix(call.arg(1))?;
    }
    Ok(cannot_convert(call.arg(0), "Integer"))
}

fn check_radix(radix: &Value) -> Result<()> {
    match radix {
        Value::Default | Value::Integer(2 | 8 | 10 | 16) => Ok(()),
        _ => {
            let radix = ruby::to_s(radix);
            let message = format!("Illegal radix: {radix}, expected 2, 8, 10, 16, or default");
            Err(Error::argument(message))
        }
    }
}

fn float_from_args(call: &Call<'_>) -> Result<Value> {
    Ok(unsigned_if(Value::Float(to_float(call.arg(0))?), call.arg(1)))
}

fn float_from_hash(call: &Call<'_>) -> Result<Value> {
    Ok(unsigned_if(Value::Float(to_float(call.entry("from"))?), call.entry("abs")))
}

fn to_float(from: &Value) -> Result<f64> {
    match from {
        Value::Float(number) => Ok(*number),
        #[expect(clippy::cast_precision_loss, reason = "that is what the conversion means")]
        Value::Integer(number) => Ok(*number as f64),
        Value::BigInteger(number) => Ok(big_to_float(number)),
        Value::Timespan(time) => Ok(time.to_float()),
        Value::Timestamp(time) => Ok(time.to_float()),
        Value::Boolean(truth) => Ok(f64::from(u8::from(*truth))),
        Value::String(text) => retry_without_blanks(text, |text| {
            if is_prefixed(text, &['b', 'B']) {
                to_float(&integer(text, None)?)
            } else {
                float(text)
            }
        }),
        other => Err(Error::conversion(cannot_convert(other, "Float"))),
    }
}

fn explain_float(call: &Call<'_>) -> Result<String> {
    Ok(cannot_convert(call.arg(0), "Float"))
}

fn numeric_from_args(call: &Call<'_>) -> Result<Value> {
    Ok(unsigned_if(to_numeric(call.arg(0))?, call.arg(1)))
}

fn numeric_from_hash(call: &Call<'_>) -> Result<Value> {
    Ok(unsigned_if(to_numeric(call.entry("from"))?, call.entry("abs")))
}

fn to_numeric(from: &Value) -> Result<Value> {
    match from {
        Value::Timespan(_) | Value::Timestamp(_) => to_float(from).map(Value::Float),
        Value::Boolean(truth) => Ok(Value::Integer(i64::from(*truth))),
        Value::String(text) if is_prefixed(text, &['b', 'B', 'x', 'X']) => integer(text, None),
        // Compat: a string that is not a number after all, such as `0e3`, becomes `undef`, which is
        // then rejected as the result. Pinned by `quirk-numbers-in-texts`.
        Value::String(text) => Ok(to_number(text).unwrap_or_default()),
        number => Ok(number.clone()),
    }
}

fn explain_numeric(call: &Call<'_>) -> Result<String> {
    Ok(cannot_convert(call.arg(0), "Numeric"))
}

/// Whether the string begins with a zero and one of these letters.
fn is_prefixed(text: &str, letters: &[char]) -> bool {
    text.strip_prefix('0').is_some_and(|rest| rest.starts_with(letters))
}

fn big_to_float(number: &BigInt) -> f64 {
    let limit = if number.is_negative() { f64::NEG_INFINITY } else { f64::INFINITY };
    number.to_f64().unwrap_or(limit)
}

/// The absolute value if `abs` is set, else the number itself.
fn unsigned_if(number: Value, abs: &Value) -> Value {
    if abs.as_boolean() != Some(true) {
        return number;
    }
    match number {
        Value::Integer(number) => match number.checked_abs() {
            Some(number) => Value::Integer(number),
            None => Value::from_big(BigInt::from(number).abs()),
        },
        Value::BigInteger(number) => Value::from_big(number.abs()),
        Value::Float(number) => Value::Float(number.abs()),
        other => other,
    }
}
