//! Puppet Notation as JSON, in the layout of Ruby's generator.

use super::{DEEPEST_INDENT, Sink, Style, push_line};

/// Writes JSON.
pub(super) struct JsonSink {
    out: String,
    style: Style,
    /// For each open array, whether it is still empty.
    open: Vec<bool>,
    /// The depth of the layout: a call or map is an object with an array in it.
    depth: usize,
}

impl JsonSink {
    pub(super) fn new(style: Style) -> JsonSink {
        JsonSink { out: String::new(), style, open: Vec::new(), depth: 0 }
    }

    pub(super) fn finish(self) -> String {
        self.out
    }

    /// Begins a line in the pretty style.
    fn line(&mut self) {
        if self.style == Style::Pretty && self.depth <= DEEPEST_INDENT {
            push_line(&mut self.out, self.depth);
        }
    }

    fn separate(&mut self) {
        let Some(is_empty) = self.open.last_mut() else { return };
        if !std::mem::take(is_empty) {
            self.out.push(',');
        }
        self.line();
    }

    /// Begins `{"mark": [`.
    fn open_object(&mut self, mark: char) {
        self.separate();
        self.out.push('{');
        self.depth += 1;
        self.line();
        self.out.push('"');
        self.out.push(mark);
        self.out.push_str(if self.style == Style::Pretty { "\": [" } else { "\":[" });
        self.depth += 1;
        self.open.push(true);
    }

    fn close_object(&mut self) {
        self.close_array();
        self.depth = self.depth.saturating_sub(1);
        self.line();
        self.out.push('}');
    }

    fn close_array(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        let is_empty = self.open.pop().unwrap_or_default();
        if is_empty && self.style == Style::Pretty && self.depth < DEEPEST_INDENT {
            // Ruby's generator writes an empty line in an empty array.
            self.out.push('\n');
        }
        self.line();
        self.out.push(']');
    }

    fn quoted(&mut self, text: &str) {
        self.out.push('"');
        let mut rest = text;
        while let Some(at) = rest.find(|c: char| c < ' ' || c == '"' || c == '\\') {
            self.out.push_str(&rest[..at]);
            match rest.as_bytes()[at] {
                b'\t' => self.out.push_str("\\t"),
                b'\n' => self.out.push_str("\\n"),
                b'\r' => self.out.push_str("\\r"),
                0x0c => self.out.push_str("\\f"),
                0x08 => self.out.push_str("\\b"),
                b'"' => self.out.push_str("\\\""),
                b'\\' => self.out.push_str("\\\\"),
                control => self.out.push_str(&format!("\\u{control:04x}")),
            }
            rest = &rest[at + 1..];
        }
        self.out.push_str(rest);
        self.out.push('"');
    }
}

impl Sink for JsonSink {
    fn open_call(&mut self, name: &str) {
        self.open_object('^');
        self.string(name);
    }

    fn close_call(&mut self) {
        self.close_object();
    }

    fn open_list(&mut self) {
        self.separate();
        self.out.push('[');
        self.depth += 1;
        self.open.push(true);
    }

    fn close_list(&mut self) {
        self.close_array();
    }

    fn open_map(&mut self) {
        self.open_object('#');
    }

    fn close_map(&mut self) {
        self.close_object();
    }

    fn key(&mut self, key: &str) {
        self.string(key);
    }

    fn nil(&mut self) {
        self.plain("null");
    }

    fn plain(&mut self, text: &str) {
        self.separate();
        self.out.push_str(text);
    }

    fn string(&mut self, text: &str) {
        self.separate();
        self.quoted(text);
    }
}
