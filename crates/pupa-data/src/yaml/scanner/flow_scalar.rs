//! Scans quoted scalars.

use std::borrow::Cow;

use super::{Result, Scanner};
use crate::yaml::cursor::{Cursor, Mark, is_continuation};
use crate::yaml::token::{Token, TokenData};

/// The line breaks between two parts of a scalar.
#[derive(Default)]
pub(super) struct Breaks {
    /// The first line break; empty if there is none.
    first: &'static str,
    /// The line breaks after it, which end empty lines.
    further: String,
    /// Whether the first line break is escaped by a backslash.
    is_escaped: bool,
}

impl Breaks {
    /// Scans a line break.
    pub(super) fn read(&mut self, cursor: &mut Cursor<'_>) {
        let line_break = cursor.read_line_break();
        if self.is_none() {
            self.first = line_break;
        } else {
            self.further.push_str(line_break);
        }
    }

    /// Appends the folded form to a text: a single line break is a space, and the first of several
    /// is dropped.
    pub(super) fn fold_into(&mut self, text: &mut String) {
        if !self.first.starts_with('\n') {
            text.push_str(self.first);
            text.push_str(&self.further);
        } else if self.further.is_empty() {
            text.push(' ');
        } else {
            text.push_str(&self.further);
        }
        self.first = "";
        self.further.clear();
        self.is_escaped = false;
    }

    fn is_none(&self) -> bool {
        self.first.is_empty() && !self.is_escaped
    }
}

/// An unfinished quoted scalar.
struct Quoted {
    quote: u8,
    start: Mark,
    /// The value so far, without the text between `from` and the cursor.
    text: String,
    from: usize,
    breaks: Breaks,
}

impl<'a> Scanner<'a> {
    pub(super) fn fetch_flow_scalar(&mut self) -> Result<()> {
        self.save_key()?;
        self.key_allowed = false;
        let start = self.cursor.mark;
        let quote = self.cursor.peek(0);
        self.cursor.skip();
        let from = self.cursor.at;
        let quoted = Quoted { quote, start, text: String::new(), from, breaks: Breaks::default() };
        let value = self.scan_quoted(quoted)?;
        self.cursor.skip();
        let end = self.cursor.mark;
        self.tokens.push_back(Token {
            data: TokenData::Scalar { value, is_plain: false },
            start,
            end,
        });
        Ok(())
    }

    /// Scans up to the closing quote.
    fn scan_quoted(&mut self, mut quoted: Quoted) -> Result<Cow<'a, str>> {
        let context = "while scanning a quoted scalar";
        loop {
            if self.cursor.is_document_indicator() {
                let text = "found unexpected document indicator";
                return self.fail(context, quoted.start, text);
            }
            if self.cursor.is_end() {
                return self.fail(context, quoted.start, "found unexpected end of stream");
            }
            self.scan_quoted_run(&mut quoted)?;
            if self.cursor.peek(0) == quoted.quote {
                let last = self.cursor.slice(quoted.from, self.cursor.at);
                if quoted.text.is_empty() {
                    return Ok(Cow::Borrowed(last));
                }
                quoted.text.push_str(last);
                return Ok(Cow::Owned(quoted.text));
            }
            self.scan_quoted_space(&mut quoted);
        }
    }

    /// Scans characters up to a space, a line break or the closing quote.
    fn scan_quoted_run(&mut self, quoted: &mut Quoted) -> Result<()> {
        let is_double = quoted.quote == b'"';
        loop {
            self.skip_ordinary(quoted.quote);
            let next = self.cursor.peek(0);
            if !is_double && next == b'\'' && self.cursor.peek(1) == b'\'' {
                self.cursor.skip();
                quoted.text.push_str(self.cursor.slice(quoted.from, self.cursor.at));
                self.cursor.skip();
                quoted.from = self.cursor.at;
            } else if is_double && next == b'\\' {
                quoted.text.push_str(self.cursor.slice(quoted.from, self.cursor.at));
                if self.cursor.break_width(1) > 0 {
                    self.cursor.skip();
                    self.cursor.skip_line_break();
                    quoted.breaks.is_escaped = true;
                    quoted.from = self.cursor.at;
                    return Ok(());
                }
                self.scan_escape(quoted)?;
                quoted.from = self.cursor.at;
            } else {
                return Ok(());
            }
        }
    }

    /// Skips characters without a special meaning in quotes.
    fn skip_ordinary(&mut self, quote: u8) {
        let mut bytes = 0;
        let mut characters = 0;
        loop {
            let byte = self.cursor.peek(bytes);
            match byte {
                0 | b' ' | b'\t' | b'\n' | b'\r' => break,
                0xC2 | 0xE2 if self.cursor.break_width(bytes) > 0 => break,
                b'\\' if quote == b'"' => break,
                _ if byte == quote => break,
                _ => {}
            }
            bytes += 1;
            characters += usize::from(!is_continuation(byte));
        }
        self.cursor.advance(bytes, characters);
    }

    /// Scans spaces and line breaks.
    fn scan_quoted_space(&mut self, quoted: &mut Quoted) {
        let to = self.cursor.at;
        loop {
            if self.cursor.is_blank() {
                self.cursor.skip();
            } else if self.cursor.is_break() {
                if quoted.breaks.is_none() {
                    // Spaces before a line break are dropped.
                    quoted.text.push_str(self.cursor.slice(quoted.from, to));
                }
                quoted.breaks.read(&mut self.cursor);
            } else {
                break;
            }
        }
        if !quoted.breaks.is_none() {
            quoted.breaks.fold_into(&mut quoted.text);
            quoted.from = self.cursor.at;
        }
    }

    fn scan_escape(&mut self, quoted: &mut Quoted) -> Result<()> {
        let context = "while parsing a quoted scalar";
        let escape = self.cursor.peek(1);
        let character = match escape {
            b'0' => '\0',
            b'a' => '\x07',
            b'b' => '\x08',
            b't' | b'\t' => '\t',
            b'n' => '\n',
            b'v' => '\x0B',
            b'f' => '\x0C',
            b'r' => '\r',
            b'e' => '\x1B',
            b' ' | b'"' | b'/' | b'\\' => char::from(escape),
            b'N' => '\u{85}',
            b'_' => '\u{A0}',
            b'L' => '\u{2028}',
            b'P' => '\u{2029}',
            b'x' => return self.scan_code(quoted, 2),
            b'u' => return self.scan_code(quoted, 4),
            b'U' => return self.scan_code(quoted, 8),
            _ => return self.fail(context, quoted.start, "found unknown escape character"),
        };
        self.cursor.skip_ascii(2);
        quoted.text.push(character);
        Ok(())
    }

    /// Scans the hexadecimal code of an escaped character.
    fn scan_code(&mut self, quoted: &mut Quoted, digits: usize) -> Result<()> {
        let context = "while parsing a quoted scalar";
        self.cursor.skip_ascii(2);
        let mut code: u32 = 0;
        for ahead in 0..digits {
            let Some(digit) = char::from(self.cursor.peek(ahead)).to_digit(16) else {
                let text = "did not find expected hexdecimal number";
                return self.fail(context, quoted.start, text);
            };
            code = code << 4 | digit;
        }
        let Some(character) = char::from_u32(code) else {
            let text = "found invalid Unicode character escape code";
            return self.fail(context, quoted.start, text);
        };
        quoted.text.push(character);
        self.cursor.skip_ascii(digits);
        Ok(())
    }
}
