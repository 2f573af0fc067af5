//! Records of classes and methods that are written in Rust.
//!
//! Every native class is one [`NativeClass`] with a table of [`Method`]s. The tables are static and
//! shared by all machines; a machine only keeps the methods that a program adds or redefines. The
//! reference page of supported methods is generated from these records.

use std::ops::Deref;

use crate::machine::{Flow, Machine};
use crate::symbol::Symbol;
use crate::value::{HashId, ProcId, Value};

/// A method written in Rust.
pub type NativeFn = fn(&mut Machine<'_>, Value, Args<'_>) -> Flow;

/// The record of a method.
#[derive(Debug, Clone, Copy)]
pub struct Method {
    /// The name.
    pub name: &'static str,
    /// The smallest number of arguments.
    pub min: i8,
    /// The largest number of arguments; negative for any number. Keywords count as one argument.
    pub max: i8,
    /// The function that implements it.
    pub run: NativeFn,
    /// Its visibility.
    pub visibility: Visibility,
    /// Whether it walks over the whole receiver without allocating anything. The size of the
    /// receiver then counts as steps.
    pub walks: bool,
}

/// The visibility of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Visibility {
    /// Everyone may call it.
    #[default]
    Public,
    /// Objects of the same class may call it.
    Protected,
    /// Only the object itself may call it.
    Private,
}

/// The record of a method with a number of arguments from `min` to `max`; a negative `max` means
/// any number.
pub const fn method(name: &'static str, min: i8, max: i8, run: NativeFn) -> Method {
    Method { name, min, max, run, visibility: Visibility::Public, walks: false }
}

/// The record of a method that walks over its receiver: a string, an array or a hash.
pub const fn walking(name: &'static str, min: i8, max: i8, run: NativeFn) -> Method {
    Method { walks: true, ..method(name, min, max, run) }
}

/// The record of a private method.
pub const fn private(name: &'static str, min: i8, max: i8, run: NativeFn) -> Method {
    Method { name, min, max, run, visibility: Visibility::Private, walks: false }
}

/// The record that undefines a method of an ancestor in this class.
pub const fn undefined(name: &'static str) -> Method {
    Method { min: i8::MIN, ..method(name, 0, 0, |_, _, _| Ok(Value::Nil)) }
}

/// The value of a native constant, which is computed when it is first used.
pub type ConstantFn = fn(&mut Machine<'_>) -> Flow;

/// The record of a class or module.
#[derive(Debug)]
pub struct NativeClass {
    /// The full name: `Digest::MD5`.
    pub name: &'static str,
    /// The superclass; none for modules.
    pub superclass: Option<&'static str>,
    /// The modules that it includes.
    pub includes: &'static [&'static str],
    /// Methods of instances.
    pub methods: &'static [Method],
    /// Methods of the class itself.
    pub class_methods: &'static [Method],
    /// Constants.
    pub constants: &'static [(&'static str, ConstantFn)],
    /// The kind of value that `allocate` makes.
    pub instances: Instances,
}

/// The kind of value that the instances of a class are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instances {
    /// The kind of the superclass.
    Inherited,
    /// Ordinary objects.
    Objects,
    /// Strings.
    Strings,
    /// Arrays.
    Arrays,
    /// Hashes.
    Hashes,
    /// Ranges.
    Ranges,
    /// Regular expressions.
    Regexps,
    /// Exceptions.
    Exceptions,
    /// Procs; only `new` makes them.
    Procs,
    /// Classes and modules.
    Classes,
    /// None: `new` and `allocate` raise `allocator undefined for Integer`.
    Refused,
}

impl NativeClass {
    /// A class without methods, to be completed with `..`.
    pub const EMPTY: NativeClass = NativeClass {
        name: "",
        superclass: Some("Object"),
        includes: &[],
        methods: &[],
        class_methods: &[],
        constants: &[],
        instances: Instances::Inherited,
    };

    /// A module without methods, to be completed with `..`.
    pub const MODULE: NativeClass = NativeClass { superclass: None, ..NativeClass::EMPTY };
}

/// The block of a call.
#[derive(Debug, Clone, Copy)]
pub enum Block {
    /// A literal block whose frame is active: it is only valid until the call returns. Natives that
    /// keep a block turn it into a proc with [`Machine::block_to_proc`].
    Literal {
        /// The number of the frame that contains the block.
        frame: u32,
        /// The number of the child code.
        code: u32,
        /// The serial number of the call, which `break` ends.
        tag: u32,
    },
    /// A proc.
    Proc(ProcId),
    /// `&:name`
    Symbol(Symbol),
}

/// The arguments of a call.
#[derive(Debug, Clone, Copy)]
pub struct Args<'a> {
    /// The positional arguments, and the hash of keywords at the end if there is one.
    pub list: &'a [Value],
    /// The block.
    pub block: Option<Block>,
    /// Whether the last argument is a hash of keywords.
    pub has_keywords: bool,
    /// The name under which the method was called.
    pub name: Symbol,
}

impl<'a> Args<'a> {
    /// Positional arguments alone.
    pub fn new(name: Symbol, list: &'a [Value]) -> Args<'a> {
        Args { list, block: None, has_keywords: false, name }
    }

    /// Replaces the block.
    pub fn with_block(self, block: Option<Block>) -> Args<'a> {
        Args { block, ..self }
    }

    /// The argument at an index, if it was given.
    #[inline]
    pub fn opt(&self, index: usize) -> Option<Value> {
        self.list.get(index).copied()
    }

    /// The argument at an index, or `nil`.
    #[inline]
    pub fn or_nil(&self, index: usize) -> Value {
        self.opt(index).unwrap_or(Value::Nil)
    }

    /// The positional arguments and the hash of keywords, separately.
    pub fn split_keywords(&self) -> (&'a [Value], Option<HashId>) {
        match self.list.split_last() {
            Some((&Value::Hash(keywords), rest)) if self.has_keywords => (rest, Some(keywords)),
            _ => (self.list, None),
        }
    }
}

impl Deref for Args<'_> {
    type Target = [Value];
    fn deref(&self) -> &[Value] {
        self.list
    }
}
