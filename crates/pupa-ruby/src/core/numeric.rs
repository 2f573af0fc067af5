//! `Numeric`: the methods that all numbers share, and those of numeric classes that a program
//! defines.

pub(crate) mod complex;
pub(crate) mod ratio;
pub(crate) mod rational;
pub(crate) mod round;
pub(crate) mod step;
pub(crate) mod tower;

use std::cmp::Ordering;
use std::f64::consts::PI;

pub use complex::COMPLEX;
pub(crate) use complex::new_complex;
pub use rational::RATIONAL;
pub(crate) use tower::new_rational;

use super::number_text;
use crate::core::class;
use crate::heap::Encoding;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Method, NativeClass, method};
use crate::symbol::{Symbol, names};
use crate::value::Value;

/// `Numeric`
pub static NUMERIC: NativeClass = NativeClass {
    name: "Numeric",
    superclass: Some("Object"),
    includes: &["Comparable"],
    methods: METHODS,
    class_methods: &[],
    ..NativeClass::EMPTY
};

const METHODS: &[Method] = &[
    method("+@", 0, 0, |_, this, _| Ok(this)),
    method("-@", 0, 0, negate),
    method("<=>", 1, 1, compare),
    method("eql?", 1, 1, eql),
    method("%", 1, 1, modulo),
    method("modulo", 1, 1, modulo),
    method("div", 1, 1, div),
    method("divmod", 1, 1, divmod),
    method("fdiv", 1, 1, fdiv),
    method("quo", 1, 1, quo),
    method("remainder", 1, 1, remainder),
    method("abs", 0, 0, abs),
    method("magnitude", 0, 0, abs),
    method("abs2", 0, 0, |m, this, _| m.call(this, names::TIMES, &[this])),
    method("arg", 0, 0, arg),
    method("angle", 0, 0, arg),
    method("phase", 0, 0, arg),
    method("polar", 0, 0, polar),
    method("rectangular", 0, 0, rect),
    method("rect", 0, 0, rect),
    method("real", 0, 0, |_, this, _| Ok(this)),
    method("imaginary", 0, 0, |_, _, _| Ok(Value::Int(0))),
    method("imag", 0, 0, |_, _, _| Ok(Value::Int(0))),
    method("conj", 0, 0, |_, this, _| Ok(this)),
    method("conjugate", 0, 0, |_, this, _| Ok(this)),
    method("i", 0, 0, |m, this, _| Ok(new_complex(m, Value::Int(0), this))),
    method("to_c", 0, 0, |m, this, _| Ok(new_complex(m, this, Value::Int(0)))),
    method("real?", 0, 0, |_, _, _| Ok(Value::TRUE)),
    method("integer?", 0, 0, |_, _, _| Ok(Value::FALSE)),
    method("finite?", 0, 0, |_, _, _| Ok(Value::TRUE)),
    method("infinite?", 0, 0, |_, _, _| Ok(Value::Nil)),
    method("zero?", 0, 0, is_zero),
    method("nonzero?", 0, 0, nonzero),
    method("positive?", 0, 0, is_positive),
    method("negative?", 0, 0, is_negative),
    method("numerator", 0, 0, |m, this, args| through(m, this, names::TO_R, args)),
    method("denominator", 0, 0, |m, this, args| through(m, this, names::TO_R, args)),
    method("floor", 0, 1, through_float),
    method("ceil", 0, 1, through_float),
    method("round", 0, 2, through_float),
    method("truncate", 0, 1, through_float),
    method("to_int", 0, 0, |m, this, _| m.call(this, names::TO_I, &[])),
    method("coerce", 1, 1, coerce),
    method("step", 0, 3, step::step),
    method("dup", 0, 0, |_, this, _| Ok(this)),
    method("clone", 0, 1, clone),
    method("singleton_method_added", 1, 1, refuse_singleton),
];

/// Converts both operands to floats as `Float()` does, for `coerce`.
pub(crate) fn coerce_to_floats(m: &mut Machine<'_>, this: Value, other: Value) -> Flow {
    let name = Symbol::new("Float");
    let own = number_text::kernel_float(m, Value::Nil, Args::new(name, &[this]))?;
    let other = number_text::kernel_float(m, Value::Nil, Args::new(name, &[other]))?;
    Ok(m.new_array(vec![other, own]))
}

fn coerce(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if m.real_class_of(this) == m.real_class_of(args[0]) {
        return Ok(m.new_array(vec![args[0], this]));
    }
    coerce_to_floats(m, this, args[0])
}

pub(crate) fn less(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    tower::relation(m, this, args[0], names::LESS, Ordering::is_lt)
}

pub(crate) fn less_equal(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    tower::relation(m, this, args[0], names::LESS_EQUAL, Ordering::is_le)
}

pub(crate) fn greater(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    tower::relation(m, this, args[0], names::GREATER, Ordering::is_gt)
}

pub(crate) fn greater_equal(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    tower::relation(m, this, args[0], names::GREATER_EQUAL, Ordering::is_ge)
}

fn negate(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    match tower::coerce_pair(m, Value::Int(0), this, true)? {
        Some((zero, number)) => m.call(zero, names::MINUS, &[number]),
        None => Ok(Value::Nil),
    }
}

fn compare(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let is_equal = this.is_same(args[0]) || m.equals(this, args[0])?;
    Ok(if is_equal { Value::Int(0) } else { Value::Nil })
}

fn eql(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if m.real_class_of(this) != m.real_class_of(args[0]) {
        return Ok(Value::FALSE);
    }
    if let (Value::Int(_) | Value::Big(_), _) = (this, args[0]) {
        return Ok(Value::Bool(m.plain_eql(this, args[0]).unwrap_or(false)));
    }
    m.equals(this, args[0]).map(Value::Bool)
}

fn modulo(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let quotient = m.call(this, Symbol::new("div"), &[args[0]])?;
    let product = m.call(args[0], names::TIMES, &[quotient])?;
    m.call(this, names::MINUS, &[product])
}

fn div(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if m.equals(Value::Int(0), args[0])? {
        return Err(m.zero_division());
    }
    let quotient = m.call(this, names::DIVIDE, &[args[0]])?;
    m.call(quotient, Symbol::new("floor"), &[])
}

fn divmod(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let quotient = m.call(this, Symbol::new("div"), &[args[0]])?;
    let rest = m.call(this, names::MODULO, &[args[0]])?;
    Ok(m.new_array(vec![quotient, rest]))
}

fn fdiv(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = Symbol::new("Float");
    let number = number_text::kernel_float(m, Value::Nil, Args::new(name, &[this]))?;
    m.call(number, names::DIVIDE, &[args[0]])
}

fn quo(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if let Value::Float(_) = args[0] {
        return m.call(this, Symbol::new("fdiv"), &[args[0]]);
    }
    if tower::is_number(m, this) {
        return tower::quo(m, this, args[0]);
    }
    let ratio = m.call(this, names::TO_R, &[])?;
    if m.payload::<ratio::Ratio>(ratio).is_none() {
        let (from, got) = (m.class_name_of(this), m.class_name_of(ratio));
        let message = format!("can't convert {from} to Rational ({from}#to_r gives {got})");
        return Err(m.type_error(message));
    }
    m.call(ratio, names::DIVIDE, &[args[0]])
}

pub(crate) fn remainder(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (x, y) = (this, args[0]);
    let rest = m.call(x, names::MODULO, &[y])?;
    if m.equals(rest, Value::Int(0))? {
        return Ok(rest);
    }
    let zero = Value::Int(0);
    let x_negative = m.call(x, names::LESS, &[zero])?.is_truthy();
    let y_negative = m.call(y, names::LESS, &[zero])?.is_truthy();
    let x_positive = m.call(x, names::GREATER, &[zero])?.is_truthy();
    let y_positive = m.call(y, names::GREATER, &[zero])?.is_truthy();
    if (x_negative && y_positive) || (x_positive && y_negative) {
        if matches!(y, Value::Float(number) if number.is_infinite()) {
            return Ok(x);
        }
        return m.call(rest, names::MINUS, &[y]);
    }
    Ok(rest)
}

fn abs(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    if m.call(this, names::LESS, &[Value::Int(0)])?.is_truthy() {
        return m.call(this, names::UNARY_MINUS, &[]);
    }
    Ok(this)
}

fn arg(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let is_negative = m.call(this, Symbol::new("negative?"), &[])?.is_truthy();
    Ok(if is_negative { Value::Float(PI) } else { Value::Int(0) })
}

fn polar(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let abs = m.call(this, Symbol::new("abs"), &[])?;
    let arg = m.call(this, Symbol::new("arg"), &[])?;
    Ok(m.new_array(vec![abs, arg]))
}

fn rect(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    Ok(m.new_array(vec![this, Value::Int(0)]))
}

fn is_zero(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    m.equals(this, Value::Int(0)).map(Value::Bool)
}

fn nonzero(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let is_zero = m.call(this, Symbol::new("zero?"), &[])?.is_truthy();
    Ok(if is_zero { Value::Nil } else { this })
}

fn is_positive(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    Ok(Value::Bool(m.call(this, names::GREATER, &[Value::Int(0)])?.is_truthy()))
}

fn is_negative(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    Ok(Value::Bool(m.call(this, names::LESS, &[Value::Int(0)])?.is_truthy()))
}

/// Converts the receiver, and calls the method of the same name on the result.
fn through(m: &mut Machine<'_>, this: Value, conversion: Symbol, args: Args<'_>) -> Flow {
    let converted = m.call(this, conversion, &[])?;
    m.call_args(converted, args)
}

fn through_float(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = Symbol::new("Float");
    let number = number_text::kernel_float(m, Value::Nil, Args::new(name, &[this]))?;
    m.call_args(number, args)
}

fn clone(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (list, keywords) = args.split_keywords();
    m.check_arity(list.len(), 0, Some(0))?;
    match m.keyword(keywords, "freeze") {
        Some(Value::Bool(false)) => {
            let name = m.class_name_of(this);
            Err(m.argument_error(format!("can't unfreeze {name}")))
        }
        None | Some(Value::Bool(true) | Value::Nil) => Ok(this),
        Some(other) => {
            let name = m.class_name_of(other);
            Err(m.argument_error(format!("unexpected value for freeze: {name}")))
        }
    }
}

fn refuse_singleton(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = m.class_name_of(this);
    let method = m.to_symbol(args[0])?;
    Err(m.type_error(format!("can't define singleton method \"{method}\" for {name}")))
}

/// An encoding argument: an `Encoding` object or a name.
pub(crate) fn encoding_argument(m: &mut Machine<'_>, value: Value) -> Flow<Encoding> {
    let name = match value {
        Value::Object(_) if m.class_of(value) == class::ENCODING => m.to_s_text(value)?,
        _ => m.to_text(value)?,
    };
    match &*name.to_ascii_uppercase() {
        "UTF-8" => Ok(Encoding::Utf8),
        "ASCII-8BIT" | "BINARY" => Ok(Encoding::Binary),
        "US-ASCII" | "ASCII" => Ok(Encoding::UsAscii),
        "ISO-8859-1" => Ok(Encoding::Latin1),
        "UTF-16LE" => Ok(Encoding::Utf16Le),
        "UTF-16BE" => Ok(Encoding::Utf16Be),
        _ => Err(m.argument_error(format!("unknown encoding name - {name}"))),
    }
}
