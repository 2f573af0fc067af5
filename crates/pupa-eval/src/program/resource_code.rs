//! Compiled expressions that declare, override and collect resources.

use pupa_syntax::tree::{AttributeOp, BinaryOp, ExprId, ResourceForm};
use pupa_value::value::Text;

use super::node::{Node, Pair};

/// `file { 'a': … ; 'b': … }`
pub(crate) struct ResourceNode {
    pub(crate) type_name: TypeNameNode,
    pub(crate) bodies: Box<[ResourceBodyNode]>,
    pub(crate) form: ResourceForm,
}

/// The type of a resource expression.
pub(crate) enum TypeNameNode {
    /// `file`, `class`
    Name(Text),
    /// `File`, `Resource['file']`, or an expression that is not a type.
    Expr { node: Node, is_acceptable: bool },
}

/// `'a': mode => …`
pub(crate) struct ResourceBodyNode {
    pub(crate) title: Node,
    pub(crate) attributes: Box<[AttributeNode]>,
}

/// `mode => …`
pub(crate) struct AttributeNode {
    /// The name; empty for `*`.
    pub(crate) name: Text,
    pub(crate) op: AttributeOp,
    pub(crate) value: Node,
    /// The offset of its start.
    pub(crate) offset: u32,
}

/// `File { … }`
pub(crate) struct DefaultsNode {
    pub(crate) type_ref: Node,
    pub(crate) attributes: Box<[AttributeNode]>,
}

/// `File['a'] { … }`
pub(crate) struct OverrideNode {
    pub(crate) resources: Node,
    pub(crate) attributes: Box<[AttributeNode]>,
}

/// `File <| … |> { … }`
pub(crate) struct CollectorNode {
    /// The type in lower case.
    pub(crate) type_name: Text,
    pub(crate) is_exported: bool,
    pub(crate) query: Option<QueryNode>,
    pub(crate) attributes: Box<[AttributeNode]>,
}

/// The query of a collector.
pub(crate) enum QueryNode {
    And(Box<(QueryNode, QueryNode)>),
    Or(Box<(QueryNode, QueryNode)>),
    /// `name == value`, or `!=` when negated.
    Compare {
        name: Node,
        value: Node,
        is_negated: bool,
    },
    /// An expression that is not a query.
    Other(ExprId),
}

/// `a -> b`
pub(crate) struct RelationshipNode {
    pub(crate) op: BinaryOp,
    pub(crate) pair: Pair,
}
