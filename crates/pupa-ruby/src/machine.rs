//! The machine that runs code: frames, classes, calls, and the heap.
//!
//! A [`Core`] is all state of one run. A [`Machine`] is a core together with its world, for the
//! time of one entry; native functions receive it as their first argument.

mod assign;
mod bind;
pub mod body;
pub mod call;
pub mod class;
pub mod classes;
pub mod collect;
pub mod compare;
pub mod constant;
pub mod convert;
pub mod define;
mod defined;
mod definition;
pub mod error;
mod eval;
pub mod frame;
mod frameless;
pub mod global;
pub mod hashing;
pub mod invoke;
pub mod iterate;
pub mod jump;
pub mod make;
pub mod matching;
mod operators;
mod pattern;
pub mod raise;
pub mod require;
pub mod stack;

use std::ops::{Deref, DerefMut};
use std::rc::Rc;

use rustc_hash::FxHashMap;

pub use body::Body;
pub use class::{Class, MethodDef, MethodId, MethodKind};
pub use classes::Classes;
pub use frame::{Cref, Frame, Frames, Outer};
pub use jump::{Flow, Jump};

use crate::heap::Heap;
use crate::symbol::Symbol;
use crate::value::{ClassId, Value};
use crate::world::World;

/// The limits of a machine.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The number of calls and loop iterations in one entry.
    pub steps: u64,
    /// The estimated bytes of all objects.
    pub memory: usize,
    /// The number of nested calls.
    pub depth: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { steps: 2_000_000_000, memory: 1 << 30, depth: 10_000 }
    }
}

/// The state of a machine that lives as long as a run.
#[derive(Debug)]
pub struct Core {
    /// All objects.
    pub heap: Heap,
    /// All classes and modules, by their [`ClassId`].
    pub classes: Classes,
    /// All methods that were looked up or defined, by their [`MethodId`].
    pub methods: Vec<MethodDef>,
    /// The results of method lookups, by name and class.
    pub(crate) method_cache: FxHashMap<Symbol, FxHashMap<ClassId, Option<MethodId>>>,
    /// The IDs of native methods that were looked up, by owner and name.
    pub(crate) native_methods: FxHashMap<(ClassId, Symbol), MethodId>,
    /// The number of changes to methods that were looked up before; inline caches of an older epoch
    /// are stale.
    pub(crate) epoch: u32,
    /// The number of changes to ancestors.
    pub(crate) hierarchy_epoch: u32,
    /// The number of changes to constants.
    pub(crate) constant_epoch: u32,
    /// Whether a core operator was redefined, so that fast paths must not be taken.
    pub(crate) operators_redefined: bool,
    /// The variables of all active frames.
    pub(crate) stack: Vec<Value>,
    /// The active frames.
    pub(crate) frames: Frames,
    /// The value that a jump carries.
    pub(crate) carried: Value,
    /// The last serial number of a frame or block.
    pub(crate) serial: u32,
    /// The tags of the active calls with a literal block.
    pub(crate) active_tags: Vec<u32>,
    /// Global variables.
    pub globals: FxHashMap<Symbol, Value>,
    /// The original name of each alias: `alias $new $old`.
    pub(crate) global_aliases: FxHashMap<Symbol, Symbol>,
    /// The instance variables of values that have no table for them: strings, arrays, classes,
    /// procs.
    pub(crate) side_ivars: FxHashMap<(u8, u32), Vec<(Symbol, Value)>>,
    /// The object IDs that `object_id` has returned.
    pub(crate) object_ids: FxHashMap<(u8, u32), i64>,
    /// The exceptions that `rescue` clauses are handling, innermost last: `$!`.
    pub(crate) handled: Vec<Value>,
    /// The serial numbers and tags of the active `catch` calls.
    pub(crate) catches: Vec<(u32, Value)>,
    /// The context of the code that `eval` is about to run.
    pub(crate) eval_context: Option<EvalContext>,
    /// The `main` object.
    pub(crate) main: Value,
    /// The scope of constants at the top level.
    pub(crate) top_cref: Rc<Cref>,
    /// Pairs of objects that are being inspected, compared or hashed, to detect recursion.
    pub(crate) visiting: Vec<(Symbol, Value, Value)>,
    /// The files that `require` is loading.
    pub(crate) loading: Vec<String>,
    /// The environment variables, if the program has changed any.
    pub(crate) environment: Option<std::collections::BTreeMap<String, String>>,
    /// The libraries that `require` has loaded.
    pub(crate) loaded: Vec<String>,
    /// The number of bytes that were live after objects were last freed.
    pub(crate) collected: usize,
    /// The number of steps in this entry.
    pub(crate) steps: u64,
    /// The number of nested calls.
    pub(crate) depth: u32,
    /// The conversions between Puppet and Ruby values, and the objects of Puppet.
    pub(crate) bridge: crate::bridge::Bridge,
    /// The Puppet strings that come from binary strings.
    pub(crate) binary_texts: crate::binary_text::BinaryTexts,
    /// The limits.
    pub limits: Limits,
    /// The last object ID that was assigned.
    pub(crate) last_object_id: i64,
    /// State that core classes keep for the whole run. The [`Value`]s in it stay alive.
    pub(crate) extensions: FxHashMap<&'static str, Box<dyn std::any::Any>>,
}

/// The context that evaluated code takes from the frame that called `eval`.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct EvalContext {
    /// The method of that frame.
    pub(crate) method: Option<MethodId>,
    /// The block that `yield` calls.
    pub(crate) block: Option<crate::native::Block>,
    /// The visibility of methods that are defined.
    pub(crate) visibility: Option<crate::native::Visibility>,
    /// Whether `module_function` is in force.
    pub(crate) module_function: bool,
}

/// The name of the limit when the world has stopped the program; the other limits are named `steps`
/// and `memory`.
pub const CANCELLED: &str = "cancelled";

/// Allocations above this size count as work too.
const LARGE: usize = 4096;

/// The number of bytes that count as one unit of work.
const BYTES_PER_UNIT: usize = 16;

/// A core with the world around it.
pub struct Machine<'w> {
    /// The state.
    pub core: Box<Core>,
    /// The world.
    pub world: &'w mut dyn World,
    /// The known free part of the native stack.
    native_stack: stack::NativeStack,
}

impl Deref for Machine<'_> {
    type Target = Core;
    #[inline]
    fn deref(&self) -> &Core {
        &self.core
    }
}

impl DerefMut for Machine<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Core {
        &mut self.core
    }
}

impl Core {
    /// Counts long work of a native function as steps. The limit is checked at the next step.
    pub(crate) fn add_steps(&mut self, work: u64) {
        // `step` checks the limit when the low bits are zero; the addition must not skip that
        // point.
        if (self.steps & 0xfff).saturating_add(work) < 0xfff {
            self.steps += work;
        } else {
            self.steps = self.steps.saturating_add(work).min(1 << 62) | 0xfff;
        }
    }
}

impl<'w> Machine<'w> {
    /// Combines a core with a world for one entry.
    pub fn new(core: Box<Core>, world: &'w mut dyn World) -> Machine<'w> {
        Machine { core, world, native_stack: stack::NativeStack::default() }
    }

    /// Counts a step: a call or a loop iteration. A native function that loops for long without a
    /// call counts its iterations too.
    #[inline]
    pub fn step(&mut self) -> Flow<()> {
        self.core.steps += 1;
        let is_due = self.core.steps & 0xfff == 0;
        if is_due || self.core.heap.allocated > self.core.limits.memory {
            return self.check_limits();
        }
        Ok(())
    }

    /// Charges bytes to the memory limit before they are allocated. A native function calls this
    /// before it builds anything whose size the program determines.
    #[inline]
    pub fn charge(&mut self, bytes: usize) -> Flow<()> {
        self.core.heap.allocated = self.core.heap.allocated.saturating_add(bytes);
        if self.core.heap.allocated > self.core.limits.memory {
            return self.check_limits();
        }
        if bytes > LARGE && !pupa_meter::charge(bytes / BYTES_PER_UNIT) {
            return Err(self.limit_error(CANCELLED));
        }
        Ok(())
    }

    #[cold]
    fn check_limits(&mut self) -> Flow<()> {
        if self.core.steps > self.core.limits.steps {
            return Err(self.limit_error("steps"));
        }
        if self.core.heap.allocated > self.core.limits.memory {
            return Err(self.limit_error("memory"));
        }
        if self.world.is_cancelled() {
            return Err(self.limit_error(CANCELLED));
        }
        Ok(())
    }
}
