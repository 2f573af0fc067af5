//! Calls: of methods, of `super` and of the block with `yield`.

use super::Node;
use crate::symbol::Symbol;

/// A method call.
#[derive(Debug)]
pub struct Call {
    /// The receiver; without one it is `self`.
    pub receiver: Option<Node>,
    /// The name.
    pub name: Symbol,
    /// The arguments. They may contain [`Node::Splat`]; the last may be [`Node::Keywords`].
    pub args: Box<[Node]>,
    /// The block.
    pub block: BlockNode,
    /// `&.`: nothing is evaluated if the receiver is `nil`.
    pub is_safe: bool,
    /// The call looks like a variable, so the message of a `NameError` mentions a variable.
    pub is_variable: bool,
    /// Private methods may be called: there is no receiver, or it is a literal `self`.
    pub is_private: bool,
    /// `a.b = c`, `a[b] = c`: the value is the last argument.
    pub is_assignment: bool,
    /// No argument is a splat or keywords.
    pub is_plain: bool,
    /// The number of its cache.
    pub site: u32,
    /// The line.
    pub line: u32,
}

/// The block of a call.
#[derive(Debug)]
pub enum BlockNode {
    /// No block.
    None,
    /// A literal block, by the number of the child code.
    Literal(u32),
    /// `&expression`
    Pass(Box<Node>),
}

/// `super`
#[derive(Debug)]
pub struct Super {
    /// The arguments. For `super` without parentheses these are the parameters of the method.
    pub args: Box<[Node]>,
    /// The block; without one the block of the method is passed on.
    pub block: BlockNode,
    /// `super` without parentheses and arguments.
    pub is_implicit: bool,
    /// The line.
    pub line: u32,
}

/// `yield`
#[derive(Debug)]
pub struct Yield {
    /// The arguments, as in calls.
    pub args: Box<[Node]>,
    /// No argument is a splat or keywords.
    pub is_plain: bool,
    /// The line.
    pub line: u32,
}
