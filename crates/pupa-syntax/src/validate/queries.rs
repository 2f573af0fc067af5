//! Checks the queries of collectors.

use crate::issues::validation as issue;
use crate::tree::{BinaryClass, BinaryOp, ExprId, ExprKind};

use super::walk::Checker;

impl Checker<'_> {
    /// Reports expressions that are not allowed in a query. Operands of a comparison are not
    /// checked.
    pub(super) fn query(&mut self, query: ExprId) {
        // An explicit list, since a query may be a long chain of `or`.
        let mut waiting = vec![query];
        while let Some(expr) = waiting.pop() {
            match self.tree[expr].kind {
                ExprKind::Variable(_)
                | ExprKind::Name(_)
                | ExprKind::Integer { .. }
                | ExprKind::BigInteger { .. }
                | ExprKind::Float(_)
                | ExprKind::String(_)
                | ExprKind::RenderString(_)
                | ExprKind::Boolean(_)
                | ExprKind::Binary { op: BinaryOp::Equal | BinaryOp::NotEqual, .. } => {}
                ExprKind::Paren(inner) => waiting.push(inner),
                ExprKind::Binary { op, left, right, .. } if op.class() == BinaryClass::Logic => {
                    waiting.extend([right, left]);
                }
                _ => {
                    let what = self.a_an_upper(expr);
                    self.report(
                        issue::illegal_query_expression(&what)
                            .at(self.tree.source(), self.span(expr)),
                    );
                }
            }
        }
    }
}
