//! [`Line`]: a cursor that moves through a text line by line.

use crate::document::Place;

/// A text with the current offset and line.
pub(super) struct Line<'a> {
    text: &'a str,
    /// The current offset in bytes.
    pub(super) at: usize,
    /// The offset of the start of the line.
    start: usize,
    /// The line number, from 1.
    number: u32,
    /// Whether the text is ASCII, so that columns can be computed from offsets.
    is_ascii: bool,
    /// The offset up to which characters of the line were counted, and their number.
    counted: (usize, usize),
    /// The column of the first content of the line; `None` at the end of the text.
    indent: Option<usize>,
}

impl<'a> Line<'a> {
    /// A cursor at the start of a text.
    pub(super) fn first(text: &'a str) -> Line<'a> {
        let is_ascii = text.is_ascii();
        Line { text, at: 0, start: 0, number: 1, is_ascii, counted: (0, 0), indent: None }
    }

    /// The current byte; 0 at the end.
    pub(super) fn byte(&self) -> u8 {
        self.ahead(0)
    }

    /// The byte at an offset from the current one; 0 beyond the end.
    pub(super) fn ahead(&self, count: usize) -> u8 {
        self.text.as_bytes().get(self.at + count).copied().unwrap_or(0)
    }

    /// The rest of the text.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// Consumes and returns the next `count` bytes.
    pub(super) fn take(&mut self, count: usize) -> Option<&'a str> {
        let text = self.text.get(self.at..self.at + count)?;
        self.at += count;
        Some(text)
    }

    /// Whether the rest of the text begins with `text`.
    pub(super) fn starts_with(&self, text: &str) -> bool {
        self.rest().starts_with(text.as_bytes())
    }

    /// Skips bytes without line breaks.
    pub(super) fn skip(&mut self, count: usize) {
        self.at += count;
    }

    /// Skips spaces.
    pub(super) fn skip_spaces(&mut self) {
        while self.byte() == b' ' {
            self.at += 1;
        }
    }

    /// Skips a line break.
    pub(super) fn skip_break(&mut self) {
        self.at += 1;
        self.start = self.at;
        self.counted = (self.at, 0);
        self.number = self.number.saturating_add(1);
    }

    /// Skips the rest of the line, but not the line break.
    pub(super) fn skip_line(&mut self) {
        let length = self.rest().iter().position(|byte| *byte == b'\n');
        self.at = length.map_or(self.text.len(), |length| self.at + length);
    }

    /// Whether the line has no more content. A comment begins after a space or at the start of the
    /// line.
    pub(super) fn is_end(&self) -> bool {
        match self.byte() {
            b'\n' => true,
            b'#' => self.is_comment(),
            0 => self.at >= self.text.len(),
            _ => false,
        }
    }

    fn is_comment(&self) -> bool {
        self.at == self.start || self.text.as_bytes()[self.at - 1] == b' '
    }

    /// Moves to the next content or the end of the text. The cursor must be at the start of a line
    /// or after its content.
    pub(super) fn next_content(&mut self) {
        loop {
            self.skip_spaces();
            match self.byte() {
                b'\n' => self.skip_break(),
                b'#' => self.skip_line(),
                0 => {
                    self.indent = None;
                    return;
                }
                _ => {
                    self.indent = Some(self.column());
                    return;
                }
            }
        }
    }

    /// The column of the content to which [`Line::next_content`] moved; `None` at the end.
    pub(super) fn indent(&self) -> Option<usize> {
        self.indent
    }

    /// The column in bytes, from 0.
    pub(super) fn column(&self) -> usize {
        self.at - self.start
    }

    /// Whether the cursor is at the dash of a sequence entry.
    pub(super) fn is_entry(&self) -> bool {
        self.byte() == b'-' && matches!(self.ahead(1), b' ' | b'\n' | 0)
    }

    /// The current line and column, counted from 1 in characters.
    pub(super) fn place(&mut self) -> Place {
        let column = if self.is_ascii { self.column() } else { self.characters() };
        Place { line: self.number, column: u32::try_from(column).map_or(u32::MAX, |at| at + 1) }
    }

    /// The column in characters, from 0. Continues the previous count of the line.
    fn characters(&mut self) -> usize {
        let (counted, before) = self.counted;
        let characters = before + self.text[counted..self.at].chars().count();
        self.counted = (self.at, characters);
        characters
    }
}

/// Whether a text has no tabs, no line breaks except `\n`, no control characters and no byte order
/// marks, all of which need special treatment in YAML.
pub(super) fn is_ordinary(text: &str) -> bool {
    let is_plain = |byte: &u8| matches!(byte, b'\n' | 0x20..=0x7E);
    // The chunks are checked without early exit, which the compiler can vectorise.
    let mut pieces = text.as_bytes().chunks(256).enumerate();
    pieces.all(|(number, piece)| {
        piece.iter().fold(true, |all, byte| all & is_plain(byte))
            || (0..piece.len()).all(|at| is_ordinary_at(text.as_bytes(), number * 256 + at))
    })
}

/// Whether a byte is the start of an ordinary character, or is within one.
fn is_ordinary_at(bytes: &[u8], at: usize) -> bool {
    let next = |ahead: usize| bytes.get(at + ahead).copied().unwrap_or(0);
    match next(0) {
        b'\n' | 0x20..=0x7E => true,
        // C1 control characters, including NEXT LINE.
        0xC2 => next(1) >= 0xA0,
        // LINE SEPARATOR and PARAGRAPH SEPARATOR.
        0xE2 => !(next(1) == 0x80 && matches!(next(2), 0xA8 | 0xA9)),
        // The byte order mark and noncharacters.
        0xEF => !(next(1) == 0xBB && next(2) == 0xBF || next(1) == 0xBF && next(2) >= 0xBE),
        byte => byte >= 0x80,
    }
}
