//! Assignments: their targets, and those with an operator (`a.b ||= c`).

use super::{ConstScope, Node, Op};
use crate::symbol::Symbol;

/// The operator of an assignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AssignOp {
    /// `||=`
    Or,
    /// `&&=`
    And,
    /// `+=` and other operators, by the name of the operator and its fast path
    Call(Symbol, Option<Op>),
}

/// `a.b ||= c`
#[derive(Debug)]
pub struct OpAttr {
    /// The object.
    pub receiver: Node,
    /// The method that reads.
    pub reader: Symbol,
    /// The method that writes.
    pub writer: Symbol,
    /// The operator.
    pub op: AssignOp,
    /// The right side.
    pub value: Node,
    /// `&.`
    pub is_safe: bool,
    /// The receiver is `self`.
    pub is_private: bool,
    /// The number of the first of three caches: reader, operator, writer.
    pub site: u32,
    /// The line.
    pub line: u32,
}

/// `a[b] ||= c`
#[derive(Debug)]
pub struct OpIndex {
    /// The object.
    pub receiver: Node,
    /// The index, as arguments of a call.
    pub args: Box<[Node]>,
    /// The operator.
    pub op: AssignOp,
    /// The right side.
    pub value: Node,
    /// The receiver is `self`.
    pub is_private: bool,
    /// The number of the first of three caches: reader, operator, writer.
    pub site: u32,
    /// The line.
    pub line: u32,
}

/// A place that can be assigned to.
#[derive(Debug)]
pub enum Target {
    /// A local variable.
    Local(u32),
    /// A local variable of an enclosing frame.
    Outer(u16, u32),
    /// `@name`, with the number of its cache
    Ivar(Symbol, u32),
    /// `$name`
    Global(Symbol),
    /// `@@name`
    ClassVar(Symbol),
    /// A constant.
    Const(Box<(ConstScope, Symbol)>),
    /// `a.b`
    Attr(Box<AttrTarget>),
    /// `a[b]`
    Index(Box<IndexTarget>),
    /// `(a, b)`
    Multi(Box<MultiTarget>),
}

/// `a.b` on the left of an assignment.
#[derive(Debug)]
pub struct AttrTarget {
    /// The object.
    pub receiver: Node,
    /// The method that writes.
    pub writer: Symbol,
    /// `&.`
    pub is_safe: bool,
    /// The receiver is `self`.
    pub is_private: bool,
    /// The number of its cache.
    pub site: u32,
    /// The line.
    pub line: u32,
}

/// `a[b]` on the left of an assignment.
#[derive(Debug)]
pub struct IndexTarget {
    /// The object.
    pub receiver: Node,
    /// The index, as arguments of a call.
    pub args: Box<[Node]>,
    /// The receiver is `self`.
    pub is_private: bool,
    /// The number of its cache.
    pub site: u32,
    /// The line.
    pub line: u32,
}

/// The left side of a multiple assignment.
#[derive(Debug)]
pub struct MultiTarget {
    /// The targets at the front.
    pub front: Vec<Target>,
    /// `*rest`; `Some(None)` for a bare `*`, also for the implicit one of `a, = b`.
    pub rest: Option<Option<Target>>,
    /// The targets after `*rest`.
    pub back: Vec<Target>,
}

/// `a, b = c`
#[derive(Debug)]
pub struct MultiAssign {
    /// The left side.
    pub target: MultiTarget,
    /// The right side: [`Node::Array`] if it is a list.
    pub value: Node,
}
