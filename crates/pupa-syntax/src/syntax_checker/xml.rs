//! Checks whether XML is well-formed and its tags match.
//!
//! The text may be a fragment: it need not have a single root element, and entities are not
//! resolved. The content of a document type definition is skipped.

use std::collections::HashSet;

use super::{Request, SyntaxChecker, SyntaxError};
use crate::diagnostic::Diagnostic;
use crate::issues::syntax_checker as issues;

/// Checks XML.
pub(super) struct Xml;

impl SyntaxChecker for Xml {
    fn syntax(&self) -> &'static str {
        "xml"
    }

    fn issue(&self) -> fn(&str, &str) -> Diagnostic {
        issues::illegal_xml
    }

    fn check(&self, text: &str, _: &Request<'_>) -> Result<(), SyntaxError> {
        Reader { text, at: 0, open: Vec::new() }.content()
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The open elements: their names and the offsets of their starts.
    open: Vec<(&'a str, usize)>,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn fail<T>(&self, at: usize, message: impl Into<String>) -> Result<T, SyntaxError> {
        let message = message.into();
        Err(SyntaxError::at(at, message.clone(), message))
    }

    fn content(&mut self) -> Result<(), SyntaxError> {
        while let Some(found) = self.rest().find(['<', '&']) {
            self.at += found;
            if self.rest().starts_with('&') {
                self.reference()?;
            } else {
                self.markup()?;
            }
        }
        match self.open.last() {
            Some(&(name, at)) => self.fail(at, format!("element `{name}` is not closed")),
            None => Ok(()),
        }
    }

    fn markup(&mut self) -> Result<(), SyntaxError> {
        let start = self.at;
        if self.eat("<!--") {
            return self.skip_to("-->", start, "comment is not closed");
        }
        if self.eat("<![CDATA[") {
            return self.skip_to("]]>", start, "CDATA section is not closed");
        }
        if self.eat("<?") {
            return self.skip_to("?>", start, "processing instruction is not closed");
        }
        if self.eat("<!") {
            return self.declaration(start);
        }
        if self.eat("</") {
            return self.end_tag(start);
        }
        self.at += 1;
        self.start_tag(start)
    }

    fn skip_to(&mut self, end: &str, start: usize, message: &str) -> Result<(), SyntaxError> {
        match self.rest().find(end) {
            Some(len) => {
                self.at += len + end.len();
                Ok(())
            }
            None => self.fail(start, message),
        }
    }

    /// `<!DOCTYPE … [ … ]>`
    fn declaration(&mut self, start: usize) -> Result<(), SyntaxError> {
        let mut depth = 1;
        let mut quote = None;
        for (at, c) in self.rest().char_indices() {
            match (quote, c) {
                (Some(open), c) if open == c => quote = None,
                (Some(_), _) => {}
                (None, '"' | '\'') => quote = Some(c),
                (None, '<') => depth += 1,
                (None, '>') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at += at + 1;
                return Ok(());
            }
        }
        self.fail(start, "declaration is not closed")
    }

    fn start_tag(&mut self, start: usize) -> Result<(), SyntaxError> {
        let Some(name) = self.name() else {
            return self.fail(start, "expected a name after `<` (write `&lt;` for the character)");
        };
        let mut seen = HashSet::new();
        loop {
            let has_blank = self.blanks();
            if self.eat("/>") {
                return Ok(());
            }
            if self.eat(">") {
                self.open.push((name, start));
                return Ok(());
            }
            if self.rest().is_empty() {
                return self.fail(start, format!("tag of element `{name}` is not closed"));
            }
            let at = self.at;
            let attribute = match self.name() {
                Some(attribute) if has_blank => attribute,
                _ => return self.fail(at, format!("unexpected character in the tag of `{name}`")),
            };
            if !seen.insert(attribute) {
                return self.fail(at, format!("attribute `{attribute}` is given twice"));
            }
            self.attribute_value(attribute)?;
        }
    }

    fn attribute_value(&mut self, attribute: &str) -> Result<(), SyntaxError> {
        self.blanks();
        if !self.eat("=") {
            return self.fail(self.at, format!("expected `=` after attribute `{attribute}`"));
        }
        self.blanks();
        let start = self.at;
        let quote = match self.rest().chars().next() {
            Some(quote @ ('"' | '\'')) => quote,
            _ => return self.fail(start, "expected the value of an attribute in quotes"),
        };
        self.at += 1;
        loop {
            let Some(found) = self.rest().find([quote, '<', '&']) else {
                return self.fail(start, "value of an attribute is not closed");
            };
            self.at += found;
            match self.rest().as_bytes().first() {
                Some(b'&') => self.reference()?,
                Some(b'<') => {
                    return self.fail(self.at, "`<` in the value of an attribute must be `&lt;`");
                }
                _ => {
                    self.at += 1;
                    return Ok(());
                }
            }
        }
    }

    fn end_tag(&mut self, start: usize) -> Result<(), SyntaxError> {
        let Some(name) = self.name() else {
            return self.fail(start, "expected a name after `</`");
        };
        self.blanks();
        if !self.eat(">") {
            return self.fail(start, format!("end tag of `{name}` is not closed"));
        }
        match self.open.pop() {
            Some((open, _)) if open == name => Ok(()),
            Some((open, _)) => {
                self.fail(start, format!("end tag of `{name}` where that of `{open}` is due"))
            }
            None => self.fail(start, format!("end tag of `{name}` without a beginning")),
        }
    }

    /// `&lt;`, `&#10;`, `&#x0a;`
    fn reference(&mut self) -> Result<(), SyntaxError> {
        let start = self.at;
        self.at += 1;
        let is_sound = if self.eat("#x") {
            self.skip_while(|c| c.is_ascii_hexdigit())
        } else if self.eat("#") {
            self.skip_while(|c| c.is_ascii_digit())
        } else {
            self.name().is_some()
        };
        if is_sound && self.eat(";") {
            return Ok(());
        }
        self.fail(start, "`&` begins no reference (write `&amp;` for the character)")
    }

    fn name(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        let begins = |c: char| c.is_alphabetic() || c == '_' || c == ':';
        let goes_on = |c: char| begins(c) || c.is_alphanumeric() || matches!(c, '-' | '.' | '·');
        if !rest.starts_with(begins) {
            return None;
        }
        let len = rest.find(|c| !goes_on(c)).unwrap_or(rest.len());
        self.at += len;
        rest.get(..len)
    }

    fn blanks(&mut self) -> bool {
        self.skip_while(|c| matches!(c, ' ' | '\t' | '\r' | '\n'))
    }

    /// Skips characters; returns whether there were any.
    fn skip_while(&mut self, skipped: impl Fn(char) -> bool) -> bool {
        let rest = self.rest();
        let len = rest.find(|c| !skipped(c)).unwrap_or(rest.len());
        self.at += len;
        len > 0
    }
}
