//! A place in a YAML text that moves on, character by character.

/// A place in a text, all counted from 0 in characters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Mark {
    /// How many characters precede it.
    pub(super) index: usize,
    /// The line.
    pub(super) line: u32,
    /// The column.
    pub(super) column: u32,
}

/// A text and how far it was read.
///
/// Characters that mean something to YAML are looked at as bytes. At the end of the text there is
/// a 0, which no text may hold.
pub(super) struct Cursor<'a> {
    text: &'a str,
    /// How far, in bytes.
    pub(super) at: usize,
    /// How far, as lines and columns.
    pub(super) mark: Mark,
    /// Where a character stands that no text may hold.
    forbidden: Option<usize>,
    /// From here on the text can't be read because of it.
    unreadable_from: usize,
}

impl<'a> Cursor<'a> {
    /// The beginning of a text.
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        let forbidden = forbidden(text.as_bytes());
        let unreadable_from = forbidden.map_or(usize::MAX, |bad| unreadable_from(text, bad));
        Cursor { text, at: 0, mark: Mark::default(), forbidden, unreadable_from }
    }

    /// Where the character stands that no text may hold.
    pub(super) fn forbidden_mark(&self) -> Mark {
        let before = self.text.get(..self.forbidden.unwrap_or(0)).unwrap_or_default();
        let line = before.bytes().filter(|byte| *byte == b'\n').count();
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count());
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Mark { index: before.chars().count(), line: number(line), column: number(column) }
    }

    /// Whether the cursor came to where the text can't be read.
    pub(super) fn is_unreadable(&self) -> bool {
        // The scanner looks at up to four characters at once.
        self.at.saturating_add(4) > self.unreadable_from
    }

    /// The byte so many bytes further on.
    pub(super) fn peek(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    /// The bytes that are left.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// The text between two places.
    pub(super) fn slice(&self, from: usize, to: usize) -> &'a str {
        self.text.get(from..to).unwrap_or_default()
    }

    /// Whether the text is at its end.
    pub(super) fn is_end(&self) -> bool {
        self.peek(0) == 0
    }

    /// Whether there is a space or a tab.
    pub(super) fn is_blank(&self) -> bool {
        matches!(self.peek(0), b' ' | b'\t')
    }

    /// Whether there is a line break.
    pub(super) fn is_break(&self) -> bool {
        self.break_width(0) > 0
    }

    /// Whether there is a line break or the end.
    pub(super) fn is_break_or_end(&self) -> bool {
        self.is_end() || self.is_break()
    }

    /// Whether there is, so many bytes further on, a space, a tab, a line break or the end.
    pub(super) fn is_space_or_end(&self, ahead: usize) -> bool {
        matches!(self.peek(ahead), 0 | b' ' | b'\t') || self.break_width(ahead) > 0
    }

    /// How many bytes the character of a line break has that stands so many bytes further on.
    pub(super) fn break_width(&self, ahead: usize) -> usize {
        match self.peek(ahead) {
            b'\n' | b'\r' => 1,
            0xC2 if self.peek(ahead + 1) == 0x85 => 2,
            0xE2 if self.peek(ahead + 1) == 0x80 && matches!(self.peek(ahead + 2), 0xA8 | 0xA9) => {
                3
            }
            _ => 0,
        }
    }

    /// Whether a line begins with `---` or `...`.
    pub(super) fn is_document_indicator(&self) -> bool {
        self.mark.column == 0
            && (self.starts_with(b'-') || self.starts_with(b'.'))
            && self.is_space_or_end(3)
    }

    /// Whether a character stands here three times.
    pub(super) fn starts_with(&self, indicator: u8) -> bool {
        (0..3).all(|ahead| self.peek(ahead) == indicator)
    }

    /// Skips a character that is no line break.
    pub(super) fn skip(&mut self) {
        let width = match self.peek(0) {
            0 => return,
            1..=0x7F => 1,
            0xF0.. => 4,
            0xE0.. => 3,
            _ => 2,
        };
        self.at += width;
        self.mark.index += 1;
        self.mark.column = self.mark.column.saturating_add(1);
    }

    /// Skips several characters of one byte.
    pub(super) fn skip_ascii(&mut self, count: usize) {
        for _ in 0..count {
            self.skip();
        }
    }

    /// Skips so many bytes of so many characters, none of them a line break.
    pub(super) fn advance(&mut self, bytes: usize, characters: usize) {
        self.at += bytes;
        self.mark.index += characters;
        let columns = u32::try_from(characters).unwrap_or(u32::MAX);
        self.mark.column = self.mark.column.saturating_add(columns);
    }

    /// Skips spaces, and tabs where they may stand.
    pub(super) fn skip_spaces(&mut self, tabs_too: bool) {
        let is_space = |byte: &&u8| **byte == b' ' || tabs_too && **byte == b'\t';
        let count = self.rest().iter().take_while(is_space).count();
        self.advance(count, count);
    }

    /// Skips spaces and tabs.
    pub(super) fn skip_blanks(&mut self) {
        self.skip_spaces(true);
    }

    /// Skips what is left of the line.
    pub(super) fn skip_to_break(&mut self) {
        let rest = self.rest();
        let mut bytes = 0;
        let mut characters = 0;
        for (index, byte) in rest.iter().enumerate() {
            let may_end = matches!(byte, 0 | b'\n' | b'\r' | 0xC2 | 0xE2);
            if may_end && (*byte == 0 || self.break_width(index) > 0) {
                break;
            }
            bytes = index + 1;
            characters += usize::from(!is_continuation(*byte));
        }
        self.advance(bytes, characters);
    }

    /// Skips a line break, if there is one.
    pub(super) fn skip_line_break(&mut self) {
        let is_crlf = self.peek(0) == b'\r' && self.peek(1) == b'\n';
        let width = if is_crlf { 2 } else { self.break_width(0) };
        if width > 0 {
            self.at += width;
            self.mark.index += if is_crlf { 2 } else { 1 };
            self.mark.column = 0;
            self.mark.line = self.mark.line.saturating_add(1);
        }
    }

    /// Skips a line break, if there is one, and says what it is in a text. The separators of Unicode
    /// stay what they are.
    pub(super) fn read_line_break(&mut self) -> &'static str {
        let text = match (self.break_width(0), self.peek(2)) {
            (0, _) => return "",
            (3, 0xA8) => "\u{2028}",
            (3, _) => "\u{2029}",
            _ => "\n",
        };
        self.skip_line_break();
        text
    }
}

/// Whether a byte is not the first one of a character.
pub(super) fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// How many bytes the reference decodes at once.
const CHUNK: usize = 16 * 1024;

/// Where the part of the text begins that holds a character which no text may hold. The reference
/// decodes in parts, and complains of the character before it looks at anything else of its part.
fn unreadable_from(text: &str, bad: usize) -> usize {
    let mut start = 0;
    loop {
        let end = text.floor_char_boundary(start + CHUNK);
        if bad < end || end <= start {
            return start;
        }
        start = end;
    }
}

/// The first character that no text may hold.
fn forbidden(bytes: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        let rest = bytes.get(from..)?;
        let suspect = from + rest.iter().position(|byte| IS_SUSPECT[usize::from(*byte)])?;
        let next = |ahead: usize| bytes.get(suspect + ahead).copied().unwrap_or(0);
        let is_forbidden = match next(0) {
            0xC2 => (0x80..0xA0).contains(&next(1)) && next(1) != 0x85,
            0xEF => next(1) == 0xBF && next(2) >= 0xBE,
            _ => true,
        };
        if is_forbidden {
            return Some(suspect);
        }
        from = suspect + 1;
    }
}

/// Which bytes are forbidden, or may begin a character that is.
static IS_SUSPECT: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 0x20 {
        table[byte] = !matches!(byte, 0x09 | 0x0A | 0x0D);
        byte += 1;
    }
    table[0x7F] = true;
    table[0xC2] = true;
    table[0xEF] = true;
    table
};
