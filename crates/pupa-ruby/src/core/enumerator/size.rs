//! Sizes of enumerators. For most methods they are known without iterating.

use num_bigint::BigInt;

use super::{EnumeratorData, Size, data};
use crate::core::class;
use crate::core::range::{parts, size_of_range};
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::{Symbol, names};
use crate::value::Value;

/// `size`
pub(super) fn size(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let data = data(m, this)?;
    of(m, &data)
}

/// The size of an enumerator.
pub(super) fn of(m: &mut Machine<'_>, data: &EnumeratorData) -> Flow {
    if let Some(stage) = &data.stage
        && !matches!(stage, super::lazy::Stage::Source)
    {
        return super::lazy::size(m, data, stage);
    }
    match data.size {
        Size::Unknown => Ok(Value::Nil),
        Size::Given(value) if m.responds_to(value, names::CALL)? => {
            // The block of `to_enum(:name) { |*args| size }` runs with the receiver as `self`.
            let args = data.args.clone();
            m.call(value, names::CALL, &args)
        }
        Size::Given(value) => Ok(value),
        Size::Rule => by_rule(m, data),
    }
}

/// The number of elements of a collection, if it has a method `size`.
pub(crate) fn of_collection(m: &mut Machine<'_>, collection: Value) -> Flow {
    match collection {
        Value::Array(id) => Ok(m.array(id).len().into()),
        Value::Hash(id) => Ok(m.hash(id).len().into()),
        Value::Range(_) => {
            let range = parts(m, collection)?;
            size_of_range(m, range)
        }
        _ => Ok(m.try_call(collection, names::SIZE, &[])?.unwrap_or(Value::Nil)),
    }
}

fn by_rule(m: &mut Machine<'_>, data: &EnumeratorData) -> Flow {
    let receiver = data.receiver;
    let first = data.args.first().copied();
    let is_stream = m.payload::<crate::library::stream::Stream>(receiver).is_some();
    if is_stream && data.method.as_str().starts_with("each") && data.method.as_str() != "each_entry"
    {
        let of_enumerable = ["each_with_index", "each_with_object", "each_slice", "each_cons"];
        if !of_enumerable.contains(&data.method.as_str()) {
            return Ok(Value::Nil);
        }
    }
    match (receiver, data.method.as_str()) {
        (_, "then" | "yield_self") => Ok(Value::Int(1)),
        (
            _,
            "find" | "detect" | "find_index" | "index" | "rindex" | "take_while" | "drop_while"
            | "bsearch" | "bsearch_index" | "each_line" | "lines" | "gsub" | "gsub!" | "scan",
        ) => Ok(Value::Nil),
        (Value::Str(_), "each_char" | "chars" | "each_codepoint" | "codepoints") => {
            m.call(receiver, names::LENGTH, &[])
        }
        (Value::Str(_), "each_byte" | "bytes") => m.call(receiver, Symbol::new("bytesize"), &[]),
        (Value::Str(_), "each_grapheme_cluster" | "grapheme_clusters") => {
            let clusters = m.call(receiver, Symbol::new("grapheme_clusters"), &[])?;
            m.call(clusters, names::LENGTH, &[])
        }
        (Value::Str(_), _) => Ok(Value::Nil),
        (Value::Int(_) | Value::Big(_), "times") => at_least_zero(m, receiver),
        (Value::Int(_) | Value::Big(_) | Value::Float(_), "upto" | "downto") => {
            let step = if data.method.as_str() == "upto" { 1 } else { -1 };
            let end = first.unwrap_or(Value::Nil);
            if !m.is_a(end, class::NUMERIC) {
                let operator = if step > 0 { names::GREATER } else { names::LESS };
                m.call(receiver, operator, &[end])?;
            }
            crate::core::range::step::interval_size(m, receiver, end, Value::Int(step), false)
        }
        (Value::Int(_) | Value::Big(_) | Value::Float(_), "step") => {
            crate::core::numeric::step::foreign_size(m, receiver, &data.args)
        }
        (Value::Int(_) | Value::Big(_) | Value::Float(_), _) => Ok(Value::Nil),
        (Value::Object(_), "step") if m.is_a(receiver, class::NUMERIC) => {
            crate::core::numeric::step::foreign_size(m, receiver, &data.args)
        }
        (_, "loop") => Ok(Value::Float(f64::INFINITY)),
        (_, "each_slice" | "each_cons") => slices(m, data),
        (_, "cycle") => cycle(m, receiver, first),
        (
            Value::Array(id),
            "combination" | "permutation" | "repeated_combination" | "repeated_permutation",
        ) => selections(m, data, m.array(id).len()),
        (Value::Range(_), "step" | "%") => {
            if let Some(step) = first {
                crate::core::range::step::check_step(m, step)?;
            }
            Ok(Value::Nil)
        }
        _ => of_collection(m, receiver),
    }
}

fn at_least_zero(m: &mut Machine<'_>, number: Value) -> Flow {
    Ok(match m.compare_strict(number, Value::Int(0))? {
        std::cmp::Ordering::Less => Value::Int(0),
        _ => number,
    })
}

fn slices(m: &mut Machine<'_>, data: &EnumeratorData) -> Flow {
    let length = data.args.first().copied().unwrap_or(Value::Nil);
    let length = m.to_int(length)?;
    let size = of_collection(m, data.receiver)?;
    if !matches!(size, Value::Int(_) | Value::Big(_)) {
        return Ok(size);
    }
    let size = m.big(size);
    let count = match data.method.as_str() {
        "each_slice" => (size + length - 1) / length,
        _ => BigInt::from(0).max(size - length + 1),
    };
    Ok(m.new_integer(count))
}

fn cycle(m: &mut Machine<'_>, receiver: Value, rounds: Option<Value>) -> Flow {
    let is_array = matches!(receiver, Value::Array(_));
    if is_array && matches!(of_collection(m, receiver)?, Value::Int(0)) {
        return Ok(Value::Int(0));
    }
    let rounds = match rounds {
        None | Some(Value::Nil) => None,
        Some(rounds) => Some(m.to_int(rounds)?.max(0)),
    };
    let size = of_collection(m, receiver)?;
    if size.is_nil() || matches!(size, Value::Int(0)) {
        return Ok(size);
    }
    let Some(rounds) = rounds else { return Ok(Value::Float(f64::INFINITY)) };
    m.call(size, names::TIMES, &[Value::Int(rounds)])
}

/// The number of combinations or permutations.
fn selections(m: &mut Machine<'_>, data: &EnumeratorData, length: usize) -> Flow {
    let kind = data.method.as_str();
    let chosen = match data.args.first() {
        None | Some(Value::Nil) if kind == "permutation" => length as i64,
        None => 0,
        Some(&chosen) => m.to_int(chosen)?,
    };
    let length = length as i64;
    // The product grows with each of this many factors.
    let factors = chosen.clamp(0, length) as u64;
    crate::core::numeric::tower::count_work(m, factors.saturating_mul(factors) / 64)?;
    let count = match kind {
        "combination" => binomial(length, chosen),
        "repeated_combination" if chosen == 0 => BigInt::from(1),
        "repeated_combination" => binomial(length + chosen - 1, chosen),
        "repeated_permutation" if chosen < 0 => BigInt::from(0),
        "repeated_permutation" => {
            let chosen = u32::try_from(chosen).unwrap_or(0);
            m.charge(chosen as usize)?;
            BigInt::from(length).pow(chosen)
        }
        _ if chosen < 0 || chosen > length => BigInt::from(0),
        _ => falling(length, chosen),
    };
    Ok(m.new_integer(count))
}

/// `n * (n - 1) * … ` with `k` factors
fn falling(n: i64, k: i64) -> BigInt {
    (0..k).fold(BigInt::from(1), |product, index| product * (n - index))
}

fn binomial(n: i64, k: i64) -> BigInt {
    if k < 0 || k > n {
        return BigInt::from(0);
    }
    let k = k.min(n - k);
    falling(n, k) / falling(k, k)
}
