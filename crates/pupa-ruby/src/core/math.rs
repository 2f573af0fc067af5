//! `Math`: the functions of the module, and its errors.

use std::f64::consts::{E, LN_2, LOG10_2, PI};

use num_traits::Signed;

use super::numeric::complex;
use super::numeric::ratio::float_of;
use crate::core::class;
use crate::machine::{Flow, Jump, Machine};
use crate::native::{Args, Instances, Method, NativeClass, method, private};
use crate::value::Value;

macro_rules! functions {
    ($($name:literal $min:literal $max:literal $run:expr,)*) => {
        const METHODS: &[Method] = &[$(private($name, $min, $max, $run),)*];
        const CLASS_METHODS: &[Method] = &[$(method($name, $min, $max, $run),)*];
    };
}

/// `Math`
pub static MATH: NativeClass = NativeClass {
    name: "Math",
    methods: METHODS,
    class_methods: CLASS_METHODS,
    constants: &[("PI", |_| Ok(Value::Float(PI))), ("E", |_| Ok(Value::Float(E)))],
    ..NativeClass::MODULE
};

/// `Math::DomainError`
pub static DOMAIN_ERROR: NativeClass = NativeClass {
    name: "Math::DomainError",
    superclass: Some("ArgumentError"),
    instances: Instances::Exceptions,
    ..NativeClass::EMPTY
};

functions! {
    "sin" 1 1 |m, _, args| apply(m, args, f64::sin),
    "cos" 1 1 |m, _, args| apply(m, args, f64::cos),
    "tan" 1 1 |m, _, args| apply(m, args, f64::tan),
    "asin" 1 1 |m, _, args| apply_within(m, args, "asin", -1.0, 1.0, f64::asin),
    "acos" 1 1 |m, _, args| apply_within(m, args, "acos", -1.0, 1.0, f64::acos),
    "atan" 1 1 |m, _, args| apply(m, args, f64::atan),
    "atan2" 2 2 atan2,
    "sinh" 1 1 |m, _, args| apply(m, args, f64::sinh),
    "cosh" 1 1 |m, _, args| apply(m, args, f64::cosh),
    "tanh" 1 1 |m, _, args| apply(m, args, f64::tanh),
    "asinh" 1 1 |m, _, args| apply(m, args, libm::asinh),
    "acosh" 1 1 |m, _, args| apply_within(m, args, "acosh", 1.0, f64::INFINITY, libm::acosh),
    "atanh" 1 1 |m, _, args| apply_within(m, args, "atanh", -1.0, 1.0, libm::atanh),
    "exp" 1 1 |m, _, args| apply(m, args, f64::exp),
    "log" 1 2 log,
    "log2" 1 1 log2,
    "log10" 1 1 log10,
    "sqrt" 1 1 sqrt,
    "cbrt" 1 1 |m, _, args| apply(m, args, cbrt),
    "frexp" 1 1 frexp,
    "ldexp" 2 2 ldexp,
    "hypot" 2 2 hypot,
    "erf" 1 1 |m, _, args| apply(m, args, libm::erf),
    "erfc" 1 1 |m, _, args| apply(m, args, libm::erfc),
    "gamma" 1 1 gamma,
    "lgamma" 1 1 lgamma,
}

fn apply(m: &mut Machine<'_>, args: Args<'_>, function: fn(f64) -> f64) -> Flow {
    let x = m.to_float(args[0])?;
    Ok(Value::Float(function(x)))
}

fn apply_within(
    m: &mut Machine<'_>,
    args: Args<'_>,
    name: &str,
    min: f64,
    max: f64,
    function: fn(f64) -> f64,
) -> Flow {
    let x = m.to_float(args[0])?;
    if x < min || x > max {
        return Err(domain_error(m, name));
    }
    Ok(Value::Float(function(x)))
}

/// The exception `Math::DomainError`, with the name of the function.
fn domain_error(m: &mut Machine<'_>, name: &str) -> Jump {
    let message = format!("Numerical argument is out of domain - {name}");
    m.error(class::DOMAIN_ERROR, message)
}

fn atan2(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let x = m.to_float(args[1])?;
    let y = m.to_float(args[0])?;
    Ok(Value::Float(y.atan2(x)))
}

fn sqrt(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    if let Some((real, imag)) = complex::parts(m, args[0]) {
        let (real, imag) = (m.to_float(real)?, m.to_float(imag)?);
        let abs = real.hypot(imag);
        let root = ((abs - real) / 2.0).sqrt().copysign(imag);
        let real = Value::Float(((abs + real) / 2.0).sqrt());
        return Ok(complex::new_complex(m, real, Value::Float(root)));
    }
    let x = m.to_float(args[0])?;
    if x < 0.0 {
        return Err(domain_error(m, "sqrt"));
    }
    Ok(Value::Float(if x == 0.0 { 0.0 } else { x.sqrt() }))
}

/// The cube root, improved by one step of Newton's method as in Ruby.
fn cbrt(x: f64) -> f64 {
    let root = x.cbrt();
    if root.is_finite() && root != 0.0 { (2.0 * root + (x / root / root)) / 3.0 } else { root }
}

/// A float and the power of two by which it must be multiplied, so that integers beyond the range
/// of floats have logarithms.
fn scaled(m: &mut Machine<'_>, value: Value, name: &str) -> Flow<(f64, f64)> {
    if let Value::Big(_) = value {
        let number = m.big(value);
        if number.is_negative() {
            return Err(domain_error(m, name));
        }
        let bits = number.bits();
        let shift = if bits > 1023 { bits - 53 } else { 0 };
        return Ok((float_of(&(number >> shift)), shift as f64));
    }
    let x = m.to_float(value)?;
    if x < 0.0 {
        return Err(domain_error(m, name));
    }
    Ok((x, 0.0))
}

fn natural_log(m: &mut Machine<'_>, value: Value) -> Flow<f64> {
    let (x, shift) = scaled(m, value, "log")?;
    if x == 0.0 {
        return Ok(f64::NEG_INFINITY);
    }
    Ok(if shift > 0.0 { x.ln() + shift * LN_2 } else { x.ln() })
}

fn log(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let log = natural_log(m, args[0])?;
    match args.opt(1) {
        Some(base) => Ok(Value::Float(log / natural_log(m, base)?)),
        None => Ok(Value::Float(log)),
    }
}

fn log2(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let (x, shift) = scaled(m, args[0], "log2")?;
    Ok(Value::Float(x.log2() + shift))
}

fn log10(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let (x, shift) = scaled(m, args[0], "log10")?;
    Ok(Value::Float(if shift > 0.0 { x.log10() + shift * LOG10_2 } else { x.log10() }))
}

fn frexp(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let x = m.to_float(args[0])?;
    let (fraction, exponent) = if x.is_finite() { libm::frexp(x) } else { (x, 0) };
    Ok(m.new_array(vec![Value::Float(fraction), Value::Int(i64::from(exponent))]))
}

fn ldexp(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let exponent = super::integer::c_int(m, args[1])?;
    let x = m.to_float(args[0])?;
    Ok(Value::Float(super::numeric::ratio::scale(x, exponent)))
}

fn hypot(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let y = m.to_float(args[1])?;
    let x = m.to_float(args[0])?;
    Ok(Value::Float(x.hypot(y)))
}

fn gamma(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let x = m.to_float(args[0])?;
    let is_whole = x == x.floor();
    if x == f64::NEG_INFINITY || (is_whole && x < 0.0) {
        return Err(domain_error(m, "gamma"));
    }
    if x == 0.0 {
        return Ok(Value::Float(1.0 / x));
    }
    if is_whole && (1.0..=23.0).contains(&x) {
        let factorial = (1..x as u64).map(|number| number as f64).product();
        return Ok(Value::Float(factorial));
    }
    Ok(Value::Float(libm::tgamma(x)))
}

fn lgamma(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let x = m.to_float(args[0])?;
    if x == f64::NEG_INFINITY {
        return Err(domain_error(m, "lgamma"));
    }
    let (log, sign) = if x.is_infinite() {
        (f64::INFINITY, 1)
    } else if x == 0.0 {
        (f64::INFINITY, if x.is_sign_negative() { -1 } else { 1 })
    } else {
        libm::lgamma_r(x)
    };
    Ok(m.new_array(vec![Value::Float(log), Value::Int(i64::from(sign))]))
}
