//! Ruby values: 16 bytes, copied freely.
//!
//! Small values are held directly. All others are handles: the number of an object in one of the
//! tables of the machine's [`Heap`](crate::heap::Heap). Handles allow a block to change the array
//! that is being iterated, and all objects are freed with their machine.

use crate::symbol::Symbol;

macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
            pub struct $name(pub u32);
        )*
    };
}

handles! {
    /// A string in the heap.
    StrId,
    /// An array in the heap.
    ArrayId,
    /// A hash in the heap.
    HashId,
    /// A range in the heap.
    RangeId,
    /// A regular expression in the heap.
    RegexpId,
    /// A proc in the heap.
    ProcId,
    /// An integer beyond 64 bits in the heap.
    BigId,
    /// An instance of any other class in the heap.
    ObjectId,
    /// A class or module of a machine.
    ClassId,
    /// The variables of a frame that a proc has captured.
    EnvId,
}

/// A Ruby value.
///
/// The representation keeps the payload in the second half, so that a copy takes two moves.
#[derive(Debug, Clone, Copy)]
#[repr(u64)]
pub enum Value {
    /// The marker for an optional argument that was not given or an instance variable that is not
    /// set. It is not a Ruby value and never leaves the interpreter.
    Undef,
    /// `nil`
    Nil,
    /// `true` and `false`
    Bool(bool),
    /// An integer of 64 bits. An integer that fits is never a [`Value::Big`].
    Int(i64),
    /// A float.
    Float(f64),
    /// A symbol.
    Sym(Symbol),
    /// A string.
    Str(StrId),
    /// An array.
    Array(ArrayId),
    /// A hash.
    Hash(HashId),
    /// A range.
    Range(RangeId),
    /// A regular expression.
    Regexp(RegexpId),
    /// A proc or lambda.
    Proc(ProcId),
    /// An integer beyond 64 bits.
    Big(BigId),
    /// A class or module.
    Class(ClassId),
    /// An instance of any other class.
    Object(ObjectId),
}

const _: () = assert!(size_of::<Value>() == 16);
const _: () = assert!(size_of::<crate::machine::Flow>() == 16);

impl Value {
    /// `true`
    pub const TRUE: Value = Value::Bool(true);
    /// `false`
    pub const FALSE: Value = Value::Bool(false);

    /// Whether a condition with this value holds: everything but `nil` and `false`.
    #[inline]
    pub fn is_truthy(self) -> bool {
        !matches!(self, Value::Nil | Value::Bool(false))
    }

    /// Whether the value is `nil`.
    #[inline]
    pub fn is_nil(self) -> bool {
        matches!(self, Value::Nil)
    }

    /// Whether the value is the internal marker for "not set".
    #[inline]
    pub fn is_undef(self) -> bool {
        matches!(self, Value::Undef)
    }

    /// Whether both are the same object, as `equal?` says.
    #[inline]
    pub fn is_same(self, other: Value) -> bool {
        match (self, other) {
            (Value::Undef, Value::Undef) | (Value::Nil, Value::Nil) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
            (Value::Sym(a), Value::Sym(b)) => a == b,
            (Value::Str(a), Value::Str(b)) => a == b,
            (Value::Array(a), Value::Array(b)) => a == b,
            (Value::Hash(a), Value::Hash(b)) => a == b,
            (Value::Range(a), Value::Range(b)) => a == b,
            (Value::Regexp(a), Value::Regexp(b)) => a == b,
            (Value::Proc(a), Value::Proc(b)) => a == b,
            (Value::Big(a), Value::Big(b)) => a == b,
            (Value::Class(a), Value::Class(b)) => a == b,
            (Value::Object(a), Value::Object(b)) => a == b,
            _ => false,
        }
    }

    /// The kind and number of the object: the key of tables about objects outside the heap. Only
    /// for values that live in the heap.
    pub fn heap_key(self) -> Option<(u8, u32)> {
        Some(match self {
            Value::Str(id) => (1, id.0),
            Value::Array(id) => (2, id.0),
            Value::Hash(id) => (3, id.0),
            Value::Range(id) => (4, id.0),
            Value::Regexp(id) => (5, id.0),
            Value::Proc(id) => (6, id.0),
            Value::Big(id) => (7, id.0),
            Value::Class(id) => (8, id.0),
            Value::Object(id) => (9, id.0),
            _ => return None,
        })
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Bool(value)
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Value {
        Value::Int(value)
    }
}

impl From<usize> for Value {
    fn from(value: usize) -> Value {
        Value::Int(value as i64)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Value {
        Value::Float(value)
    }
}

impl From<Symbol> for Value {
    fn from(value: Symbol) -> Value {
        Value::Sym(value)
    }
}
