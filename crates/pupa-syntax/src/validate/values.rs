//! Checks which expressions have a value, and which have no effect.

use crate::issues::validation as issue;
use crate::tree::{BinaryClass, CaseOption, ExprId, ExprKind, List, Tree};

use super::walk::Checker;

impl Checker<'_> {
    /// Reports an expression without a value where one is needed.
    pub(super) fn rvalue(&mut self, expr: ExprId) {
        if let Some(valueless) = without_value(self.tree, expr) {
            let what = self.a_an_upper(valueless);
            self.report(issue::not_rvalue(&what).at(self.tree.source(), self.span(valueless)));
        }
    }

    /// Reports each expression of a list that gives no value.
    pub(super) fn rvalues(&mut self, list: List<ExprId>) {
        for &expr in &self.tree[list] {
            self.rvalue(expr);
        }
    }

    /// Reports an operand of a relationship without a value. Collectors have none, but are allowed.
    pub(super) fn relationship_operand(&mut self, expr: ExprId) {
        if !matches!(self.tree[expr].kind, ExprKind::Collector(_)) {
            self.rvalue(expr);
        }
    }
}

/// The part of an expression that should provide its value, but has none.
fn without_value(tree: &Tree, expr: ExprId) -> Option<ExprId> {
    let mut expr = expr;
    loop {
        match tree[expr].kind {
            ExprKind::Paren(operand)
            | ExprKind::Unary { operand, .. }
            | ExprKind::Interpolation(operand)
            | ExprKind::Render(operand) => expr = operand,
            ExprKind::Collector(_) => return Some(expr),
            kind => return kind.is_definition().then_some(expr),
        }
    }
}

/// Whether the evaluation of an expression certainly has no effect.
///
/// The effect of a called function is unknown, so calls count as effects. An interpolated string
/// does not, even if it interpolates calls: evaluating one for its effects is bad style.
pub(super) fn is_idem(tree: &Tree, expr: ExprId) -> bool {
    let mut expr = expr;
    loop {
        // A loop follows the last part, since there may be any number of `elsif` parts.
        expr = match tree[expr].kind {
            ExprKind::Paren(inner) => inner,
            ExprKind::If(condition) | ExprKind::Unless(condition) => {
                let condition = &tree[condition];
                if !is_idem(tree, condition.test) || !is_idem(tree, condition.then) {
                    return false;
                }
                match condition.otherwise {
                    Some(otherwise) => otherwise,
                    None => return true,
                }
            }
            ExprKind::Block { statements, .. } => return all_idem(tree, statements),
            ExprKind::Case { test, options } => {
                return is_idem(tree, test)
                    && tree[options].iter().all(|option| is_option_idem(tree, option));
            }
            kind => return is_kind_idem(kind),
        };
    }
}

/// Whether a kind of expression has no effect, regardless of its content.
fn is_kind_idem(kind: ExprKind) -> bool {
    match kind {
        ExprKind::Nop
        | ExprKind::Undef
        | ExprKind::Default
        | ExprKind::Boolean(_)
        | ExprKind::Integer { .. }
        | ExprKind::BigInteger { .. }
        | ExprKind::Float(_)
        | ExprKind::String(_)
        | ExprKind::Concat(_)
        | ExprKind::Interpolation(_)
        | ExprKind::Heredoc(_)
        | ExprKind::Regexp(_)
        | ExprKind::Name(_)
        | ExprKind::Reference(_)
        | ExprKind::ReservedWord(_)
        | ExprKind::Variable(_)
        | ExprKind::Array(_)
        | ExprKind::Hash(_)
        | ExprKind::BareHash(_)
        | ExprKind::Unary { .. }
        | ExprKind::Access { .. }
        | ExprKind::NamedAccess { .. }
        | ExprKind::Selector { .. } => true,
        // A match sets `$0`, `$1` and so on.
        ExprKind::Binary { op, .. } => !matches!(
            op.class(),
            BinaryClass::Match | BinaryClass::Assignment | BinaryClass::Relationship
        ),
        ExprKind::Error
        | ExprKind::Paren(_)
        | ExprKind::If(_)
        | ExprKind::Unless(_)
        | ExprKind::Case { .. }
        | ExprKind::Block { .. }
        | ExprKind::Call(_)
        | ExprKind::MethodCall(_)
        | ExprKind::Resource(_)
        | ExprKind::ResourceDefaults(_)
        | ExprKind::ResourceOverride(_)
        | ExprKind::Collector(_)
        | ExprKind::Class(_)
        | ExprKind::Define(_)
        | ExprKind::Function(_)
        | ExprKind::Plan(_)
        | ExprKind::Node(_)
        | ExprKind::TypeAlias(_)
        | ExprKind::TypeMapping(_)
        | ExprKind::TypeDefinition(_)
        | ExprKind::PlainTypeDefinition(_)
        | ExprKind::Apply(_)
        | ExprKind::Epp(_)
        | ExprKind::RenderString(_)
        | ExprKind::Render(_) => false,
    }
}

fn all_idem(tree: &Tree, list: List<ExprId>) -> bool {
    tree[list].iter().all(|&expr| is_idem(tree, expr))
}

/// A missing part has no effect.
fn is_absent_or_idem(tree: &Tree, expr: Option<ExprId>) -> bool {
    expr.is_none_or(|expr| is_idem(tree, expr))
}

fn is_option_idem(tree: &Tree, option: &CaseOption) -> bool {
    all_idem(tree, option.values) && is_absent_or_idem(tree, tree.body(option.body))
}
