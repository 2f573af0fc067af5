//! Recovers from syntax errors, and explains them.
//!
//! A statement with an error is skipped up to its end. Brackets alone do not show its end, since a
//! bracket is often the error; indentation does. Parameters and attributes are skipped one by one,
//! so that those after them are still parsed.

use super::{Parse, Parser, Reported};
use crate::diagnostic::Diagnostic;
use crate::issues::lexical;
use crate::source::Span;
use crate::token::{Token, TokenKind};

/// The maximum length of lines written by people.
const LONG_LINE: usize = 4096;

/// The treatment of a token while skipping.
enum Skip {
    /// The token belongs to the skipped part.
    Over,
    /// The token is the last one of the skipped part.
    Past,
    /// The token belongs to the part after it.
    Before,
}

/// The open brackets of the statement that is being skipped.
struct Open {
    /// Braces.
    braces: i32,
    /// Brackets of all kinds.
    brackets: i32,
}

impl Parser<'_> {
    /// Skips the statement that started at token `start` and failed at the current token.
    pub(super) fn skip_statement(&mut self, start: usize) {
        // All tokens have been skipped, and the surrounding blocks fail in turn.
        if self.at(TokenKind::End) {
            return;
        }
        let margin = self.indentation_of(start);
        let mut open = Open {
            braces: self.open_braces(start, self.pos).max(0),
            brackets: self.open_brackets(start, self.pos),
        };
        while !self.at(TokenKind::End) {
            match self.skip_in_statement(start, margin, &mut open) {
                Skip::Over => {
                    self.bump();
                }
                Skip::Past => {
                    self.bump();
                    if !self.continues_statement() {
                        self.news_from = Some(self.span().start);
                        return;
                    }
                }
                Skip::Before => {
                    if self.begins_rendering() {
                        self.news_from = Some(self.span().start);
                    }
                    return;
                }
            }
        }
    }

    /// Whether template text or a rendered expression starts here; an error in a tag does not
    /// extend beyond it.
    fn begins_rendering(&self) -> bool {
        matches!(self.kind(), TokenKind::RenderString | TokenKind::RenderExpr)
    }

    /// Whether the current token continues the statement before it: `-> …`, `else …`.
    fn continues_statement(&self) -> bool {
        use TokenKind as T;
        matches!(
            self.kind(),
            T::InEdge
                | T::InEdgeSub
                | T::OutEdge
                | T::OutEdgeSub
                | T::Else
                | T::Elsif
                | T::Dot
                | T::Comma
                | T::RightParen
                | T::RightBracket
                | T::Colon
        )
    }

    fn skip_in_statement(&self, start: usize, margin: usize, open: &mut Open) -> Skip {
        let kind = self.kind();
        if self.pos > start && open.braces <= 0 && self.begins_rendering() {
            return Skip::Before;
        }
        let column = match self.pos > start && self.begins_line() {
            true => Some(self.indentation_of(self.pos)),
            false => None,
        };
        match (kind, column) {
            (TokenKind::RightBrace, Some(column)) if column <= margin => {
                match column == margin && open.braces > 0 {
                    true => return Skip::Past,
                    false => return Skip::Before,
                }
            }
            (_, Some(column)) if column < margin => return Skip::Before,
            (_, Some(column)) if column == margin && self.begins_statement() => {
                return Skip::Before;
            }
            _ => {}
        }
        open.brackets += i32::from(is_opening(kind)) - i32::from(is_closing(kind));
        match kind {
            TokenKind::LeftBrace | TokenKind::SelectorBrace => open.braces += 1,
            TokenKind::RightBrace if column.is_some() => open.braces = (open.braces - 1).max(1),
            TokenKind::RightBrace => {
                open.braces -= 1;
                match open.braces {
                    0 if open.brackets > 0 => {}
                    0 => return Skip::Past,
                    ..0 => return Skip::Before,
                    _ => {}
                }
            }
            _ => {}
        }
        Skip::Over
    }

    /// Skips the attribute that started at token `start`, if its end can be found: the next comma,
    /// semicolon or brace of the resource, or the next attribute.
    pub(super) fn skip_attribute(&mut self, start: usize) -> Parse<()> {
        self.skip_item(start, |parser, open| {
            let ends = open <= 0
                && matches!(
                    parser.kind(),
                    TokenKind::Comma | TokenKind::Semicolon | TokenKind::RightBrace
                );
            ends || parser.pos > start && parser.begins_attribute()
        })
    }

    /// Skips the parameter that started at token `start`, if its end can be found.
    pub(super) fn skip_parameter(&mut self, start: usize, close: TokenKind) -> Parse<()> {
        self.skip_item(start, |parser, open| {
            open <= 0 && (parser.at(TokenKind::Comma) || parser.at(close))
        })
    }

    fn skip_item(&mut self, start: usize, ends: impl Fn(&Self, i32) -> bool) -> Parse<()> {
        let margin = self.indentation_of(start);
        let mut open = self.open_brackets(start, self.pos).max(0);
        let failed_at = self.pos;
        while !self.at(TokenKind::End) {
            if ends(self, open) {
                return Ok(());
            }
            let outside = self.pos > start
                && self.begins_line()
                && self.indentation_of(self.pos) < margin
                && !is_closing(self.kind());
            if outside {
                break;
            }
            if is_opening(self.kind()) {
                open += 1;
            } else if is_closing(self.kind()) {
                open -= 1;
                if open < 0 {
                    break;
                }
            }
            self.bump();
        }
        self.pos = failed_at;
        Err(Reported)
    }

    /// Returns the number of braces opened minus those closed between two tokens.
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

    /// Whether the current token looks like the start of a statement: it is the first on its line,
    /// and not something that a list would contain.
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

    /// Returns the indentation of the line of a token. Very long lines count as not indented, since
    /// searching for their start repeatedly would take too long.
    fn indentation_of(&self, token: usize) -> usize {
        let bytes = self.source.text().as_bytes();
        let at = self.tokens.tokens[token].span.start as usize;
        let from = at.saturating_sub(LONG_LINE);
        let before = bytes.get(from..at).unwrap_or_default();
        let Some(line) = before.iter().rposition(|&byte| byte == b'\n') else { return 0 };
        let line = &bytes[from + line + 1..];
        line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
    }

    fn begins_attribute(&self) -> bool {
        (self.at(TokenKind::Name) || self.kind().is_keyword())
            && self.next_kind() == TokenKind::FatArrow
            && self.begins_line()
    }

    /// Reports only the first error if a string, comment or heredoc is never closed, since the text
    /// after it was lexed the wrong way. The error then says what is open.
    pub(super) fn blame_open_text(&mut self) {
        let is_open = |error: &Diagnostic| {
            error.is_any(&[
                &lexical::records::unclosed_quote,
                &lexical::records::unclosed_mlcomment,
                &lexical::records::heredoc_without_end_tagged_line,
            ])
        };
        let Some((_, open)) = self.tokens.errors.iter().find(|(_, error)| is_open(error)) else {
            return;
        };
        let label = open.labels.first().map_or(open.span(), |label| label.location.span);
        self.diagnostics.truncate(1);
        if let Some(first) = self.diagnostics.pop() {
            let text = "this is never closed: a quote may be missing before";
            self.diagnostics.push(if is_open(&first) { first } else { first.label(label, text) });
        }
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

    /// Adds to a syntax error what was probably meant.
    pub(super) fn explain_syntax_error(&self, error: Diagnostic, token: Token) -> Diagnostic {
        if self.diagnostics.len() >= super::MAX_EXPLAINED {
            return error;
        }
        if is_closing(token.kind) {
            return self.explain_closing(error, token);
        }
        match self.advice(token) {
            Some(advice) => self.fixed(error.help(advice), token),
            None => error,
        }
    }

    /// Adds a fix for errors that have only one.
    fn fixed(&self, error: Diagnostic, token: Token) -> Diagnostic {
        let before = self.pos.checked_sub(1).map(|at| self.tokens.tokens[at]);
        match before {
            Some(before) if (before.kind, token.kind) == (TokenKind::Else, TokenKind::If) => {
                error.fix("write `elsif`", before.span.to(token.span), "elsif")
            }
            _ => error,
        }
    }

    fn explain_closing(&self, error: Diagnostic, token: Token) -> Diagnostic {
        if self.kind_before() == Some(TokenKind::Semicolon) {
            return error.help("`;` separates expressions: leave it out after the last");
        }
        match self.innermost_open(self.pos) {
            None => error.help("there is no bracket to close here"),
            Some(open) if !closes(open.kind, token.kind) => {
                let opened = self.source.slice(open.span);
                error.label(open.span, format!("this `{opened}` is still open"))
            }
            Some(_) => error,
        }
    }

    fn kind_before(&self) -> Option<TokenKind> {
        self.pos.checked_sub(1).map(|at| self.tokens.tokens[at].kind)
    }

    /// Returns the help text for an unexpected token, for frequent mistakes.
    fn advice(&self, token: Token) -> Option<&'static str> {
        use TokenKind as T;
        let before = self.kind_before()?;
        let text = self.read(self.text(token));
        let ends_value = matches!(
            before,
            T::String
                | T::StringEnd
                | T::Number
                | T::Variable
                | T::True
                | T::False
                | T::Undef
                | T::Name
                | T::Word
                | T::Reference
                | T::RightBracket
                | T::RightBrace
                | T::RightParen
        );
        let advice = match (before, token.kind) {
            (T::Else, T::If) => "write `elsif` for `else if`",
            (_, T::Elsif) => "`elsif` follows the block of an `if`; `unless` has none",
            (_, T::Else) => "`else` follows the block of an `if` or `unless`",
            (_, T::Other) => match text {
                "&" => "write `and` for `&&`",
                "`" => "quote strings with `'` or `\"`",
                _ => "this character has no meaning outside of strings: quote it",
            },
            (T::Pipe, T::Pipe) => "write `or` for `||`",
            (_, T::Equals) if ends_value => "compare with `==`; `=` assigns to a variable",
            (_, T::Name | T::Default | T::Type | T::Unless | T::Node)
                if ends_value && self.next_kind() == T::FatArrow =>
            {
                "a comma may be missing before this attribute, or a colon after the title"
            }
            (_, T::FatArrow) => "`=>` belongs between a name and its value, in braces",
            (T::Variable | T::RightBracket | T::String | T::Number, T::Variable | T::Reference)
                if self.is_in_parentheses() =>
            {
                "a comma may be missing before this"
            }
            (_, T::Semicolon) => "`;` separates expressions and bodies of resources",
            _ => return None,
        };
        Some(advice)
    }

    fn is_in_parentheses(&self) -> bool {
        let open = self.innermost_open(self.pos);
        open.is_some_and(|open| {
            !matches!(open.kind, TokenKind::LeftBrace | TokenKind::SelectorBrace)
        })
    }

    /// The last bracket opened before token `to` that is not closed before it.
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
