//! The grammar of HOCON: parses tokens into a syntax tree.

use pupa_value::Value;

use super::HoconError;
use super::path::{self, Path};
use super::syntax::{Element, Field, Include, IncludeKind, Member, Root, Syntax, SyntaxKind};
use super::token::{Token, TokenKind};
use super::tokenizer::Tokenizer;
use crate::document::Place;

/// Parses a text.
pub(super) fn document(text: &str) -> Result<Root, HoconError> {
    let mut parser =
        Parser { tokens: Tokenizer::new(text), pushed_back: Vec::new(), line: 1, depth: 0 };
    parser.root()
}

struct Parser<'t> {
    tokens: Tokenizer<'t>,
    /// The tokens that were pushed back, the next one last.
    pushed_back: Vec<Token>,
    /// The line number in messages.
    line: u32,
    depth: usize,
}

/// A collector that is notified of line breaks: the members of an object or array, or a counter.
trait NewlineSink {
    fn newline(&mut self);
}

impl NewlineSink for Vec<Member> {
    fn newline(&mut self) {
        self.push(Member::Newline);
    }
}

impl NewlineSink for Vec<Element> {
    fn newline(&mut self) {
        self.push(Element::Newline);
    }
}

impl NewlineSink for u32 {
    fn newline(&mut self) {
        *self = self.saturating_add(1);
    }
}

/// A collector that ignores line breaks, as the library does inside of fields.
struct IgnoreNewlines;

impl NewlineSink for IgnoreNewlines {
    fn newline(&mut self) {}
}

impl Parser<'_> {
    fn root(&mut self) -> Result<Root, HoconError> {
        let mut lines_before = 0;
        let first = self.next_significant(&mut lines_before)?;
        let place = first.place;
        let root = if first.begins_value() && !first.is_simple_value() {
            Root { lines_before, value: self.value(first)? }
        } else {
            self.pushed_back.push(first);
            let mut members = Vec::new();
            members.resize_with(lines_before as usize, || Member::Newline);
            self.members(&mut members, Braces::Missing)?;
            let value = Syntax { place, kind: SyntaxKind::Object(members) };
            Root { lines_before: 0, value }
        };
        let last = self.next_significant(&mut IgnoreNewlines)?;
        match last.kind {
            TokenKind::End => Ok(root),
            _ => Err(self.error(
                &last,
                format!("Document has trailing tokens after first object or array: {last}"),
            )),
        }
    }

    fn next(&mut self) -> Result<Token, HoconError> {
        match self.pushed_back.pop() {
            Some(token) => Ok(token),
            None => self.tokens.next(),
        }
    }

    /// The next token that is not white space, a comment or a line break.
    fn next_significant(&mut self, lines: &mut impl NewlineSink) -> Result<Token, HoconError> {
        loop {
            let token = self.next()?;
            match token.kind {
                TokenKind::Newline => {
                    lines.newline();
                    self.line = token.line.unwrap_or(self.line).saturating_add(1);
                }
                TokenKind::Whitespace | TokenKind::Comment(_) => {}
                _ if token.is_whitespace_text() => {}
                _ => {
                    self.line = token.line.unwrap_or(self.line);
                    return Ok(token);
                }
            }
        }
    }

    /// Skips a comma, line breaks, or line breaks before a comma. Returns whether there was any.
    fn separator(&mut self, lines: &mut impl NewlineSink) -> Result<bool, HoconError> {
        let mut ended_line = false;
        loop {
            let token = self.next()?;
            match token.kind {
                TokenKind::Whitespace | TokenKind::Comment(_) => {}
                _ if token.is_whitespace_text() => {}
                TokenKind::Newline => {
                    ended_line = true;
                    self.line = self.line.saturating_add(1);
                    lines.newline();
                }
                TokenKind::Comma => return Ok(true),
                _ => {
                    self.pushed_back.push(token);
                    return Ok(ended_line);
                }
            }
        }
    }

    fn error(&self, token: &Token, message: impl std::fmt::Display) -> HoconError {
        HoconError::at_line(self.line, message).at(token.place)
    }

    /// An error with the advice to use quotes.
    ///
    /// Compat: its parenthesis is not closed. Pinned by `syntax_errors`.
    fn error_with_quoting_advice(
        &self,
        token: &Token,
        message: impl std::fmt::Display,
    ) -> HoconError {
        if let TokenKind::End = token.kind {
            return self.error(token, message);
        }
        self.error(
            token,
            format!(
                "{message} (if you intended {token} to be part of a key or string value, try \
                 enclosing the key or value in double quotes"
            ),
        )
    }

    /// Parses the value that begins with a token.
    fn value(&mut self, first: Token) -> Result<Syntax, HoconError> {
        let place = first.place;
        let kind = match first.kind {
            TokenKind::OpenCurly => {
                let mut members = Vec::new();
                self.nested(place, |parser| parser.members(&mut members, Braces::Present))?;
                SyntaxKind::Object(members)
            }
            TokenKind::OpenSquare => {
                let mut elements = Vec::new();
                self.nested(place, |parser| parser.elements(&mut elements))?;
                SyntaxKind::Array(elements)
            }
            _ if first.is_simple_value() => SyntaxKind::Simple(first),
            _ => {
                let message = format!("Expecting a value but got wrong token: {first}");
                return Err(self.error_with_quoting_advice(&first, message));
            }
        };
        Ok(Syntax { place, kind })
    }

    fn nested(
        &mut self,
        place: Place,
        read: impl FnOnce(&mut Self) -> Result<(), HoconError>,
    ) -> Result<(), HoconError> {
        if self.depth >= Value::MAX_DEPTH {
            return Err(HoconError::too_deep(self.depth + 1).at(place));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Parses a value or a concatenation; `None` if no value begins here.
    fn values(&mut self, lines: &mut impl NewlineSink) -> Result<Option<Syntax>, HoconError> {
        let mut values = Vec::new();
        let mut whitespace = None;
        let mut token = self.next_significant(lines)?;
        loop {
            if let TokenKind::Whitespace = token.kind {
                whitespace = Some(token);
            } else if token.begins_value() {
                whitespace = None;
                values.push(self.value(token)?);
            } else {
                self.pushed_back.push(token);
                break;
            }
            token = self.next()?;
        }
        self.pushed_back.extend(whitespace);
        if values.len() < 2 {
            return Ok(values.pop());
        }
        Ok(values
            .first()
            .map(|first| first.place)
            .map(|place| Syntax { place, kind: SyntaxKind::Concatenation(values) }))
    }

    /// Parses the members of an object and its closing brace.
    fn members(&mut self, members: &mut Vec<Member>, braces: Braces) -> Result<(), HoconError> {
        loop {
            let token = self.next_significant(members)?;
            match token.kind {
                TokenKind::CloseCurly => return self.close(&token, braces),
                TokenKind::End if braces == Braces::Missing => {
                    self.pushed_back.push(token);
                    return Ok(());
                }
                TokenKind::Unquoted(ref word) if word == "include" => {
                    let include = self.include(token.place)?;
                    members.push(Member::Include(include));
                }
                _ => {
                    let field = self.field(token)?;
                    members.push(Member::Field(field));
                }
            }
            if self.separator(members)? {
                continue;
            }
            let token = self.next_significant(members)?;
            match token.kind {
                TokenKind::CloseCurly => return self.close(&token, braces),
                TokenKind::End if braces == Braces::Missing => {
                    self.pushed_back.push(token);
                    return Ok(());
                }
                _ => {
                    let message = format!("Expecting close brace }} or a comma, got {token}");
                    return Err(self.error_with_quoting_advice(&token, message));
                }
            }
        }
    }

    fn close(&self, token: &Token, braces: Braces) -> Result<(), HoconError> {
        match braces {
            Braces::Present => Ok(()),
            Braces::Missing => {
                let message = "unbalanced close brace '}' with no open brace";
                Err(self.error_with_quoting_advice(token, message))
            }
        }
    }

    fn field(&mut self, first: Token) -> Result<Field, HoconError> {
        let place = first.place;
        let (path, written) = self.key(first)?;
        let token = self.next_significant(&mut IgnoreNewlines)?;
        let appends = match token.kind {
            TokenKind::OpenCurly => {
                let value = self.value(token)?;
                return Ok(Field { path, place, appends: false, value });
            }
            TokenKind::Colon | TokenKind::Equals => false,
            TokenKind::PlusEquals => true,
            _ => {
                let message = format!("Key '{written}' may not be followed by token: {token}");
                return Err(self.error_with_quoting_advice(&token, message));
            }
        };
        let value = match self.values(&mut IgnoreNewlines)? {
            Some(value) => value,
            None => {
                let token = self.next_significant(&mut IgnoreNewlines)?;
                self.value(token)?
            }
        };
        Ok(Field { path, place, appends, value })
    }

    /// Parses the path before a value; also returns its source text.
    fn key(&mut self, first: Token) -> Result<(Path, String), HoconError> {
        let place = first.place;
        let mut tokens = Vec::new();
        let mut written = String::new();
        let mut token = first;
        while let TokenKind::Scalar(_, text) | TokenKind::Unquoted(text) = &token.kind {
            written.push_str(text);
            let next = self.next()?;
            tokens.push(std::mem::replace(&mut token, next));
        }
        if tokens.is_empty() {
            let message = format!("expecting a close brace or a field name here, got {token}");
            return Err(self.error(&token, message));
        }
        self.pushed_back.push(token);
        Ok((path::path(&tokens).map_err(|error| error.at(place))?, written))
    }

    fn include(&mut self, place: Place) -> Result<Include, HoconError> {
        let token = self.next_significant(&mut IgnoreNewlines)?;
        if let Some(name) = token.as_quoted() {
            return Ok(Include { place, kind: IncludeKind::Name, name: name.to_owned() });
        }
        let TokenKind::Unquoted(word) = &token.kind else {
            return Err(self.error(
                &token,
                format!("include keyword is not followed by a quoted string, but by: {token}"),
            ));
        };
        let kind = match word.as_str() {
            "url(" => IncludeKind::Url,
            "file(" => IncludeKind::File,
            "classpath(" => IncludeKind::Classpath,
            _ => {
                return Err(self.error(
                    &token,
                    format!(
                        "expecting include parameter to be quoted filename, file(), classpath(), \
                         or url(). No spaces are allowed before the open paren. Not expecting: \
                         {token}"
                    ),
                ));
            }
        };
        let token = self.next_significant(&mut IgnoreNewlines)?;
        let Some(name) = token.as_quoted() else {
            return Err(self.error(
                &token,
                format!(
                    "expecting a quoted string inside file(), classpath(), or url(), rather \
                     than: {token}"
                ),
            ));
        };
        let close = self.next_significant(&mut IgnoreNewlines)?;
        match &close.kind {
            TokenKind::Unquoted(text) if text == ")" => {
                Ok(Include { place, kind, name: name.to_owned() })
            }
            _ => {
                Err(self
                    .error(&close, format!("expecting a close parentheses ')' here, not: {close}")))
            }
        }
    }

    /// Parses the elements of an array and its closing bracket.
    fn elements(&mut self, elements: &mut Vec<Element>) -> Result<(), HoconError> {
        match self.values(elements)? {
            Some(value) => elements.push(Element::Value(value)),
            None => {
                let expected = "List should have ] or a first element after the open [";
                return self.end_of_list(elements, expected);
            }
        }
        loop {
            if !self.separator(elements)? {
                let expected = "List should have ended with ] or had a comma";
                return self.end_of_list(elements, expected);
            }
            if let Some(value) = self.values(elements)? {
                elements.push(Element::Value(value));
                continue;
            }
            let token = self.next_significant(elements)?;
            if let TokenKind::CloseSquare = token.kind {
                // A single trailing comma is allowed.
                self.pushed_back.push(token);
                continue;
            }
            return Err(self.error(
                &token,
                format!(
                    "List should have had new element after a comma, instead had token: {token} \
                     (if you want the comma or {token} to be part of a string value, then \
                     double-quote it)"
                ),
            ));
        }
    }

    /// Parses the closing bracket, and fails on any other token.
    fn end_of_list(
        &mut self,
        elements: &mut Vec<Element>,
        expected: &str,
    ) -> Result<(), HoconError> {
        let token = self.next_significant(elements)?;
        if let TokenKind::CloseSquare = token.kind {
            return Ok(());
        }
        Err(self.error(
            &token,
            format!(
                "{expected}, instead had token: {token} (if you want {token} to be part of a \
                 string value, then double-quote it)"
            ),
        ))
    }
}

/// Whether an object has braces. Those of the root object may be omitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Braces {
    Present,
    Missing,
}
