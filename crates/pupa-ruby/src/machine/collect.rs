//! Garbage collection: frees the objects that nothing refers to.
//!
//! A collection takes place between entries into the machine, when no frame is active and no native
//! function holds a handle. Everything reachable from classes, globals, inline caches and the given
//! roots is kept. Classes are never freed.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::{Body, Core, MethodKind};
use crate::heap::procs::{Env, ProcKind};
use crate::heap::{Handle, RArray, RHash, RObject, RProc, RRange, RRegexp, RString, Slab};
use crate::machine::class::Constant;
use crate::value::{EnvId, Value};

/// The number of allocated bytes above which a collection is worth its time.
const THRESHOLD: usize = 32 << 20;

/// The objects that were reached, for each table.
#[derive(Default)]
struct Marks {
    reached: [Vec<bool>; 10],
    pending: Vec<Value>,
    pending_envs: Vec<EnvId>,
    bodies: FxHashSet<*const Body>,
}

impl Marks {
    fn value(&mut self, value: Value) {
        let Some((kind, place)) = value.heap_key() else { return };
        let table = &mut self.reached[kind as usize];
        match table.get_mut(place as usize) {
            Some(is_reached) if !*is_reached => *is_reached = true,
            _ => return,
        }
        self.pending.push(value);
    }

    fn env(&mut self, env: EnvId) {
        if let Some(is_reached) = self.reached[0].get_mut(env.0 as usize)
            && !*is_reached
        {
            *is_reached = true;
            self.pending_envs.push(env);
        }
    }
}

impl Core {
    /// Frees unreachable objects if enough was allocated since the last collection. `roots` and
    /// `bodies` are the values and the code that the caller keeps.
    pub fn collect_if_due(&mut self, roots: &[Value], bodies: &[Rc<Body>]) {
        if self.is_collection_due() && self.frames.is_empty() {
            self.collect(roots, bodies);
        }
    }

    /// Whether enough was allocated since the last collection.
    pub(crate) fn is_collection_due(&self) -> bool {
        self.heap.allocated > self.collected + THRESHOLD
    }

    /// Frees unreachable objects. Does nothing while code is running.
    pub fn collect(&mut self, roots: &[Value], bodies: &[Rc<Body>]) {
        if !self.frames.is_empty() {
            return;
        }
        let mut marks = self.new_marks();
        self.mark_roots(&mut marks);
        roots.iter().for_each(|&root| marks.value(root));
        bodies.iter().for_each(|body| body.trace(&mut |value| marks.value(value)));
        self.mark_reachable(&mut marks);
        self.sweep(&marks);
        self.heap.allocated = self.live_bytes();
        self.collected = self.heap.allocated;
    }

    fn new_marks(&self) -> Marks {
        let heap = &self.heap;
        let mut marks = Marks::default();
        let sizes = [
            heap.envs.places(),
            heap.strings.places(),
            heap.arrays.places(),
            heap.hashes.places(),
            heap.ranges.places(),
            heap.regexps.places(),
            heap.procs.places(),
            heap.bigs.places(),
            self.classes.len() as u32,
            heap.objects.places(),
        ];
        for (table, size) in marks.reached.iter_mut().zip(sizes) {
            table.resize(size as usize, false);
        }
        marks
    }

    fn mark_roots(&self, marks: &mut Marks) {
        for (_, class) in self.classes.used() {
            for constant in class.constants.values() {
                if let Constant::Value(value) = constant {
                    marks.value(*value);
                }
            }
            class.class_vars.values().for_each(|&value| marks.value(value));
        }
        for method in &self.methods {
            match &method.kind {
                MethodKind::Block(proc) => marks.value(Value::Proc(*proc)),
                MethodKind::Ruby(body, _) => body.trace(&mut |value| marks.value(value)),
                _ => {}
            }
        }
        #[expect(clippy::iter_over_hash_type, reason = "marking has no order")]
        for value in self.globals.values() {
            marks.value(*value);
        }
        self.handled.iter().for_each(|&value| marks.value(value));
        marks.value(self.main);
        marks.value(self.carried);
        for id in 0..self.classes.len() {
            // Instance variables of classes are kept outside the heap.
            marks.value(Value::Class(crate::value::ClassId(id as u32)));
        }
        #[expect(clippy::iter_over_hash_type, reason = "marking has no order")]
        for extension in self.extensions.values() {
            if let Some(value) = extension.downcast_ref::<Value>() {
                marks.value(*value);
            }
        }
    }

    fn mark_reachable(&self, marks: &mut Marks) {
        loop {
            if let Some(value) = marks.pending.pop() {
                self.mark_parts(value, marks);
            } else if let Some(env) = marks.pending_envs.pop() {
                if let Env::Ended(ended) = &self.heap.envs[env] {
                    ended.slots.iter().for_each(|&value| marks.value(value));
                    marks.value(ended.last_match);
                    if let Some(outer) = ended.outer {
                        marks.env(outer);
                    }
                }
            } else {
                return;
            }
        }
    }

    /// Marks everything that an object refers to.
    fn mark_parts(&self, value: Value, marks: &mut Marks) {
        if let Some(key) = value.heap_key()
            && let Some(ivars) = self.side_ivars.get(&key)
        {
            ivars.iter().for_each(|&(_, value)| marks.value(value));
        }
        match value {
            Value::Array(id) => {
                self.heap.arrays[id].slice().iter().for_each(|&item| marks.value(item));
            }
            Value::Hash(id) => {
                let hash = &self.heap.hashes[id];
                for (key, value) in hash.iter() {
                    marks.value(key);
                    marks.value(value);
                }
                marks.value(hash.default);
                if let Some(proc) = hash.default_proc {
                    marks.value(Value::Proc(proc));
                }
            }
            Value::Range(id) => {
                marks.value(self.heap.ranges[id].begin);
                marks.value(self.heap.ranges[id].end);
            }
            Value::Object(id) => {
                let object = &self.heap.objects[id];
                object.ivars.iter().for_each(|&value| marks.value(value));
                if let Some(payload) = &object.payload {
                    payload.trace(&mut |value| marks.value(value));
                }
            }
            Value::Proc(id) => match &self.heap.procs[id].kind {
                ProcKind::Block(block) => {
                    marks.env(block.env);
                    marks.value(block.this);
                    if let Some(proc) = block.block {
                        marks.value(Value::Proc(proc));
                    }
                    if marks.bodies.insert(Rc::as_ptr(&block.body)) {
                        block.body.trace(&mut |value| marks.value(value));
                    }
                }
                ProcKind::Method { receiver, method, .. } => {
                    marks.value(*receiver);
                    marks.value(*method);
                }
                ProcKind::Native(..) | ProcKind::Symbol(_) => {}
            },
            _ => {}
        }
    }

    fn sweep(&mut self, marks: &Marks) {
        let heap = &mut self.heap;
        let [envs, strings, arrays, hashes, ranges, regexps, procs, bigs, _, objects] =
            &marks.reached;
        let nil = crate::core::class::OBJECT;
        sweep_table(&mut heap.envs, envs, || Env::Active { frame: u32::MAX });
        sweep_table(&mut heap.strings, strings, || RString::from_text(ecow::EcoString::new()));
        sweep_table(&mut heap.arrays, arrays, || RArray::new(Vec::new()));
        sweep_table(&mut heap.hashes, hashes, RHash::new);
        sweep_table(&mut heap.ranges, ranges, || RRange {
            begin: Value::Nil,
            end: Value::Nil,
            exclusive: false,
            class: nil,
            frozen: false,
        });
        sweep_table(&mut heap.regexps, regexps, || RRegexp {
            regexp: None,
            class: nil,
            frozen: false,
            no_encoding: false,
            encoding: None,
        });
        sweep_table(&mut heap.procs, procs, || RProc {
            kind: ProcKind::Symbol(crate::symbol::names::EMPTY),
            is_lambda: false,
            class: nil,
            frozen: false,
        });
        sweep_table(&mut heap.bigs, bigs, num_bigint::BigInt::default);
        sweep_table(&mut heap.objects, objects, || RObject::new(nil));
        let is_live = |&(kind, place): &(u8, u32)| marks.reached[kind as usize][place as usize];
        self.side_ivars.retain(|key, _| is_live(key));
        self.object_ids.retain(|key, _| is_live(key));
    }

    fn live_bytes(&self) -> usize {
        let heap = &self.heap;
        let live = |places: u32, free: usize, size: usize| (places as usize - free) * size;
        live(heap.strings.places(), heap.strings.free_places().len(), 64)
            + live(heap.arrays.places(), heap.arrays.free_places().len(), 128)
            + live(heap.hashes.places(), heap.hashes.free_places().len(), 512)
            + live(heap.objects.places(), heap.objects.free_places().len(), 128)
            + live(heap.procs.places(), heap.procs.free_places().len(), 128)
            + live(heap.envs.places(), heap.envs.free_places().len(), 128)
    }
}

fn sweep_table<I: Handle, T>(table: &mut Slab<I, T>, reached: &[bool], empty: impl Fn() -> T) {
    let mut is_free = vec![false; reached.len()];
    for &place in table.free_places() {
        is_free[place as usize] = true;
    }
    for (place, is_reached) in reached.iter().enumerate() {
        if !is_reached && !is_free[place] {
            table.release(I::from_place(place as u32), empty());
        }
    }
}
