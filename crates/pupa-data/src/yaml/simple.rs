//! Texts that are written simply are read in one pass, without tokens and events.
//!
//! Most data is: block mappings and sequences, scalars on one line, literal blocks, flow collections,
//! comments. Where anything else turns up (anchors, tags, tabs, scalars of several lines, what is no
//! YAML …), this reader gives up, and [`reader`](super::reader) reads the text from its beginning; so
//! nothing is ever said of a text here. What is read must be what the other one reads, which the
//! tests compare.

mod flow;
mod place;
mod scalar;
#[cfg(test)]
mod tests;

use pupa_value::Value;

use self::place::{Line, is_ordinary};
use super::Options;
use super::maker::Maker;
use super::node::Node;
use crate::document::{Document, Place};

/// How deep collections may be nested.
const MAX_DEPTH: usize = 64;

/// How long a key may be, in bytes.
const MAX_KEY_LENGTH: usize = 1000;

/// Reads a text; none when it is not written simply.
pub(super) fn read(text: &str, options: &Options<'_>) -> Option<Document> {
    if !is_ordinary(text) {
        return None;
    }
    let mut reader = Reader { line: Line::first(text), options, maker: Maker::default() };
    let root = reader.document()?;
    let duplicates = reader.maker.duplicates;
    Some(Document { duplicates, ..Document::new(root.value, root.places) })
}

/// Reads nodes. Every method begins where its node begins. Those of block nodes end at the next line
/// that has content, those of others behind the node.
struct Reader<'a, 'o> {
    line: Line<'a>,
    options: &'o Options<'o>,
    maker: Maker<'a>,
}

impl<'a> Reader<'a, '_> {
    fn document(&mut self) -> Option<Node> {
        self.line.next_content();
        if self.line.indent() == Some(0) && self.line.starts_with("---") {
            self.line.skip(3);
            self.end_line()?;
        }
        if self.line.indent() != Some(0) {
            return None;
        }
        let root = self.mapping(0, 1)?;
        self.line.indent().is_none().then_some(root)
    }

    /// A block mapping whose keys stand at a column.
    fn mapping(&mut self, column: usize, depth: usize) -> Option<Node> {
        let place = self.line.place();
        let mut entries = self.maker.entries();
        loop {
            let key = self.key(depth)?;
            let value = self.value(column, depth)?;
            self.maker.set(&mut entries, key, value);
            match self.line.indent() {
                Some(indent) if indent == column => {}
                Some(indent) if indent > column => return None,
                _ => return Some(self.maker.hash(entries, place)),
            }
        }
    }

    /// A key with its colon.
    fn key(&mut self, depth: usize) -> Option<Node> {
        let place = self.line.place();
        let start = self.line.at;
        let key = match self.line.byte() {
            b'"' | b'\'' => self.quoted()?,
            _ => {
                let text = self.line.plain_key()?;
                self.known_key(text, place, depth)?
            }
        };
        self.line.skip_spaces();
        let has_colon = self.line.byte() == b':' && matches!(self.line.ahead(1), b' ' | b'\n' | 0);
        self.line.skip(1);
        (has_colon && self.is_simple_key(&key, start)).then_some(key)
    }

    /// Whether a key that began there and ends here is simple: not too long, and not `<<`, which
    /// merges, also in quotes.
    fn is_simple_key(&self, key: &Node, start: usize) -> bool {
        self.line.at - start <= MAX_KEY_LENGTH && key.value.as_str() != Some("<<")
    }

    /// A key without quotes.
    fn known_key(&mut self, text: &'a str, place: Place, depth: usize) -> Option<Node> {
        if depth <= 1 {
            return self.untagged(text, place);
        }
        if let Some(known) = self.maker.known_key(text) {
            return Some(Node::leaf(known, place));
        }
        let key = self.untagged(text, place)?;
        self.maker.remember_key(text, &key);
        Some(key)
    }

    /// What follows the colon of a key that stands at a column.
    fn value(&mut self, column: usize, depth: usize) -> Option<Node> {
        self.line.skip_spaces();
        if !self.line.is_end() {
            return self.inline(column, depth);
        }
        let place = self.line.place();
        self.line.next_content();
        match self.line.indent() {
            Some(indent) if indent > column => self.block(indent, depth),
            // A sequence need not be indented.
            Some(indent) if indent == column && self.line.is_entry() => {
                self.sequence(indent, depth + 1)
            }
            _ => Some(Node::leaf(Value::Undef, place)),
        }
    }

    /// A collection that begins in a line of its own.
    fn block(&mut self, column: usize, depth: usize) -> Option<Node> {
        if depth >= MAX_DEPTH {
            None
        } else if self.line.is_entry() {
            self.sequence(column, depth + 1)
        } else {
            self.mapping(column, depth + 1)
        }
    }

    /// A block sequence whose entries stand at a column.
    fn sequence(&mut self, column: usize, depth: usize) -> Option<Node> {
        let place = self.line.place();
        let mut elements = self.maker.elements();
        loop {
            elements.push(self.entry(column, depth)?);
            match self.line.indent() {
                Some(indent) if indent == column && self.line.is_entry() => {}
                Some(indent) if indent > column => return None,
                _ => return Some(self.maker.array(elements, place)),
            }
        }
    }

    /// `- value`
    fn entry(&mut self, column: usize, depth: usize) -> Option<Node> {
        self.line.skip(1);
        let place = self.line.place();
        self.line.skip_spaces();
        if self.line.is_end() {
            self.line.next_content();
            return match self.line.indent() {
                Some(indent) if indent > column => self.block(indent, depth),
                _ => Some(Node::leaf(Value::Undef, place)),
            };
        }
        if self.line.is_entry() || self.line.has_key() {
            return self.block(self.line.column(), depth);
        }
        self.inline(column, depth)
    }

    /// A value that begins behind a key or a dash, and what is left of its line.
    fn inline(&mut self, column: usize, depth: usize) -> Option<Node> {
        let value = match self.line.byte() {
            b'[' | b'{' => self.flow(depth)?,
            b'"' | b'\'' => self.quoted()?,
            b'|' | b'>' => return self.block_scalar(column),
            _ => self.plain()?,
        };
        self.end_line()?;
        Some(value)
    }

    /// The end of a line, and what may stand before it.
    fn end_line(&mut self) -> Option<()> {
        self.line.skip_spaces();
        self.line.is_end().then(|| self.line.next_content())
    }
}
