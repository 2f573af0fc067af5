//! Arithmetic between all core numbers.
//!
//! One function per operator serves `Integer`, `Rational`, `Float` and `Complex`: both operands are
//! converted to the more general of their classes. Operands of other classes are converted by
//! `coerce`.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Pow, Signed, ToPrimitive, Zero};

use super::complex;
use super::ratio::{Ratio, divide_as_floats, float_of, integer_of};
use crate::core::class;
use crate::heap::Payload;
use crate::machine::{Flow, Jump, Machine};
use crate::symbol::{Symbol, names};
use crate::value::Value;

/// Powers with more bits than this are infinite, as in Ruby 3.1.
const POWER_BITS: u64 = 32 * 1024 * 1024;

/// The Rust data of a `Rational`.
impl Payload for Ratio {
    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// The real and the imaginary part of a complex number.
pub(crate) type Parts = (Value, Value);

/// Two operands of the same kind.
pub(crate) enum Pair {
    Ints(BigInt, BigInt),
    Ratios(Ratio, Ratio),
    Floats(f64, f64),
    Complexes(Parts, Parts),
    /// The second operand is of another class.
    Foreign,
}

/// A new `Rational`. The denominator must not be zero.
pub(crate) fn new_rational(m: &mut Machine<'_>, num: BigInt, den: BigInt) -> Value {
    rational_value(m, Ratio::new(num, den))
}

/// The `Rational` of a fraction.
pub(crate) fn rational_value(m: &mut Machine<'_>, ratio: Ratio) -> Value {
    let value = m.new_payload(class::RATIONAL, ratio);
    m.freeze(value);
    value
}

/// The exact value of an integer or `Rational`.
pub(crate) fn ratio_of(m: &Machine<'_>, value: Value) -> Option<Ratio> {
    match value {
        Value::Int(_) | Value::Big(_) => Some(Ratio::from_integer(m.big(value))),
        _ => m.payload::<Ratio>(value).cloned(),
    }
}

/// The float of an integer, `Rational` or float.
pub(crate) fn real_float(m: &Machine<'_>, value: Value) -> Option<f64> {
    match value {
        Value::Float(number) => Some(number),
        Value::Int(number) => Some(number as f64),
        Value::Big(id) => Some(float_of(&m.heap.bigs[id])),
        _ => m.payload::<Ratio>(value).map(Ratio::to_f64),
    }
}

/// Whether a value is a core number.
pub(crate) fn is_number(m: &Machine<'_>, value: Value) -> bool {
    is_core_real(m, value) || complex::parts(m, value).is_some()
}

/// Whether a value is an integer, float or `Rational`.
pub(crate) fn is_core_real(m: &Machine<'_>, value: Value) -> bool {
    matches!(value, Value::Int(_) | Value::Big(_) | Value::Float(_))
        || m.payload::<Ratio>(value).is_some()
}

/// Converts two operands to the same class.
pub(crate) fn pair(m: &Machine<'_>, a: Value, b: Value) -> Pair {
    let is_int = |v| matches!(v, Value::Int(_) | Value::Big(_));
    if is_int(a) && is_int(b) {
        return Pair::Ints(m.big(a), m.big(b));
    }
    if !is_number(m, a) || !is_number(m, b) {
        return Pair::Foreign;
    }
    let zero = Value::Int(0);
    match (complex::parts(m, a), complex::parts(m, b)) {
        (Some(a), Some(b)) => return Pair::Complexes(a, b),
        (Some(a), None) => return Pair::Complexes(a, (b, zero)),
        (None, Some(b)) => return Pair::Complexes((a, zero), b),
        (None, None) => {}
    }
    if let (Some(x), Some(y)) = (ratio_of(m, a), ratio_of(m, b)) {
        return Pair::Ratios(x, y);
    }
    match (real_float(m, a), real_float(m, b)) {
        (Some(x), Some(y)) => Pair::Floats(x, y),
        _ => Pair::Foreign,
    }
}

/// `a + b`
pub(crate) fn add(m: &mut Machine<'_>, a: Value, b: Value) -> Flow {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => {
            if let Some(sum) = x.checked_add(y) {
                return Ok(Value::Int(sum));
            }
        }
        (Value::Float(x), Value::Float(y)) => return Ok(Value::Float(x + y)),
        (Value::Float(x), Value::Int(y)) => return Ok(Value::Float(x + y as f64)),
        (Value::Int(x), Value::Float(y)) => return Ok(Value::Float(x as f64 + y)),
        _ => {}
    }
    match pair(m, a, b) {
        Pair::Ints(x, y) => Ok(m.new_integer(x + y)),
        Pair::Ratios(x, y) => Ok(rational_value(m, x.add(&y))),
        Pair::Floats(x, y) => Ok(Value::Float(x + y)),
        Pair::Complexes(x, y) => complex::add(m, x, y),
        Pair::Foreign => foreign(m, a, b, names::PLUS),
    }
}

/// `a - b`
pub(crate) fn sub(m: &mut Machine<'_>, a: Value, b: Value) -> Flow {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => {
            if let Some(difference) = x.checked_sub(y) {
                return Ok(Value::Int(difference));
            }
        }
        (Value::Float(x), Value::Float(y)) => return Ok(Value::Float(x - y)),
        (Value::Float(x), Value::Int(y)) => return Ok(Value::Float(x - y as f64)),
        (Value::Int(x), Value::Float(y)) => return Ok(Value::Float(x as f64 - y)),
        _ => {}
    }
    match pair(m, a, b) {
        Pair::Ints(x, y) => Ok(m.new_integer(x - y)),
        Pair::Ratios(x, y) => Ok(rational_value(m, x.sub(&y))),
        Pair::Floats(x, y) => Ok(Value::Float(x - y)),
        Pair::Complexes(x, y) => complex::sub(m, x, y),
        Pair::Foreign => foreign(m, a, b, names::MINUS),
    }
}

/// `a * b`
pub(crate) fn mul(m: &mut Machine<'_>, a: Value, b: Value) -> Flow {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => {
            if let Some(product) = x.checked_mul(y) {
                return Ok(Value::Int(product));
            }
        }
        (Value::Float(x), Value::Float(y)) => return Ok(Value::Float(x * y)),
        (Value::Float(x), Value::Int(y)) => return Ok(Value::Float(x * y as f64)),
        (Value::Int(x), Value::Float(y)) => return Ok(Value::Float(x as f64 * y)),
        _ => {}
    }
    match pair(m, a, b) {
        Pair::Ints(x, y) => {
            charge_product(m, x.bits(), y.bits())?;
            Ok(m.new_integer(x * y))
        }
        Pair::Ratios(x, y) => Ok(rational_value(m, x.mul(&y))),
        Pair::Floats(x, y) => Ok(Value::Float(x * y)),
        Pair::Complexes(x, y) => complex::mul_values(m, a, b, x, y),
        Pair::Foreign => foreign(m, a, b, names::TIMES),
    }
}

/// Charges and counts the work of a multiplication, which grows faster than the size of its result.
pub(crate) fn charge_product(m: &mut Machine<'_>, x: u64, y: u64) -> Flow<()> {
    m.charge(((x + y) / 8) as usize)?;
    let (x, y) = (x / 64, y / 64);
    if x.max(y) < 64 {
        return Ok(());
    }
    count_work(m, x.saturating_mul(y) / 64)
}

/// Counts long work on big integers as steps, so that the limit of steps applies.
pub(crate) fn count_work(m: &mut Machine<'_>, work: u64) -> Flow<()> {
    m.core.add_steps(work);
    m.step()
}

/// Counts the work of parsing digits, which grows with the square of their number.
pub(crate) fn charge_digits(m: &mut Machine<'_>, digits: usize) -> Flow<()> {
    m.charge(digits)?;
    let words = digits as u64 / 16;
    if words < 64 { Ok(()) } else { count_work(m, words.saturating_mul(words) / 64) }
}

/// `a / b`
pub(crate) fn div(m: &mut Machine<'_>, a: Value, b: Value) -> Flow {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) if y != 0 && y != -1 => {
            return Ok(Value::Int(Integer::div_floor(&x, &y)));
        }
        (Value::Float(x), Value::Float(y)) => return Ok(Value::Float(x / y)),
        _ => {}
    }
    match pair(m, a, b) {
        Pair::Ints(_, y) if y.is_zero() => Err(m.zero_division()),
        Pair::Ints(x, y) => {
            charge_product(m, x.bits(), y.bits())?;
            Ok(m.new_integer(x.div_floor(&y)))
        }
        Pair::Ratios(_, y) if y.num.is_zero() => Err(m.zero_division()),
        Pair::Ratios(x, y) => Ok(rational_value(m, x.div(&y))),
        Pair::Floats(x, y) => Ok(Value::Float(x / y)),
        Pair::Complexes(x, y) => complex::div(m, (a, x), (b, y), quo),
        Pair::Foreign => foreign(m, a, b, names::DIVIDE),
    }
}

/// `a.quo(b)`: the quotient, exact for exact numbers.
pub(crate) fn quo(m: &mut Machine<'_>, a: Value, b: Value) -> Flow {
    match pair(m, a, b) {
        Pair::Ints(_, y) if y.is_zero() => Err(m.zero_division()),
        Pair::Ints(x, y) => Ok(new_rational(m, x, y)),
        Pair::Foreign if is_number(m, a) && !matches!(a, Value::Float(_)) => {
            let ratio = ratio_of(m, a);
            let left = match ratio {
                Some(ratio) => rational_value(m, ratio),
                None => a,
            };
            foreign(m, left, b, names::DIVIDE)
        }
        Pair::Foreign if !is_number(m, a) => m.call(a, Symbol::new("quo"), &[b]),
        _ => div(m, a, b),
    }
}

/// `a.fdiv(b)` of two real numbers.
pub(crate) fn fdiv(m: &mut Machine<'_>, a: Value, b: Value) -> Flow {
    match pair(m, a, b) {
        Pair::Ints(x, y) => Ok(Value::Float(if y.is_zero() || x.is_zero() {
            float_of(&x) / float_of(&y)
        } else {
            let ratio = Ratio::new(x, y);
            divide_as_floats(&ratio.num, &ratio.den)
        })),
        Pair::Ratios(x, y) if y.num.is_zero() => Ok(Value::Float(x.to_f64() / 0.0)),
        Pair::Ratios(x, y) => Ok(Value::Float(x.div(&y).to_f64())),
        Pair::Floats(x, y) => Ok(Value::Float(x / y)),
        Pair::Complexes(x, y) => complex::div(m, (a, x), (b, y), fdiv),
        Pair::Foreign if is_number(m, a) => foreign(m, a, b, Symbol::new("fdiv")),
        Pair::Foreign => m.call(a, Symbol::new("fdiv"), &[b]),
    }
}

/// The quotient and the modulus of floats, rounded down.
pub(crate) fn float_divmod(m: &mut Machine<'_>, x: f64, y: f64) -> Flow<(f64, f64)> {
    if y.is_nan() {
        return Ok((y, y));
    }
    if y == 0.0 {
        return Err(m.zero_division());
    }
    let mut rest = if x == 0.0 || (y.is_infinite() && !x.is_infinite()) { x } else { x % y };
    let mut quotient =
        if x.is_infinite() && !y.is_infinite() { x } else { ((x - rest) / y).round() };
    if y * rest < 0.0 {
        rest += y;
        quotient -= 1.0;
    }
    Ok((quotient, rest))
}

/// `a % b`
pub(crate) fn modulo(m: &mut Machine<'_>, a: Value, b: Value) -> Flow {
    if let (Value::Int(x), Value::Int(y)) = (a, b)
        && y != 0
        && y != -1
    {
        return Ok(Value::Int(x.mod_floor(&y)));
    }
    match pair(m, a, b) {
        Pair::Ints(_, y) if y.is_zero() => Err(m.zero_division()),
        Pair::Ints(x, y) => {
            charge_product(m, x.bits(), y.bits())?;
            Ok(m.new_integer(x.mod_floor(&y)))
        }
        Pair::Floats(x, y) if !is_rational(m, a) => Ok(Value::Float(float_divmod(m, x, y)?.1)),
        Pair::Ratios(x, y) if !y.num.is_zero() => {
            let whole = Ratio::from_integer(x.div(&y).floor());
            Ok(rational_value(m, x.sub(&y.mul(&whole))))
        }
        Pair::Foreign => foreign(m, a, b, names::MODULO),
        _ if complex::parts(m, b).is_some() => foreign(m, a, b, names::MODULO),
        _ => {
            let quotient = floor_div(m, a, b)?;
            let product = mul(m, b, quotient)?;
            sub(m, a, product)
        }
    }
}

/// `a.div(b)`: the quotient rounded down.
pub(crate) fn floor_div(m: &mut Machine<'_>, a: Value, b: Value) -> Flow {
    match pair(m, a, b) {
        Pair::Ints(..) => div(m, a, b),
        Pair::Floats(_, 0.0) => Err(m.zero_division()),
        // Compat: here integers beyond 62 bits are truncated.
        Pair::Floats(x, y) if !is_fixnum(a) && matches!(a, Value::Int(_) | Value::Big(_)) => {
            m.float_to_integer(x / y)
        }
        Pair::Floats(x, y) => m.float_to_integer((x / y).floor()),
        Pair::Ratios(_, y) if y.num.is_zero() => Err(m.zero_division()),
        Pair::Ratios(x, y) => {
            let whole = x.div(&y).floor();
            Ok(m.new_integer(whole))
        }
        _ => foreign(m, a, b, Symbol::new("div")),
    }
}

/// `a.divmod(b)`
pub(crate) fn divmod(m: &mut Machine<'_>, a: Value, b: Value) -> Flow {
    let (quotient, rest) = match pair(m, a, b) {
        Pair::Floats(x, y) if !is_rational(m, a) => {
            let (quotient, rest) = float_divmod(m, x, y)?;
            (m.float_to_integer(quotient)?, Value::Float(rest))
        }
        Pair::Foreign | Pair::Complexes(..) => {
            return foreign(m, a, b, Symbol::new("divmod"));
        }
        _ => (floor_div(m, a, b)?, modulo(m, a, b)?),
    };
    Ok(m.new_array(vec![quotient, rest]))
}

/// Whether Ruby stores an integer without an object: it fits into 63 bits with its sign.
pub(crate) fn is_fixnum(value: Value) -> bool {
    matches!(value, Value::Int(number) if (-(1 << 62)..1 << 62).contains(&number))
}

fn is_rational(m: &Machine<'_>, value: Value) -> bool {
    m.payload::<Ratio>(value).is_some()
}

/// `-a`
pub(crate) fn neg(m: &mut Machine<'_>, a: Value) -> Flow {
    match a {
        Value::Int(number) => match number.checked_neg() {
            Some(number) => Ok(Value::Int(number)),
            None => {
                let big = -BigInt::from(number);
                Ok(m.new_integer(big))
            }
        },
        Value::Float(number) => Ok(Value::Float(-number)),
        Value::Big(id) => {
            let big = -m.heap.bigs[id].clone();
            Ok(m.new_integer(big))
        }
        _ => {
            if let Some(ratio) = m.payload::<Ratio>(a).map(Ratio::neg) {
                return Ok(rational_value(m, ratio));
            }
            if let Some((real, imag)) = complex::parts(m, a) {
                let (real, imag) = (neg(m, real)?, neg(m, imag)?);
                return Ok(complex::new_complex(m, real, imag));
            }
            m.call(a, names::UNARY_MINUS, &[])
        }
    }
}

/// `a ** b`
pub(crate) fn pow(m: &mut Machine<'_>, a: Value, b: Value) -> Flow {
    match pair(m, a, b) {
        Pair::Ints(x, y) => integer_pow(m, x, y),
        Pair::Ratios(x, y) => rational_pow(m, a, x, b, y),
        Pair::Floats(x, y) => {
            if is_rational(m, a) && y == 0.0 {
                return Ok(Value::Float(1.0));
            }
            Ok(float_pow(m, x, y))
        }
        Pair::Complexes(_, (Value::Int(0), Value::Int(0))) if is_rational(m, a) => {
            Ok(rational_value(m, Ratio::from_integer(BigInt::one())))
        }
        Pair::Complexes(x, _) => complex::pow(m, x, b),
        Pair::Foreign => foreign(m, a, b, names::POWER),
    }
}

fn integer_pow(m: &mut Machine<'_>, x: BigInt, y: BigInt) -> Flow {
    if y.is_negative() {
        if x.is_zero() {
            return Err(m.zero_division());
        }
        if x.magnitude().is_one() {
            return power_of_integer(m, x, y);
        }
        return rational_integer_pow(m, Ratio::from_integer(x), y);
    }
    power_of_integer(m, x, y)
}

/// The power with a non-negative exponent.
fn power_of_integer(m: &mut Machine<'_>, x: BigInt, y: BigInt) -> Flow {
    if x.is_one() || y.is_zero() {
        return Ok(Value::Int(1));
    }
    if x.is_zero() {
        return Ok(Value::Int(0));
    }
    if x == BigInt::from(-1) {
        return Ok(Value::Int(if y.is_even() { 1 } else { -1 }));
    }
    match y.to_u64().filter(|&y| x.bits().checked_mul(y).is_some_and(|bits| bits <= POWER_BITS)) {
        Some(count) => {
            let bits = x.bits() * count;
            charge_product(m, bits, bits / 8)?;
            let power = Pow::pow(x, count);
            Ok(m.new_integer(power))
        }
        None => {
            m.warn("in a**b, b may be too big")?;
            Ok(Value::Float(float_of(&x).powf(float_of(&y))))
        }
    }
}

fn rational_pow(m: &mut Machine<'_>, a: Value, x: Ratio, b: Value, y: Ratio) -> Flow {
    if y.num.is_zero() && !is_rational(m, b) {
        return Ok(rational_value(m, Ratio::from_integer(BigInt::one())));
    }
    let _ = a;
    if y.is_integer() {
        return rational_integer_pow(m, x, y.num);
    }
    if x.is_integer() && x.num.is_one() {
        return Ok(rational_value(m, x));
    }
    if x.num.is_zero() {
        if y.num.is_negative() {
            return Err(m.zero_division());
        }
        return Ok(rational_value(m, x));
    }
    Ok(float_pow(m, x.to_f64(), y.to_f64()))
}

fn rational_integer_pow(m: &mut Machine<'_>, x: Ratio, y: BigInt) -> Flow {
    if x.is_integer() {
        if x.num.is_one() || y.is_zero() {
            return Ok(rational_value(m, Ratio::from_integer(BigInt::one())));
        }
        if x.num.is_zero() {
            if y.is_negative() {
                return Err(m.zero_division());
            }
            return Ok(rational_value(m, x));
        }
        if x.num == BigInt::from(-1) {
            let sign = BigInt::from(if y.is_even() { 1 } else { -1 });
            return Ok(rational_value(m, Ratio::from_integer(sign)));
        }
    }
    let bits = x.num.bits().max(x.den.bits());
    match y.to_i64() {
        Some(y) if bits.checked_mul(y.unsigned_abs()).is_some_and(|bits| bits <= POWER_BITS) => {
            let bits = bits * y.unsigned_abs();
            charge_product(m, bits, bits / 8)?;
            Ok(rational_value(m, x.pow(y)))
        }
        _ => {
            m.warn("in a**b, b may be too big")?;
            Ok(Value::Float(x.to_f64().powf(float_of(&y))))
        }
    }
}

fn float_pow(m: &mut Machine<'_>, x: f64, y: f64) -> Value {
    if x < 0.0 && y != y.round() {
        return complex::polar_pi(m, (-x).powf(y), y);
    }
    if y == 2.0 {
        return Value::Float(x * x);
    }
    Value::Float(x.powf(y))
}

/// The order of two real core numbers; `None` if one is NaN or another value.
pub(crate) fn compare_reals(m: &Machine<'_>, a: Value, b: Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => return Some(x.cmp(&y)),
        (Value::Float(x), Value::Float(y)) => return x.partial_cmp(&y),
        (Value::Int(_) | Value::Big(_), Value::Float(y)) => return compare_exactly(&m.big(a), y),
        (Value::Float(x), Value::Int(_) | Value::Big(_)) => {
            return compare_exactly(&m.big(b), x).map(Ordering::reverse);
        }
        _ => {}
    }
    match pair(m, a, b) {
        Pair::Ints(x, y) => Some(x.cmp(&y)),
        Pair::Ratios(x, y) => Some(x.cmp(&y)),
        Pair::Floats(x, y) => x.partial_cmp(&y),
        _ => None,
    }
}

/// Compares an integer with a float without rounding the integer.
fn compare_exactly(number: &BigInt, float: f64) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    if float.is_infinite() {
        return Some(if float > 0.0 { Ordering::Less } else { Ordering::Greater });
    }
    let whole = integer_of(float);
    Some(
        number.cmp(&whole).then_with(|| 0.0.partial_cmp(&float.fract()).unwrap_or(Ordering::Equal)),
    )
}

/// `a <=> b`
pub(crate) fn compare(m: &mut Machine<'_>, a: Value, b: Value) -> Flow {
    if is_core_real(m, b) {
        return Ok(compare_reals(m, a, b).map_or(Value::Nil, |order| Value::Int(order as i64)));
    }
    if let Value::Float(number) = a
        && number.is_infinite()
        && matches!(b, Value::Object(_))
        && let Some(sign) = m.try_call(b, Symbol::new("infinite?"), &[])?
    {
        let own = if number > 0.0 { 1 } else { -1 };
        let other = match sign {
            Value::Int(sign) => sign,
            sign if sign.is_truthy() => 1,
            _ => 0,
        };
        return Ok(Value::Int(if other == 0 {
            own
        } else {
            i64::from(own > other) - i64::from(own < other)
        }));
    }
    match coerce_pair(m, a, b, false)? {
        Some((x, y)) => m.call(x, names::COMPARE, &[y]),
        None => Ok(Value::Nil),
    }
}

/// `a < b` and the other relations, by the name of the operator.
pub(crate) fn relation(
    m: &mut Machine<'_>,
    a: Value,
    b: Value,
    name: Symbol,
    holds: fn(Ordering) -> bool,
) -> Flow {
    if is_core_real(m, b) {
        return Ok(Value::Bool(compare_reals(m, a, b).is_some_and(holds)));
    }
    if let Some((x, y)) = coerce_pair(m, a, b, false)? {
        let result = m.call(x, name, &[y])?;
        if !result.is_nil() {
            return Ok(result);
        }
    }
    Err(m.comparison_failed(a, b))
}

/// `a == b`
pub(crate) fn equal(m: &mut Machine<'_>, a: Value, b: Value) -> Flow<bool> {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => return Ok(x == y),
        (Value::Float(x), Value::Float(y)) => return Ok(x == y),
        _ => {}
    }
    match pair(m, a, b) {
        Pair::Ints(x, y) => Ok(x == y),
        Pair::Ratios(x, y) => Ok(x == y),
        Pair::Floats(..) => Ok(compare_reals(m, a, b) == Some(Ordering::Equal)),
        Pair::Complexes(x, y) => Ok(m.equals(x.0, y.0)? && m.equals(x.1, y.1)?),
        Pair::Foreign => match b {
            Value::Nil | Value::Bool(_) | Value::Str(_) | Value::Sym(_) => Ok(false),
            _ if a.is_same(b) => Ok(true),
            _ => Ok(m.call(b, names::EQUALS, &[a])?.is_truthy()),
        },
    }
}

/// Applies an operator after the second operand has coerced the first.
pub(crate) fn foreign(m: &mut Machine<'_>, a: Value, b: Value, name: Symbol) -> Flow {
    match coerce_pair(m, a, b, true)? {
        Some((x, y)) => m.call(x, name, &[y]),
        None => Err(coerce_failed(m, a, b)),
    }
}

/// `b.coerce(a)`; `None` if the operand cannot do it, which raises an error in `strict` mode.
pub(crate) fn coerce_pair(
    m: &mut Machine<'_>,
    a: Value,
    b: Value,
    strict: bool,
) -> Flow<Option<(Value, Value)>> {
    let result = match b {
        Value::Nil | Value::Bool(_) => None,
        _ => m.try_call(b, names::COERCE, &[a])?,
    };
    match result {
        None if strict => Err(coerce_failed(m, a, b)),
        None => Ok(None),
        Some(Value::Nil) if !strict => Ok(None),
        Some(Value::Array(id)) if m.array(id).len() == 2 => {
            let list = m.array(id);
            Ok(Some((list[0], list[1])))
        }
        Some(_) => Err(m.type_error("coerce must return [x, y]")),
    }
}

#[cold]
pub(crate) fn coerce_failed(m: &mut Machine<'_>, a: Value, b: Value) -> Jump {
    let left = m.class_name_of(a);
    let right = match b {
        Value::Nil | Value::Bool(_) | Value::Sym(_) | Value::Int(_) | Value::Float(_) => {
            match m.inspect(b) {
                Ok(text) => text,
                Err(jump) => return jump,
            }
        }
        _ => m.class_name_of(b),
    };
    m.type_error(format!("{right} can't be coerced into {left}"))
}
