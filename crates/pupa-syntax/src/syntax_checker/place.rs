//! Maps a position in the text of a heredoc to the position in the source file.
//!
//! The text has lost its margin and its escapes, so both are walked side by side.

use crate::source::Span;

/// The range of source that a byte of a heredoc's text comes from. `start` is the start of the text
/// in the source.
pub(super) fn in_source(source: &str, start: u32, text: &str, offset: usize) -> Span {
    let start = start as usize;
    let mut walk = Walk { source: source.get(start..).unwrap_or_default(), text, at: 0, read: 0 };
    walk.go_to(offset.min(text.len()));
    let at = start + walk.at;
    let len = match walk.source.get(walk.at..).and_then(|rest| rest.chars().next()) {
        Some(c) if c != '\n' && c != '\r' && offset < text.len() => c.len_utf8(),
        _ => 0,
    };
    Span::new(at as u32, (at + len) as u32)
}

struct Walk<'a> {
    source: &'a str,
    text: &'a str,
    /// The offset of the walk in the source.
    at: usize,
    /// The offset of the walk in the text.
    read: usize,
}

impl Walk<'_> {
    fn go_to(&mut self, offset: usize) {
        self.skip_margin();
        while self.read < offset {
            let (Some(here), Some(there)) =
                (next(self.source, self.at), next(self.text, self.read))
            else {
                return;
            };
            if here == '\\' && self.skip_escape(there) {
                continue;
            }
            if here != there {
                // A carriage return may be missing in the text.
                if here != '\r' {
                    return;
                }
                self.at += 1;
                continue;
            }
            self.at += here.len_utf8();
            self.read += here.len_utf8();
            if here == '\n' {
                self.skip_margin();
            }
        }
        self.skip_joined_lines();
    }

    /// Skips escaped line breaks, which leave nothing in the text.
    fn skip_joined_lines(&mut self) {
        let is_joined = |walk: &Self| {
            let rest = walk.source.get(walk.at..).unwrap_or_default();
            (rest.starts_with("\\\n") || rest.starts_with("\\\r\n"))
                && next(walk.text, walk.read) != Some('\\')
        };
        while is_joined(self) {
            let len = if self.source[self.at + 1..].starts_with('\r') { 3 } else { 2 };
            self.at += len;
            self.skip_margin();
        }
    }

    /// Skips the blanks at the start of a source line that are not in the text.
    fn skip_margin(&mut self) {
        let blanks = |text: &str, at: usize| {
            let rest = text.as_bytes().get(at..).unwrap_or_default();
            rest.iter().take_while(|&&byte| byte == b' ' || byte == b'\t').count()
        };
        self.at += blanks(self.source, self.at).saturating_sub(blanks(self.text, self.read));
    }

    /// Skips an escape together with its value; false if there is no escape.
    fn skip_escape(&mut self, there: char) -> bool {
        let rest = self.source.get(self.at + 1..).unwrap_or_default();
        let Some(letter) = rest.chars().next() else { return false };
        let stands_for = match letter {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            's' => ' ',
            '$' | '\\' => letter,
            'u' => return self.skip_unicode_escape(rest, there),
            '\n' | '\r' => {
                let before = self.at;
                self.skip_joined_lines();
                return self.at > before;
            }
            _ => return false,
        };
        if there != stands_for || letter == '\\' && next(self.text, self.read + 1) == Some('\\') {
            return false;
        }
        self.at += 2;
        self.read += there.len_utf8();
        true
    }

    fn skip_unicode_escape(&mut self, rest: &str, there: char) -> bool {
        if there == '\\' {
            return false;
        }
        let len = match rest.strip_prefix("u{") {
            Some(digits) => digits.find('}').map_or(rest.len(), |end| end + 3),
            None => rest.char_indices().nth(5).map_or(rest.len(), |(at, _)| at),
        };
        self.at += 1 + len;
        self.read += there.len_utf8();
        true
    }
}

fn next(text: &str, at: usize) -> Option<char> {
    text.get(at..).and_then(|rest| rest.chars().next())
}

#[cfg(test)]
mod tests {
    use super::in_source;

    /// Returns the source position of the mark `^` in the text of a heredoc that begins at the
    /// start.
    fn place(source: &str, text: &str) -> String {
        let offset = text.find('^').unwrap_or_default();
        let span = in_source(source, 0, &text.replacen('^', "", 1), offset);
        let (before, behind) = source.split_at(span.start as usize);
        format!("{before}^{behind}")
    }

    #[test]
    fn finds_places_behind_margins_and_escapes() {
        assert_eq!(place("abc\ndef\n", "abc\nd^ef\n"), "abc\nd^ef\n");
        assert_eq!(place("  abc\n    def\n", "abc\n  d^ef\n"), "  abc\n    d^ef\n");
        assert_eq!(place("  abc\n\n  def\n", "^abc\n\ndef\n"), "  ^abc\n\n  def\n");
        assert_eq!(place("  a\\tb\\n c\n", "a\tb\n ^c\n"), "  a\\tb\\n ^c\n");
        assert_eq!(place("  a\\\n  b\n", "a^b\n"), "  a\\\n  ^b\n");
        assert_eq!(place("  a\\\\b\n", "a\\^b\n"), "  a\\\\^b\n");
        assert_eq!(place("  \\u00e9b\n", "é^b\n"), "  \\u00e9^b\n");
        assert_eq!(place("  é\\u{1F600}b\n", "é😀^b\n"), "  é\\u{1F600}^b\n");
        assert_eq!(place("  a\\db\n", "a\\d^b\n"), "  a\\d^b\n");
        assert_eq!(place("a\r\nb\r\n", "a\r\n^b\r\n"), "a\r\n^b\r\n");
    }

    #[test]
    fn places_stay_inside_the_source() {
        for offset in [0, 3, 99] {
            assert!(in_source("  x", 0, "completely different", offset).end <= 3);
            assert!(in_source("", 7, "abc", offset).start >= 7);
        }
    }
}
