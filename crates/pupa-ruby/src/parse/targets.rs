//! Lowers the targets of assignments.

use ruby_prism as p;

use super::calls::positional_keywords;
use super::lower::{Lowering, symbol};
use super::scope::target;
use crate::code::{
    AttrTarget, ConstPath, ConstScope, IndexTarget, MultiAssign, MultiTarget, Node, Target,
};
use crate::symbol::{Symbol, names};

impl Lowering<'_> {
    /// `scope::Name`
    pub(super) fn constant_path(&mut self, node: &p::ConstantPathNode<'_>) -> Node {
        Node::ConstPath(Box::new(ConstPath {
            scope: node.parent().map(|parent| self.node(&parent)),
            name: node.name().map_or(names::EMPTY, |name| symbol(&name)),
            site: self.sites(2),
            line: self.line_of(&node.location()),
        }))
    }

    /// The scope and the name of a constant that is assigned to.
    pub(super) fn constant_place(&mut self, node: &p::Node<'_>) -> (ConstScope, Symbol) {
        if let Some(path) = node.as_constant_path_node() {
            let name = path.name().map_or(names::EMPTY, |name| symbol(&name));
            return (self.constant_scope(path.parent()), name);
        }
        let name = node.as_constant_read_node().map_or(names::EMPTY, |node| symbol(&node.name()));
        (ConstScope::Lexical, name)
    }

    fn constant_scope(&mut self, parent: Option<p::Node<'_>>) -> ConstScope {
        match parent {
            Some(parent) => ConstScope::Of(self.node(&parent)),
            None => ConstScope::Top,
        }
    }

    /// Lowers any target.
    pub(super) fn target(&mut self, node: &p::Node<'_>) -> Target {
        let location = node.location();
        self.deeper(&location, |this| this.any_target(node)).unwrap_or(Target::Local(0))
    }

    fn any_target(&mut self, node: &p::Node<'_>) -> Target {
        if let Some(node) = node.as_local_variable_target_node() {
            return target(self.place(symbol(&node.name()), node.depth()));
        }
        if let Some(node) = node.as_instance_variable_target_node() {
            return Target::Ivar(symbol(&node.name()), self.site());
        }
        if let Some(node) = node.as_global_variable_target_node() {
            return Target::Global(symbol(&node.name()));
        }
        if let Some(node) = node.as_class_variable_target_node() {
            return Target::ClassVar(symbol(&node.name()));
        }
        if let Some(node) = node.as_constant_target_node() {
            return Target::Const(Box::new((ConstScope::Lexical, symbol(&node.name()))));
        }
        if let Some(node) = node.as_constant_path_target_node() {
            let name = node.name().map_or(names::EMPTY, |name| symbol(&name));
            return Target::Const(Box::new((self.constant_scope(node.parent()), name)));
        }
        if let Some(node) = node.as_call_target_node() {
            return Target::Attr(Box::new(AttrTarget {
                receiver: self.node(&node.receiver()),
                writer: symbol(&node.name()),
                is_safe: node.is_safe_navigation(),
                is_private: node.is_ignore_visibility(),
                site: self.site(),
                line: self.line_of(&node.location()),
            }));
        }
        if let Some(node) = node.as_index_target_node() {
            let receiver = self.node(&node.receiver());
            let mut args = self.args(node.arguments());
            positional_keywords(&mut args);
            return Target::Index(Box::new(IndexTarget {
                receiver,
                args: args.into(),
                is_private: node.is_ignore_visibility(),
                site: self.site(),
                line: self.line_of(&node.location()),
            }));
        }
        if let Some(node) = node.as_multi_target_node() {
            let multi = self.multi_target(&node.lefts(), node.rest(), &node.rights());
            return Target::Multi(Box::new(multi));
        }
        if let Some(inner) = node.as_splat_node().and_then(|splat| splat.expression()) {
            return self.target(&inner);
        }
        let location = node.location();
        self.error("unexpected target of an assignment".to_owned(), &location);
        Target::Local(0)
    }

    /// `a, *b, c`
    pub(super) fn multi_target(
        &mut self,
        lefts: &p::NodeList<'_>,
        rest: Option<p::Node<'_>>,
        rights: &p::NodeList<'_>,
    ) -> MultiTarget {
        MultiTarget {
            front: lefts.iter().map(|node| self.target(&node)).collect(),
            rest: rest.map(|rest| {
                let inner = rest.as_splat_node().and_then(|splat| splat.expression());
                inner.map(|inner| self.target(&inner))
            }),
            back: rights.iter().map(|node| self.target(&node)).collect(),
        }
    }

    /// A node that assigns a value to any target.
    pub(super) fn assign(&mut self, target: Target, value: Node) -> Node {
        match target {
            Target::Local(slot) => Node::SetLocal(slot, Box::new(value)),
            Target::Outer(depth, slot) => Node::SetOuter(depth, slot, Box::new(value)),
            Target::Multi(target) => Node::Multi(Box::new(MultiAssign { target: *target, value })),
            target => Node::Multi(Box::new(MultiAssign {
                target: MultiTarget { front: vec![target], rest: None, back: Vec::new() },
                value: Node::Array(Box::new([value])),
            })),
        }
    }

    pub(super) fn multi_write(&mut self, node: &p::MultiWriteNode<'_>) -> Node {
        let target = self.multi_target(&node.lefts(), node.rest(), &node.rights());
        let value = self.node(&node.value());
        Node::Multi(Box::new(MultiAssign { target, value }))
    }
}
