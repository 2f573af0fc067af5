//! Hashes: keys of any kind, in the order they were first set.

use indexmap::{Equivalent, IndexMap};
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::Value;
use super::identity::same;
use crate::sharing::EqualPairs;

/// A hash of the language.
///
/// ```
/// use pupa_value::value::{Hash, Value};
/// let hash: Hash = [("a".into(), 1.into()), ("b".into(), 2.into())].into_iter().collect();
/// assert_eq!(hash.get_str("b"), Some(&Value::Integer(2)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Hash(IndexMap<Value, Value, FxBuildHasher>);

/// A key given as text, so that looking up needs no value.
struct TextKey<'a>(&'a str);

impl std::hash::Hash for TextKey<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        super::identity::hash_text(self.0, state);
    }
}

impl Equivalent<Value> for TextKey<'_> {
    fn equivalent(&self, key: &Value) -> bool {
        key.as_str() == Some(self.0)
    }
}

/// A key that is looked for while hashes are compared.
struct ComparedKey<'a>(&'a Value, &'a EqualPairs);

impl std::hash::Hash for ComparedKey<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl Equivalent<Value> for ComparedKey<'_> {
    fn equivalent(&self, key: &Value) -> bool {
        same(self.0, key, self.1)
    }
}

impl Hash {
    /// An empty hash.
    pub fn new() -> Hash {
        Hash::default()
    }

    /// An empty hash with room for `size` entries.
    pub fn with_capacity(size: usize) -> Hash {
        Hash(IndexMap::with_capacity_and_hasher(size, FxBuildHasher))
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a key.
    pub fn get(&self, key: &Value) -> Option<&Value> {
        self.0.get(key)
    }

    /// The value of a key, to be changed.
    pub fn get_mut(&mut self, key: &Value) -> Option<&mut Value> {
        self.0.get_mut(key)
    }

    /// The value of a key that is a string.
    pub fn get_str(&self, key: &str) -> Option<&Value> {
        self.0.get(&TextKey(key))
    }

    /// Whether there is such a key.
    pub fn contains_key(&self, key: &Value) -> bool {
        self.0.contains_key(key)
    }

    /// Whether there is such a string among the keys.
    pub fn contains_str(&self, key: &str) -> bool {
        self.0.contains_key(&TextKey(key))
    }

    /// Sets a key. A known key keeps its place; its former value is returned.
    pub fn insert(&mut self, key: impl Into<Value>, value: impl Into<Value>) -> Option<Value> {
        self.0.insert(key.into(), value.into())
    }

    /// Sets a key as [`Hash::insert`] does, and says at which position it stands.
    pub fn insert_full(&mut self, key: Value, value: Value) -> (usize, Option<Value>) {
        self.0.insert_full(key, value)
    }

    /// Removes a key; the others keep their order.
    pub fn remove(&mut self, key: &Value) -> Option<Value> {
        self.0.shift_remove(key)
    }

    /// Removes several keys; the others keep their order.
    pub fn remove_all<'a>(&mut self, keys: impl IntoIterator<Item = &'a Value>) {
        let mut keys = keys.into_iter();
        let (Some(first), second) = (keys.next(), keys.next()) else { return };
        let Some(second) = second else {
            self.remove(first);
            return;
        };
        let keys: FxHashSet<&Value> = [first, second].into_iter().chain(keys).collect();
        self.0.retain(|key, _| !keys.contains(key));
    }

    /// The position of a key.
    pub fn index_of(&self, key: &Value) -> Option<usize> {
        self.0.get_index_of(key)
    }

    /// The position of a key among the entries.
    pub fn index_of_str(&self, key: &str) -> Option<usize> {
        self.0.get_index_of(&TextKey(key))
    }

    /// The entry at a position.
    pub fn at(&self, index: usize) -> Option<(&Value, &Value)> {
        self.0.get_index(index)
    }

    /// The entries in order.
    pub fn iter(&self) -> indexmap::map::Iter<'_, Value, Value> {
        self.0.iter()
    }

    /// The keys in order.
    pub fn keys(&self) -> indexmap::map::Keys<'_, Value, Value> {
        self.0.keys()
    }

    /// Whether both hold the same entries; pairs that are known to be the same are not compared
    /// again.
    pub(super) fn is_same(&self, other: &Hash, known: &EqualPairs) -> bool {
        self.len() == other.len()
            && self.iter().all(|(key, value)| {
                let others = other.0.get(&ComparedKey(key, known));
                others.is_some_and(|others| same(value, others, known))
            })
    }

    /// The values in order, to be changed.
    pub fn values_mut(&mut self) -> indexmap::map::ValuesMut<'_, Value, Value> {
        self.0.values_mut()
    }

    /// The values in order.
    pub fn values(&self) -> indexmap::map::Values<'_, Value, Value> {
        self.0.values()
    }
}

/// Two hashes are the same when they hold the same entries, in whatever order.
impl PartialEq for Hash {
    fn eq(&self, other: &Hash) -> bool {
        self.is_same(other, &EqualPairs::default())
    }
}

impl Eq for Hash {}

impl FromIterator<(Value, Value)> for Hash {
    fn from_iter<I: IntoIterator<Item = (Value, Value)>>(entries: I) -> Hash {
        Hash(entries.into_iter().collect())
    }
}

impl Extend<(Value, Value)> for Hash {
    fn extend<I: IntoIterator<Item = (Value, Value)>>(&mut self, entries: I) {
        self.0.extend(entries);
    }
}

impl IntoIterator for Hash {
    type Item = (Value, Value);
    type IntoIter = indexmap::map::IntoIter<Value, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Hash {
    type Item = (&'a Value, &'a Value);
    type IntoIter = indexmap::map::Iter<'a, Value, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
