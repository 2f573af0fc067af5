//! Procs, and the variables that they capture.

use std::fmt;
use std::rc::Rc;

use crate::machine::{Body, Cref, Flow, Machine, MethodId};
use crate::native::Args;
use crate::symbol::Symbol;
use crate::value::{ClassId, EnvId, ProcId, Value};

/// The variables of a frame that a proc has captured.
#[derive(Debug)]
pub enum Env {
    /// The frame is still active: its variables are on the machine's stack.
    Active {
        /// The number of the frame.
        frame: u32,
    },
    /// The frame has ended, and its variables moved here.
    Ended(Box<EndedFrame>),
}

/// The parts of an ended frame that its procs may still need.
#[derive(Debug)]
pub struct EndedFrame {
    /// The variables.
    pub slots: Vec<Value>,
    /// The enclosing frame, for blocks.
    pub outer: Option<EnvId>,
    /// `$~`
    pub last_match: Value,
    /// The code, which knows the names of the variables.
    pub body: Rc<Body>,
}

/// A function in Rust that serves as a block.
pub type NativeBlock = Rc<dyn Fn(&mut Machine<'_>, Args<'_>) -> Flow>;

/// The code of a proc.
#[derive(Clone)]
pub enum ProcKind {
    /// A block of Ruby code.
    Block(Rc<BlockProc>),
    /// `:name.to_proc`
    Symbol(Symbol),
    /// `object.method(:name).to_proc`: calls the method with all arguments.
    Method {
        /// The object.
        receiver: Value,
        /// The method's name.
        name: Symbol,
        /// The `Method` object.
        method: Value,
    },
    /// A function in Rust. The number is the arity that the proc reports.
    Native(NativeBlock, i32),
}

/// A block of Ruby code with everything that it captures.
pub struct BlockProc {
    /// The code.
    pub body: Rc<Body>,
    /// The variables of the frames around the block.
    pub env: EnvId,
    /// `self` inside the block.
    pub this: Value,
    /// The lexical scope for constants and method definitions.
    pub cref: Rc<Cref>,
    /// The enclosing method, for `super` and `__method__`.
    pub method: Option<MethodId>,
    /// The block of the enclosing method, for `yield`.
    pub block: Option<ProcId>,
    /// The serial number of the frame that created the block, which `break` ends.
    pub definer: u32,
    /// The serial number of the frame of the enclosing method, which `return` ends.
    pub home: u32,
}

impl fmt::Debug for ProcKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ProcKind::Block(_) => "Block",
            ProcKind::Symbol(_) => "Symbol",
            ProcKind::Method { .. } => "Method",
            ProcKind::Native(..) => "Native",
        })
    }
}

/// A proc as a Ruby object.
#[derive(Debug, Clone)]
pub struct RProc {
    /// The code.
    pub kind: ProcKind,
    /// Whether it is a lambda: checks the number of its arguments, and `return` ends only the proc.
    pub is_lambda: bool,
    /// `Proc` or a subclass.
    pub class: ClassId,
    /// Whether it must not be changed.
    pub frozen: bool,
}
