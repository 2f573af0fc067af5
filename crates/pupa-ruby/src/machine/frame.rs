//! Frames: the activations of methods, blocks and class bodies.

use std::rc::Rc;

use super::{Body, MethodId};
use crate::native::{Block, Visibility};
use crate::value::{ClassId, EnvId, Value};

/// The lexical scope of constants and of method definitions.
#[derive(Debug)]
pub struct Cref {
    /// The class or module.
    pub class: ClassId,
    /// The scope around.
    pub parent: Option<Rc<Cref>>,
    /// Methods are defined in `class`, but constants are looked up in the scopes around only:
    /// blocks of `class_eval` and `instance_eval`.
    pub is_eval: bool,
}

/// The frame around a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outer {
    /// An active frame, by its number.
    Frame(u32),
    /// Captured variables.
    Env(EnvId),
}

/// An activation.
#[derive(Debug)]
pub struct Frame {
    /// The stack index of its first variable.
    pub(crate) base: u32,
    /// The identity of the frame; numbers of frames are used again, serial numbers are not.
    pub(crate) serial: u32,
    /// The line that is being evaluated.
    pub(crate) line: u32,
    /// The code.
    pub(crate) body: Rc<Body>,
    /// `self`
    pub(crate) this: Value,
    /// The scope of constants.
    pub(crate) cref: Rc<Cref>,
    /// The method around.
    pub(crate) method: Option<MethodId>,
    /// The block that `yield` calls.
    pub(crate) block: Option<Block>,
    /// The frame around, for blocks.
    pub(crate) outer: Option<Outer>,
    /// The captured variables of this frame, if a proc was made inside.
    pub(crate) env: Option<EnvId>,
    /// The tag of the call that the block belongs to, which `break` ends.
    pub(crate) tag: u32,
    /// The serial number of the frame that `return` ends.
    pub(crate) home: u32,
    /// The frame is that of a lambda or of a method made of a block.
    pub(crate) is_lambda: bool,
    /// `$~`
    pub(crate) last_match: Value,
    /// The visibility of methods that are defined from here on.
    pub(crate) visibility: Visibility,
    /// `module_function` without arguments was called.
    pub(crate) module_function: bool,
}
