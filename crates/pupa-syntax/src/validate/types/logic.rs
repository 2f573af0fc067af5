//! Checks type logic, which is written in a subset of the language: no resources, no definitions,
//! no global variables, and a fixed set of functions, so that it means the same wherever it is
//! evaluated.

use crate::diagnostic::Diagnostic;
use crate::issues::validation as issue;
use crate::tree::{BinaryClass, Call, ExprId, ExprKind, Id, Lambda, Logic, MethodCall, Tree};
use crate::type_model::referenced_name;

use super::super::walk::{Checker, Cx};
use super::data_types::is_type_function;

/// The required number of parameters of a lambda.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arity {
    /// None.
    None,
    /// Exactly one.
    One,
}

impl Arity {
    fn accepts(self, count: usize) -> bool {
        count == usize::from(self == Arity::One)
    }

    fn describe(self) -> &'static str {
        match self {
            Arity::None => "no parameters",
            Arity::One => "one parameter",
        }
    }
}

impl Checker<'_> {
    /// Checks and visits the logic of a setting or an invariant.
    pub(super) fn logic(&mut self, logic: Logic, owner: &str, arity: Arity, cx: Cx) {
        match logic {
            Logic::Expr(expr) | Logic::Block(Some(expr)) => {
                self.type_logic_expr(expr);
                self.visit(expr, cx);
            }
            Logic::Block(None) => {}
            Logic::Lambda(lambda) => {
                self.arity(lambda, owner, arity);
                self.type_logic_lambda(lambda);
                self.lambda(lambda, cx);
            }
        }
    }

    fn arity(&mut self, lambda: Id<Lambda>, owner: &str, arity: Arity) {
        let lambda = &self.tree[lambda];
        let found = lambda.parameters.len();
        if !arity.accepts(found) {
            self.report(
                issue::wrong_parameter_count(owner, arity.describe(), found)
                    .at(self.tree.source(), lambda.span),
            );
        }
    }

    fn type_logic_lambda(&mut self, lambda: Id<Lambda>) {
        let tree = self.tree;
        let lambda = &tree[lambda];
        for parameter in &tree[lambda.parameters] {
            parameter.default.into_iter().for_each(|expr| self.type_logic_expr(expr));
        }
        lambda.body.into_iter().for_each(|expr| self.type_logic_expr(expr));
    }

    /// Reports expressions that are not allowed in type logic.
    pub(super) fn type_logic_expr(&mut self, logic: ExprId) {
        let mut waiting = vec![logic];
        while let Some(expr) = waiting.pop() {
            let mark = waiting.len();
            if self.is_type_logic(expr) {
                self.tree.each_child(expr, &mut |child| waiting.push(child));
            }
            waiting[mark..].reverse();
        }
    }

    /// Reports an expression that is not allowed in type logic. Returns whether its parts should be
    /// checked.
    fn is_type_logic(&mut self, expr: ExprId) -> bool {
        let tree = self.tree;
        match tree[expr].kind {
            ExprKind::Call(call) => self.type_logic_call(expr, call),
            ExprKind::MethodCall(call) => self.type_logic_method_call(expr, call),
            ExprKind::Variable(name) if tree.text(name).contains("::") => {
                let what = format!("the variable `${}`", tree.text(name));
                self.report(
                    illegal(tree, expr, &what)
                        .note("type logic sees only features and its own variables"),
                );
            }
            kind => {
                if let Some(what) = foreign(kind) {
                    self.report(illegal(tree, expr, what));
                    return false;
                }
            }
        }
        true
    }

    fn type_logic_call(&mut self, expr: ExprId, call: Id<Call>) {
        let tree = self.tree;
        let call = &tree[call];
        match tree[call.functor].kind {
            ExprKind::Name(name) => {
                self.type_logic_function(expr, tree.text(name));
                if tree.text(name) == "new" {
                    let made = tree[call.arguments].first().copied();
                    self.no_managed_resource(expr, made);
                }
            }
            _ => self.no_managed_resource(expr, Some(call.functor)),
        }
    }

    fn type_logic_method_call(&mut self, expr: ExprId, call: Id<MethodCall>) {
        let tree = self.tree;
        let call = &tree[call];
        let ExprKind::NamedAccess { left, name, dot_at } = tree[call.functor].kind else { return };
        let ExprKind::Name(name) = tree[name].kind else { return };
        // `$object.feature` reads a feature.
        let may_read = call.at == dot_at && call.lambda.is_none() && call.arguments.is_empty();
        if !may_read {
            self.type_logic_function(expr, tree.text(name));
        }
        if tree.text(name) == "new" {
            self.no_managed_resource(expr, Some(left));
        }
    }

    fn type_logic_function(&mut self, expr: ExprId, name: &str) {
        if !is_type_function(name) {
            let what = format!("the function `{name}`");
            self.report(illegal(self.tree, expr, &what));
        }
    }

    fn no_managed_resource(&mut self, expr: ExprId, made: Option<ExprId>) {
        let Some(name) = made.and_then(|made| referenced_name(self.tree, made)) else { return };
        if self.type_table().is_managed(&name) {
            let what = format!("an instance of the managed resource `{name}`");
            self.report(illegal(self.tree, expr, &what));
        }
    }
}

fn illegal(tree: &Tree, expr: ExprId, what: &str) -> Diagnostic {
    issue::illegal_type_logic(what).at(tree.source(), tree[expr].span)
}

/// Returns the name of a kind of expression that is not allowed in type logic.
fn foreign(kind: ExprKind) -> Option<&'static str> {
    Some(match kind {
        ExprKind::Resource(_) => "a resource",
        ExprKind::ResourceDefaults(_) => "resource defaults",
        ExprKind::ResourceOverride(_) => "a resource override",
        ExprKind::Collector(_) => "a collector",
        ExprKind::Binary { op, .. } if op.class() == BinaryClass::Relationship => "a relationship",
        ExprKind::Class(_) => "a class definition",
        ExprKind::Define(_) => "a defined type",
        ExprKind::Node(_) => "a node definition",
        ExprKind::Function(_) => "a function definition",
        ExprKind::Plan(_) => "a plan",
        ExprKind::Apply(_) => "`apply`",
        ExprKind::TypeAlias(_) | ExprKind::TypeMapping(_) => "a type alias",
        ExprKind::TypeDefinition(_) | ExprKind::PlainTypeDefinition(_) => "a type definition",
        ExprKind::Epp(_) | ExprKind::RenderString(_) | ExprKind::Render(_) => "template text",
        _ => return None,
    })
}
