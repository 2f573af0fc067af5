//! A place in a text that moves on, line by line.

use crate::document::Place;

/// A text and how far it was read.
pub(super) struct Line<'a> {
    text: &'a str,
    /// How far, in bytes.
    pub(super) at: usize,
    /// Where the line begins.
    start: usize,
    /// The number of the line, from 1.
    number: u32,
    /// Whether each character is a byte.
    is_ascii: bool,
    /// How far characters of the line were counted, in bytes of the text, and how many they are.
    counted: (usize, usize),
    /// The column of the content of the line; none at the end of the text.
    indent: Option<usize>,
}

impl<'a> Line<'a> {
    /// The beginning of a text.
    pub(super) fn first(text: &'a str) -> Line<'a> {
        let is_ascii = text.is_ascii();
        Line { text, at: 0, start: 0, number: 1, is_ascii, counted: (0, 0), indent: None }
    }

    /// The byte that comes next; 0 at the end.
    pub(super) fn byte(&self) -> u8 {
        self.ahead(0)
    }

    /// The byte so many bytes further on.
    pub(super) fn ahead(&self, count: usize) -> u8 {
        self.text.as_bytes().get(self.at + count).copied().unwrap_or(0)
    }

    /// What is left of the text.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// The text so many bytes long that comes next, which is then behind.
    pub(super) fn take(&mut self, count: usize) -> Option<&'a str> {
        let text = self.text.get(self.at..self.at + count)?;
        self.at += count;
        Some(text)
    }

    /// Whether a text comes next.
    pub(super) fn starts_with(&self, text: &str) -> bool {
        self.rest().starts_with(text.as_bytes())
    }

    /// Skips so many bytes, none of them a line break.
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

    /// Skips what is left of the line, but not its end.
    pub(super) fn skip_line(&mut self) {
        let length = self.rest().iter().position(|byte| *byte == b'\n');
        self.at = length.map_or(self.text.len(), |length| self.at + length);
    }

    /// Whether the line has no more content. A comment begins behind a space or with the line.
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

    /// Goes to the next content, or to the end of the text, from where a line begins or has no more
    /// content.
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

    /// Where the content of the line begins to which [`Line::next_content`] went.
    pub(super) fn indent(&self) -> Option<usize> {
        self.indent
    }

    /// The column in bytes.
    pub(super) fn column(&self) -> usize {
        self.at - self.start
    }

    /// Whether there is a dash that begins an entry.
    pub(super) fn is_entry(&self) -> bool {
        self.byte() == b'-' && matches!(self.ahead(1), b' ' | b'\n' | 0)
    }

    /// The place, as all the world counts it.
    pub(super) fn place(&mut self) -> Place {
        let column = if self.is_ascii { self.column() } else { self.characters() };
        Place { line: self.number, column: u32::try_from(column).map_or(u32::MAX, |at| at + 1) }
    }

    /// The column in characters, of which only those are counted that are new.
    fn characters(&mut self) -> usize {
        let (counted, before) = self.counted;
        let characters = before + self.text[counted..self.at].chars().count();
        self.counted = (self.at, characters);
        characters
    }
}

/// Whether a text has only characters that mean to all the same: no tabs, no line breaks but `\n`, no
/// control characters, no byte order mark.
pub(super) fn is_ordinary(text: &str) -> bool {
    let is_plain = |byte: &u8| matches!(byte, b'\n' | 0x20..=0x7E);
    // Whole pieces are looked at, since that is done for many bytes at once.
    let mut pieces = text.as_bytes().chunks(256).enumerate();
    pieces.all(|(number, piece)| {
        piece.iter().fold(true, |all, byte| all & is_plain(byte))
            || (0..piece.len()).all(|at| is_ordinary_at(text.as_bytes(), number * 256 + at))
    })
}

/// Whether a byte of a text begins an ordinary character, or is within one.
fn is_ordinary_at(bytes: &[u8], at: usize) -> bool {
    let next = |ahead: usize| bytes.get(at + ahead).copied().unwrap_or(0);
    match next(0) {
        b'\n' | 0x20..=0x7E => true,
        // Control characters, and the next line.
        0xC2 => next(1) >= 0xA0,
        // Separators of lines and paragraphs.
        0xE2 => !(next(1) == 0x80 && matches!(next(2), 0xA8 | 0xA9)),
        // A byte order mark, and what is no character.
        0xEF => !(next(1) == 0xBB && next(2) == 0xBF || next(1) == 0xBF && next(2) >= 0xBE),
        byte => byte >= 0x80,
    }
}
