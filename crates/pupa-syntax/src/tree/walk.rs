//! Traverses a tree: the direct children of an expression, in the reference's order.

use super::{
    AttributeOperation, Entry, ExprId, ExprKind, Id, Lambda, List, Logic, Parameter, Tree,
};
use super::{Tables, TypeStatement, TypeStatementKind};

impl Tree {
    /// Calls `visit` with each expression directly below `expr`, in the order in which the
    /// reference visits them. Children of parts that are not expressions (parameters, bodies
    /// of resources, lambdas) count as direct.
    pub fn each_child(&self, expr: ExprId, visit: &mut dyn FnMut(ExprId)) {
        self.tables.each_child(expr, visit);
    }
}

impl Tables {
    /// See [`Tree::each_child`].
    pub(crate) fn each_child(&self, expr: ExprId, visit: &mut dyn FnMut(ExprId)) {
        match self.get(expr).kind {
            ExprKind::Nop
            | ExprKind::Error
            | ExprKind::Undef
            | ExprKind::Default
            | ExprKind::Boolean(_)
            | ExprKind::Integer { .. }
            | ExprKind::BigInteger { .. }
            | ExprKind::Float(_)
            | ExprKind::String(_)
            | ExprKind::Regexp(_)
            | ExprKind::Name(_)
            | ExprKind::Reference(_)
            | ExprKind::ReservedWord(_)
            | ExprKind::Variable(_)
            | ExprKind::RenderString(_) => {}
            ExprKind::Interpolation(inner) | ExprKind::Paren(inner) | ExprKind::Render(inner) => {
                visit(inner);
            }
            ExprKind::Unary { operand, .. } => visit(operand),
            ExprKind::Binary { left, right, .. } => {
                visit(left);
                visit(right);
            }
            ExprKind::NamedAccess { left, name, .. } => {
                visit(left);
                visit(name);
            }
            ExprKind::Access { left, keys } => {
                visit(left);
                self.each_of(keys, visit);
            }
            ExprKind::Array(items) | ExprKind::Concat(items) => self.each_of(items, visit),
            ExprKind::Block { statements, .. } => self.each_of(statements, visit),
            ExprKind::Hash(entries) | ExprKind::BareHash(entries) => {
                self.each_in_entries(entries, visit);
            }
            ExprKind::Selector { left, entries } => {
                visit(left);
                for entry in self.slice(entries) {
                    visit(entry.matcher);
                    visit(entry.value);
                }
            }
            ExprKind::Heredoc(heredoc) => visit(self.get(heredoc).text),
            ExprKind::Call(call) => {
                let call = *self.get(call);
                visit(call.functor);
                self.each_of(call.arguments, visit);
                self.each_in_lambda(call.lambda, visit);
            }
            ExprKind::MethodCall(call) => {
                let call = *self.get(call);
                visit(call.functor);
                self.each_of(call.arguments, visit);
                self.each_in_lambda(call.lambda, visit);
            }
            ExprKind::If(condition) | ExprKind::Unless(condition) => {
                let condition = *self.get(condition);
                visit(condition.test);
                visit(condition.then);
                condition.otherwise.into_iter().for_each(visit);
            }
            ExprKind::Case { test, options } => {
                visit(test);
                for option in self.slice(options) {
                    self.each_of(option.values, visit);
                    visit(option.body);
                }
            }
            ExprKind::Resource(resource) => {
                visit(self.get(resource).type_name);
                for body in self.slice(self.get(resource).bodies) {
                    visit(body.title);
                    self.each_in_operations(body.operations, visit);
                }
            }
            ExprKind::ResourceDefaults(defaults) => {
                visit(self.get(defaults).type_ref);
                self.each_in_operations(self.get(defaults).operations, visit);
            }
            ExprKind::ResourceOverride(overrides) => {
                visit(self.get(overrides).resources);
                self.each_in_operations(self.get(overrides).operations, visit);
            }
            ExprKind::Collector(collector) => {
                let collector = *self.get(collector);
                visit(collector.type_expr);
                collector.query.into_iter().for_each(&mut *visit);
                self.each_in_operations(collector.operations, visit);
            }
            ExprKind::Class(class) => {
                self.each_in_parameters(self.get(class).parameters, visit);
                self.get(class).body.into_iter().for_each(visit);
            }
            ExprKind::Define(define) => {
                self.each_in_parameters(self.get(define).parameters, visit);
                self.get(define).body.into_iter().for_each(visit);
            }
            ExprKind::Function(function) | ExprKind::Plan(function) => {
                let function = *self.get(function);
                self.each_in_parameters(function.parameters, visit);
                function.body.into_iter().chain(function.returns).for_each(visit);
            }
            ExprKind::Node(node) => {
                let node = *self.get(node);
                node.parent.into_iter().for_each(&mut *visit);
                self.each_of(node.matchers, visit);
                node.body.into_iter().for_each(visit);
            }
            ExprKind::TypeAlias(alias) => visit(self.get(alias).type_expr),
            ExprKind::TypeMapping(mapping) => {
                visit(self.get(mapping).type_expr);
                visit(self.get(mapping).mapping);
                self.get(mapping).hash.into_iter().for_each(visit);
            }
            ExprKind::PlainTypeDefinition(definition) => {
                self.get(definition).body.into_iter().for_each(visit);
            }
            ExprKind::TypeDefinition(definition) => {
                self.get(definition).parent.into_iter().for_each(&mut *visit);
                for statement in self.slice(self.get(definition).statements) {
                    self.each_in_type_statement(statement, visit);
                }
            }
            ExprKind::Apply(apply) => {
                self.each_of(self.get(apply).arguments, visit);
                self.each_of(self.get(apply).body, visit);
            }
            ExprKind::Epp(epp) => {
                if let Some(parameters) = self.get(epp).parameters {
                    self.each_in_parameters(parameters, visit);
                }
                self.get(epp).body.into_iter().for_each(visit);
            }
        }
    }

    fn each_of(&self, list: List<ExprId>, visit: &mut dyn FnMut(ExprId)) {
        self.slice(list).iter().copied().for_each(visit);
    }

    fn each_in_entries(&self, entries: List<Entry>, visit: &mut dyn FnMut(ExprId)) {
        for entry in self.slice(entries) {
            visit(entry.key);
            visit(entry.value);
        }
    }

    fn each_in_operations(
        &self,
        operations: List<AttributeOperation>,
        visit: &mut dyn FnMut(ExprId),
    ) {
        self.slice(operations).iter().for_each(|operation| visit(operation.value));
    }

    fn each_in_parameters(&self, parameters: List<Parameter>, visit: &mut dyn FnMut(ExprId)) {
        for parameter in self.slice(parameters) {
            parameter.default.into_iter().chain(parameter.ty).for_each(&mut *visit);
        }
    }

    fn each_in_lambda(&self, lambda: Option<Id<Lambda>>, visit: &mut dyn FnMut(ExprId)) {
        let Some(lambda) = lambda.map(|lambda| *self.get(lambda)) else { return };
        self.each_in_parameters(lambda.parameters, visit);
        lambda.body.into_iter().chain(lambda.returns).for_each(visit);
    }

    fn each_in_type_statement(&self, statement: &TypeStatement, visit: &mut dyn FnMut(ExprId)) {
        match statement.kind {
            TypeStatementKind::Feature(feature) => {
                feature.ty.into_iter().for_each(&mut *visit);
                for setting in self.slice(feature.settings) {
                    self.each_in_logic(setting.value, visit);
                }
            }
            TypeStatementKind::Invariant { title, validation } => {
                title.into_iter().for_each(&mut *visit);
                self.each_in_logic(validation, visit);
            }
            TypeStatementKind::Abstract => {}
        }
    }

    fn each_in_logic(&self, logic: Logic, visit: &mut dyn FnMut(ExprId)) {
        match logic {
            Logic::Expr(expr) => visit(expr),
            Logic::Block(block) => block.into_iter().for_each(visit),
            Logic::Lambda(lambda) => self.each_in_lambda(Some(lambda), visit),
        }
    }
}
