//! Walks over the elements of iterable values, for iterating functions.

use std::ops::ControlFlow;
use std::sync::Arc;

use pupa_value::Value;
use pupa_value::infer::infer_generic;
use pupa_value::iterable::iterable_over;
use pupa_value::types::Type;
use pupa_value::value::{Hash, Sequence};

use crate::call::Call;
use crate::stop::{Outcome, error};

/// Whether the iteration continues.
pub(super) type Go = ControlFlow<()>;

/// Go on.
pub(super) const ON: Go = ControlFlow::Continue(());
/// Stop the iteration.
pub(super) const STOP: Go = ControlFlow::Break(());

/// Calls `visit` for each element of an iterable value; entries of a hash are arrays of key and
/// value. Elements without other owners are moved, not copied.
pub(super) fn walk<'c, 'h>(
    call: &mut Call<'c, 'h>,
    iterable: Value,
    visit: impl FnMut(&mut Call<'c, 'h>, Value) -> Outcome<Go>,
) -> Outcome<()> {
    match iterable {
        Value::Array(elements) => match Arc::try_unwrap(elements) {
            Ok(elements) => run(call, elements.into_iter(), visit),
            Err(shared) => run(call, shared.iter().cloned(), visit),
        },
        Value::Hash(hash) => {
            let pairs = hash.iter().map(|(key, value)| pair(key.clone(), value.clone()));
            run(call, pairs, visit)
        }
        other => {
            let sequence = iterable_over(&other).ok_or_else(|| not_iterable(call, &other))?;
            run(call, sequence.elements(), visit)
        }
    }
}

/// Calls `visit` for each element of a sequence.
pub(super) fn walk_sequence<'c, 'h>(
    call: &mut Call<'c, 'h>,
    sequence: &Sequence,
    visit: impl FnMut(&mut Call<'c, 'h>, Value) -> Outcome<Go>,
) -> Outcome<()> {
    run(call, sequence.elements(), visit)
}

/// Calls `visit` for each entry of a hash.
pub(super) fn walk_entries<'c, 'h>(
    call: &mut Call<'c, 'h>,
    hash: &Hash,
    mut visit: impl FnMut(&mut Call<'c, 'h>, &Value, &Value) -> Outcome<Go>,
) -> Outcome<()> {
    for (key, value) in hash {
        if visit(call, key, value)?.is_break() {
            break;
        }
    }
    Ok(())
}

fn run<'c, 'h>(
    call: &mut Call<'c, 'h>,
    elements: impl Iterator<Item = Value>,
    mut visit: impl FnMut(&mut Call<'c, 'h>, Value) -> Outcome<Go>,
) -> Outcome<()> {
    for element in elements {
        if visit(call, element)?.is_break() {
            break;
        }
    }
    Ok(())
}

/// An entry of a hash as one value.
pub(super) fn pair(key: Value, value: Value) -> Value {
    Value::array([key, value])
}

/// Counts from 0, in values of the language.
pub(super) struct Counter(i64);

impl Counter {
    pub(super) fn new() -> Counter {
        Counter(0)
    }

    pub(super) fn next(&mut self) -> Value {
        let number = self.0;
        self.0 += 1;
        Value::Integer(number)
    }
}

/// An estimate of the number of elements in a result.
pub(super) fn size_hint(iterable: &Value) -> usize {
    match iterable {
        Value::Array(elements) => elements.len(),
        Value::Hash(hash) => hash.len(),
        _ => 0,
    }
}

/// Returns the number of elements in an integer or range, so that a result above the limit is not
/// even started; 0 for other values.
pub(super) fn range_size(iterable: &Value) -> usize {
    let size = match iterable {
        Value::Integer(number) => i128::from(*number),
        Value::Type(t) => match t.resolved() {
            Type::Integer(range) => {
                range.finite().map_or(0, |(from, to)| i128::from(to) - i128::from(from) + 1)
            }
            _ => 0,
        },
        _ => 0,
    };
    usize::try_from(size.max(0)).unwrap_or(usize::MAX)
}

/// Takes the argument to iterate over out of the call.
///
/// # Errors
/// When the edition does not iterate over such a value. The name is that of the parameter.
pub(super) fn take_iterable(call: &mut Call<'_, '_>, parameter: &str) -> Outcome {
    let iterable = call.take(0);
    let is_collection = matches!(iterable, Value::Array(_) | Value::Hash(_) | Value::Iterator(_));
    if is_collection || call.edition().iterates_over_scalars_and_types() {
        return Ok(iterable);
    }
    let name = call.name;
    let given = infer_generic(&iterable);
    Err(error(format!("'{name}' parameter '{parameter}' expects an Iterable value, got {given}")))
}

/// The sequence of a value, without its element type.
pub(super) fn untyped_sequence(call: &Call<'_, '_>, iterable: &Value) -> Outcome<Arc<Sequence>> {
    match iterable {
        Value::Array(elements) => Ok(Arc::new(Sequence::over_array(Arc::clone(elements), None))),
        Value::Hash(hash) => Ok(Arc::new(Sequence::over_hash(Arc::clone(hash), None))),
        other => iterable_over(other).ok_or_else(|| not_iterable(call, other)),
    }
}

fn not_iterable(call: &Call<'_, '_>, value: &Value) -> Box<crate::stop::Stop> {
    let name = call.name;
    let class = pupa_value::text::ruby::class_name(value);
    error(format!("{name}(): wrong argument type ({class}; is not Iterable."))
}

/// Whether a value is iterated lazily, so that `break()` ends the iteration even in functions that
/// do not expect it.
pub(super) fn is_stepped(iterable: &Value) -> bool {
    match iterable {
        Value::Integer(number) => *number > 0,
        Value::Type(t) => matches!(t.resolved(), Type::Integer(_)),
        Value::Iterator(sequence) => sequence.is_stepped(),
        _ => false,
    }
}

/// Whether the elements of a value are entries of a hash.
pub(super) fn is_hash_style(iterable: &Value) -> bool {
    match iterable {
        Value::Hash(_) => true,
        Value::Iterator(sequence) => sequence.is_over_hash(),
        _ => false,
    }
}

/// The key and the value of an entry, which is an array of both.
pub(super) fn split_pair(entry: &Value) -> (Value, Value) {
    match entry.as_array() {
        Some([key, value]) => (key.clone(), value.clone()),
        _ => (entry.clone(), Value::Undef),
    }
}

/// Adds an element to a result.
///
/// # Errors
/// When the result would get too large.
pub(super) fn push(call: &Call<'_, '_>, result: &mut Vec<Value>, value: Value) -> Outcome<()> {
    call.check_elements(result.len() + 1)?;
    result.push(value);
    Ok(())
}
