//! `Rational`: the class; its arithmetic is in `ratio` and `tower`.

use num_traits::{Signed, Zero};

use super::ratio::{Ratio, Rounding};
use super::round::{RoundArgs, round_ratio};
use super::{complex, tower};
use crate::core::integer::ascii_string;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Instances, Method, NativeClass, method, private, undefined};
use crate::symbol::{Symbol, names};
use crate::value::Value;

/// `Rational`
pub static RATIONAL: NativeClass = NativeClass {
    name: "Rational",
    superclass: Some("Numeric"),
    instances: Instances::Refused,
    methods: METHODS,
    class_methods: &[undefined("new")],
    ..NativeClass::EMPTY
};

const METHODS: &[Method] = &[
    method("+", 1, 1, |m, this, args| tower::add(m, this, args[0])),
    method("-", 1, 1, |m, this, args| tower::sub(m, this, args[0])),
    method("*", 1, 1, |m, this, args| tower::mul(m, this, args[0])),
    method("/", 1, 1, |m, this, args| tower::div(m, this, args[0])),
    method("quo", 1, 1, |m, this, args| tower::div(m, this, args[0])),
    method("fdiv", 1, 1, fdiv),
    method("**", 1, 1, |m, this, args| tower::pow(m, this, args[0])),
    method("-@", 0, 0, |m, this, _| tower::neg(m, this)),
    method("==", 1, 1, |m, this, args| tower::equal(m, this, args[0]).map(Value::Bool)),
    method("<=>", 1, 1, |m, this, args| tower::compare(m, this, args[0])),
    method("coerce", 1, 1, coerce),
    method("hash", 0, 0, hash),
    method("numerator", 0, 0, numerator),
    method("denominator", 0, 0, denominator),
    method("abs", 0, 0, abs),
    method("magnitude", 0, 0, abs),
    method("zero?", 0, 0, |m, this, _| Ok(Value::Bool(ratio(m, this).num.is_zero()))),
    method("positive?", 0, 0, |m, this, _| Ok(Value::Bool(ratio(m, this).num.is_positive()))),
    method("negative?", 0, 0, |m, this, _| Ok(Value::Bool(ratio(m, this).num.is_negative()))),
    method("ceil", 0, 1, |m, this, args| round_to(m, this, args, Rounding::Ceil)),
    method("floor", 0, 1, |m, this, args| round_to(m, this, args, Rounding::Floor)),
    method("truncate", 0, 1, |m, this, args| round_to(m, this, args, Rounding::Truncate)),
    method("to_i", 0, 0, |m, this, args| round_to(m, this, args, Rounding::Truncate)),
    method("round", 0, 2, round),
    method("to_f", 0, 0, |m, this, _| Ok(Value::Float(ratio(m, this).to_f64()))),
    method("to_r", 0, 0, |_, this, _| Ok(this)),
    method("rationalize", 0, 1, rationalize),
    method("to_s", 0, 0, to_s),
    method("inspect", 0, 0, inspect),
    private("marshal_dump", 0, 0, marshal_dump),
];

fn ratio(m: &Machine<'_>, this: Value) -> Ratio {
    m.payload::<Ratio>(this).cloned().unwrap_or_else(|| Ratio::from_integer(0.into()))
}

fn fdiv(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let is_zero = match args[0] {
        Value::Float(number) => number == 0.0,
        other => tower::ratio_of(m, other).is_some_and(|ratio| ratio.num.is_zero()),
    };
    let divisor = if is_zero { Value::Float(0.0) } else { args[0] };
    match tower::div(m, this, divisor)? {
        result @ Value::Float(_) => Ok(result),
        result => m.call(result, names::TO_F, &[]),
    }
}

fn coerce(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let other = args[0];
    let pair = match other {
        Value::Int(_) | Value::Big(_) => {
            let number = Ratio::from_integer(m.big(other));
            vec![tower::rational_value(m, number), this]
        }
        Value::Float(_) => vec![other, Value::Float(ratio(m, this).to_f64())],
        _ if m.payload::<Ratio>(other).is_some() => vec![other, this],
        _ => match complex::parts(m, other) {
            Some((real, Value::Int(0))) => match tower::ratio_of(m, real) {
                Some(real) => vec![tower::rational_value(m, real), this],
                None => vec![real, Value::Float(ratio(m, this).to_f64())],
            },
            Some(_) => vec![other, complex::new_complex(m, this, Value::Int(0))],
            None => {
                let name = m.class_name_of(other);
                return Err(m.type_error(format!("{name} can't be coerced into Rational")));
            }
        },
    };
    Ok(m.new_array(pair))
}

fn hash(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    ratio(m, this).hash(&mut hasher);
    Ok(Value::Int(hasher.finish() as i64 >> 2))
}

fn numerator(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let num = ratio(m, this).num;
    Ok(m.new_integer(num))
}

fn denominator(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let den = ratio(m, this).den;
    Ok(m.new_integer(den))
}

fn abs(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let abs = ratio(m, this).abs();
    Ok(tower::rational_value(m, abs))
}

fn round_to(m: &mut Machine<'_>, this: Value, args: Args<'_>, rounding: Rounding) -> Flow {
    let digits = match args.opt(0) {
        Some(digits) => Some(digits_argument(m, digits)?),
        None => None,
    };
    let this = ratio(m, this);
    round_ratio(m, &this, digits, rounding)
}

fn digits_argument(m: &mut Machine<'_>, value: Value) -> Flow<i64> {
    match value {
        Value::Int(digits) => Ok(digits),
        Value::Big(_) => Ok(if m.big(value).is_negative() { i64::MIN } else { i64::MAX }),
        _ => Err(m.type_error("not an integer")),
    }
}

fn round(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (list, _) = args.split_keywords();
    m.check_arity(list.len(), 0, Some(1))?;
    let digits = match list.first() {
        Some(&digits) => Some(digits_argument(m, digits)?),
        None => None,
    };
    let keywords = Args { list: &args.list[list.len()..], ..args };
    let RoundArgs { rounding, .. } = RoundArgs::parse(m, keywords)?;
    let this = ratio(m, this);
    round_ratio(m, &this, digits, rounding)
}

/// The simplest fraction within a tolerance of a positive number. The bounds are computed in the
/// classes of the operands, so that floats lose precision as in Ruby.
pub(crate) fn simplest_near(m: &mut Machine<'_>, number: Value, tolerance: Value) -> Flow<Ratio> {
    let tolerance = m.call(tolerance, Symbol::new("abs"), &[])?;
    let low = tower::sub(m, number, tolerance)?;
    let high = tower::add(m, number, tolerance)?;
    let (low, high) = (exact(m, low)?, exact(m, high)?);
    if low == high {
        return exact(m, number);
    }
    Ok(Ratio::simplest_between(&low, &high))
}

fn exact(m: &mut Machine<'_>, value: Value) -> Flow<Ratio> {
    match value {
        Value::Float(number) if number.is_finite() => Ok(Ratio::from_float(number)),
        Value::Float(number) => {
            m.float_to_integer(number)?;
            Ok(Ratio::from_integer(0.into()))
        }
        _ => match tower::ratio_of(m, value) {
            Some(ratio) => Ok(ratio),
            None => {
                let converted = m.call(value, names::TO_R, &[])?;
                Ok(ratio(m, converted))
            }
        },
    }
}

fn rationalize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(tolerance) = args.opt(0) else { return Ok(this) };
    let own = ratio(m, this);
    let number = tower::rational_value(m, own.abs());
    let result = simplest_near(m, number, tolerance)?;
    let result = if own.num.is_negative() { result.neg() } else { result };
    Ok(tower::rational_value(m, result))
}

fn to_s(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let Ratio { num, den } = ratio(m, this);
    Ok(ascii_string(m, &format!("{num}/{den}")))
}

fn inspect(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let Ratio { num, den } = ratio(m, this);
    Ok(ascii_string(m, &format!("({num}/{den})")))
}

fn marshal_dump(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let Ratio { num, den } = ratio(m, this);
    let pair = vec![m.new_integer(num), m.new_integer(den)];
    Ok(m.new_array(pair))
}
