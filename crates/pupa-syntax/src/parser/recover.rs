//! Going on after a syntax error, and saying what may be wrong.
//!
//! A statement that can't be read is skipped to its end: past the braces it opened, up to the
//! next line that begins a statement, or to the end of the block it stands in. Attributes of
//! resources are skipped one by one.

use super::{Failed, Parse, Parser};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::token::{Token, TokenKind};

impl Parser<'_> {
    /// Skips the statement that began at token `start` and failed at the current one.
    pub(super) fn skip_statement(&mut self, start: usize) {
        let mut open = self.open_braces(start, self.pos);
        let first = self.pos;
        loop {
            match self.kind() {
                TokenKind::End => return,
                TokenKind::LeftBrace | TokenKind::SelectorBrace => open += 1,
                TokenKind::RightBrace if open <= 0 => return,
                TokenKind::RightBrace => {
                    open -= 1;
                    if open == 0 {
                        self.bump();
                        return;
                    }
                }
                _ if open <= 0 && self.pos > start && self.begins_statement() => return,
                _ if self.pos > first && self.begins_definition() => return,
                _ => {}
            }
            self.bump();
        }
    }

    /// Skips the attribute that began at token `start`, if its end can be found: up to the next
    /// comma, semicolon or brace that belongs to the resource.
    pub(super) fn skip_attribute(&mut self, start: usize) -> Parse<()> {
        let mut open = self.open_brackets(start, self.pos);
        let failed_at = self.pos;
        loop {
            match self.kind() {
                TokenKind::End => break,
                kind if is_opening(kind) => open += 1,
                kind if is_closing(kind) && open > 0 => open -= 1,
                TokenKind::Comma | TokenKind::Semicolon | TokenKind::RightBrace if open <= 0 => {
                    return Ok(());
                }
                _ if self.pos > start && (self.begins_definition()) => break,
                _ if open <= 0 && self.pos > failed_at && self.begins_attribute() => {
                    return Ok(());
                }
                _ => {}
            }
            self.bump();
        }
        self.pos = failed_at;
        Err(Failed)
    }

    /// How many more braces were opened than closed between two tokens.
    fn open_braces(&self, from: usize, to: usize) -> i32 {
        let tokens = self.tokens.tokens.get(from..to).unwrap_or_default();
        tokens.iter().fold(0, |open, token| match token.kind {
            TokenKind::LeftBrace | TokenKind::SelectorBrace => open + 1,
            TokenKind::RightBrace => open - 1,
            _ => open,
        })
    }

    fn open_brackets(&self, from: usize, to: usize) -> i32 {
        let tokens = self.tokens.tokens.get(from..to).unwrap_or_default();
        let step = |kind| i32::from(is_opening(kind)) - i32::from(is_closing(kind));
        tokens.iter().map(|token| step(token.kind)).sum()
    }

    /// Whether the current token is first on its line.
    fn begins_line(&self) -> bool {
        let Some(before) = self.pos.checked_sub(1) else { return true };
        let between = Span::new(self.tokens.tokens[before].span.end, self.span().start);
        self.source.slice(between).contains('\n')
    }

    /// Whether the current token looks like the beginning of a statement: first on its line, and
    /// not something that a list would hold.
    fn begins_statement(&self) -> bool {
        use TokenKind as T;
        let next = self.next_kind();
        let listed = matches!(
            next,
            T::FatArrow | T::PlusArrow | T::Comma | T::RightParen | T::RightBracket | T::Colon
        );
        let begins = match self.kind() {
            T::If
            | T::Case
            | T::Unless
            | T::Class
            | T::Define
            | T::Node
            | T::Function
            | T::Type => true,
            T::At | T::AtAt | T::Name | T::Reference | T::Variable => true,
            T::RenderString | T::RenderExpr => return true,
            _ => false,
        };
        begins && !listed && self.begins_line()
    }

    /// Whether a definition begins at the very left: whatever is open was not closed.
    fn begins_definition(&self) -> bool {
        use TokenKind as T;
        let is_definition = matches!(self.kind(), T::Class | T::Define | T::Node | T::Function);
        let start = self.span().start;
        is_definition
            && self.begins_line()
            && (start == 0 || self.source.text().as_bytes()[start as usize - 1] == b'\n')
    }

    fn begins_attribute(&self) -> bool {
        (self.at(TokenKind::Name) || self.kind().is_keyword())
            && self.next_kind() == TokenKind::FatArrow
            && self.begins_line()
    }

    /// Adds to an unexpected end of input which bracket is still open.
    pub(super) fn explain_end(&self, error: Diagnostic) -> Diagnostic {
        match self.innermost_open(self.tokens.tokens.len()) {
            Some(token) => {
                let opened = self.source.slice(token.span);
                error.label(token.span, format!("this `{opened}` is not closed"))
            }
            None => error,
        }
    }

    /// Adds to a syntax error what is probably meant.
    pub(super) fn explain_syntax_error(&self, error: Diagnostic, token: Token) -> Diagnostic {
        use TokenKind as T;
        let before = self.pos.checked_sub(1).map(|at| self.tokens.tokens[at].kind);
        match (before, token.kind) {
            (_, T::RightBrace | T::RightParen | T::RightBracket) => {
                match self.innermost_open(self.pos) {
                    None => error.help("there is no bracket to close here"),
                    Some(open) if !closes(open.kind, token.kind) => {
                        let opened = self.source.slice(open.span);
                        error.label(open.span, format!("this `{opened}` is still open"))
                    }
                    Some(_) => error,
                }
            }
            (
                Some(T::String | T::StringEnd | T::Number | T::Variable | T::True | T::False),
                kind,
            ) if kind == T::Name && self.next_kind() == T::FatArrow => {
                error.help("a comma or colon may be missing before this attribute")
            }
            (_, T::Elsif) => error.help("`unless` has no `elsif`; use `if`"),
            (_, T::Other) => error.help("this character has no meaning here; quote it in strings"),
            _ => error,
        }
    }

    /// The bracket opened last before token `to` that is not closed before it.
    fn innermost_open(&self, to: usize) -> Option<Token> {
        let mut open = Vec::new();
        for token in &self.tokens.tokens[..to] {
            if is_opening(token.kind) {
                open.push(*token);
            } else if is_closing(token.kind) {
                open.pop();
            }
        }
        open.pop()
    }
}

fn is_opening(kind: TokenKind) -> bool {
    use TokenKind as T;
    matches!(
        kind,
        T::LeftBrace
            | T::SelectorBrace
            | T::LeftParen
            | T::LineParen
            | T::LeftBracket
            | T::ListStart
    )
}

fn is_closing(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::RightBrace | TokenKind::RightParen | TokenKind::RightBracket)
}

fn closes(open: TokenKind, close: TokenKind) -> bool {
    use TokenKind as T;
    match close {
        T::RightBrace => matches!(open, T::LeftBrace | T::SelectorBrace),
        T::RightParen => matches!(open, T::LeftParen | T::LineParen),
        _ => matches!(open, T::LeftBracket | T::ListStart),
    }
}
