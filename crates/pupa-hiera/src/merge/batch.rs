//! Deep merges of many values at once, without intermediate results.
//!
//! A deep merge of two values copies both, so merging level by level copies the earlier results
//! again and again. If all values have the same shape, the order of merges makes no difference, and
//! each key needs to be visited only once.

use std::sync::Arc;

use pupa_value::Value;
use pupa_value::value::Hash;

use super::arrays::{self, is_same};
use super::deep;

/// The number of parts that are visited before the batch is abandoned. Values share their parts, so
/// a small value may have too many of them; merging two at a time visits shared parts once.
const MAX_PARTS: usize = 1 << 20;

/// Merges values, the highest priority first, without options. Returns `None` if the order of
/// merges matters because the values of one key have different shapes or include `undef`.
pub(super) fn merge(values: &[Value]) -> Option<Value> {
    let lowest_first: Vec<&Value> = values.iter().rev().collect();
    Merge { parts_left: MAX_PARTS }.values(&lowest_first, true, Value::MAX_DEPTH)
}

struct Merge {
    /// The number of parts that may still be visited.
    parts_left: usize,
}

impl Merge {
    /// Merges values. With `keeps_lowest`, parts that only the lowest value has are taken over
    /// unchanged; without it, they are merged with themselves as all others are.
    fn values(
        &mut self,
        lowest_first: &[&Value],
        keeps_lowest: bool,
        depth: usize,
    ) -> Option<Value> {
        let highest = *lowest_first.last()?;
        self.parts_left = self.parts_left.checked_sub(lowest_first.len())?;
        match highest {
            Value::Hash(_) => {
                let hashes = all(lowest_first, |value| match value {
                    Value::Hash(hash) => Some(&**hash),
                    _ => None,
                })?;
                self.hashes(&hashes, keeps_lowest, depth.checked_sub(1)?)
            }
            Value::Array(_) => {
                let arrays = all(lowest_first, |value| value.as_array())?;
                self.arrays(&arrays)
            }
            _ => {
                let is_plain = |value: &&Value| {
                    !matches!(value, Value::Undef | Value::Hash(_) | Value::Array(_))
                };
                lowest_first.iter().all(is_plain).then(|| highest.clone())
            }
        }
    }

    fn hashes(&mut self, hashes: &[&Hash], keeps_lowest: bool, depth: usize) -> Option<Value> {
        let (lowest, higher) = hashes.split_first()?;
        let mut merged = Hash::clone(lowest);
        let mut found = ValuesByKey::of(lowest, hashes.iter().map(|hash| hash.len()).sum());
        for hash in higher {
            self.parts_left = self.parts_left.checked_sub(hash.len())?;
            for (position, (key, value)) in hash.iter().enumerate() {
                match index_of(&merged, key, position) {
                    Some(index) => found.add(index, value)?,
                    None => {
                        merged.insert_full(key.clone(), Value::Undef);
                        found.add_key(value);
                    }
                }
            }
        }
        for (index, merged) in merged.values_mut().enumerate() {
            let keeps_lowest = keeps_lowest && index < lowest.len();
            match found.only(index)? {
                Some(_) if keeps_lowest => {}
                Some(only) => *merged = merge_with_itself(only)?,
                None => *merged = self.values(&found.values(index), keeps_lowest, depth)?,
            }
        }
        Some(merged.into())
    }

    /// The distinct elements of all arrays.
    fn arrays(&mut self, arrays: &[&[Value]]) -> Option<Value> {
        let count = arrays.iter().map(|array| array.len()).sum();
        self.parts_left = self.parts_left.checked_sub(count)?;
        let union = arrays::unique(arrays.iter().copied().flatten(), count).into_iter().cloned();
        Some(Value::Array(Arc::new(union.collect())))
    }
}

/// The values of each key, by the position of the key, the lowest first. All values are in one
/// vector of linked lists, which saves a growing vector per key.
struct ValuesByKey<'v> {
    values: Vec<(&'v Value, Option<usize>)>,
    /// The indexes of the first and the last value of each key.
    keys: Vec<(usize, usize)>,
}

impl<'v> ValuesByKey<'v> {
    fn of(lowest: &'v Hash, count: usize) -> ValuesByKey<'v> {
        let (mut values, mut keys) = (Vec::with_capacity(count), Vec::with_capacity(count));
        values.extend(lowest.values().map(|value| (value, None)));
        keys.extend((0..values.len()).map(|at| (at, at)));
        ValuesByKey { values, keys }
    }

    fn add_key(&mut self, value: &'v Value) {
        self.keys.push((self.values.len(), self.values.len()));
        self.values.push((value, None));
    }

    fn add(&mut self, index: usize, value: &'v Value) -> Option<()> {
        let at = self.values.len();
        let (_, last) = self.keys.get_mut(index)?;
        let last = std::mem::replace(last, at);
        self.values.get_mut(last)?.1 = Some(at);
        self.values.push((value, None));
        Some(())
    }

    /// The value of a key that has only one: `Some(None)` if it has several.
    fn only(&self, index: usize) -> Option<Option<&'v Value>> {
        let (first, last) = *self.keys.get(index)?;
        let (value, _) = self.values.get(first)?;
        Some((first == last).then_some(*value))
    }

    fn values(&self, index: usize) -> Vec<&'v Value> {
        let mut values = Vec::with_capacity(8);
        let mut next = self.keys.get(index).map(|(first, _)| *first);
        while let Some((value, following)) = next.and_then(|at| self.values.get(at)) {
            values.push(*value);
            next = *following;
        }
        values
    }
}

/// The position of a key. Levels tend to have the same keys in the same order, so the position in
/// the other hash is tried first.
fn index_of(hash: &Hash, key: &Value, position: usize) -> Option<usize> {
    match hash.at(position) {
        Some((known, _)) if is_same(known, key) => Some(position),
        _ => hash.index_of(key),
    }
}

/// The result for a value that only one level has: it is merged with itself.
fn merge_with_itself(value: &Value) -> Option<Value> {
    match value {
        Value::Array(_) | Value::Hash(_) => deep::merge_with_itself(value).ok(),
        _ => Some(value.clone()),
    }
}

/// Converts all values with `of`; `None` if one cannot be converted.
fn all<'v, T>(values: &[&'v Value], of: impl Fn(&'v Value) -> Option<T>) -> Option<Vec<T>> {
    values.iter().map(|value| of(value)).collect()
}
