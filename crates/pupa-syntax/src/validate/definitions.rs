//! Checks definitions: their positions, their names and their last expressions.

use crate::issues::validation as issue;
use crate::source::Span;
use crate::tree::{
    ClassDefinition, DefinedType, ExprId, ExprKind, FunctionDefinition, Id, NodeDefinition,
    PlainTypeDefinition, Text, TypeAlias, TypeMapping,
};

use super::walk::{Checker, Cx, Top};
use super::{labels, names, values};

/// The owner of a parameter list or a return type.
#[derive(Debug, Clone, Copy)]
pub(super) enum Container {
    /// A class.
    Class,
    /// A defined type.
    Define,
    /// A node.
    Node,
    /// A function.
    Function,
    /// A plan.
    Plan,
    /// A lambda.
    Lambda,
    /// A template.
    Epp,
    /// A type alias.
    TypeAlias,
}

impl Container {
    pub(super) fn label(self) -> &'static str {
        match self {
            Container::Class => "Host Class Definition",
            Container::Define => "'define' expression",
            Container::Node => "Node Definition",
            Container::Function => "Function Definition",
            Container::Plan => "Plan Definition",
            Container::Lambda => "Lambda",
            Container::Epp => "Epp Template",
            Container::TypeAlias => "Type Alias",
        }
    }

    pub(super) fn a_an(self) -> String {
        labels::a_an(self.label())
    }
}

/// Whether a definition is allowed in classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nesting {
    /// At the top of the file or in classes.
    InClasses,
    /// Only at the top of the file.
    TopOnly,
}

impl Checker<'_> {
    pub(super) fn class(&mut self, expr: ExprId, class: Id<ClassDefinition>, cx: Cx) {
        let class = &self.tree[class];
        if self.rules.tasks {
            self.not_when_scripting(expr);
        } else {
            self.named_definition(expr, class.name, Nesting::InClasses, cx);
            self.no_captures_rest(class.parameters, Container::Class);
            self.unique_parameters(class.parameters);
            self.reserved_parameters(class.parameters, Container::Class);
            self.no_idem_last(class.body, Container::Class);
            self.literal_parameter_types(class.parameters);
        }
        self.parameters(class.parameters, cx.inside());
        self.visit_option(class.body, cx.inside_class());
    }

    pub(super) fn define(&mut self, expr: ExprId, define: Id<DefinedType>, cx: Cx) {
        let define = &self.tree[define];
        if self.rules.tasks {
            self.not_when_scripting(expr);
        } else {
            self.named_definition(expr, define.name, Nesting::InClasses, cx);
            self.no_captures_rest(define.parameters, Container::Define);
            self.unique_parameters(define.parameters);
            self.reserved_parameters(define.parameters, Container::Define);
            self.no_idem_last(define.body, Container::Define);
        }
        self.parameters(define.parameters, cx.inside());
        self.visit_option(define.body, cx.inside());
    }

    pub(super) fn function(&mut self, expr: ExprId, function: Id<FunctionDefinition>, cx: Cx) {
        let function = &self.tree[function];
        let container = match self.tree[expr].kind {
            ExprKind::Plan(_) => Container::Plan,
            _ => Container::Function,
        };
        self.named_definition(expr, function.name, Nesting::TopOnly, cx);
        self.return_type(function.returns, container);
        self.unique_parameters(function.parameters);
        self.parameters(function.parameters, cx.inside());
        self.visit_option(function.body, cx.inside());
        self.visit_option(function.returns, cx.inside());
    }

    pub(super) fn node(&mut self, expr: ExprId, node: Id<NodeDefinition>, cx: Cx) {
        let node = &self.tree[node];
        if !self.needs_catalog(expr, cx) {
            self.hostnames(node.matchers);
            self.top(expr, Nesting::InClasses, cx);
            self.no_idem_last(node.body, Container::Node);
            if let Some(parent) = node.parent {
                self.report(
                    issue::illegal_node_inheritance().at(self.tree.source(), self.span(parent)),
                );
            }
        }
        self.visit_option(node.parent, cx.inside());
        self.visit_all(node.matchers, cx.inside());
        self.visit_option(node.body, cx.inside());
    }

    pub(super) fn type_alias(&mut self, expr: ExprId, alias: Id<TypeAlias>, cx: Cx) {
        let alias = &self.tree[alias];
        self.top(expr, Nesting::TopOnly, cx);
        let name = self.tree.text(alias.name);
        if !names::is_type_name(name) {
            self.illegal_name(expr, name);
        }
        self.alias_of_definition(name, alias.name_span);
        // Compat: the reference has no separate position for `T[..]` on the right, and reports it
        // at the position of the alias.
        let place = match self.tree[alias.type_expr].kind {
            ExprKind::Access { .. } => expr,
            _ => alias.type_expr,
        };
        self.type_reference(alias.type_expr, self.span(place), Container::TypeAlias);
        self.visit(alias.type_expr, cx.inside());
    }

    pub(super) fn type_mapping(&mut self, expr: ExprId, mapping: Id<TypeMapping>, cx: Cx) {
        let mapping = &self.tree[mapping];
        self.top(expr, Nesting::InClasses, cx);
        self.mapping_sides(expr, mapping);
        self.visit(mapping.type_expr, cx.inside());
        self.visit(mapping.mapping, cx.inside());
        if let Some(hash) = mapping.hash {
            self.visit(hash, cx.inside());
        }
    }

    fn mapping_sides(&mut self, expr: ExprId, mapping: &TypeMapping) {
        let Some(is_pattern) = self.maps_runtime_pattern(mapping.type_expr) else {
            let what = self.a_an(expr);
            self.report(
                issue::unsupported_expression(&what).at(self.tree.source(), self.span(expr)),
            );
            return;
        };
        let fits = if is_pattern {
            self.is_pattern_with_replacement(mapping.mapping)
        } else {
            self.is_type_reference(mapping.mapping)
        };
        if !fits || mapping.hash.is_some() {
            let expected = if is_pattern { "Tuple[Regexp,String]" } else { "Type" };
            self.report(
                issue::illegal_type_mapping(expected).at(self.tree.source(), self.span(expr)),
            );
        }
    }

    /// Whether the left side of a mapping is a pattern; `None` unless it is a runtime type.
    fn maps_runtime_pattern(&self, left: ExprId) -> Option<bool> {
        let ExprKind::Access { left, keys } = self.tree[left].kind else { return None };
        match self.tree[left].kind {
            ExprKind::Reference(name) if self.tree.text(name) == "Runtime" => {
                Some(matches!(self.tree[keys], [_, name] if self.is_pattern_with_replacement(name)))
            }
            _ => None,
        }
    }

    /// Whether an expression is `[/pattern/, 'replacement']`.
    fn is_pattern_with_replacement(&self, expr: ExprId) -> bool {
        let ExprKind::Array(items) = self.tree[expr].kind else { return false };
        matches!(
            self.tree[items],
            [pattern, replacement]
                if matches!(self.tree[pattern].kind, ExprKind::Regexp(_))
                    && matches!(self.tree[replacement].kind, ExprKind::String(_))
        )
    }

    fn is_type_reference(&self, expr: ExprId) -> bool {
        let named = match self.tree[expr].kind {
            // `Object { .. }` is parsed as `Object[{ .. }]`, but only aliases may have this form.
            ExprKind::Access { .. } if self.ends_with_brace(expr) => return false,
            ExprKind::Access { left, .. } => left,
            _ => expr,
        };
        matches!(self.tree[named].kind, ExprKind::Reference(_))
    }

    fn ends_with_brace(&self, expr: ExprId) -> bool {
        self.tree.source().slice(self.tree[expr].span).ends_with('}')
    }

    pub(super) fn plain_type_definition(
        &mut self,
        expr: ExprId,
        definition: Id<PlainTypeDefinition>,
        cx: Cx,
    ) {
        self.top(expr, Nesting::TopOnly, cx);
        let what = self.a_an(expr);
        self.report(issue::unsupported_expression(&what).at(self.tree.source(), self.span(expr)));
        self.visit_option(self.tree[definition].body, cx.inside());
    }

    /// Reports a definition at a position where it is not allowed.
    pub(super) fn top(&mut self, expr: ExprId, nesting: Nesting, cx: Cx) {
        match (cx.top, nesting) {
            (Top::Program | Top::ProgramBlock | Top::Class, _)
            | (Top::ClassBlock, Nesting::InClasses) => {}
            (Top::ClassBlock | Top::NothingBlock, Nesting::TopOnly) => {
                let what = self.a_an_upper(expr);
                self.report(
                    issue::not_absolute_top_level(&what).at(self.tree.source(), self.span(expr)),
                );
            }
            (Top::Nothing, _) | (Top::NothingBlock, Nesting::InClasses) => {
                self.report(issue::not_top_level().at(self.tree.source(), self.span(expr)));
            }
        }
    }

    fn named_definition(&mut self, expr: ExprId, name: Text, nesting: Nesting, cx: Cx) {
        let name = self.tree.text(name);
        self.top(expr, nesting, cx);
        if !names::is_definition_name(name) {
            self.illegal_name(expr, name);
        }
        self.location(expr, name);
        if names::is_reserved_type_name(name) {
            let what = self.a_an(expr);
            self.report(
                issue::reserved_type_name(name, &what).at(self.tree.source(), self.span(expr)),
            );
        }
        if names::is_future_reserved_word(name) {
            self.report(issue::future_reserved_word(name).at(self.tree.source(), self.span(expr)));
        }
    }

    pub(super) fn illegal_name(&mut self, expr: ExprId, name: &str) {
        let what = self.a_an(expr);
        self.report(
            issue::illegal_definition_name(name, &what).at(self.tree.source(), self.span(expr)),
        );
    }

    /// Reports an unused value at the end of a definition without a value.
    fn no_idem_last(&mut self, body: Option<ExprId>, container: Container) {
        let Some(body) = body else { return };
        let last = match self.tree[body].kind {
            ExprKind::Block { statements, .. } => self.tree[statements].last().copied(),
            _ => Some(body),
        };
        let Some(last) = last else { return };
        if values::is_idem(self.tree, last) && self.untitled_resource(last).is_none() {
            let what = labels::label(self.tree, last);
            let container = labels::a_an_upper(container.label());
            self.report(
                issue::idem_not_allowed_last(&what, &container)
                    .at(self.tree.source(), self.span(last)),
            );
        }
    }

    pub(super) fn return_type(&mut self, returns: Option<ExprId>, container: Container) {
        if let Some(returns) = returns {
            self.type_reference(returns, self.span(returns), container);
        }
    }

    /// Reports an expression that is not a type where one is needed.
    fn type_reference(&mut self, expr: ExprId, span: Span, container: Container) {
        let named = match self.tree[expr].kind {
            ExprKind::Access { left, .. } => left,
            _ => expr,
        };
        if let ExprKind::Reference(name) = self.tree[named].kind {
            let word = self.tree.text(name).to_ascii_lowercase();
            if names::is_future_reserved_word(&word) {
                self.report(issue::future_reserved_word(&word).at(self.tree.source(), span));
            }
        } else {
            let what = self.a_an_upper(expr);
            self.report(
                issue::illegal_expression(&what, "a type reference", &container.a_an())
                    .at(self.tree.source(), span),
            );
        }
    }
}
