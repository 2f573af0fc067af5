//! Parses `if`, `unless` and `case`.

use super::expression::LOWEST;
use super::{Parse, Parser};
use crate::source::Span;
use crate::token::TokenKind;
use crate::tree::{CaseOption, Condition, ExprId, ExprKind, List};

impl Parser<'_> {
    /// `'if' condition branch ('elsif' condition branch)* ('else' branch)?`
    pub(super) fn if_expression(&mut self) -> Parse<ExprId> {
        let keyword = self.bump();
        let test = self.condition()?;
        let (then, braces) = self.branch()?;
        let mut end = braces;
        let otherwise = match self.kind() {
            TokenKind::Elsif => {
                let elsif = self.nested(Parser::if_expression)?;
                end = self.span_of(elsif);
                Some(elsif)
            }
            _ => self.else_branch(&mut end)?,
        };
        let condition = self.tables.add(Condition { test, then, otherwise });
        Ok(self.add(keyword.span.to(end), ExprKind::If(condition)))
    }

    /// `'unless' condition branch ('else' branch)?`
    pub(super) fn unless_expression(&mut self) -> Parse<ExprId> {
        let keyword = self.bump();
        let test = self.condition()?;
        let (then, braces) = self.branch()?;
        let mut end = braces;
        let otherwise = self.else_branch(&mut end)?;
        let condition = self.tables.add(Condition { test, then, otherwise });
        Ok(self.add(keyword.span.to(end), ExprKind::Unless(condition)))
    }

    fn else_branch(&mut self, end: &mut Span) -> Parse<Option<ExprId>> {
        if self.eat(TokenKind::Else).is_none() {
            return Ok(None);
        }
        let (branch, braces) = self.branch()?;
        *end = braces;
        Ok(Some(branch))
    }

    /// `'case' condition '{' option+ '}'`
    pub(super) fn case_expression(&mut self) -> Parse<ExprId> {
        let keyword = self.bump();
        let test = self.condition()?;
        self.expect(TokenKind::LeftBrace)?;
        let mark = self.scratch.case_options.len();
        let options = self.bracketed(|parser| parser.case_options(mark))?;
        let close = self.expect(TokenKind::RightBrace)?;
        Ok(self.add(keyword.span.to(close.span), ExprKind::Case { test, options }))
    }

    fn case_options(&mut self, mark: usize) -> Parse<List<CaseOption>> {
        loop {
            let option = self.case_option()?;
            self.scratch.case_options.push(option);
            if self.at(TokenKind::RightBrace) {
                return Ok(self.tables.add_list(&mut self.scratch.case_options, mark));
            }
        }
    }

    /// `expression (',' expression)* ':' '{' statements? '}'`
    fn case_option(&mut self) -> Parse<CaseOption> {
        let mark = self.scratch.exprs.len();
        loop {
            let value = self.expression(LOWEST)?;
            self.scratch.exprs.push(value);
            if self.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        let values = self.list(mark);
        let at = self.expect(TokenKind::Colon)?.span.start;
        let (statements, braces) = self.braced_statements()?;
        let body = self.add(braces, ExprKind::Block { statements, at });
        Ok(CaseOption { values, body, at })
    }
}
