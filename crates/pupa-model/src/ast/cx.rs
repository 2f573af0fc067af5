//! Access to a node and its tree, for the functions of the table.

use pupa_syntax::tree::{
    self, AttributeOperation, CaseOption, Entry, ExprId, ExprKind, FeatureSetting, Id, Lambda,
    List, Logic, Parameter, ResourceBody, SelectorEntry, Text, Tree, TypeStatement,
};

use crate::logic::{LogicEntry, LogicModel};

/// A node with its tree.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cx<'t> {
    /// The tree; `None` for a model of logic, whose parts come from several trees.
    tree: Option<&'t Tree>,
    /// The node.
    pub(crate) node: Node<'t>,
    /// The expression, for nodes whose source text is read.
    expr: Option<ExprId>,
}

/// An element of a document.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Node<'t> {
    /// The logic of a package.
    LogicModel(&'t LogicModel<'t>),
    /// The logic of a feature or an invariant, with the file of its type model.
    Logic(&'t str, &'t LogicEntry<'t>),
    /// An empty block: `{ }`.
    EmptyBlock,
    /// An expression.
    Expr(ExprKind),
    /// A lambda.
    Lambda(&'t Lambda),
    /// A parameter.
    Parameter(&'t Parameter),
    /// An entry of a hash.
    Entry(&'t Entry),
    /// An option of a selector.
    SelectorEntry(&'t SelectorEntry),
    /// An option of a `case`.
    CaseOption(&'t CaseOption),
    /// A body of a resource.
    ResourceBody(&'t ResourceBody),
    /// An attribute operation of a resource.
    AttributeOperation(&'t AttributeOperation),
    /// A statement of a type definition.
    TypeStatement(&'t TypeStatement),
    /// A setting of a feature.
    FeatureSetting(&'t FeatureSetting),
}

impl<'t> Cx<'t> {
    /// A model of logic as the root of a document.
    pub(crate) fn of_model(model: &'t LogicModel<'t>) -> Cx<'t> {
        Cx { tree: None, node: Node::LogicModel(model), expr: None }
    }

    /// An entry of a model of logic.
    pub(crate) fn of_logic(file: &'t str, entry: &'t LogicEntry<'t>) -> Cx<'t> {
        Cx { tree: Some(&entry.definition.tree), node: Node::Logic(file, entry), expr: None }
    }

    /// An expression of a tree.
    pub(crate) fn of_expr(tree: &'t Tree, expr: ExprId) -> Cx<'t> {
        Cx { tree: Some(tree), node: Node::Expr(*tree.kind(expr)), expr: Some(expr) }
    }

    fn with(self, node: Node<'t>) -> Cx<'t> {
        Cx { node, expr: None, ..self }
    }

    /// The kind of the expression; `None` for other nodes.
    pub(super) fn kind(self) -> Option<ExprKind> {
        match self.node {
            Node::Expr(kind) => Some(kind),
            _ => None,
        }
    }

    /// The content of a text of the tree.
    pub(super) fn text(self, text: Text) -> Option<String> {
        Some(self.tree?.text(text).to_owned())
    }

    /// The source text of the expression.
    pub(super) fn source_text(self) -> Option<&'t str> {
        let (tree, expr) = (self.tree?, self.expr?);
        Some(tree.source().slice(tree[expr].span))
    }

    /// A node of the tree by its ID.
    pub(super) fn get<T: tree::Node>(self, id: Id<T>) -> Option<&'t T> {
        Some(&self.tree?[id])
    }

    /// An expression of the same tree.
    pub(super) fn expr(self, expr: ExprId) -> Option<Cx<'t>> {
        Some(Cx::of_expr(self.tree?, expr))
    }

    /// The value expression of a branch of `if` or `unless`.
    pub(super) fn branch(self, branch: ExprId) -> Option<Cx<'t>> {
        self.expr(self.tree?.branch(branch)?)
    }

    /// The body of an option of `case`.
    pub(super) fn body(self, block: ExprId) -> Option<Cx<'t>> {
        self.expr(self.tree?.body(block)?)
    }

    /// Expressions of the same tree.
    pub(super) fn exprs(self, list: List<ExprId>) -> Vec<Cx<'t>> {
        let Some(tree) = self.tree else { return Vec::new() };
        tree[list].iter().map(|expr| Cx::of_expr(tree, *expr)).collect()
    }

    /// Nodes that are not expressions.
    pub(super) fn parts<T: tree::Node>(
        self,
        list: List<T>,
        node: fn(&'t T) -> Node<'t>,
    ) -> Vec<Cx<'t>> {
        let Some(tree) = self.tree else { return Vec::new() };
        tree[list].iter().map(|part| self.with(node(part))).collect()
    }

    /// A lambda.
    pub(super) fn lambda(self, lambda: Id<Lambda>) -> Option<Cx<'t>> {
        Some(self.with(Node::Lambda(self.get(lambda)?)))
    }

    /// Logic in any of its syntactic forms.
    pub(super) fn logic(self, logic: Logic) -> Option<Cx<'t>> {
        match logic {
            Logic::Expr(expr) | Logic::Block(Some(expr)) => self.expr(expr),
            Logic::Block(None) => Some(self.with(Node::EmptyBlock)),
            Logic::Lambda(lambda) => self.lambda(lambda),
        }
    }
}
