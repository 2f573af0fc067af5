//! Writes values as Ruby's `to_yaml` does.
//!
//! As in Psych and libyaml, a preferred style is chosen for each scalar, then replaced if it cannot
//! represent the text ([`style`]), and long lines are folded ([`scalar`]).

mod scalar;
mod style;

use std::borrow::Cow;

use pupa_value::Value;
use pupa_value::text::ruby;
use pupa_value::value::Hash;

pub(super) use style::{Analysis, Style, is_break, preferred};

/// The indentation of each level.
const INDENT: i64 = 2;
/// The width at which lines are folded.
const WIDTH: i64 = 80;
/// The maximum length in bytes of a key without `?`.
pub(super) const MAX_KEY_LENGTH: usize = 128;

/// Writes a value.
pub(super) fn write(value: &Value) -> String {
    let mut writer = Writer::new(INDENT, WIDTH);
    writer.node(value, Context::Root, 0);
    writer.finish()
}

/// The text written so far, with the state of libyaml's emitter.
pub(super) struct Writer {
    pub(super) text: String,
    /// The indentation of each level.
    step: i64,
    /// The width at which lines are folded.
    width: i64,
    /// The number of characters on the current line.
    column: i64,
    /// The indentation of the current collection; -1 outside of all collections.
    pub(super) indent: i64,
    /// Whether no space is needed before the next indicator.
    after_space: bool,
    /// Whether the line contains only indentation, `-` and `?`.
    in_indentation: bool,
    /// Whether the last block scalar ended with empty lines, so that the document needs an explicit
    /// end.
    is_open_ended: bool,
}

/// The context of a node.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Context {
    Root,
    Element,
    /// A key without `?`.
    Key,
    /// A value, or a key after `?`.
    Entry,
}

impl Writer {
    /// Begins a document.
    pub(super) fn new(step: i64, width: i64) -> Writer {
        Writer {
            text: String::from("---"),
            step,
            width,
            column: 3,
            indent: -1,
            after_space: false,
            in_indentation: false,
            is_open_ended: false,
        }
    }

    /// Ends the document and returns the text.
    pub(super) fn finish(mut self) -> String {
        self.new_line();
        if self.is_open_ended {
            self.text.push_str("...\n");
        }
        self.text
    }

    /// Sets the indentation of a sequence and returns that of the enclosing collection.
    pub(super) fn begin_sequence(&mut self, context: Context) -> i64 {
        let outer_indent = self.indent;
        // A sequence that is the value of a key is not indented.
        let is_indentless =
            matches!(context, Context::Entry | Context::Key) && !self.in_indentation;
        self.indent = match outer_indent {
            -1 => 0,
            _ if is_indentless => outer_indent,
            _ => outer_indent + self.step,
        };
        outer_indent
    }

    /// Sets the indentation of a flow collection and returns that of the enclosing collection.
    pub(super) fn begin_flow(&mut self) -> i64 {
        let outer_indent = self.indent;
        self.indent = outer_indent.max(0) + self.step;
        outer_indent
    }

    /// Sets the indentation of a mapping and returns that of the enclosing collection.
    pub(super) fn begin_mapping(&mut self) -> i64 {
        let outer_indent = self.indent;
        self.indent = if outer_indent < 0 { 0 } else { outer_indent + self.step };
        outer_indent
    }

    fn node(&mut self, value: &Value, context: Context, depth: usize) {
        match value {
            Value::Array(elements) if elements.is_empty() => self.indicator("[]", true, false),
            Value::Hash(hash) if hash.is_empty() => self.indicator("{}", true, false),
            Value::Array(elements) if depth <= Value::MAX_DEPTH => {
                self.sequence(elements, context, depth);
            }
            Value::Hash(hash) if depth <= Value::MAX_DEPTH => self.mapping(hash, depth),
            _ => self.scalar(&Scalar::of(value), context),
        }
    }

    fn sequence(&mut self, elements: &[Value], context: Context, depth: usize) {
        let outer_indent = self.begin_sequence(context);
        for element in elements {
            self.new_line();
            self.indicator("-", true, true);
            self.node(element, Context::Element, depth + 1);
        }
        self.indent = outer_indent;
    }

    fn mapping(&mut self, hash: &Hash, depth: usize) {
        let outer_indent = self.begin_mapping();
        for (key, value) in hash {
            self.new_line();
            if is_simple_key(key) {
                self.node(key, Context::Key, depth + 1);
                self.indicator(":", false, false);
            } else {
                self.indicator("?", true, true);
                self.node(key, Context::Entry, depth + 1);
                self.new_line();
                self.indicator(":", true, true);
            }
            self.node(value, Context::Entry, depth + 1);
        }
        self.indent = outer_indent;
    }

    fn scalar(&mut self, scalar: &Scalar<'_>, context: Context) {
        let is_key = context == Context::Key;
        let analysis = Analysis::of(&scalar.text);
        let style = analysis.choose(scalar.style, is_key);
        if let Some(tag) = scalar.tag {
            self.indicator(tag, true, false);
        } else if scalar.is_undef && style != Style::Plain {
            self.indicator("!", true, false);
        }
        self.write_styled(&scalar.text, style, is_key);
    }

    /// Writes a text in a style.
    pub(super) fn write_styled(&mut self, text: &str, style: Style, is_key: bool) {
        let outer_indent = self.indent;
        self.indent = if outer_indent < 0 { self.step } else { outer_indent + self.step };
        match style {
            Style::Plain => self.plain(text, !is_key),
            Style::SingleQuoted => self.single_quoted(text, !is_key),
            Style::DoubleQuoted => self.double_quoted(text, !is_key),
            Style::Literal => self.literal(text),
            Style::Folded => self.folded(text),
        }
        self.indent = outer_indent;
    }

    /// Begins a new line unless the current one is empty, and indents it.
    pub(super) fn new_line(&mut self) {
        let indent = self.indent.max(0);
        let is_past = self.column > indent || self.column == indent && !self.after_space;
        if !self.in_indentation || is_past {
            self.line_break('\n');
        }
        while self.column < indent {
            self.put(' ');
        }
        self.after_space = true;
        self.in_indentation = true;
    }

    pub(super) fn indicator(&mut self, text: &str, needs_space: bool, keeps_indentation: bool) {
        if needs_space && !self.after_space {
            self.put(' ');
        }
        for character in text.chars() {
            self.put(character);
        }
        self.after_space = false;
        self.in_indentation &= keeps_indentation;
    }

    pub(super) fn put(&mut self, character: char) {
        self.text.push(character);
        self.column += 1;
    }

    fn line_break(&mut self, character: char) {
        self.text.push(character);
        self.column = 0;
    }
}

/// Whether a key can be written without `?`.
fn is_simple_key(key: &Value) -> bool {
    match key {
        Value::Array(elements) => elements.is_empty(),
        Value::Hash(hash) => hash.is_empty(),
        _ => {
            let scalar = Scalar::of(key);
            // The tag counts towards the length.
            let tag = scalar.tag.map_or(0, str::len);
            scalar.text.len() + tag <= MAX_KEY_LENGTH && !scalar.text.contains(style::is_break)
        }
    }
}

/// A scalar with its preferred style.
struct Scalar<'v> {
    text: Cow<'v, str>,
    style: Style,
    is_undef: bool,
    /// The tag, if the text alone would be read as another type.
    tag: Option<&'static str>,
}

impl<'v> Scalar<'v> {
    fn of(value: &'v Value) -> Scalar<'v> {
        let plain = |text: Cow<'v, str>| Scalar {
            text,
            style: Style::Plain,
            is_undef: value.is_undef(),
            tag: None,
        };
        match value {
            Value::Undef => plain("".into()),
            Value::Boolean(true) => plain("true".into()),
            Value::Boolean(false) => plain("false".into()),
            Value::Integer(number) => plain(number.to_string().into()),
            Value::BigInteger(number) => plain(number.to_string().into()),
            Value::Float(number) if number.is_nan() => plain(".nan".into()),
            Value::Float(number) if number.is_infinite() => {
                plain(if *number > 0.0 { ".inf" } else { "-.inf" }.into())
            }
            Value::Float(_) => plain(ruby::inspect(value)),
            Value::String(text) => Scalar::string(Cow::Borrowed(text)),
            Value::Binary(_) => Scalar {
                text: ruby::to_s(value),
                style: Style::Literal,
                is_undef: false,
                tag: Some("!binary"),
            },
            // Values of other types are written as strings.
            value => Scalar::string(ruby::to_s(value)),
        }
    }

    fn string(text: Cow<'v, str>) -> Scalar<'v> {
        let style = style::preferred(&text);
        // The tag prevents that the string `<<` is read as a merge.
        let tag = (text == "<<").then_some("!!str");
        Scalar { text, style, is_undef: false, tag }
    }
}
