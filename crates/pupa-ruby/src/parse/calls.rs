//! Lowers calls: methods, operators, blocks, `super` and `yield`.

use ruby_prism as p;

use super::lower::{Lowering, symbol};
use super::scope::{Scope, SuperArg, read, target};
use super::tail::Tail;
use crate::code::{BlockNode, Call, CodeKind, MatchWrite, Node, Op, OpNode, Pair, Super, Yield};
use crate::symbol::{Symbol, names};

/// The operator with a fast path whose method has the name.
pub(super) fn fast_operator(name: Symbol) -> Option<Op> {
    Some(match name {
        names::PLUS => Op::Plus,
        names::MINUS => Op::Minus,
        names::TIMES => Op::Times,
        names::DIVIDE => Op::Divide,
        names::MODULO => Op::Modulo,
        names::LESS => Op::Less,
        names::LESS_EQUAL => Op::LessEqual,
        names::GREATER => Op::Greater,
        names::GREATER_EQUAL => Op::GreaterEqual,
        names::EQUALS => Op::Equals,
        names::NOT_EQUALS => Op::NotEquals,
        names::SHIFT_LEFT => Op::ShiftLeft,
        names::AND => Op::And,
        names::OR => Op::Or,
        names::AREF => Op::Index,
        names::CASE_EQUALS => Op::CaseEquals,
        names::MATCH => Op::Match,
        _ => return None,
    })
}

/// Whether no argument is a splat or keywords.
pub(super) fn is_plain(args: &[Node]) -> bool {
    !args.iter().any(|arg| matches!(arg, Node::Splat(_) | Node::Keywords(_)))
}

impl Lowering<'_> {
    /// The line of a call in backtraces: that of the method name.
    fn call_line(&self, node: &p::CallNode<'_>) -> u32 {
        match (node.receiver(), node.message_loc()) {
            (Some(_), Some(message)) => self.line_of(&message),
            _ => self.line_of(&node.location()),
        }
    }

    pub(super) fn call(&mut self, node: &p::CallNode<'_>) -> Node {
        let name = symbol(&node.name());
        let line = self.call_line(node);
        if name == names::NOT
            && !node.is_safe_navigation()
            && node.arguments().is_none()
            && let Some(receiver) = node.receiver()
        {
            let value = self.boxed(&receiver);
            return Node::Not(value, self.site(), line);
        }
        if let Some(op) = self.operator(node, name) {
            return self.operator_call(node, op, name, line);
        }
        let receiver = node.receiver().map(|receiver| self.node(&receiver));
        let mut args = self.args(node.arguments());
        if node.is_attribute_write() {
            positional_keywords(&mut args);
        }
        let block = self.block_of(node.block(), node.arguments());
        Node::Call(Box::new(Call {
            receiver,
            name,
            is_plain: is_plain(&args),
            args: args.into(),
            block,
            is_safe: node.is_safe_navigation(),
            is_variable: node.is_variable_call(),
            is_private: node.is_ignore_visibility(),
            is_assignment: node.is_attribute_write(),
            site: self.site(),
            line,
        }))
    }

    /// The operator of a call with one argument and without a block, splat or keywords.
    fn operator(&mut self, node: &p::CallNode<'_>, name: Symbol) -> Option<Op> {
        let op = fast_operator(name)?;
        let is_simple = node.receiver().is_some()
            && node.block().is_none()
            && !node.is_safe_navigation()
            && !node.is_ignore_visibility();
        let args = node.arguments()?.arguments();
        let first = args.first()?;
        let is_value = !matches!(
            first,
            p::Node::SplatNode { .. }
                | p::Node::KeywordHashNode { .. }
                | p::Node::ForwardingArgumentsNode { .. }
        );
        (is_simple && is_value && args.len() == 1).then_some(op)
    }

    fn operator_call(&mut self, node: &p::CallNode<'_>, op: Op, name: Symbol, line: u32) -> Node {
        let left = self.optional(node.receiver());
        let right = self.optional(node.arguments().and_then(|args| args.arguments().first()));
        Node::Op(Box::new(OpNode::new(op, name, left, right, self.site(), line)))
    }

    /// A call of a binary operator with operands that are already lowered.
    pub(super) fn binary(&mut self, name: Symbol, left: Node, right: Node, line: u32) -> Node {
        let site = self.site();
        if let Some(op) = fast_operator(name) {
            return Node::Op(Box::new(OpNode::new(op, name, left, right, site, line)));
        }
        Node::Call(Box::new(Call {
            receiver: Some(left),
            name,
            args: Box::new([right]),
            block: BlockNode::None,
            is_safe: false,
            is_variable: false,
            is_private: false,
            is_assignment: false,
            is_plain: true,
            site,
            line,
        }))
    }

    /// The arguments of a call.
    pub(super) fn args(&mut self, node: Option<p::ArgumentsNode<'_>>) -> Vec<Node> {
        let Some(node) = node else { return Vec::new() };
        let list = node.arguments();
        let mut args = Vec::with_capacity(list.len());
        for arg in &list {
            if matches!(arg, p::Node::ForwardingArgumentsNode { .. }) {
                self.forwarded_args(&mut args);
            } else {
                args.push(self.node(&arg));
            }
        }
        args
    }

    /// Appends the arguments that `...` passes on.
    fn forwarded_args(&mut self, args: &mut Vec<Node>) {
        if let Some(rest) = self.find(|scope| scope.anonymous.rest) {
            args.push(Node::Splat(Box::new(read(rest))));
        }
        if let Some(rest) = self.find(|scope| scope.anonymous.keyword_rest) {
            args.push(Node::Keywords(Box::new([Pair::Splat(read(rest))])));
        }
    }

    /// The block of a call: a literal one, `&block`, or the one that `...` passes on.
    pub(super) fn block_of(
        &mut self,
        node: Option<p::Node<'_>>,
        args: Option<p::ArgumentsNode<'_>>,
    ) -> BlockNode {
        let Some(node) = node else {
            let is_forwarding = args.is_some_and(|args| {
                args.arguments()
                    .last()
                    .is_some_and(|last| matches!(last, p::Node::ForwardingArgumentsNode { .. }))
            });
            return if is_forwarding { self.anonymous_block() } else { BlockNode::None };
        };
        if let Some(block) = node.as_block_node() {
            return BlockNode::Literal(self.block(&block));
        }
        match node.as_block_argument_node().map(|block| block.expression()) {
            Some(Some(expression)) => BlockNode::Pass(self.boxed(&expression)),
            Some(None) => self.anonymous_block(),
            None => BlockNode::None,
        }
    }

    fn anonymous_block(&self) -> BlockNode {
        match self.find(|scope| scope.anonymous.block) {
            Some(place) => BlockNode::Pass(Box::new(read(place))),
            None => BlockNode::None,
        }
    }

    /// Lowers a literal block to child code and returns its number.
    fn block(&mut self, node: &p::BlockNode<'_>) -> u32 {
        let scope = Scope::new(CodeKind::Block, self.scope().name);
        let line = self.line_of(&node.location());
        self.child(scope, line, |this| {
            let params = this.block_params(node.parameters());
            this.declare(&node.locals());
            let mut body = this.optional(node.body());
            Tail { is_return: false, is_next: true }.strip(&mut body);
            (params, body)
        })
    }

    pub(super) fn lambda(&mut self, node: &p::LambdaNode<'_>) -> Node {
        let scope = Scope::new(CodeKind::Lambda, self.scope().name);
        let line = self.line_of(&node.location());
        Node::Lambda(self.child(scope, line, |this| {
            let params = this.block_params(node.parameters());
            this.declare(&node.locals());
            let mut body = this.optional(node.body());
            Tail { is_return: true, is_next: true }.strip(&mut body);
            (params, body)
        }))
    }

    pub(super) fn explicit_super(&mut self, node: &p::SuperNode<'_>) -> Node {
        let args = self.args(node.arguments());
        Node::Super(Box::new(Super {
            args: args.into(),
            block: self.block_of(node.block(), node.arguments()),
            is_implicit: false,
            line: self.line_of(&node.location()),
        }))
    }

    pub(super) fn implicit_super(&mut self, node: &p::ForwardingSuperNode<'_>) -> Node {
        let args = self.method_args();
        let block = match node.block() {
            Some(block) => BlockNode::Literal(self.block(&block)),
            None => BlockNode::None,
        };
        let line = self.line_of(&node.location());
        Node::Super(Box::new(Super { args: args.into(), block, is_implicit: true, line }))
    }

    /// The parameters of the enclosing method as arguments, for `super` without parentheses.
    fn method_args(&self) -> Vec<Node> {
        let mut args = Vec::new();
        let mut pairs = Vec::new();
        let method = self
            .scopes
            .iter()
            .rev()
            .enumerate()
            .find(|(_, scope)| !matches!(scope.kind, CodeKind::Block | CodeKind::Lambda));
        let Some((hops, scope)) = method else { return args };
        let value = |slot| read((hops as u16, slot));
        for &arg in &scope.super_args {
            match arg {
                SuperArg::Slot(slot) => args.push(value(slot)),
                SuperArg::Splat(slot) => args.push(Node::Splat(Box::new(value(slot)))),
                SuperArg::Keyword(name, slot) => {
                    pairs.push(Pair::Entry(Node::Sym(name), value(slot)));
                }
                SuperArg::KeywordSplat(slot) => pairs.push(Pair::Splat(value(slot))),
            }
        }
        if !pairs.is_empty() {
            args.push(Node::Keywords(pairs.into()));
        }
        args
    }

    pub(super) fn yield_node(&mut self, node: &p::YieldNode<'_>) -> Node {
        let around = self
            .scopes
            .iter()
            .rev()
            .find(|scope| !matches!(scope.kind, CodeKind::Block | CodeKind::Lambda));
        if around.is_some_and(|scope| scope.kind == CodeKind::Class) {
            self.error("Invalid yield".to_owned(), &node.location());
        }
        let args = self.args(node.arguments());
        Node::Yield(Box::new(Yield {
            is_plain: is_plain(&args),
            args: args.into(),
            line: self.line_of(&node.location()),
        }))
    }

    pub(super) fn match_write(&mut self, node: &p::MatchWriteNode<'_>) -> Node {
        let call = self.call(&node.call());
        let mut targets = Vec::new();
        for local in &node.targets() {
            if let Some(local) = local.as_local_variable_target_node() {
                let name = symbol(&local.name());
                targets.push((name, target(self.place(name, local.depth()))));
            }
        }
        Node::MatchWrite(Box::new(MatchWrite { call, targets }))
    }
}

/// Converts keywords that are not the last argument to a hash.
pub(super) fn positional_keywords(args: &mut [Node]) {
    for arg in args {
        if let Node::Keywords(pairs) = arg {
            *arg = Node::Hash(std::mem::take(pairs));
        }
    }
}
