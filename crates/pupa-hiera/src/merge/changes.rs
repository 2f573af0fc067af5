//! What a merge does to what it merges.
//!
//! Compat: the reference merges in place, and what it merges is what its explanations show later: an
//! explanation of a merge shows values without the elements that were knocked out of others, for
//! example. To show the same, a merge can be observed, and what it would have changed applied to the
//! values that were shown before.

use std::sync::Arc;

use pupa_value::Value;
use pupa_value::value::Hash;
use rustc_hash::FxHashMap;

/// Which collections and texts a merge would have changed in place, and what they would have become.
#[derive(Debug, Default)]
pub struct Changes {
    /// By address, with the value itself, which keeps the address its own.
    changed: FxHashMap<usize, (Value, Value)>,
}

impl Changes {
    /// Whether nothing would have changed.
    pub fn is_empty(&self) -> bool {
        self.changed.is_empty()
    }

    /// Remembers that a collection or text became another.
    pub(super) fn record(&mut self, before: Value, after: Value) {
        if let Some(address) = address(&before) {
            self.changed.insert(address, (before, after));
        }
    }

    /// The value as it would be now: with the same collections and texts in it, changed.
    #[must_use]
    pub fn apply(&self, value: &Value) -> Value {
        if self.is_empty() {
            return value.clone();
        }
        Rewrite { changes: self, known: FxHashMap::default() }.value(value, MAX_DEPTH)
    }
}

/// Deeper parts are left as they are; merging refuses them anyway.
const MAX_DEPTH: usize = 2 * Value::MAX_DEPTH;

/// The address of a collection or text.
fn address(value: &Value) -> Option<usize> {
    match value {
        Value::Array(elements) => Some(Arc::as_ptr(elements) as usize),
        Value::Hash(hash) => Some(Arc::as_ptr(hash) as usize),
        // Empty texts have no address of their own; nothing can be cleared from them.
        Value::String(text) if !text.is_empty() => Some(text.as_ptr() as usize),
        _ => None,
    }
}

/// A walk that puts changed values in the place of others, each once.
struct Rewrite<'a> {
    changes: &'a Changes,
    known: FxHashMap<usize, Value>,
}

impl Rewrite<'_> {
    fn value(&mut self, value: &Value, depth: usize) -> Value {
        let Some(address) = address(value).filter(|_| depth > 0) else { return value.clone() };
        if let Some(known) = self.known.get(&address) {
            return known.clone();
        }
        let current = self.changes.changed.get(&address).map_or(value, |(_, after)| after);
        let rewritten = match current {
            Value::Array(elements) => self.array(elements, depth - 1),
            Value::Hash(hash) => self.hash(hash, depth - 1),
            other => other.clone(),
        };
        self.known.insert(address, rewritten.clone());
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

/// A copy whose collections are its own, so that they change with no others.
pub(super) fn own_copy(value: &Value) -> Value {
    fn copy(value: &Value, known: &mut FxHashMap<usize, Value>, depth: usize) -> Value {
        let Some(address) = address(value).filter(|_| depth > 0) else { return value.clone() };
        if let Some(known) = known.get(&address) {
            return known.clone();
        }
        let copied = match value {
            Value::Array(elements) => {
                Value::array(elements.iter().map(|element| copy(element, known, depth - 1)))
            }
            Value::Hash(hash) => Value::hash(
                hash.iter().map(|(key, value)| (key.clone(), copy(value, known, depth - 1))),
            ),
            other => other.clone(),
        };
        known.insert(address, copied.clone());
        copied
    }
    copy(value, &mut FxHashMap::default(), MAX_DEPTH)
}
