//! Checks resources, defaults, overrides, collectors and relationships.

use crate::issues::validation as issue;
use crate::tree::{
    AttributeOp, AttributeOperation, Collector, ExprId, ExprKind, Id, List, Resource, ResourceBody,
    ResourceDefaults, ResourceForm, ResourceOverride,
};

use super::walk::{Checker, Cx};

/// The kind of expression that sets attributes, which determines whether `+>` is allowed.
#[derive(Debug, Clone, Copy)]
enum Setting {
    /// A resource.
    Body,
    /// Defaults.
    Defaults,
    /// An override or a collector.
    Override,
}

impl Checker<'_> {
    pub(super) fn resource(&mut self, expr: ExprId, resource: Id<Resource>, cx: Cx) {
        let resource = &self.tree[resource];
        if !self.needs_catalog(expr, cx) && resource.form != ResourceForm::Regular {
            self.virtual_class(expr, resource.type_name);
        }
        self.visit(resource.type_name, cx.inside());
        for body in &self.tree[resource.bodies] {
            self.resource_body(body, cx.inside());
        }
    }

    fn virtual_class(&mut self, expr: ExprId, type_name: ExprId) {
        if matches!(self.tree[type_name].kind, ExprKind::Name(name) if self.tree.text(name) == "class")
        {
            self.report(issue::class_not_virtualizable().at(self.tree.source(), self.span(expr)));
        }
    }

    fn resource_body(&mut self, body: &ResourceBody, cx: Cx) {
        self.single_unfold(body.operations);
        self.visit(body.title, cx);
        self.operations(body.operations, Setting::Body, cx);
    }

    fn single_unfold(&mut self, operations: List<AttributeOperation>) {
        let tree = self.tree;
        let mut unfolds = tree[operations].iter().filter(|one| one.op == AttributeOp::Splat);
        let Some(first) = unfolds.next() else { return };
        for unfold in unfolds {
            self.report(
                issue::multiple_attributes_unfold()
                    .at(self.tree.source(), unfold.span)
                    .label(first.span, "the first one")
                    .help("merge the hashes with `+`"),
            );
        }
    }

    pub(super) fn resource_defaults(
        &mut self,
        expr: ExprId,
        defaults: Id<ResourceDefaults>,
        cx: Cx,
    ) {
        let defaults = &self.tree[defaults];
        self.regular_form(expr, defaults.form, cx);
        self.visit(defaults.type_ref, cx.inside());
        self.operations(defaults.operations, Setting::Defaults, cx.inside());
    }

    pub(super) fn resource_override(
        &mut self,
        expr: ExprId,
        overrides: Id<ResourceOverride>,
        cx: Cx,
    ) {
        let overrides = &self.tree[overrides];
        self.regular_form(expr, overrides.form, cx);
        self.visit(overrides.resources, cx.inside());
        self.operations(overrides.operations, Setting::Override, cx.inside());
    }

    fn regular_form(&mut self, expr: ExprId, form: ResourceForm, cx: Cx) {
        if !self.needs_catalog(expr, cx) && form != ResourceForm::Regular {
            self.report(issue::not_virtualizeable().at(self.tree.source(), self.span(expr)));
        }
    }

    pub(super) fn collector(&mut self, expr: ExprId, collector: Id<Collector>, cx: Cx) {
        let collector = &self.tree[collector];
        if !self.needs_catalog(expr, cx) {
            if self.rules.tasks && collector.is_exported {
                self.not_when_compiling(expr);
            } else {
                self.collected_type(collector.type_expr, expr);
            }
        }
        let inner = cx.inside();
        self.visit(collector.type_expr, inner);
        if let Some(query) = collector.query {
            self.query(query);
            self.visit(query, inner);
        }
        self.operations(collector.operations, Setting::Override, inner);
    }

    fn collected_type(&mut self, type_expr: ExprId, collector: ExprId) {
        if !matches!(self.tree[type_expr].kind, ExprKind::Reference(_)) {
            let what = self.a_an_upper(type_expr);
            let container = self.a_an(collector);
            self.report(
                issue::illegal_expression(&what, "type name", &container)
                    .at(self.tree.source(), self.span(type_expr)),
            );
        }
    }

    fn operations(&mut self, operations: List<AttributeOperation>, setting: Setting, cx: Cx) {
        for operation in &self.tree[operations] {
            if operation.op == AttributeOp::Append {
                self.append(operation, setting);
            }
            self.rvalue(operation.value);
            self.visit(operation.value, cx);
        }
    }

    fn append(&mut self, operation: &AttributeOperation, setting: Setting) {
        let place = match setting {
            Setting::Body => "a Resource Instance Definition",
            Setting::Defaults => "a Resource Defaults Expression",
            Setting::Override => return,
        };
        let name = self.tree.text(operation.name);
        self.report(
            issue::illegal_attribute_append(name, place)
                .at(self.tree.source(), operation.span)
                .help("set the attribute with `=>`"),
        );
    }

    pub(super) fn relationship(&mut self, expr: ExprId, left: ExprId, right: ExprId, cx: Cx) {
        if !self.needs_catalog(expr, cx) {
            self.relationship_operand(left);
            self.relationship_operand(right);
        }
    }

    /// Reports an expression that needs a catalog if there is none. Returns whether it did.
    pub(super) fn needs_catalog(&mut self, expr: ExprId, cx: Cx) -> bool {
        let is_missing = self.rules.tasks && !cx.in_apply;
        if is_missing {
            self.not_when_scripting(expr);
        }
        is_missing
    }

    pub(super) fn not_when_scripting(&mut self, expr: ExprId) {
        let what = self.a_an_upper(expr);
        self.report(
            issue::expression_not_supported_when_scripting(&what)
                .at(self.tree.source(), self.span(expr)),
        );
    }

    pub(super) fn not_when_compiling(&mut self, expr: ExprId) {
        let what = self.a_an_upper(expr);
        self.report(
            issue::expression_not_supported_when_compiling(&what)
                .at(self.tree.source(), self.span(expr)),
        );
    }
}
