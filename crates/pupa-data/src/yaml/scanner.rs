//! From text to tokens, as libyaml does it: indentation becomes tokens, and a key is known to be
//! one when its `:` is found.
//!
//! Whether a text is YAML, and what is said of it when it is not, depends on the order of these
//! steps; so they follow libyaml 0.2.5 closely, with its words.

mod block_scalar;
mod directive;
mod flow_scalar;
mod plain_scalar;
mod possible_keys;
mod tag;

use std::collections::VecDeque;

use super::cursor::{Cursor, Mark};
use super::token::{Problem, Token, TokenData};
use possible_keys::{PossibleKey, PossibleKeys, missing_colon};

/// How many characters after its beginning a key without `?` must have ended.
const MAX_KEY_LENGTH: usize = 1024;

/// Reads tokens from a text.
pub(super) struct Scanner<'a> {
    cursor: Cursor<'a>,
    tokens: VecDeque<Token<'a>>,
    /// How many tokens were taken.
    taken: usize,
    /// Whether the first token is surely the next one: no key can come to stand before it.
    is_ready: bool,
    has_started: bool,
    /// How many `[` and `{` are open.
    flow_level: usize,
    /// The indentation of the block that is being read; -1 outside of all.
    indent: i64,
    /// Those of the blocks around it.
    indents: Vec<i64>,
    /// Whether a key without `?` may stand here.
    key_allowed: bool,
    keys: PossibleKeys,
}

type Result<T> = std::result::Result<T, Box<Problem>>;

impl<'a> Scanner<'a> {
    /// Begins to read a text.
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
            keys: PossibleKeys::new(),
        }
    }

    /// The next token, which stays.
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

    /// Drops the token that was looked at.
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

    /// Whether the first token may still come to stand behind the token of a key.
    fn needs_more(&mut self) -> Result<bool> {
        if self.tokens.is_empty() {
            return Ok(true);
        }
        self.keys.expire(self.cursor.mark)?;
        Ok(self.keys.has_token(self.taken))
    }

    /// Reads what stands next into one token or more.
    fn fetch(&mut self) -> Result<()> {
        if !self.has_started {
            self.has_started = true;
            self.push(TokenData::StreamStart, self.cursor.mark);
            return Ok(());
        }
        self.skip_to_token();
        self.keys.expire(self.cursor.mark)?;
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
            b'#' | b'|' | b'>' | b'%' | b'@' | b'`' | b'\t' | b' ' => self.no_token(),
            _ if self.cursor.is_break() => self.no_token(),
            _ => self.fetch_plain_scalar(),
        }
    }

    fn no_token(&mut self) -> Result<()> {
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
            // Tabs may not be where indentation matters.
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

    /// A token of one character.
    fn push_indicator(&mut self, data: TokenData<'a>) {
        let start = self.cursor.mark;
        self.cursor.skip();
        self.push(data, start);
    }

    fn fail<T>(&self, context: &'static str, from: Mark, text: &'static str) -> Result<T> {
        Err(Box::new(Problem { text, context, from, at: self.cursor.mark }))
    }

    /// Remembers that what follows may be a key.
    fn save_key(&mut self) -> Result<()> {
        if !self.key_allowed {
            return Ok(());
        }
        let mark = self.cursor.mark;
        let is_required = self.flow_level == 0 && self.indent == i64::from(mark.column);
        let token = self.taken + self.tokens.len();
        self.drop_key()?;
        self.keys.set(PossibleKey { is_required, token, mark });
        Ok(())
    }

    /// Gives up what could have been a key at this level.
    fn drop_key(&mut self) -> Result<()> {
        match self.keys.take() {
            Some(key) if key.is_required => Err(missing_colon(key.mark, self.cursor.mark)),
            _ => Ok(()),
        }
    }

    /// Begins a block when what stands at a column is indented more than the block around it.
    /// Its token goes before the token of that number, or to the end.
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

    /// Ends the blocks that are indented more than a column.
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
        self.drop_key()?;
        self.key_allowed = false;
        self.push(TokenData::StreamEnd, self.cursor.mark);
        Ok(())
    }

    fn fetch_document_indicator(&mut self, data: TokenData<'a>) -> Result<()> {
        self.unroll_indent(-1);
        self.drop_key()?;
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
        self.drop_key()?;
        if self.flow_level > 0 {
            self.flow_level -= 1;
            self.keys.end_level();
        }
        self.key_allowed = false;
        self.push_indicator(data);
        Ok(())
    }

    fn fetch_flow_entry(&mut self) -> Result<()> {
        self.drop_key()?;
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
        self.drop_key()?;
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
        self.drop_key()?;
        self.key_allowed = self.flow_level == 0;
        self.push_indicator(TokenData::Key);
        Ok(())
    }

    fn fetch_value(&mut self) -> Result<()> {
        match self.keys.take() {
            Some(PossibleKey { token: number, mark, .. }) => {
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

    /// `&name` or `*name`
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

    /// Letters, digits, `_` and `-`.
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

/// The message of the reference names the beginning of the text, wherever the character stands.
fn control_character(at: Mark) -> Box<Problem> {
    let text = "control characters are not allowed";
    Box::new(Problem { text, context: "", from: Mark::default(), at })
}
