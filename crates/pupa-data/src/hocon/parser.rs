//! The grammar of HOCON.

use pupa_value::Value;

use super::Refusal;
use super::path::{self, Path};
use super::syntax::{Element, Field, Include, IncludeKind, Member, Root, Syntax, SyntaxKind};
use super::token::{Token, TokenKind};
use super::tokenizer::Tokenizer;
use crate::document::Place;

/// Reads what stands in a text.
pub(super) fn document(text: &str) -> Result<Root, Refusal> {
    let mut parser = Parser { tokens: Tokenizer::new(text), back: Vec::new(), line: 1, depth: 0 };
    parser.root()
}

struct Parser<'t> {
    tokens: Tokenizer<'t>,
    /// Tokens that were put back, the next one last.
    back: Vec<Token>,
    /// The line that messages name.
    line: u32,
    depth: usize,
}

/// Lines that ended, where the parts of an object or array are collected.
trait Lines {
    fn end_line(&mut self);
}

impl Lines for Vec<Member> {
    fn end_line(&mut self) {
        self.push(Member::Newline);
    }
}

impl Lines for Vec<Element> {
    fn end_line(&mut self) {
        self.push(Element::Newline);
    }
}

impl Lines for u32 {
    fn end_line(&mut self) {
        *self = self.saturating_add(1);
    }
}

/// Inside of a field nobody counts lines.
struct Uncounted;

impl Lines for Uncounted {
    fn end_line(&mut self) {}
}

impl Parser<'_> {
    fn root(&mut self) -> Result<Root, Refusal> {
        let mut lines_before = 0;
        let first = self.next_beyond_blanks(&mut lines_before)?;
        let place = first.place;
        let root = if first.begins_value() && !first.is_simple_value() {
            Root { lines_before, value: self.value(first)? }
        } else {
            self.back.push(first);
            let mut members = Vec::new();
            members.resize_with(lines_before as usize, || Member::Newline);
            self.members(&mut members, Braces::Missing)?;
            let value = Syntax { place, kind: SyntaxKind::Object(members) };
            Root { lines_before: 0, value }
        };
        let last = self.next_beyond_blanks(&mut Uncounted)?;
        match last.kind {
            TokenKind::End => Ok(root),
            _ => Err(self.refuse(
                &last,
                format!("Document has trailing tokens after first object or array: {last}"),
            )),
        }
    }

    fn next(&mut self) -> Result<Token, Refusal> {
        match self.back.pop() {
            Some(token) => Ok(token),
            None => self.tokens.next(),
        }
    }

    /// The next token that is no blank, comment or end of a line.
    fn next_beyond_blanks(&mut self, lines: &mut impl Lines) -> Result<Token, Refusal> {
        loop {
            let token = self.next()?;
            match token.kind {
                TokenKind::Newline => {
                    lines.end_line();
                    self.line = token.line.unwrap_or(self.line).saturating_add(1);
                }
                TokenKind::Blanks | TokenKind::Comment(_) => {}
                _ if token.is_blank_text() => {}
                _ => {
                    self.line = token.line.unwrap_or(self.line);
                    return Ok(token);
                }
            }
        }
    }

    /// Whether a comma or the end of a line comes next; both may be gone then.
    fn separator(&mut self, lines: &mut impl Lines) -> Result<bool, Refusal> {
        let mut ended_line = false;
        loop {
            let token = self.next()?;
            match token.kind {
                TokenKind::Blanks | TokenKind::Comment(_) => {}
                _ if token.is_blank_text() => {}
                TokenKind::Newline => {
                    ended_line = true;
                    self.line = self.line.saturating_add(1);
                    lines.end_line();
                }
                TokenKind::Comma => return Ok(true),
                _ => {
                    self.back.push(token);
                    return Ok(ended_line);
                }
            }
        }
    }

    fn refuse(&self, token: &Token, message: impl std::fmt::Display) -> Refusal {
        Refusal::at_line(self.line, message).at(token.place)
    }

    /// A refusal that advises quotes. Compat: its parenthesis stays open.
    fn refuse_advising_quotes(&self, token: &Token, message: impl std::fmt::Display) -> Refusal {
        if let TokenKind::End = token.kind {
            return self.refuse(token, message);
        }
        self.refuse(
            token,
            format!(
                "{message} (if you intended {token} to be part of a key or string value, try \
                 enclosing the key or value in double quotes"
            ),
        )
    }

    /// The value that a token begins.
    fn value(&mut self, first: Token) -> Result<Syntax, Refusal> {
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
                return Err(self.refuse_advising_quotes(&first, message));
            }
        };
        Ok(Syntax { place, kind })
    }

    fn nested(
        &mut self,
        place: Place,
        read: impl FnOnce(&mut Self) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        if self.depth >= Value::MAX_DEPTH {
            return Err(Refusal::too_deep(self.depth + 1).at(place));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// A value, or several beside each other; nothing when no value begins here.
    fn values(&mut self, lines: &mut impl Lines) -> Result<Option<Syntax>, Refusal> {
        let mut values = Vec::new();
        let mut blanks = None;
        let mut token = self.next_beyond_blanks(lines)?;
        loop {
            if let TokenKind::Blanks = token.kind {
                blanks = Some(token);
            } else if token.begins_value() {
                blanks = None;
                values.push(self.value(token)?);
            } else {
                self.back.push(token);
                break;
            }
            token = self.next()?;
        }
        self.back.extend(blanks);
        if values.len() < 2 {
            return Ok(values.pop());
        }
        Ok(values
            .first()
            .map(|first| first.place)
            .map(|place| Syntax { place, kind: SyntaxKind::Concatenation(values) }))
    }

    /// What stands in an object, and its closing brace.
    fn members(&mut self, members: &mut Vec<Member>, braces: Braces) -> Result<(), Refusal> {
        loop {
            let token = self.next_beyond_blanks(members)?;
            match token.kind {
                TokenKind::CloseCurly => return self.close(&token, braces),
                TokenKind::End if braces == Braces::Missing => {
                    self.back.push(token);
                    return Ok(());
                }
                TokenKind::Text(ref word) if word == "include" => {
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
            let token = self.next_beyond_blanks(members)?;
            match token.kind {
                TokenKind::CloseCurly => return self.close(&token, braces),
                TokenKind::End if braces == Braces::Missing => {
                    self.back.push(token);
                    return Ok(());
                }
                _ => {
                    let message = format!("Expecting close brace }} or a comma, got {token}");
                    return Err(self.refuse_advising_quotes(&token, message));
                }
            }
        }
    }

    fn close(&self, token: &Token, braces: Braces) -> Result<(), Refusal> {
        match braces {
            Braces::Present => Ok(()),
            Braces::Missing => {
                let message = "unbalanced close brace '}' with no open brace";
                Err(self.refuse_advising_quotes(token, message))
            }
        }
    }

    fn field(&mut self, first: Token) -> Result<Field, Refusal> {
        let place = first.place;
        let (path, written) = self.key(first)?;
        let token = self.next_beyond_blanks(&mut Uncounted)?;
        let appends = match token.kind {
            TokenKind::OpenCurly => {
                let value = self.value(token)?;
                return Ok(Field { path, place, appends: false, value });
            }
            TokenKind::Colon | TokenKind::Equals => false,
            TokenKind::PlusEquals => true,
            _ => {
                let message = format!("Key '{written}' may not be followed by token: {token}");
                return Err(self.refuse_advising_quotes(&token, message));
            }
        };
        let value = match self.values(&mut Uncounted)? {
            Some(value) => value,
            None => {
                let token = self.next_beyond_blanks(&mut Uncounted)?;
                self.value(token)?
            }
        };
        Ok(Field { path, place, appends, value })
    }

    /// The path before a value, and how it is written.
    fn key(&mut self, first: Token) -> Result<(Path, String), Refusal> {
        let place = first.place;
        let mut tokens = Vec::new();
        let mut written = String::new();
        let mut token = first;
        while let TokenKind::Scalar(_, text) | TokenKind::Text(text) = &token.kind {
            written.push_str(text);
            let next = self.next()?;
            tokens.push(std::mem::replace(&mut token, next));
        }
        if tokens.is_empty() {
            let message = format!("expecting a close brace or a field name here, got {token}");
            return Err(self.refuse(&token, message));
        }
        self.back.push(token);
        Ok((path::path(&tokens).map_err(|refusal| refusal.at(place))?, written))
    }

    fn include(&mut self, place: Place) -> Result<Include, Refusal> {
        let token = self.next_beyond_blanks(&mut Uncounted)?;
        if let Some(name) = token.as_quoted() {
            return Ok(Include { place, kind: IncludeKind::Name, name: name.to_owned() });
        }
        let TokenKind::Text(word) = &token.kind else {
            return Err(self.refuse(
                &token,
                format!("include keyword is not followed by a quoted string, but by: {token}"),
            ));
        };
        let kind = match word.as_str() {
            "url(" => IncludeKind::Url,
            "file(" => IncludeKind::File,
            "classpath(" => IncludeKind::Classpath,
            _ => {
                return Err(self.refuse(
                    &token,
                    format!(
                        "expecting include parameter to be quoted filename, file(), classpath(), \
                         or url(). No spaces are allowed before the open paren. Not expecting: \
                         {token}"
                    ),
                ));
            }
        };
        let token = self.next_beyond_blanks(&mut Uncounted)?;
        let Some(name) = token.as_quoted() else {
            return Err(self.refuse(
                &token,
                format!(
                    "expecting a quoted string inside file(), classpath(), or url(), rather \
                     than: {token}"
                ),
            ));
        };
        let close = self.next_beyond_blanks(&mut Uncounted)?;
        match &close.kind {
            TokenKind::Text(text) if text == ")" => {
                Ok(Include { place, kind, name: name.to_owned() })
            }
            _ => Err(self
                .refuse(&close, format!("expecting a close parentheses ')' here, not: {close}"))),
        }
    }

    /// What stands in an array, and its closing bracket.
    fn elements(&mut self, elements: &mut Vec<Element>) -> Result<(), Refusal> {
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
            let token = self.next_beyond_blanks(elements)?;
            if let TokenKind::CloseSquare = token.kind {
                // One comma may stand after the last element.
                self.back.push(token);
                continue;
            }
            return Err(self.refuse(
                &token,
                format!(
                    "List should have had new element after a comma, instead had token: {token} \
                     (if you want the comma or {token} to be part of a string value, then \
                     double-quote it)"
                ),
            ));
        }
    }

    /// The closing bracket, where nothing else may stand.
    fn end_of_list(&mut self, elements: &mut Vec<Element>, expected: &str) -> Result<(), Refusal> {
        let token = self.next_beyond_blanks(elements)?;
        if let TokenKind::CloseSquare = token.kind {
            return Ok(());
        }
        Err(self.refuse(
            &token,
            format!(
                "{expected}, instead had token: {token} (if you want {token} to be part of a \
                 string value, then double-quote it)"
            ),
        ))
    }
}

/// Whether an object has braces; that of a whole text may do without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Braces {
    Present,
    Missing,
}
