//! Writes nodes with tags and anchors, as libyaml's emitter does.

use super::writer::{Analysis, Context, MAX_KEY_LENGTH, Style, Writer, is_break};

/// The preferred style of a scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScalarStyle {
    /// Without quotes, if that is possible.
    Plain,
    /// `'…'`, if that is possible.
    SingleQuoted,
    /// `"…"`
    DoubleQuoted,
    /// Lines after `|`, if that is possible.
    Literal,
    /// Lines after `>`, if that is possible.
    Folded,
}

/// The style that Psych chooses for a string of its own class, without regard to the width of
/// lines.
pub fn string_style(text: &str) -> ScalarStyle {
    match super::writer::preferred(text) {
        Style::Plain => ScalarStyle::Plain,
        Style::SingleQuoted => ScalarStyle::SingleQuoted,
        Style::DoubleQuoted => ScalarStyle::DoubleQuoted,
        Style::Literal => ScalarStyle::Literal,
        Style::Folded => ScalarStyle::Folded,
    }
}

/// The number of a node in its [`Graph`].
pub type NodeNumber = usize;

/// A node that is written.
#[derive(Debug, Clone)]
pub struct Node {
    /// The number of the anchor, if an alias names the node.
    pub anchor: Option<u32>,
    /// The tag, which is always written.
    pub tag: Option<String>,
    /// The content.
    pub kind: NodeKind,
}

/// The content of a node.
#[derive(Debug, Clone)]
pub enum NodeKind {
    /// A text.
    Scalar {
        /// The text.
        text: String,
        /// The style.
        style: ScalarStyle,
        /// Whether the text has the same value in quotes; if not, a quoted text gets the tag `!`.
        quoted: bool,
    },
    /// A sequence.
    Sequence(Vec<NodeNumber>),
    /// A mapping: keys and values alternate.
    Mapping(Vec<NodeNumber>),
    /// An alias, by the number of the anchor.
    Alias(u32),
}

/// A document to be written.
#[derive(Debug, Clone, Default)]
pub struct Graph {
    /// The nodes, in any order.
    pub nodes: Vec<Node>,
}

/// The form of the text.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    /// The indentation of a level: 2 to 9.
    pub indentation: i64,
    /// The width of lines; negative for any.
    pub width: i64,
    /// Whether `%YAML 1.1` is written.
    pub header: bool,
    /// Whether everything is written in the canonical form: flow style, one element per line, and
    /// quotes around all scalars.
    pub canonical: bool,
}

impl Default for Layout {
    fn default() -> Layout {
        Layout { indentation: 2, width: 0, header: false, canonical: false }
    }
}

impl Graph {
    /// Adds a node.
    pub fn add(&mut self, node: Node) -> NodeNumber {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Writes the document with a root.
    pub fn write(&self, root: NodeNumber, layout: Layout) -> String {
        let step = if (2..=9).contains(&layout.indentation) { layout.indentation } else { 2 };
        let width = match layout.width {
            ..0 => i64::MAX,
            width if width <= step * 2 => 80,
            width => width,
        };
        let mut writer = Writer::new(step, width);
        if layout.header {
            writer.text.insert_str(0, "%YAML 1.1\n");
        }
        if layout.canonical {
            writer.new_line();
            self.canonical(&mut writer, root);
        } else {
            self.node(&mut writer, root, Context::Root);
        }
        writer.finish()
    }

    /// Writes a node in the canonical form.
    fn canonical(&self, writer: &mut Writer, number: NodeNumber) {
        let Some(node) = self.nodes.get(number) else { return };
        if let Some(anchor) = node.anchor {
            writer.indicator(&format!("&{anchor}"), true, false);
        }
        if let Some(tag) = &node.tag {
            writer.indicator(&tag_text(tag), true, false);
        }
        match &node.kind {
            NodeKind::Alias(anchor) => writer.indicator(&format!("*{anchor}"), true, false),
            NodeKind::Scalar { text, quoted, .. } => {
                if node.tag.is_none() && !quoted {
                    let tag = if text.is_empty() { "!!null" } else { "!" };
                    writer.indicator(tag, true, false);
                }
                writer.write_styled(text, Style::DoubleQuoted, false);
            }
            NodeKind::Sequence(children) => {
                Self::lines(writer, ["[", "]"], children, |writer, child| {
                    self.canonical(writer, *child);
                });
            }
            NodeKind::Mapping(children) => {
                let pairs: Vec<_> = children.chunks_exact(2).collect();
                Self::lines(writer, ["{", "}"], &pairs, |writer, pair| {
                    for (mark, &node) in ["?", ":"].into_iter().zip(*pair) {
                        writer.new_line();
                        writer.indicator(mark, true, false);
                        self.canonical(writer, node);
                    }
                });
            }
        }
    }

    /// Writes the elements of a collection in brackets, each in lines of its own.
    fn lines<T>(
        writer: &mut Writer,
        [open, close]: [&str; 2],
        elements: &[T],
        write: impl Fn(&mut Writer, &T),
    ) {
        writer.indicator(open, true, false);
        let outer_indent = writer.begin_flow();
        for element in elements {
            writer.new_line();
            write(writer, element);
            writer.indicator(",", false, false);
        }
        writer.indent = outer_indent;
        if !elements.is_empty() {
            writer.new_line();
        }
        writer.indicator(close, false, false);
    }

    fn node(&self, writer: &mut Writer, number: NodeNumber, context: Context) {
        let Some(node) = self.nodes.get(number) else { return };
        if let NodeKind::Alias(anchor) = node.kind {
            writer.indicator(&format!("*{anchor}"), true, false);
            if context == Context::Key {
                writer.put(' ');
            }
            return;
        }
        if let Some(anchor) = node.anchor {
            writer.indicator(&format!("&{anchor}"), true, false);
        }
        if let NodeKind::Scalar { text, style, quoted } = &node.kind {
            return self.scalar(writer, node, text, *style, *quoted, context);
        }
        if let Some(tag) = &node.tag {
            writer.indicator(&tag_text(tag), true, false);
        }
        match &node.kind {
            NodeKind::Sequence(children) if children.is_empty() => {
                writer.indicator("[]", true, false);
            }
            NodeKind::Mapping(children) if children.is_empty() => {
                writer.indicator("{}", true, false);
            }
            NodeKind::Sequence(children) => {
                let outer_indent = writer.begin_sequence(context);
                for &child in children {
                    writer.new_line();
                    writer.indicator("-", true, true);
                    self.node(writer, child, Context::Element);
                }
                writer.indent = outer_indent;
            }
            NodeKind::Mapping(children) => {
                let outer_indent = writer.begin_mapping();
                for pair in children.chunks_exact(2) {
                    self.entry(writer, pair[0], pair[1]);
                }
                writer.indent = outer_indent;
            }
            NodeKind::Scalar { .. } | NodeKind::Alias(_) => {}
        }
    }

    fn entry(&self, writer: &mut Writer, key: NodeNumber, value: NodeNumber) {
        writer.new_line();
        if self.is_simple_key(key) {
            self.node(writer, key, Context::Key);
            writer.indicator(":", false, false);
        } else {
            writer.indicator("?", true, true);
            self.node(writer, key, Context::Entry);
            writer.new_line();
            writer.indicator(":", true, true);
        }
        self.node(writer, value, Context::Entry);
    }

    fn is_simple_key(&self, number: NodeNumber) -> bool {
        let Some(node) = self.nodes.get(number) else { return true };
        let anchor = node.anchor.map_or(0, |anchor| anchor.to_string().len());
        // The prefix of the tag is written as a handle.
        let tag = node.tag.as_deref().map_or(0, |tag| tag_text(tag).len());
        let text = match &node.kind {
            NodeKind::Scalar { text, .. } => {
                if text.contains(is_break) {
                    return false;
                }
                text.len()
            }
            NodeKind::Sequence(children) | NodeKind::Mapping(children) => {
                if !children.is_empty() {
                    return false;
                }
                0
            }
            NodeKind::Alias(anchor) => anchor.to_string().len(),
        };
        anchor + tag + text <= MAX_KEY_LENGTH
    }

    fn scalar(
        &self,
        writer: &mut Writer,
        node: &Node,
        text: &str,
        style: ScalarStyle,
        quoted: bool,
        context: Context,
    ) {
        let is_key = context == Context::Key;
        let wanted = match style {
            ScalarStyle::Plain => Style::Plain,
            ScalarStyle::SingleQuoted => Style::SingleQuoted,
            ScalarStyle::DoubleQuoted => Style::DoubleQuoted,
            ScalarStyle::Literal => Style::Literal,
            ScalarStyle::Folded => Style::Folded,
        };
        let style = Analysis::of(text).choose(wanted, is_key);
        if let Some(tag) = &node.tag {
            writer.indicator(&tag_text(tag), true, false);
        } else if !quoted && style != Style::Plain {
            writer.indicator("!", true, false);
        }
        writer.write_styled(text, style, is_key);
    }
}

/// The written form of a tag: with a handle if there is one for its prefix.
fn tag_text(tag: &str) -> String {
    let mut written = String::new();
    let suffix = if let Some(suffix) = tag.strip_prefix("tag:yaml.org,2002:") {
        written.push_str("!!");
        suffix
    } else if let Some(suffix) = tag.strip_prefix('!') {
        written.push('!');
        suffix
    } else {
        return format!("!<{tag}>");
    };
    for byte in suffix.bytes() {
        let is_allowed = byte.is_ascii_alphanumeric() || b"-_;/?:@&=+$,.~*'()[]!".contains(&byte);
        if is_allowed {
            written.push(char::from(byte));
        } else {
            written.push_str(&format!("%{byte:02X}"));
        }
    }
    written
}
