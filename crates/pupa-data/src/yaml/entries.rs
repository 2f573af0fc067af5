//! The entries of a hash that is being read.

use std::collections::BTreeSet;

use pupa_value::Value;
use pupa_value::text::literal;
use pupa_value::value::Hash;
use rustc_hash::FxHashSet;

use super::node::{Node, Symbols};
use crate::document::{Duplicate, Place, Places};

/// The entries of a hash that is being read, in order.
#[derive(Default)]
pub(super) struct Entries {
    hash: Hash,
    places: Vec<Places>,
    /// Which entries were merged in and not yet set. To set these is no mistake.
    merged: FxHashSet<usize>,
    /// Which entries hold a symbol.
    symbolic: BTreeSet<usize>,
    /// Whether a key is a symbol.
    has_symbol_keys: bool,
    size: u64,
    height: usize,
}

impl Entries {
    /// Sets an entry, whose key stands at a place. A key that was set before keeps its place in
    /// the order.
    pub(super) fn set(&mut self, key: Node, value: Node) -> Option<Duplicate> {
        let place = key.places.place;
        let places = value.places.at(place);
        self.grow(key.size + value.size, key.height.max(value.height));
        let key = self.key(key);
        let set = self.put(key, value.value, places, value.symbols.any());
        let Err((index, first)) = set else { return None };
        if self.merged.remove(&index) {
            return None;
        }
        Some(Duplicate { key: self.shown_key(index), first, again: place })
    }

    /// A key as text.
    fn shown_key(&self, index: usize) -> String {
        match self.hash.at(index) {
            Some((Value::String(text), _)) => text.to_string(),
            Some((Value::Sensitive(symbol), _)) => {
                format!(":{}", symbol.as_str().unwrap_or_default())
            }
            Some((key, _)) => literal(key),
            None => String::new(),
        }
    }

    /// Merges the entries of a hash. They come over those that were set before.
    pub(super) fn merge(&mut self, node: &Node) {
        let Value::Hash(hash) = &node.value else { return };
        self.grow(node.size, node.height.saturating_sub(1));
        for (index, (key, value)) in hash.iter().enumerate() {
            let Some(places) = node.places.part(index) else { continue };
            let is_symbolic = node.symbols.has_entry(index);
            if let Ok(new) = self.put(key.clone(), value.clone(), places.clone(), is_symbolic) {
                self.merged.insert(new);
            }
        }
    }

    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        self.hash.len()
    }

    /// How many values there are, counting shared ones as often as they occur.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// Counts values that it holds, which have so many levels.
    pub(super) fn grow(&mut self, size: u64, height: usize) {
        self.size = self.size.saturating_add(size);
        self.height = self.height.max(height);
    }

    /// Puts a value under a key: the index of a new entry, or that of the old one and where it
    /// stood.
    fn put(
        &mut self,
        key: Value,
        value: Value,
        places: Places,
        is_symbolic: bool,
    ) -> Result<usize, (usize, Place)> {
        let (index, _) = self.hash.insert_full(key, value);
        if is_symbolic {
            self.symbolic.insert(index);
        } else if !self.symbolic.is_empty() {
            self.symbolic.remove(&index);
        }
        match self.places.get_mut(index) {
            Some(known) => Err((index, std::mem::replace(known, places).place)),
            None => {
                self.places.push(places);
                Ok(index)
            }
        }
    }

    /// A key; as long as the hash is read, symbols differ from strings.
    fn key(&mut self, key: Node) -> Value {
        if matches!(key.symbols, Symbols::Itself) {
            self.has_symbol_keys = true;
            return Value::sensitive(key.value);
        }
        key.value
    }

    /// No entries yet; their places will stand in a list that is empty.
    pub(super) fn within(places: Vec<Places>) -> Entries {
        Entries { places, ..Entries::default() }
    }

    /// The finished hash, which begins at a place, and the list of places, empty again.
    pub(super) fn finish(self, place: Place) -> (Node, Vec<Places>) {
        let mut entries = if self.has_symbol_keys { self.with_strings_for_symbols() } else { self };
        let symbols = if entries.symbolic.is_empty() {
            Symbols::None
        } else {
            Symbols::Entries(entries.symbolic.into_iter().collect())
        };
        let node = Node {
            value: Value::from(entries.hash),
            places: Places::drained(place, &mut entries.places),
            size: entries.size.saturating_add(1),
            height: entries.height + 1,
            symbols,
        };
        (node, entries.places)
    }

    /// The entries with strings for keys that are symbols. A string and a symbol of one name
    /// become one key; the later one's value counts.
    fn with_strings_for_symbols(self) -> Entries {
        let mut entries = Entries { size: self.size, height: self.height, ..Entries::default() };
        for (index, ((key, value), places)) in self.hash.into_iter().zip(self.places).enumerate() {
            let key = match key {
                Value::Sensitive(name) => name.as_ref().clone(),
                key => key,
            };
            let is_symbolic = self.symbolic.contains(&index);
            let _ = entries.put(key, value, places, is_symbolic);
        }
        entries
    }
}
