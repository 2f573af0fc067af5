//! Puppet Notation as S-expressions.

use super::{DEEPEST_INDENT, Sink, Style, push_line};

/// Writes S-expressions.
pub(super) struct PnSink {
    out: String,
    style: Style,
    /// For each open call, list or map, whether the next element needs a space before it.
    open: Vec<bool>,
    /// Whether a key has been written whose value follows.
    is_after_key: bool,
}

impl PnSink {
    pub(super) fn new(style: Style) -> PnSink {
        PnSink { out: String::new(), style, open: Vec::new(), is_after_key: false }
    }

    pub(super) fn finish(self) -> String {
        self.out
    }

    /// Separates the next element from the one before.
    fn separate(&mut self) {
        if std::mem::take(&mut self.is_after_key) {
            return;
        }
        let depth = self.open.len();
        let Some(needs_blank) = self.open.last_mut() else { return };
        let needs_blank = std::mem::replace(needs_blank, true);
        if self.style == Style::Pretty && depth <= DEEPEST_INDENT {
            push_line(&mut self.out, depth);
        } else if needs_blank {
            self.out.push(' ');
        }
    }

    fn close(&mut self, bracket: char) {
        self.open.pop();
        self.out.push(bracket);
    }
}

impl Sink for PnSink {
    fn open_call(&mut self, name: &str) {
        self.separate();
        self.out.push('(');
        self.out.push_str(name);
        self.open.push(true);
    }

    fn close_call(&mut self) {
        self.close(')');
    }

    fn open_list(&mut self) {
        self.separate();
        self.out.push('[');
        self.open.push(false);
    }

    fn close_list(&mut self) {
        self.close(']');
    }

    fn open_map(&mut self) {
        self.separate();
        self.out.push('{');
        self.open.push(false);
    }

    fn close_map(&mut self) {
        self.close('}');
    }

    fn key(&mut self, key: &str) {
        self.separate();
        self.out.push(':');
        self.out.push_str(key);
        self.out.push(' ');
        self.is_after_key = true;
    }

    fn nil(&mut self) {
        self.plain("nil");
    }

    fn plain(&mut self, text: &str) {
        self.separate();
        self.out.push_str(text);
    }

    fn string(&mut self, text: &str) {
        self.separate();
        self.out.push('"');
        let mut rest = text;
        while let Some(at) = rest.find(|c: char| c < ' ' || c == '"' || c == '\\') {
            self.out.push_str(&rest[..at]);
            match rest.as_bytes()[at] {
                b'\t' => self.out.push_str("\\t"),
                b'\n' => self.out.push_str("\\n"),
                b'\r' => self.out.push_str("\\r"),
                b'"' => self.out.push_str("\\\""),
                b'\\' => self.out.push_str("\\\\"),
                control => self.out.push_str(&format!("\\o{control:03o}")),
            }
            rest = &rest[at + 1..];
        }
        self.out.push_str(rest);
        self.out.push('"');
    }
}
