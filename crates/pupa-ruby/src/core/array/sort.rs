//! Sorting: a stable merge sort that compares in the same sequence as MRI on Linux.

use std::cmp::Ordering;

use crate::machine::{Flow, Machine};
use crate::native::Block;
use crate::value::Value;

/// An element, and the key that it is sorted by.
pub(crate) type Keyed = (Value, Value);

/// Sorts values by `<=>` or by a block.
pub(crate) fn sort_values(
    m: &mut Machine<'_>,
    mut items: Vec<Value>,
    block: Option<Block>,
) -> Flow<Vec<Value>> {
    if block.is_none() && !m.operators_redefined && sort_plain(m, &mut items, |item| *item) {
        return Ok(items);
    }
    let mut keyed: Vec<Keyed> = items.into_iter().map(|item| (item, item)).collect();
    match block {
        Some(block) => {
            merge_sort(m, &mut keyed, &mut |m, a, b| {
                let result = m.yield_block(block, &[a, b])?;
                m.ordering(result, a, b)
            })?;
        }
        None => merge_sort(m, &mut keyed, &mut |m, a, b| m.compare_strict(a, b))?,
    }
    Ok(keyed.into_iter().map(|(_, item)| item).collect())
}

/// Sorts elements by their keys.
pub(crate) fn sort_keyed(m: &mut Machine<'_>, items: &mut [Keyed]) -> Flow<()> {
    if !m.operators_redefined && sort_plain(m, items, |(key, _)| *key) {
        return Ok(());
    }
    merge_sort(m, items, &mut |m, a, b| m.compare_strict(a, b))
}

/// Sorts by keys that are all integers, all floats or all strings; returns false without effect
/// otherwise.
fn sort_plain<T: Copy>(m: &Machine<'_>, items: &mut [T], key: impl Fn(&T) -> Value) -> bool {
    let all = |items: &[T], is_kind: fn(Value) -> bool| items.iter().all(|item| is_kind(key(item)));
    if all(items, |key| matches!(key, Value::Int(_))) {
        items.sort_by_key(|item| match key(item) {
            Value::Int(number) => number,
            _ => 0,
        });
        return true;
    }
    if all(items, |key| matches!(key, Value::Str(_))) {
        let bytes = |item: &T| match key(item) {
            Value::Str(id) => m.string(id).bytes(),
            _ => &[],
        };
        items.sort_by(|a, b| bytes(a).cmp(bytes(b)));
        return true;
    }
    if all(items, |key| matches!(key, Value::Float(number) if !number.is_nan())) {
        items.sort_by(|a, b| match (key(a), key(b)) {
            (Value::Float(a), Value::Float(b)) => a.partial_cmp(&b).unwrap_or(Ordering::Equal),
            _ => Ordering::Equal,
        });
        return true;
    }
    false
}

/// Sorts by a comparison that may raise or jump.
pub(crate) fn merge_sort<'w>(
    m: &mut Machine<'w>,
    items: &mut [Keyed],
    compare: &mut dyn FnMut(&mut Machine<'w>, Value, Value) -> Flow<Ordering>,
) -> Flow<()> {
    let mut buffer = items.to_vec();
    merge_halves(m, items, &mut buffer, compare)
}

fn merge_halves<'w>(
    m: &mut Machine<'w>,
    items: &mut [Keyed],
    buffer: &mut [Keyed],
    compare: &mut dyn FnMut(&mut Machine<'w>, Value, Value) -> Flow<Ordering>,
) -> Flow<()> {
    if items.len() < 2 {
        return Ok(());
    }
    let middle = items.len() / 2;
    merge_halves(m, &mut items[..middle], &mut buffer[..middle], compare)?;
    merge_halves(m, &mut items[middle..], &mut buffer[middle..], compare)?;
    let (mut left, mut right, mut next) = (0, middle, 0);
    while left < middle && right < items.len() {
        let order = compare(m, items[left].0, items[right].0)?;
        let from = if order == Ordering::Greater { &mut right } else { &mut left };
        buffer[next] = items[*from];
        *from += 1;
        next += 1;
    }
    // The remaining elements of the right half are already in their positions.
    buffer[next..next + middle - left].copy_from_slice(&items[left..middle]);
    let end = next + middle - left;
    items[..end].copy_from_slice(&buffer[..end]);
    Ok(())
}
