//! A fast reader for a simple subset of YAML, in one pass without tokens and events.
//!
//! The subset covers most data: block mappings and sequences, scalars on one line, block scalars,
//! flow collections, comments. For anything else (anchors, tags, tabs, scalars of several lines,
//! invalid YAML …) this reader gives up without an error, and [`reader`](super::reader) reads the
//! text from the start. Both readers must return the same documents; the tests compare them.

mod flow;
mod line;
mod scalar;
#[cfg(test)]
mod tests;

use pupa_value::Value;

use self::line::{Line, is_ordinary};
use super::Options;
use super::builder::CollectionBuilder;
use super::node::Node;
use crate::document::{Document, Place};

/// The maximum nesting of collections.
const MAX_DEPTH: usize = 64;

/// The maximum length of a key in bytes.
const MAX_KEY_LENGTH: usize = 1000;

/// Reads a text; `None` if it is not in the subset.
pub(super) fn read(text: &str, options: &Options<'_>) -> Option<Document> {
    if !is_ordinary(text) {
        return None;
    }
    let mut reader =
        Reader { line: Line::first(text), options, builder: CollectionBuilder::default() };
    let root = reader.document()?;
    let duplicates = reader.builder.duplicates;
    Some(Document { duplicates, ..Document::new(root.value, root.places) })
}

/// Reads nodes. Each method begins at the start of its node. Methods for block nodes end at the
/// next line with content, all others after the node.
struct Reader<'a, 'o> {
    line: Line<'a>,
    options: &'o Options<'o>,
    builder: CollectionBuilder<'a>,
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

    /// Reads a block mapping with its keys at a column.
    fn mapping(&mut self, column: usize, depth: usize) -> Option<Node> {
        let place = self.line.place();
        let mut entries = self.builder.entries();
        loop {
            let key = self.key(depth)?;
            let value = self.value(column, depth)?;
            self.builder.set(&mut entries, key, value);
            match self.line.indent() {
                Some(indent) if indent == column => {}
                Some(indent) if indent > column => return None,
                _ => return Some(self.builder.hash(entries, place)),
            }
        }
    }

    /// Reads a key with its colon.
    fn key(&mut self, depth: usize) -> Option<Node> {
        let place = self.line.place();
        let start = self.line.at;
        let key = match self.line.byte() {
            b'"' | b'\'' => self.quoted()?,
            _ => {
                let text = self.line.plain_key()?;
                self.plain_key_node(text, place, depth)?
            }
        };
        self.line.skip_spaces();
        let has_colon = self.line.byte() == b':' && matches!(self.line.ahead(1), b' ' | b'\n' | 0);
        self.line.skip(1);
        (has_colon && self.is_simple_key(&key, start)).then_some(key)
    }

    /// Whether a key from `start` to the current offset is in the subset: not too long, and not
    /// `<<`, which is a merge even in quotes.
    fn is_simple_key(&self, key: &Node, start: usize) -> bool {
        self.line.at - start <= MAX_KEY_LENGTH && key.value.as_str() != Some("<<")
    }

    /// The node of a key without quotes. Keys of nested hashes are interned.
    fn plain_key_node(&mut self, text: &'a str, place: Place, depth: usize) -> Option<Node> {
        if depth <= 1 {
            return self.untagged(text, place);
        }
        if let Some(known) = self.builder.interned_key(text) {
            return Some(Node::leaf(known, place));
        }
        let key = self.untagged(text, place)?;
        self.builder.intern_key(text, &key);
        Some(key)
    }

    /// Reads the value after the colon of a key at a column.
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

    /// Reads a collection that begins on its own line.
    fn block(&mut self, column: usize, depth: usize) -> Option<Node> {
        if depth >= MAX_DEPTH {
            None
        } else if self.line.is_entry() {
            self.sequence(column, depth + 1)
        } else {
            self.mapping(column, depth + 1)
        }
    }

    /// Reads a block sequence with its dashes at a column.
    fn sequence(&mut self, column: usize, depth: usize) -> Option<Node> {
        let place = self.line.place();
        let mut elements = self.builder.elements();
        loop {
            elements.push(self.entry(column, depth)?);
            match self.line.indent() {
                Some(indent) if indent == column && self.line.is_entry() => {}
                Some(indent) if indent > column => return None,
                _ => return Some(self.builder.array(elements, place)),
            }
        }
    }

    /// Reads an entry of a block sequence: `- value`.
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

    /// Reads a value on the line of its key or dash, and the rest of that line.
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

    /// Reads trailing white space, a comment and the line break, up to the next content.
    fn end_line(&mut self) -> Option<()> {
        self.line.skip_spaces();
        self.line.is_end().then(|| self.line.next_content())
    }
}
