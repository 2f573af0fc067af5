//! `OpenSSL::BN`: the big integers of keys and certificates.

use num_bigint::BigInt;

use crate::core::class;
use crate::heap::{Encoding, Payload};
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::value::Value;

/// `OpenSSL::BN`
pub(crate) static BN: NativeClass = NativeClass {
    name: "OpenSSL::BN",
    methods: &[
        private("initialize", 1, 2, initialize),
        method("to_i", 0, 0, to_i),
        method("to_int", 0, 0, to_i),
        method("to_s", 0, 1, to_s),
        method("num_bits", 0, 0, num_bits),
        method("num_bytes", 0, 0, num_bytes),
        method("==", 1, 1, equals),
        method("eql?", 1, 1, equals),
        method("<=>", 1, 1, compare),
        method("cmp", 1, 1, compare),
        method("hash", 0, 0, hash),
        method("inspect", 0, 0, inspect),
    ],
    includes: &["Comparable"],
    ..NativeClass::EMPTY
};

/// The Rust data of a `BN`.
#[derive(Debug, Clone)]
struct Number(BigInt);

impl Payload for Number {
    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// A `BN` from the bytes of a positive integer, highest first.
pub(super) fn from_bytes(m: &mut Machine<'_>, bytes: &[u8]) -> Value {
    let number = BigInt::from_bytes_be(num_bigint::Sign::Plus, bytes);
    m.new_payload(class::OPENSSL_BN, Number(number))
}

fn own(m: &mut Machine<'_>, value: Value) -> Flow<BigInt> {
    match m.payload::<Number>(value) {
        Some(number) => Ok(number.0.clone()),
        None => Err(m.type_error("wrong argument (OpenSSL/BN expected)")),
    }
}

/// The value of an argument; `None` for objects that are not numbers.
fn operand(m: &mut Machine<'_>, value: Value) -> Option<BigInt> {
    match value {
        Value::Int(_) | Value::Big(_) => Some(m.big(value)),
        _ => m.payload::<Number>(value).map(|number| number.0.clone()),
    }
}

fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Value::Object(id) = this else { return Ok(Value::Nil) };
    let number = match operand(m, args[0]) {
        Some(number) => number,
        None => {
            let text = m.to_text(args[0])?;
            let base = match args.opt(1) {
                Some(base) => m.to_int(base)?,
                None => 10,
            };
            let (10 | 16) = base else { return Err(m.not_implemented("this form of a number")) };
            BigInt::parse_bytes(text.as_bytes(), base as u32).unwrap_or_default()
        }
    };
    m.set_payload(id, Number(number));
    Ok(Value::Nil)
}

fn to_i(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let number = own(m, this)?;
    Ok(m.new_integer(number))
}

/// `to_s(base)`: hexadecimal digits come in pairs.
fn to_s(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let number = own(m, this)?;
    let base = match args.opt(0) {
        Some(base) => m.to_int(base)?,
        None => 10,
    };
    let text = match base {
        10 => number.to_string(),
        16 => {
            let digits = number.magnitude().to_str_radix(16).to_uppercase();
            let sign = if number.sign() == num_bigint::Sign::Minus { "-" } else { "" };
            let zero = if digits.len() % 2 == 1 && digits != "0" { "0" } else { "" };
            format!("{sign}{zero}{digits}")
        }
        2 => return Ok(m.new_bytes(number.magnitude().to_bytes_be(), Encoding::Binary)),
        _ => return Err(m.argument_error(format!("invalid radix {base}"))),
    };
    Ok(m.new_str(text))
}

fn num_bits(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Int(own(m, this)?.bits() as i64))
}

fn num_bytes(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Int(own(m, this)?.bits().div_ceil(8) as i64))
}

fn equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let number = own(m, this)?;
    Ok(Value::Bool(operand(m, args[0]).is_some_and(|other| other == number)))
}

fn compare(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let number = own(m, this)?;
    match operand(m, args[0]) {
        Some(other) => Ok(Value::Int(number.cmp(&other) as i64)),
        None => {
            let name = m.class_name_of(args[0]);
            Err(m.type_error(format!("Cannot convert into OpenSSL::BN: {name}")))
        }
    }
}

fn hash(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    own(m, this)?.hash(&mut hasher);
    Ok(Value::Int((hasher.finish() >> 2) as i64))
}

fn inspect(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let number = own(m, this)?;
    Ok(m.new_str(format!("#<OpenSSL::BN {number}>")))
}
