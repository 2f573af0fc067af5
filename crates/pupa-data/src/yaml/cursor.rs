//! A cursor that moves through a YAML text character by character and tracks lines and columns.

/// A position in a text, in characters counted from 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Mark {
    /// The number of characters before it.
    pub(super) index: usize,
    /// The line.
    pub(super) line: u32,
    /// The column.
    pub(super) column: u32,
}

/// A text with the current position.
///
/// YAML's syntax characters are ASCII, so the text is inspected as bytes. The end of the text reads
/// as the byte 0, which a YAML text cannot contain.
pub(super) struct Cursor<'a> {
    text: &'a str,
    /// The current position as a byte offset.
    pub(super) at: usize,
    /// The current position as a line and column.
    pub(super) mark: Mark,
    /// The offset of the first character that is forbidden in YAML.
    forbidden: Option<usize>,
    /// The offset from which the text is unreadable because of that character.
    unreadable_from: usize,
}

impl<'a> Cursor<'a> {
    /// A cursor at the start of a text.
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        let forbidden = forbidden(text.as_bytes());
        let unreadable_from = forbidden.map_or(usize::MAX, |bad| unreadable_from(text, bad));
        Cursor { text, at: 0, mark: Mark::default(), forbidden, unreadable_from }
    }

    /// The position of the first forbidden character.
    pub(super) fn forbidden_mark(&self) -> Mark {
        let before = self.text.get(..self.forbidden.unwrap_or(0)).unwrap_or_default();
        let line = before.bytes().filter(|byte| *byte == b'\n').count();
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count());
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Mark { index: before.chars().count(), line: number(line), column: number(column) }
    }

    /// Whether the cursor has reached the unreadable part of the text.
    pub(super) fn is_unreadable(&self) -> bool {
        // The scanner looks at up to four characters at once.
        self.at.saturating_add(4) > self.unreadable_from
    }

    /// The byte at an offset from the current one.
    pub(super) fn peek(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    /// The rest of the text.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// The text between two offsets.
    pub(super) fn slice(&self, from: usize, to: usize) -> &'a str {
        self.text.get(from..to).unwrap_or_default()
    }

    /// Whether the cursor is at the end of the text.
    pub(super) fn is_end(&self) -> bool {
        self.peek(0) == 0
    }

    /// Whether the current character is a space or a tab.
    pub(super) fn is_blank(&self) -> bool {
        matches!(self.peek(0), b' ' | b'\t')
    }

    /// Whether the current character is a line break.
    pub(super) fn is_break(&self) -> bool {
        self.break_width(0) > 0
    }

    /// Whether the cursor is at a line break or the end.
    pub(super) fn is_break_or_end(&self) -> bool {
        self.is_end() || self.is_break()
    }

    /// Whether there is a space, a tab, a line break or the end at an offset from the current byte.
    pub(super) fn is_space_or_end(&self, ahead: usize) -> bool {
        matches!(self.peek(ahead), 0 | b' ' | b'\t') || self.break_width(ahead) > 0
    }

    /// The width in bytes of the line break at an offset from the current byte; 0 if there is none.
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

    /// Whether the cursor is at the start of a line that begins with `---` or `...`.
    pub(super) fn is_document_indicator(&self) -> bool {
        self.mark.column == 0
            && (self.starts_with(b'-') || self.starts_with(b'.'))
            && self.is_space_or_end(3)
    }

    /// Whether the next three characters are all `indicator`.
    pub(super) fn starts_with(&self, indicator: u8) -> bool {
        (0..3).all(|ahead| self.peek(ahead) == indicator)
    }

    /// Skips a character other than a line break.
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

    /// Skips ASCII characters.
    pub(super) fn skip_ascii(&mut self, count: usize) {
        for _ in 0..count {
            self.skip();
        }
    }

    /// Skips text without line breaks.
    pub(super) fn advance(&mut self, bytes: usize, characters: usize) {
        self.at += bytes;
        self.mark.index += characters;
        let columns = u32::try_from(characters).unwrap_or(u32::MAX);
        self.mark.column = self.mark.column.saturating_add(columns);
    }

    /// Skips spaces, and tabs too if `tabs_too` is set.
    pub(super) fn skip_spaces(&mut self, tabs_too: bool) {
        let is_space = |byte: &&u8| **byte == b' ' || tabs_too && **byte == b'\t';
        let count = self.rest().iter().take_while(is_space).count();
        self.advance(count, count);
    }

    /// Skips spaces and tabs.
    pub(super) fn skip_blanks(&mut self) {
        self.skip_spaces(true);
    }

    /// Skips the rest of the line.
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

    /// Skips a line break, if there is one, and returns its normalised form: `\n`, except for
    /// Unicode separators, which are kept.
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

/// Whether a byte is a UTF-8 continuation byte.
pub(super) fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// The size of the chunks in bytes that libyaml decodes at once.
const CHUNK: usize = 16 * 1024;

/// The start of the chunk that contains the forbidden character at `bad`.
///
/// Compat: libyaml decodes in chunks and reports the character before it scans anything else in the
/// chunk. Pinned by `forbidden_characters_are_reported_when_their_chunk_is_read`.
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

/// The offset of the first character that is forbidden in YAML.
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

/// The bytes that are forbidden, or may begin a forbidden character.
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
