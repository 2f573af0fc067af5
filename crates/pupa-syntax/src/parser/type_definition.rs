//! Parses type definitions: `type User inherits Base { attr … has … invariant … abstract }`.
//!
//! Only `type` is a keyword. The other words are recognised by their position, so a feature may be
//! called `has`, and `min` is an ordinary name elsewhere.

use super::expression::LOWEST;
use super::primary::LastComma;
use super::{Parse, Parser};
use crate::source::Span;
use crate::token::{Token, TokenKind};
use crate::tree::{
    ExprId, ExprKind, Feature, FeatureSetting, List, Logic, TypeDefinition, TypeStatement,
    TypeStatementKind,
};

impl Parser<'_> {
    /// Whether the current name starts a type definition rather than an alias.
    pub(super) fn begins_type_definition(&self) -> bool {
        self.options.extensions
            && matches!(self.next_kind(), TokenKind::LeftBrace | TokenKind::Inherits)
    }

    pub(super) fn type_definition(&mut self, keyword: Token) -> Parse<ExprId> {
        let name_token = self.bump();
        let name = self.text(name_token);
        let parent = match self.eat(TokenKind::Inherits) {
            Some(_) => Some(self.type_reference()?),
            None => None,
        };
        self.expect(TokenKind::LeftBrace)?;
        let mark = self.scratch.type_statements.len();
        self.bracketed(|parser| parser.type_statements())?;
        let close = self.expect(TokenKind::RightBrace)?;
        let statements = self.tables.add_list(&mut self.scratch.type_statements, mark);
        let name_span = name_token.span;
        let definition = self.tables.add(TypeDefinition { name, name_span, parent, statements });
        Ok(self.add(keyword.span.to(close.span), ExprKind::TypeDefinition(definition)))
    }

    fn type_statements(&mut self) -> Parse<()> {
        while !matches!(self.kind(), TokenKind::RightBrace | TokenKind::End) {
            let statement = self.nested(Parser::type_statement)?;
            self.scratch.type_statements.push(statement);
            self.eat(TokenKind::Semicolon);
        }
        Ok(())
    }

    fn type_statement(&mut self) -> Parse<TypeStatement> {
        let start = self.span();
        let (kind, end) = match self.word() {
            Some("attr") => self.feature(false)?,
            Some("has") => self.feature(true)?,
            Some("invariant") => self.invariant()?,
            Some("abstract") => (TypeStatementKind::Abstract, self.bump().span),
            _ => return self.unexpected(),
        };
        Ok(TypeStatement { span: start.to(end), kind })
    }

    /// The current token as a word, even if it is a keyword elsewhere.
    fn word(&self) -> Option<&str> {
        let token = self.token();
        let is_word =
            matches!(token.kind, TokenKind::Name | TokenKind::Word) || token.kind.is_keyword();
        is_word.then(|| self.read(self.text(token)))
    }

    fn feature_name(&mut self) -> Parse<Token> {
        match self.word() {
            Some(_) => Ok(self.bump()),
            None => self.unexpected(),
        }
    }

    /// `('attr' | 'has') name (',' type)? settings?`
    fn feature(&mut self, is_reference: bool) -> Parse<(TypeStatementKind, Span)> {
        self.bump();
        let name = self.feature_name()?;
        let mut end = name.span;
        let mut ty = None;
        if self.eat(TokenKind::Comma).is_some() {
            let feature_type = self.feature_type()?;
            end = self.span_of(feature_type);
            ty = Some(feature_type);
        } else if is_reference {
            return self.unexpected();
        }
        let mut settings = List::EMPTY;
        if self.at(TokenKind::LeftBrace) {
            (settings, end) = self.settings()?;
        }
        let feature =
            Feature { is_reference, name: self.text(name), name_span: name.span, ty, settings };
        Ok((TypeStatementKind::Feature(feature), end))
    }

    /// `Type`, `Type[…]`, `enum[…]`
    fn feature_type(&mut self) -> Parse<ExprId> {
        let token = self.token();
        let is_enum = token.kind == TokenKind::Name && self.word() == Some("enum");
        if !is_enum {
            return self.parameter_type_with_comma();
        }
        self.bump();
        let text = self.tokens.make_text("Enum");
        let reference = self.add(token.span, ExprKind::Reference(text));
        self.type_keys(reference)
    }

    fn parameter_type_with_comma(&mut self) -> Parse<ExprId> {
        let reference = self.type_reference()?;
        match self.kind() {
            TokenKind::LeftBracket | TokenKind::ListStart => self.type_keys(reference),
            _ => Ok(reference),
        }
    }

    fn type_keys(&mut self, reference: ExprId) -> Parse<ExprId> {
        if !matches!(self.kind(), TokenKind::LeftBracket | TokenKind::ListStart) {
            return self.unexpected();
        }
        self.bump();
        let keys = self.bracketed(|parser| parser.access_keys(LastComma::Allowed))?;
        let close = self.expect(TokenKind::RightBracket)?;
        let span = self.span_of(reference).to(close.span);
        Ok(self.add(span, ExprKind::Access { left: reference, keys }))
    }

    /// `'{' (setting (',' setting)* ','?)? '}'`
    fn settings(&mut self) -> Parse<(List<FeatureSetting>, Span)> {
        self.bump();
        let mark = self.scratch.settings.len();
        while !self.at(TokenKind::RightBrace) {
            let setting = self.setting()?;
            self.scratch.settings.push(setting);
            if self.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        let close = self.expect(TokenKind::RightBrace)?;
        let settings = self.tables.add_list(&mut self.scratch.settings, mark);
        Ok((settings, close.span))
    }

    /// `name '=>' (lambda | block | expression)`
    fn setting(&mut self) -> Parse<FeatureSetting> {
        let token = self.feature_name()?;
        let name = self.text(token);
        self.expect(TokenKind::FatArrow)?;
        let value = match self.kind() {
            TokenKind::Pipe | TokenKind::LeftBrace => self.logic()?.0,
            _ => Logic::Expr(self.expression(LOWEST)?),
        };
        Ok(FeatureSetting { name, name_span: token.span, value })
    }

    /// `'invariant' string? (block | lambda)`
    fn invariant(&mut self) -> Parse<(TypeStatementKind, Span)> {
        self.bump();
        let title = match self.kind() {
            TokenKind::String | TokenKind::StringStart => Some(self.nested(Parser::primary)?),
            _ => None,
        };
        let (validation, end) = self.logic()?;
        Ok((TypeStatementKind::Invariant { title, validation }, end))
    }

    fn logic(&mut self) -> Parse<(Logic, Span)> {
        if self.at(TokenKind::Pipe) {
            let lambda = self.nested(Parser::lambda)?;
            return Ok((Logic::Lambda(lambda), self.tables.get(lambda).span));
        }
        let at = self.span().start;
        let (body, braces) = self.body(at)?;
        Ok((Logic::Block(body), braces))
    }
}
