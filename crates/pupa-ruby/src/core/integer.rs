//! `Integer`, of any size: the table of its methods, arithmetic and conversions.

pub(crate) mod bits;
pub(crate) mod iterate;
pub(crate) mod power;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};

use super::numeric::ratio::{Ratio, Rounding};
use super::numeric::round::{RoundArgs, round_integer};
use super::numeric::{self, tower};
use crate::core::class;
use crate::heap::{Encoding, RString};
use crate::machine::{Flow, Machine};
use crate::native::{Args, Instances, Method, NativeClass, method, undefined};
use crate::symbol::{Symbol, names};
use crate::value::Value;

/// `Integer`
pub static INTEGER: NativeClass = NativeClass {
    name: "Integer",
    superclass: Some("Numeric"),
    instances: Instances::Refused,
    methods: METHODS,
    class_methods: &[
        undefined("new"),
        method("sqrt", 1, 1, power::isqrt),
        method("try_convert", 1, 1, try_convert),
    ],
    ..NativeClass::EMPTY
};

const METHODS: &[Method] = &[
    method("+", 1, 1, |m, this, args| tower::add(m, this, args[0])),
    method("-", 1, 1, |m, this, args| tower::sub(m, this, args[0])),
    method("*", 1, 1, |m, this, args| tower::mul(m, this, args[0])),
    method("/", 1, 1, |m, this, args| tower::div(m, this, args[0])),
    method("%", 1, 1, |m, this, args| tower::modulo(m, this, args[0])),
    method("modulo", 1, 1, |m, this, args| tower::modulo(m, this, args[0])),
    method("div", 1, 1, |m, this, args| tower::floor_div(m, this, args[0])),
    method("divmod", 1, 1, |m, this, args| tower::divmod(m, this, args[0])),
    method("fdiv", 1, 1, fdiv),
    method("remainder", 1, 1, remainder),
    method("ceildiv", 1, 1, ceildiv),
    method("**", 1, 1, |m, this, args| tower::pow(m, this, args[0])),
    method("pow", 1, 2, power::pow),
    method("-@", 0, 0, |m, this, _| tower::neg(m, this)),
    method("~", 0, 0, bits::complement),
    method("&", 1, 1, bits::and),
    method("|", 1, 1, bits::or),
    method("^", 1, 1, bits::xor),
    method("<<", 1, 1, bits::shift_left),
    method(">>", 1, 1, bits::shift_right),
    method("[]", 1, 2, bits::element),
    method("allbits?", 1, 1, bits::has_all_bits),
    method("anybits?", 1, 1, bits::has_any_bits),
    method("nobits?", 1, 1, bits::has_no_bits),
    method("bit_length", 0, 0, bits::bit_length),
    method("size", 0, 0, bits::size),
    method("==", 1, 1, |m, this, args| tower::equal(m, this, args[0]).map(Value::Bool)),
    method("===", 1, 1, |m, this, args| tower::equal(m, this, args[0]).map(Value::Bool)),
    method("<=>", 1, 1, |m, this, args| tower::compare(m, this, args[0])),
    method("<", 1, 1, numeric::less),
    method("<=", 1, 1, numeric::less_equal),
    method(">", 1, 1, numeric::greater),
    method(">=", 1, 1, numeric::greater_equal),
    method("abs", 0, 0, abs),
    method("magnitude", 0, 0, abs),
    method("succ", 0, 0, |m, this, _| tower::add(m, this, Value::Int(1))),
    method("next", 0, 0, |m, this, _| tower::add(m, this, Value::Int(1))),
    method("pred", 0, 0, |m, this, _| tower::sub(m, this, Value::Int(1))),
    method("even?", 0, 0, |m, this, _| Ok(Value::Bool(!is_odd(m, this)))),
    method("odd?", 0, 0, |m, this, _| Ok(Value::Bool(is_odd(m, this)))),
    method("zero?", 0, 0, |_, this, _| Ok(Value::Bool(matches!(this, Value::Int(0))))),
    method("integer?", 0, 0, |_, _, _| Ok(Value::TRUE)),
    method("gcd", 1, 1, gcd),
    method("lcm", 1, 1, lcm),
    method("gcdlcm", 1, 1, gcdlcm),
    method("digits", 0, 1, digits),
    method("chr", 0, 1, chr),
    method("ord", 0, 0, |_, this, _| Ok(this)),
    method("ceil", 0, 1, |m, this, args| round_to(m, this, args, Rounding::Ceil)),
    method("floor", 0, 1, |m, this, args| round_to(m, this, args, Rounding::Floor)),
    method("truncate", 0, 1, |m, this, args| round_to(m, this, args, Rounding::Truncate)),
    method("round", 0, 2, round),
    method("coerce", 1, 1, coerce),
    method("numerator", 0, 0, |_, this, _| Ok(this)),
    method("denominator", 0, 0, |_, _, _| Ok(Value::Int(1))),
    method("to_i", 0, 0, |_, this, _| Ok(this)),
    method("to_int", 0, 0, |_, this, _| Ok(this)),
    method("to_f", 0, 0, |m, this, _| Ok(Value::Float(m.to_float(this)?))),
    method("to_r", 0, 0, to_r),
    method("rationalize", 0, 1, to_r),
    method("to_s", 0, 1, to_s),
    method("inspect", 0, 1, to_s),
    method("times", 0, 0, iterate::times),
    method("upto", 1, 1, iterate::upto),
    method("downto", 1, 1, iterate::downto),
];

/// A string of ASCII characters, such as the digits of a number.
pub(crate) fn ascii_string(m: &mut Machine<'_>, text: &str) -> Value {
    let mut string = RString::from_text(text.into());
    string.encoding = Encoding::UsAscii;
    Value::Str(m.add_string(string))
}

/// Converts the operand of an operator with `to_int`.
pub(crate) fn integer_operand(m: &mut Machine<'_>, value: Value) -> Flow {
    if value.is_nil() {
        return Err(m.type_error("no implicit conversion of nil into Integer"));
    }
    m.to_integer(value)
}

/// An integer argument that Ruby stores in 32 bits; larger ones raise `RangeError`.
pub(crate) fn c_int(m: &mut Machine<'_>, value: Value) -> Flow<i64> {
    if let Value::Float(number) = value
        && (number.is_nan() || number.abs() >= 9.2e18)
    {
        return m.to_int(value);
    }
    let number = m.to_int(value)?;
    if i32::try_from(number).is_err() {
        let size = if number > 0 { "big" } else { "small" };
        let message = format!("integer {number} too {size} to convert to `int'");
        return Err(m.range_error(message));
    }
    Ok(number)
}

fn is_odd(m: &Machine<'_>, this: Value) -> bool {
    match this {
        Value::Int(number) => number & 1 == 1,
        _ => m.big(this).is_odd(),
    }
}

fn abs(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    match this {
        Value::Int(number) if number >= 0 => Ok(this),
        Value::Int(number) if number != i64::MIN => Ok(Value::Int(-number)),
        _ => {
            let big = m.big(this).abs();
            Ok(m.new_integer(big))
        }
    }
}

fn remainder(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    match args[0] {
        Value::Int(0) => Err(m.zero_division()),
        Value::Int(_) | Value::Big(_) => {
            let (number, divisor) = (m.big(this), m.big(args[0]));
            tower::charge_product(m, number.bits(), divisor.bits())?;
            let rest = number % divisor;
            Ok(m.new_integer(rest))
        }
        Value::Float(_) => numeric::remainder(m, this, args),
        other if !tower::is_fixnum(this) => tower::foreign(m, this, other, args.name),
        _ => numeric::remainder(m, this, args),
    }
}

fn fdiv(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let result = tower::fdiv(m, this, args[0])?;
    m.to_float(result).map(Value::Float)
}

/// `ceildiv`: the quotient rounded up, an addition of Ruby 3.2.
fn ceildiv(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let negated = tower::neg(m, this)?;
    let quotient = m.call(negated, Symbol::new("div"), &[args[0]])?;
    m.call(quotient, names::UNARY_MINUS, &[])
}

fn integer_argument(m: &mut Machine<'_>, value: Value) -> Flow<BigInt> {
    match value {
        Value::Int(_) | Value::Big(_) => Ok(m.big(value)),
        _ => Err(m.type_error("not an integer")),
    }
}

fn gcd(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let other = integer_argument(m, args[0])?;
    let number = m.big(this);
    tower::charge_product(m, number.bits(), other.bits())?;
    let result = number.gcd(&other);
    Ok(m.new_integer(result))
}

fn lcm(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let other = integer_argument(m, args[0])?;
    let number = m.big(this);
    tower::charge_product(m, number.bits(), other.bits())?;
    let result = number.lcm(&other);
    Ok(m.new_integer(result))
}

fn gcdlcm(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let pair = vec![gcd(m, this, args)?, lcm(m, this, args)?];
    Ok(m.new_array(pair))
}

fn digits(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let mut rest = m.big(this);
    if rest.is_negative() {
        return Err(m.error(class::DOMAIN_ERROR, "out of domain"));
    }
    let base = match args.opt(0) {
        Some(base) => {
            let base = integer_operand(m, base)?;
            m.big(base)
        }
        None => BigInt::from(10),
    };
    if base.is_negative() {
        return Err(m.argument_error("negative radix"));
    }
    if base < BigInt::from(2) {
        return Err(m.argument_error(format!("invalid radix {base}")));
    }
    let mut digits = Vec::new();
    if let Value::Int(mut rest) = this
        && let Ok(base) = i64::try_from(&base)
    {
        loop {
            digits.push(Value::Int(rest % base));
            rest /= base;
            if rest == 0 {
                return Ok(m.new_array(digits));
            }
        }
    }
    loop {
        tower::count_work(m, rest.bits() / 512)?;
        let (quotient, digit) = rest.div_rem(&base);
        digits.push(m.new_integer(digit));
        rest = quotient;
        if rest.is_zero() {
            return Ok(m.new_array(digits));
        }
    }
}

fn chr(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let code = match this {
        Value::Int(code) if tower::is_fixnum(this) => code,
        _ => return Err(m.range_error("bignum out of char range")),
    };
    let out_of_range =
        |m: &mut Machine<'_>| Err(m.range_error(format!("{code} out of char range")));
    if !(0..=i64::from(u32::MAX)).contains(&code) {
        return out_of_range(m);
    }
    let encoding = match args.opt(0) {
        Some(encoding) => numeric::encoding_argument(m, encoding)?,
        None if code < 0x80 => Encoding::UsAscii,
        None if code < 0x100 => Encoding::Binary,
        None => return out_of_range(m),
    };
    let invalid = |m: &mut Machine<'_>, name: &str| {
        Err(m.range_error(format!("invalid codepoint 0x{code:X} in {name}")))
    };
    match encoding {
        Encoding::Utf8 => match char::from_u32(code as u32) {
            Some(character) => Ok(m.new_str(character.to_string().as_str())),
            None if code > 0x10_ffff => out_of_range(m),
            None => invalid(m, "UTF-8"),
        },
        Encoding::UsAscii if code >= 0x100 => out_of_range(m),
        Encoding::UsAscii if code >= 0x80 => invalid(m, "US-ASCII"),
        _ if code >= 0x100 => out_of_range(m),
        _ => Ok(m.new_bytes(vec![code as u8], encoding)),
    }
}

/// `ceil`, `floor` and `truncate`; a negative number of digits rounds to tens, hundreds and so on.
fn round_to(m: &mut Machine<'_>, this: Value, args: Args<'_>, rounding: Rounding) -> Flow {
    let digits = match args.opt(0) {
        Some(digits) => c_int(m, digits)?,
        None => 0,
    };
    round_integer(m, this, digits, rounding)
}

fn round(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let RoundArgs { digits, rounding } = RoundArgs::parse(m, args)?;
    round_integer(m, this, digits.unwrap_or(0), rounding)
}

fn coerce(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if let Value::Int(_) | Value::Big(_) = args[0] {
        return Ok(m.new_array(vec![args[0], this]));
    }
    numeric::coerce_to_floats(m, this, args[0])
}

fn to_r(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let ratio = Ratio::from_integer(m.big(this));
    Ok(tower::rational_value(m, ratio))
}

fn to_s(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let base = match args.opt(0) {
        Some(base) => c_int(m, base)?,
        None => 10,
    };
    if !(2..=36).contains(&base) {
        return Err(m.argument_error(format!("invalid radix {base}")));
    }
    match this {
        Value::Int(number) if base == 10 => {
            let mut text = ecow::EcoString::new();
            let _ = std::fmt::Write::write_fmt(&mut text, format_args!("{number}"));
            let mut string = RString::from_text(text);
            string.encoding = Encoding::UsAscii;
            Ok(Value::Str(m.add_string(string)))
        }
        _ => {
            let number = m.big(this);
            let size = number.bits();
            m.charge((size / 2) as usize)?;
            if size > 4096 {
                tower::count_work(m, (size / 64).saturating_mul(size / 64) / 64)?;
            }
            let text = number.to_str_radix(base as u32);
            Ok(ascii_string(m, &text))
        }
    }
}

fn try_convert(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let value = args[0];
    if let Value::Int(_) | Value::Big(_) = value {
        return Ok(value);
    }
    match m.try_call(value, names::TO_INT, &[])? {
        None | Some(Value::Nil) => Ok(Value::Nil),
        Some(number @ (Value::Int(_) | Value::Big(_))) => Ok(number),
        Some(other) => {
            let (from, got) = (m.class_name_of(value), m.class_name_of(other));
            Err(m
                .type_error(format!("can't convert {from} to Integer ({from}#to_int gives {got})")))
        }
    }
}
