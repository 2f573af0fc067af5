//! The changes that the reference's merge makes in place.
//!
//! Compat: the reference merges in place, and its explanations show the changed values. In the
//! explanation of a merge, for example, source arrays lack their knockout elements. To show the
//! same, a merge can record what it would have changed, so that the explanation applies these
//! changes to the values recorded before.

use std::sync::Arc;

use pupa_value::Value;
use pupa_value::value::Hash;
use rustc_hash::FxHashMap;

/// The collections and strings that a merge in place would have changed, with their new values.
#[derive(Debug, Default)]
pub struct Changes {
    /// The old and new values by the address of the old one. The old value is held so that its
    /// address is not reused.
    changed: FxHashMap<usize, (Value, Value)>,
}

impl Changes {
    /// Whether nothing has changed.
    pub fn is_empty(&self) -> bool {
        self.changed.is_empty()
    }

    /// Records that a collection or string became another.
    pub(super) fn record(&mut self, before: Value, after: Value) {
        if let Some(address) = address(&before) {
            self.changed.insert(address, (before, after));
        }
    }

    /// Applies the changes to a value that contains some of the changed collections and strings.
    #[must_use]
    pub fn apply(&self, value: &Value) -> Value {
        if self.is_empty() {
            return value.clone();
        }
        Rewrite { changes: self, memo: FxHashMap::default() }.value(value, MAX_DEPTH)
    }
}

/// The depth below which parts are left unchanged. Merges reject deeper values anyway.
const MAX_DEPTH: usize = 2 * Value::MAX_DEPTH;

/// The address of a collection or string, which identifies it.
fn address(value: &Value) -> Option<usize> {
    match value {
        Value::Array(elements) => Some(Arc::as_ptr(elements) as usize),
        Value::Hash(hash) => Some(Arc::as_ptr(hash) as usize),
        // Empty strings have no address of their own, and a merge cannot change them.
        Value::String(text) if !text.is_empty() => Some(text.as_ptr() as usize),
        _ => None,
    }
}

/// A traversal that replaces changed values. Results are memoised, so shared parts are visited
/// once.
struct Rewrite<'a> {
    changes: &'a Changes,
    memo: FxHashMap<usize, Value>,
}

impl Rewrite<'_> {
    fn value(&mut self, value: &Value, depth: usize) -> Value {
        let Some(address) = address(value).filter(|_| depth > 0) else { return value.clone() };
        if let Some(memo) = self.memo.get(&address) {
            return memo.clone();
        }
        let current = self.changes.changed.get(&address).map_or(value, |(_, after)| after);
        let rewritten = match current {
            Value::Array(elements) => self.array(elements, depth - 1),
            Value::Hash(hash) => self.hash(hash, depth - 1),
            other => other.clone(),
        };
        self.memo.insert(address, rewritten.clone());
        rewritten
    }

    fn array(&mut self, elements: &Arc<Vec<Value>>, depth: usize) -> Value {
        let mut rewritten: Option<Vec<Value>> = None;
        for (index, element) in elements.iter().enumerate() {
            let current = self.value(element, depth);
            if address(&current) != address(element)
                && let Some(place) =
                    rewritten.get_or_insert_with(|| Vec::clone(elements)).get_mut(index)
            {
                *place = current;
            }
        }
        rewritten.map_or_else(|| Value::Array(Arc::clone(elements)), Value::from)
    }

    fn hash(&mut self, hash: &Arc<Hash>, depth: usize) -> Value {
        let mut rewritten: Option<Hash> = None;
        for (key, value) in hash.iter() {
            let current = self.value(value, depth);
            if address(&current) != address(value) {
                rewritten.get_or_insert_with(|| Hash::clone(hash)).insert(key.clone(), current);
            }
        }
        rewritten.map_or_else(|| Value::Hash(Arc::clone(hash)), Value::from)
    }
}

/// A deep copy of the collections in a value, so that no change of another value affects it.
pub(super) fn own_copy(value: &Value) -> Value {
    fn copy(value: &Value, memo: &mut FxHashMap<usize, Value>, depth: usize) -> Value {
        let Some(address) = address(value).filter(|_| depth > 0) else { return value.clone() };
        if let Some(memo) = memo.get(&address) {
            return memo.clone();
        }
        let copied = match value {
            Value::Array(elements) => {
                Value::array(elements.iter().map(|element| copy(element, memo, depth - 1)))
            }
            Value::Hash(hash) => Value::hash(
                hash.iter().map(|(key, value)| (key.clone(), copy(value, memo, depth - 1))),
            ),
            other => other.clone(),
        };
        memo.insert(address, copied.clone());
        copied
    }
    copy(value, &mut FxHashMap::default(), MAX_DEPTH)
}
