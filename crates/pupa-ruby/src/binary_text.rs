//! Remembers which Puppet strings come from binary Ruby strings.
//!
//! Puppet strings have no encoding, but a string that Ruby code made in `ASCII-8BIT` becomes a
//! `Binary` in a catalog, even if its bytes are plain text. So a machine records which strings were
//! made from such Ruby strings. A string is identified by its address, and kept alive so that the
//! address stays valid.

use pupa_value::value::Text;
use rustc_hash::FxHashMap;

use crate::machine::Core;

/// The Puppet strings that come from binary strings, by their address.
#[derive(Debug, Default)]
pub(crate) struct BinaryTexts(FxHashMap<usize, Text>);

impl Core {
    /// Whether any string comes from a binary string.
    pub fn has_binary_texts(&self) -> bool {
        !self.binary_texts.0.is_empty()
    }

    /// Whether a string comes from a binary string.
    pub fn is_binary_text(&self, text: &Text) -> bool {
        self.has_binary_texts() && self.binary_texts.0.contains_key(&text.address())
    }

    /// Records that a string comes from a binary string.
    pub fn mark_binary_text(&mut self, text: &Text) {
        self.binary_texts.0.insert(text.address(), text.clone());
    }
}
