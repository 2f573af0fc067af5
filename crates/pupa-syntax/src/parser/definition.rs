//! Parses definitions: classes, defined types, functions, plans, nodes and type aliases.

use super::primary::LastComma;
use super::{Parse, Parser, Reported};
use crate::issues::grammar as issues;
use crate::source::Span;
use crate::token::{Token, TokenKind};
use crate::tree::{
    Apply, ClassDefinition, DefinedType, Entry, ExprId, ExprKind, FunctionDefinition, List,
    NodeDefinition, ParentName, PlainTypeDefinition, Text, TypeAlias, TypeMapping,
};

impl Parser<'_> {
    /// `'class' name parameters? ('inherits' name)? '{' statements? '}'`
    pub(super) fn class_definition(&mut self) -> Parse<ExprId> {
        let keyword = self.bump();
        let name_token = self.definition_name()?;
        let name = self.qualified(name_token);
        self.namespace.push(self.text(name_token));
        let class = self.class_rest(keyword, name, name_token.span);
        self.namespace.pop();
        class
    }

    fn class_rest(&mut self, keyword: Token, name: Text, name_span: Span) -> Parse<ExprId> {
        let parameters = self.parameter_list()?;
        let parent = match self.eat(TokenKind::Inherits) {
            Some(_) if self.at(TokenKind::Default) => Some(self.bump()),
            Some(_) => Some(self.definition_name()?),
            None => None,
        };
        let parent = parent.map(|token| self.parent_name(token));
        let (body, braces) = self.body(keyword.span.start)?;
        let class = self.tables.add(ClassDefinition { name, name_span, parameters, parent, body });
        Ok(self.add(keyword.span.to(braces), ExprKind::Class(class)))
    }

    /// `'define' name parameters? '{' statements? '}'`
    pub(super) fn defined_type(&mut self) -> Parse<ExprId> {
        let keyword = self.bump();
        let name_token = self.definition_name()?;
        let name = self.qualified(name_token);
        let parameters = self.parameter_list()?;
        let (body, braces) = self.body(keyword.span.start)?;
        let name_span = name_token.span;
        let define = self.tables.add(DefinedType { name, name_span, parameters, body });
        Ok(self.add(keyword.span.to(braces), ExprKind::Define(define)))
    }

    /// `'function' name parameters? ('>>' type)? '{' statements? '}'`
    pub(super) fn function_definition(&mut self) -> Parse<ExprId> {
        let keyword = self.bump();
        let name_token = self.definition_name()?;
        let name = self.text(name_token);
        let parameters = self.parameter_list()?;
        let returns = self.optional_return_type()?;
        let (body, braces) = self.body(keyword.span.start)?;
        let name_span = name_token.span;
        let function =
            self.tables.add(FunctionDefinition { name, name_span, parameters, returns, body });
        Ok(self.add(keyword.span.to(braces), ExprKind::Function(function)))
    }

    /// `'plan' name parameters? '{' statements? '}'`
    pub(super) fn plan_definition(&mut self) -> Parse<ExprId> {
        let keyword = self.bump();
        let name_token = self.definition_name()?;
        let name = self.qualified(name_token);
        self.namespace.push(self.text(name_token));
        let rest = self.plan_rest(keyword);
        self.namespace.pop();
        let (parameters, body, span) = rest?;
        let plan = self.tables.add(FunctionDefinition {
            name,
            name_span: name_token.span,
            parameters,
            returns: None,
            body,
        });
        Ok(self.add(span, ExprKind::Plan(plan)))
    }

    fn plan_rest(
        &mut self,
        keyword: Token,
    ) -> Parse<(List<crate::tree::Parameter>, Option<ExprId>, Span)> {
        let parameters = self.parameter_list()?;
        let (body, braces) = self.body(keyword.span.start)?;
        Ok((parameters, body, keyword.span.to(braces)))
    }

    /// `'apply' '(' arguments ','? ')' '{' statements? '}'`
    pub(super) fn apply_expression(&mut self) -> Parse<ExprId> {
        let keyword = self.bump();
        self.expect(TokenKind::LeftParen)?;
        let arguments = self.bracketed(|parser| parser.arguments(LastComma::Allowed))?;
        self.expect(TokenKind::RightParen)?;
        let (body, braces) = self.braced_statements()?;
        let apply = self.tables.add(Apply { arguments, body });
        Ok(self.add(keyword.span.to(braces), ExprKind::Apply(apply)))
    }

    fn parent_name(&self, token: Token) -> ParentName {
        ParentName { name: self.text(token), span: token.span }
    }

    /// Parses the name of a definition. `class` and quoted names get their own errors.
    fn definition_name(&mut self) -> Parse<Token> {
        let span = self.span();
        match self.kind() {
            TokenKind::Name | TokenKind::Word | TokenKind::Reference => Ok(self.bump()),
            TokenKind::Class => {
                self.report(issues::class_keyword_as_name().at(self.source, span));
                Err(Reported)
            }
            TokenKind::String => {
                let help = "write the name without quotes";
                let name = self.read(self.text(self.token())).to_owned();
                let error = issues::quoted_name().at(self.source, span).help(help);
                self.report(error.fix(help, span, name));
                Err(Reported)
            }
            _ => self.unexpected(),
        }
    }

    /// The full name of a definition, which starts with the names of the surrounding classes.
    fn qualified(&mut self, name: Token) -> Text {
        let name = self.text(name);
        if self.namespace.is_empty() {
            return name;
        }
        let segments: Vec<&str> =
            self.namespace.iter().chain([&name]).map(|&text| self.read(text)).collect();
        let full = segments.join("::");
        let full = full.strip_prefix("::").unwrap_or(&full);
        self.tokens.make_text(full)
    }

    /// `'node' matcher (',' matcher)* ','? ('inherits' matcher)? '{' statements? '}'`
    pub(super) fn node_definition(&mut self) -> Parse<ExprId> {
        let keyword = self.bump();
        let mark = self.scratch.exprs.len();
        loop {
            let matcher = self.node_matcher()?;
            self.scratch.exprs.push(matcher);
            if self.eat(TokenKind::Comma).is_none() || !self.begins_node_matcher() {
                break;
            }
        }
        let matchers = self.list(mark);
        let parent = match self.eat(TokenKind::Inherits) {
            Some(_) => Some(self.node_matcher()?),
            None => None,
        };
        let (body, braces) = self.body(keyword.span.start)?;
        let node = self.tables.add(NodeDefinition { matchers, parent, body });
        Ok(self.add(keyword.span.to(braces), ExprKind::Node(node)))
    }

    fn begins_node_matcher(&self) -> bool {
        use TokenKind as T;
        matches!(
            self.kind(),
            T::Name
                | T::Number
                | T::String
                | T::Word
                | T::StringStart
                | T::Heredoc
                | T::Default
                | T::Regexp
                | T::Error
        )
    }

    fn node_matcher(&mut self) -> Parse<ExprId> {
        use TokenKind as T;
        match self.kind() {
            T::Name | T::Number => self.dotted_name(),
            T::String | T::Word | T::StringStart | T::Heredoc | T::Default | T::Regexp => {
                self.primary()
            }
            _ => self.unexpected(),
        }
    }

    /// `(name | number) ('.' (name | number))*`, a string.
    fn dotted_name(&mut self) -> Parse<ExprId> {
        let first = self.bump();
        let mut span = first.span;
        let mut name = self.read(self.text(first)).to_owned();
        while self.eat(TokenKind::Dot).is_some() {
            if !matches!(self.kind(), TokenKind::Name | TokenKind::Number) {
                return self.unexpected();
            }
            let token = self.bump();
            name.push('.');
            name.push_str(self.read(self.text(token)));
            span = span.to(token.span);
        }
        let text = match self.source.slice(span) == name {
            true => Text::of_source(span),
            false => self.tokens.make_text(&name),
        };
        Ok(self.add(span, ExprKind::String(text)))
    }

    /// Parses the construct that starts with `type`: an alias, a mapping, a definition, or a call
    /// of the function.
    pub(super) fn type_keyword(&mut self) -> Parse<ExprId> {
        let keyword = self.bump();
        match self.kind() {
            TokenKind::LeftParen => {
                let text = self.text(keyword);
                Ok(self.add(keyword.span, ExprKind::Name(text)))
            }
            TokenKind::Name | TokenKind::Reference if self.begins_type_definition() => {
                self.type_definition(keyword)
            }
            TokenKind::Reference
                if matches!(self.next_kind(), TokenKind::LeftBrace | TokenKind::Inherits) =>
            {
                self.plain_type_definition(keyword)
            }
            TokenKind::Reference => self.type_alias(keyword),
            _ => self.unexpected(),
        }
    }

    /// `'type' Name ('inherits' Name)? '{' statements? '}'`, as the reference reads it.
    fn plain_type_definition(&mut self, keyword: Token) -> Parse<ExprId> {
        let name_token = self.bump();
        let name = self.text(name_token);
        let parent = match self.eat(TokenKind::Inherits) {
            Some(_) => {
                let parent = self.expect(TokenKind::Reference)?;
                Some(self.parent_name(parent))
            }
            None => None,
        };
        let (body, braces) = self.body(keyword.span.start)?;
        let definition = self.tables.add(PlainTypeDefinition { name, parent, body });
        Ok(self.add(keyword.span.to(braces), ExprKind::PlainTypeDefinition(definition)))
    }

    /// `'type' type ('[' … ']')? '=' (type hash | type '[' … ']' | type | hash | array)`
    fn type_alias(&mut self, keyword: Token) -> Parse<ExprId> {
        let left = self.parameter_type()?;
        self.expect(TokenKind::Equals)?;
        let (right, hash) = match self.kind() {
            TokenKind::Reference => self.aliased_type()?,
            TokenKind::LeftBrace => (self.hash()?, None),
            TokenKind::LeftBracket | TokenKind::ListStart => (self.array()?, None),
            _ => return self.unexpected(),
        };
        let span = keyword.span.to(self.span_of(hash.unwrap_or(right)));
        let ExprKind::Reference(name) = self.expr(left).kind else {
            let mapping = TypeMapping { type_expr: left, mapping: right, hash };
            let mapping = self.tables.add(mapping);
            return Ok(self.add(span, ExprKind::TypeMapping(mapping)));
        };
        let type_expr = match (self.expr(right).kind, hash) {
            (_, Some(hash)) => self.object_type(Some(right), hash),
            (ExprKind::Hash(_), None) => self.object_type(None, right),
            _ => right,
        };
        let name_span = self.span_of(left);
        let alias = self.tables.add(TypeAlias { name, name_span, type_expr });
        Ok(self.add(span, ExprKind::TypeAlias(alias)))
    }

    /// Parses the type on the right of an alias, and a hash after it.
    fn aliased_type(&mut self) -> Parse<(ExprId, Option<ExprId>)> {
        let reference = self.type_reference()?;
        match self.kind() {
            TokenKind::LeftBrace => Ok((reference, Some(self.hash()?))),
            TokenKind::LeftBracket => {
                self.bump();
                let keys = self.bracketed(|parser| parser.access_keys(LastComma::Allowed))?;
                let close = self.expect(TokenKind::RightBracket)?;
                let span = self.span_of(reference).to(close.span);
                Ok((self.add(span, ExprKind::Access { left: reference, keys }), None))
            }
            _ => Ok((reference, None)),
        }
    }

    /// `{ … }` is short for `Object[{ … }]`, and `Parent { … }` for that with the parent added.
    fn object_type(&mut self, parent: Option<ExprId>, hash: ExprId) -> ExprId {
        let span = self.span_of(hash);
        let Some(parent) = parent else {
            let object = self.made_reference(span, "Object");
            return self.access_of(object, hash, span);
        };
        let span = self.span_of(parent).to(span);
        let is_constructor = match self.expr(parent).kind {
            ExprKind::Reference(name) => matches!(self.read(name), "Object" | "TypeSet"),
            _ => false,
        };
        if is_constructor {
            return self.access_of(parent, hash, span);
        }
        self.add_parent(hash, parent);
        let object = self.made_reference(span, "Object");
        self.access_of(object, hash, span)
    }

    fn made_reference(&mut self, span: Span, name: &str) -> ExprId {
        let text = self.tokens.make_text(name);
        self.add(Span::at(span.start), ExprKind::Reference(text))
    }

    fn access_of(&mut self, left: ExprId, key: ExprId, span: Span) -> ExprId {
        let keys = self.tables.add_slice(&[key]);
        self.add(span, ExprKind::Access { left, keys })
    }

    fn add_parent(&mut self, hash: ExprId, parent: ExprId) {
        let ExprKind::Hash(entries) = self.expr(hash).kind else { return };
        let mark = self.scratch.entries.len();
        self.scratch.entries.extend_from_slice(self.tables.slice(entries));
        let at = self.span_of(hash).start;
        let text = self.tokens.make_text("parent");
        let key = self.add(Span::at(at), ExprKind::Name(text));
        self.scratch.entries.push(Entry { key, value: parent, at });
        let entries = self.tables.add_list(&mut self.scratch.entries, mark);
        self.tables.get_mut(hash).kind = ExprKind::Hash(entries);
    }
}
