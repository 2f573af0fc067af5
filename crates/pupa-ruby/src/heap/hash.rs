//! The hash table behind Ruby's `Hash`, in insertion order.
//!
//! The table works with hash codes and positions; comparing keys may run Ruby code, so the machine
//! does it (see [`crate::machine::hashing`]).

use hashbrown::HashTable;

use crate::symbol::Symbol;
use crate::value::{ClassId, ProcId, Value};

/// A hash with more entries than this has an index.
const LINEAR: usize = 8;

/// A key with its value.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The key, or [`Value::Undef`] if the entry was deleted.
    pub key: Value,
    /// The value.
    pub value: Value,
    /// The hash code of the key.
    pub code: u64,
}

/// A hash as a Ruby object.
#[derive(Debug, Clone)]
pub struct RHash {
    entries: Vec<Entry>,
    live: usize,
    /// The position before which no entry is live, so that removing entries from the front is fast.
    front: usize,
    index: HashTable<u32>,
    /// `Hash` or a subclass.
    pub class: ClassId,
    /// Whether it must not be changed.
    pub frozen: bool,
    /// Whether it comes from Puppet, so that a change is noted (see [`crate::bridge::changes`]).
    pub watched: bool,
    /// Keys are compared by identity.
    pub by_identity: bool,
    /// The value for missing keys.
    pub default: Value,
    /// The block that computes the value for missing keys.
    pub default_proc: Option<ProcId>,
    /// The number of iterations in progress, during which no key may be added.
    pub iterating: u32,
}

impl RHash {
    /// An empty hash.
    pub fn new() -> RHash {
        RHash {
            entries: Vec::new(),
            live: 0,
            front: 0,
            index: HashTable::new(),
            class: crate::core::class::HASH,
            frozen: false,
            watched: false,
            by_identity: false,
            default: Value::Nil,
            default_proc: None,
            iterating: 0,
        }
    }

    /// The number of entries.
    #[inline]
    pub fn len(&self) -> usize {
        self.live
    }

    /// Whether the hash is empty.
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// The number of positions, including those of deleted entries.
    pub fn positions(&self) -> usize {
        self.entries.len()
    }

    /// The entry at a position, unless it was deleted.
    #[inline]
    pub fn at(&self, position: usize) -> Option<(Value, Value)> {
        let entry = self.entries.get(position)?;
        if entry.key.is_undef() { None } else { Some((entry.key, entry.value)) }
    }

    /// The entry at a position with its hash code, unless it was deleted.
    pub fn entry_at(&self, position: usize) -> Option<Entry> {
        self.entries.get(position).copied().filter(|entry| !entry.key.is_undef())
    }

    /// The first entry at or after a position, and the position after that entry: a cursor that
    /// stays valid when the hash changes.
    pub fn next_from(&self, mut position: usize) -> Option<(usize, Value, Value)> {
        position = position.max(self.front);
        while position < self.entries.len() {
            if let Some((key, value)) = self.at(position) {
                return Some((position + 1, key, value));
            }
            position += 1;
        }
        None
    }

    /// The entries in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Value, Value)> + '_ {
        let live = self.entries.iter().filter(|entry| !entry.key.is_undef());
        live.map(|entry| (entry.key, entry.value))
    }

    /// The keys in order.
    pub fn keys(&self) -> Vec<Value> {
        self.iter().map(|(key, _)| key).collect()
    }

    /// The values in order.
    pub fn values(&self) -> Vec<Value> {
        self.iter().map(|(_, value)| value).collect()
    }

    /// Finds the position of a key by its hash code and a comparison.
    #[inline]
    pub fn find(&self, code: u64, mut is_key: impl FnMut(Value) -> bool) -> Option<usize> {
        if self.entries.len() <= LINEAR {
            return self.entries.iter().position(|entry| {
                entry.code == code && !entry.key.is_undef() && is_key(entry.key)
            });
        }
        let found = self.index.find(code, |&place| {
            let entry = &self.entries[place as usize];
            entry.code == code && is_key(entry.key)
        });
        found.map(|&place| place as usize)
    }

    /// The value for a symbol in a small hash, which needs no hash code. `None` for a hash with an
    /// index.
    #[inline]
    pub fn find_symbol(&self, name: Symbol) -> Option<Option<Value>> {
        if self.entries.len() > LINEAR {
            return None;
        }
        let is_key = |entry: &&Entry| matches!(entry.key, Value::Sym(known) if known == name);
        Some(self.entries.iter().find(is_key).map(|entry| entry.value))
    }

    /// The positions of all keys that have a hash code.
    pub fn candidates(&self, code: u64) -> Vec<usize> {
        let has_code = |entry: &Entry| entry.code == code && !entry.key.is_undef();
        if self.entries.len() <= LINEAR {
            return (0..self.entries.len()).filter(|&at| has_code(&self.entries[at])).collect();
        }
        let places = self.index.iter_hash(code);
        places.map(|&place| place as usize).filter(|&at| has_code(&self.entries[at])).collect()
    }

    /// Replaces the value at a position.
    #[inline]
    pub fn set_at(&mut self, position: usize, value: Value) {
        if let Some(entry) = self.entries.get_mut(position) {
            entry.value = value;
        }
    }

    /// Appends an entry whose key is not in the table.
    pub fn push(&mut self, code: u64, key: Value, value: Value) {
        self.entries.push(Entry { key, value, code });
        self.live += 1;
        if self.entries.len() == LINEAR + 1 {
            self.rebuild();
        } else if self.entries.len() > LINEAR {
            let entries = &self.entries;
            let place = entries.len() as u32 - 1;
            self.index.insert_unique(code, place, |&place| entries[place as usize].code);
        }
    }

    /// Removes the entry at a position and returns its value.
    pub fn remove_at(&mut self, position: usize) -> Option<(Value, Value)> {
        let (key, value) = self.at(position)?;
        let code = self.entries[position].code;
        if self.entries.len() > LINEAR
            && let Ok(found) = self.index.find_entry(code, |&place| place as usize == position)
        {
            found.remove();
        }
        self.entries[position].key = Value::Undef;
        self.entries[position].value = Value::Nil;
        self.live -= 1;
        if position == self.front {
            let behind = self.entries.iter().skip(position);
            self.front += behind.take_while(|entry| entry.key.is_undef()).count();
        }
        if self.iterating == 0
            && self.entries.len() > 2 * LINEAR
            && self.live * 2 < self.entries.len()
        {
            self.compact();
        } else if self.live == 0 && self.iterating == 0 {
            self.clear();
        }
        Some((key, value))
    }

    /// Ends an iteration that was counted in `iterating`. If many entries were deleted meanwhile,
    /// their positions are removed.
    pub fn end_iteration(&mut self) {
        self.iterating = self.iterating.saturating_sub(1);
        let is_sparse = self.entries.len() > 2 * LINEAR && self.live * 2 < self.entries.len();
        if self.iterating == 0 && is_sparse {
            self.compact();
        }
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        if self.iterating > 0 {
            for position in 0..self.entries.len() {
                self.remove_at(position);
            }
            return;
        }
        self.entries.clear();
        self.index.clear();
        self.live = 0;
        self.front = 0;
    }

    /// Takes the entries of another table.
    pub fn assign_entries(&mut self, other: &RHash) {
        self.entries.clone_from(&other.entries);
        self.index = other.index.clone();
        self.live = other.live;
        self.front = other.front;
    }

    fn compact(&mut self) {
        self.entries.retain(|entry| !entry.key.is_undef());
        self.front = 0;
        self.rebuild();
    }

    fn rebuild(&mut self) {
        self.index.clear();
        if self.entries.len() <= LINEAR {
            return;
        }
        let entries = &self.entries;
        for (place, entry) in entries.iter().enumerate() {
            if !entry.key.is_undef() {
                self.index
                    .insert_unique(entry.code, place as u32, |&other| entries[other as usize].code);
            }
        }
    }
}

impl Default for RHash {
    fn default() -> Self {
        RHash::new()
    }
}
