//! Frames: the active calls of methods, blocks and class bodies.

use std::ops::{Deref, DerefMut, Index, IndexMut};
use std::rc::Rc;

use super::{Body, MethodId};
use crate::native::{Block, Visibility};
use crate::value::{ClassId, EnvId, Value};

/// The lexical scope of constants and of method definitions.
#[derive(Debug)]
pub struct Cref {
    /// The class or module.
    pub class: ClassId,
    /// The enclosing scope.
    pub parent: Option<Rc<Cref>>,
    /// Whether the scope only determines where methods are defined, while constants are looked up
    /// in the enclosing scopes: blocks of `class_eval` and `instance_eval`.
    pub is_eval: bool,
}

/// The enclosing frame of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outer {
    /// An active frame, by its number.
    Frame(u32),
    /// Captured variables.
    Env(EnvId),
}

/// A frame.
#[derive(Debug)]
pub struct Frame {
    /// The stack index of its first variable.
    pub(crate) base: u32,
    /// The serial number, which is unique. (The index of a frame is reused.)
    pub(crate) serial: u32,
    /// The line of the expression that is being evaluated.
    pub(crate) line: u32,
    /// The code.
    pub(crate) body: Rc<Body>,
    /// `self`
    pub(crate) this: Value,
    /// The scope of constants.
    pub(crate) cref: Rc<Cref>,
    /// The enclosing method.
    pub(crate) method: Option<MethodId>,
    /// The block that `yield` calls.
    pub(crate) block: Option<Block>,
    /// The enclosing frame, for blocks.
    pub(crate) outer: Option<Outer>,
    /// The captured variables of this frame, if a proc was made inside.
    pub(crate) env: Option<EnvId>,
    /// The tag of the call that the block was passed to, which `break` ends.
    pub(crate) tag: u32,
    /// The serial number of the frame that `return` ends.
    pub(crate) home: u32,
    /// Whether it is the frame of a lambda, or of a method defined by a block.
    pub(crate) is_lambda: bool,
    /// `$~`
    pub(crate) last_match: Value,
    /// The visibility of the methods that are defined next.
    pub(crate) visibility: Visibility,
    /// Whether `module_function` was called without arguments.
    pub(crate) module_function: bool,
}

/// The initial state of a frame.
pub(crate) struct Entry {
    /// The stack index of the first variable.
    pub(crate) base: usize,
    /// The serial number of the new frame.
    pub(crate) serial: u32,
    /// `self`
    pub(crate) this: Value,
    /// The enclosing method.
    pub(crate) method: Option<MethodId>,
    /// The block that `yield` calls.
    pub(crate) block: Option<Block>,
    /// The enclosing frame, for blocks.
    pub(crate) outer: Option<Outer>,
    /// The tag of the call that the block was passed to.
    pub(crate) tag: u32,
    /// The serial number of the frame that `return` ends.
    pub(crate) home: u32,
    /// Whether `return` ends this frame although it is a block's.
    pub(crate) is_lambda: bool,
}

/// The active frames, innermost last.
///
/// Frames are entered and left more often than anything else happens. So an ended frame stays in
/// the list and is filled again: its fields are stored one by one, and an `Rc` that stays the same
/// is not counted again.
#[derive(Debug, Default)]
pub struct Frames {
    places: Vec<Frame>,
    active: usize,
}

impl Frames {
    /// Adds a frame.
    #[inline(always)]
    pub(crate) fn enter(&mut self, body: &Rc<Body>, cref: &Rc<Cref>, entry: Entry) {
        if self.active == self.places.len() {
            self.places.push(Frame::empty(body.clone(), cref.clone()));
        }
        let frame = &mut self.places[self.active];
        share(&mut frame.cref, cref);
        frame.fill(body, entry);
        self.active += 1;
    }

    /// Adds a frame for a block whose enclosing frame is active: `self`, method and constants are
    /// the same there.
    #[inline(always)]
    pub(crate) fn enter_block(
        &mut self,
        body: &Rc<Body>,
        around: u32,
        base: usize,
        serial: u32,
        tag: u32,
    ) {
        if self.active == self.places.len() {
            let cref = self.places[around as usize].cref.clone();
            self.places.push(Frame::empty(body.clone(), cref));
        }
        let (active, free) = self.places.split_at_mut(self.active);
        let (outer, frame) = (&active[around as usize], &mut free[0]);
        share(&mut frame.cref, &outer.cref);
        frame.fill(
            body,
            Entry {
                base,
                serial,
                this: outer.this,
                method: outer.method,
                block: outer.block,
                outer: Some(Outer::Frame(around)),
                tag,
                home: outer.home,
                is_lambda: false,
            },
        );
        self.active += 1;
    }

    /// The number of frames, which is the index of the next one.
    #[inline(always)]
    pub(crate) fn count(&self) -> usize {
        self.active
    }

    /// Removes the innermost frame.
    #[inline(always)]
    pub(crate) fn leave(&mut self) {
        self.active -= 1;
    }
}

impl Frame {
    #[cold]
    fn empty(body: Rc<Body>, cref: Rc<Cref>) -> Frame {
        Frame {
            base: 0,
            serial: 0,
            line: 0,
            body,
            this: Value::Nil,
            cref,
            method: None,
            block: None,
            outer: None,
            env: None,
            tag: 0,
            home: 0,
            is_lambda: false,
            last_match: Value::Nil,
            visibility: Visibility::Public,
            module_function: false,
        }
    }

    #[inline(always)]
    fn fill(&mut self, body: &Rc<Body>, entry: Entry) {
        share(&mut self.body, body);
        self.base = entry.base as u32;
        self.serial = entry.serial;
        self.line = body.line;
        self.this = entry.this;
        self.method = entry.method;
        self.block = entry.block;
        self.outer = entry.outer;
        self.env = None;
        self.tag = entry.tag;
        self.home = entry.home;
        self.is_lambda = entry.is_lambda;
        self.last_match = Value::Nil;
        self.visibility = Visibility::Public;
        self.module_function = false;
    }
}

/// Makes a field refer to an object, without counting references if it does already.
#[inline(always)]
fn share<T>(place: &mut Rc<T>, object: &Rc<T>) {
    if !Rc::ptr_eq(place, object) {
        *place = object.clone();
    }
}

impl Index<usize> for Frames {
    type Output = Frame;
    #[inline(always)]
    fn index(&self, number: usize) -> &Frame {
        &self.places[number]
    }
}

impl IndexMut<usize> for Frames {
    #[inline(always)]
    fn index_mut(&mut self, number: usize) -> &mut Frame {
        &mut self.places[number]
    }
}

impl Deref for Frames {
    type Target = [Frame];
    #[inline]
    fn deref(&self) -> &[Frame] {
        &self.places[..self.active]
    }
}

impl DerefMut for Frames {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Frame] {
        &mut self.places[..self.active]
    }
}
