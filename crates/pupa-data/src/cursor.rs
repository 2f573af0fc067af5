//! From offsets in a text to places.

use crate::document::Place;

/// Turns offsets into places. Offsets that only grow take, all together, one walk over the text.
#[derive(Debug)]
pub(crate) struct Cursor<'t> {
    text: &'t [u8],
    offset: usize,
    place: Place,
}

impl<'t> Cursor<'t> {
    /// At the start of a text.
    pub(crate) fn new(text: &'t str) -> Cursor<'t> {
        Cursor { text: text.as_bytes(), offset: 0, place: Place { line: 1, column: 1 } }
    }

    /// The place of a byte. An offset before the last one asked for is answered with that one's
    /// place.
    pub(crate) fn place(&mut self, offset: usize) -> Place {
        let end = offset.min(self.text.len());
        for &byte in self.text.get(self.offset..end).unwrap_or_default() {
            if byte == b'\n' {
                self.place.line = self.place.line.saturating_add(1);
                self.place.column = 1;
            } else if byte & 0xC0 != 0x80 {
                self.place.column = self.place.column.saturating_add(1);
            }
        }
        self.offset = self.offset.max(end);
        self.place
    }
}

#[cfg(test)]
mod tests {
    use super::Cursor;
    use crate::document::Place;

    #[test]
    fn columns_count_characters() {
        let mut cursor = Cursor::new("é=1\n  ü");
        assert_eq!(cursor.place(0), Place { line: 1, column: 1 });
        assert_eq!(cursor.place(2), Place { line: 1, column: 2 });
        assert_eq!(cursor.place(7), Place { line: 2, column: 3 });
        assert_eq!(cursor.place(100), Place { line: 2, column: 4 });
    }
}
