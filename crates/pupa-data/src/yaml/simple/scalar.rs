//! Reads scalars of the simple subset: plain, quoted without escapes, and block scalars.

use std::borrow::Cow;

use pupa_value::Value;

use super::Reader;
use super::line::Line;
use crate::document::Place;
use crate::yaml::node::Node;
use crate::yaml::tag::{self, LoadedScalar};

/// The bytes that may begin a plain scalar regardless of what follows.
static BEGINS_PLAIN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte >= 0x80;
        byte += 1;
    }
    let others = b"_/.+($<=~^;";
    let mut at = 0;
    while at < others.len() {
        table[others[at] as usize] = true;
        at += 1;
    }
    table
};

/// The bytes that end or may end a plain scalar in a block.
static MAY_END_PLAIN: [bool; 256] = {
    let mut table = [false; 256];
    table[b'\n' as usize] = true;
    table[b':' as usize] = true;
    table[b'#' as usize] = true;
    table
};

/// The end of a plain scalar.
#[derive(PartialEq, Eq)]
enum End {
    /// The end of the line, or a comment.
    Line,
    /// The colon of a key.
    Colon,
}

impl<'a> Line<'a> {
    fn begins_plain(&self) -> bool {
        match self.byte() {
            b'-' => BEGINS_PLAIN[usize::from(self.ahead(1))],
            byte => BEGINS_PLAIN[usize::from(byte)],
        }
    }

    /// The length and end of a plain scalar in a block.
    fn plain_length(&self) -> (usize, End) {
        let rest = self.rest();
        let mut length = 0;
        loop {
            let run = rest[length..].iter().position(|byte| MAY_END_PLAIN[usize::from(*byte)]);
            length = run.map_or(rest.len(), |run| length + run);
            let is_space = |byte: Option<&u8>| matches!(byte, None | Some(b' ' | b'\n'));
            match rest.get(length) {
                Some(b':') if is_space(rest.get(length + 1)) => break (length, End::Colon),
                Some(b'#') if length > 0 && rest[length - 1] == b' ' => break (length, End::Line),
                Some(b':' | b'#') => length += 1,
                _ => break (length, End::Line),
            }
        }
    }

    /// Consumes a plain scalar of a length; trailing spaces are removed from the result.
    fn take_plain(&mut self, length: usize) -> Option<&'a str> {
        self.take(length).map(|text| text.trim_end_matches(' '))
    }

    /// Reads a plain key up to its colon.
    pub(super) fn plain_key(&mut self) -> Option<&'a str> {
        // `...` ends a document.
        if !self.begins_plain() || matches!(self.byte(), b'.' | b'-') {
            return None;
        }
        match self.plain_length() {
            (length, End::Colon) => self.take_plain(length),
            _ => None,
        }
    }

    /// Whether the cursor is at a key.
    pub(super) fn has_key(&self) -> bool {
        match self.byte() {
            quote @ (b'"' | b'\'') => {
                let after_quotes = |length| self.rest().get(length + 2..).unwrap_or_default();
                let after = self.quoted_length(quote).map_or(&[][..], after_quotes);
                let mut after = after.iter().skip_while(|byte| **byte == b' ');
                after.next() == Some(&b':') && matches!(after.next(), None | Some(b' ' | b'\n'))
            }
            _ => self.begins_plain() && self.plain_length().1 == End::Colon,
        }
    }

    /// The length of the quoted scalar at the cursor, without its quotes; `None` if it has escapes
    /// or several lines.
    fn quoted_length(&self, quote: u8) -> Option<usize> {
        let text = self.rest().get(1..)?;
        let ends = |byte: &u8| *byte == quote || matches!(byte, b'\n' | b'\\' if quote == b'"');
        let length = text.iter().position(|byte| ends(byte) || *byte == b'\n')?;
        let is_doubled = quote == b'\'' && text.get(length + 1) == Some(&quote);
        (text[length] == quote && !is_doubled).then_some(length)
    }
}

impl<'a> Reader<'a, '_> {
    /// Reads a plain scalar in a block. If it continues on the next line, reading that line fails.
    pub(super) fn plain(&mut self) -> Option<Node> {
        let place = self.line.place();
        if !self.line.begins_plain() {
            return None;
        }
        let (length, End::Line) = self.line.plain_length() else { return None };
        let text = self.line.take_plain(length)?;
        self.untagged(text, place)
    }

    /// The node of a plain scalar; `None` for symbols and values that cannot be loaded.
    pub(super) fn untagged(&self, text: &str, place: Place) -> Option<Node> {
        match tag::untagged(Cow::Borrowed(text), self.options.classes) {
            Ok(LoadedScalar::Value(value)) => Some(Node::leaf(value, place)),
            Ok(LoadedScalar::Symbol(_)) | Err(_) => None,
        }
    }

    /// Reads a quoted scalar without escapes.
    pub(super) fn quoted(&mut self) -> Option<Node> {
        let place = self.line.place();
        let length = self.line.quoted_length(self.line.byte())?;
        self.line.skip(1);
        let text = self.line.take(length)?;
        self.line.skip(1);
        Some(Node::leaf(Value::from(text), place))
    }

    /// Reads a literal or folded scalar after a key or dash at a column. In the subset, its first
    /// line has text, and a folded scalar is a single paragraph.
    pub(super) fn block_scalar(&mut self, column: usize) -> Option<Node> {
        let place = self.line.place();
        let is_literal = self.line.byte() == b'|';
        self.line.skip(1);
        let chomping = self.line.byte();
        if matches!(chomping, b'-' | b'+') {
            self.line.skip(1);
        }
        self.line.skip_spaces();
        if self.line.byte() != b'\n' {
            return None;
        }
        self.line.skip_break();
        let indent = self.line.rest().iter().take_while(|byte| **byte == b' ').count();
        if indent <= column || self.line.ahead(indent) == b'\n' {
            return None;
        }
        let (text, breaks) = self.lines(indent, is_literal)?;
        let text = match chomping {
            b'-' => text,
            b'+' => text + &"\n".repeat(breaks),
            _ => text + "\n",
        };
        self.line.next_content();
        Some(Node::leaf(Value::from(text), place))
    }

    /// Reads the lines of a block scalar. Returns the text without the line breaks at the end, and
    /// the number of these.
    fn lines(&mut self, indent: usize, is_literal: bool) -> Option<(String, usize)> {
        let mut text = String::new();
        let mut breaks = 0;
        loop {
            let rest = self.line.rest();
            let spaces = rest.iter().take(indent).take_while(|byte| **byte == b' ').count();
            match rest.get(spaces) {
                Some(b'\n') => breaks += 1,
                Some(_) if spaces == indent => {
                    self.line.skip(indent);
                    let length = self.line.rest().iter().position(|byte| *byte == b'\n')?;
                    let line = self.line.take(length)?;
                    if is_literal {
                        text.extend(std::iter::repeat_n('\n', breaks));
                    } else if breaks > 1 || line.starts_with(' ') {
                        return None;
                    } else if breaks == 1 {
                        text.push(' ');
                    }
                    text.push_str(line);
                    breaks = 1;
                }
                _ => return Some((text, breaks)),
            }
            self.line.skip_line();
            self.line.skip_break();
        }
    }
}
