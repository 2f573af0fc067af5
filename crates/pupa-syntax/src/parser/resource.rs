//! Parses resources, defaults, overrides and collectors.
//!
//! `{` after an expression starts the body of a resource wherever a whole statement is allowed. The
//! shape of the body decides whether it is a resource, defaults, an override, or a name followed by
//! a hash.

use super::expression::LOWEST;
use super::{Parse, Parser};
use crate::issues::grammar as issues;
use crate::source::Span;
use crate::token::{Token, TokenKind};
use crate::tree::{
    AttributeOp, AttributeOperation, Collector, Entry, ExprId, ExprKind, List, Resource,
    ResourceBody, ResourceDefaults, ResourceForm, ResourceOverride, Text,
};

impl Parser<'_> {
    pub(super) fn resource(&mut self) -> Parse<ExprId> {
        match self.kind() {
            TokenKind::At => self.nested(|parser| parser.marked(ResourceForm::Virtual)),
            TokenKind::AtAt => self.nested(|parser| parser.marked(ResourceForm::Exported)),
            TokenKind::Class if self.next_kind() == TokenKind::LeftBrace => {
                let class = self.class_resource()?;
                self.resource_from(class)
            }
            _ => {
                let expr = self.expression(LOWEST)?;
                self.resource_from(expr)
            }
        }
    }

    /// `'@' resource`, `'@@' resource`
    fn marked(&mut self, form: ResourceForm) -> Parse<ExprId> {
        let mark = self.bump();
        let inner = self.resource()?;
        let has_form = match self.expr(inner).kind {
            ExprKind::Resource(resource) => {
                self.tables.get_mut(resource).form = form;
                true
            }
            ExprKind::ResourceDefaults(defaults) => {
                self.tables.get_mut(defaults).form = form;
                true
            }
            ExprKind::ResourceOverride(overrides) => {
                self.tables.get_mut(overrides).form = form;
                true
            }
            _ => false,
        };
        if !has_form {
            let error = match form {
                ResourceForm::Exported => {
                    issues::exported_needs_resource().at(self.source, mark.span)
                }
                _ => issues::virtual_needs_resource().at(self.source, mark.span),
            };
            self.semantic_error(error)?;
        }
        let node = self.tables.get_mut(inner);
        node.span = mark.span.to(node.span);
        Ok(inner)
    }

    /// `'class' '{' bodies ';'? '}'`
    fn class_resource(&mut self) -> Parse<ExprId> {
        let keyword = self.bump();
        let text = self.text(keyword);
        let type_name = self.add(keyword.span, ExprKind::Name(text));
        self.bump();
        let mark = self.scratch.bodies.len();
        self.bracketed(Parser::resource_bodies)?;
        let close = self.expect(TokenKind::RightBrace)?;
        Ok(self.end_resource(type_name, mark, keyword.span.to(close.span)))
    }

    fn end_resource(&mut self, type_name: ExprId, mark: usize, span: Span) -> ExprId {
        let bodies = self.tables.add_list(&mut self.scratch.bodies, mark);
        let form = ResourceForm::Regular;
        let resource = self.tables.add(Resource { type_name, bodies, form });
        self.add(span, ExprKind::Resource(resource))
    }

    /// `body (';' body)* ';'?`
    fn resource_bodies(&mut self) -> Parse<()> {
        loop {
            let title = self.expression(LOWEST)?;
            self.expect(TokenKind::Colon)?;
            self.resource_body(title)?;
            if self.eat(TokenKind::Semicolon).is_none() || self.at(TokenKind::RightBrace) {
                return Ok(());
            }
        }
    }

    /// Parses the attributes of a body whose title has been parsed.
    fn resource_body(&mut self, title: ExprId) -> Parse<()> {
        let operations = self.attribute_operations()?;
        // The token before the current one: a colon, the end of a value, or a comma.
        let end = self.tokens.tokens[self.pos.saturating_sub(1)].span;
        let span = self.span_of(title).to(end);
        self.scratch.bodies.push(ResourceBody { span, title, operations });
        Ok(())
    }

    /// `resource ('{' … '}')*`
    pub(super) fn resource_from(&mut self, expr: ExprId) -> Parse<ExprId> {
        let mut resource = expr;
        let mut links = 0;
        while self.at(TokenKind::LeftBrace) {
            self.chained(&mut links)?;
            resource = self.bracketed(|parser| parser.with_braces(resource))?;
        }
        Ok(resource)
    }

    /// Parses the braces after an expression: a resource, defaults, an override, or a name followed
    /// by a hash.
    fn with_braces(&mut self, left: ExprId) -> Parse<ExprId> {
        let open = self.bump();
        if self.begins_attributes() {
            return self.untitled(left, open);
        }
        let title = self.expression(LOWEST)?;
        self.expect(TokenKind::Colon)?;
        let mark = self.scratch.bodies.len();
        self.resource_body(title)?;
        if self.eat(TokenKind::Semicolon).is_some() && !self.at(TokenKind::RightBrace) {
            self.resource_bodies()?;
        }
        let close = self.expect(TokenKind::RightBrace)?;
        let span = self.span_of(left).to(close.span);
        Ok(self.end_resource(left, mark, span))
    }

    /// Whether attributes (or nothing) follow the brace, rather than a title.
    fn begins_attributes(&self) -> bool {
        use TokenKind as T;
        let arrow = self.next_kind();
        match self.kind() {
            T::RightBrace | T::Comma => true,
            // Keywords that do not start an expression can only be names of attributes.
            T::And | T::Or | T::In | T::Else | T::Elsif | T::Inherits => true,
            T::Times => arrow == T::FatArrow,
            T::Name => matches!(arrow, T::FatArrow | T::PlusArrow),
            kind => kind.is_keyword() && matches!(arrow, T::FatArrow | T::PlusArrow),
        }
    }

    /// Parses braces without a title: defaults, an override, or a name followed by a hash.
    fn untitled(&mut self, left: ExprId, open: Token) -> Parse<ExprId> {
        let operations = self.attribute_operations()?;
        let close = self.expect(TokenKind::RightBrace)?;
        let span = self.span_of(left).to(close.span);
        let form = ResourceForm::Regular;
        match self.expr(left).kind {
            ExprKind::Name(_) => self.name_with_hash(left, operations, open, close),
            ExprKind::Reference(_) => {
                let defaults =
                    self.tables.add(ResourceDefaults { type_ref: left, operations, form });
                Ok(self.add(span, ExprKind::ResourceDefaults(defaults)))
            }
            ExprKind::Access { .. } => {
                let overrides =
                    self.tables.add(ResourceOverride { resources: left, operations, form });
                Ok(self.add(span, ExprKind::ResourceOverride(overrides)))
            }
            _ => {
                let at = self.place(left);
                let end = self.span_of(left).end.max(at);
                self.report(issues::not_a_resource().at(self.source, Span::new(at, end)));
                Ok(left)
            }
        }
    }

    /// Parses `name { a => 1 }`: a statement function called with a hash, or a name followed by a
    /// hash, which the validator reports as a resource without a title.
    fn name_with_hash(
        &mut self,
        name: ExprId,
        operations: List<AttributeOperation>,
        open: Token,
        close: Token,
    ) -> Parse<ExprId> {
        let operations: Vec<AttributeOperation> = self.tables.slice(operations).to_vec();
        if operations.iter().any(|operation| operation.op == AttributeOp::Append) {
            self.report(issues::body_without_title().at(self.source, open.span));
            return Ok(name);
        }
        let mark = self.scratch.entries.len();
        for operation in &operations {
            let key_span = Span::at(operation.span.start);
            let key = match operation.op {
                AttributeOp::Splat => ExprKind::Nop,
                _ => ExprKind::String(operation.name),
            };
            let key = self.add(key_span, key);
            let entry = Entry { key, value: operation.value, at: open.span.start };
            self.scratch.entries.push(entry);
        }
        let entries = self.tables.add_list(&mut self.scratch.entries, mark);
        let braces = open.span.to(close.span);
        let hash = self.add(braces, ExprKind::Hash(entries));
        let span = self.span_of(name).to(braces);
        if let ExprKind::Name(text) = self.expr(name).kind
            && self.is_statement_function(text)
        {
            let arguments = self.tables.add_slice(&[hash]);
            return Ok(self.statement_call(name, arguments));
        }
        let statements = self.tables.add_slice(&[name, hash]);
        Ok(self.add(span, ExprKind::Block { statements, at: self.place(name) }))
    }

    /// `left ('<|' query? '|>' | '<<|' query? '|>>') ('{' attributes '}')?`
    pub(super) fn collector(&mut self, left: ExprId) -> Parse<ExprId> {
        let open = self.bump();
        let is_exported = open.kind == TokenKind::LeftLeftCollect;
        let close = match is_exported {
            true => TokenKind::RightRightCollect,
            false => TokenKind::RightCollect,
        };
        let query = match self.at(close) {
            true => None,
            false => Some(self.bracketed(|parser| parser.expression(LOWEST))?),
        };
        let query_span = open.span.to(self.expect(close)?.span);
        let mut operations = List::EMPTY;
        let mut end = query_span;
        if self.eat(TokenKind::LeftBrace).is_some() {
            operations = self.bracketed(Parser::attribute_operations)?;
            end = self.expect(TokenKind::RightBrace)?.span;
        }
        let collector = self.tables.add(Collector {
            type_expr: left,
            is_exported,
            query_span,
            query,
            operations,
        });
        let span = self.span_of(left).to(end);
        Ok(self.add(span, ExprKind::Collector(collector)))
    }

    /// `(operation)? (',' operation)* ','?`
    fn attribute_operations(&mut self) -> Parse<List<AttributeOperation>> {
        let mark = self.scratch.operations.len();
        if self.begins_operation() {
            self.recovering_operation()?;
        }
        while self.eat(TokenKind::Comma).is_some() && self.begins_operation() {
            self.recovering_operation()?;
        }
        Ok(self.tables.add_list(&mut self.scratch.operations, mark))
    }

    fn begins_operation(&self) -> bool {
        matches!(self.kind(), TokenKind::Name | TokenKind::Times) || self.kind().is_keyword()
    }

    /// Parses an attribute. An invalid one is skipped if its end can be found, even if no comma
    /// follows it.
    fn recovering_operation(&mut self) -> Parse<()> {
        loop {
            let start = self.pos;
            let marks = self.scratch.marks();
            let depth = self.depth;
            if let Ok(operation) = self.attribute_operation() {
                self.scratch.operations.push(operation);
                return Ok(());
            }
            self.scratch.reset(marks);
            self.depth = depth;
            self.skip_attribute(start)?;
            if !self.begins_operation() {
                return Ok(());
            }
        }
    }

    /// `name ('=>' | '+>') expression`, `'*' '=>' expression`
    fn attribute_operation(&mut self) -> Parse<AttributeOperation> {
        let token = self.bump();
        let (name, op) = match (token.kind, self.kind()) {
            (TokenKind::Times, TokenKind::FatArrow) => (Text::EMPTY, AttributeOp::Splat),
            (TokenKind::Times, _) => return self.unexpected(),
            (_, TokenKind::FatArrow) => (self.text(token), AttributeOp::Set),
            (_, TokenKind::PlusArrow) => (self.text(token), AttributeOp::Append),
            _ => return self.unexpected(),
        };
        self.bump();
        let value = self.expression(LOWEST)?;
        let span = token.span.to(self.span_of(value));
        Ok(AttributeOperation { span, name, op, value })
    }
}
