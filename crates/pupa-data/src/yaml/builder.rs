//! Builds arrays and hashes, with buffers that are reused between collections.

use std::sync::Arc;

use pupa_value::Value;
use rustc_hash::FxHashMap;

use super::entries::Entries;
use super::node::{Node, Symbols};
use crate::document::{Duplicate, Place, Places};

/// The maximum number of interned keys.
const MAX_KEYS: usize = 4096;

/// Builds the collections of one text.
#[derive(Default)]
pub(super) struct CollectionBuilder<'a> {
    /// The interned keys of nested hashes. These tend to be repeated, and sharing them saves time
    /// and memory.
    keys: FxHashMap<&'a str, Value>,
    /// Empty vectors with capacity for the next collections. Finished collections are allocated
    /// with their exact size.
    spare_places: Vec<Vec<Places>>,
    spare_values: Vec<Vec<Value>>,
    /// The duplicate keys found so far.
    pub(super) duplicates: Vec<Duplicate>,
}

/// The elements of an unfinished array.
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

impl<'a> CollectionBuilder<'a> {
    /// The interned value of a key.
    pub(super) fn interned_key(&self, text: &str) -> Option<Value> {
        self.keys.get(text).cloned()
    }

    /// Interns a key of a nested hash.
    pub(super) fn intern_key(&mut self, text: &'a str, key: &Node) {
        if self.keys.len() < MAX_KEYS && !key.symbols.any() {
            self.keys.insert(text, key.value.clone());
        }
    }

    /// Begins an array.
    pub(super) fn elements(&mut self) -> Elements {
        Elements {
            values: self.spare_values.pop().unwrap_or_default(),
            places: self.spare_places.pop().unwrap_or_default(),
            symbols: Vec::new(),
            size: 1,
            height: 0,
        }
    }

    /// Finishes an array that begins at `place`.
    pub(super) fn array(&mut self, mut elements: Elements, place: Place) -> Node {
        // The buffer keeps its capacity and is reused.
        let values: Vec<Value> = elements.values.drain(..).collect();
        let symbols = if elements.symbols.is_empty() {
            Symbols::None
        } else {
            Symbols::Elements(elements.symbols.into())
        };
        let node = Node {
            value: Value::Array(Arc::new(values)),
            places: Places::from_buffer(place, &mut elements.places),
            size: elements.size,
            height: elements.height + 1,
            symbols,
        };
        self.spare_values.push(elements.values);
        self.spare_places.push(elements.places);
        node
    }

    /// Begins a hash.
    pub(super) fn entries(&mut self) -> Entries {
        Entries::with_buffer(self.spare_places.pop().unwrap_or_default())
    }

    /// Sets an entry of a hash and records a duplicate key.
    pub(super) fn set(&mut self, entries: &mut Entries, key: Node, value: Node) {
        self.duplicates.extend(entries.set(key, value));
    }

    /// Finishes a hash that begins at `place`.
    pub(super) fn hash(&mut self, entries: Entries, place: Place) -> Node {
        let (node, places) = entries.finish(place);
        self.spare_places.push(places);
        node
    }
}
