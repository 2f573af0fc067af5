//! Many values merged at once, without the merges in between.
//!
//! A deep merge of two values copies both, so that merging level by level copies what was merged
//! before again and again. Where all values have the same shape, the order of merges makes no
//! difference, and each key is looked at once.

use std::sync::Arc;

use pupa_value::Value;
use pupa_value::value::Hash;

use super::arrays::{self, is_same};
use super::deep;

/// How many parts are looked at. Values share their parts, so that small ones may have more parts
/// than anybody can look at; merging them two by two looks at shared parts once.
const MOST_PARTS: usize = 1 << 20;

/// Merges values, the one of highest priority first, without options. None when it matters in
/// which order they are merged: a hash, an array and something else are there for one key, or
/// `undef`.
pub(super) fn merge(values: &[Value]) -> Option<Value> {
    let lowest_first: Vec<&Value> = values.iter().rev().collect();
    Merge { parts: MOST_PARTS }.values(&lowest_first, true, Value::MAX_DEPTH)
}

struct Merge {
    /// How many parts may still be looked at.
    parts: usize,
}

impl Merge {
    /// Merges values. The first stays as it is where no other has a say, if it is to be kept.
    fn values(&mut self, lowest_first: &[&Value], is_kept: bool, depth: usize) -> Option<Value> {
        let highest = *lowest_first.last()?;
        self.parts = self.parts.checked_sub(lowest_first.len())?;
        match highest {
            Value::Hash(_) => {
                let hashes = all(lowest_first, |value| match value {
                    Value::Hash(hash) => Some(&**hash),
                    _ => None,
                })?;
                self.hashes(&hashes, is_kept, depth.checked_sub(1)?)
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

    fn hashes(&mut self, hashes: &[&Hash], is_kept: bool, depth: usize) -> Option<Value> {
        let (lowest, higher) = hashes.split_first()?;
        let mut merged = Hash::clone(lowest);
        let mut found = Found::of(lowest, hashes.iter().map(|hash| hash.len()).sum());
        for hash in higher {
            self.parts = self.parts.checked_sub(hash.len())?;
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
            let is_kept = is_kept && index < lowest.len();
            match found.only(index)? {
                Some(_) if is_kept => {}
                Some(only) => *merged = alone(only)?,
                None => *merged = self.values(&found.values(index), is_kept, depth)?,
            }
        }
        Some(merged.into())
    }

    /// The elements of all arrays, each once.
    fn arrays(&mut self, arrays: &[&[Value]]) -> Option<Value> {
        let count = arrays.iter().map(|array| array.len()).sum();
        self.parts = self.parts.checked_sub(count)?;
        let union = arrays::unique(arrays.iter().copied().flatten(), count).into_iter().cloned();
        Some(Value::Array(Arc::new(union.collect())))
    }
}

/// The values of each key, by its position, the lowest first. All are in one list, in which each
/// knows the next of its key: a list for each key would have to grow.
struct Found<'v> {
    values: Vec<(&'v Value, Option<usize>)>,
    /// The first and the last value of each key.
    keys: Vec<(usize, usize)>,
}

impl<'v> Found<'v> {
    fn of(lowest: &'v Hash, count: usize) -> Found<'v> {
        let (mut values, mut keys) = (Vec::with_capacity(count), Vec::with_capacity(count));
        values.extend(lowest.values().map(|value| (value, None)));
        keys.extend((0..values.len()).map(|at| (at, at)));
        Found { values, keys }
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

    /// The value of a key that has only one.
    fn only(&self, index: usize) -> Option<Option<&'v Value>> {
        let (first, last) = *self.keys.get(index)?;
        let (value, _) = self.values.get(first)?;
        Some((first == last).then_some(*value))
    }

    fn values(&self, index: usize) -> Vec<&'v Value> {
        let mut values = Vec::with_capacity(8);
        let mut next = self.keys.get(index).map(|(first, _)| *first);
        while let Some((value, behind)) = next.and_then(|at| self.values.get(at)) {
            values.push(*value);
            next = *behind;
        }
        values
    }
}

/// The position of a key. Levels tend to have the same keys in the same order, so it is looked for
/// where the other hash has it first.
fn index_of(hash: &Hash, key: &Value, position: usize) -> Option<usize> {
    match hash.at(position) {
        Some((known, _)) if is_same(known, key) => Some(position),
        _ => hash.index_of(key),
    }
}

/// What becomes of a value that only one level has.
fn alone(value: &Value) -> Option<Value> {
    match value {
        Value::Array(_) | Value::Hash(_) => deep::alone(value).ok(),
        _ => Some(value.clone()),
    }
}

/// What all values are, if they are.
fn all<'v, T>(values: &[&'v Value], of: impl Fn(&'v Value) -> Option<T>) -> Option<Vec<T>> {
    values.iter().map(|value| of(value)).collect()
}
