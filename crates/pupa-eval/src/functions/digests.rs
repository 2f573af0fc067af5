//! Digests (`md5`, `sha1`, `sha256`, `digest`), and numbers that are random but always the same for
//! a node (`fqdn_rand`).

use std::fmt::Write;

use md5::Md5;
use num_bigint::{BigInt, BigUint};
use num_traits::{FromPrimitive, One};
use pupa_value::Value;
use pupa_value::text::downcase;
use pupa_value::text::ruby::{class_name, to_s};
use sha1::Sha1;
use sha2::{Digest, Sha256};

use super::argument_checks::{Arity, arguments, implicit_text, joined, undefined_method};
use super::random::Random;
use super::{Dispatch, Example, Function, Traits, leading_number};
use crate::call::Call;
use crate::evaluator::exhausted;
use crate::stop::{Outcome, Stop, error};

pub(super) static FUNCTIONS: &[Function] = &[
    Function {
        name: "digest",
        doc: "The digest of a string, in hexadecimal digits, by the algorithm that is preset for \
              digests: SHA-256.\n\n\
              `undef` counts as an empty string. Regular expressions, times, versions and binary \
              values are taken by their text; any other value is an error.",
        examples: &[Example {
            code: "digest('abc')",
            value: "'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'",
        }],
        dispatches: &[Dispatch { signature: "Any *$args", body: digest::<Sha256> }],
        traits: Traits::UNTYPED,
    },
    Function {
        name: "fqdn_rand",
        doc: "A random whole number from 0 to below `max` that is always the same for a node: \
              `fqdn_rand(max, seed, downcase)`.\n\n\
              The number depends on the fact `networking.fqdn`, on `max`, and on `seed`, so that \
              one node gets different numbers for different purposes. With `true` as third \
              argument the name of the node is taken in small letters. Only `max` must be given; \
              a string is converted to a number.\n\n\
              The numbers are those of the reference, so they survive a change to Pupa.",
        examples: &[],
        dispatches: &[Dispatch { signature: "Any *$args", body: fqdn_rand }],
        traits: Traits { reads_variables: true, ..Traits::UNTYPED },
    },
    Function {
        name: "md5",
        doc: "The MD5 digest of a string, in hexadecimal digits.\n\n\
              `undef` counts as an empty string. Regular expressions, times, versions and binary \
              values are taken by their text; any other value is an error.",
        examples: &[Example { code: "md5('abc')", value: "'900150983cd24fb0d6963f7d28e17f72'" }],
        dispatches: &[Dispatch { signature: "Any *$args", body: digest::<Md5> }],
        traits: Traits::UNTYPED,
    },
    Function {
        name: "sha1",
        doc: "The SHA-1 digest of a string, in hexadecimal digits.\n\n\
              `undef` counts as an empty string. Regular expressions, times, versions and binary \
              values are taken by their text; any other value is an error.",
        examples: &[Example {
            code: "sha1('abc')",
            value: "'a9993e364706816aba3e25717850c26c9cd0d89d'",
        }],
        dispatches: &[Dispatch { signature: "Any *$args", body: digest::<Sha1> }],
        traits: Traits::UNTYPED,
    },
    Function {
        name: "sha256",
        doc: "The SHA-256 digest of a string, in hexadecimal digits.\n\n\
              `undef` counts as an empty string. Regular expressions, times, versions and binary \
              values are taken by their text; any other value is an error.",
        examples: &[Example {
            code: "sha256('abc')",
            value: "'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'",
        }],
        dispatches: &[Dispatch { signature: "Any *$args", body: digest::<Sha256> }],
        traits: Traits::UNTYPED,
    },
];

fn digest<D: Digest>(call: &mut Call<'_, '_>) -> Outcome {
    let args = arguments(call, Arity::Exactly(1))?;
    let text = implicit_text(args.first().unwrap_or(&Value::Undef))?;
    charge(text.as_bytes())?;
    Ok(Value::from(hexadecimal(&D::digest(text))))
}

/// Charges the computation of a digest.
fn charge(text: &[u8]) -> Outcome<()> {
    if pupa_meter::charge(text.len() / 2) { Ok(()) } else { Err(exhausted()) }
}

fn hexadecimal(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing to a string can't fail.
        let _ = write!(out, "{byte:02x}");
    }
    out
}

fn fqdn_rand(call: &mut Call<'_, '_>) -> Outcome {
    let args = arguments(call, Arity::AtLeast(1))?;
    let max = whole_number(args.first().unwrap_or(&Value::Undef))?;
    let seed = args.get(1).unwrap_or(&Value::Undef);
    let has_small_letters = args.get(2).is_some_and(|arg| arg.as_boolean() != Some(false));
    let mut name = fqdn(call)?;
    if has_small_letters {
        name = match &name {
            Value::String(name) => Value::from(downcase(name)),
            other => return Err(undefined_method("downcase", other)),
        };
    }
    let Some(last) = (&max - BigInt::one()).to_biguint() else {
        return Err(error(format!("invalid argument - {max}")));
    };
    let text = joined(&[name, Value::from_big(max), seed.clone()], ":")?;
    let mut random = Random::new(&BigUint::from_bytes_be(&Md5::digest(&text)));
    Ok(Value::from_big(random.up_to(&last).into()))
}

/// The fact with the name of the node.
fn fqdn(call: &mut Call<'_, '_>) -> Outcome {
    let Some(facts) = call.variable("facts") else {
        return Err(error("Undefined variable 'facts'; "));
    };
    let networking = match &facts {
        Value::Hash(facts) => facts.get_str("networking").cloned().unwrap_or_default(),
        Value::Array(_) => return Err(no_index()),
        other => return Err(undefined_method("dig", other)),
    };
    match &networking {
        Value::Undef => Ok(Value::Undef),
        Value::Hash(networking) => Ok(networking.get_str("fqdn").cloned().unwrap_or_default()),
        Value::Array(_) => Err(no_index()),
        other => Err(error(format!("{} does not have #dig method", class_name(other)))),
    }
}

fn no_index() -> Box<Stop> {
    error("no implicit conversion of String into Integer")
}

/// The integer value, like Ruby's `to_i`.
fn whole_number(value: &Value) -> Outcome<BigInt> {
    match value {
        Value::Integer(number) => Ok(BigInt::from(*number)),
        Value::BigInteger(number) => Ok((**number).clone()),
        Value::Float(number) => {
            BigInt::from_f64(number.trunc()).ok_or_else(|| error(to_s(value).into_owned()))
        }
        Value::String(text) => Ok(leading_number::integer(text, 10)),
        Value::Undef => Ok(BigInt::default()),
        other => Err(no_whole_number(other)),
    }
}

/// Ruby's error for a value without `to_i`, with its suggestions.
fn no_whole_number(value: &Value) -> Box<Stop> {
    let mut stop = undefined_method("to_i", value);
    if let Stop::Error(error) = &mut *stop {
        error.message.push_str("\nDid you mean?  to_s");
        if matches!(value, Value::Array(_) | Value::Hash(_)) {
            error.message.push_str("\n               to_a\n               to_h");
        }
    }
    stop
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_known() {
        assert_eq!(hexadecimal(&Md5::digest("")), "d41d8cd98f00b204e9800998ecf8427e");
        assert_eq!(hexadecimal(&Sha1::digest("")), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
    }
}
