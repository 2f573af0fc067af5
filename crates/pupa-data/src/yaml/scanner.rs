//! Splits a text into tokens as libyaml does: indentation becomes tokens, and a simple key is
//! recognised when its `:` is found.
//!
//! Which texts are valid, and with which error the others fail, depends on the order of the steps.
//! Therefore this module follows libyaml 0.2.5 closely, and uses its names and messages.

mod block_scalar;
mod directive;
mod flow_scalar;
mod plain_scalar;
mod simple_keys;
mod tag;

use std::collections::VecDeque;

use super::cursor::{Cursor, Mark};
use super::token::{SyntaxError, Token, TokenData};
use simple_keys::{SimpleKey, SimpleKeys, missing_colon};

/// The maximum length of a simple key in characters.
const MAX_KEY_LENGTH: usize = 1024;

/// Reads the tokens of a text.
pub(super) struct Scanner<'a> {
    cursor: Cursor<'a>,
    tokens: VecDeque<Token<'a>>,
    /// The number of tokens consumed so far.
    taken: usize,
    /// Whether the first token is final: no key token can be inserted before it any more.
    is_ready: bool,
    has_started: bool,
    /// The number of open `[` and `{`.
    flow_level: usize,
    /// The indentation of the current block; -1 outside of all blocks.
    indent: i64,
    /// The indentations of the enclosing blocks.
    indents: Vec<i64>,
    /// Whether a simple key is allowed here.
    key_allowed: bool,
    keys: SimpleKeys,
}

type Result<T> = std::result::Result<T, Box<SyntaxError>>;

impl<'a> Scanner<'a> {
    /// A scanner at the start of a text.
    pub(super) fn new(text: &'a str) -> Scanner<'a> {
        Scanner {
            cursor: Cursor::new(text),
            tokens: VecDeque::new(),
            taken: 0,
            is_ready: false,
            has_started: false,
            flow_level: 0,
            indent: -1,
            indents: Vec::new(),
            key_allowed: true,
            keys: SimpleKeys::new(),
        }
    }

    /// The next token, without consuming it.
    pub(super) fn peek(&mut self) -> Result<&mut Token<'a>> {
        if !self.is_ready {
            self.fetch_until_ready()?;
        }
        let end = self.cursor.mark;
        if self.tokens.is_empty() {
            self.tokens.push_back(Token { data: TokenData::StreamEnd, start: end, end });
        }
        Ok(&mut self.tokens[0])
    }

    /// Consumes the next token.
    pub(super) fn take(&mut self) {
        self.tokens.pop_front();
        self.taken += 1;
        self.is_ready = false;
    }

    fn fetch_until_ready(&mut self) -> Result<()> {
        while self.needs_more()? {
            let fetched = self.fetch();
            if self.cursor.is_unreadable() {
                return Err(control_character(self.cursor.forbidden_mark()));
            }
            fetched?;
        }
        self.is_ready = true;
        Ok(())
    }

    /// Whether a key token may still be inserted before the first token.
    fn needs_more(&mut self) -> Result<bool> {
        if self.tokens.is_empty() {
            return Ok(true);
        }
        self.keys.remove_stale(self.cursor.mark)?;
        Ok(self.keys.has_token(self.taken))
    }

    /// Scans the next one or more tokens.
    fn fetch(&mut self) -> Result<()> {
        if !self.has_started {
            self.has_started = true;
            self.push(TokenData::StreamStart, self.cursor.mark);
            return Ok(());
        }
        self.skip_to_token();
        self.keys.remove_stale(self.cursor.mark)?;
        self.unroll_indent(i64::from(self.cursor.mark.column));
        let (in_flow, in_block) = (self.flow_level > 0, self.flow_level == 0);
        match self.cursor.peek(0) {
            0 => self.fetch_stream_end(),
            b'%' if self.cursor.mark.column == 0 => self.fetch_directive(),
            b'-' if self.cursor.is_document_indicator() => {
                self.fetch_document_indicator(TokenData::DocumentStart)
            }
            b'.' if self.cursor.is_document_indicator() => {
                self.fetch_document_indicator(TokenData::DocumentEnd)
            }
            b'[' => self.fetch_flow_start(TokenData::FlowSequenceStart),
            b'{' => self.fetch_flow_start(TokenData::FlowMappingStart),
            b']' => self.fetch_flow_end(TokenData::FlowSequenceEnd),
            b'}' => self.fetch_flow_end(TokenData::FlowMappingEnd),
            b',' => self.fetch_flow_entry(),
            b'-' if self.cursor.is_space_or_end(1) => self.fetch_block_entry(),
            b'?' if in_flow || self.cursor.is_space_or_end(1) => self.fetch_key(),
            b':' if in_flow || self.cursor.is_space_or_end(1) => self.fetch_value(),
            b'*' | b'&' => self.fetch_anchor(),
            b'!' => self.fetch_tag(),
            b'|' | b'>' if in_block => self.fetch_block_scalar(),
            b'\'' | b'"' => self.fetch_flow_scalar(),
            b'#' | b'|' | b'>' | b'%' | b'@' | b'`' | b'\t' | b' ' => self.invalid_character(),
            _ if self.cursor.is_break() => self.invalid_character(),
            _ => self.fetch_plain_scalar(),
        }
    }

    fn invalid_character(&mut self) -> Result<()> {
        let text = "found character that cannot start any token";
        self.fail("while scanning for the next token", self.cursor.mark, text)
    }

    /// Skips spaces, comments and line breaks.
    fn skip_to_token(&mut self) {
        loop {
            // A byte order mark may begin any line.
            if self.cursor.mark.column == 0
                && self.cursor.peek(0) == 0xEF
                && self.cursor.peek(1) == 0xBB
                && self.cursor.peek(2) == 0xBF
            {
                self.cursor.skip();
            }
            // Tabs are not allowed where indentation matters.
            let tabs_too = self.flow_level > 0 || !self.key_allowed;
            self.cursor.skip_spaces(tabs_too);
            if self.cursor.peek(0) == b'#' {
                self.cursor.skip_to_break();
            }
            if !self.cursor.is_break() {
                return;
            }
            self.cursor.skip_line_break();
            if self.flow_level == 0 {
                self.key_allowed = true;
            }
        }
    }

    fn push(&mut self, data: TokenData<'a>, start: Mark) {
        self.tokens.push_back(Token { data, start, end: self.cursor.mark });
    }

    /// Adds a token of one character.
    fn push_indicator(&mut self, data: TokenData<'a>) {
        let start = self.cursor.mark;
        self.cursor.skip();
        self.push(data, start);
    }

    fn fail<T>(
        &self,
        context: &'static str,
        context_mark: Mark,
        problem: &'static str,
    ) -> Result<T> {
        Err(Box::new(SyntaxError {
            problem,
            context,
            context_mark,
            problem_mark: self.cursor.mark,
        }))
    }

    /// Records that the next token may be a simple key.
    fn save_key(&mut self) -> Result<()> {
        if !self.key_allowed {
            return Ok(());
        }
        let mark = self.cursor.mark;
        let is_required = self.flow_level == 0 && self.indent == i64::from(mark.column);
        let token = self.taken + self.tokens.len();
        self.remove_key()?;
        self.keys.set(SimpleKey { is_required, token, mark });
        Ok(())
    }

    /// Discards the possible simple key of the current level.
    fn remove_key(&mut self) -> Result<()> {
        match self.keys.take() {
            Some(key) if key.is_required => Err(missing_colon(key.mark, self.cursor.mark)),
            _ => Ok(()),
        }
    }

    /// Begins a block at a position that is indented more than the enclosing block. Its token is
    /// inserted before the token with the number `before`, or appended.
    fn roll_indent(&mut self, mark: Mark, before: Option<usize>, data: TokenData<'a>) {
        let column = i64::from(mark.column);
        if self.flow_level > 0 || self.indent >= column {
            return;
        }
        self.indents.push(self.indent);
        self.indent = column;
        let token = Token { data, start: mark, end: mark };
        match before {
            Some(number) => self.insert(number, token),
            None => self.tokens.push_back(token),
        }
    }

    fn insert(&mut self, number: usize, token: Token<'a>) {
        let index = number.saturating_sub(self.taken).min(self.tokens.len());
        self.tokens.insert(index, token);
    }

    /// Ends the blocks with an indentation greater than a column.
    fn unroll_indent(&mut self, column: i64) {
        if self.flow_level > 0 {
            return;
        }
        while self.indent > column {
            self.push(TokenData::BlockEnd, self.cursor.mark);
            self.indent = self.indents.pop().unwrap_or(-1);
        }
    }

    fn fetch_stream_end(&mut self) -> Result<()> {
        if self.cursor.mark.column != 0 {
            self.cursor.mark.column = 0;
            self.cursor.mark.line = self.cursor.mark.line.saturating_add(1);
        }
        self.unroll_indent(-1);
        self.remove_key()?;
        self.key_allowed = false;
        self.push(TokenData::StreamEnd, self.cursor.mark);
        Ok(())
    }

    fn fetch_document_indicator(&mut self, data: TokenData<'a>) -> Result<()> {
        self.unroll_indent(-1);
        self.remove_key()?;
        self.key_allowed = false;
        let start = self.cursor.mark;
        self.cursor.skip_ascii(3);
        self.push(data, start);
        Ok(())
    }

    fn fetch_flow_start(&mut self, data: TokenData<'a>) -> Result<()> {
        self.save_key()?;
        self.keys.begin_level();
        self.flow_level += 1;
        self.key_allowed = true;
        self.push_indicator(data);
        Ok(())
    }

    fn fetch_flow_end(&mut self, data: TokenData<'a>) -> Result<()> {
        self.remove_key()?;
        if self.flow_level > 0 {
            self.flow_level -= 1;
            self.keys.end_level();
        }
        self.key_allowed = false;
        self.push_indicator(data);
        Ok(())
    }

    fn fetch_flow_entry(&mut self) -> Result<()> {
        self.remove_key()?;
        self.key_allowed = true;
        self.push_indicator(TokenData::FlowEntry);
        Ok(())
    }

    fn fetch_block_entry(&mut self) -> Result<()> {
        if self.flow_level == 0 {
            if !self.key_allowed {
                let text = "block sequence entries are not allowed in this context";
                return self.fail("", self.cursor.mark, text);
            }
            self.roll_indent(self.cursor.mark, None, TokenData::BlockSequenceStart);
        }
        self.remove_key()?;
        self.key_allowed = true;
        self.push_indicator(TokenData::BlockEntry);
        Ok(())
    }

    fn fetch_key(&mut self) -> Result<()> {
        if self.flow_level == 0 {
            if !self.key_allowed {
                let text = "mapping keys are not allowed in this context";
                return self.fail("", self.cursor.mark, text);
            }
            self.roll_indent(self.cursor.mark, None, TokenData::BlockMappingStart);
        }
        self.remove_key()?;
        self.key_allowed = self.flow_level == 0;
        self.push_indicator(TokenData::Key);
        Ok(())
    }

    fn fetch_value(&mut self) -> Result<()> {
        match self.keys.take() {
            Some(SimpleKey { token: number, mark, .. }) => {
                self.insert(number, Token { data: TokenData::Key, start: mark, end: mark });
                self.roll_indent(mark, Some(number), TokenData::BlockMappingStart);
                self.key_allowed = false;
            }
            None => {
                if self.flow_level == 0 {
                    if !self.key_allowed {
                        let text = "mapping values are not allowed in this context";
                        return self.fail("", self.cursor.mark, text);
                    }
                    self.roll_indent(self.cursor.mark, None, TokenData::BlockMappingStart);
                }
                self.key_allowed = self.flow_level == 0;
            }
        }
        self.push_indicator(TokenData::Value);
        Ok(())
    }

    /// Scans `&name` or `*name`.
    fn fetch_anchor(&mut self) -> Result<()> {
        self.save_key()?;
        self.key_allowed = false;
        let start = self.cursor.mark;
        let is_alias = self.cursor.peek(0) == b'*';
        self.cursor.skip();
        let name = self.read_word();
        let ends = b"?:,]}%@`".contains(&self.cursor.peek(0)) || self.cursor.is_space_or_end(0);
        if name.is_empty() || !ends {
            let context =
                if is_alias { "while scanning an alias" } else { "while scanning an anchor" };
            let text = "did not find expected alphabetic or numeric character";
            return self.fail(context, start, text);
        }
        self.push(if is_alias { TokenData::Alias(name) } else { TokenData::Anchor(name) }, start);
        Ok(())
    }

    /// Scans letters, digits, `_` and `-`.
    fn read_word(&mut self) -> &'a str {
        let from = self.cursor.at;
        while is_word_character(self.cursor.peek(0)) {
            self.cursor.skip();
        }
        self.cursor.slice(from, self.cursor.at)
    }
}

fn is_word_character(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// The error for a forbidden character.
///
/// Compat: the message names the start of the text, wherever the character is.
fn control_character(at: Mark) -> Box<SyntaxError> {
    let problem = "control characters are not allowed";
    Box::new(SyntaxError { problem, context: "", context_mark: Mark::default(), problem_mark: at })
}
