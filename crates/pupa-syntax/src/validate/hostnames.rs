//! Names of nodes.

use crate::issues::validation as issue;
use crate::tree::{ExprId, ExprKind, List};

use super::walk::Checker;

impl Checker<'_> {
    /// Checks the matchers of a node definition.
    pub(super) fn hostnames(&mut self, matchers: List<ExprId>) {
        for &matcher in &self.tree[matchers] {
            self.hostname(matcher);
        }
    }

    fn hostname(&mut self, matcher: ExprId) {
        match self.tree[matcher].kind {
            ExprKind::String(name) | ExprKind::Name(name) | ExprKind::Reference(name) => {
                let name = self.tree.text(name);
                if !super::names::is_hostname(name) {
                    self.report(
                        issue::illegal_hostname_chars(name)
                            .at(self.tree.source(), self.span(matcher))
                            .help("match several hosts with a regular expression"),
                    );
                }
            }
            ExprKind::Concat(segments) => self.interpolated_hostname(segments),
            ExprKind::Regexp(_)
            | ExprKind::Default
            | ExprKind::Integer { .. }
            | ExprKind::BigInteger { .. }
            | ExprKind::Float(_) => {}
            _ => {
                let what = self.a_an_upper(matcher);
                self.report(
                    issue::illegal_expression(&what, "hostname", "a Node Definition")
                        .at(self.tree.source(), self.span(matcher)),
                );
            }
        }
    }

    fn interpolated_hostname(&mut self, segments: List<ExprId>) {
        let tree = self.tree;
        let interpolated = tree[segments].iter().find_map(|&segment| match tree[segment].kind {
            ExprKind::Interpolation(expr) => Some(expr),
            _ => None,
        });
        let Some(expr) = interpolated else { return };
        self.report(
            issue::illegal_hostname_interpolation().at(self.tree.source(), self.span(expr)),
        );
    }
}
