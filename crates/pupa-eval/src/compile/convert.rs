//! Converts values to the form that parameters of resources have: a resource type with a title
//! becomes a reference to the resource.

use num_bigint::Sign;
use pupa_value::Value;
use pupa_value::text::sprintf;
use pupa_value::types::Type;

use super::CatalogView;
use super::reference::{Reference, invalid_reference};
use crate::evaluator::exhausted;
use crate::functions::legacy::unknown_then;
use crate::stop::{Outcome, Stop, error};

impl CatalogView<'_, '_> {
    /// Converts a value for a parameter, as the edition prescribes.
    pub(super) fn held_value(&self, value: Value) -> Outcome {
        self.check_integers(&value)?;
        parameter_value(value)
    }

    /// Fails for an integer that is too large for a catalog. Data and facts may contain such
    /// integers.
    pub(super) fn check_integers(&self, value: &Value) -> Outcome<()> {
        if self.run.settings.edition.has_unbounded_integers() {
            return Ok(());
        }
        match large_integer(value) {
            Some(integer) => Err(too_large(integer)?),
            None => Ok(()),
        }
    }
}

/// Converts a value for a parameter. References in it are shown without quotes from then on.
pub(super) fn parameter_value(value: Value) -> Outcome {
    if needs_conversion(&value) { convert(&value) } else { Ok(value) }
}

/// Converts a value that a Puppet 3 function sets: values of types that Puppet 3 does not have
/// become strings.
pub(super) fn function_value(value: &Value) -> Outcome {
    visit()?;
    Ok(match value {
        Value::Array(all) => all.iter().map(function_value).collect::<Outcome<Vec<_>>>()?.into(),
        Value::Hash(hash) => {
            let entries = hash.iter();
            let entries = entries.map(|(k, v)| Ok((function_value(k)?, function_value(v)?)));
            Value::hash(entries.collect::<Outcome<Vec<_>>>()?)
        }
        other => match unknown_then(other) {
            Some(text) => text,
            None => parameter_value(other.clone())?,
        },
    })
}

/// Charges the visit of a part of a value.
fn visit() -> Outcome<()> {
    if pupa_meter::charge(2) { Ok(()) } else { Err(exhausted()) }
}

fn needs_conversion(value: &Value) -> bool {
    match value {
        _ if !pupa_meter::visit() => false,
        Value::Type(Type::Resource(_) | Type::Class(_)) | Value::Iterator(_) => true,
        Value::Array(all) => all.iter().any(needs_conversion),
        Value::Hash(hash) => {
            hash.iter().any(|(key, value)| needs_conversion(key) || needs_conversion(value))
        }
        _ => false,
    }
}

fn convert(value: &Value) -> Outcome {
    visit()?;
    Ok(match value {
        Value::Array(all) => all.iter().map(convert).collect::<Outcome<Vec<_>>>()?.into(),
        Value::Hash(hash) => {
            let entries = hash.iter().map(|(key, value)| Ok((convert(key)?, convert(value)?)));
            Value::hash(entries.collect::<Outcome<Vec<_>>>()?)
        }
        Value::Iterator(_) => return Err(error("Use of an Iterator is not supported here")),
        Value::Type(Type::Class(None)) => return Err(invalid_reference("\"class\"")),
        Value::Type(Type::Resource(None)) => {
            return Err(error("undefined method `include?' for nil:NilClass"));
        }
        Value::Type(t @ (Type::Class(_) | Type::Resource(_))) => match Reference::of_type(t) {
            Some(reference) => Type::entry(reference.type_name, reference.title).into(),
            None => value.clone(),
        },
        other => other.clone(),
    })
}

/// The first integer of more than 64 bits in a value.
fn large_integer(value: &Value) -> Option<&Value> {
    match value {
        Value::BigInteger(_) => Some(value),
        _ if !pupa_meter::visit() => None,
        Value::Array(all) => all.iter().find_map(large_integer),
        Value::Hash(hash) => {
            hash.iter().find_map(|(key, value)| large_integer(key).or_else(|| large_integer(value)))
        }
        _ => None,
    }
}

/// The error about an integer of more than 64 bits.
fn too_large(integer: &Value) -> Outcome<Box<Stop>> {
    let is_negative = matches!(integer, Value::BigInteger(number) if number.sign() == Sign::Minus);
    let end = if is_negative { "min" } else { "max" };
    let display = sprintf("0x%x", std::slice::from_ref(integer))?;
    Ok(error(format!(
        "Use of a Ruby Integer outside of Puppet Integer {end} range, got '{display}'"
    )))
}
