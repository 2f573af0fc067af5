//! Sets of characters with a fast membership test.

use std::sync::Arc;

use regex_syntax::hir::ClassUnicode;

/// A set of characters.
#[derive(Debug, Clone)]
pub(super) struct CharSet {
    /// One bit per ASCII character.
    ascii: u128,
    /// All ranges, in ascending order.
    ranges: Arc<[(char, char)]>,
}

impl CharSet {
    pub(super) fn new(class: &ClassUnicode) -> CharSet {
        let ranges: Arc<[(char, char)]> =
            class.iter().map(|range| (range.start(), range.end())).collect();
        let is_in = |c: char| ranges.iter().any(|&(from, to)| (from..=to).contains(&c));
        let ascii = (0..128u8)
            .filter(|&byte| is_in(char::from(byte)))
            .fold(0u128, |bits, byte| bits | 1 << byte);
        CharSet { ascii, ranges }
    }

    pub(super) fn has_ascii(&self, byte: u8) -> bool {
        byte < 128 && self.ascii >> byte & 1 == 1
    }

    pub(super) fn has(&self, c: char) -> bool {
        match u8::try_from(c) {
            Ok(byte) if byte < 128 => self.has_ascii(byte),
            _ => {
                let behind = self.ranges.partition_point(|&(from, _)| from <= c);
                behind.checked_sub(1).and_then(|at| self.ranges.get(at)).is_some_and(|r| c <= r.1)
            }
        }
    }
}
