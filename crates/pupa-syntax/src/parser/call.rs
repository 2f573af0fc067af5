//! Parses calls, method calls, lambdas and parameters.

use super::expression::LOWEST;
use super::primary::LastComma;
use super::{Parse, Parser};
use crate::source::Span;
use crate::token::TokenKind;
use crate::tree::{Call, ExprId, ExprKind, Id, Lambda, List, MethodCall, Parameter};

impl Parser<'_> {
    /// `functor '(' arguments? ','? ')' lambda?`
    pub(super) fn call(&mut self, functor: ExprId) -> Parse<ExprId> {
        self.bump();
        let mut arguments = List::EMPTY;
        if !self.at(TokenKind::RightParen) {
            arguments = self.bracketed(|parser| parser.arguments(LastComma::Allowed))?;
        }
        let close = self.expect(TokenKind::RightParen)?;
        let lambda = self.optional_lambda()?;
        let end = self.lambda_span(lambda).unwrap_or(close.span);
        let call = self.tables.add(Call {
            functor,
            arguments,
            lambda,
            needs_value: true,
            is_statement_call: false,
        });
        let span = self.span_of(functor).to(end);
        Ok(self.add(span, ExprKind::Call(call)))
    }

    /// `receiver '.' name ('(' arguments? ')')? lambda?`
    pub(super) fn method_call(&mut self, left: ExprId) -> Parse<ExprId> {
        let dot = self.bump();
        if !matches!(self.kind(), TokenKind::Name | TokenKind::Type) {
            return self.unexpected();
        }
        let token = self.bump();
        let text = self.text(token);
        let name = self.add(token.span, ExprKind::Name(text));
        let span = self.span_of(left).to(token.span);
        let dot_at = dot.span.start;
        let functor = self.add(span, ExprKind::NamedAccess { left, name, dot_at });
        let mut call = MethodCall { functor, arguments: List::EMPTY, lambda: None, at: dot_at };
        let mut end = token.span;
        if self.at(TokenKind::LeftParen) {
            call.at = self.bump().span.start;
            if !self.at(TokenKind::RightParen) {
                call.arguments = self.bracketed(|parser| parser.arguments(LastComma::Refused))?;
            }
            end = self.expect(TokenKind::RightParen)?.span;
        } else if self.begins_construction(name) {
            call.arguments = self.construction_hash()?;
            end = self.tables.slice(call.arguments).last().map_or(end, |&hash| self.span_of(hash));
        }
        call.lambda = self.optional_lambda()?;
        end = self.lambda_span(call.lambda).unwrap_or(end);
        let call = self.tables.add(call);
        Ok(self.add(span.to(end), ExprKind::MethodCall(call)))
    }

    /// Whether `{` after `.new` is the hash of the constructor, a language extension.
    fn begins_construction(&self, name: ExprId) -> bool {
        let ExprKind::Name(text) = self.expr(name).kind else { return false };
        self.at(TokenKind::LeftBrace)
            && self.options.extensions
            && !self.block_follows
            && self.read(text) == "new"
    }

    fn construction_hash(&mut self) -> Parse<List<ExprId>> {
        let hash = self.hash()?;
        Ok(self.tables.add_slice(&[hash]))
    }

    fn optional_lambda(&mut self) -> Parse<Option<Id<Lambda>>> {
        match self.at(TokenKind::Pipe) {
            true => self.nested(Parser::lambda).map(Some),
            false => Ok(None),
        }
    }

    fn lambda_span(&self, lambda: Option<Id<Lambda>>) -> Option<Span> {
        lambda.map(|lambda| self.tables.get(lambda).span)
    }

    /// `'|' parameters? '|' ('>>' type)? '{' statements? '}'`
    pub(super) fn lambda(&mut self) -> Parse<Id<Lambda>> {
        let open = self.span();
        let parameters = self.piped_parameters()?;
        let returns = self.optional_return_type()?;
        let (body, braces) = self.body(open.start)?;
        let span = open.to(braces);
        Ok(self.tables.add(Lambda { span, parameters, returns, body }))
    }

    /// `'|' '|'` or `'|' parameters ','? '|'`
    pub(super) fn piped_parameters(&mut self) -> Parse<List<Parameter>> {
        self.expect(TokenKind::Pipe)?;
        let mut parameters = List::EMPTY;
        if !self.at(TokenKind::Pipe) {
            parameters = self.parameters(TokenKind::Pipe)?;
        }
        self.expect(TokenKind::Pipe)?;
        Ok(parameters)
    }

    /// `('(' parameters? ','? ')')?`
    pub(super) fn parameter_list(&mut self) -> Parse<List<Parameter>> {
        if !matches!(self.kind(), TokenKind::LeftParen | TokenKind::LineParen) {
            return Ok(List::EMPTY);
        }
        self.bump();
        let mut parameters = List::EMPTY;
        if !self.at(TokenKind::RightParen) {
            parameters = self.parameters(TokenKind::RightParen)?;
        }
        self.expect(TokenKind::RightParen)?;
        Ok(parameters)
    }

    fn parameters(&mut self, close: TokenKind) -> Parse<List<Parameter>> {
        let mark = self.scratch.parameters.len();
        loop {
            self.recovering_parameter(close)?;
            if self.eat(TokenKind::Comma).is_none() || self.at(close) {
                return Ok(self.tables.add_list(&mut self.scratch.parameters, mark));
            }
        }
    }

    /// Parses a parameter; an invalid one is skipped if its end can be found.
    fn recovering_parameter(&mut self, close: TokenKind) -> Parse<()> {
        let start = self.pos;
        let marks = self.scratch.marks();
        let depth = self.depth;
        let parameter = self.parameter().and_then(|parameter| {
            // A wrong token after a parameter must be noticed here, or else the rest of the list is
            // lost.
            let ends = self.at(TokenKind::Comma) || self.at(close);
            if ends { Ok(parameter) } else { self.unexpected() }
        });
        match parameter {
            Ok(parameter) => {
                self.scratch.parameters.push(parameter);
                Ok(())
            }
            Err(_) => {
                self.scratch.reset(marks);
                self.depth = depth;
                self.skip_parameter(start, close)
            }
        }
    }

    /// `type? '*'? variable ('=' expression)?`
    fn parameter(&mut self) -> Parse<Parameter> {
        let start = self.span();
        let ty = match self.at(TokenKind::Reference) {
            true => Some(self.parameter_type()?),
            false => None,
        };
        let captures_rest = self.eat(TokenKind::Times).is_some();
        let variable = self.expect(TokenKind::Variable)?;
        let default = match self.eat(TokenKind::Equals) {
            Some(_) => Some(self.bracketed(|parser| parser.expression(LOWEST))?),
            None => None,
        };
        let end = default.map_or(variable.span, |default| self.span_of(default));
        Ok(Parameter {
            span: start.to(end),
            name_span: variable.span,
            name: self.text(variable),
            ty,
            default,
            captures_rest,
        })
    }

    /// `type ('[' access_args ']')?`, without a comma at the end.
    pub(super) fn parameter_type(&mut self) -> Parse<ExprId> {
        let reference = self.type_reference()?;
        if self.eat(TokenKind::LeftBracket).is_none() {
            return Ok(reference);
        }
        let keys = self.bracketed(|parser| parser.access_keys(LastComma::Refused))?;
        let close = self.expect(TokenKind::RightBracket)?;
        let span = self.span_of(reference).to(close.span);
        Ok(self.add(span, ExprKind::Access { left: reference, keys }))
    }

    pub(super) fn type_reference(&mut self) -> Parse<ExprId> {
        let token = self.expect(TokenKind::Reference)?;
        let text = self.text(token);
        Ok(self.add(token.span, ExprKind::Reference(text)))
    }

    /// `('>>' type)?`
    pub(super) fn optional_return_type(&mut self) -> Parse<Option<ExprId>> {
        match self.eat(TokenKind::RightShift) {
            Some(_) => self.parameter_type().map(Some),
            None => Ok(None),
        }
    }
}
