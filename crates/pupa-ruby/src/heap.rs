//! The objects of one machine, in one table per kind.
//!
//! Objects are freed only between entries into the machine (see [`crate::machine::collect`]), when
//! no native function holds a handle.

pub mod array;
pub mod hash;
pub mod object;
pub mod procs;
pub mod range;
pub mod string;

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use num_bigint::BigInt;
use pupa_value::regexp::Regexp;

pub use array::RArray;
pub use hash::RHash;
pub use object::{Payload, RObject};
pub use procs::{Env, RProc};
pub use range::RRange;
pub use string::{Encoding, RString};

use crate::value::{
    ArrayId, BigId, ClassId, EnvId, HashId, ObjectId, ProcId, RangeId, RegexpId, StrId,
};

/// A table of objects that reuses the slots of freed objects.
#[derive(Debug)]
pub struct Slab<I, T> {
    items: Vec<T>,
    free: Vec<u32>,
    id: PhantomData<I>,
}

impl<I, T> Default for Slab<I, T> {
    fn default() -> Self {
        Slab { items: Vec::new(), free: Vec::new(), id: PhantomData }
    }
}

/// A handle of an object in a [`Slab`]: the number of its slot.
pub trait Handle: Copy {
    /// The handle of a slot.
    fn from_place(place: u32) -> Self;
    /// The number of the slot.
    fn place(self) -> u32;
}

macro_rules! handle {
    ($($id:ident)*) => {
        $(impl Handle for $id {
            fn from_place(place: u32) -> Self {
                $id(place)
            }
            #[inline]
            fn place(self) -> u32 {
                self.0
            }
        })*
    };
}
handle!(StrId ArrayId HashId RangeId RegexpId ProcId BigId ObjectId EnvId);

impl<I: Handle, T> Slab<I, T> {
    /// Stores an object.
    #[inline]
    pub fn add(&mut self, item: T) -> I {
        if let Some(place) = self.free.pop() {
            self.items[place as usize] = item;
            return I::from_place(place);
        }
        let place = self.items.len() as u32;
        self.items.push(item);
        I::from_place(place)
    }

    /// The number of slots, free ones included.
    pub fn places(&self) -> u32 {
        self.items.len() as u32
    }

    /// Replaces the object by an empty one and makes its slot available.
    pub fn release(&mut self, id: I, empty: T) {
        self.items[id.place() as usize] = empty;
        self.free.push(id.place());
    }

    /// The slots that are free.
    pub fn free_places(&self) -> &[u32] {
        &self.free
    }
}

impl<I: Handle, T> Index<I> for Slab<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: I) -> &T {
        &self.items[id.place() as usize]
    }
}

impl<I: Handle, T> IndexMut<I> for Slab<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.place() as usize]
    }
}

/// A regular expression as a Ruby object.
#[derive(Debug, Clone)]
pub struct RRegexp {
    /// The expression; `None` if `Regexp.allocate` made the object.
    pub regexp: Option<Regexp>,
    /// `Regexp` or a subclass.
    pub class: ClassId,
    /// Literals are frozen.
    pub frozen: bool,
    /// Whether the encoding option `n` was given.
    pub no_encoding: bool,
    /// The encoding, if the option `u` or a source string in another encoding than UTF-8 fixes it.
    pub encoding: Option<Encoding>,
}

/// All objects of a machine.
#[derive(Debug, Default)]
pub struct Heap {
    /// Strings.
    pub strings: Slab<StrId, RString>,
    /// Arrays.
    pub arrays: Slab<ArrayId, RArray>,
    /// Hashes.
    pub hashes: Slab<HashId, RHash>,
    /// Ranges.
    pub ranges: Slab<RangeId, RRange>,
    /// Regular expressions.
    pub regexps: Slab<RegexpId, RRegexp>,
    /// Procs.
    pub procs: Slab<ProcId, RProc>,
    /// Integers beyond 64 bits.
    pub bigs: Slab<BigId, BigInt>,
    /// Everything else.
    pub objects: Slab<ObjectId, RObject>,
    /// Variables that outlive their frame.
    pub envs: Slab<EnvId, Env>,
    /// An estimate of the bytes that were allocated since the machine was made or objects were last
    /// freed.
    pub allocated: usize,
}
