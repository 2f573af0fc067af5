//! The machine that runs code: frames, classes, calls, and the heap.
//!
//! A [`Core`] is everything that lives as long as a run. A [`Machine`] is a core with the world
//! around it, for the time of one entry; natives receive it as their first argument.

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
    /// Calls and rounds of loops in one entry.
    pub steps: u64,
    /// Bytes of objects, roughly.
    pub memory: usize,
    /// Nested calls.
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
    /// All methods that were found or defined, by their [`MethodId`].
    pub methods: Vec<MethodDef>,
    /// Results of method searches, by name and class.
    pub(crate) method_cache: FxHashMap<Symbol, FxHashMap<ClassId, Option<MethodId>>>,
    /// The identifiers of native methods that were found before, by owner and name.
    pub(crate) native_methods: FxHashMap<(ClassId, Symbol), MethodId>,
    /// Counts changes of methods that were searched before; inline caches of an older epoch are
    /// stale.
    pub(crate) epoch: u32,
    /// Counts changes of ancestors.
    pub(crate) hierarchy_epoch: u32,
    /// Counts changes of constants.
    pub(crate) constant_epoch: u32,
    /// A core operator was redefined, so that fast paths must not be taken.
    pub(crate) operators_redefined: bool,
    /// Variables of all active frames.
    pub(crate) stack: Vec<Value>,
    /// The active frames.
    pub(crate) frames: Frames,
    /// The value that a jump carries.
    pub(crate) carried: Value,
    /// The last serial number of a frame or block.
    pub(crate) serial: u32,
    /// The calls with a literal block that are under way, by their tag.
    pub(crate) active_tags: Vec<u32>,
    /// Global variables.
    pub globals: FxHashMap<Symbol, Value>,
    /// `alias $new $old`
    pub(crate) global_aliases: FxHashMap<Symbol, Symbol>,
    /// Instance variables of values that have no table for them: strings, arrays, classes, procs.
    pub(crate) side_ivars: FxHashMap<(u8, u32), Vec<(Symbol, Value)>>,
    /// Object ids that were asked for.
    pub(crate) object_ids: FxHashMap<(u8, u32), i64>,
    /// The exceptions that `rescue` clauses are handling, innermost last: `$!`.
    pub(crate) handled: Vec<Value>,
    /// The tags of the `catch` calls that are under way, with their serial numbers.
    pub(crate) catches: Vec<(u32, Value)>,
    /// The circumstances of the code that `eval` is about to run.
    pub(crate) eval_context: Option<EvalContext>,
    /// The `main` object.
    pub(crate) main: Value,
    /// The scope of constants at the top level.
    pub(crate) top_cref: Rc<Cref>,
    /// Pairs of objects that are being inspected, compared or hashed, against recursion.
    pub(crate) visiting: Vec<(Symbol, Value, Value)>,
    /// Files that `require` is loading.
    pub(crate) loading: Vec<String>,
    /// The environment variables, once the program has changed one.
    pub(crate) environment: Option<std::collections::BTreeMap<String, String>>,
    /// Libraries that `require` has loaded.
    pub(crate) loaded: Vec<String>,
    /// The bytes that were live after the last collection.
    pub(crate) collected: usize,
    /// Steps taken in this entry.
    pub(crate) steps: u64,
    /// Nested calls.
    pub(crate) depth: u32,
    /// Puppet values that were converted, and objects of Puppet.
    pub(crate) bridge: crate::bridge::Bridge,
    /// The texts of Puppet that come from binary strings.
    pub(crate) binary_texts: crate::binary_text::BinaryTexts,
    /// Limits.
    pub limits: Limits,
    /// The last object id that was given out.
    pub(crate) last_object_id: i64,
    /// State that core classes keep for the whole run. A [`Value`] among it stays alive.
    pub(crate) extensions: FxHashMap<&'static str, Box<dyn std::any::Any>>,
}

/// The circumstances that evaluated text takes over from the frame around.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct EvalContext {
    /// The method around.
    pub(crate) method: Option<MethodId>,
    /// The block that `yield` calls.
    pub(crate) block: Option<crate::native::Block>,
    /// The visibility of methods that are defined.
    pub(crate) visibility: Option<crate::native::Visibility>,
    /// `module_function` is in force.
    pub(crate) module_function: bool,
}

/// The limit of a program that its world has stopped; the names of others are `steps` and `memory`.
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
    /// The part of the native stack that is known to be free.
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
    /// Counts long work of a native as steps. The next step looks at the limit.
    pub(crate) fn add_steps(&mut self, work: u64) {
        // The limit is checked when the low bits are zero, which adding must not jump over.
        if (self.steps & 0xfff).saturating_add(work) < 0xfff {
            self.steps += work;
        } else {
            self.steps = self.steps.saturating_add(work).min(1 << 62) | 0xfff;
        }
    }
}

impl<'w> Machine<'w> {
    /// Enters a core.
    pub fn new(core: Box<Core>, world: &'w mut dyn World) -> Machine<'w> {
        Machine { core, world, native_stack: stack::NativeStack::default() }
    }

    /// Counts a step: a call or the round of a loop. Loops in natives that run long without
    /// calling anything count too.
    #[inline]
    pub fn step(&mut self) -> Flow<()> {
        self.core.steps += 1;
        let is_due = self.core.steps & 0xfff == 0;
        if is_due || self.core.heap.allocated > self.core.limits.memory {
            return self.check_limits();
        }
        Ok(())
    }

    /// Charges bytes that are about to be allocated, before they are. Every native that builds
    /// something whose size a program chooses calls this first.
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
