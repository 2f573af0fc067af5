//! `Complex`: the class and its arithmetic.
//!
//! The parts of a complex number are real numbers of any class, so most arithmetic uses the
//! functions of [`tower`](super::tower).

use std::f64::consts::PI;

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use super::ratio::Ratio;
use super::tower::{self, Parts};
use crate::core::class;
use crate::heap::{Encoding, Payload};
use crate::machine::{Flow, Jump, Machine};
use crate::native::{Args, Instances, Method, NativeClass, method, private, undefined};
use crate::symbol::{Symbol, names};
use crate::value::Value;

/// `Complex`
pub static COMPLEX: NativeClass = NativeClass {
    name: "Complex",
    superclass: Some("Numeric"),
    instances: Instances::Refused,
    methods: METHODS,
    class_methods: &[
        undefined("new"),
        method("rectangular", 1, 2, rectangular),
        method("rect", 1, 2, rectangular),
        method("polar", 1, 2, from_polar),
    ],
    constants: &[("I", |m| Ok(new_complex(m, Value::Int(0), Value::Int(1))))],
    ..NativeClass::EMPTY
};

const METHODS: &[Method] = &[
    method("+", 1, 1, |m, this, args| tower::add(m, this, args[0])),
    method("-", 1, 1, |m, this, args| tower::sub(m, this, args[0])),
    method("*", 1, 1, |m, this, args| tower::mul(m, this, args[0])),
    method("/", 1, 1, |m, this, args| tower::div(m, this, args[0])),
    method("quo", 1, 1, |m, this, args| tower::div(m, this, args[0])),
    method("fdiv", 1, 1, |m, this, args| tower::fdiv(m, this, args[0])),
    method("**", 1, 1, |m, this, args| tower::pow(m, this, args[0])),
    method("-@", 0, 0, |m, this, _| tower::neg(m, this)),
    method("==", 1, 1, equals),
    method("<=>", 1, 1, compare),
    method("eql?", 1, 1, eql),
    method("hash", 0, 0, hash),
    method("coerce", 1, 1, coerce),
    method("real", 0, 0, |m, this, _| Ok(required(m, this).0)),
    method("imaginary", 0, 0, |m, this, _| Ok(required(m, this).1)),
    method("imag", 0, 0, |m, this, _| Ok(required(m, this).1)),
    method("real?", 0, 0, |_, _, _| Ok(Value::FALSE)),
    method("abs", 0, 0, abs),
    method("magnitude", 0, 0, abs),
    method("abs2", 0, 0, abs2),
    method("arg", 0, 0, arg),
    method("angle", 0, 0, arg),
    method("phase", 0, 0, arg),
    method("polar", 0, 0, polar),
    method("rectangular", 0, 0, rect),
    method("rect", 0, 0, rect),
    method("conjugate", 0, 0, conjugate),
    method("conj", 0, 0, conjugate),
    method("finite?", 0, 0, is_finite),
    method("infinite?", 0, 0, infinite),
    method("numerator", 0, 0, numerator),
    method("denominator", 0, 0, denominator),
    method("to_c", 0, 0, |_, this, _| Ok(this)),
    method("to_i", 0, 0, |m, this, _| to_real(m, this, "Integer", names::TO_I, &[])),
    method("to_f", 0, 0, |m, this, _| to_real(m, this, "Float", names::TO_F, &[])),
    method("to_r", 0, 0, |m, this, _| to_real(m, this, "Rational", names::TO_R, &[])),
    method("rationalize", 0, 1, |m, this, args| {
        to_real(m, this, "Rational", Symbol::new("rationalize"), args.list)
    }),
    method("to_s", 0, 0, to_s),
    method("inspect", 0, 0, inspect),
    private("marshal_dump", 0, 0, rect),
    undefined("%"),
    undefined("div"),
    undefined("divmod"),
    undefined("i"),
    undefined("modulo"),
    undefined("remainder"),
    undefined("floor"),
    undefined("ceil"),
    undefined("round"),
    undefined("truncate"),
    undefined("step"),
    undefined("positive?"),
    undefined("negative?"),
    undefined("between?"),
    undefined("clamp"),
    undefined("<"),
    undefined("<="),
    undefined(">"),
    undefined(">="),
];

/// The Rust data of a complex number.
#[derive(Debug, Clone, Copy)]
struct ComplexData {
    real: Value,
    imag: Value,
}

impl Payload for ComplexData {
    fn trace(&self, mark: &mut dyn FnMut(Value)) {
        mark(self.real);
        mark(self.imag);
    }

    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(*self)
    }
}

/// A new complex number with real parts.
pub(crate) fn new_complex(m: &mut Machine<'_>, real: Value, imag: Value) -> Value {
    let value = m.new_payload(class::COMPLEX, ComplexData { real, imag });
    m.freeze(value);
    value
}

/// The parts of a complex number; `None` for other values.
pub(crate) fn parts(m: &Machine<'_>, value: Value) -> Option<Parts> {
    m.payload::<ComplexData>(value).map(|data| (data.real, data.imag))
}

fn required(m: &Machine<'_>, this: Value) -> Parts {
    parts(m, this).unwrap_or((Value::Int(0), Value::Int(0)))
}

fn is_exact_zero(value: Value) -> bool {
    matches!(value, Value::Int(0))
}

fn is_zero(m: &Machine<'_>, value: Value) -> bool {
    match value {
        Value::Int(number) => number == 0,
        Value::Float(number) => number == 0.0,
        _ => m.payload::<Ratio>(value).is_some_and(|ratio| ratio.num.is_zero()),
    }
}

fn is_float(value: Value) -> bool {
    matches!(value, Value::Float(_))
}

fn plus(m: &mut Machine<'_>, a: Value, b: Value) -> Flow {
    match (is_exact_zero(a), is_exact_zero(b)) {
        (true, _) => Ok(b),
        (_, true) => Ok(a),
        _ => generic(m, a, b, names::PLUS, tower::add),
    }
}

fn minus(m: &mut Machine<'_>, a: Value, b: Value) -> Flow {
    if is_exact_zero(b) { Ok(a) } else { generic(m, a, b, names::MINUS, tower::sub) }
}

fn times(m: &mut Machine<'_>, a: Value, b: Value) -> Flow {
    match (a, b) {
        (Value::Int(1), _) => Ok(b),
        (_, Value::Int(1)) => Ok(a),
        _ => generic(m, a, b, names::TIMES, tower::mul),
    }
}

/// Applies an operator to parts, which may be of a numeric class that a program defines.
fn generic(
    m: &mut Machine<'_>,
    a: Value,
    b: Value,
    name: Symbol,
    run: fn(&mut Machine<'_>, Value, Value) -> Flow,
) -> Flow {
    if tower::is_number(m, a) { run(m, a, b) } else { m.call(a, name, &[b]) }
}

pub(crate) fn add(m: &mut Machine<'_>, a: Parts, b: Parts) -> Flow {
    let (real, imag) = (plus(m, a.0, b.0)?, plus(m, a.1, b.1)?);
    Ok(new_complex(m, real, imag))
}

pub(crate) fn sub(m: &mut Machine<'_>, a: Parts, b: Parts) -> Flow {
    let (real, imag) = (minus(m, a.0, b.0)?, minus(m, a.1, b.1)?);
    Ok(new_complex(m, real, imag))
}

/// The product; a real operand multiplies both parts of the other one.
pub(crate) fn mul_values(m: &mut Machine<'_>, a: Value, b: Value, x: Parts, y: Parts) -> Flow {
    let scaled = if parts(m, b).is_none() {
        Some((x, b))
    } else if matches!(a, Value::Int(number) if number.unsigned_abs() < 1 << 62) {
        Some((y, a))
    } else {
        None
    };
    let (real, imag) = match scaled {
        Some(((real, imag), factor)) => (times(m, real, factor)?, times(m, imag, factor)?),
        None => mul(m, x, y)?,
    };
    Ok(new_complex(m, real, imag))
}

pub(crate) fn mul(m: &mut Machine<'_>, a: Parts, b: Parts) -> Flow<Parts> {
    let (rr, ii) = (safe_mul(m, a.0, b.0)?, safe_mul(m, a.1, b.1)?);
    let (ri, ir) = (safe_mul(m, a.0, b.1)?, safe_mul(m, a.1, b.0)?);
    Ok((minus(m, rr, ii)?, plus(m, ri, ir)?))
}

/// The product of two parts, with infinity times zero as zero.
fn safe_mul(m: &mut Machine<'_>, a: Value, b: Value) -> Flow {
    let (a_zero, b_zero) = (is_zero(m, a), is_zero(m, b));
    let sign = |value: Value| match value {
        Value::Float(number) if !number.is_nan() => Value::Float(1f64.copysign(number)),
        _ => value,
    };
    let (x, y) = match (a_zero, b_zero) {
        (false, true) => (sign(a), b),
        (true, false) => (a, sign(b)),
        _ => (a, b),
    };
    times(m, x, y)
}

type Divide = fn(&mut Machine<'_>, Value, Value) -> Flow;

/// The quotient, by the division method that is used for the parts.
pub(crate) fn div(m: &mut Machine<'_>, a: (Value, Parts), b: (Value, Parts), quo: Divide) -> Flow {
    let (x, y) = (a.1, b.1);
    if parts(m, b.0).is_none() {
        let real = quo(m, x.0, b.0)?;
        let imag = quo(m, x.1, b.0)?;
        let (real, imag) = (canonical(m, real), canonical(m, imag));
        return Ok(new_complex(m, real, imag));
    }
    let has_float = is_float(x.0) || is_float(x.1) || is_float(y.0) || is_float(y.1);
    let (abs_real, abs_imag) = (abs_value(m, y.0)?, abs_value(m, y.1)?);
    let is_greater = m.call(abs_real, names::GREATER, &[abs_imag])?.is_truthy();
    let (real, imag) = if is_greater {
        let ratio = quo(m, y.1, y.0)?;
        let scale = denominator_of(m, y.0, ratio)?;
        let product = times(m, x.1, ratio)?;
        let real = plus(m, x.0, product)?;
        let product = times(m, x.0, ratio)?;
        let imag = minus(m, x.1, product)?;
        (quo(m, real, scale)?, quo(m, imag, scale)?)
    } else {
        let ratio = quo(m, y.0, y.1)?;
        let scale = denominator_of(m, y.1, ratio)?;
        let product = times(m, x.0, ratio)?;
        let real = plus(m, product, x.1)?;
        let product = times(m, x.1, ratio)?;
        let imag = minus(m, product, x.0)?;
        (quo(m, real, scale)?, quo(m, imag, scale)?)
    };
    let (real, imag) =
        if has_float { (real, imag) } else { (canonical(m, real), canonical(m, imag)) };
    Ok(new_complex(m, real, imag))
}

/// `part * (1 + ratio * ratio)`
fn denominator_of(m: &mut Machine<'_>, part: Value, ratio: Value) -> Flow {
    let square = times(m, ratio, ratio)?;
    let sum = plus(m, Value::Int(1), square)?;
    times(m, part, sum)
}

/// Converts a `Rational` with the denominator 1 to an integer.
fn canonical(m: &mut Machine<'_>, value: Value) -> Value {
    match m.payload::<Ratio>(value).filter(|ratio| ratio.is_integer()) {
        Some(ratio) => {
            let num = ratio.num.clone();
            m.new_integer(num)
        }
        None => value,
    }
}

fn abs_value(m: &mut Machine<'_>, value: Value) -> Flow {
    match value {
        Value::Float(number) => Ok(Value::Float(number.abs())),
        Value::Int(number) if number >= 0 => Ok(value),
        _ => m.call(value, Symbol::new("abs"), &[]),
    }
}

fn float_part(m: &mut Machine<'_>, value: Value) -> Flow<f64> {
    m.to_float(value)
}

/// The power of a complex number.
pub(crate) fn pow(m: &mut Machine<'_>, this: Parts, exponent: Value) -> Flow {
    let mut exponent = exponent;
    if is_exact_zero(exponent) {
        return Ok(new_complex(m, Value::Int(1), Value::Int(0)));
    }
    if let Some(ratio) = m.payload::<Ratio>(exponent).filter(|ratio| ratio.is_integer()) {
        let num = ratio.num.clone();
        exponent = m.new_integer(num);
    }
    if let Some((real, imag)) = parts(m, exponent)
        && is_exact_zero(imag)
    {
        exponent = real;
    }
    if is_exact_zero(exponent) {
        return Ok(new_complex(m, Value::Int(1), Value::Int(0)));
    }
    if matches!(exponent, Value::Int(1)) {
        return Ok(new_complex(m, this.0, this.1));
    }
    if let Value::Int(_) | Value::Big(_) = exponent
        && let Some(result) = pow_on_axis(m, this, exponent)?
    {
        return Ok(result);
    }
    if let Some((real, imag)) = parts(m, exponent) {
        return complex_exponent(m, this, (real, imag));
    }
    if let Value::Int(count) = exponent {
        return whole_pow(m, this, count);
    }
    let (radius, angle) = polar_of(m, this)?;
    let power = generic(m, radius, exponent, names::POWER, tower::pow)?;
    let angle = times(m, angle, exponent)?;
    polar_value(m, power, angle)
}

/// Powers of numbers on an axis or a diagonal, which are exact.
fn pow_on_axis(m: &mut Machine<'_>, this: Parts, exponent: Value) -> Flow<Option<Value>> {
    let (real, imag) = this;
    let (value, mut direction) = if is_exact_zero(imag) {
        (real, 0)
    } else if is_exact_zero(real) {
        (imag, 2)
    } else if m.equals(real, imag)? {
        (real, 1)
    } else {
        let negated = tower::neg(m, imag)?;
        if !m.equals(real, negated)? {
            return Ok(None);
        }
        (imag, 3)
    };
    let mut base = value;
    let is_negative = m.call(base, names::LESS, &[Value::Int(0)])?.is_truthy();
    if is_negative {
        base = tower::neg(m, base)?;
        direction += 4;
    }
    let power = if direction % 2 == 0 {
        tower::pow(m, base, exponent)?
    } else {
        let square = times(m, base, base)?;
        let double = times(m, Value::Int(2), square)?;
        let half = tower::floor_div(m, exponent, Value::Int(2))?;
        let whole = tower::pow(m, double, half)?;
        let is_odd = !is_exact_zero(tower::modulo(m, exponent, Value::Int(2))?);
        if is_odd { times(m, whole, base)? } else { whole }
    };
    let turns = tower::modulo(m, exponent, Value::Int(8))?;
    let Value::Int(turns) = turns else { return Ok(None) };
    let zero = Value::Int(0);
    let negative = tower::neg(m, power)?;
    let (real, imag) = match (direction * turns) % 8 {
        0 => (power, zero),
        1 => (power, power),
        2 => (zero, power),
        3 => (negative, power),
        4 => (negative, zero),
        5 => (negative, negative),
        6 => (zero, negative),
        _ => (power, negative),
    };
    Ok(Some(new_complex(m, real, imag)))
}

fn complex_exponent(m: &mut Machine<'_>, this: Parts, (real, imag): Parts) -> Flow {
    let (radius, angle) = polar_of(m, this)?;
    let (radius, angle) = (float_part(m, radius)?, float_part(m, angle)?);
    let (real, imag) = (float_part(m, real)?, float_part(m, imag)?);
    let radius_log = radius.ln();
    let new_radius = (real * radius_log - imag * angle).exp();
    let new_angle = angle * real + imag * radius_log;
    polar_value(m, Value::Float(new_radius), Value::Float(new_angle))
}

/// The power by repeated squaring.
fn whole_pow(m: &mut Machine<'_>, this: Parts, count: i64) -> Flow {
    let mut base = this;
    if count < 0 {
        let one = super::tower::new_rational(m, BigInt::one(), BigInt::one());
        let value = new_complex(m, this.0, this.1);
        let inverse = div(m, (one, (one, Value::Int(0))), (value, this), tower::quo)?;
        base = parts(m, inverse).unwrap_or(this);
    }
    let mut rest = count.unsigned_abs();
    let mut result: Option<Parts> = None;
    while rest > 0 {
        m.step()?;
        if rest & 1 == 1 {
            result = Some(match result {
                Some(result) => mul(m, result, base)?,
                None => base,
            });
        }
        rest >>= 1;
        if rest > 0 {
            let (rr, ii) = (times(m, base.0, base.0)?, times(m, base.1, base.1)?);
            let product = times(m, base.0, base.1)?;
            base = (minus(m, rr, ii)?, times(m, Value::Int(2), product)?);
        }
    }
    let (real, imag) = result.unwrap_or((Value::Int(1), Value::Int(0)));
    Ok(new_complex(m, real, imag))
}

/// The number with an absolute value and an angle in multiples of π; real where that is exact.
pub(crate) fn polar_pi(m: &mut Machine<'_>, abs: f64, angle: f64) -> Value {
    let whole = angle.trunc();
    let fraction = angle.fract();
    if fraction == 0.5 || fraction == -0.5 {
        let quarter = (whole / 2.0).fract();
        let flip = (quarter != fraction) ^ (fraction == 0.5);
        return new_complex(m, Value::Float(0.0), Value::Float(if flip { -abs } else { abs }));
    }
    if fraction == 0.0 {
        let is_odd = (whole / 2.0).fract() != 0.0;
        return Value::Float(if is_odd { -abs } else { abs });
    }
    let (real, imag) = (abs * (PI * angle).cos(), abs * (PI * angle).sin());
    new_complex(m, Value::Float(real), Value::Float(imag))
}

/// The complex number with a radius and an angle.
pub(crate) fn polar_value(m: &mut Machine<'_>, radius: Value, angle: Value) -> Flow {
    if is_zero(m, radius) || is_zero(m, angle) {
        return Ok(new_complex(m, radius, Value::Float(0.0)));
    }
    if let Value::Float(turn) = angle {
        if turn == PI {
            let real = tower::neg(m, radius)?;
            return Ok(new_complex(m, real, Value::Float(0.0)));
        }
        if turn == PI / 2.0 {
            return Ok(new_complex(m, Value::Float(0.0), radius));
        }
    }
    let turn = m.to_float(angle)?;
    let (real, imag) = match radius {
        Value::Float(length) => {
            (Value::Float(length * turn.cos()), Value::Float(length * turn.sin()))
        }
        _ => {
            let real = generic(m, radius, Value::Float(turn.cos()), names::TIMES, tower::mul)?;
            let imag = generic(m, radius, Value::Float(turn.sin()), names::TIMES, tower::mul)?;
            (real, imag)
        }
    };
    Ok(new_complex(m, real, imag))
}

fn polar_of(m: &mut Machine<'_>, this: Parts) -> Flow<Parts> {
    Ok((abs_of(m, this)?, arg_of(m, this)?))
}

fn abs_of(m: &mut Machine<'_>, (real, imag): Parts) -> Flow {
    for (part, other) in [(imag, real), (real, imag)] {
        if is_zero(m, part) {
            let size = abs_value(m, other)?;
            return match part {
                Value::Float(_) => Ok(Value::Float(m.to_float(size)?)),
                _ => Ok(size),
            };
        }
    }
    let (x, y) = (float_part(m, real)?, float_part(m, imag)?);
    Ok(Value::Float(x.hypot(y)))
}

fn arg_of(m: &mut Machine<'_>, (real, imag): Parts) -> Flow {
    if is_exact_zero(imag) && !is_float(real) {
        let is_negative = m.call(real, names::LESS, &[Value::Int(0)])?.is_truthy();
        return Ok(if is_negative { Value::Float(PI) } else { Value::Float(0.0) });
    }
    let (x, y) = (float_part(m, real)?, float_part(m, imag)?);
    Ok(Value::Float(y.atan2(x)))
}

fn abs(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let this = required(m, this);
    abs_of(m, this)
}

fn abs2(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let (real, imag) = required(m, this);
    let (x, y) = (times(m, real, real)?, times(m, imag, imag)?);
    plus(m, x, y)
}

fn arg(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let this = required(m, this);
    arg_of(m, this)
}

fn polar(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let this = required(m, this);
    let (radius, angle) = polar_of(m, this)?;
    Ok(m.new_array(vec![radius, angle]))
}

fn rect(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let (real, imag) = required(m, this);
    Ok(m.new_array(vec![real, imag]))
}

fn conjugate(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let (real, imag) = required(m, this);
    let imag = tower::neg(m, imag)?;
    Ok(new_complex(m, real, imag))
}

fn is_finite(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let (real, imag) = required(m, this);
    let name = Symbol::new("finite?");
    let is_finite = m.call(real, name, &[])?.is_truthy() && m.call(imag, name, &[])?.is_truthy();
    Ok(Value::Bool(is_finite))
}

fn infinite(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let (real, imag) = required(m, this);
    let name = Symbol::new("infinite?");
    let is_infinite = m.call(real, name, &[])?.is_truthy() || m.call(imag, name, &[])?.is_truthy();
    Ok(if is_infinite { Value::Int(1) } else { Value::Nil })
}

fn denominator(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let (real, imag) = required(m, this);
    let name = Symbol::new("denominator");
    let (x, y) = (m.call(real, name, &[])?, m.call(imag, name, &[])?);
    m.call(x, Symbol::new("lcm"), &[y])
}

fn numerator(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let common = denominator(m, this, args)?;
    let (real, imag) = required(m, this);
    let mut scaled = [real, imag];
    for part in &mut scaled {
        let num = m.call(*part, Symbol::new("numerator"), &[])?;
        let den = m.call(*part, Symbol::new("denominator"), &[])?;
        let factor = tower::floor_div(m, common, den)?;
        *part = tower::mul(m, num, factor)?;
    }
    Ok(new_complex(m, scaled[0], scaled[1]))
}

fn equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (real, imag) = required(m, this);
    if let Some((other_real, other_imag)) = parts(m, args[0]) {
        let same = m.equals(real, other_real)? && m.equals(imag, other_imag)?;
        return Ok(Value::Bool(same));
    }
    if is_real(m, args[0])? {
        return Ok(Value::Bool(is_zero(m, imag) && m.equals(real, args[0])?));
    }
    tower::equal(m, this, args[0]).map(Value::Bool)
}

fn compare(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (real, imag) = required(m, this);
    if !m.is_a(args[0], class::NUMERIC) {
        return match tower::coerce_pair(m, this, args[0], false)? {
            Some((x, y)) => m.call(x, names::COMPARE, &[y]),
            None => Ok(Value::Nil),
        };
    }
    if !is_zero(m, imag) {
        return Ok(Value::Nil);
    }
    let other = match parts(m, args[0]) {
        Some((other, imag)) if is_zero(m, imag) => other,
        Some(_) => return Ok(Value::Nil),
        None if is_real(m, args[0])? => args[0],
        None => return Ok(Value::Nil),
    };
    m.call(real, names::COMPARE, &[other])
}

fn eql(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (real, imag) = required(m, this);
    let Some((other_real, other_imag)) = parts(m, args[0]) else { return Ok(Value::FALSE) };
    let same_classes =
        m.class_of(real) == m.class_of(other_real) && m.class_of(imag) == m.class_of(other_imag);
    Ok(Value::Bool(same_classes && m.equals(real, other_real)? && m.equals(imag, other_imag)?))
}

fn hash(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let (real, imag) = required(m, this);
    let (x, y) = (m.hash_code(real)?, m.hash_code(imag)?);
    Ok(Value::Int((x.rotate_left(17) ^ y.wrapping_mul(31)) as i64 >> 2))
}

fn coerce(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let other = args[0];
    if parts(m, other).is_some() {
        return Ok(m.new_array(vec![other, this]));
    }
    if is_real(m, other)? {
        let other = new_complex(m, other, Value::Int(0));
        return Ok(m.new_array(vec![other, this]));
    }
    let name = m.class_name_of(other);
    Err(m.type_error(format!("{name} can't be coerced into Complex")))
}

/// Whether a value is a number whose `real?` returns true.
pub(crate) fn is_real(m: &mut Machine<'_>, value: Value) -> Flow<bool> {
    if tower::is_core_real(m, value) {
        return Ok(true);
    }
    if !m.is_a(value, class::NUMERIC) {
        return Ok(false);
    }
    Ok(m.call(value, Symbol::new("real?"), &[])?.is_truthy())
}

/// `to_i`, `to_f` and `to_r`: only for numbers whose imaginary part is an exact zero.
fn to_real(m: &mut Machine<'_>, this: Value, target: &str, name: Symbol, args: &[Value]) -> Flow {
    let (real, imag) = required(m, this);
    if !is_exact_zero(imag) {
        return Err(conversion_error(m, this, target));
    }
    m.call(real, name, args)
}

pub(crate) fn conversion_error(m: &mut Machine<'_>, this: Value, target: &str) -> Jump {
    match text(m, this, names::TO_S) {
        Ok(text) => m.range_error(format!("can't convert {text} into {target}")),
        Err(jump) => jump,
    }
}

fn to_s(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let text = text(m, this, names::TO_S)?;
    Ok(m.new_bytes(text.into_bytes(), Encoding::UsAscii))
}

fn inspect(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let text = text(m, this, names::INSPECT)?;
    Ok(m.new_bytes(format!("({text})").into_bytes(), Encoding::UsAscii))
}

fn text(m: &mut Machine<'_>, this: Value, name: Symbol) -> Flow<String> {
    let (real, imag) = required(m, this);
    let is_negative = match imag {
        Value::Float(number) => number.is_sign_negative() && !number.is_nan(),
        Value::Int(number) => number < 0,
        _ => match tower::ratio_of(m, imag) {
            Some(ratio) => ratio.num.is_negative(),
            None => m.call(imag, names::LESS, &[Value::Int(0)])?.is_truthy(),
        },
    };
    let part = |m: &mut Machine<'_>, value| -> Flow<String> {
        let result = m.call(value, name, &[])?;
        m.to_s_text(result)
    };
    let real = part(m, real)?;
    let size = abs_value(m, imag)?;
    let imag = part(m, size)?;
    let sign = if is_negative { '-' } else { '+' };
    let star = if imag.ends_with(|c: char| c.is_ascii_digit()) { "" } else { "*" };
    Ok(format!("{real}{sign}{imag}{star}i"))
}

/// A real argument of `Complex.rect` or `Complex.polar`; others raise an error.
fn real_argument(m: &mut Machine<'_>, value: Value) -> Flow {
    if is_real(m, value)? {
        return Ok(value);
    }
    if let Some((real, imag)) = parts(m, value)
        && is_exact_zero(imag)
    {
        return Ok(real);
    }
    Err(m.type_error("not a real"))
}

fn rectangular(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let real = real_argument(m, args[0])?;
    let imag = match args.opt(1) {
        Some(imag) => real_argument(m, imag)?,
        None => Value::Int(0),
    };
    Ok(new_complex(m, real, imag))
}

fn from_polar(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let radius = real_argument(m, args[0])?;
    match args.opt(1) {
        Some(angle) => {
            let angle = real_argument(m, angle)?;
            polar_value(m, radius, angle)
        }
        None => Ok(new_complex(m, radius, Value::Int(0))),
    }
}

/// `Complex(real, imag)`, where the parts may be complex themselves.
pub(crate) fn combine(m: &mut Machine<'_>, real: Value, imag: Value) -> Flow {
    let i = new_complex(m, Value::Int(0), Value::Int(1));
    if parts(m, imag).is_none() && parts(m, real).is_none() {
        return Ok(new_complex(m, real, imag));
    }
    let product = tower::mul(m, imag, i)?;
    generic(m, real, product, names::PLUS, tower::add)
}

/// The integer value of a part; used to test for an exact zero.
pub(crate) fn exact_real(m: &Machine<'_>, value: Value) -> Option<Value> {
    let (real, imag) = parts(m, value)?;
    is_exact_zero(imag).then_some(real)
}
