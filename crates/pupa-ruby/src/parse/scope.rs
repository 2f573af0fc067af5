//! The scopes during lowering: each is a frame at run time.

use std::sync::Arc;

use ruby_prism as p;
use rustc_hash::FxHashMap;

use super::lower::{Lowering, symbol};
use crate::code::{Child, Code, CodeKind, Node, Params, Target};
use crate::symbol::{Symbol, names};

/// The code of one frame under construction.
pub(super) struct Scope {
    pub(super) kind: CodeKind,
    pub(super) name: Symbol,
    /// Whether it is the body of a `for` loop, which has no variables of its own.
    pub(super) is_for: bool,
    slots: Vec<Symbol>,
    by_name: FxHashMap<Symbol, u32>,
    sites: u32,
    /// The maximum nesting of nodes so far.
    pub(super) deepest: u32,
    children: Vec<Child>,
    /// The number of `while` loops around the current position.
    pub(super) loops: u32,
    /// The slots of `*`, `**` and `&` without a name.
    pub(super) anonymous: Anonymous,
    /// The arguments that `super` without parentheses and arguments passes on.
    pub(super) super_args: Vec<SuperArg>,
}

/// The slots of anonymous parameters.
#[derive(Default, Clone, Copy)]
pub(super) struct Anonymous {
    pub(super) rest: Option<u32>,
    pub(super) keyword_rest: Option<u32>,
    pub(super) block: Option<u32>,
}

/// A parameter as an argument of an implicit `super`.
#[derive(Clone, Copy)]
pub(super) enum SuperArg {
    Slot(u32),
    Splat(u32),
    Keyword(Symbol, u32),
    KeywordSplat(u32),
}

impl Scope {
    pub(super) fn new(kind: CodeKind, name: Symbol) -> Scope {
        Scope {
            kind,
            name,
            is_for: false,
            slots: Vec::new(),
            by_name: FxHashMap::default(),
            sites: 0,
            deepest: 0,
            children: Vec::new(),
            loops: 0,
            anonymous: Anonymous::default(),
            super_args: Vec::new(),
        }
    }

    /// Adds a slot for a variable. If two parameters have the same name, the first is visible.
    pub(super) fn add(&mut self, name: Symbol) -> u32 {
        let slot = self.slots.len() as u32;
        if name == names::EMPTY || self.by_name.contains_key(&name) {
            self.slots.push(names::EMPTY);
        } else {
            self.by_name.insert(name, slot);
            self.slots.push(name);
        }
        slot
    }

    /// The slot of a variable; adds one if there is none.
    pub(super) fn slot(&mut self, name: Symbol) -> u32 {
        match self.by_name.get(&name) {
            Some(&slot) => slot,
            None => self.add(name),
        }
    }

    /// Adds a slot for a temporary.
    pub(super) fn temporary(&mut self) -> u32 {
        self.add(names::EMPTY)
    }
}

/// The position of a variable: the number of frames outwards, and the slot in that frame.
pub(super) type Place = (u16, u32);

impl Lowering<'_> {
    /// The innermost scope.
    pub(super) fn scope(&mut self) -> &mut Scope {
        // The program's own scope always exists.
        let last = self.scopes.len() - 1;
        &mut self.scopes[last]
    }

    /// The number of a new inline cache.
    pub(super) fn site(&mut self) -> u32 {
        self.sites(1)
    }

    /// The first number of several consecutive inline caches.
    pub(super) fn sites(&mut self, count: u32) -> u32 {
        let scope = self.scope();
        let first = scope.sites;
        scope.sites += count;
        first
    }

    /// Declares the variables that the parser found in a scope.
    pub(super) fn declare(&mut self, locals: &p::ConstantList<'_>) {
        for local in locals {
            let name = symbol(&local);
            self.scope().slot(name);
        }
    }

    /// The position of a variable, by the number of scopes with their own variables in between.
    pub(super) fn place(&mut self, name: Symbol, depth: u32) -> Place {
        let mut left = depth;
        let last = self.scopes.len() - 1;
        for hops in 0..=last {
            let scope = &mut self.scopes[last - hops];
            if scope.is_for {
                continue;
            }
            if left == 0 || hops == last {
                return (hops as u16, scope.slot(name));
            }
            left -= 1;
        }
        (0, self.scope().slot(name))
    }

    /// The position in the nearest scope, from the innermost outwards, for which `offer` returns a
    /// slot.
    pub(super) fn find(&self, offer: impl Fn(&Scope) -> Option<u32>) -> Option<Place> {
        for (hops, scope) in self.scopes.iter().rev().enumerate() {
            if let Some(slot) = offer(scope) {
                return Some((hops as u16, slot));
            }
            if !matches!(scope.kind, CodeKind::Block | CodeKind::Lambda) {
                return None;
            }
        }
        None
    }

    /// A new temporary of the method, which the blocks inside share.
    pub(super) fn method_temporary(&mut self) -> Place {
        let last = self.scopes.len() - 1;
        let mut hops = 0;
        while hops < last
            && matches!(self.scopes[last - hops].kind, CodeKind::Block | CodeKind::Lambda)
        {
            hops += 1;
        }
        (hops as u16, self.scopes[last - hops].temporary())
    }

    /// Lowers code that has its own frame, and returns its number among the children.
    pub(super) fn child(
        &mut self,
        scope: Scope,
        line: u32,
        build: impl FnOnce(&mut Self) -> (Params, Node),
    ) -> u32 {
        self.scopes.push(scope);
        let (params, node) = build(self);
        let code = self.finish(params, node, line);
        self.add_child(Child::Ready(code))
    }

    /// Adds child code to the innermost scope and returns its number.
    pub(super) fn add_child(&mut self, child: Child) -> u32 {
        let children = &mut self.scope().children;
        children.push(child);
        children.len() as u32 - 1
    }

    /// Finishes the innermost scope and returns its code.
    pub(super) fn finish(&mut self, params: Params, node: Node, line: u32) -> Arc<Code> {
        let scope = self.scopes.pop().unwrap_or_else(|| Scope::new(CodeKind::Top, names::EMPTY));
        Arc::new(Code {
            kind: scope.kind,
            name: scope.name,
            file: self.file.clone(),
            line,
            params,
            slots: scope.slots,
            sites: scope.sites,
            depth: scope.deepest,
            children: scope.children,
            node,
        })
    }
}

/// A node that reads a variable.
pub(super) fn read(place: Place) -> Node {
    match place {
        (0, slot) => Node::Local(slot),
        (hops, slot) => Node::Outer(hops, slot),
    }
}

/// A node that assigns to a variable.
pub(super) fn write(place: Place, value: Node) -> Node {
    match place {
        (0, slot) => Node::SetLocal(slot, Box::new(value)),
        (hops, slot) => Node::SetOuter(hops, slot, Box::new(value)),
    }
}

/// A variable as a target.
pub(super) fn target(place: Place) -> Target {
    match place {
        (0, slot) => Target::Local(slot),
        (hops, slot) => Target::Outer(hops, slot),
    }
}
