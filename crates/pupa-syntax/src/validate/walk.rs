//! Walks the tree, and calls the checks for each node.
//!
//! A node is checked before its parts, and its parts are visited in the reference's order, which is
//! not always that of the source (a parameter's default comes before its type). The [`Cx`] passes
//! down what a check must know about the containers of a node.

use crate::diagnostic::Diagnostic;
use crate::issues::validation as issue;
use crate::source::Span;
use crate::syntax_checker;
use crate::tree::{
    Apply, BinaryClass, BinaryOp, Call, CaseOption, Entry, Epp, ExprId, ExprKind, Heredoc, Id,
    Lambda, List, MethodCall, Parameter, SelectorEntry, Tree,
};

use super::definitions::Container;
use super::types::TypeTable;
use super::{Extensions, Rules, labels};

/// The context that the containers of a node give it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cx {
    /// The definitions that are allowed here.
    pub(super) top: Top,
    /// Whether the node is in the block of an `apply`.
    pub(super) in_apply: bool,
}

/// The position of a node in the nesting of blocks and definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Top {
    /// The whole program.
    Program,
    /// In the block of the whole program.
    ProgramBlock,
    /// Directly in a class or `apply`.
    Class,
    /// In a block of a class or `apply`, or in a nested block.
    ClassBlock,
    /// In anything else.
    Nothing,
    /// In a block of anything else.
    NothingBlock,
}

impl Cx {
    const PROGRAM: Cx = Cx { top: Top::Program, in_apply: false };

    /// The context inside a node that allows no definitions.
    pub(super) fn inside(self) -> Cx {
        Cx { top: Top::Nothing, ..self }
    }

    /// The context directly inside a class or `apply`.
    pub(super) fn inside_class(self) -> Cx {
        Cx { top: Top::Class, ..self }
    }

    fn inside_block(self) -> Cx {
        let top = match self.top {
            Top::Program => Top::ProgramBlock,
            Top::ProgramBlock | Top::Class | Top::ClassBlock => Top::ClassBlock,
            Top::Nothing | Top::NothingBlock => Top::NothingBlock,
        };
        Cx { top, ..self }
    }
}

/// The state of one validation.
pub(super) struct Checker<'t> {
    pub(super) tree: &'t Tree,
    pub(super) rules: &'t Rules,
    /// The diagnostics, in order.
    found: Vec<Diagnostic>,
    /// Errors at which the reference stops immediately.
    raised: Vec<Diagnostic>,
    /// Expressions whose first operand is being visited; see [`Checker::visit`].
    outer: Vec<ExprId>,
    /// The visible parameters of lambdas, if one of them is the parameter of an initialiser of a
    /// type; the flag marks these.
    pub(super) objects: Vec<(&'t str, bool)>,
    /// The type whose setter is being visited.
    pub(super) setter_of: Option<ExprId>,
    /// The types defined in the file, built when first needed.
    pub(super) types: Option<TypeTable<'t>>,
    said_extension: bool,
}

impl<'t> Checker<'t> {
    pub(super) fn new(tree: &'t Tree, rules: &'t Rules) -> Checker<'t> {
        Checker {
            tree,
            rules,
            found: Vec::new(),
            raised: Vec::new(),
            outer: Vec::new(),
            objects: Vec::new(),
            setter_of: None,
            types: None,
            said_extension: false,
        }
    }

    /// Checks the whole program.
    pub(super) fn program(&mut self) {
        self.top_constructs();
        self.visit(self.tree.root(), Cx::PROGRAM);
    }

    /// Returns all diagnostics.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        if self.raised.is_empty() {
            return self.found;
        }
        self.raised.append(&mut self.found);
        self.raised
    }

    /// Adds a diagnostic.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Returns the range at which an expression is reported.
    pub(super) fn span(&self, expr: ExprId) -> Span {
        self.tree.report_span(expr)
    }

    /// Returns the name of an expression with its article: `a Name`.
    pub(super) fn a_an(&self, expr: ExprId) -> String {
        labels::a_an(&labels::label(self.tree, expr))
    }

    /// Returns the name of an expression at the beginning of a sentence: `A Name`.
    pub(super) fn a_an_upper(&self, expr: ExprId) -> String {
        labels::a_an_upper(&labels::label(self.tree, expr))
    }

    /// Whether our language extensions are accepted.
    pub(super) fn has_extensions(&self) -> bool {
        self.rules.reads_type_definitions()
    }

    /// Reports, once per file, that an extension is used, if the rules require it. `statement` is
    /// the start of the message: `type definitions are an extension`.
    pub(super) fn note_extension(&mut self, span: Span, statement: &str) {
        let expected =
            self.rules.extensions == Extensions::Warn && !self.rules.edition.has_type_definitions();
        if expected && !self.said_extension {
            self.said_extension = true;
            self.report(
                issue::type_definition_extension(statement)
                    .at(self.tree.source(), span)
                    .help("enable extensions in the configuration of the project to accept it"),
            );
        }
    }

    /// Checks an expression and all of its parts.
    ///
    /// First and last operands are followed in a loop instead of by recursion, since a chain of
    /// operators or calls can be much longer than the nesting limit.
    #[inline]
    pub(super) fn visit(&mut self, expr: ExprId, cx: Cx) {
        match self.tree[expr].kind {
            // The most frequent kinds, which have no parts.
            ExprKind::String(_) | ExprKind::Name(_) | ExprKind::Boolean(_) | ExprKind::Undef => {}
            ExprKind::Variable(name) => self.variable(expr, name),
            _ => self.visit_operands(expr, cx),
        }
    }

    fn visit_operands(&mut self, expr: ExprId, cx: Cx) {
        let inner = cx.inside();
        let mark = self.outer.len();
        let mut next = self.enter(expr, cx);
        loop {
            if let Some(operand) = next {
                next = self.enter(operand, inner);
            } else if self.outer.len() > mark
                && let Some(outer) = self.outer.pop()
            {
                next = self.leave(outer, inner);
            } else {
                return;
            }
        }
    }

    /// Checks an expression and its parts, up to an operand that must be visited next.
    /// [`Checker::leave`] visits the parts after that operand.
    fn enter(&mut self, expr: ExprId, cx: Cx) -> Option<ExprId> {
        let inner = cx.inside();
        match self.tree[expr].kind {
            ExprKind::Nop
            | ExprKind::Error
            | ExprKind::Undef
            | ExprKind::Default
            | ExprKind::Boolean(_)
            | ExprKind::Float(_)
            | ExprKind::String(_)
            | ExprKind::Regexp(_)
            | ExprKind::Name(_)
            // The lexer reads no reference that breaks the naming rule.
            | ExprKind::Reference(_)
            | ExprKind::RenderString(_) => {}
            ExprKind::Integer { value, .. } => self.integer(expr, value),
            ExprKind::BigInteger { radix } => self.big_integer(expr, radix),
            ExprKind::ReservedWord(word) => self.reserved_word(expr, word),
            ExprKind::Variable(name) => self.variable(expr, name),
            ExprKind::NamedAccess { left, .. } => return Some(left),
            ExprKind::Interpolation(operand)
            | ExprKind::Paren(operand)
            | ExprKind::Render(operand)
            | ExprKind::Unary { operand, .. } => {
                self.rvalue(operand);
                return Some(operand);
            }
            ExprKind::Binary { op, left, right, .. } => {
                self.binary(expr, op, left, right, cx);
                return self.operand_of(expr, left);
            }
            ExprKind::Access { left, .. } => return self.operand_of(expr, left),
            ExprKind::Selector { left, entries } => {
                self.rvalue(left);
                self.selector_defaults(entries);
                return self.operand_of(expr, left);
            }
            ExprKind::Call(call) => {
                let functor = self.tree[call].functor;
                self.functor(expr, functor);
                return self.operand_of(expr, functor);
            }
            ExprKind::MethodCall(call) => {
                self.braces_of_new(expr, call);
                return self.operand_of(expr, self.tree[call].functor);
            }
            ExprKind::If(condition) | ExprKind::Unless(condition) => {
                let condition = &self.tree[condition];
                self.rvalue(condition.test);
                self.visit(condition.test, inner);
                self.visit_option(self.tree.branch(condition.then), inner);
                return condition.otherwise.and_then(|branch| self.tree.branch(branch));
            }
            ExprKind::Array(items) => {
                self.rvalues(items);
                self.visit_all(items, inner);
            }
            ExprKind::Concat(segments) => self.visit_all(segments, inner),
            ExprKind::Hash(entries) | ExprKind::BareHash(entries) => self.hash(entries, inner),
            ExprKind::Heredoc(heredoc) => self.heredoc(expr, heredoc, inner),
            ExprKind::Block { statements, .. } => self.block(expr, statements, cx),
            ExprKind::Case { test, options } => self.case(test, options, inner),
            ExprKind::Resource(resource) => self.resource(expr, resource, cx),
            ExprKind::ResourceDefaults(defaults) => self.resource_defaults(expr, defaults, cx),
            ExprKind::ResourceOverride(overrides) => self.resource_override(expr, overrides, cx),
            ExprKind::Collector(collector) => self.collector(expr, collector, cx),
            ExprKind::Class(class) => self.class(expr, class, cx),
            ExprKind::Define(define) => self.define(expr, define, cx),
            ExprKind::Function(function) | ExprKind::Plan(function) => {
                self.function(expr, function, cx);
            }
            ExprKind::Node(node) => self.node(expr, node, cx),
            ExprKind::TypeAlias(alias) => self.type_alias(expr, alias, cx),
            ExprKind::TypeMapping(mapping) => self.type_mapping(expr, mapping, cx),
            ExprKind::TypeDefinition(definition) => self.type_definition(expr, definition, cx),
            ExprKind::PlainTypeDefinition(definition) => {
                self.plain_type_definition(expr, definition, cx);
            }
            ExprKind::Apply(apply) => self.apply(expr, apply, cx),
            ExprKind::Epp(epp) => self.epp(epp, inner),
        }
        None
    }

    /// Records that `expr` must be left after its first operand.
    fn operand_of(&mut self, expr: ExprId, operand: ExprId) -> Option<ExprId> {
        self.outer.push(expr);
        Some(operand)
    }

    /// Visits the parts after the first operand of an expression; returns the one that must be
    /// visited next.
    fn leave(&mut self, expr: ExprId, cx: Cx) -> Option<ExprId> {
        match self.tree[expr].kind {
            ExprKind::Binary { right, .. } => return Some(right),
            ExprKind::Access { keys, .. } => self.visit_all(keys, cx),
            ExprKind::Selector { entries, .. } => self.selector_entries(entries, cx),
            ExprKind::Call(call) => self.call(call, cx),
            ExprKind::MethodCall(call) => self.method_call(call, cx),
            _ => {}
        }
        None
    }

    pub(super) fn visit_option(&mut self, expr: Option<ExprId>, cx: Cx) {
        if let Some(expr) = expr {
            self.visit(expr, cx);
        }
    }

    pub(super) fn visit_all(&mut self, list: List<ExprId>, cx: Cx) {
        for &expr in &self.tree[list] {
            self.visit(expr, cx);
        }
    }

    fn binary(&mut self, expr: ExprId, op: BinaryOp, left: ExprId, right: ExprId, cx: Cx) {
        match op.class() {
            BinaryClass::Assignment => self.assignment(expr, op, left, right),
            BinaryClass::Relationship => self.relationship(expr, left, right, cx),
            _ => {
                self.rvalue(left);
                self.rvalue(right);
            }
        }
    }

    fn hash(&mut self, entries: List<Entry>, cx: Cx) {
        self.duplicate_keys(entries);
        for entry in &self.tree[entries] {
            self.hash_key(entry.key);
            self.rvalue(entry.key);
            self.rvalue(entry.value);
            self.visit(entry.key, cx);
            self.visit(entry.value, cx);
        }
    }

    fn heredoc(&mut self, expr: ExprId, heredoc: Id<Heredoc>, cx: Cx) {
        let text = self.tree[heredoc].text;
        if !self.rules.defers_syntax_checks
            && matches!(self.tree[text].kind, ExprKind::String(_))
            && let Some(diagnostic) = syntax_checker::check_heredoc(self.tree, expr, self.rules)
        {
            if diagnostic.is_error() {
                self.raised.push(diagnostic);
            } else {
                self.report(diagnostic);
            }
        }
        self.visit(text, cx);
    }

    fn selector_entries(&mut self, entries: List<SelectorEntry>, cx: Cx) {
        for entry in &self.tree[entries] {
            self.rvalue(entry.matcher);
            self.visit(entry.matcher, cx);
            self.visit(entry.value, cx);
        }
    }

    fn case(&mut self, test: ExprId, options: List<CaseOption>, cx: Cx) {
        self.rvalue(test);
        self.case_defaults(options);
        self.visit(test, cx);
        for option in &self.tree[options] {
            self.rvalues(option.values);
            self.visit_all(option.values, cx);
            self.visit_option(self.tree.body(option.body), cx);
        }
    }

    fn call(&mut self, call: Id<Call>, cx: Cx) {
        let call = &self.tree[call];
        self.visit_all(call.arguments, cx);
        if let Some(lambda) = call.lambda {
            let is_new = self.is_name(call.functor, "new");
            self.call_lambda(lambda, is_new, cx);
        }
    }

    fn method_call(&mut self, call: Id<MethodCall>, cx: Cx) {
        let call = &self.tree[call];
        self.visit_all(call.arguments, cx);
        if let Some(lambda) = call.lambda {
            let is_new = self.is_method(call.functor, "new");
            self.call_lambda(lambda, is_new, cx);
        }
    }

    /// Reports the extension `T.new { .. }`: arguments without parentheses.
    fn braces_of_new(&mut self, expr: ExprId, call: Id<MethodCall>) {
        let call = &self.tree[call];
        let has_braces = !call.arguments.is_empty() && call.at == self.tree.place(call.functor);
        if has_braces && self.is_method(call.functor, "new") {
            self.note_extension(self.tree[expr].span, "`new` with braces is an extension");
        }
    }

    fn is_method(&self, functor: ExprId, expected: &str) -> bool {
        matches!(
            self.tree[functor].kind,
            ExprKind::NamedAccess { name, .. } if self.is_name(name, expected)
        )
    }

    fn is_name(&self, expr: ExprId, expected: &str) -> bool {
        matches!(self.tree[expr].kind, ExprKind::Name(name) if self.tree.text(name) == expected)
    }

    /// Visits the lambda of a call, and records whether its parameter is an unfinished object.
    fn call_lambda(&mut self, lambda: Id<Lambda>, is_new: bool, cx: Cx) {
        let tree = self.tree;
        let parameters = &tree[tree[lambda].parameters];
        let mark = self.objects.len();
        let initialises = is_new && parameters.len() == 1 && self.has_extensions();
        if initialises || mark > 0 {
            let names = parameters.iter().map(|parameter| tree.text(parameter.name));
            self.objects.extend(names.map(|name| (name, initialises)));
        }
        self.lambda(lambda, cx);
        self.objects.truncate(mark);
    }

    /// Checks a lambda and what it contains.
    pub(super) fn lambda(&mut self, lambda: Id<Lambda>, cx: Cx) {
        let lambda = &self.tree[lambda];
        self.captures_rest_last(lambda.parameters);
        self.return_type(lambda.returns, Container::Lambda);
        self.parameters(lambda.parameters, cx);
        self.visit_option(lambda.body, cx);
        self.visit_option(lambda.returns, cx);
    }

    /// Checks parameters and what they contain.
    pub(super) fn parameters(&mut self, parameters: List<Parameter>, cx: Cx) {
        for parameter in &self.tree[parameters] {
            self.parameter(parameter);
            self.visit_option(parameter.default, cx);
            self.visit_option(parameter.ty, cx);
        }
    }

    fn block(&mut self, expr: ExprId, statements: List<ExprId>, cx: Cx) {
        self.statements(Some(expr), statements);
        self.visit_all(statements, cx.inside_block());
    }

    fn apply(&mut self, expr: ExprId, apply: Id<Apply>, cx: Cx) {
        let apply = &self.tree[apply];
        if self.rules.tasks && cx.in_apply {
            self.not_when_compiling(expr);
        }
        self.visit_all(apply.arguments, cx.inside_class());
        self.statements(None, apply.body);
        self.visit_all(apply.body, Cx { top: Top::ClassBlock, in_apply: true });
    }

    /// Visits a template. In the reference's tree, it is a lambda around the text.
    fn epp(&mut self, epp: Id<Epp>, cx: Cx) {
        let epp = &self.tree[epp];
        let parameters = epp.parameters.unwrap_or(List::EMPTY);
        self.captures_rest_last(parameters);
        self.parameters(parameters, cx);
        self.no_captures_rest(parameters, Container::Epp);
        self.unique_parameters(parameters);
        self.visit_option(epp.body, cx);
    }
}
