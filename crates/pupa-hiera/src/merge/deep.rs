//! Deep merges: hashes key by key, arrays element by element, at every level.
//!
//! A source is merged into a destination, which gives the order of keys and elements. Nothing is
//! changed in place; what stays as it is, is shared with the result.
//!
//! Compat: the reference changes things in place, and a value whose key the destination lacks is
//! merged with itself. That drops elements that come again, and sorts and knocks out. How it comes
//! out depends on whether both sides are one object, which is what [`Tie`] tells.

use std::sync::Arc;

use pupa_value::value::Hash;
use pupa_value::{ErrorKind, Value};
use rustc_hash::FxHashMap;

use super::changes::{Changes, own_copy};
use super::knockout::{knock_out, knock_out_of_itself};
use super::options::{DeepOptions, is_truthy};
use super::{MergeError, arrays, sort};

/// How deep values may be nested. Data that is read never is.
const MAX_DEPTH: usize = 2 * Value::MAX_DEPTH;

/// Merges a source into a destination; where they disagree, the source wins.
///
/// # Errors
/// When the options can't be used, or not with these values.
pub(super) fn merge(
    source: &Value,
    destination: &Value,
    options: &DeepOptions,
) -> Result<Value, MergeError> {
    options.check()?;
    Merger::new(options, None).merge(source, destination)
}

/// The same, and what the reference would have changed in the source.
pub(super) fn merge_observed(
    source: &Value,
    destination: &Value,
    options: &DeepOptions,
) -> Result<(Value, Changes), MergeError> {
    options.check()?;
    let mut merger = Merger::new(options, Some(Changes::default()));
    // The result must not share with the destination, or it would seem to change later on.
    let destination = own_copy(destination);
    let merged = merger.merge(source, &destination)?;
    Ok((merged, merger.changes.unwrap_or_default()))
}

/// A value that nothing is merged with, but that comes to stand in what is merged: without options,
/// elements that come again are gone.
pub(super) fn alone(value: &Value) -> Result<Value, MergeError> {
    Merger::new(&DeepOptions::default(), None).alone(value, Tie::Copy)
}

/// What the two sides have to do with each other when a value is merged with itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Tie {
    /// The destination is a copy of the source that shares its parts.
    Copy,
    /// The source is the destination.
    Same,
}

/// What a merge of two shared values, or of one with itself, is known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Pair {
    Of(usize, usize),
    Itself(usize, Tie),
}

/// A merge under way.
struct Merger<'a> {
    options: &'a DeepOptions,
    /// The results for parts that have several owners, and may come again. Both sides are kept
    /// alive meanwhile, so that an address stands for one thing.
    known: FxHashMap<Pair, Value>,
    depth: usize,
    /// What the reference would have changed in the source, when somebody wants to know.
    changes: Option<Changes>,
}

impl<'a> Merger<'a> {
    fn new(options: &'a DeepOptions, changes: Option<Changes>) -> Merger<'a> {
        Merger { options, known: FxHashMap::default(), depth: 0, changes }
    }

    /// Notes that the reference would have changed a hash of the source.
    fn note_hash(&mut self, before: &Arc<Hash>, after: &Value) {
        if let Some(changes) = &mut self.changes {
            changes.record(Value::Hash(Arc::clone(before)), after.clone());
        }
    }

    /// The same for an array.
    fn note_array(&mut self, before: &Arc<Vec<Value>>, after: &Arc<Vec<Value>>) {
        if let Some(changes) = &mut self.changes
            && before.len() != after.len()
        {
            changes.record(Value::Array(Arc::clone(before)), Value::Array(Arc::clone(after)));
        }
    }

    /// Notes that the reference would have cleared a value of the destination. Collections are its
    /// own copies, texts are not.
    fn note_cleared(&mut self, before: &Value) {
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
                let pair = shared(source).zip(shared(destination));
                let pair = pair.map(|(source, destination)| Pair::Of(source, destination));
                self.once(pair, |merger| merger.merge_collection(source, destination))
            }
            _ => self.merge_other(source, destination),
        }
    }

    /// Does a merge, one level deeper, unless its result is known.
    fn once(
        &mut self,
        pair: Option<Pair>,
        merge: impl FnOnce(&mut Self) -> Result<Value, MergeError>,
    ) -> Result<Value, MergeError> {
        if let Some(known) = pair.and_then(|pair| self.known.get(&pair)) {
            return Ok(known.clone());
        }
        if self.depth == MAX_DEPTH {
            return Err(MergeError::new(ErrorKind::Limit, "stack level too deep"));
        }
        self.depth += 1;
        let merged = merge(self);
        self.depth -= 1;
        if let (Some(pair), Ok(merged)) = (pair, &merged) {
            self.known.insert(pair, merged.clone());
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
                // Compat: once for each key.
                let mut elements = Vec::clone(elements);
                elements.extend(std::iter::repeat_n(source.clone(), entries.len()));
                Ok(elements.into())
            }
            (Value::Hash(source), _) => self.put_hash_over(source, destination),
            (Value::Array(_), _) if self.options.overwrite_arrays => Ok(source.clone()),
            (Value::Array(source), _) => self.merge_array(source, destination),
            _ => Ok(source.clone()),
        }
    }

    /// A source that is no collection.
    fn merge_other(&self, source: &Value, destination: &Value) -> Result<Value, MergeError> {
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

    /// The empty text that a marked text leaves behind. Others are copied, which matters to who
    /// observes the merge.
    fn knocked_out(&self, source: &Value) -> Result<Option<Value>, MergeError> {
        match (&self.options.knockout, source) {
            (Some(knockout), Value::String(text)) => {
                let copy = || self.changes.as_ref().map(|_| Value::from(text.as_str()));
                Ok(knockout.marked(text)?.map(|_| Value::from("")).or_else(copy))
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
                Some(other) => *other = self.alone(value, Tie::Copy)?,
                None => drop(merged.insert(key.clone(), self.alone(value, Tie::Copy)?)),
            }
        }
        Ok(merged.into())
    }

    /// A hash replaces what is neither a hash nor to be extended.
    ///
    /// Compat: an empty hash replaces nothing. The first key makes the hash the destination, and
    /// the other keys are merged into it, that is with themselves.
    fn put_hash_over(
        &mut self,
        source: &Arc<Hash>,
        destination: &Value,
    ) -> Result<Value, MergeError> {
        if source.is_empty() || self.options.preserve_unmergeables {
            return Ok(destination.clone());
        }
        let Some(settled) = self.settle_entries(source, 1)? else {
            return Ok(Value::Hash(Arc::clone(source)));
        };
        self.note_hash(source, &settled);
        Ok(settled)
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
            && source.iter().any(|element| knockout.is_naked(element))
        {
            self.note_cleared(&destination);
            destination = cleared(&destination);
            Arc::make_mut(&mut source).retain(|element| !knockout.is_naked(element));
        }
        match destination {
            Value::Array(destination) => self.merge_arrays(elements, source, destination, None),
            other if self.options.preserve_unmergeables => Ok(other),
            _ => {
                let source = self.without_marked(source)?;
                self.note_source(elements, &source);
                Ok(Value::Array(source))
            }
        }
    }

    /// An array that replaces what is none; marked elements have nothing to knock out.
    fn without_marked(&self, mut source: Arc<Vec<Value>>) -> Result<Arc<Vec<Value>>, MergeError> {
        if let Some(knockout) = &self.options.knockout {
            let mut kept = Vec::with_capacity(source.len());
            for element in source.iter() {
                if !element.as_str().map_or(Ok(false), |text| knockout.marks(text))? {
                    kept.push(element.clone());
                }
            }
            if kept.len() != source.len() {
                source = Arc::new(kept);
            }
        }
        Ok(source)
    }

    /// Notes what is left of an array of the source, unless that was unpacked to another.
    fn note_source(&mut self, elements: &Arc<Vec<Value>>, source: &Arc<Vec<Value>>) {
        if self.options.unpack_arrays.is_none() {
            self.note_array(elements, source);
        }
    }

    /// Merges two arrays; with a tie, their elements are the same ones. The elements are those that
    /// the source had.
    fn merge_arrays(
        &mut self,
        elements: &Arc<Vec<Value>>,
        mut source: Arc<Vec<Value>>,
        mut destination: Arc<Vec<Value>>,
        tie: Option<Tie>,
    ) -> Result<Value, MergeError> {
        if let Some(knockout) = &self.options.knockout {
            if tie == Some(Tie::Same) {
                knock_out_of_itself(&mut source, knockout)?;
                destination = Arc::clone(&source);
            } else {
                knock_out(&mut source, &mut destination, knockout)?;
            }
        }
        self.note_source(elements, &source);
        let are_hashes = |array: &[Value]| array.iter().all(|value| value.as_hash().is_some());
        let mut merged =
            if self.options.merge_hash_arrays && are_hashes(&source) && are_hashes(&destination) {
                Arc::new(self.merge_elements(&source, &destination, tie)?)
            } else if self.options.keep_array_duplicates {
                Arc::new(destination.iter().chain(source.iter()).cloned().collect())
            } else {
                arrays::union(&destination, &source)
            };
        if self.options.sort_merged_arrays {
            sort::sort(Arc::make_mut(&mut merged))?;
        }
        if self.changes.is_some() {
            // The reference makes a new array.
            merged = Arc::new(Vec::clone(&merged));
        }
        Ok(Value::Array(merged))
    }

    /// Merges hashes that stand at the same place.
    fn merge_elements(
        &mut self,
        source: &[Value],
        destination: &[Value],
        tie: Option<Tie>,
    ) -> Result<Vec<Value>, MergeError> {
        let mut merged = Vec::with_capacity(source.len().max(destination.len()));
        for (index, other) in destination.iter().enumerate() {
            merged.push(match source.get(index) {
                Some(value) if tie.is_some() => self.alone(value, Tie::Same)?,
                Some(value) => self.merge(value, other)?,
                None => other.clone(),
            });
        }
        merged.extend(source.iter().skip(destination.len()).cloned());
        Ok(merged)
    }

    /// A value that is merged with itself.
    fn alone(&mut self, value: &Value, tie: Tie) -> Result<Value, MergeError> {
        match value {
            Value::Hash(_) | Value::Array(_) => {
                let pair = shared(value).map(|address| Pair::Itself(address, tie));
                self.once(pair, |merger| merger.collection_alone(value, tie))
            }
            _ => Ok(self.knocked_out(value)?.unwrap_or_else(|| value.clone())),
        }
    }

    fn collection_alone(&mut self, value: &Value, tie: Tie) -> Result<Value, MergeError> {
        match value {
            Value::Hash(hash) => self.hash_alone(hash, tie),
            Value::Array(_) if self.options.overwrite_arrays => Ok(value.clone()),
            Value::Array(elements) => self.array_alone(elements, tie),
            _ => Ok(value.clone()),
        }
    }

    fn hash_alone(&mut self, hash: &Arc<Hash>, tie: Tie) -> Result<Value, MergeError> {
        let settled = self.settle_entries(hash, 0)?;
        match (settled, tie) {
            (Some(settled), Tie::Same) => {
                self.note_hash(hash, &settled);
                Ok(settled)
            }
            (Some(settled), Tie::Copy) => Ok(settled),
            (None, Tie::Copy) if self.changes.is_some() => Ok(Hash::clone(hash).into()),
            (None, _) => Ok(Value::Hash(Arc::clone(hash))),
        }
    }

    fn array_alone(&mut self, elements: &Arc<Vec<Value>>, tie: Tie) -> Result<Value, MergeError> {
        let (mut source, mut tie) = (Arc::clone(elements), tie);
        if let Some(separator) = &self.options.unpack_arrays {
            source = Arc::new(arrays::unpack(&source, separator)?);
            tie = Tie::Copy;
        }
        let mut destination = Arc::clone(&source);
        if let Some(knockout) = &self.options.knockout
            && source.iter().any(|element| knockout.is_naked(element))
        {
            destination = Arc::default();
            match tie {
                Tie::Same => source = Arc::default(),
                Tie::Copy => {
                    Arc::make_mut(&mut source).retain(|element| !knockout.is_naked(element));
                }
            }
        }
        self.merge_arrays(elements, source, destination, Some(tie))
    }

    /// The hash with its values merged with themselves, but for the first so many; none when that
    /// changes nothing.
    fn settle_entries(
        &mut self,
        hash: &Arc<Hash>,
        skipped: usize,
    ) -> Result<Option<Value>, MergeError> {
        let mut settled: Option<Hash> = None;
        for (key, value) in hash.iter().skip(skipped) {
            let alone = self.alone(value, Tie::Same)?;
            if is_one(&alone, value) {
                continue;
            }
            settled.get_or_insert_with(|| Hash::clone(hash)).insert(key.clone(), alone);
        }
        Ok(settled.map(Value::from))
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

/// Whether a value that was merged with itself stayed what it was.
fn is_one(merged: &Value, value: &Value) -> bool {
    match (merged, value) {
        (Value::Array(a), Value::Array(b)) => Arc::ptr_eq(a, b),
        (Value::Hash(a), Value::Hash(b)) => Arc::ptr_eq(a, b),
        (Value::String(a), Value::String(b)) => a == b,
        // Others are as they were.
        _ => true,
    }
}

/// What Ruby's `clear` leaves of a value, or `undef` for what has none.
fn cleared(value: &Value) -> Value {
    match value {
        Value::Array(_) => Value::Array(Arc::default()),
        Value::Hash(_) => Value::Hash(Arc::default()),
        Value::String(_) => Value::from(""),
        _ => Value::Undef,
    }
}
