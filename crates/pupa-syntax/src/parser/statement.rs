//! Parses programs, statements, assignments and relationships.
//!
//! Statements follow each other without separators, so `include foo` is first parsed as two
//! statements: a name and another name. When a block is complete, names of statement functions take
//! the statement after them as their arguments.

use super::{Parse, Parser};
use crate::diagnostic::Diagnostic;
use crate::issues::grammar as issues;
use crate::source::Span;
use crate::token::TokenKind;
use crate::tree::{BinaryOp, Call, ExprId, ExprKind, List, Text};

/// A statement as written: one expression, or several separated by commas.
struct Statement {
    /// Whether it starts with `[`, like an array literal.
    begins_with_bracket: bool,
    /// The start of its expressions in the scratch list.
    mark: usize,
    /// The first comma.
    comma: Option<Span>,
}

impl Parser<'_> {
    /// The whole file.
    pub(super) fn program(&mut self) -> ExprId {
        let whole = Span::new(0, self.source.text().len().min(u32::MAX as usize) as u32);
        if self.options.dialect == super::Dialect::Template {
            return self.epp_program();
        }
        let statements = self.top_level_statements();
        match *self.tables.slice(statements) {
            [] => self.add(Span::at(whole.end), ExprKind::Nop),
            [only] => only,
            [first, .., last] => {
                let span = self.span_of(first).to(self.span_of(last));
                let at = self.place(first);
                self.add(span, ExprKind::Block { statements, at })
            }
        }
    }

    /// Parses statements up to the end of the file, recovering from errors.
    pub(super) fn top_level_statements(&mut self) -> List<ExprId> {
        let mark = self.scratch.exprs.len();
        let mut misplaced = Vec::new();
        loop {
            self.statements_until_close(mark, &mut misplaced);
            if self.at(TokenKind::End) {
                break;
            }
            // A closing brace without an opening one.
            let errors = self.diagnostics.len();
            if errors == 0 {
                let _: Parse<()> = self.unexpected();
            }
            if !self.is_behind_semicolon() {
                self.report_before(errors, &mut misplaced);
            }
            self.bump();
        }
        misplaced.into_iter().for_each(|diagnostic| self.report(diagnostic));
        self.list(mark)
    }

    /// Parses statements up to a closing brace, which is not consumed.
    pub(super) fn statements(&mut self) -> List<ExprId> {
        let mark = self.scratch.exprs.len();
        let mut misplaced = Vec::new();
        self.bracketed(|parser| {
            parser.statements_until_close(mark, &mut misplaced);
            Ok(())
        })
        .unwrap_or(());
        misplaced.into_iter().for_each(|diagnostic| self.report(diagnostic));
        self.list(mark)
    }

    /// Parses statements up to a closing brace. Their first expression has been parsed already.
    pub(super) fn statements_from(&mut self, first: ExprId) -> Parse<List<ExprId>> {
        let mark = self.scratch.exprs.len();
        let mut misplaced = Vec::new();
        self.bracketed(|parser| {
            let statement = parser.syntactic_statement_from(first)?;
            parser.end_statement(mark, statement, &mut misplaced)?;
            parser.statements_until_close(mark, &mut misplaced);
            Ok(())
        })?;
        misplaced.into_iter().for_each(|diagnostic| self.report(diagnostic));
        Ok(self.list(mark))
    }

    /// Parses `{ statements }`; also returns the range of the braces.
    pub(super) fn braced_statements(&mut self) -> Parse<(List<ExprId>, Span)> {
        let open = self.expect(TokenKind::LeftBrace)?;
        let statements = self.statements();
        let close = self.expect(TokenKind::RightBrace)?;
        Ok((statements, open.span.to(close.span)))
    }

    /// Parses `{ statements }` as the body of a definition or lambda; `None` if it is empty. The
    /// reference reports such a body at the position `at` of its owner.
    pub(super) fn body(&mut self, at: u32) -> Parse<(Option<ExprId>, Span)> {
        let (statements, braces) = self.braced_statements()?;
        Ok((self.body_block(statements, braces, at), braces))
    }

    pub(super) fn body_block(
        &mut self,
        statements: List<ExprId>,
        span: Span,
        at: u32,
    ) -> Option<ExprId> {
        (!statements.is_empty()).then(|| self.add(span, ExprKind::Block { statements, at }))
    }

    /// Parses `{ statements }` as a branch, which is always a block, even with one statement or
    /// none.
    pub(super) fn branch(&mut self) -> Parse<(ExprId, Span)> {
        let (statements, braces) = self.braced_statements()?;
        let block = ExprKind::Block { statements, at: braces.start };
        Ok((self.add(braces, block), braces))
    }

    pub(super) fn block_or_expression(
        &mut self,
        statements: List<ExprId>,
        braces: Span,
    ) -> Option<ExprId> {
        match *self.tables.slice(statements) {
            [] => None,
            [only] => Some(only),
            _ => {
                let block = ExprKind::Block { statements, at: braces.start };
                Some(self.add(braces, block))
            }
        }
    }

    fn statements_until_close(&mut self, mark: usize, misplaced: &mut Vec<Diagnostic>) {
        while !matches!(self.kind(), TokenKind::RightBrace | TokenKind::End) {
            let start = self.pos;
            let marks = self.scratch.marks();
            let (depth, namespace) = (self.depth, self.namespace.len());
            let errors = self.diagnostics.len();
            if self.statement(mark, misplaced).is_err() {
                if self.pos == start && !self.is_behind_semicolon() {
                    self.report_before(errors, misplaced);
                }
                self.scratch.reset(marks);
                self.depth = depth;
                self.namespace.truncate(namespace);
                self.skip_statement(start);
                if self.pos == start {
                    self.bump();
                }
            }
        }
    }

    /// Reports misplaced argument lists before the errors found since `mark`. The reference looks
    /// for them as soon as no statement follows, even if there is another error.
    fn report_before(&mut self, mark: usize, misplaced: &mut Vec<Diagnostic>) {
        let later = self.diagnostics.split_off(mark);
        misplaced.drain(..).chain(later).for_each(|diagnostic| self.report(diagnostic));
    }

    fn is_behind_semicolon(&self) -> bool {
        self.pos > 0 && self.tokens.tokens[self.pos - 1].kind == TokenKind::Semicolon
    }

    /// Parses a statement, and the `;` that separates it from the next.
    fn statement(&mut self, mark: usize, misplaced: &mut Vec<Diagnostic>) -> Parse<()> {
        let begins_with_bracket = self.at(TokenKind::ListStart);
        let first = self.assignment()?;
        let statement = self.syntactic_statement_from(first)?;
        self.end_statement(mark, Statement { begins_with_bracket, ..statement }, misplaced)
    }

    fn end_statement(
        &mut self,
        mark: usize,
        statement: Statement,
        misplaced: &mut Vec<Diagnostic>,
    ) -> Parse<()> {
        self.add_statement(mark, statement, misplaced);
        if self.eat(TokenKind::Semicolon).is_some()
            && matches!(self.kind(), TokenKind::RightBrace | TokenKind::End)
        {
            return self.unexpected();
        }
        Ok(())
    }

    /// `assignment (',' assignment)*`. The first assignment has already been read.
    fn syntactic_statement_from(&mut self, first: ExprId) -> Parse<Statement> {
        let mark = self.scratch.exprs.len();
        self.scratch.exprs.push(first);
        let mut comma = None;
        while let Some(token) = self.eat(TokenKind::Comma) {
            comma.get_or_insert(token.span);
            let next = self.assignment()?;
            self.scratch.exprs.push(next);
        }
        Ok(Statement { begins_with_bracket: false, mark, comma })
    }

    /// Adds a statement to the block that started at `mark`, or makes it the arguments of the
    /// statement function before it.
    fn add_statement(
        &mut self,
        mark: usize,
        statement: Statement,
        misplaced: &mut Vec<Diagnostic>,
    ) {
        let before = self.scratch.exprs[mark..statement.mark].last().copied();
        if let Some(name) = before.filter(|&name| self.takes_arguments(name, &statement)) {
            let arguments = self.list(statement.mark);
            self.scratch.exprs.pop();
            let call = self.statement_call(name, arguments);
            self.scratch.exprs.push(call);
            return;
        }
        if let Some(comma) = statement.comma {
            misplaced.push(self.misplaced_list(before, comma));
        }
        for index in statement.mark..self.scratch.exprs.len() {
            if let ExprKind::Call(call) = self.expr(self.scratch.exprs[index]).kind {
                self.tables.get_mut(call).needs_value = false;
            }
        }
    }

    pub(super) fn statement_call(&mut self, name: ExprId, arguments: List<ExprId>) -> ExprId {
        let last = self.tables.slice(arguments).last().copied().unwrap_or(name);
        let span = self.span_of(name).to(self.span_of(last));
        let call = self.tables.add(Call {
            functor: name,
            arguments,
            lambda: None,
            needs_value: false,
            is_statement_call: true,
        });
        self.add(span, ExprKind::Call(call))
    }

    /// Whether an expression is a name that takes the next statement as its arguments.
    fn takes_arguments(&self, name: ExprId, statement: &Statement) -> bool {
        let ExprKind::Name(text) = self.expr(name).kind else { return false };
        self.is_statement_function(text)
            || statement.begins_with_bracket && self.options.edition.any_name_takes_a_bare_array()
    }

    pub(super) fn is_statement_function(&self, name: Text) -> bool {
        matches!(
            self.read(name),
            "require"
                | "realize"
                | "include"
                | "contain"
                | "tag"
                | "debug"
                | "info"
                | "notice"
                | "warning"
                | "err"
                | "fail"
                | "import"
                | "break"
                | "next"
                | "return"
        )
    }

    fn misplaced_list(&self, before: Option<ExprId>, comma: Span) -> Diagnostic {
        match before.map(|before| self.expr(before).kind) {
            Some(ExprKind::Name(name)) => {
                let name = self.read(name);
                issues::arguments_without_parentheses(name)
                    .at(self.source, comma)
                    .help(format!("write `{name}(…)`"))
            }
            _ => issues::illegal_argument_list().at(self.source, comma),
        }
    }

    /// `relationship ('=' assignment)?`
    pub(super) fn assignment(&mut self) -> Parse<ExprId> {
        let left = self.relationship()?;
        self.assignment_from(left)
    }

    fn assignment_from(&mut self, left: ExprId) -> Parse<ExprId> {
        let op = match self.kind() {
            TokenKind::Equals => BinaryOp::Assign,
            TokenKind::Appends => BinaryOp::AppendAssign,
            TokenKind::Deletes => BinaryOp::DeleteAssign,
            _ => return Ok(left),
        };
        let op_at = self.bump().span.start;
        let right = self.nested(Parser::assignment)?;
        Ok(self.binary(op, left, right, op_at))
    }

    /// Parses the assignment that a parsed expression may start.
    pub(super) fn assignment_from_expression(&mut self, expr: ExprId) -> Parse<ExprId> {
        let resource = self.resource_from(expr)?;
        let left = self.relationship_from(resource)?;
        self.assignment_from(left)
    }

    /// `resource (edge resource)*`
    fn relationship(&mut self) -> Parse<ExprId> {
        let left = self.resource()?;
        self.relationship_from(left)
    }

    fn relationship_from(&mut self, left: ExprId) -> Parse<ExprId> {
        let mut left = left;
        let mut links = 0;
        loop {
            let op = match self.kind() {
                TokenKind::InEdge => BinaryOp::Before,
                TokenKind::InEdgeSub => BinaryOp::Notify,
                TokenKind::OutEdge => BinaryOp::Require,
                TokenKind::OutEdgeSub => BinaryOp::Subscribe,
                _ => return Ok(left),
            };
            self.chained(&mut links)?;
            let op_at = self.bump().span.start;
            let right = self.resource()?;
            left = self.binary(op, left, right, op_at);
        }
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
        op_at: u32,
    ) -> ExprId {
        let span = self.span_of(left).to(self.span_of(right));
        self.add(span, ExprKind::Binary { op, left, right, op_at })
    }
}
