//! Binary strings of Ruby that Puppet code has.
//!
//! Strings of Puppet have no encoding, but a string that Ruby code made in `ASCII-8BIT` becomes a
//! `Binary` in a catalog, also when its bytes are plain text. So a machine remembers which texts it gave
//! away from such strings. A text is known by its address, and kept alive for that.

use pupa_value::value::Text;
use rustc_hash::FxHashMap;

use crate::machine::Core;

/// The texts of binary strings.
#[derive(Debug, Default)]
pub(crate) struct BinaryTexts(FxHashMap<usize, Text>);

impl Core {
    /// Whether any text comes from a binary string.
    pub fn has_binary_texts(&self) -> bool {
        !self.binary_texts.0.is_empty()
    }

    /// Whether a text comes from a binary string.
    pub fn is_binary_text(&self, text: &Text) -> bool {
        self.has_binary_texts() && self.binary_texts.0.contains_key(&text.address())
    }

    /// Remembers that a text comes from a binary string.
    pub fn mark_binary_text(&mut self, text: &Text) {
        self.binary_texts.0.insert(text.address(), text.clone());
    }
}
