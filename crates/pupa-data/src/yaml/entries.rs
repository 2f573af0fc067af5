//! [`Entries`]: the hash of a YAML mapping while it is built, with merge keys (`<<`) and duplicate
//! keys.

use std::collections::BTreeSet;

use pupa_value::Value;
use pupa_value::text::literal;
use pupa_value::value::Hash;
use rustc_hash::FxHashSet;

use super::node::{Node, Symbols};
use crate::document::{Duplicate, Place, Places};

/// The entries of an unfinished hash, in order.
#[derive(Default)]
pub(super) struct Entries {
    hash: Hash,
    places: Vec<Places>,
    /// The indexes of the entries that were merged and not set since. Setting one of these is not a
    /// duplicate.
    merged: FxHashSet<usize>,
    /// The indexes of the entries whose values contain a symbol.
    entries_with_symbols: BTreeSet<usize>,
    /// Whether any key is a symbol.
    has_symbol_keys: bool,
    size: u64,
    height: usize,
}

impl Entries {
    /// Sets an entry. A key that was set before keeps its position, and is returned as a duplicate
    /// unless it was merged.
    pub(super) fn set(&mut self, key: Node, value: Node) -> Option<Duplicate> {
        let place = key.places.place;
        let places = value.places.at(place);
        self.add_size(key.size + value.size, key.height.max(value.height));
        let key = self.key(key);
        let set = self.insert(key, value.value, places, value.symbols.any());
        let Err((index, first)) = set else { return None };
        if self.merged.remove(&index) {
            return None;
        }
        Some(Duplicate { key: self.display_key(index), first, second: place })
    }

    /// A key as messages show it.
    fn display_key(&self, index: usize) -> String {
        match self.hash.at(index) {
            Some((Value::String(text), _)) => text.to_string(),
            Some((Value::Sensitive(symbol), _)) => {
                format!(":{}", symbol.as_str().unwrap_or_default())
            }
            Some((key, _)) => literal(key),
            None => String::new(),
        }
    }

    /// Merges the entries of a hash. They replace those that were set before.
    pub(super) fn merge(&mut self, node: &Node) {
        let Value::Hash(hash) = &node.value else { return };
        self.add_size(node.size, node.height.saturating_sub(1));
        for (index, (key, value)) in hash.iter().enumerate() {
            let Some(places) = node.places.part(index) else { continue };
            let has_symbol = node.symbols.has_entry(index);
            if let Ok(new) = self.insert(key.clone(), value.clone(), places.clone(), has_symbol) {
                self.merged.insert(new);
            }
        }
    }

    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        self.hash.len()
    }

    /// The number of keys and values at all depths. Shared ones count each time.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// Adds the size and height of a part.
    pub(super) fn add_size(&mut self, size: u64, height: usize) {
        self.size = self.size.saturating_add(size);
        self.height = self.height.max(height);
    }

    /// Inserts an entry. Returns the index of a new entry, or as an error the index and place of
    /// the entry that was replaced.
    fn insert(
        &mut self,
        key: Value,
        value: Value,
        places: Places,
        has_symbol: bool,
    ) -> Result<usize, (usize, Place)> {
        let (index, _) = self.hash.insert_full(key, value);
        if has_symbol {
            self.entries_with_symbols.insert(index);
        } else if !self.entries_with_symbols.is_empty() {
            self.entries_with_symbols.remove(&index);
        }
        match self.places.get_mut(index) {
            Some(known) => Err((index, std::mem::replace(known, places).place)),
            None => {
                self.places.push(places);
                Ok(index)
            }
        }
    }

    /// The representation of a key. In an unfinished hash, a symbol is a `Sensitive`, so that it
    /// differs from the string of its name.
    fn key(&mut self, key: Node) -> Value {
        if matches!(key.symbols, Symbols::Itself) {
            self.has_symbol_keys = true;
            return Value::sensitive(key.value);
        }
        key.value
    }

    /// An empty hash that stores places in the given empty buffer.
    pub(super) fn with_buffer(places: Vec<Places>) -> Entries {
        Entries { places, ..Entries::default() }
    }

    /// The finished hash, which begins at `place`, and the emptied buffer of places.
    pub(super) fn finish(self, place: Place) -> (Node, Vec<Places>) {
        let mut entries = if self.has_symbol_keys { self.symbols_to_strings() } else { self };
        let symbols = if entries.entries_with_symbols.is_empty() {
            Symbols::None
        } else {
            Symbols::Entries(entries.entries_with_symbols.into_iter().collect())
        };
        let node = Node {
            value: Value::from(entries.hash),
            places: Places::from_buffer(place, &mut entries.places),
            size: entries.size.saturating_add(1),
            height: entries.height + 1,
            symbols,
        };
        (node, entries.places)
    }

    /// Converts keys that are symbols to strings. A string and a symbol of the same name become one
    /// key, with the value of the later one.
    fn symbols_to_strings(self) -> Entries {
        let mut entries = Entries { size: self.size, height: self.height, ..Entries::default() };
        for (index, ((key, value), places)) in self.hash.into_iter().zip(self.places).enumerate() {
            let key = match key {
                Value::Sensitive(name) => name.as_ref().clone(),
                key => key,
            };
            let has_symbol = self.entries_with_symbols.contains(&index);
            let _ = entries.insert(key, value, places, has_symbol);
        }
        entries
    }
}
