//! [`Node`]: a loaded value with its places, its size, and the symbols in it.

use std::rc::Rc;

use pupa_value::Value;

use crate::document::{Place, Places};

/// A loaded value.
#[derive(Clone)]
pub(super) struct Node {
    pub(super) value: Value,
    pub(super) places: Places,
    /// The number of values in it. Shared ones count each time.
    pub(super) size: u64,
    /// The nesting of its collections.
    pub(super) height: usize,
    pub(super) symbols: Symbols,
}

/// The Ruby symbols in a value. They are loaded as strings.
#[derive(Clone)]
pub(super) enum Symbols {
    /// It contains none.
    None,
    /// It is a symbol itself.
    Itself,
    /// Some elements of an array contain symbols. Elements beyond the end of the list contain none.
    Elements(Rc<[Symbols]>),
    /// Some entries of a hash contain symbols: their indexes in ascending order.
    Entries(Rc<[usize]>),
}

impl Symbols {
    /// Whether there are any symbols.
    pub(super) fn any(&self) -> bool {
        !matches!(self, Symbols::None)
    }

    /// The symbols in an element of an array.
    pub(super) fn element(&self, index: usize) -> Symbols {
        match self {
            Symbols::Elements(elements) => elements.get(index).cloned().unwrap_or(Symbols::None),
            Symbols::None | Symbols::Itself | Symbols::Entries(_) => Symbols::None,
        }
    }

    /// Whether an entry of a hash contains a symbol.
    pub(super) fn has_entry(&self, index: usize) -> bool {
        matches!(self, Symbols::Entries(entries) if entries.binary_search(&index).is_ok())
    }
}

impl Node {
    /// A scalar.
    pub(super) fn leaf(value: Value, place: Place) -> Node {
        Node { value, places: Places::leaf(place), size: 1, height: 0, symbols: Symbols::None }
    }
}
