//! `Body`: code together with the inline caches of one machine.

use std::cell::{Cell, OnceCell};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use super::MethodId;
use crate::code::{Child, Code};
use crate::value::{ClassId, Value};

/// An inline cache.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Site {
    /// Nothing was cached yet.
    Empty,
    /// The method that the class of the receiver has for the name of the call.
    Method {
        /// The class of the receiver.
        class: ClassId,
        /// The epoch of method tables.
        epoch: u32,
        /// The method.
        method: MethodId,
    },
    /// As `Method`, for a method in Ruby that takes exactly the arguments of the call, each in a
    /// plain variable.
    Direct {
        /// The class of the receiver.
        class: ClassId,
        /// The epoch of method tables.
        epoch: u32,
        /// The method.
        method: MethodId,
    },
    /// As `Method`, for a method that reads or writes an instance variable.
    Attribute {
        /// The class of the receiver.
        class: ClassId,
        /// The epoch of method tables.
        epoch: u32,
        /// The index of the instance variable in objects of the class.
        index: u32,
    },
    /// `Name.new`, if `initialize` is written in Ruby and takes exactly the arguments of the call.
    Construct {
        /// The class of the new object.
        class: ClassId,
        /// The epoch of method tables.
        epoch: u32,
        /// The method `initialize`.
        method: MethodId,
    },
    /// The index of an instance variable in objects of a class.
    Ivar {
        /// The class.
        class: ClassId,
        /// The index.
        index: u32,
    },
    /// A constant, or another value that is computed once.
    Value {
        /// The epoch of constants, or 0 for values that never change.
        epoch: u32,
        /// The value.
        value: Value,
    },
}

/// Code with its caches.
pub struct Body {
    /// The code.
    pub code: Arc<Code>,
    sites: Box<[Cell<Site>]>,
    children: Box<[OnceCell<Rc<Body>>]>,
    /// Whether [`Params::is_simple`](crate::code::Params::is_simple) holds.
    pub(crate) is_simple: bool,
    /// The number of parameters if all are plain variables, or [`NOT_PLAIN`].
    pub(crate) plain_count: usize,
    /// Whether [`Machine::start`](crate::machine::Machine) may evaluate a part of the code without
    /// a frame.
    pub(crate) is_promising: bool,
    /// The line where the code begins.
    pub(crate) line: u32,
    /// The number of variables.
    pub(crate) slots: usize,
    /// The bytes of native stack that must be free before the code is entered.
    pub(crate) stack_needed: usize,
}

/// The value of `plain_count` if some parameters are not plain variables.
const NOT_PLAIN: usize = usize::MAX;

/// The maximum native stack that the evaluation of one level of nesting takes.
const STACK_PER_LEVEL: usize = 2048;

impl Body {
    /// A body for code, with empty caches.
    pub fn new(code: Arc<Code>) -> Rc<Body> {
        let sites = (0..code.sites).map(|_| Cell::new(Site::Empty)).collect();
        let children = code.children.iter().map(|_| OnceCell::new()).collect();
        let is_simple = code.params.is_simple();
        let stack_needed = super::call::STACK_RESERVE + code.depth as usize * STACK_PER_LEVEL;
        let slots = code.slots.len();
        let plain_count = if is_simple { code.params.required.len() } else { NOT_PLAIN };
        let is_promising = is_simple && super::frameless::is_promising(&code.node);
        let line = code.line;
        Rc::new(Body {
            code,
            sites,
            children,
            is_simple,
            plain_count,
            is_promising,
            line,
            slots,
            stack_needed,
        })
    }

    /// The body of a child: a block, method or class body.
    pub(crate) fn child(&self, number: u32) -> &Rc<Body> {
        let number = number as usize;
        self.children[number].get_or_init(|| Body::new(self.code.children[number].code().clone()))
    }

    /// Whether the child of that number is a method that was not lowered yet.
    pub(crate) fn is_deferred(&self, number: u32) -> bool {
        match &self.code.children[number as usize] {
            Child::Ready(_) => false,
            Child::Deferred(method) => method.code.get().is_none(),
        }
    }

    /// The inline cache of a number.
    #[inline]
    pub(crate) fn site(&self, number: u32) -> Site {
        self.sites[number as usize].get()
    }

    /// Sets the inline cache of a number.
    #[inline]
    pub(crate) fn set_site(&self, number: u32, site: Site) {
        self.sites[number as usize].set(site);
    }

    /// Calls `mark` with every value in the caches.
    pub(crate) fn trace(&self, mark: &mut dyn FnMut(Value)) {
        for site in &self.sites {
            if let Site::Value { value, .. } = site.get() {
                mark(value);
            }
        }
        for child in self.children.iter().filter_map(OnceCell::get) {
            child.trace(mark);
        }
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Body({}:{} {})", self.code.file, self.code.line, self.code.name)
    }
}
