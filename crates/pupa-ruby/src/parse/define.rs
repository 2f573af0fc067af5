//! Lowers definitions of methods, classes and modules.

use ruby_prism as p;

use super::lower::{Lowering, symbol};
use super::scope::Scope;
use super::tail::Tail;
use crate::code::{ClassNode, CodeKind, Def, ModuleNode, Node, Params};
use crate::symbol::{Symbol, names};

impl Lowering<'_> {
    pub(super) fn def(&mut self, node: &p::DefNode<'_>) -> Node {
        let name = symbol(&node.name());
        let line = self.line_of(&node.location());
        let singleton = node.receiver().map(|receiver| self.node(&receiver));
        if self.scopes.len() > 1
            && let Some(method) = self.deferred(node)
        {
            let code = self.add_child(method);
            return Node::Def(Box::new(Def { name, singleton, code, line }));
        }
        let code = self.child(Scope::new(CodeKind::Method, name), line, |this| {
            let params = match node.parameters() {
                Some(parameters) => this.params(&parameters),
                None => Params::default(),
            };
            this.declare(&node.locals());
            let mut body = this.optional(node.body());
            Tail { is_return: true, is_next: false }.strip(&mut body);
            (params, body)
        });
        Node::Def(Box::new(Def { name, singleton, code, line }))
    }

    /// Lowers the body of a class or module to child code.
    fn class_body(
        &mut self,
        name: Symbol,
        line: u32,
        locals: &p::ConstantList<'_>,
        body: Option<p::Node<'_>>,
    ) -> u32 {
        self.child(Scope::new(CodeKind::Class, name), line, |this| {
            this.declare(locals);
            (Params::default(), this.optional(body))
        })
    }

    pub(super) fn class(&mut self, node: &p::ClassNode<'_>) -> Node {
        let (scope, name) = self.constant_place(&node.constant_path());
        let line = self.line_of(&node.location());
        let superclass = node.superclass().map(|superclass| self.node(&superclass));
        let code = self.class_body(name, line, &node.locals(), node.body());
        Node::Class(Box::new(ClassNode { scope, name, superclass, code, line }))
    }

    pub(super) fn module(&mut self, node: &p::ModuleNode<'_>) -> Node {
        let (scope, name) = self.constant_place(&node.constant_path());
        let line = self.line_of(&node.location());
        let code = self.class_body(name, line, &node.locals(), node.body());
        Node::Module(Box::new(ModuleNode { scope, name, code, line }))
    }

    pub(super) fn singleton_class(&mut self, node: &p::SingletonClassNode<'_>) -> Node {
        let line = self.line_of(&node.location());
        let object = self.boxed(&node.expression());
        let code = self.class_body(names::EMPTY, line, &node.locals(), node.body());
        Node::SingletonClass(object, code, line)
    }
}
