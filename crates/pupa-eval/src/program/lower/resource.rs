//! Compiles resource expressions, collectors, and definitions of classes, defined types and nodes.

use std::sync::Arc;

use pupa_syntax::tree::{
    AttributeOperation, BinaryClass, BinaryOp, Collector, ExprId, ExprKind, Id, List, Parameter,
    Resource, ResourceDefaults, ResourceOverride, Tree,
};
use pupa_value::regexp::Regexp;
use pupa_value::value::Text;

use super::Lowering;
use crate::program::ParameterCode;
use crate::program::definition_code::{DefinitionCode, DefinitionForm, HostMatcher};
use crate::program::node::Op;
use crate::program::resource_code::{
    AttributeNode, CollectorNode, DefaultsNode, OverrideNode, QueryNode, RelationshipNode,
    ResourceBodyNode, ResourceNode, TypeNameNode,
};

impl Lowering<'_> {
    pub(super) fn resource(&mut self, id: Id<Resource>) -> Op {
        let tree = self.tree;
        let resource = tree[id];
        let type_name = match *tree.kind(resource.type_name) {
            ExprKind::Name(name) => TypeNameNode::Name(tree.text(name).into()),
            kind => {
                let is_acceptable = match kind {
                    ExprKind::Reference(_) => true,
                    ExprKind::Access { left, .. } => {
                        matches!(tree.kind(left), ExprKind::Reference(_))
                    }
                    _ => false,
                };
                TypeNameNode::Expr { node: self.node(resource.type_name), is_acceptable }
            }
        };
        let bodies = tree[resource.bodies].iter().map(|body| ResourceBodyNode {
            title: self.node(body.title),
            attributes: self.attributes(body.operations),
        });
        let bodies = bodies.collect();
        Op::Resource(Box::new(ResourceNode { type_name, bodies, form: resource.form }))
    }

    pub(super) fn resource_defaults(&mut self, id: Id<ResourceDefaults>) -> Op {
        let defaults = self.tree[id];
        let type_ref = self.node(defaults.type_ref);
        let attributes = self.attributes(defaults.operations);
        Op::ResourceDefaults(Box::new(DefaultsNode { type_ref, attributes }))
    }

    pub(super) fn resource_override(&mut self, id: Id<ResourceOverride>) -> Op {
        let change = self.tree[id];
        let resources = self.node(change.resources);
        let attributes = self.attributes(change.operations);
        Op::ResourceOverride(Box::new(OverrideNode { resources, attributes }))
    }

    pub(super) fn collector(&mut self, id: Id<Collector>) -> Op {
        let tree = self.tree;
        let collector = tree[id];
        let type_name = match *tree.kind(collector.type_expr) {
            ExprKind::Reference(name) => tree.text(name).to_lowercase(),
            _ => String::new(),
        };
        let attributes = self.attributes(collector.operations);
        let query = collector.query.map(|query| self.query(query));
        let is_exported = collector.is_exported;
        let type_name = Text::from(type_name);
        Op::Collector(Box::new(CollectorNode { type_name, is_exported, query, attributes }))
    }

    pub(super) fn relationship(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> Op {
        let pair = Box::new((self.node(left), self.node(right)));
        Op::Relationship(Box::new(RelationshipNode { op, pair }))
    }

    fn attributes(&mut self, operations: List<AttributeOperation>) -> Box<[AttributeNode]> {
        let tree = self.tree;
        let attribute = |operation: &AttributeOperation| AttributeNode {
            name: tree.text(operation.name).into(),
            op: operation.op,
            value: self.node(operation.value),
            offset: operation.span.start,
        };
        tree[operations].iter().map(attribute).collect()
    }

    fn query(&mut self, expr: ExprId) -> QueryNode {
        let tree = self.tree;
        match *tree.kind(expr) {
            ExprKind::Paren(inner) => self.query(inner),
            ExprKind::Binary { op: BinaryOp::And, left, right, .. } => {
                QueryNode::And(Box::new((self.query(left), self.query(right))))
            }
            ExprKind::Binary { op: BinaryOp::Or, left, right, .. } => {
                QueryNode::Or(Box::new((self.query(left), self.query(right))))
            }
            ExprKind::Binary { op, left, right, .. } if op.class() == BinaryClass::Comparison => {
                if let Some(other) = [left, right].into_iter().find(|one| !is_queried(tree, *one)) {
                    return QueryNode::Other(other);
                }
                QueryNode::Compare {
                    name: self.node(left),
                    value: self.node(right),
                    is_negated: op == BinaryOp::NotEqual,
                }
            }
            _ => QueryNode::Other(expr),
        }
    }

    /// Collects classes, defined types and nodes, including those inside of classes.
    pub(super) fn catalog_definitions(&mut self, expr: ExprId) {
        let tree = self.tree;
        match *tree.kind(expr) {
            ExprKind::Block { statements, .. } => {
                tree[statements].iter().for_each(|one| self.catalog_definitions(*one));
            }
            ExprKind::Class(id) => {
                let class = tree[id];
                if let Some(body) = class.body {
                    self.catalog_definitions(body);
                }
                let parent = class.parent.map(|parent| lower_name(tree.text(parent.name)));
                let name = lower_name(tree.text(class.name));
                let (parameters, body) = (class.parameters, class.body);
                self.definition(DefinitionForm::Class, name, parent, parameters, body, expr);
            }
            ExprKind::Define(id) => {
                let define = tree[id];
                let name = lower_name(tree.text(define.name));
                let (parameters, body) = (define.parameters, define.body);
                self.definition(DefinitionForm::Define, name, None, parameters, body, expr);
            }
            ExprKind::Node(id) => {
                let node = tree[id];
                let matchers =
                    tree[node.matchers].iter().filter_map(|one| self.host_matcher(*one)).collect();
                let body = node.body.map(|body| self.node(body));
                self.catalog.push(Arc::new(DefinitionCode {
                    kind: DefinitionForm::Node,
                    name: Text::default(),
                    matchers,
                    parent: None,
                    parameters: Box::default(),
                    body,
                    at: expr,
                }));
            }
            _ => {}
        }
    }

    fn definition(
        &mut self,
        kind: DefinitionForm,
        name: Text,
        parent: Option<Text>,
        parameters: List<Parameter>,
        body: Option<ExprId>,
        at: ExprId,
    ) {
        let tree = self.tree;
        let parameters = tree[parameters].iter().map(|parameter| ParameterCode {
            name: tree.text(parameter.name).into(),
            name_span: parameter.name_span,
            t: parameter.ty.map(|t| self.node(t)),
            default: parameter.default.map(|default| self.node(default)),
            captures_rest: parameter.captures_rest,
        });
        let parameters = parameters.collect();
        let body = body.map(|body| self.node(body));
        let matchers = Box::default();
        self.catalog.push(Arc::new(DefinitionCode {
            kind,
            name,
            matchers,
            parent,
            parameters,
            body,
            at,
        }));
    }

    fn host_matcher(&self, expr: ExprId) -> Option<HostMatcher> {
        let tree = self.tree;
        match *tree.kind(expr) {
            ExprKind::Default => Some(HostMatcher::Default),
            ExprKind::Regexp(pattern) => {
                Regexp::new(tree.text(pattern)).ok().map(|r| HostMatcher::Pattern(Arc::new(r)))
            }
            ExprKind::String(text) | ExprKind::Name(text) => {
                Some(HostMatcher::Name(tree.text(text).to_lowercase().into()))
            }
            ExprKind::Paren(inner) | ExprKind::Interpolation(inner) => self.host_matcher(inner),
            ExprKind::Concat(parts) => match tree[parts] {
                [only] => self.host_matcher(only),
                _ => None,
            },
            _ => None,
        }
    }
}

fn lower_name(name: &str) -> Text {
    name.strip_prefix("::").unwrap_or(name).to_lowercase().into()
}

/// Whether an expression can be an operand of a query.
fn is_queried(tree: &Tree, expr: ExprId) -> bool {
    match *tree.kind(expr) {
        ExprKind::Paren(inner) => is_queried(tree, inner),
        ExprKind::Access { .. }
        | ExprKind::Variable(_)
        | ExprKind::Boolean(_)
        | ExprKind::String(_)
        | ExprKind::Concat(_)
        | ExprKind::Integer { .. }
        | ExprKind::Float(_)
        | ExprKind::Undef
        | ExprKind::Name(_) => true,
        _ => false,
    }
}
