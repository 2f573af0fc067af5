//! A cache of merge results that many nodes share.
//!
//! Nodes share most levels of a hierarchy, so the same values of the same files are merged for one
//! node after the other. A result is stored when it is computed for the second time, so that merges
//! that only one node needs take no memory.

use std::hash::{Hash as _, Hasher};
use std::sync::{Arc, PoisonError, RwLock};

use pupa_value::Value;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::{MergeError, MergeStrategy};

/// The maximum number of stored merges. When it is reached, all are dropped.
const MAX_MERGES: usize = 1 << 15;

/// The maximum number of fingerprints of merges that were made once.
const MAX_MADE_ONCE: usize = 1 << 20;

/// A value found by a lookup.
#[derive(Debug, Clone)]
pub(crate) struct FoundValue {
    /// The value.
    pub(crate) value: Value,
    /// Whether a data file or the merge cache owns the value, so that every lookup returns the
    /// identical object. Merges of such values can be cached.
    pub(crate) is_shared: bool,
}

/// A value that was created for this lookup and is not shared.
impl From<Value> for FoundValue {
    fn from(value: Value) -> FoundValue {
        FoundValue { value, is_shared: false }
    }
}

/// The cache of merges of values from data files.
#[derive(Debug, Default)]
pub(crate) struct MergeCache(RwLock<MergeTable>);

/// The stored merges, and the fingerprints of those made once.
#[derive(Debug, Default)]
struct MergeTable {
    /// The stored merges by fingerprint. Different merges may have the same fingerprint.
    merges: FxHashMap<u64, CachedMerge>,
    /// The fingerprints of merges that were made once.
    made_once: FxHashSet<u64>,
}

/// A stored merge. It holds its input values, so that their addresses, which identify them, are not
/// reused.
#[derive(Debug)]
struct CachedMerge {
    strategy: MergeStrategy,
    values: Vec<Value>,
    merged: Value,
}

impl MergeCache {
    /// Merges shared values, or returns the stored result; `None` if there are no values.
    ///
    /// # Errors
    /// As for [`MergeStrategy::merge_all`].
    pub(crate) fn merge(
        &self,
        strategy: &MergeStrategy,
        values: Vec<Value>,
    ) -> Result<Option<FoundValue>, MergeError> {
        let Some(fingerprint) = fingerprint(strategy, &values) else {
            // Except by `unique`, a single value is not changed.
            let is_shared = values.len() == 1 && !strategy.is_unique();
            return Ok(strategy.merge_all(values)?.map(|value| FoundValue { value, is_shared }));
        };
        if let Some(value) = self.find(fingerprint, strategy, &values) {
            return Ok(Some(FoundValue { value, is_shared: true }));
        }
        let Some(value) = strategy.merge_all(values.clone())? else { return Ok(None) };
        // A run that has reached a limit may have merged only parts.
        if pupa_meter::is_exhausted() {
            return Ok(Some(value.into()));
        }
        let merge = CachedMerge { strategy: strategy.clone(), values, merged: value.clone() };
        Ok(Some(FoundValue { value, is_shared: self.store(fingerprint, merge) }))
    }

    /// Drops all merges because a file has changed.
    pub(crate) fn clear(&self) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = MergeTable::default();
    }

    fn find(&self, fingerprint: u64, strategy: &MergeStrategy, values: &[Value]) -> Option<Value> {
        let merges = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let merge = merges.merges.get(&fingerprint)?;
        let is_it = merge.strategy == *strategy
            && merge.values.len() == values.len()
            && merge.values.iter().zip(values).all(|(one, other)| is_identical(one, other));
        is_it.then(|| merge.merged.clone())
    }

    /// Stores a merge if it was made before; otherwise remembers its fingerprint. Returns whether
    /// it was stored.
    fn store(&self, fingerprint: u64, merge: CachedMerge) -> bool {
        let mut merges = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if !merges.made_once.remove(&fingerprint) {
            if merges.made_once.len() >= MAX_MADE_ONCE {
                merges.made_once.clear();
            }
            merges.made_once.insert(fingerprint);
            return false;
        }
        if merges.merges.len() >= MAX_MERGES {
            merges.merges.clear();
        }
        merges.merges.insert(fingerprint, merge);
        true
    }
}

/// The fingerprint of a merge: a hash of the strategy's name and the addresses of the values.
/// `None` if there are fewer than two values, or if a value is not a collection and therefore has
/// no address.
fn fingerprint(strategy: &MergeStrategy, values: &[Value]) -> Option<u64> {
    if values.len() < 2 {
        return None;
    }
    let mut hasher = FxHasher::default();
    strategy.name().hash(&mut hasher);
    for value in values {
        hasher.write_usize(match value {
            Value::Hash(hash) => Arc::as_ptr(hash).addr(),
            Value::Array(array) => Arc::as_ptr(array).addr(),
            _ => return None,
        });
    }
    Some(hasher.finish())
}

/// Whether two values are the same collection object or equal strings.
pub(crate) fn is_identical(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Hash(one), Value::Hash(other)) => Arc::ptr_eq(one, other),
        (Value::Array(one), Value::Array(other)) => Arc::ptr_eq(one, other),
        (Value::String(one), Value::String(other)) => one == other,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merge(merges: &MergeCache, strategy: &str, values: &[Value]) -> FoundValue {
        let strategy = MergeStrategy::from_value(&strategy.into()).expect("a strategy");
        let found = merges.merge(&strategy, values.to_vec()).expect("they can be merged");
        found.expect("there are values")
    }

    fn hash(key: &str, value: i64) -> Value {
        Value::hash([(key.into(), value.into())])
    }

    #[test]
    fn repeated_merges_are_stored() {
        let merges = MergeCache::default();
        let values = [hash("a", 1), hash("b", 2)];
        let first = merge(&merges, "deep", &values);
        let second = merge(&merges, "deep", &values);
        let third = merge(&merges, "deep", &values);
        assert!(!first.is_shared && second.is_shared && third.is_shared);
        assert!(is_identical(&second.value, &third.value));
        assert_eq!(first.value, third.value);
        merges.clear();
        assert!(!merge(&merges, "deep", &values).is_shared);
    }

    #[test]
    fn strategies_and_values_are_distinguished() {
        let merges = MergeCache::default();
        let (high, low) = (hash("a", 1), hash("a", 2));
        for _ in 0..3 {
            assert_eq!(merge(&merges, "hash", &[high.clone(), low.clone()]).value, high);
            assert_eq!(merge(&merges, "reverse_deep", &[high.clone(), low.clone()]).value, low);
            assert_eq!(merge(&merges, "hash", &[low.clone(), high.clone()]).value, low);
        }
    }

    #[test]
    fn options_are_distinguished() {
        let merges = MergeCache::default();
        let list = |text: &str| Value::array([text.into()]);
        let values = [list("--b"), list("b")];
        let knock_out = |prefix: &str| {
            let options = Value::hash([
                ("strategy".into(), "deep".into()),
                ("knockout_prefix".into(), prefix.into()),
            ]);
            let strategy = MergeStrategy::from_value(&options).expect("a strategy");
            let found = merges.merge(&strategy, values.to_vec()).expect("they can be merged");
            pupa_value::text::literal(&found.expect("there are values").value)
        };
        for _ in 0..3 {
            assert_eq!(knock_out("--"), "[]");
            assert_eq!(knock_out("x"), "['b', '--b']");
        }
    }

    #[test]
    fn single_values_are_not_changed() {
        let merges = MergeCache::default();
        let alone = hash("a", 1);
        let found = merge(&merges, "deep", std::slice::from_ref(&alone));
        assert!(found.is_shared && is_identical(&found.value, &alone));
        assert!(!merge(&merges, "unique", &[Value::array(["a".into()])]).is_shared);
    }

    #[test]
    fn merges_of_scalars_are_not_stored() {
        let merges = MergeCache::default();
        for _ in 0..3 {
            assert!(!merge(&merges, "unique", &["a".into(), "b".into()]).is_shared);
        }
    }
}
