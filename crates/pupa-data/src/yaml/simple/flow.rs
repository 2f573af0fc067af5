//! Reads flow collections of the simple subset, which may span several lines.

use pupa_value::Value;

use super::{MAX_DEPTH, Reader};
use crate::yaml::node::Node;

impl<'a> Reader<'a, '_> {
    /// Reads `[…]` or `{…}`.
    pub(super) fn flow(&mut self, depth: usize) -> Option<Node> {
        if depth >= MAX_DEPTH {
            return None;
        }
        match self.line.byte() {
            b'[' => self.flow_sequence(depth + 1),
            _ => self.flow_mapping(depth + 1),
        }
    }

    fn flow_sequence(&mut self, depth: usize) -> Option<Node> {
        let place = self.line.place();
        let mut elements = self.builder.elements();
        self.line.skip(1);
        while !self.ends_flow(b']')? {
            elements.push(self.flow_node(depth)?);
            self.end_flow_entry(b']')?;
        }
        Some(self.builder.array(elements, place))
    }

    fn flow_mapping(&mut self, depth: usize) -> Option<Node> {
        let place = self.line.place();
        let mut entries = self.builder.entries();
        self.line.skip(1);
        while !self.ends_flow(b'}')? {
            let key = self.flow_key(depth)?;
            let value = self.flow_value(depth)?;
            self.builder.set(&mut entries, key, value);
            self.end_flow_entry(b'}')?;
        }
        Some(self.builder.hash(entries, place))
    }

    /// Consumes the closing bracket of a collection. Returns whether there is one.
    fn ends_flow(&mut self, end: u8) -> Option<bool> {
        self.skip_flow_space()?;
        let ends = self.line.byte() == end;
        self.line.skip(usize::from(ends));
        Some(ends)
    }

    /// Reads the comma after an entry. A closing bracket is accepted but not consumed.
    fn end_flow_entry(&mut self, end: u8) -> Option<()> {
        self.skip_flow_space()?;
        match self.line.byte() {
            b',' => self.line.skip(1),
            byte if byte == end => {}
            _ => return None,
        }
        Some(())
    }

    /// Skips spaces and line breaks. `None` for a period in the first column, which may be the end
    /// of the document.
    fn skip_flow_space(&mut self) -> Option<()> {
        loop {
            self.line.skip_spaces();
            match self.line.byte() {
                b'\n' => self.line.skip_break(),
                b'.' if self.line.column() == 0 => return None,
                _ => return Some(()),
            }
        }
    }

    fn flow_node(&mut self, depth: usize) -> Option<Node> {
        match self.line.byte() {
            b'[' | b'{' => self.flow(depth),
            b'"' | b'\'' => self.quoted(),
            _ => {
                let place = self.line.place();
                let text = self.flow_plain()?;
                self.untagged(text, place)
            }
        }
    }

    /// Reads a key up to its colon, if it has one. After a quoted key, no space is needed after
    /// the colon.
    fn flow_key(&mut self, depth: usize) -> Option<Node> {
        let place = self.line.place();
        let start = self.line.at;
        let is_quoted = matches!(self.line.byte(), b'"' | b'\'');
        let key = if is_quoted {
            self.quoted()?
        } else {
            let text = self.flow_plain()?;
            self.plain_key_node(text, place, depth)?
        };
        self.line.skip_spaces();
        let has_supported_colon =
            is_quoted || self.line.byte() != b':' || matches!(self.line.ahead(1), b' ' | b'\n');
        (has_supported_colon && self.is_simple_key(&key, start)).then_some(key)
    }

    /// Reads the value of a key; undef if there is no colon.
    fn flow_value(&mut self, depth: usize) -> Option<Node> {
        if self.line.byte() == b':' {
            self.line.skip(1);
            self.skip_flow_space()?;
            if !matches!(self.line.byte(), b',' | b'}') {
                return self.flow_node(depth);
            }
        }
        Some(Node::leaf(Value::Undef, self.line.place()))
    }

    /// Reads a plain scalar.
    fn flow_plain(&mut self) -> Option<&'a str> {
        let rest = self.line.rest();
        let begins = matches!(rest.first(), Some(byte) if byte.is_ascii_alphanumeric()
            || matches!(byte, b'_' | b'/' | b'.' | b'$' | b'~') || *byte >= 0x80);
        if !begins {
            return None;
        }
        let mut length = 0;
        loop {
            match rest.get(length)? {
                b',' | b']' | b'}' | b'\n' => break,
                b'[' | b'{' | b'#' => return None,
                b':' => match rest.get(length + 1)? {
                    b' ' | b'\n' => break,
                    b',' | b'?' | b'[' | b']' | b'{' | b'}' => return None,
                    _ => length += 1,
                },
                _ => length += 1,
            }
        }
        self.line.take(length).map(|text| text.trim_end_matches(' '))
    }
}
