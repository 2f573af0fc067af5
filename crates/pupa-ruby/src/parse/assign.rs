//! Lowers assignments to one variable, attribute or element, with and without an operator.

use ruby_prism as p;

use super::calls::{fast_operator, positional_keywords};
use super::lower::{Lowering, sequence, symbol};
use super::scope::{read, write};
use crate::code::{AssignOp, ConstPath, ConstScope, Node, OpAttr, OpIndex, SetConst};
use crate::symbol::{Symbol, names};

/// Lowers the forms of assignment to one kind of variable: plain, `||=`, `&&=` and with another
/// operator.
macro_rules! variable {
    ($write:ident $write_node:ident, $or:ident $or_node:ident, $and:ident $and_node:ident,
     $op:ident $op_node:ident, $read:ident, $set:ident, $join:ident) => {
        pub(super) fn $write(&mut self, node: &p::$write_node<'_>) -> Node {
            let value = self.node(&node.value());
            $set!(self, node, value)
        }

        pub(super) fn $or(&mut self, node: &p::$or_node<'_>) -> Node {
            let old = $read!(self, node);
            let value = self.node(&node.value());
            Node::$join(Box::new((old, $set!(self, node, value))))
        }

        pub(super) fn $and(&mut self, node: &p::$and_node<'_>) -> Node {
            let old = $read!(self, node);
            let value = self.node(&node.value());
            Node::And(Box::new((old, $set!(self, node, value))))
        }

        pub(super) fn $op(&mut self, node: &p::$op_node<'_>) -> Node {
            let old = $read!(self, node);
            let value = self.node(&node.value());
            let line = self.line_of(&node.location());
            let value = self.binary(symbol(&node.binary_operator()), old, value, line);
            $set!(self, node, value)
        }
    };
}

macro_rules! read_local {
    ($this:expr, $node:expr) => {{
        let place = $this.place(symbol(&$node.name()), $node.depth());
        read(place)
    }};
}

macro_rules! set_local {
    ($this:expr, $node:expr, $value:expr) => {{
        let place = $this.place(symbol(&$node.name()), $node.depth());
        write(place, $value)
    }};
}

macro_rules! read_ivar {
    ($this:expr, $node:expr) => {
        Node::Ivar(symbol(&$node.name()), $this.site())
    };
}

macro_rules! set_ivar {
    ($this:expr, $node:expr, $value:expr) => {
        Node::SetIvar(symbol(&$node.name()), $this.site(), Box::new($value))
    };
}

macro_rules! read_global {
    ($this:expr, $node:expr) => {
        Node::Global(symbol(&$node.name()))
    };
}

macro_rules! set_global {
    ($this:expr, $node:expr, $value:expr) => {
        Node::SetGlobal(symbol(&$node.name()), Box::new($value))
    };
}

macro_rules! read_class_var {
    ($this:expr, $node:expr) => {
        Node::ClassVar(symbol(&$node.name()))
    };
}

macro_rules! set_class_var {
    ($this:expr, $node:expr, $value:expr) => {
        Node::SetClassVar(symbol(&$node.name()), Box::new($value))
    };
}

macro_rules! read_const {
    ($this:expr, $node:expr) => {
        Node::Const(symbol(&$node.name()), $this.site())
    };
}

macro_rules! set_const {
    ($this:expr, $node:expr, $value:expr) => {
        Node::SetConst(Box::new(SetConst {
            scope: ConstScope::Lexical,
            name: symbol(&$node.name()),
            value: $value,
        }))
    };
}

impl Lowering<'_> {
    variable!(
        write_local LocalVariableWriteNode, or_write_local LocalVariableOrWriteNode,
        and_write_local LocalVariableAndWriteNode, op_write_local LocalVariableOperatorWriteNode,
        read_local, set_local, Or
    );
    variable!(
        write_ivar InstanceVariableWriteNode, or_write_ivar InstanceVariableOrWriteNode,
        and_write_ivar InstanceVariableAndWriteNode, op_write_ivar InstanceVariableOperatorWriteNode,
        read_ivar, set_ivar, Or
    );
    variable!(
        write_global GlobalVariableWriteNode, or_write_global GlobalVariableOrWriteNode,
        and_write_global GlobalVariableAndWriteNode, op_write_global GlobalVariableOperatorWriteNode,
        read_global, set_global, OrDefined
    );
    variable!(
        write_class_var ClassVariableWriteNode, or_write_class_var ClassVariableOrWriteNode,
        and_write_class_var ClassVariableAndWriteNode,
        op_write_class_var ClassVariableOperatorWriteNode,
        read_class_var, set_class_var, OrDefined
    );
    variable!(
        write_const ConstantWriteNode, or_write_const ConstantOrWriteNode,
        and_write_const ConstantAndWriteNode, op_write_const ConstantOperatorWriteNode,
        read_const, set_const, OrDefined
    );

    pub(super) fn write_path(&mut self, node: &p::ConstantPathWriteNode<'_>) -> Node {
        let (scope, name) = self.constant_place(&node.target().as_node());
        let value = self.node(&node.value());
        Node::SetConst(Box::new(SetConst { scope, name, value }))
    }

    pub(super) fn or_write_path(&mut self, node: &p::ConstantPathOrWriteNode<'_>) -> Node {
        self.change_path(&node.target(), &node.value(), |_, old, set, value| {
            Node::OrDefined(Box::new((old, set(value))))
        })
    }

    pub(super) fn and_write_path(&mut self, node: &p::ConstantPathAndWriteNode<'_>) -> Node {
        self.change_path(&node.target(), &node.value(), |_, old, set, value| {
            Node::And(Box::new((old, set(value))))
        })
    }

    pub(super) fn op_write_path(&mut self, node: &p::ConstantPathOperatorWriteNode<'_>) -> Node {
        let operator = symbol(&node.binary_operator());
        let line = self.line_of(&node.location());
        self.change_path(&node.target(), &node.value(), |this, old, set, value| {
            let value = this.binary(operator, old, value, line);
            set(value)
        })
    }

    /// `A::B ||= c` and other operators: the scope is evaluated once.
    fn change_path(
        &mut self,
        target: &p::ConstantPathNode<'_>,
        value: &p::Node<'_>,
        change: impl FnOnce(&mut Self, Node, Box<dyn FnOnce(Node) -> Node>, Node) -> Node,
    ) -> Node {
        let name = target.name().map_or(names::EMPTY, |name| symbol(&name));
        let line = self.line_of(&target.location());
        let parent = target.parent().map(|parent| {
            let value = self.node(&parent);
            (self.scope().temporary(), value)
        });
        let slot = parent.as_ref().map(|(slot, _)| *slot);
        let site = self.sites(2);
        let old =
            Node::ConstPath(Box::new(ConstPath { scope: slot.map(Node::Local), name, site, line }));
        let set: Box<dyn FnOnce(Node) -> Node> = Box::new(move |value| {
            let scope = match slot {
                Some(slot) => ConstScope::Of(Node::Local(slot)),
                None => ConstScope::Top,
            };
            Node::SetConst(Box::new(SetConst { scope, name, value }))
        });
        let value = self.node(value);
        let changed = change(self, old, set, value);
        match parent {
            Some((slot, parent)) => sequence(vec![Node::SetLocal(slot, Box::new(parent)), changed]),
            None => changed,
        }
    }
}

/// Lowers `a.b ||= c` and other operators.
macro_rules! attribute {
    ($name:ident $node:ident, $op:expr) => {
        pub(super) fn $name(&mut self, node: &p::$node<'_>) -> Node {
            let receiver = node.receiver().map_or(Node::This, |receiver| self.node(&receiver));
            let op = $op;
            let line = match node.message_loc() {
                Some(message) => self.line_of(&message),
                None => self.line_of(&node.location()),
            };
            Node::OpAttr(Box::new(OpAttr {
                receiver,
                reader: symbol(&node.read_name()),
                writer: symbol(&node.write_name()),
                op: op(node),
                value: self.node(&node.value()),
                is_safe: node.is_safe_navigation(),
                is_private: node.is_ignore_visibility(),
                site: self.sites(3),
                line,
            }))
        }
    };
}

/// Lowers `a[b] ||= c` and other operators.
macro_rules! index {
    ($name:ident $node:ident, $op:expr) => {
        pub(super) fn $name(&mut self, node: &p::$node<'_>) -> Node {
            let receiver = node.receiver().map_or(Node::This, |receiver| self.node(&receiver));
            let mut args = self.args(node.arguments());
            positional_keywords(&mut args);
            let op = $op;
            Node::OpIndex(Box::new(OpIndex {
                receiver,
                args: args.into(),
                op: op(node),
                value: self.node(&node.value()),
                is_private: node.is_ignore_visibility(),
                site: self.sites(3),
                line: self.line_of(&node.location()),
            }))
        }
    };
}

impl Lowering<'_> {
    attribute!(or_write_attr CallOrWriteNode, |_: &p::CallOrWriteNode<'_>| AssignOp::Or);
    attribute!(and_write_attr CallAndWriteNode, |_: &p::CallAndWriteNode<'_>| AssignOp::And);
    attribute!(op_write_attr CallOperatorWriteNode, |node: &p::CallOperatorWriteNode<'_>| {
        assign_op(symbol(&node.binary_operator()))
    });
    index!(or_write_index IndexOrWriteNode, |_: &p::IndexOrWriteNode<'_>| AssignOp::Or);
    index!(and_write_index IndexAndWriteNode, |_: &p::IndexAndWriteNode<'_>| AssignOp::And);
    index!(op_write_index IndexOperatorWriteNode, |node: &p::IndexOperatorWriteNode<'_>| {
        assign_op(symbol(&node.binary_operator()))
    });
}

/// The operator of `+=`, `-=` and so on.
fn assign_op(name: Symbol) -> AssignOp {
    AssignOp::Call(name, fast_operator(name))
}
