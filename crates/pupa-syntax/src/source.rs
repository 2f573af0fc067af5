//! Source texts, positions in them, and the conversion of positions to lines and columns.
//!
//! This module imports no other module of the project. Offsets are in bytes; lines and columns
//! count from 1, and a column counts characters, as in the reference.

use std::sync::OnceLock;

/// A range of a source text, in bytes. `end` is exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// The first byte after the range.
    pub end: u32,
}

impl Span {
    /// The range from `start` up to `end`.
    pub const fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// The empty range at `offset`.
    pub const fn at(offset: u32) -> Span {
        Span { start: offset, end: offset }
    }

    /// The smallest range that contains both.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Returns the number of bytes.
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Whether the range is empty.
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }
}

/// A line and a column, both from 1; the column counts characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// The largest source text that can be parsed, in bytes.
///
/// One bit of a 32-bit offset distinguishes text in the file from text that the lexer made.
pub const MAX_SOURCE_LEN: usize = (1 << 31) - 1;

/// A named source text.
///
/// ```
/// use pupa_syntax::source::Source;
/// let source = Source::new("site.pp", "node a {\n  é($x)\n}\n");
/// let position = source.position(14);
/// assert_eq!((position.line, position.column), (2, 5));
/// ```
#[derive(Debug)]
pub struct Source {
    name: String,
    text: String,
    /// The number of its first line in the file.
    first_line: u32,
    line_starts: OnceLock<Vec<u32>>,
    /// The number of characters that start before every `LONG_LINE`th byte.
    checkpoints: OnceLock<Vec<u32>>,
}

/// The length of a line in bytes from which on character counts are cached.
const LONG_LINE: usize = 4096;

impl Source {
    /// A source text with its name in messages, usually a path.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source::excerpt(name, text, 1)
    }

    /// Some lines of a file, of which the first has this number.
    ///
    /// ```
    /// use pupa_syntax::source::Source;
    /// assert_eq!(Source::excerpt("data.yaml", "a: 1\nb: 2\n", 40).line_of(6), 41);
    /// ```
    pub fn excerpt(name: impl Into<String>, text: impl Into<String>, first_line: u32) -> Source {
        Source {
            name: name.into(),
            text: text.into(),
            first_line: first_line.max(1),
            line_starts: OnceLock::new(),
            checkpoints: OnceLock::new(),
        }
    }

    /// The number of the first line; 1 unless the source is an excerpt.
    pub fn first_line(&self) -> u32 {
        self.first_line
    }

    /// The name of the source in messages; empty if it has none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a range; empty if the range is not inside the text.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// The line (from 1) of a byte offset. An offset after the end counts as the end.
    pub fn line_of(&self, offset: u32) -> u32 {
        let offset = (offset as usize).min(self.text.len());
        let lines = self.line_starts().partition_point(|&start| start as usize <= offset).max(1);
        self.first_line + (lines as u32 - 1)
    }

    /// The line and column of a byte offset. An offset after the end counts as the end.
    pub fn position(&self, offset: u32) -> Position {
        let line = self.line_of(offset);
        let start = self.line_start(line) as usize;
        let offset = (offset as usize).min(self.text.len());
        let characters = match offset - start {
            ..LONG_LINE => count_characters(&self.text.as_bytes()[start..offset]),
            _ => self.characters_before(offset) - self.characters_before(start),
        };
        Position { line, column: characters as u32 + 1 }
    }

    /// The byte offset of a line and column, and the end of the line if it has no such column.
    ///
    /// ```
    /// use pupa_syntax::source::Source;
    /// let source = Source::new("site.pp", "node a {\n  é($x)\n}\n");
    /// assert_eq!(source.offset(source.position(14)), 14);
    /// ```
    pub fn offset(&self, position: Position) -> u32 {
        let index = position.line.saturating_sub(self.first_line) as usize;
        let Some(&start) = self.line_starts().get(index) else { return self.text.len() as u32 };
        let start = start as usize;
        let end = start + self.line(position.line).len();
        let column = position.column.saturating_sub(1) as usize;
        let (from, before) = match end - start {
            ..LONG_LINE => (start, column),
            _ => self.near(self.characters_before(start) + column),
        };
        let bytes = self.text.as_bytes().get(from..end).unwrap_or_default();
        let mut starts = bytes.iter().enumerate().filter(|(_, byte)| **byte & 0xC0 != 0x80);
        starts.nth(before).map_or(end, |(at, _)| from + at) as u32
    }

    /// An offset shortly before a character, and the number of characters that start between both.
    fn near(&self, character: usize) -> (usize, usize) {
        let checkpoints = self.checkpoints();
        let behind = checkpoints.partition_point(|&before| before as usize <= character);
        let chunk = behind.saturating_sub(1);
        let before = checkpoints.get(chunk).copied().unwrap_or_default() as usize;
        (chunk * LONG_LINE, character - before)
    }

    /// Returns the number of characters before every `LONG_LINE`th byte. Computed once, so that
    /// many positions in one very long line cost no more than in many lines.
    fn checkpoints(&self) -> &[u32] {
        self.checkpoints.get_or_init(|| {
            let mut before = 0;
            let count = |chunk: &[u8]| {
                let here = before;
                before += count_characters(chunk) as u32;
                here
            };
            self.text.as_bytes().chunks(LONG_LINE).map(count).collect()
        })
    }

    /// Returns the number of characters that begin before an offset.
    fn characters_before(&self, offset: usize) -> usize {
        let chunk = offset / LONG_LINE;
        match self.checkpoints().get(chunk) {
            Some(&before) => {
                let rest = &self.text.as_bytes()[chunk * LONG_LINE..offset];
                before as usize + count_characters(rest)
            }
            None => count_characters(&self.text.as_bytes()[..offset]),
        }
    }

    /// The text of a line (from 1) without its line break.
    pub fn line(&self, line: u32) -> &str {
        let starts = self.line_starts();
        let index = line.saturating_sub(self.first_line) as usize;
        let Some(&start) = starts.get(index) else { return "" };
        let end = starts.get(index + 1).map_or(self.text.len(), |&next| next as usize);
        self.text[start as usize..end].trim_end_matches(['\n', '\r'])
    }

    /// The offset at which a line (from 1) starts. A line after the end starts at the end.
    pub fn line_start(&self, line: u32) -> u32 {
        let index = line.saturating_sub(self.first_line) as usize;
        self.line_starts().get(index).copied().unwrap_or(self.text.len() as u32)
    }

    /// Offsets at which lines begin; the first is 0.
    pub fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let breaks = memchr::memchr_iter(b'\n', self.text.as_bytes());
            std::iter::once(0).chain(breaks.map(|at| at as u32 + 1)).collect()
        })
    }
}

/// Returns the number of characters that begin in a range of UTF-8 text.
fn count_characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str, offset: u32) -> (u32, u32) {
        let position = Source::new("", text).position(offset);
        (position.line, position.column)
    }

    #[test]
    fn counts_lines_and_characters_from_one() {
        assert_eq!(position("", 0), (1, 1));
        assert_eq!(position("ab\ncd", 0), (1, 1));
        assert_eq!(position("ab\ncd", 2), (1, 3));
        assert_eq!(position("ab\ncd", 3), (2, 1));
        assert_eq!(position("aé€b", 6), (1, 4));
    }

    #[test]
    fn long_lines_are_counted_alike() {
        let text = format!("a\n{}b", "é€".repeat(5000));
        let source = Source::new("", text.clone());
        for (characters, (offset, _)) in text[2..].char_indices().enumerate().step_by(997) {
            let position = source.position(offset as u32 + 2);
            assert_eq!((position.line, position.column), (2, characters as u32 + 1));
            assert_eq!(source.offset(position), offset as u32 + 2);
        }
        assert_eq!(source.offset(Position { line: 2, column: 20_000 }), text.len() as u32);
        assert_eq!(source.position(u32::MAX).column, 10_002);
    }

    #[test]
    fn an_offset_behind_the_end_is_the_end() {
        assert_eq!(position("ab\n", 99), (2, 1));
    }

    #[test]
    fn places_outside_of_a_line_are_its_end() {
        let source = Source::new("", "aé\r\nb\n");
        let offset = |line, column| source.offset(Position { line, column });
        assert_eq!([offset(1, 2), offset(1, 3), offset(1, 9), offset(9, 1)], [1, 3, 3, 7]);
        assert_eq!([offset(0, 0), offset(2, 1)], [0, 5]);
    }

    #[test]
    fn an_excerpt_counts_from_its_first_line() {
        let source = Source::excerpt("a", "x: 1\n  y: 2\n", 10);
        assert_eq!(source.position(7), Position { line: 11, column: 3 });
        assert_eq!(source.offset(Position { line: 11, column: 3 }), 7);
        assert_eq!(
            (source.line(11), source.line_start(11), source.line_start(99)),
            ("  y: 2", 5, 12)
        );
    }

    #[test]
    fn lines_come_without_their_breaks() {
        let source = Source::new("", "a\r\nb\n\nc");
        assert_eq!((1..=5).map(|n| source.line(n)).collect::<Vec<_>>(), ["a", "b", "", "c", ""]);
    }
}
