//! Scans block scalars: literal `|` and folded `>`.

use super::{Result, Scanner};
use crate::yaml::cursor::Mark;
use crate::yaml::token::{Token, TokenData};

const CONTEXT: &str = "while scanning a block scalar";

/// The treatment of line breaks at the end.
#[derive(Clone, Copy, PartialEq)]
enum Chomping {
    /// `-`: all are dropped.
    Strip,
    /// No indicator: one is kept.
    Clip,
    /// `+`: all are kept.
    Keep,
}

/// The indicators after `|` or `>`.
struct Header {
    chomping: Chomping,
    /// The indentation of the text relative to the enclosing block; 0 to detect it.
    increment: i64,
}

impl Scanner<'_> {
    pub(super) fn fetch_block_scalar(&mut self) -> Result<()> {
        self.remove_key()?;
        self.key_allowed = true;
        let is_literal = self.cursor.peek(0) == b'|';
        let start = self.cursor.mark;
        self.cursor.skip();
        let header = self.scan_block_header(start)?;
        self.skip_header_line(start)?;
        let (value, end) = self.scan_lines(&header, is_literal, start)?;
        let data = TokenData::Scalar { value: value.into(), is_plain: false };
        self.tokens.push_back(Token { data, start, end });
        Ok(())
    }

    /// Scans the indicators for chomping and indentation, in any order.
    fn scan_block_header(&mut self, start: Mark) -> Result<Header> {
        let mut header = Header { chomping: Chomping::Clip, increment: 0 };
        if self.scan_chomping(&mut header) {
            self.scan_increment(&mut header, start)?;
        } else if self.scan_increment(&mut header, start)? {
            self.scan_chomping(&mut header);
        }
        Ok(header)
    }

    fn scan_chomping(&mut self, header: &mut Header) -> bool {
        header.chomping = match self.cursor.peek(0) {
            b'+' => Chomping::Keep,
            b'-' => Chomping::Strip,
            _ => return false,
        };
        self.cursor.skip();
        true
    }

    fn scan_increment(&mut self, header: &mut Header, start: Mark) -> Result<bool> {
        let digit = self.cursor.peek(0);
        if digit == b'0' {
            return self.fail(CONTEXT, start, "found an indentation indicator equal to 0");
        }
        if !digit.is_ascii_digit() {
            return Ok(false);
        }
        header.increment = i64::from(digit - b'0');
        self.cursor.skip();
        Ok(true)
    }

    fn skip_header_line(&mut self, start: Mark) -> Result<()> {
        self.cursor.skip_blanks();
        if self.cursor.peek(0) == b'#' {
            self.cursor.skip_to_break();
        }
        if !self.cursor.is_break_or_end() {
            return self.fail(CONTEXT, start, "did not find expected comment or line break");
        }
        self.cursor.skip_line_break();
        Ok(())
    }

    fn scan_lines(
        &mut self,
        header: &Header,
        is_literal: bool,
        start: Mark,
    ) -> Result<(String, Mark)> {
        let mut text = String::new();
        // The line break of the last line, and those of empty lines after it.
        let (mut last_break, mut breaks) = ("", String::new());
        let mut indent = match header.increment {
            0 => 0,
            increment => self.indent.max(0) + increment,
        };
        let mut end = self.scan_breaks(&mut indent, &mut breaks, start)?;
        let mut was_indented = false;
        while i64::from(self.cursor.mark.column) == indent && !self.cursor.is_end() {
            let is_indented = self.cursor.is_blank();
            // Folding joins lines unless one of them is indented more than the block.
            let is_joined =
                !is_literal && last_break.starts_with('\n') && !was_indented && !is_indented;
            if !is_joined {
                text.push_str(last_break);
            } else if breaks.is_empty() {
                text.push(' ');
            }
            text.push_str(&breaks);
            breaks.clear();
            was_indented = is_indented;
            let from = self.cursor.at;
            self.cursor.skip_to_break();
            text.push_str(self.cursor.slice(from, self.cursor.at));
            last_break = self.cursor.read_line_break();
            end = self.scan_breaks(&mut indent, &mut breaks, start)?;
        }
        if header.chomping != Chomping::Strip {
            text.push_str(last_break);
        }
        if header.chomping == Chomping::Keep {
            text.push_str(&breaks);
        }
        Ok((text, end))
    }

    /// Scans indentation and empty lines. If the indentation is unknown, the first line with text
    /// determines it.
    fn scan_breaks(&mut self, indent: &mut i64, breaks: &mut String, start: Mark) -> Result<Mark> {
        let mut end = self.cursor.mark;
        let mut widest = 0;
        loop {
            while self.is_in_indentation(*indent) && self.cursor.peek(0) == b' ' {
                self.cursor.skip();
            }
            widest = widest.max(i64::from(self.cursor.mark.column));
            if self.is_in_indentation(*indent) && self.cursor.peek(0) == b'\t' {
                let text = "found a tab character where an indentation space is expected";
                return self.fail(CONTEXT, start, text);
            }
            if !self.cursor.is_break() {
                break;
            }
            breaks.push_str(self.cursor.read_line_break());
            end = self.cursor.mark;
        }
        if *indent == 0 {
            *indent = widest.max(self.indent + 1).max(1);
        }
        Ok(end)
    }

    fn is_in_indentation(&self, indent: i64) -> bool {
        indent == 0 || i64::from(self.cursor.mark.column) < indent
    }
}
