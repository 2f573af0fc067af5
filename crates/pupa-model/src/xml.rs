//! A writer for XML: indented elements with attributes, whose long lines are broken.
//!
//! It supports no text content, since models have none.

/// The column after which attributes continue on the next line.
const WIDTH: usize = 100;

/// The maximum indentation depth. Without it, the size of the output would be quadratic in the
/// depth of a tree.
const DEEPEST_INDENT: usize = 100;

/// The attributes of an element, in order.
pub(crate) type Attributes<'a> = Vec<(&'a str, String)>;

/// A document under construction.
#[derive(Debug)]
pub(crate) struct XmlWriter {
    out: String,
    /// The names of the open elements.
    open: Vec<String>,
    /// The last character written that is illegal in XML.
    last_illegal: Option<char>,
}

impl XmlWriter {
    /// Starts a document.
    pub(crate) fn new() -> XmlWriter {
        let out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
        XmlWriter { out, open: Vec::new(), last_illegal: None }
    }

    /// Starts an element.
    pub(crate) fn open(&mut self, name: &str, attributes: &Attributes<'_>) {
        self.tag(name, attributes);
        self.out.push_str(">\n");
        self.open.push(name.to_owned());
    }

    /// Closes the innermost open element.
    pub(crate) fn close(&mut self) {
        let Some(name) = self.open.pop() else { return };
        self.indent();
        self.out.push_str("</");
        self.out.push_str(&name);
        self.out.push_str(">\n");
    }

    /// Writes an element without children.
    pub(crate) fn empty(&mut self, name: &str, attributes: &Attributes<'_>) {
        self.tag(name, attributes);
        self.out.push_str("/>\n");
    }

    /// Returns and resets the last illegal character written. The document contains a replacement
    /// character in its place.
    pub(crate) fn take_illegal(&mut self) -> Option<char> {
        self.last_illegal.take()
    }

    /// Finishes the document.
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

    /// Escapes the value of an attribute. White space other than spaces is escaped too, since XML
    /// readers would normalise it.
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
                    self.last_illegal = Some(one);
                    escaped.push(char::REPLACEMENT_CHARACTER);
                }
                _ => escaped.push(one),
            }
        }
        escaped
    }
}

/// The first character of a text that is illegal in XML.
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
