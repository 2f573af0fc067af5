//! Parses strings with interpolation, heredocs, and EPP templates.

use super::expression::LOWEST;
use super::{Parse, Parser};
use crate::source::Span;
use crate::token::{Token, TokenKind};
use crate::tree::{Epp, ExprId, ExprKind, Heredoc};

impl Parser<'_> {
    /// Parses an interpolated string. Its tokens are `text code (text code)* text`.
    pub(super) fn interpolated_string(&mut self) -> Parse<ExprId> {
        let start = self.bump();
        let mark = self.scratch.exprs.len();
        self.string_segment(start);
        let end = loop {
            let code = self.bracketed(Parser::assignment)?;
            self.name_to_variable(code);
            let span = self.span_of(code);
            let interpolation = self.add(span, ExprKind::Interpolation(code));
            self.scratch.exprs.push(interpolation);
            match self.kind() {
                TokenKind::StringMiddle => {
                    let middle = self.bump();
                    self.string_segment(middle);
                }
                TokenKind::StringEnd => {
                    let end = self.bump();
                    self.string_segment(end);
                    break end;
                }
                _ => return self.unexpected(),
            }
        };
        let segments = self.list(mark);
        Ok(self.add(start.span.to(end.span), ExprKind::Concat(segments)))
    }

    /// Turns the name in `${name}`, `${name[…]}` or `${name.call}` into a variable.
    ///
    /// The lexer does so when it finds the closing brace. It does not find one if the text of a
    /// heredoc ends after the `${`, so the name is still a plain name here.
    fn name_to_variable(&mut self, code: ExprId) {
        let mut expr = code;
        loop {
            expr = match self.expr(expr).kind {
                ExprKind::Name(name) => {
                    self.tables.get_mut(expr).kind = ExprKind::Variable(name);
                    return;
                }
                ExprKind::Access { left, .. } | ExprKind::NamedAccess { left, .. } => left,
                ExprKind::MethodCall(call) => self.tables.get(call).functor,
                _ => return,
            };
        }
    }

    /// Adds a text segment of a string, unless it is empty.
    fn string_segment(&mut self, token: Token) {
        let text = self.text(token);
        if !self.read(text).is_empty() {
            let segment = self.add(token.span, ExprKind::String(text));
            self.scratch.exprs.push(segment);
        }
    }

    /// Parses a heredoc: the token of its opening `@(…)`, followed by the tokens of its text.
    pub(super) fn heredoc(&mut self) -> Parse<ExprId> {
        let opening = self.bump();
        let syntax = self.text(opening);
        let text = self.nested(Parser::primary)?;
        let heredoc = self.tables.add(Heredoc { syntax, text });
        Ok(self.add(opening.span, ExprKind::Heredoc(heredoc)))
    }

    /// Parses a whole EPP template.
    pub(super) fn epp_program(&mut self) -> ExprId {
        let whole = Span::new(0, self.source.text().len() as u32);
        let parameters = match self.at(TokenKind::Pipe) {
            true => match self.piped_parameters() {
                Ok(parameters) => Some(parameters),
                Err(_) => {
                    self.skip_statement(0);
                    None
                }
            },
            false => None,
        };
        let statements = self.top_level_statements();
        let body = self.body_block(statements, whole, 0);
        let epp = self.tables.add(Epp { parameters, body });
        self.add(whole, ExprKind::Epp(epp))
    }

    /// Parses `<%= expression %>` or `<%= { statements } %>`.
    pub(super) fn render_expression(&mut self) -> Parse<ExprId> {
        let open = self.bump();
        let inner = match self.at(TokenKind::LeftBrace) {
            true => self.rendered_braces()?,
            false => self.expression(LOWEST)?,
        };
        if !matches!(self.kind(), TokenKind::EppEnd | TokenKind::EppEndTrim) {
            return self.unexpected();
        }
        let close = self.bump();
        Ok(self.add(open.span.to(close.span), ExprKind::Render(inner)))
    }

    /// Parses `<%= {`, which starts a hash or a block of statements. The token after the first
    /// expression decides: `=>` means a hash.
    fn rendered_braces(&mut self) -> Parse<ExprId> {
        let open = self.bump();
        let mark = self.scratch.entries.len();
        if self.at(TokenKind::RightBrace) {
            let hash = self.end_hash(open.span, mark)?;
            return self.operators(hash, LOWEST);
        }
        let is_keyword = matches!(self.kind(), TokenKind::Type | TokenKind::Function);
        let first = self.bracketed(Parser::hash_entry)?;
        if self.at(TokenKind::FatArrow) {
            self.bracketed(|parser| parser.hash_entries_from(first))?;
            let hash = self.end_hash(open.span, mark)?;
            return self.operators(hash, LOWEST);
        }
        if is_keyword && matches!(self.expr(first).kind, ExprKind::String(_)) {
            return self.unexpected();
        }
        let statements = self.statements_from(first)?;
        let close = self.expect(TokenKind::RightBrace)?;
        let braces = open.span.to(close.span);
        // There is at least the first statement.
        Ok(self.block_or_expression(statements, braces).unwrap_or(first))
    }
}
