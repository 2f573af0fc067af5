//! Scans plain scalars, which have no quotes.

use std::borrow::Cow;

use super::{MAX_KEY_LENGTH, Result, Scanner};
use crate::yaml::cursor::{Mark, is_continuation};
use crate::yaml::scanner::flow_scalar::Breaks;
use crate::yaml::token::{Token, TokenData};

impl<'a> Scanner<'a> {
    pub(super) fn fetch_plain_scalar(&mut self) -> Result<()> {
        let may_be_key = self.key_allowed && self.flow_level == 0;
        self.save_key()?;
        self.key_allowed = false;
        let token = self.scan_plain_scalar()?;
        if may_be_key && self.is_key(token.start) {
            self.push_key(token);
            return Ok(());
        }
        // The entry ends here, so the scalar is not a key. Discarding it now makes the token final
        // at once.
        if self.flow_level > 0 && matches!(self.cursor.peek(0), b',' | b']' | b'}') {
            self.keys.take();
        }
        self.tokens.push_back(token);
        Ok(())
    }

    /// Whether a scalar in a block is a key because its `:` follows immediately. This common case
    /// is detected here to avoid inserting tokens later.
    fn is_key(&self, start: Mark) -> bool {
        self.cursor.peek(0) == b':'
            && self.cursor.is_space_or_end(1)
            && start.line == self.cursor.mark.line
            && start.index + MAX_KEY_LENGTH >= self.cursor.mark.index
    }

    /// Adds the tokens of a key and its `:`.
    fn push_key(&mut self, scalar: Token<'a>) {
        self.keys.take();
        let start = scalar.start;
        self.roll_indent(start, None, TokenData::BlockMappingStart);
        self.tokens.push_back(Token { data: TokenData::Key, start, end: start });
        self.tokens.push_back(scalar);
        self.push_indicator(TokenData::Value);
    }

    fn scan_plain_scalar(&mut self) -> Result<Token<'a>> {
        let start = self.cursor.mark;
        let mut end = start;
        // The value so far is `folded` followed by the text between `from` and `to`.
        let mut folded = String::new();
        let (mut from, mut to) = (self.cursor.at, self.cursor.at);
        let mut breaks = Breaks::default();
        let mut after_break = false;
        loop {
            if self.cursor.is_document_indicator() || self.cursor.peek(0) == b'#' {
                break;
            }
            let run = self.cursor.at;
            self.skip_plain_run(start)?;
            if self.cursor.at > run {
                if after_break {
                    folded.push_str(self.cursor.slice(from, to));
                    breaks.fold_into(&mut folded);
                    from = run;
                    after_break = false;
                }
                to = self.cursor.at;
                end = self.cursor.mark;
            }
            if !self.cursor.is_blank() && !self.cursor.is_break() {
                break;
            }
            self.skip_plain_space(start, &mut breaks, &mut after_break)?;
            if self.flow_level == 0 && i64::from(self.cursor.mark.column) <= self.indent {
                break;
            }
        }
        if after_break {
            self.key_allowed = true;
        }
        let last = self.cursor.slice(from, to);
        let value = if folded.is_empty() {
            Cow::Borrowed(last)
        } else {
            folded.push_str(last);
            Cow::Owned(folded)
        };
        Ok(Token { data: TokenData::Scalar { value, is_plain: true }, start, end })
    }

    /// Skips characters up to a space or the end of the scalar.
    fn skip_plain_run(&mut self, start: Mark) -> Result<()> {
        let in_flow = self.flow_level > 0;
        let rest = self.cursor.rest();
        let mut bytes = 0;
        let mut characters = 0;
        loop {
            let run = rest[bytes..].iter().take_while(|byte| IS_WORDLIKE[usize::from(**byte)]);
            let run = run.count();
            bytes += run;
            characters += run;
            let byte = rest.get(bytes).copied().unwrap_or(0);
            match byte {
                0 | b' ' | b'\t' | b'\n' | b'\r' => break,
                0xC2 | 0xE2 if self.cursor.break_width(bytes) > 0 => break,
                b':' if in_flow && b",?[]{}".contains(&self.cursor.peek(bytes + 1)) => {
                    self.cursor.advance(bytes, characters);
                    let text = "found unexpected ':'";
                    return self.fail("while scanning a plain scalar", start, text);
                }
                b':' if self.cursor.is_space_or_end(bytes + 1) => break,
                b',' | b'[' | b']' | b'{' | b'}' if in_flow => break,
                _ => {}
            }
            bytes += 1;
            characters += usize::from(!is_continuation(byte));
        }
        self.cursor.advance(bytes, characters);
        Ok(())
    }

    fn skip_plain_space(
        &mut self,
        start: Mark,
        breaks: &mut Breaks,
        after_break: &mut bool,
    ) -> Result<()> {
        loop {
            if self.cursor.is_blank() {
                let is_indentation =
                    *after_break && i64::from(self.cursor.mark.column) <= self.indent;
                if is_indentation && self.cursor.peek(0) == b'\t' {
                    let text = "found a tab character that violates indentation";
                    return self.fail("while scanning a plain scalar", start, text);
                }
                self.cursor.skip();
            } else if self.cursor.is_break() {
                breaks.read(&mut self.cursor);
                *after_break = true;
            } else {
                return Ok(());
            }
        }
    }
}

/// The ASCII characters that never end a plain scalar, in any context.
static IS_WORDLIKE: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0x21;
    while byte < 0x7F {
        table[byte] = !matches!(byte as u8, b':' | b',' | b'[' | b']' | b'{' | b'}');
        byte += 1;
    }
    table
};
