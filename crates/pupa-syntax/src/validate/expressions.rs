//! Checks single expressions: assignments, variables, numbers, calls, blocks, defaults.

use crate::issues::validation as issue;
use crate::source::Span;
use crate::tree::{BinaryOp, CaseOption, ExprId, ExprKind, List, Radix, SelectorEntry, Text};

use super::big::BigDigits;
use super::walk::Checker;
use super::{labels, names, values};

/// Whether an access expression can be assigned to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ByAccess {
    Allowed,
    Forbidden,
}

/// The note for `$t[feature] = ..` where it is an extension.
const FEATURE_ASSIGNMENT: &str = "assignment to a feature in an initialiser is an extension";

impl<'t> Checker<'t> {
    pub(super) fn assignment(&mut self, expr: ExprId, op: BinaryOp, left: ExprId, right: ExprId) {
        let is_append = op == BinaryOp::AppendAssign;
        if op == BinaryOp::Assign {
            self.assignable(left, ByAccess::Allowed);
            self.rvalue(right);
        } else if is_append && self.is_object_access(left) {
            self.note_extension(self.span(left), FEATURE_ASSIGNMENT);
            self.rvalue(right);
        } else if is_append && self.setter_appends(left) {
            self.rvalue(right);
        } else if self.rules.edition.has_append_and_delete_assignment() {
            self.assignable(left, ByAccess::Forbidden);
            self.rvalue(right);
        } else {
            let help = if is_append {
                "assign the sum to a new variable: `$all = $some + [1]`"
            } else {
                "assign the difference to a new variable: `$rest = $all - [1]`"
            };
            self.report(
                issue::appends_deletes_no_longer_supported(op.symbol())
                    .at(self.tree.source(), self.span(expr))
                    .help(help),
            );
        }
    }

    /// Reports a left side that can't be assigned to.
    fn assignable(&mut self, left: ExprId, by_access: ByAccess) {
        match self.tree[left].kind {
            ExprKind::Variable(name) => self.assignable_variable(left, name),
            ExprKind::Access { .. } => {
                if by_access == ByAccess::Allowed && self.is_object_access(left) {
                    self.note_extension(self.span(left), FEATURE_ASSIGNMENT);
                } else {
                    self.report(
                        issue::illegal_indexed_assignment().at(self.tree.source(), self.span(left)),
                    );
                }
            }
            ExprKind::Array(items) => {
                for &item in &self.tree[items] {
                    self.assignable(item, ByAccess::Forbidden);
                }
            }
            _ => {
                let what = self.a_an(left);
                self.report(
                    issue::illegal_assignment(&what).at(self.tree.source(), self.span(left)),
                );
            }
        }
    }

    fn assignable_variable(&mut self, variable: ExprId, name: Text) {
        let name = self.tree.text(name);
        if names::is_numeric_variable(name) {
            self.report(
                issue::illegal_numeric_assignment(name).at(self.tree.source(), self.span(variable)),
            );
        }
        if name.contains("::") {
            self.report(
                issue::cross_scope_assignment(name).at(self.tree.source(), self.span(variable)),
            );
        }
    }

    /// Whether an expression is `$t[feature]`, where `$t` is the object in an initialiser: the
    /// parameter of a lambda given to `new`.
    fn is_object_access(&self, expr: ExprId) -> bool {
        let ExprKind::Access { left, keys } = self.tree[expr].kind else { return false };
        let ExprKind::Variable(name) = self.tree[left].kind else { return false };
        let name = self.tree.text(name);
        let seen = self.objects.iter().rev().find(|(object, _)| *object == name);
        keys.len() == 1 && seen.is_some_and(|&(_, is_object)| is_object)
    }

    pub(super) fn variable(&mut self, expr: ExprId, name: Text) {
        let name = self.tree.text(name);
        if name.starts_with(|first: char| first.is_ascii_digit()) {
            if !names::is_numeric_variable(name) {
                self.report(
                    issue::illegal_numeric_var_name(name).at(self.tree.source(), self.span(expr)),
                );
            }
        } else if !names::is_variable_name(name) {
            self.report(issue::illegal_var_name(name).at(self.tree.source(), self.span(expr)));
        } else if matches!(name, "true" | "false") && !self.has_dollar(expr) {
            // Compat: the reference reports another error here. Pinned by
            // `booleans-are-no-variables`.
            self.report(
                issue::illegal_variable_expression()
                    .at(self.tree.source(), self.span(expr))
                    .help(format!("write `${{${name}}}` to interpolate a variable of that name")),
            );
        }
    }

    /// Whether a variable is written with `$`, rather than as a word in `"${word}"`.
    fn has_dollar(&self, variable: ExprId) -> bool {
        let start = self.tree[variable].span.start as usize;
        self.tree.source().text().as_bytes().get(start) == Some(&b'$')
    }

    /// Reports `name { * => .. }`, which is parsed as a name and a hash.
    pub(super) fn hash_key(&mut self, key: ExprId) {
        if matches!(self.tree[key].kind, ExprKind::Nop) {
            // Compat: the reference reports another error here. Pinned by `hashes-do-not-unfold`.
            let start = self.tree[key].span.start;
            let star = Span::new(start, start + 1);
            let place = "a Hash Expression";
            self.report(
                issue::unsupported_operator_in_context("* =>", place).at(self.tree.source(), star),
            );
        }
    }

    pub(super) fn integer(&mut self, expr: ExprId, value: u64) {
        if i64::try_from(value).is_err() && !self.rules.edition.has_unbounded_integers() {
            self.report(
                issue::numeric_overflow(&format!("+{value:#x}"))
                    .at(self.tree.source(), self.span(expr)),
            );
        }
    }

    pub(super) fn big_integer(&mut self, expr: ExprId, radix: Radix) {
        if self.rules.edition.has_unbounded_integers() {
            return;
        }
        let digits = self.tree.source().slice(self.tree[expr].span);
        let value = match BigDigits::read(digits, radix) {
            Some(digits) => format!("+0x{}", digits.to_hex()),
            // Too long to convert and to read.
            None => "+0x...".to_owned(),
        };
        self.report(issue::numeric_overflow(&value).at(self.tree.source(), self.span(expr)));
    }

    pub(super) fn reserved_word(&mut self, expr: ExprId, word: Text) {
        let word = self.tree.text(word);
        self.report(
            issue::reserved_word(word)
                .at(self.tree.source(), self.span(expr))
                .help(format!("put it in quotes: `'{word}'`")),
        );
    }

    /// Checks the callee of a call.
    pub(super) fn functor(&mut self, call: ExprId, functor: ExprId) {
        let tree = self.tree;
        match tree[functor].kind {
            ExprKind::Name(_) | ExprKind::Reference(_) => {}
            ExprKind::Access { left, .. } if matches!(tree[left].kind, ExprKind::Reference(_)) => {}
            ExprKind::RenderString(_) => {
                self.report(
                    issue::illegal_epp_parameters().at(self.tree.source(), self.span(call)),
                );
            }
            _ => {
                let what = self.a_an_upper(functor);
                self.report(
                    issue::illegal_expression(&what, "function name", "a Function Call")
                        .at(self.tree.source(), self.span(functor)),
                );
            }
        }
    }

    /// Checks that the statements of a block, except the last one, have an effect. The statements
    /// of an `apply` have no block.
    pub(super) fn statements(&mut self, block: Option<ExprId>, statements: List<ExprId>) {
        if let Some(block) = block
            && let Some(name) = self.untitled_resource(block)
        {
            self.report(
                issue::resource_without_title(name)
                    .at(self.tree.source(), self.span(block))
                    .help(format!("give it a title: `{name} {{ 'title': ... }}`")),
            );
            return;
        }
        let [all_but_last @ .., _] = &self.tree[statements] else { return };
        let idle = all_but_last.iter().find(|&&statement| values::is_idem(self.tree, statement));
        if let Some(&idle) = idle {
            let what = labels::label(self.tree, idle);
            self.report(
                issue::idem_expression_not_last(&what).at(self.tree.source(), self.span(idle)),
            );
        }
    }

    /// The type in `notify { message => 'x' }`, which is parsed as a name and a hash. In scripts,
    /// which have no resources, this has no special meaning.
    pub(super) fn untitled_resource(&self, block: ExprId) -> Option<&'t str> {
        let ExprKind::Block { statements, .. } = self.tree[block].kind else { return None };
        let [name, hash] = self.tree[statements] else { return None };
        match (self.tree[name].kind, self.tree[hash].kind) {
            (ExprKind::Name(name), ExprKind::Hash(_)) if !self.rules.tasks => {
                Some(self.tree.text(name))
            }
            _ => None,
        }
    }

    /// Reports the second `default` of a selector.
    pub(super) fn selector_defaults(&mut self, entries: List<SelectorEntry>) {
        let tree = self.tree;
        let mut defaults =
            tree[entries].iter().map(|entry| entry.matcher).filter(|&one| self.is_default(one));
        if let (Some(first), Some(second)) = (defaults.next(), defaults.next()) {
            self.duplicate_default(first, second, "Selector Expression");
        }
    }

    /// Reports every `default` of a `case` but the first.
    pub(super) fn case_defaults(&mut self, options: List<CaseOption>) {
        let tree = self.tree;
        let mut first = None;
        for option in &tree[options] {
            for &value in &tree[option.values] {
                if !self.is_default(value) {
                    continue;
                }
                match first {
                    Some(first) => self.duplicate_default(first, value, "'case' statement"),
                    None => first = Some(value),
                }
            }
        }
    }

    fn is_default(&self, expr: ExprId) -> bool {
        matches!(self.tree[expr].kind, ExprKind::Default)
    }

    fn duplicate_default(&mut self, first: ExprId, second: ExprId, container: &str) {
        self.report(
            issue::duplicate_default(container)
                .at(self.tree.source(), self.span(second))
                .label(self.tree[first].span, "the first one"),
        );
    }
}
