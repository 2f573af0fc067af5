//! Merges that are kept, because many nodes ask for the same ones.
//!
//! Nodes share most levels of a hierarchy, so that the same values of the same files are merged for
//! one after the other. A merge is kept when it is made for the second time: what only one node
//! needs takes no room.

use std::hash::{Hash as _, Hasher};
use std::sync::{Arc, PoisonError, RwLock};

use pupa_value::Value;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::{MergeError, MergeStrategy};

/// How many merges are kept. When there are more, all are dropped.
const MOST_KEPT: usize = 1 << 15;

/// How many merges are remembered as made once.
const MOST_SEEN: usize = 1 << 20;

/// A value that was found.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    /// The value.
    pub(crate) value: Value,
    /// Whether it is the very one that a data file holds or a kept merge made, so that it will be
    /// the same one the next time.
    pub(crate) is_kept: bool,
}

/// A value that was made for this lookup.
impl From<Value> for Found {
    fn from(value: Value) -> Found {
        Found { value, is_kept: false }
    }
}

/// Merges of values that data files hold.
#[derive(Debug, Default)]
pub(crate) struct KeptMerges(RwLock<Merges>);

#[derive(Debug, Default)]
struct Merges {
    /// By what was merged, as far as a number tells.
    kept: FxHashMap<u64, Merge>,
    /// What was merged once.
    seen: FxHashSet<u64>,
}

/// A merge that was made. It holds what it was made of, so that nothing else can come to stand in
/// its place.
#[derive(Debug)]
struct Merge {
    strategy: MergeStrategy,
    values: Vec<Value>,
    merged: Value,
}

impl KeptMerges {
    /// Merges values that are kept, unless that was done before; none when there are none.
    ///
    /// # Errors
    /// As for [`MergeStrategy::merge_all`].
    pub(crate) fn merge(
        &self,
        strategy: &MergeStrategy,
        values: Vec<Value>,
    ) -> Result<Option<Found>, MergeError> {
        let Some(number) = number(strategy, &values) else {
            // What is alone stays what it is.
            let is_kept = values.len() == 1 && !strategy.is_unique();
            return Ok(strategy.merge_all(values)?.map(|value| Found { value, is_kept }));
        };
        if let Some(value) = self.known(number, strategy, &values) {
            return Ok(Some(Found { value, is_kept: true }));
        }
        let Some(value) = strategy.merge_all(values.clone())? else { return Ok(None) };
        let merge = Merge { strategy: strategy.clone(), values, merged: value.clone() };
        Ok(Some(Found { value, is_kept: self.keep(number, merge) }))
    }

    /// Drops all, since a file has changed.
    pub(crate) fn clear(&self) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Merges::default();
    }

    fn known(&self, number: u64, strategy: &MergeStrategy, values: &[Value]) -> Option<Value> {
        let merges = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let merge = merges.kept.get(&number)?;
        let is_it = merge.strategy == *strategy
            && merge.values.len() == values.len()
            && merge.values.iter().zip(values).all(|(one, other)| is_identical(one, other));
        is_it.then(|| merge.merged.clone())
    }

    /// Keeps a merge if it was made before.
    fn keep(&self, number: u64, merge: Merge) -> bool {
        let mut merges = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if !merges.seen.remove(&number) {
            if merges.seen.len() >= MOST_SEEN {
                merges.seen.clear();
            }
            merges.seen.insert(number);
            return false;
        }
        if merges.kept.len() >= MOST_KEPT {
            merges.kept.clear();
        }
        merges.kept.insert(number, merge);
        true
    }
}

/// A number for what is merged; none when there is nothing to merge, or when values are not
/// collections, which can't be told apart at a glance.
fn number(strategy: &MergeStrategy, values: &[Value]) -> Option<u64> {
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

/// Whether two values are one, without a look at what collections hold.
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

    fn merge(merges: &KeptMerges, strategy: &str, values: &[Value]) -> Found {
        let strategy = MergeStrategy::from_value(&strategy.into()).expect("a strategy");
        let found = merges.merge(&strategy, values.to_vec()).expect("they can be merged");
        found.expect("there are values")
    }

    fn hash(key: &str, value: i64) -> Value {
        Value::hash([(key.into(), value.into())])
    }

    #[test]
    fn what_is_merged_again_is_kept() {
        let merges = KeptMerges::default();
        let values = [hash("a", 1), hash("b", 2)];
        let first = merge(&merges, "deep", &values);
        let second = merge(&merges, "deep", &values);
        let third = merge(&merges, "deep", &values);
        assert!(!first.is_kept && second.is_kept && third.is_kept);
        assert!(is_identical(&second.value, &third.value));
        assert_eq!(first.value, third.value);
        merges.clear();
        assert!(!merge(&merges, "deep", &values).is_kept);
    }

    #[test]
    fn strategies_and_values_are_told_apart() {
        let merges = KeptMerges::default();
        let (high, low) = (hash("a", 1), hash("a", 2));
        for _ in 0..3 {
            assert_eq!(merge(&merges, "hash", &[high.clone(), low.clone()]).value, high);
            assert_eq!(merge(&merges, "reverse_deep", &[high.clone(), low.clone()]).value, low);
            assert_eq!(merge(&merges, "hash", &[low.clone(), high.clone()]).value, low);
        }
    }

    #[test]
    fn options_are_told_apart() {
        let merges = KeptMerges::default();
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
    fn what_is_alone_is_kept_as_it_is() {
        let merges = KeptMerges::default();
        let alone = hash("a", 1);
        let found = merge(&merges, "deep", std::slice::from_ref(&alone));
        assert!(found.is_kept && is_identical(&found.value, &alone));
        assert!(!merge(&merges, "unique", &[Value::array(["a".into()])]).is_kept);
    }

    #[test]
    fn scalars_are_not_kept() {
        let merges = KeptMerges::default();
        for _ in 0..3 {
            assert!(!merge(&merges, "unique", &["a".into(), "b".into()]).is_kept);
        }
    }
}
