//! A value that was read, and what is known of it.

use std::rc::Rc;

use pupa_value::Value;

use crate::document::{Place, Places};

/// A value that was read.
#[derive(Clone)]
pub(super) struct Node {
    pub(super) value: Value,
    pub(super) places: Places,
    /// How many values it is, counting shared ones as often as they occur.
    pub(super) size: u64,
    /// How many levels of collections it has.
    pub(super) height: usize,
    pub(super) symbols: Symbols,
}

/// Where a value holds symbols.
#[derive(Clone)]
pub(super) enum Symbols {
    /// Nowhere.
    None,
    /// It is one.
    Itself,
    /// In some elements of an array; elements that are not in the list hold none.
    Elements(Rc<[Symbols]>),
    /// In some entries of a hash, by their indexes, in order.
    Entries(Rc<[usize]>),
}

impl Symbols {
    /// Whether there are any.
    pub(super) fn any(&self) -> bool {
        !matches!(self, Symbols::None)
    }

    /// Those of an element of an array.
    pub(super) fn element(&self, index: usize) -> Symbols {
        match self {
            Symbols::Elements(elements) => elements.get(index).cloned().unwrap_or(Symbols::None),
            Symbols::None | Symbols::Itself | Symbols::Entries(_) => Symbols::None,
        }
    }

    /// Whether an entry of a hash holds one.
    pub(super) fn has_entry(&self, index: usize) -> bool {
        matches!(self, Symbols::Entries(entries) if entries.binary_search(&index).is_ok())
    }
}

impl Node {
    /// A value that holds no others.
    pub(super) fn leaf(value: Value, place: Place) -> Node {
        Node { value, places: Places::leaf(place), size: 1, height: 0, symbols: Symbols::None }
    }
}
