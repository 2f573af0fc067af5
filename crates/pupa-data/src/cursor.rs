//! Converts byte offsets in a text to lines and columns.

use crate::document::Place;

/// Converts offsets to places. A series of increasing offsets takes one pass over the text.
#[derive(Debug)]
pub(crate) struct Cursor<'t> {
    text: &'t [u8],
    offset: usize,
    place: Place,
}

impl<'t> Cursor<'t> {
    /// A cursor at the start of a text.
    pub(crate) fn new(text: &'t str) -> Cursor<'t> {
        Cursor { text: text.as_bytes(), offset: 0, place: Place { line: 1, column: 1 } }
    }

    /// The place of a byte offset. For an offset before an earlier one, returns the place of the
    /// earlier one: the cursor never moves back.
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
