//! The nodes of literal expressions.

use super::{ExprId, ExprKind, List, Tree, UnaryOp};

impl Tree {
    /// Whether the text of an expression shows its value: a literal, or a type or collection of
    /// literals.
    ///
    /// As in the reference, a heredoc does not count.
    pub fn is_literal(&self, expr: ExprId) -> bool {
        match self[expr].kind {
            ExprKind::Undef
            | ExprKind::Default
            | ExprKind::Boolean(_)
            | ExprKind::Integer { .. }
            | ExprKind::BigInteger { .. }
            | ExprKind::Float(_)
            | ExprKind::String(_)
            | ExprKind::RenderString(_)
            | ExprKind::Name(_)
            | ExprKind::Reference(_)
            | ExprKind::Regexp(_) => true,
            ExprKind::Unary { op: UnaryOp::Minus, operand } => self.is_literal(operand),
            ExprKind::Access { left, keys } => {
                self.is_literal(left) && !self.is_single_array(keys) && self.are_literal(keys)
            }
            ExprKind::Array(items) => self.are_literal(items),
            ExprKind::Hash(entries) | ExprKind::BareHash(entries) => self[entries]
                .iter()
                .all(|entry| self.is_literal(entry.key) && self.is_literal(entry.value)),
            _ => false,
        }
    }

    fn are_literal(&self, list: List<ExprId>) -> bool {
        self[list].iter().all(|&expr| self.is_literal(expr))
    }

    /// Compat: `Optional[[String]]` is not a literal type, though each part of it is.
    pub(crate) fn is_single_array(&self, keys: List<ExprId>) -> bool {
        matches!(self[keys], [key] if matches!(self[key].kind, ExprKind::Array(_)))
    }
}
