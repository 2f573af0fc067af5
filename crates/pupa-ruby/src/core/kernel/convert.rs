//! `Kernel`: `Array()`, `Hash()`, `String()`, `rand` and `srand`.

use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::{Symbol, names};
use crate::value::Value;

pub(super) fn array(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let value = args[0];
    match value {
        Value::Nil => return Ok(m.new_array(Vec::new())),
        Value::Array(_) => return Ok(value),
        _ => {}
    }
    for name in [names::TO_ARY, names::TO_A] {
        match m.try_call(value, name, &[])? {
            Some(Value::Array(id)) => return Ok(Value::Array(id)),
            None | Some(Value::Nil) => {}
            Some(other) => {
                let (from, got) = (m.class_name_of(value), m.class_name_of(other));
                return Err(m.type_error(format!(
                    "can't convert {from} to Array ({from}#{name} gives {got})"
                )));
            }
        }
    }
    Ok(m.new_array(vec![value]))
}

pub(super) fn hash(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let value = args[0];
    match value {
        Value::Nil => return Ok(Value::Hash(m.new_hash())),
        Value::Array(list) if m.array(list).is_empty() => return Ok(Value::Hash(m.new_hash())),
        Value::Hash(_) => return Ok(value),
        _ => {}
    }
    match m.try_call(value, names::TO_HASH, &[])? {
        Some(Value::Hash(id)) => Ok(Value::Hash(id)),
        None | Some(Value::Nil) => {
            let from = m.class_name_of(value);
            Err(m.type_error(format!("can't convert {from} into Hash")))
        }
        Some(other) => {
            let (from, got) = (m.class_name_of(value), m.class_name_of(other));
            Err(m.type_error(format!("can't convert {from} to Hash ({from}#to_hash gives {got})")))
        }
    }
}

pub(super) fn string(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let value = args[0];
    if let Value::Str(_) = value {
        return Ok(value);
    }
    for name in [names::TO_STR, names::TO_S] {
        match m.try_call(value, name, &[])? {
            Some(Value::Str(id)) => return Ok(Value::Str(id)),
            None => {}
            Some(Value::Nil) if name == names::TO_STR => {}
            Some(other) => {
                let (from, got) = (m.class_name_of(value), m.class_name_of(other));
                return Err(m.type_error(format!(
                    "can't convert {from} to String ({from}#{name} gives {got})"
                )));
            }
        }
    }
    let from = m.name_for_conversion(value);
    Err(m.type_error(format!("can't convert {from} into String")))
}

/// `rand(max = 0)`: a float for 0 and `nil`, otherwise an integer. The sign and fraction of `max`
/// are ignored.
pub(super) fn rand(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let random = Value::Class(class::RANDOM);
    let name = Symbol::new("rand");
    let limit = match args.opt(0) {
        None | Some(Value::Nil | Value::Bool(false)) => return m.call(random, name, &[]),
        Some(range @ Value::Range(_)) => {
            return match m.call(random, name, &[range]) {
                // An empty range has no random element: `nil`.
                Err(crate::machine::Jump::Raise(id))
                    if m.class_of(Value::Object(id)) == class::ARGUMENT_ERROR =>
                {
                    Ok(Value::Nil)
                }
                result => result,
            };
        }
        Some(value) => m.to_integer(value)?,
    };
    match limit {
        Value::Int(0) => m.call(random, name, &[]),
        Value::Int(number) if number < 0 => {
            let limit = m.big(Value::Int(number)).magnitude().clone();
            let limit = m.new_integer(limit.into());
            m.call(random, name, &[limit])
        }
        _ => m.call(random, name, &[limit]),
    }
}

pub(super) fn srand(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    m.call(Value::Class(class::RANDOM), Symbol::new("srand"), args.list)
}
