//! Writes XML: elements with attributes, indented, long ones broken into lines.
//!
//! Models have no text between elements, so neither has this writer.

/// Columns after which the attributes of an element go on in the next line.
const WIDTH: usize = 100;

/// From this depth on nothing is indented further, or the text of a deep tree would grow with the
/// square of its depth.
const DEEPEST_INDENT: usize = 100;

/// The attributes of an element, in order.
pub(crate) type Attributes<'a> = Vec<(&'a str, String)>;

/// A document while it is written.
#[derive(Debug)]
pub(crate) struct XmlWriter {
    out: String,
    /// The names of the elements that are open.
    open: Vec<String>,
    /// Whether a character was given that no XML document can hold.
    met_illegal: Option<char>,
}

impl XmlWriter {
    /// Begins a document.
    pub(crate) fn new() -> XmlWriter {
        let out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
        XmlWriter { out, open: Vec::new(), met_illegal: None }
    }

    /// Begins an element.
    pub(crate) fn open(&mut self, name: &str, attributes: &Attributes<'_>) {
        self.tag(name, attributes);
        self.out.push_str(">\n");
        self.open.push(name.to_owned());
    }

    /// Ends the element that was begun last.
    pub(crate) fn close(&mut self) {
        let Some(name) = self.open.pop() else { return };
        self.indent();
        self.out.push_str("</");
        self.out.push_str(&name);
        self.out.push_str(">\n");
    }

    /// Writes an element without others in it.
    pub(crate) fn empty(&mut self, name: &str, attributes: &Attributes<'_>) {
        self.tag(name, attributes);
        self.out.push_str("/>\n");
    }

    /// A character that was given since this was asked last, and that XML can't hold; the
    /// document has another one in its place.
    pub(crate) fn take_illegal(&mut self) -> Option<char> {
        self.met_illegal.take()
    }

    /// Ends the document.
    pub(crate) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.out
    }

    fn indent(&mut self) -> usize {
        let blanks = self.open.len().min(DEEPEST_INDENT) * 2;
        self.out.extend(std::iter::repeat_n(' ', blanks));
        blanks
    }

    fn tag(&mut self, name: &str, attributes: &Attributes<'_>) {
        let indent = self.indent();
        self.out.push('<');
        self.out.push_str(name);
        let mut column = indent + 1 + name.len();
        for (index, (key, value)) in attributes.iter().enumerate() {
            let value = self.escape(value);
            let width = key.chars().count() + value.chars().count() + 4;
            if index > 0 && column + width > WIDTH {
                self.out.push('\n');
                self.out.extend(std::iter::repeat_n(' ', indent + 4));
                column = indent + 3;
            } else {
                self.out.push(' ');
            }
            self.out.push_str(key);
            self.out.push_str("=\"");
            self.out.push_str(&value);
            self.out.push('"');
            column += width;
        }
    }

    /// The text of an attribute. White space is kept, which a reader would else turn into blanks.
    fn escape(&mut self, text: &str) -> String {
        let mut escaped = String::with_capacity(text.len());
        for one in text.chars() {
            match one {
                '&' => escaped.push_str("&amp;"),
                '<' => escaped.push_str("&lt;"),
                '>' => escaped.push_str("&gt;"),
                '"' => escaped.push_str("&quot;"),
                '\t' => escaped.push_str("&#9;"),
                '\n' => escaped.push_str("&#10;"),
                '\r' => escaped.push_str("&#13;"),
                _ if is_illegal(one) => {
                    self.met_illegal = Some(one);
                    escaped.push(char::REPLACEMENT_CHARACTER);
                }
                _ => escaped.push(one),
            }
        }
        escaped
    }
}

/// The first character of a text that no XML document can hold.
pub(crate) fn illegal_character(text: &str) -> Option<char> {
    text.chars().find(|one| is_illegal(*one))
}

fn is_illegal(one: char) -> bool {
    matches!(one, '\0'..'\t' | '\u{B}' | '\u{C}' | '\u{E}'..' ' | '\u{FFFE}' | '\u{FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_nest_and_long_ones_are_broken() {
        let mut xml = XmlWriter::new();
        xml.open("a", &vec![("x", "1".to_owned())]);
        xml.empty("b", &vec![("long", "y".repeat(90)), ("next", String::new())]);
        let text = xml.finish();
        let body = text.split_once('\n').map(|(_, body)| body);
        let long = "y".repeat(90);
        let expected = format!("<a x=\"1\">\n  <b long=\"{long}\"\n      next=\"\"/>\n</a>\n");
        assert_eq!(body, Some(expected.as_str()));
    }

    #[test]
    fn texts_are_escaped() {
        let mut xml = XmlWriter::new();
        assert_eq!(xml.escape("a<\"&'>\n\té"), "a&lt;&quot;&amp;'&gt;&#10;&#9;é");
        assert_eq!(xml.take_illegal(), None);
        assert_eq!(xml.escape("\u{1}"), "\u{FFFD}");
        assert_eq!(xml.take_illegal(), Some('\u{1}'));
        assert_eq!(xml.take_illegal(), None);
    }
}
