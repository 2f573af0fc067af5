//! Makes collections of what was read, with room that is used again.

use std::sync::Arc;

use pupa_value::Value;
use rustc_hash::FxHashMap;

use super::entries::Entries;
use super::node::{Node, Symbols};
use crate::document::{Duplicate, Place, Places};

/// How many keys are remembered.
const MOST_KEYS: usize = 4096;

/// Makes the collections of one text.
#[derive(Default)]
pub(super) struct Maker<'a> {
    /// Keys of inner hashes, which tend to come again. Equal ones are one value, which is quicker
    /// and takes less room.
    keys: FxHashMap<&'a str, Value>,
    /// Empty lists that have room, since what is read is put into lists of the right size.
    spare_places: Vec<Vec<Places>>,
    spare_values: Vec<Vec<Value>>,
    /// Keys that came twice.
    pub(super) duplicates: Vec<Duplicate>,
}

/// The elements of an array that is being read.
pub(super) struct Elements {
    values: Vec<Value>,
    places: Vec<Places>,
    symbols: Vec<Symbols>,
    size: u64,
    height: usize,
}

impl Elements {
    /// Adds an element.
    pub(super) fn push(&mut self, node: Node) {
        self.size = self.size.saturating_add(node.size);
        self.height = self.height.max(node.height);
        if node.symbols.any() {
            self.symbols.resize(self.values.len(), Symbols::None);
            self.symbols.push(node.symbols);
        }
        self.values.push(node.value);
        self.places.push(node.places);
    }
}

impl<'a> Maker<'a> {
    /// The value of a key that was remembered.
    pub(super) fn known_key(&self, text: &str) -> Option<Value> {
        self.keys.get(text).cloned()
    }

    /// Remembers a key of an inner hash.
    pub(super) fn remember_key(&mut self, text: &'a str, key: &Node) {
        if self.keys.len() < MOST_KEYS && !key.symbols.any() {
            self.keys.insert(text, key.value.clone());
        }
    }

    /// The elements of an array that begins.
    pub(super) fn elements(&mut self) -> Elements {
        Elements {
            values: self.spare_values.pop().unwrap_or_default(),
            places: self.spare_places.pop().unwrap_or_default(),
            symbols: Vec::new(),
            size: 1,
            height: 0,
        }
    }

    /// A finished array, which begins at a place.
    pub(super) fn array(&mut self, mut elements: Elements, place: Place) -> Node {
        // The room of the list is used again.
        let values: Vec<Value> = elements.values.drain(..).collect();
        let symbols = if elements.symbols.is_empty() {
            Symbols::None
        } else {
            Symbols::Elements(elements.symbols.into())
        };
        let node = Node {
            value: Value::Array(Arc::new(values)),
            places: Places::drained(place, &mut elements.places),
            size: elements.size,
            height: elements.height + 1,
            symbols,
        };
        self.spare_values.push(elements.values);
        self.spare_places.push(elements.places);
        node
    }

    /// The entries of a hash that begins.
    pub(super) fn entries(&mut self) -> Entries {
        Entries::within(self.spare_places.pop().unwrap_or_default())
    }

    /// Sets an entry.
    pub(super) fn set(&mut self, entries: &mut Entries, key: Node, value: Node) {
        self.duplicates.extend(entries.set(key, value));
    }

    /// A finished hash, which begins at a place.
    pub(super) fn hash(&mut self, entries: Entries, place: Place) -> Node {
        let (node, places) = entries.finish(place);
        self.spare_places.push(places);
        node
    }
}
