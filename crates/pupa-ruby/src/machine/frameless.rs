//! Evaluates simple code without a frame.
//!
//! The bodies of many methods and blocks are an operation on variables, numbers and attributes, or
//! begin with a condition of that kind. Such expressions raise nothing and run no other code, so
//! they are evaluated before a frame is made: [`Machine::start`] runs the first statements of a
//! body as far as possible, and a frame is entered only for the rest.

use super::Machine;
use super::body::Site;
use super::eval::{Local, NO_OUTER};
use super::operators::{float_op, integer_op};
use crate::code::{MAX_SIMPLE, Node, Op, OpNode};
use crate::symbol::Symbol;
use crate::value::{HashId, Value};

/// Whether at least the beginning of a body may be evaluated without a frame.
pub(crate) fn is_promising(node: &Node) -> bool {
    match node {
        Node::If(parts) => parts.0.is_simple(MAX_SIMPLE),
        Node::Seq(nodes) => nodes.first().is_some_and(is_promising),
        Node::SetLocal(_, value) | Node::SetOuter(1, _, value) | Node::SetIvar(_, _, value) => {
            value.is_simple(MAX_SIMPLE)
        }
        node => node.is_simple(MAX_SIMPLE),
    }
}

impl Machine<'_> {
    /// Runs the statements of a body as far as they need no frame. Returns the value of the body,
    /// or the remaining statements. The function is inlined, because most bodies take less time
    /// than a call of it would.
    #[inline(always)]
    pub(crate) fn start<'b>(&mut self, l: &Local<'_>, body: &'b Node) -> Result<Value, &'b [Node]> {
        let mut left = std::slice::from_ref(body);
        loop {
            let Some((node, behind)) = left.split_first() else { return Ok(Value::Nil) };
            match node {
                Node::If(parts) => {
                    let Some(condition) = self.simple_condition(l, &parts.0) else {
                        return Err(left);
                    };
                    let branch = if condition { &parts.1 } else { &parts.2 };
                    match branch {
                        _ if behind.is_empty() => left = std::slice::from_ref(branch),
                        Node::Nil => left = behind,
                        _ => return Err(left),
                    }
                }
                Node::Seq(nodes) if behind.is_empty() => left = nodes,
                _ => match self.simple_statement(l, node) {
                    Some(value) if behind.is_empty() => return Ok(value),
                    Some(_) => left = behind,
                    None => return Err(left),
                },
            }
        }
    }

    /// The truth of a condition; `None` if it is not simple.
    #[inline(always)]
    fn simple_condition(&self, l: &Local<'_>, node: &Node) -> Option<bool> {
        if let Node::Op(op) = node
            && let Some(value) = self.plain_operation(l, op)
        {
            return Some(value.is_truthy());
        }
        Some(self.simple_operand(l, node, MAX_SIMPLE)?.is_truthy())
    }

    /// Evaluates a simple expression, or an assignment of one. `None` means that it is not simple
    /// and nothing was changed.
    #[inline(always)]
    fn simple_statement(&mut self, l: &Local<'_>, node: &Node) -> Option<Value> {
        let right = match node {
            Node::SetLocal(_, right) | Node::SetOuter(1, _, right) | Node::SetIvar(_, _, right) => {
                right
            }
            node => node,
        };
        let value = self.simple_result(l, right)?;
        match node {
            Node::SetLocal(slot, _) => self.core.stack[l.base + *slot as usize] = value,
            Node::SetOuter(_, slot, _) if l.outer != NO_OUTER => {
                self.core.stack[l.outer + *slot as usize] = value;
            }
            Node::SetOuter(..) => return None,
            Node::SetIvar(_, site, _) => return self.store_ivar(l, *site, value).then_some(value),
            _ => {}
        }
        Some(value)
    }

    /// The value of a statement, or of the right side of an assignment.
    #[inline(always)]
    fn simple_result(&self, l: &Local<'_>, node: &Node) -> Option<Value> {
        match node {
            Node::Op(op) if op.is_simple => match self.plain_operation(l, op) {
                Some(value) => Some(value),
                None => self.simple_operation(l, op, MAX_SIMPLE),
            },
            Node::Op(_) => None,
            node => self.simple_operand(l, node, MAX_SIMPLE),
        }
    }

    /// The value of a simple operand. Variables and numbers need no further call.
    #[inline(always)]
    fn simple_operand(&self, l: &Local<'_>, node: &Node, nesting: u32) -> Option<Value> {
        match self.near_variable(l, node) {
            Some(value) => Some(*value),
            None => match node {
                Node::Int(number) => Some(Value::Int(*number)),
                node => self.simple_value(l, node, nesting),
            },
        }
    }

    /// The value of an expression that neither raises nor runs other code; `None` if it may do so.
    #[inline(never)]
    fn simple_value(&self, l: &Local<'_>, node: &Node, nesting: u32) -> Option<Value> {
        let nesting = nesting.checked_sub(1)?;
        match node {
            Node::Op(op) if op.is_simple => self.simple_operation(l, op, nesting),
            Node::Ivar(_, site) => self.load_ivar(l, *site),
            Node::Call(call) => {
                let (Some(receiver), true) = (&call.receiver, call.args.is_empty()) else {
                    return None;
                };
                match l.body.site(call.site) {
                    Site::Attribute { class, epoch, index } if epoch == self.core.epoch => {
                        let receiver = self.simple_operand(l, receiver, nesting)?;
                        self.read_attribute(receiver, class, index)
                    }
                    _ => None,
                }
            }
            Node::Local(_) | Node::Outer(..) => self.near_variable(l, node).copied(),
            Node::Int(number) => Some(Value::Int(*number)),
            Node::Sym(symbol) => Some(Value::Sym(*symbol)),
            Node::Float(number) => Some(Value::Float(*number)),
            Node::Nil => Some(Value::Nil),
            Node::True => Some(Value::TRUE),
            Node::False => Some(Value::FALSE),
            Node::This => Some(l.this),
            Node::Not(node, ..) => match self.simple_value(l, node, nesting)? {
                Value::Object(_) => None,
                value => Some(Value::Bool(!value.is_truthy())),
            },
            Node::And(parts) => match self.simple_value(l, &parts.0, nesting)? {
                left if left.is_truthy() => self.simple_value(l, &parts.1, nesting),
                left => Some(left),
            },
            Node::Or(parts) => match self.simple_value(l, &parts.0, nesting)? {
                left if left.is_truthy() => Some(left),
                _ => self.simple_value(l, &parts.1, nesting),
            },
            _ => None,
        }
    }

    #[inline(never)]
    fn simple_operation(&self, l: &Local<'_>, node: &OpNode, nesting: u32) -> Option<Value> {
        if self.core.operators_redefined {
            return None;
        }
        let left = self.simple_operand(l, &node.left, nesting)?;
        if let (Value::Hash(id), Op::Index, Node::Sym(key)) = (left, node.op, &node.right) {
            return self.symbol_entry(id, *key);
        }
        let right = self.simple_operand(l, &node.right, nesting)?;
        match (left, right) {
            (Value::Int(a), Value::Int(b)) => integer_op(node.op, a, b),
            (Value::Float(a), Value::Float(b)) => float_op(node.op, a, b),
            (Value::Hash(id), Value::Sym(key)) if node.op == Op::Index => {
                self.symbol_entry(id, key)
            }
            (Value::Sym(a), Value::Sym(b)) => symbol_op(node.op, a == b),
            (Value::Nil, _) => symbol_op(node.op, right.is_nil()),
            _ => None,
        }
    }

    /// `hash[:name]`; `None` if a method of the program might compute the value.
    pub(crate) fn symbol_entry(&self, id: HashId, key: Symbol) -> Option<Value> {
        let hash = &self.core.heap.hashes[id];
        if hash.by_identity || hash.class != crate::core::class::HASH {
            return None;
        }
        let found = match hash.find_symbol(key) {
            Some(found) => found,
            None => {
                let code = self.plain_hash_code(Value::Sym(key))?;
                let position = hash.find(code, |known| known.is_same(Value::Sym(key)));
                position.and_then(|at| hash.at(at)).map(|(_, value)| value)
            }
        };
        match found {
            Some(value) => Some(value),
            None if hash.default_proc.is_none() => Some(hash.default),
            None => None,
        }
    }
}

/// The comparison of two symbols, or of values with `nil`.
fn symbol_op(op: Op, is_same: bool) -> Option<Value> {
    match op {
        Op::Equals => Some(Value::Bool(is_same)),
        Op::NotEquals => Some(Value::Bool(!is_same)),
        _ => None,
    }
}
