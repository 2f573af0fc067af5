//! Replaces jumps at the end of a body by their values, since they end it anyway.

use crate::code::{JumpKind, Node};

/// The maximum number of guard clauses in one body that are converted to `if … else`: each adds a
/// level of nesting.
const MAX_GUARDS: u32 = 50;

/// The kinds of jumps that end a body.
#[derive(Clone, Copy)]
pub(super) struct Tail {
    /// `return`: in methods and lambdas.
    pub(super) is_return: bool,
    /// `next`: in blocks and lambdas.
    pub(super) is_next: bool,
}

impl Tail {
    fn ends(self, node: &Node) -> bool {
        match node {
            Node::Return(_) => self.is_return,
            Node::Next(_, JumpKind::Block) => self.is_next,
            Node::Seq(nodes) => nodes.last().is_some_and(|last| self.ends(last)),
            _ => false,
        }
    }

    /// Replaces the jumps at the end of a body by their values.
    pub(super) fn strip(self, node: &mut Node) {
        self.walk(node, MAX_GUARDS);
    }

    fn walk(self, node: &mut Node, guards: u32) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.replace(node, guards));
    }

    fn replace(self, node: &mut Node, guards: u32) {
        match node {
            Node::Return(value) if self.is_return => {
                *node = std::mem::replace(value, Node::Nil);
                self.walk(node, guards);
            }
            Node::Next(value, JumpKind::Block) if self.is_next => {
                *node = std::mem::replace(value, Node::Nil);
                self.walk(node, guards);
            }
            Node::Seq(nodes) => {
                let guard = nodes.iter().position(|node| self.is_guard(node));
                match guard {
                    Some(index) if guards > 0 && index + 1 < nodes.len() => {
                        let mut list = std::mem::take(nodes).into_vec();
                        let rest = list.split_off(index + 1);
                        self.turn(&mut list, rest, guards);
                        *node = super::lower::sequence(list);
                    }
                    _ => {
                        if let Some(last) = nodes.last_mut() {
                            self.walk(last, guards);
                        }
                    }
                }
            }
            Node::If(parts) => {
                self.walk(&mut parts.1, guards);
                self.walk(&mut parts.2, guards);
            }
            Node::Case(case) => {
                for branch in &mut case.branches {
                    self.walk(&mut branch.body, guards);
                }
                self.walk(&mut case.otherwise, guards);
            }
            Node::Match(case) => {
                for branch in &mut case.branches {
                    self.walk(&mut branch.body, guards);
                }
                if let Some(otherwise) = &mut case.otherwise {
                    self.walk(otherwise, guards);
                }
            }
            Node::Begin(begin) if begin.ensure.is_none() => {
                for rescue in &mut begin.rescues {
                    self.walk(&mut rescue.body, guards);
                }
                // `else` follows a body that did not jump, so the jumps of the body are replaced only
                // if there is no `else`.
                match &mut begin.otherwise {
                    Some(otherwise) => self.walk(otherwise, guards),
                    None => self.walk(&mut begin.body, guards),
                }
            }
            _ => {}
        }
    }

    /// Whether a node is a guard clause: `return value if condition`.
    fn is_guard(self, node: &Node) -> bool {
        match node {
            Node::If(parts) => match (&parts.1, &parts.2) {
                (then, Node::Nil) => self.ends(then),
                (Node::Nil, otherwise) => self.ends(otherwise),
                _ => false,
            },
            _ => false,
        }
    }

    /// Moves the statements after a guard clause, the last one of a list, into its other branch.
    fn turn(self, list: &mut [Node], rest: Vec<Node>, guards: u32) {
        if let Some(Node::If(parts)) = list.last_mut() {
            let rest = super::lower::sequence(rest);
            let (then, otherwise) = match &parts.2 {
                Node::Nil => (&mut parts.1, &mut parts.2),
                _ => (&mut parts.2, &mut parts.1),
            };
            *otherwise = rest;
            self.walk(then, guards);
            self.walk(otherwise, guards.saturating_sub(1));
        }
    }
}
