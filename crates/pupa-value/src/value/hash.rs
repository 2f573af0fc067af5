//! Hashes: keys of any kind, in insertion order.
//!
//! Most hashes have few entries, for which a linear search is faster and smaller than a table.
//! Larger hashes have a table of the positions of their entries.

use std::hash::BuildHasher;
use std::slice;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::Value;
use super::identity::same;
use crate::sharing::EqualityMemo;

/// The maximum number of entries of a hash without a table.
const MAX_UNINDEXED: usize = 8;

/// A hash of the language.
///
/// ```
/// use pupa_value::value::{Hash, Value};
/// let hash: Hash = [("a".into(), 1.into()), ("b".into(), 2.into())].into_iter().collect();
/// assert_eq!(hash.get_str("b"), Some(&Value::Integer(2)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Hash {
    entries: Vec<(Value, Value)>,
    /// The positions of all entries by their keys; `None` for small hashes.
    table: Option<Box<HashTable<Position>>>,
}

/// The position of an entry.
#[derive(Clone, Copy, Debug)]
struct Position {
    index: usize,
    /// The hash code of the key, cached because it is expensive for some keys.
    hash_code: u64,
}

/// A string key, for lookups without creating a value.
struct TextKey<'a>(&'a str);

impl std::hash::Hash for TextKey<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        super::identity::hash_text(self.0, state);
    }
}

fn hash_code_of(key: &impl std::hash::Hash) -> u64 {
    FxBuildHasher.hash_one(key)
}

/// A predicate for keys that equal the given key.
fn is_key(expected: &Value) -> impl Fn(&Value) -> bool {
    move |key| match (expected, key) {
        (Value::String(expected), Value::String(key)) => expected == key,
        _ => expected == key,
    }
}

impl Hash {
    /// Creates an empty hash.
    pub fn new() -> Hash {
        Hash::default()
    }

    /// Creates an empty hash with capacity for `size` entries.
    pub fn with_capacity(size: usize) -> Hash {
        Hash { entries: Vec::with_capacity(size), table: None }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The value of a key.
    pub fn get(&self, key: &Value) -> Option<&Value> {
        self.index_of(key).map(|index| &self.entries[index].1)
    }

    /// A mutable reference to the value of a key.
    pub fn get_mut(&mut self, key: &Value) -> Option<&mut Value> {
        self.index_of(key).map(|index| &mut self.entries[index].1)
    }

    /// The value of a string key.
    pub fn get_str(&self, key: &str) -> Option<&Value> {
        self.index_of_str(key).map(|index| &self.entries[index].1)
    }

    /// Whether the hash contains this key.
    pub fn contains_key(&self, key: &Value) -> bool {
        self.index_of(key).is_some()
    }

    /// Whether the hash contains this string key.
    pub fn contains_str(&self, key: &str) -> bool {
        self.index_of_str(key).is_some()
    }

    /// Sets the value of a key and returns the previous one. An existing key keeps its position.
    pub fn insert(&mut self, key: impl Into<Value>, value: impl Into<Value>) -> Option<Value> {
        self.insert_full(key.into(), value.into()).1
    }

    /// Like [`Hash::insert`], and also returns the position of the key.
    pub fn insert_full(&mut self, key: Value, value: Value) -> (usize, Option<Value>) {
        let hash_code = self.table.as_ref().map(|_| hash_code_of(&key));
        if let Some(index) = self.find(|| hash_code.unwrap_or_default(), is_key(&key)) {
            return (index, Some(std::mem::replace(&mut self.entries[index].1, value)));
        }
        let index = self.entries.len();
        self.entries.push((key, value));
        match (&mut self.table, hash_code) {
            (Some(table), Some(hash_code)) => {
                table.insert_unique(hash_code, Position { index, hash_code }, |at| at.hash_code);
            }
            _ if self.entries.len() > MAX_UNINDEXED => self.make_table(),
            _ => {}
        }
        (index, None)
    }

    /// Removes a key; the others keep their order.
    pub fn remove(&mut self, key: &Value) -> Option<Value> {
        let index = self.index_of(key)?;
        if let Some(table) = &mut self.table {
            if let Ok(entry) = table.find_entry(hash_code_of(key), |at| at.index == index) {
                entry.remove();
            }
            for at in table.iter_mut().filter(|at| at.index > index) {
                at.index -= 1;
            }
        }
        Some(self.entries.remove(index).1)
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
        let before = self.len();
        self.entries.retain(|(key, _)| !keys.contains(key));
        if self.len() < before {
            self.table = None;
            if self.len() > MAX_UNINDEXED {
                self.make_table();
            }
        }
    }

    /// The position of a key.
    pub fn index_of(&self, key: &Value) -> Option<usize> {
        self.find(|| hash_code_of(key), is_key(key))
    }

    /// The position of a string key.
    pub fn index_of_str(&self, key: &str) -> Option<usize> {
        self.find(|| hash_code_of(&TextKey(key)), |known| known.as_str() == Some(key))
    }

    /// The position of a key; `hash_code` computes its hash code if the table is searched.
    fn find(&self, hash_code: impl Fn() -> u64, is_it: impl Fn(&Value) -> bool) -> Option<usize> {
        match &self.table {
            None => self.entries.iter().position(|(key, _)| is_it(key)),
            Some(table) => {
                let found = table.find(hash_code(), |at| is_it(&self.entries[at.index].0));
                found.map(|at| at.index)
            }
        }
    }

    fn make_table(&mut self) {
        let mut table = HashTable::with_capacity(self.entries.capacity());
        for (index, (key, _)) in self.entries.iter().enumerate() {
            let hash_code = hash_code_of(key);
            table.insert_unique(hash_code, Position { index, hash_code }, |at| at.hash_code);
        }
        self.table = Some(Box::new(table));
    }

    /// The entry at a position.
    pub fn at(&self, index: usize) -> Option<(&Value, &Value)> {
        self.entries.get(index).map(|(key, value)| (key, value))
    }

    /// The entries in order.
    pub fn iter(&self) -> Iter<'_> {
        Iter(self.entries.iter())
    }

    /// The keys in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &Value> + ExactSizeIterator + Clone {
        self.entries.iter().map(|(key, _)| key)
    }

    /// Whether both have the same entries; shared pairs of values are compared once.
    pub(super) fn is_same(&self, other: &Hash, memo: &EqualityMemo) -> bool {
        self.len() == other.len()
            && self.iter().all(|(key, value)| {
                let others = other.find(|| hash_code_of(key), |others| same(key, others, memo));
                others.is_some_and(|index| same(value, &other.entries[index].1, memo))
            })
    }

    /// Mutable references to the values in order.
    pub fn values_mut(
        &mut self,
    ) -> impl DoubleEndedIterator<Item = &mut Value> + ExactSizeIterator {
        self.entries.iter_mut().map(|(_, value)| value)
    }

    /// The values in order.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Value> + ExactSizeIterator + Clone {
        self.entries.iter().map(|(_, value)| value)
    }
}

/// An iterator over the entries of a hash in order.
#[derive(Debug, Clone)]
pub struct Iter<'a>(slice::Iter<'a, (Value, Value)>);

impl<'a> Iterator for Iter<'a> {
    type Item = (&'a Value, &'a Value);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(key, value)| (key, value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        self.0.nth(n).map(|(key, value)| (key, value))
    }
}

impl DoubleEndedIterator for Iter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(|(key, value)| (key, value))
    }
}

impl ExactSizeIterator for Iter<'_> {}

/// Two hashes are equal if they have the same entries, in any order.
impl PartialEq for Hash {
    fn eq(&self, other: &Hash) -> bool {
        self.is_same(other, &EqualityMemo::default())
    }
}

impl Eq for Hash {}

impl FromIterator<(Value, Value)> for Hash {
    fn from_iter<I: IntoIterator<Item = (Value, Value)>>(entries: I) -> Hash {
        let mut hash = Hash::new();
        hash.extend(entries);
        hash
    }
}

impl Extend<(Value, Value)> for Hash {
    fn extend<I: IntoIterator<Item = (Value, Value)>>(&mut self, entries: I) {
        let entries = entries.into_iter();
        self.entries.reserve(entries.size_hint().0);
        for (key, value) in entries {
            self.insert_full(key, value);
        }
    }
}

impl IntoIterator for Hash {
    type Item = (Value, Value);
    type IntoIter = std::vec::IntoIter<(Value, Value)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

impl<'a> IntoIterator for &'a Hash {
    type Item = (&'a Value, &'a Value);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use indexmap::IndexMap;
    use proptest::prelude::*;

    use super::*;

    /// An operation on a hash.
    #[derive(Debug, Clone)]
    enum Step {
        Insert(u8, i64),
        Remove(u8),
        RemoveAll(Vec<u8>),
        Copy,
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            6 => (0..24_u8, any::<i64>()).prop_map(|(key, value)| Step::Insert(key, value)),
            2 => (0..24_u8).prop_map(Step::Remove),
            1 => prop::collection::vec(0..24_u8, 0..6).prop_map(Step::RemoveAll),
            1 => Just(Step::Copy),
        ]
    }

    /// A key of one of several kinds.
    fn key(number: u8) -> Value {
        match number % 3 {
            0 => Value::from(format!("key {number}")),
            1 => Value::Integer(number.into()),
            _ => Value::array([Value::Integer(number.into())]),
        }
    }

    proptest! {
        /// Hashes with and without a table behave like an ordered map.
        #[test]
        fn is_an_ordered_map(steps in prop::collection::vec(step(), 0..60)) {
            let mut hash = Hash::new();
            let mut model: IndexMap<Value, Value> = IndexMap::new();
            for step in steps {
                match step {
                    Step::Insert(number, value) => {
                        let value = Value::Integer(value);
                        let set = hash.insert_full(key(number), value.clone());
                        prop_assert_eq!(set, model.insert_full(key(number), value));
                    }
                    Step::Remove(number) => {
                        let key = key(number);
                        prop_assert_eq!(hash.remove(&key), model.shift_remove(&key));
                    }
                    Step::RemoveAll(numbers) => {
                        let keys: Vec<Value> = numbers.into_iter().map(key).collect();
                        hash.remove_all(&keys);
                        model.retain(|key, _| !keys.contains(key));
                    }
                    Step::Copy => hash = hash.clone(),
                }
                prop_assert!(hash.iter().eq(model.iter()));
                for number in 0..24 {
                    let key = key(number);
                    prop_assert_eq!(hash.get(&key), model.get(&key));
                    prop_assert_eq!(hash.index_of(&key), model.get_index_of(&key));
                    let text = format!("key {number}");
                    prop_assert_eq!(hash.contains_str(&text), model.contains_key(&Value::from(text)));
                }
            }
            let reversed: Hash = model.into_iter().rev().collect();
            prop_assert_eq!(hash, reversed);
        }
    }
}
