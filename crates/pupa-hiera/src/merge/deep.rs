//! Deep merges: hashes key by key, arrays element by element, at every level.
//!
//! A source is merged into a destination, which determines the order of keys and elements. Values
//! are never changed in place; unchanged parts are shared with the result.
//!
//! Compat: the reference merges in place, and a value whose key is missing in the destination is
//! merged with itself. That removes duplicate elements, sorts and knocks out. The result depends on
//! whether both sides are the same object, which [`SelfMerge`] says.
//! Pinned by `a_hash_that_replaces_a_scalar_is_merged_with_itself`.

use std::sync::Arc;

use pupa_value::value::Hash;
use pupa_value::{ErrorKind, Value};
use rustc_hash::FxHashMap;

use super::changes::{Changes, own_copy};
use super::knockout::{knock_out, knock_out_in_place};
use super::options::{DeepOptions, is_truthy};
use super::{MergeError, arrays, sort};

/// The maximum nesting of values. Values from data files never reach it.
const MAX_DEPTH: usize = 2 * Value::MAX_DEPTH;

/// Merges a source into a destination; where they disagree, the source wins.
///
/// # Errors
/// When the options are invalid, or cannot be applied to these values.
pub(super) fn merge(
    source: &Value,
    destination: &Value,
    options: &DeepOptions,
) -> Result<Value, MergeError> {
    options.check()?;
    Merger::new(options, None).merge(source, destination)
}

/// As [`merge`], and also returns the changes that the reference makes in place.
pub(super) fn merge_with_changes(
    source: &Value,
    destination: &Value,
    options: &DeepOptions,
) -> Result<(Value, Changes), MergeError> {
    options.check()?;
    let mut merger = Merger::new(options, Some(Changes::default()));
    // The result must not share parts with the destination, whose values explanations have
    // recorded already: later changes of the result would be applied to them too.
    let destination = own_copy(destination);
    let merged = merger.merge(source, &destination)?;
    Ok((merged, merger.changes.unwrap_or_default()))
}

/// The result for a value that is new in the destination, without options: it is merged with
/// itself, which removes duplicate elements.
pub(super) fn merge_with_itself(value: &Value) -> Result<Value, MergeError> {
    Merger::new(&DeepOptions::default(), None).merge_with_itself(value, SelfMerge::Copy)
}

/// The relation of the two sides when a value is merged with itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum SelfMerge {
    /// The destination is a shallow copy of the source.
    Copy,
    /// The destination is the source.
    Same,
}

/// The key of a memoised merge: the addresses of two values, or of one that is merged with itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum MemoKey {
    Two(usize, usize),
    Itself(usize, SelfMerge),
}

/// The state of a merge.
struct Merger<'a> {
    options: &'a DeepOptions,
    /// The memoised results for parts with several owners, which may occur again. The caller keeps
    /// both sides alive, so their addresses are unique.
    memo: FxHashMap<MemoKey, Value>,
    depth: usize,
    /// The changes that the reference makes in place, if they are to be recorded.
    changes: Option<Changes>,
}

impl<'a> Merger<'a> {
    fn new(options: &'a DeepOptions, changes: Option<Changes>) -> Merger<'a> {
        Merger { options, memo: FxHashMap::default(), depth: 0, changes }
    }

    /// Records that the reference changes a hash of the source.
    fn record_hash(&mut self, before: &Arc<Hash>, after: &Value) {
        if let Some(changes) = &mut self.changes {
            changes.record(Value::Hash(Arc::clone(before)), after.clone());
        }
    }

    /// Records that the reference changes an array of the source.
    fn record_array(&mut self, before: &Arc<Vec<Value>>, after: &Arc<Vec<Value>>) {
        if let Some(changes) = &mut self.changes
            && before.len() != after.len()
        {
            changes.record(Value::Array(Arc::clone(before)), Value::Array(Arc::clone(after)));
        }
    }

    /// Records that the reference clears a value of the destination. Only strings matter: the
    /// collections of the destination are copies.
    fn record_cleared(&mut self, before: &Value) {
        if let Some(changes) = &mut self.changes
            && matches!(before, Value::String(_))
        {
            changes.record(before.clone(), Value::from(""));
        }
    }

    fn merge(&mut self, source: &Value, destination: &Value) -> Result<Value, MergeError> {
        if source.is_undef() && !self.options.merge_nil_values {
            return Ok(destination.clone());
        }
        if !is_truthy(destination) && !self.options.preserve_unmergeables {
            return Ok(source.clone());
        }
        match source {
            Value::Hash(_) | Value::Array(_) => {
                let key = shared(source).zip(shared(destination));
                let key = key.map(|(source, destination)| MemoKey::Two(source, destination));
                self.memoised(key, |merger| merger.merge_collection(source, destination))
            }
            _ => self.merge_scalar(source, destination),
        }
    }

    /// Runs a merge one level deeper, unless its result is memoised.
    fn memoised(
        &mut self,
        key: Option<MemoKey>,
        merge: impl FnOnce(&mut Self) -> Result<Value, MergeError>,
    ) -> Result<Value, MergeError> {
        if let Some(result) = key.and_then(|key| self.memo.get(&key)) {
            return Ok(result.clone());
        }
        if self.depth == MAX_DEPTH {
            return Err(MergeError::new(ErrorKind::Limit, "stack level too deep"));
        }
        self.depth += 1;
        let merged = merge(self);
        self.depth -= 1;
        if let (Some(key), Ok(merged)) = (key, &merged) {
            self.memo.insert(key, merged.clone());
        }
        merged
    }

    fn merge_collection(
        &mut self,
        source: &Value,
        destination: &Value,
    ) -> Result<Value, MergeError> {
        match (source, destination) {
            (Value::Hash(source), Value::Hash(destination)) => {
                self.merge_hashes(source, destination)
            }
            (Value::Hash(entries), Value::Array(elements))
                if self.options.extend_existing_arrays =>
            {
                // Compat: the reference appends the hash once for each of its keys.
                let mut elements = Vec::clone(elements);
                elements.extend(std::iter::repeat_n(source.clone(), entries.len()));
                Ok(elements.into())
            }
            (Value::Hash(source), _) => self.replace_with_hash(source, destination),
            (Value::Array(_), _) if self.options.overwrite_arrays => Ok(source.clone()),
            (Value::Array(source), _) => self.merge_array(source, destination),
            _ => Ok(source.clone()),
        }
    }

    /// Merges a source that is not a collection.
    fn merge_scalar(&self, source: &Value, destination: &Value) -> Result<Value, MergeError> {
        match destination {
            Value::Array(elements) if self.options.extend_existing_arrays => {
                let mut elements = Vec::clone(elements);
                elements.push(source.clone());
                Ok(elements.into())
            }
            _ if self.options.preserve_unmergeables => Ok(destination.clone()),
            _ => Ok(self.knocked_out(source)?.unwrap_or_else(|| source.clone())),
        }
    }

    /// An empty string for a string with the knockout prefix; `None` for other values. If changes
    /// are recorded, other strings are copied, so that later changes of the result do not appear in
    /// the source.
    fn knocked_out(&self, source: &Value) -> Result<Option<Value>, MergeError> {
        match (&self.options.knockout, source) {
            (Some(knockout), Value::String(text)) => {
                let copy = || self.changes.as_ref().map(|_| Value::from(text.as_str()));
                Ok(knockout.strip(text)?.map(|_| Value::from("")).or_else(copy))
            }
            _ => Ok(None),
        }
    }

    fn merge_hashes(
        &mut self,
        source: &Hash,
        destination: &Arc<Hash>,
    ) -> Result<Value, MergeError> {
        if source.is_empty() {
            return Ok(Value::Hash(Arc::clone(destination)));
        }
        let mut merged = Hash::clone(destination);
        for (key, value) in source {
            match merged.get_mut(key) {
                Some(other) if is_truthy(other) => *other = self.merge(value, other)?,
                Some(other) => *other = self.merge_with_itself(value, SelfMerge::Copy)?,
                None => drop(
                    merged.insert(key.clone(), self.merge_with_itself(value, SelfMerge::Copy)?),
                ),
            }
        }
        Ok(merged.into())
    }

    /// Replaces a destination that is neither a hash nor an array to be extended by a hash.
    ///
    /// Compat: an empty hash replaces nothing. The first key makes the source the destination, and
    /// the other keys are merged into it, that is, with themselves.
    /// Pinned by `a_hash_that_replaces_a_scalar_is_merged_with_itself`.
    fn replace_with_hash(
        &mut self,
        source: &Arc<Hash>,
        destination: &Value,
    ) -> Result<Value, MergeError> {
        if source.is_empty() || self.options.preserve_unmergeables {
            return Ok(destination.clone());
        }
        let Some(merged) = self.self_merged_entries(source, 1)? else {
            return Ok(Value::Hash(Arc::clone(source)));
        };
        self.record_hash(source, &merged);
        Ok(merged)
    }

    fn merge_array(
        &mut self,
        elements: &Arc<Vec<Value>>,
        destination: &Value,
    ) -> Result<Value, MergeError> {
        let mut source = Arc::clone(elements);
        let mut destination = destination.clone();
        if let Some(separator) = &self.options.unpack_arrays {
            source = Arc::new(arrays::unpack(&source, separator)?);
            if let Value::Array(elements) = &mut destination {
                *elements = Arc::new(arrays::unpack(elements, separator)?);
            }
        }
        if let Some(knockout) = &self.options.knockout
            && source.iter().any(|element| knockout.is_bare_prefix(element))
        {
            self.record_cleared(&destination);
            destination = cleared(&destination);
            Arc::make_mut(&mut source).retain(|element| !knockout.is_bare_prefix(element));
        }
        match destination {
            Value::Array(destination) => self.merge_arrays(elements, source, destination, None),
            other if self.options.preserve_unmergeables => Ok(other),
            _ => {
                let source = self.without_knockouts(source)?;
                self.record_source(elements, &source);
                Ok(Value::Array(source))
            }
        }
    }

    /// Removes the elements with the knockout prefix from an array that replaces another value.
    fn without_knockouts(
        &self,
        mut source: Arc<Vec<Value>>,
    ) -> Result<Arc<Vec<Value>>, MergeError> {
        if let Some(knockout) = &self.options.knockout {
            let mut kept = Vec::with_capacity(source.len());
            for element in source.iter() {
                if !element.as_str().map_or(Ok(false), |text| knockout.matches(text))? {
                    kept.push(element.clone());
                }
            }
            if kept.len() != source.len() {
                source = Arc::new(kept);
            }
        }
        Ok(source)
    }

    /// Records the remaining elements of an array of the source, unless it was unpacked into a new
    /// array.
    fn record_source(&mut self, elements: &Arc<Vec<Value>>, source: &Arc<Vec<Value>>) {
        if self.options.unpack_arrays.is_none() {
            self.record_array(elements, source);
        }
    }

    /// Merges two arrays. `elements` is the source before any change. `self_merge` is set if the
    /// array is merged with itself.
    fn merge_arrays(
        &mut self,
        elements: &Arc<Vec<Value>>,
        mut source: Arc<Vec<Value>>,
        mut destination: Arc<Vec<Value>>,
        self_merge: Option<SelfMerge>,
    ) -> Result<Value, MergeError> {
        if let Some(knockout) = &self.options.knockout {
            if self_merge == Some(SelfMerge::Same) {
                knock_out_in_place(&mut source, knockout)?;
                destination = Arc::clone(&source);
            } else {
                knock_out(&mut source, &mut destination, knockout)?;
            }
        }
        self.record_source(elements, &source);
        let are_hashes = |array: &[Value]| array.iter().all(|value| value.as_hash().is_some());
        let mut merged =
            if self.options.merge_hash_arrays && are_hashes(&source) && are_hashes(&destination) {
                Arc::new(self.merge_elements(&source, &destination, self_merge)?)
            } else if self.options.keep_array_duplicates {
                Arc::new(destination.iter().chain(source.iter()).cloned().collect())
            } else {
                arrays::union(&destination, &source)
            };
        if self.options.sort_merged_arrays {
            sort::sort(Arc::make_mut(&mut merged))?;
        }
        if self.changes.is_some() {
            // The reference creates a new array, so later changes must not affect the source.
            merged = Arc::new(Vec::clone(&merged));
        }
        Ok(Value::Array(merged))
    }

    /// Merges the hashes at the same index of two arrays.
    fn merge_elements(
        &mut self,
        source: &[Value],
        destination: &[Value],
        self_merge: Option<SelfMerge>,
    ) -> Result<Vec<Value>, MergeError> {
        let mut merged = Vec::with_capacity(source.len().max(destination.len()));
        for (index, other) in destination.iter().enumerate() {
            merged.push(match source.get(index) {
                Some(value) if self_merge.is_some() => {
                    self.merge_with_itself(value, SelfMerge::Same)?
                }
                Some(value) => self.merge(value, other)?,
                None => other.clone(),
            });
        }
        merged.extend(source.iter().skip(destination.len()).cloned());
        Ok(merged)
    }

    /// Merges a value with itself.
    fn merge_with_itself(
        &mut self,
        value: &Value,
        self_merge: SelfMerge,
    ) -> Result<Value, MergeError> {
        match value {
            Value::Hash(_) | Value::Array(_) => {
                let key = shared(value).map(|address| MemoKey::Itself(address, self_merge));
                self.memoised(key, |merger| merger.merge_collection_with_itself(value, self_merge))
            }
            _ => Ok(self.knocked_out(value)?.unwrap_or_else(|| value.clone())),
        }
    }

    fn merge_collection_with_itself(
        &mut self,
        value: &Value,
        self_merge: SelfMerge,
    ) -> Result<Value, MergeError> {
        match value {
            Value::Hash(hash) => self.merge_hash_with_itself(hash, self_merge),
            Value::Array(_) if self.options.overwrite_arrays => Ok(value.clone()),
            Value::Array(elements) => self.merge_array_with_itself(elements, self_merge),
            _ => Ok(value.clone()),
        }
    }

    fn merge_hash_with_itself(
        &mut self,
        hash: &Arc<Hash>,
        self_merge: SelfMerge,
    ) -> Result<Value, MergeError> {
        let merged = self.self_merged_entries(hash, 0)?;
        match (merged, self_merge) {
            (Some(merged), SelfMerge::Same) => {
                self.record_hash(hash, &merged);
                Ok(merged)
            }
            (Some(merged), SelfMerge::Copy) => Ok(merged),
            (None, SelfMerge::Copy) if self.changes.is_some() => Ok(Hash::clone(hash).into()),
            (None, _) => Ok(Value::Hash(Arc::clone(hash))),
        }
    }

    fn merge_array_with_itself(
        &mut self,
        elements: &Arc<Vec<Value>>,
        self_merge: SelfMerge,
    ) -> Result<Value, MergeError> {
        let (mut source, mut self_merge) = (Arc::clone(elements), self_merge);
        if let Some(separator) = &self.options.unpack_arrays {
            source = Arc::new(arrays::unpack(&source, separator)?);
            self_merge = SelfMerge::Copy;
        }
        let mut destination = Arc::clone(&source);
        if let Some(knockout) = &self.options.knockout
            && source.iter().any(|element| knockout.is_bare_prefix(element))
        {
            destination = Arc::default();
            match self_merge {
                SelfMerge::Same => source = Arc::default(),
                SelfMerge::Copy => {
                    Arc::make_mut(&mut source).retain(|element| !knockout.is_bare_prefix(element));
                }
            }
        }
        self.merge_arrays(elements, source, destination, Some(self_merge))
    }

    /// Merges the values of a hash with themselves, except for the first `skipped`. Returns `None`
    /// if that changes nothing.
    fn self_merged_entries(
        &mut self,
        hash: &Arc<Hash>,
        skipped: usize,
    ) -> Result<Option<Value>, MergeError> {
        let mut merged: Option<Hash> = None;
        for (key, value) in hash.iter().skip(skipped) {
            let self_merged = self.merge_with_itself(value, SelfMerge::Same)?;
            if is_unchanged(&self_merged, value) {
                continue;
            }
            merged.get_or_insert_with(|| Hash::clone(hash)).insert(key.clone(), self_merged);
        }
        Ok(merged.map(Value::from))
    }
}

/// The address of a collection that has several owners.
fn shared(value: &Value) -> Option<usize> {
    fn address<T>(thing: &Arc<T>) -> Option<usize> {
        (Arc::strong_count(thing) > 1).then_some(Arc::as_ptr(thing) as usize)
    }
    match value {
        Value::Array(elements) => address(elements),
        Value::Hash(hash) => address(hash),
        _ => None,
    }
}

/// Whether merging a value with itself did not change it.
fn is_unchanged(merged: &Value, value: &Value) -> bool {
    match (merged, value) {
        (Value::Array(a), Value::Array(b)) => Arc::ptr_eq(a, b),
        (Value::Hash(a), Value::Hash(b)) => Arc::ptr_eq(a, b),
        (Value::String(a), Value::String(b)) => a == b,
        // Other values never change.
        _ => true,
    }
}

/// The value after Ruby's `clear`, or `undef` if its class has no such method.
fn cleared(value: &Value) -> Value {
    match value {
        Value::Array(_) => Value::Array(Arc::default()),
        Value::Hash(_) => Value::Hash(Arc::default()),
        Value::String(_) => Value::from(""),
        _ => Value::Undef,
    }
}
