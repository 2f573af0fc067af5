//! Sets of characters with a fast membership test.

use std::sync::Arc;

use regex_syntax::hir::ClassUnicode;

/// A set of characters.
#[derive(Debug, Clone)]
pub(crate) struct CharSet {
    /// One bit per ASCII character.
    ascii: u128,
    /// All ranges, in ascending order.
    ranges: Arc<[(char, char)]>,
}

impl CharSet {
    pub(crate) fn new(class: &ClassUnicode) -> CharSet {
        let ranges: Arc<[(char, char)]> =
            class.iter().map(|range| (range.start(), range.end())).collect();
        let ascii = ranges
            .iter()
            .take_while(|(from, _)| from.is_ascii())
            .fold(0, |bits, &(from, to)| bits | ascii_bits(from, to));
        CharSet { ascii, ranges }
    }

    pub(crate) fn has_ascii(&self, byte: u8) -> bool {
        byte < 128 && self.ascii >> byte & 1 == 1
    }

    pub(crate) fn has(&self, c: char) -> bool {
        match u8::try_from(c) {
            Ok(byte) if byte < 128 => self.has_ascii(byte),
            _ => {
                let behind = self.ranges.partition_point(|&(from, _)| from <= c);
                behind.checked_sub(1).and_then(|at| self.ranges.get(at)).is_some_and(|r| c <= r.1)
            }
        }
    }
}

/// The bits of the ASCII characters of a range that begins with one.
fn ascii_bits(from: char, to: char) -> u128 {
    let last = u32::from(to).min(127);
    (u128::MAX << u32::from(from)) & (u128::MAX >> (127 - last))
}

#[cfg(test)]
mod tests {
    use regex_syntax::hir::ClassUnicodeRange;

    use super::*;

    #[test]
    fn ascii_bits_are_those_of_the_ranges() {
        let ranges = [('\0', '\0'), ('a', 'z'), ('\x7e', 'é')];
        let class = ClassUnicode::new(ranges.map(|(from, to)| ClassUnicodeRange::new(from, to)));
        let set = CharSet::new(&class);
        for byte in 0..128u8 {
            let c = char::from(byte);
            let is_in = c == '\0' || c.is_ascii_lowercase() || byte >= 0x7e;
            assert_eq!(set.has_ascii(byte), is_in, "{c:?}");
        }
        assert!(set.has('é') && !set.has('ê'));
    }
}
