//! Lowers conditions, loops, jumps and exception handling.

use ruby_prism as p;

use super::calls::is_plain;
use super::lower::Lowering;
use super::scope::Scope;
use crate::code::{
    Begin, Case, CodeKind, For, JumpKind, Node, Param, Params, Rescue, Target, When, While,
};
use crate::heap::RString;

impl Lowering<'_> {
    /// The construct that a jump at the current position belongs to.
    pub(super) fn jump_kind(&mut self) -> JumpKind {
        if self.scope().loops > 0 { JumpKind::Loop } else { JumpKind::Block }
    }

    /// The value of `return`, `break` or `next`.
    pub(super) fn jump_value(&mut self, args: Option<p::ArgumentsNode<'_>>) -> Node {
        let mut args = self.args(args);
        match args.len() {
            0 => Node::Nil,
            1 if is_plain(&args) => args.pop().unwrap_or(Node::Nil),
            1 if matches!(args.first(), Some(Node::Keywords(_))) => match args.pop() {
                Some(Node::Keywords(pairs)) => Node::Hash(pairs),
                other => other.unwrap_or(Node::Nil),
            },
            _ => Node::Array(args.into()),
        }
    }

    /// `defined?`. Assignments with operators are answered here, because their lowered form no
    /// longer shows them.
    pub(super) fn defined(&mut self, node: &p::DefinedNode<'_>) -> Node {
        use p::Node as N;
        let mut value = node.value();
        while let Some(inner) = value.as_parentheses_node().and_then(|node| node.body()) {
            match inner.as_statements_node().map(|list| (list.body().len(), list.body().first())) {
                Some((1, Some(only))) => value = only,
                _ => break,
            }
        }
        match value {
            N::LocalVariableOrWriteNode { .. }
            | N::LocalVariableAndWriteNode { .. }
            | N::InstanceVariableOrWriteNode { .. }
            | N::InstanceVariableAndWriteNode { .. }
            | N::GlobalVariableAndWriteNode { .. }
            | N::ClassVariableAndWriteNode { .. }
            | N::ConstantAndWriteNode { .. } => {
                let mut text = RString::from_text("assignment".into());
                text.frozen = true;
                Node::FrozenStr(Box::new(text), self.site())
            }
            _ => Node::Defined(self.boxed(&value)),
        }
    }

    pub(super) fn if_node(&mut self, node: &p::IfNode<'_>) -> Node {
        Node::If(Box::new((
            self.node(&node.predicate()),
            self.statements(node.statements()),
            self.optional(node.subsequent()),
        )))
    }

    pub(super) fn unless_node(&mut self, node: &p::UnlessNode<'_>) -> Node {
        let condition = self.node(&node.predicate());
        let then = self.statements(node.statements());
        let otherwise = self.otherwise(node.else_clause());
        Node::If(Box::new((condition, otherwise, then)))
    }

    fn otherwise(&mut self, node: Option<p::ElseNode<'_>>) -> Node {
        node.map_or(Node::Nil, |node| self.statements(node.statements()))
    }

    pub(super) fn while_node(&mut self, node: &p::WhileNode<'_>) -> Node {
        let body_first = node.is_begin_modifier();
        self.loop_node(&node.predicate(), node.statements(), true, body_first, &node.location())
    }

    pub(super) fn until_node(&mut self, node: &p::UntilNode<'_>) -> Node {
        let body_first = node.is_begin_modifier();
        self.loop_node(&node.predicate(), node.statements(), false, body_first, &node.location())
    }

    fn loop_node(
        &mut self,
        condition: &p::Node<'_>,
        body: Option<p::StatementsNode<'_>>,
        continues_on: bool,
        body_first: bool,
        location: &p::Location<'_>,
    ) -> Node {
        self.scope().loops += 1;
        let condition = self.node(condition);
        let body = self.statements(body);
        self.scope().loops -= 1;
        let line = self.line_of(location);
        Node::While(Box::new(While { condition, continues_on, body_first, body, line }))
    }

    /// A `for` loop: a block whose parameters are assigned to the targets first.
    pub(super) fn for_node(&mut self, node: &p::ForNode<'_>) -> Node {
        let collection = self.node(&node.collection());
        let line = self.line_of(&node.location());
        let mut scope = Scope::new(CodeKind::Block, self.scope().name);
        scope.is_for = true;
        let block = self.child(scope, line, |this| {
            let (params, mut nodes) = this.for_targets(&node.index());
            nodes.push(this.statements(node.statements()));
            (params, Node::Seq(nodes.into()))
        });
        Node::For(Box::new(For { collection, block, site: self.site(), line }))
    }

    /// The parameters of the body of a `for` loop, and the assignments from them to the targets.
    fn for_targets(&mut self, index: &p::Node<'_>) -> (Params, Vec<Node>) {
        let mut params = Params::default();
        let mut targets: Vec<(Target, u32)> = Vec::new();
        let multi = match index.as_multi_target_node() {
            Some(multi) => self.multi_target(&multi.lefts(), multi.rest(), &multi.rights()),
            None => {
                let target = self.target(index);
                crate::code::MultiTarget { front: vec![target], rest: None, back: Vec::new() }
            }
        };
        for target in multi.front {
            let slot = self.scope().temporary();
            params.required.push(Param::Slot(slot));
            targets.push((target, slot));
        }
        if let Some(rest) = multi.rest {
            let slot = self.scope().temporary();
            params.rest = Some(slot);
            targets.extend(rest.map(|rest| (rest, slot)));
        }
        for target in multi.back {
            let slot = self.scope().temporary();
            params.post.push(Param::Slot(slot));
            targets.push((target, slot));
        }
        let nodes = targets
            .into_iter()
            .map(|(target, slot)| self.assign(target, Node::Local(slot)))
            .collect();
        (params, nodes)
    }

    pub(super) fn case(&mut self, node: &p::CaseNode<'_>) -> Node {
        let subject = node.predicate().map(|subject| self.node(&subject));
        let mut branches = Vec::with_capacity(node.conditions().len());
        for branch in &node.conditions() {
            let Some(when) = branch.as_when_node() else { continue };
            let conditions = when
                .conditions()
                .iter()
                .map(|condition| (self.node(&condition), self.site()))
                .collect();
            let body = self.statements(when.statements());
            branches.push(When { conditions, body, line: self.line(&branch) });
        }
        let otherwise = self.otherwise(node.else_clause());
        Node::Case(Box::new(Case { subject, branches, otherwise }))
    }

    pub(super) fn begin(&mut self, node: &p::BeginNode<'_>) -> Node {
        let body = self.statements(node.statements());
        let mut rescues = Vec::new();
        let mut clause = node.rescue_clause();
        while let Some(rescue) = clause {
            let classes = self.list(&rescue.exceptions()).into();
            let target = rescue.reference().map(|target| self.target(&target));
            let body = self.statements(rescue.statements());
            rescues.push(Rescue { classes, target, body });
            clause = rescue.subsequent();
        }
        let otherwise = node.else_clause().map(|node| self.statements(node.statements()));
        let ensure = node.ensure_clause().map(|node| self.statements(node.statements()));
        if rescues.is_empty() && otherwise.is_none() && ensure.is_none() {
            return body;
        }
        Node::Begin(Box::new(Begin { body, rescues, otherwise, ensure }))
    }

    pub(super) fn rescue_modifier(&mut self, node: &p::RescueModifierNode<'_>) -> Node {
        let body = self.node(&node.expression());
        let rescue = Rescue {
            classes: Box::new([]),
            target: None,
            body: self.node(&node.rescue_expression()),
        };
        Node::Begin(Box::new(Begin { body, rescues: vec![rescue], otherwise: None, ensure: None }))
    }
}
