//! `Float`: the table of its methods, and conversions. Rounding is in `round`.

pub(crate) mod round;

use std::f64::consts::PI;

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use super::integer::ascii_string;
use super::number_text::float_to_s;
use super::numeric::ratio::{Ratio, decode};
use super::numeric::{self, tower};
use crate::machine::{Flow, Machine};
use crate::native::{Args, Instances, Method, NativeClass, method, undefined};
use crate::symbol::Symbol;
use crate::value::Value;

/// `Float`
pub static FLOAT: NativeClass = NativeClass {
    name: "Float",
    superclass: Some("Numeric"),
    instances: Instances::Refused,
    methods: METHODS,
    class_methods: &[undefined("new")],
    constants: &[
        ("RADIX", |_| Ok(Value::Int(2))),
        ("MANT_DIG", |_| Ok(Value::Int(53))),
        ("DIG", |_| Ok(Value::Int(15))),
        ("MIN_EXP", |_| Ok(Value::Int(-1021))),
        ("MAX_EXP", |_| Ok(Value::Int(1024))),
        ("MIN_10_EXP", |_| Ok(Value::Int(-307))),
        ("MAX_10_EXP", |_| Ok(Value::Int(308))),
        ("MIN", |_| Ok(Value::Float(f64::MIN_POSITIVE))),
        ("MAX", |_| Ok(Value::Float(f64::MAX))),
        ("EPSILON", |_| Ok(Value::Float(f64::EPSILON))),
        ("INFINITY", |_| Ok(Value::Float(f64::INFINITY))),
        ("NAN", |_| Ok(Value::Float(f64::NAN))),
    ],
    ..NativeClass::EMPTY
};

const METHODS: &[Method] = &[
    method("+", 1, 1, |m, this, args| tower::add(m, this, args[0])),
    method("-", 1, 1, |m, this, args| tower::sub(m, this, args[0])),
    method("*", 1, 1, |m, this, args| tower::mul(m, this, args[0])),
    method("/", 1, 1, |m, this, args| tower::div(m, this, args[0])),
    method("quo", 1, 1, |m, this, args| tower::div(m, this, args[0])),
    method("fdiv", 1, 1, |m, this, args| tower::div(m, this, args[0])),
    method("%", 1, 1, |m, this, args| tower::modulo(m, this, args[0])),
    method("modulo", 1, 1, |m, this, args| tower::modulo(m, this, args[0])),
    method("divmod", 1, 1, |m, this, args| tower::divmod(m, this, args[0])),
    method("**", 1, 1, |m, this, args| tower::pow(m, this, args[0])),
    method("-@", 0, 0, |m, this, _| tower::neg(m, this)),
    method("==", 1, 1, |m, this, args| tower::equal(m, this, args[0]).map(Value::Bool)),
    method("===", 1, 1, |m, this, args| tower::equal(m, this, args[0]).map(Value::Bool)),
    method("<=>", 1, 1, |m, this, args| tower::compare(m, this, args[0])),
    method("<", 1, 1, numeric::less),
    method("<=", 1, 1, numeric::less_equal),
    method(">", 1, 1, numeric::greater),
    method(">=", 1, 1, numeric::greater_equal),
    method("eql?", 1, 1, eql),
    method("hash", 0, 0, |m, this, _| Ok(Value::Int(m.hash_code(this)? as i64 >> 2))),
    method("abs", 0, 0, |_, this, _| Ok(Value::Float(float(this).abs()))),
    method("magnitude", 0, 0, |_, this, _| Ok(Value::Float(float(this).abs()))),
    method("zero?", 0, 0, |_, this, _| Ok(Value::Bool(float(this) == 0.0))),
    method("positive?", 0, 0, |_, this, _| Ok(Value::Bool(float(this) > 0.0))),
    method("negative?", 0, 0, |_, this, _| Ok(Value::Bool(float(this) < 0.0))),
    method("nan?", 0, 0, |_, this, _| Ok(Value::Bool(float(this).is_nan()))),
    method("finite?", 0, 0, |_, this, _| Ok(Value::Bool(float(this).is_finite()))),
    method("infinite?", 0, 0, infinite),
    method("next_float", 0, 0, |_, this, _| Ok(Value::Float(next_up(float(this))))),
    method("prev_float", 0, 0, |_, this, _| Ok(Value::Float(-next_up(-float(this))))),
    method("arg", 0, 0, arg),
    method("angle", 0, 0, arg),
    method("phase", 0, 0, arg),
    method("numerator", 0, 0, numerator),
    method("denominator", 0, 0, denominator),
    method("ceil", 0, 1, round::ceil),
    method("floor", 0, 1, round::floor),
    method("truncate", 0, 1, round::truncate),
    method("round", 0, 2, round::round),
    method("coerce", 1, 1, |m, this, args| numeric::coerce_to_floats(m, this, args[0])),
    method("to_f", 0, 0, |_, this, _| Ok(this)),
    method("to_i", 0, 0, |m, this, _| m.float_to_integer(float(this))),
    method("to_int", 0, 0, |m, this, _| m.float_to_integer(float(this))),
    method("to_r", 0, 0, to_r),
    method("rationalize", 0, 1, rationalize),
    method("to_s", 0, 0, to_s),
    method("inspect", 0, 0, to_s),
];

/// The value of a float receiver.
pub(crate) fn float(this: Value) -> f64 {
    match this {
        Value::Float(number) => number,
        _ => 0.0,
    }
}

fn to_s(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let text = float_to_s(float(this));
    Ok(ascii_string(m, &text))
}

fn eql(_: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok(Value::Bool(matches!(args[0], Value::Float(other) if other == float(this))))
}

fn infinite(_: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    Ok(match float(this) {
        f64::INFINITY => Value::Int(1),
        f64::NEG_INFINITY => Value::Int(-1),
        _ => Value::Nil,
    })
}

fn next_up(number: f64) -> f64 {
    number.next_up()
}

fn arg(_: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let number = float(this);
    Ok(if number.is_nan() {
        this
    } else if number.is_sign_negative() {
        Value::Float(PI)
    } else {
        Value::Int(0)
    })
}

fn numerator(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let number = float(this);
    if !number.is_finite() {
        return Ok(this);
    }
    let num = Ratio::from_float(number).num;
    Ok(m.new_integer(num))
}

fn denominator(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let number = float(this);
    if !number.is_finite() {
        return Ok(Value::Int(1));
    }
    let den = Ratio::from_float(number).den;
    Ok(m.new_integer(den))
}

fn to_r(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let number = float(this);
    if !number.is_finite() {
        return m.float_to_integer(number);
    }
    Ok(tower::rational_value(m, Ratio::from_float(number)))
}

fn rationalize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let number = float(this);
    if !number.is_finite() {
        if let Some(tolerance) = args.opt(0) {
            m.call(tolerance, Symbol::new("abs"), &[])?;
        }
        return m.float_to_integer(number.abs());
    }
    let result = match args.opt(0) {
        Some(tolerance) => {
            let size = Value::Float(number.abs());
            let result = numeric::rational::simplest_near(m, size, tolerance)?;
            if number < 0.0 { result.neg() } else { result }
        }
        None => simplest(number),
    };
    Ok(tower::rational_value(m, result))
}

/// The simplest fraction that rounds to the float: `rationalize`.
fn simplest(number: f64) -> Ratio {
    let (mantissa, exponent) = decode(number.abs());
    if mantissa == 0 || exponent >= 0 {
        return Ratio::from_float(number);
    }
    let double = BigInt::from(mantissa) * 2;
    let den = BigInt::one() << (1 - exponent) as u32;
    let low = Ratio::new(&double - 1, den.clone());
    let high = Ratio::new(double + 1, den);
    let result = if low.num.is_zero() || low.num.is_negative() {
        Ratio::from_float(number.abs())
    } else {
        Ratio::simplest_between(&low, &high)
    };
    if number < 0.0 { result.neg() } else { result }
}
