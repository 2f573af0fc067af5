//! Binary operators with a fast path, and the expressions simple enough for it.

use super::{BlockNode, Node};
use crate::symbol::Symbol;

/// Operators with a fast path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`
    Divide,
    /// `%`
    Modulo,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `==`
    Equals,
    /// `!=`
    NotEquals,
    /// `<<`
    ShiftLeft,
    /// `&`
    And,
    /// `|`
    Or,
    /// `a[b]` with one index
    Index,
    /// `===`
    CaseEquals,
    /// `=~`
    Match,
}

/// A binary operator.
#[derive(Debug)]
pub struct OpNode {
    /// The operator.
    pub op: Op,
    /// Whether both sides are simple ([`Node::is_simple`]).
    pub is_simple: bool,
    /// The name of its method.
    pub name: Symbol,
    /// The left side.
    pub left: Node,
    /// The right side, which is not a splat.
    pub right: Node,
    /// The number of its cache.
    pub site: u32,
    /// The line.
    pub line: u32,
}

impl OpNode {
    /// An operator between two expressions.
    pub fn new(op: Op, name: Symbol, left: Node, right: Node, site: u32, line: u32) -> OpNode {
        let is_simple = left.is_simple(MAX_SIMPLE) && right.is_simple(MAX_SIMPLE);
        OpNode { op, is_simple, name, left, right, site, line }
    }
}

/// The maximum nesting of calls and conditions in a simple expression.
pub(crate) const MAX_SIMPLE: u32 = 6;

impl Node {
    /// Whether an expression consists of variables, small literals, operators and attributes, so
    /// that its value can usually be computed without running any other code.
    pub(crate) fn is_simple(&self, nesting: u32) -> bool {
        let Some(nesting) = nesting.checked_sub(1) else { return false };
        match self {
            Node::Local(_)
            | Node::Outer(1, _)
            | Node::Int(_)
            | Node::Float(_)
            | Node::Sym(_)
            | Node::Nil
            | Node::True
            | Node::False
            | Node::This
            | Node::Ivar(..) => true,
            Node::Op(op) => op.is_simple,
            Node::Not(node, ..) => node.is_simple(nesting),
            Node::And(parts) | Node::Or(parts) => {
                parts.0.is_simple(nesting) && parts.1.is_simple(nesting)
            }
            Node::Call(call) => {
                call.args.is_empty()
                    && matches!(call.block, BlockNode::None)
                    && call.receiver.as_ref().is_some_and(|node| node.is_simple(nesting))
            }
            _ => false,
        }
    }
}
