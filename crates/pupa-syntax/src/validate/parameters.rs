//! Checks parameters of classes, defined types, functions, lambdas and templates.

use crate::issues::validation as issue;
use crate::tree::{BinaryClass, ExprId, ExprKind, List, Parameter};

use super::definitions::Container;
use super::walk::Checker;
use super::{duplicates, names};

impl Checker<'_> {
    pub(super) fn parameter(&mut self, parameter: &Parameter) {
        let name = self.tree.text(parameter.name);
        if !names::is_parameter_name(name) {
            if names::is_numeric_parameter(name) {
                self.report(
                    issue::illegal_numeric_parameter(name)
                        .at(self.tree.source(), parameter.name_span),
                );
            }
            self.report(
                issue::illegal_param_name(name).at(self.tree.source(), parameter.name_span),
            );
        }
        if let Some(default) = parameter.default {
            self.no_assignments(default);
        }
    }

    /// Reports assignments in a default, except those local to a lambda.
    fn no_assignments(&mut self, default: ExprId) {
        let tree = self.tree;
        let mut waiting = Vec::new();
        let mut next = Some(default);
        while let Some(expr) = next {
            let mark = waiting.len();
            match tree[expr].kind {
                ExprKind::Binary { op, .. } if op.class() == BinaryClass::Assignment => {
                    self.report(
                        issue::illegal_assignment_context().at(self.tree.source(), self.span(expr)),
                    );
                }
                ExprKind::Call(call) => {
                    waiting.push(tree[call].functor);
                    waiting.extend_from_slice(&tree[tree[call].arguments]);
                }
                ExprKind::MethodCall(call) => {
                    waiting.push(tree[call].functor);
                    waiting.extend_from_slice(&tree[tree[call].arguments]);
                }
                _ => tree.each_child(expr, &mut |child| waiting.push(child)),
            }
            waiting[mark..].reverse();
            next = waiting.pop();
        }
    }

    pub(super) fn captures_rest_last(&mut self, parameters: List<Parameter>) {
        if let [first @ .., _] = &self.tree[parameters] {
            for parameter in first.iter().filter(|parameter| parameter.captures_rest) {
                let name = self.tree.text(parameter.name);
                self.report(
                    issue::captures_rest_not_last(name).at(self.tree.source(), parameter.name_span),
                );
            }
        }
    }

    pub(super) fn no_captures_rest(&mut self, parameters: List<Parameter>, container: Container) {
        for parameter in self.tree[parameters].iter().filter(|one| one.captures_rest) {
            let name = self.tree.text(parameter.name);
            self.report(
                issue::captures_rest_not_supported(name, &container.a_an())
                    .at(self.tree.source(), parameter.name_span),
            );
        }
    }

    pub(super) fn unique_parameters(&mut self, parameters: List<Parameter>) {
        let tree = self.tree;
        let parameters = &tree[parameters];
        duplicates::each_repeated(
            parameters.len(),
            |index| tree.text(parameters[index].name),
            |first, second| {
                let name = tree.text(parameters[second].name);
                self.report(
                    issue::duplicate_parameter(name)
                        .at(self.tree.source(), parameters[second].name_span)
                        .label(parameters[first].name_span, "first declared here"),
                );
            },
        );
    }

    pub(super) fn reserved_parameters(
        &mut self,
        parameters: List<Parameter>,
        container: Container,
    ) {
        for parameter in &self.tree[parameters] {
            let name = self.tree.text(parameter.name);
            if names::is_reserved_parameter(name) {
                self.report(
                    issue::reserved_parameter(name, container.label())
                        .at(self.tree.source(), parameter.name_span),
                );
            }
        }
    }

    pub(super) fn literal_parameter_types(&mut self, parameters: List<Parameter>) {
        for parameter in &self.tree[parameters] {
            if let Some(ty) = parameter.ty
                && !self.tree.is_literal(ty)
            {
                // Compat: the message contains the reference's name of the expression class.
                // According to the grammar, only an access can be non-literal.
                self.report(
                    issue::illegal_nonliteral_parameter_type(
                        self.tree.text(parameter.name),
                        "a Puppet::Pops::Model::AccessExpression",
                    )
                    .at(self.tree.source(), parameter.name_span)
                    .help("write the type without variables and calls, or define a type alias"),
                );
            }
        }
    }
}
