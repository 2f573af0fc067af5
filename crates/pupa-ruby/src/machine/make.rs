//! Makes objects, and reads and changes them by their handles.

use ecow::EcoString;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use pupa_value::regexp::Regexp;

use super::Core;
use crate::core::class;
use crate::heap::procs::{NativeBlock, ProcKind};
use crate::heap::{Encoding, Payload, RArray, RHash, RObject, RProc, RRange, RRegexp, RString};
use crate::symbol::Symbol;
use crate::value::{ArrayId, ClassId, HashId, ObjectId, StrId, Value};

impl Core {
    /// A new string.
    #[inline]
    pub fn new_str(&mut self, text: impl Into<EcoString>) -> Value {
        Value::Str(self.add_string(RString::from_text(text.into())))
    }

    /// A new string of bytes in an encoding.
    pub fn new_bytes(&mut self, bytes: Vec<u8>, encoding: Encoding) -> Value {
        Value::Str(self.add_string(RString::from_bytes(bytes, encoding)))
    }

    /// Stores a string.
    #[inline]
    pub fn add_string(&mut self, string: RString) -> StrId {
        self.heap.allocated += size_of::<RString>() + string.len();
        self.heap.strings.add(string)
    }

    /// The string of a handle.
    #[inline]
    pub fn string(&self, id: StrId) -> &RString {
        &self.heap.strings[id]
    }

    /// The string of a handle, as a mutable reference. The caller calls [`Machine::check_frozen`]
    /// first.
    ///
    /// [`Machine::check_frozen`]: super::Machine::check_frozen
    #[inline]
    pub fn string_mut(&mut self, id: StrId) -> &mut RString {
        if self.heap.strings[id].watched {
            self.heap.strings[id].watched = false;
            self.note_change(Value::Str(id));
        }
        &mut self.heap.strings[id]
    }

    /// A copy of the content of a string; invalid bytes are replaced.
    pub fn text_of(&self, id: StrId) -> String {
        self.heap.strings[id].lossy().into_owned()
    }

    /// A new array.
    #[inline]
    pub fn new_array(&mut self, items: Vec<Value>) -> Value {
        self.heap.allocated += size_of::<RArray>() + items.len() * size_of::<Value>();
        Value::Array(self.heap.arrays.add(RArray::new(items)))
    }

    /// The elements of an array.
    #[inline]
    pub fn array(&self, id: ArrayId) -> &[Value] {
        self.heap.arrays[id].slice()
    }

    /// The array of a handle, as a mutable reference.
    #[inline]
    pub fn array_mut(&mut self, id: ArrayId) -> &mut RArray {
        if self.heap.arrays[id].watched {
            self.heap.arrays[id].watched = false;
            self.note_change(Value::Array(id));
        }
        &mut self.heap.arrays[id]
    }

    /// A new empty hash. Entries are added with [`Machine::hash_set`].
    ///
    /// [`Machine::hash_set`]: super::Machine::hash_set
    pub fn new_hash(&mut self) -> HashId {
        self.heap.allocated += size_of::<RHash>();
        self.heap.hashes.add(RHash::new())
    }

    /// The hash of a handle.
    #[inline]
    pub fn hash(&self, id: HashId) -> &RHash {
        &self.heap.hashes[id]
    }

    /// Counts an iteration over a hash, during which no key may be added.
    pub(crate) fn begin_iteration(&mut self, id: HashId) {
        self.heap.hashes[id].iterating += 1;
    }

    /// Ends an iteration that was counted.
    pub(crate) fn end_iteration(&mut self, id: HashId) {
        self.heap.hashes[id].end_iteration();
    }

    /// The hash of a handle, as a mutable reference.
    #[inline]
    pub fn hash_mut(&mut self, id: HashId) -> &mut RHash {
        if self.heap.hashes[id].watched {
            self.heap.hashes[id].watched = false;
            self.note_change(Value::Hash(id));
        }
        &mut self.heap.hashes[id]
    }

    /// A new range.
    pub fn new_range(&mut self, begin: Value, end: Value, exclusive: bool) -> Value {
        self.heap.allocated += size_of::<RRange>();
        Value::Range(self.heap.ranges.add(RRange {
            begin,
            end,
            exclusive,
            class: class::RANGE,
            frozen: true,
        }))
    }

    /// A new regular expression.
    pub fn new_regexp(&mut self, regexp: Regexp) -> Value {
        self.heap.allocated += size_of::<RRegexp>();
        let regexp = RRegexp {
            regexp: Some(regexp),
            class: class::REGEXP,
            frozen: false,
            no_encoding: false,
            encoding: None,
        };
        Value::Regexp(self.heap.regexps.add(regexp))
    }

    /// An integer value of any size.
    pub fn new_integer(&mut self, number: BigInt) -> Value {
        match number.to_i64() {
            Some(small) => Value::Int(small),
            None => {
                self.heap.allocated += number.bits() as usize / 8 + 32;
                Value::Big(self.heap.bigs.add(number))
            }
        }
    }

    /// A new proc that runs a Rust function.
    pub fn new_native_proc(&mut self, block: NativeBlock, arity: i32) -> Value {
        self.heap.allocated += size_of::<RProc>();
        let kind = ProcKind::Native(block, arity);
        let proc = RProc { kind, is_lambda: false, class: class::PROC, frozen: false };
        Value::Proc(self.heap.procs.add(proc))
    }

    /// A new object without Rust data.
    pub fn new_object(&mut self, class: ClassId) -> Value {
        self.heap.allocated += size_of::<RObject>();
        Value::Object(self.heap.objects.add(RObject::new(class)))
    }

    /// A new object with Rust data.
    pub fn new_payload(&mut self, class: ClassId, payload: impl Payload) -> Value {
        self.heap.allocated += size_of::<RObject>() + size_of_val(&payload);
        let mut object = RObject::new(class);
        object.payload = Some(Box::new(payload));
        Value::Object(self.heap.objects.add(object))
    }

    /// The Rust data of a value, if it has the type `T`.
    pub fn payload<T: Payload>(&self, value: Value) -> Option<&T> {
        match value {
            Value::Object(id) => self.heap.objects[id].payload(),
            _ => None,
        }
    }

    /// The Rust data of a value as a mutable reference, if it has the type `T`.
    pub fn payload_mut<T: Payload>(&mut self, value: Value) -> Option<&mut T> {
        match value {
            Value::Object(id) => self.heap.objects[id].payload_mut(),
            _ => None,
        }
    }

    /// Replaces the Rust data of an object.
    pub fn set_payload(&mut self, object: ObjectId, payload: impl Payload) {
        self.heap.objects[object].payload = Some(Box::new(payload));
    }

    /// Whether a value is frozen.
    pub fn is_frozen(&self, value: Value) -> bool {
        match value {
            Value::Str(id) => self.heap.strings[id].frozen,
            Value::Array(id) => self.heap.arrays[id].frozen,
            Value::Hash(id) => self.heap.hashes[id].frozen,
            Value::Object(id) => self.heap.objects[id].frozen,
            Value::Class(id) => {
                let class = self.class(id);
                class.frozen
                    || class
                        .attached
                        .is_some_and(|object| object.heap_key().is_some() && self.is_frozen(object))
            }
            Value::Proc(id) => self.heap.procs[id].frozen,
            Value::Regexp(id) => self.heap.regexps[id].frozen,
            Value::Range(id) => self.heap.ranges[id].frozen,
            _ => true,
        }
    }

    /// Freezes a value.
    pub fn freeze(&mut self, value: Value) {
        match value {
            Value::Str(id) => self.heap.strings[id].frozen = true,
            Value::Array(id) => self.heap.arrays[id].frozen = true,
            Value::Hash(id) => self.heap.hashes[id].frozen = true,
            Value::Object(id) => self.heap.objects[id].frozen = true,
            Value::Class(id) => self.class_mut(id).frozen = true,
            Value::Proc(id) => self.heap.procs[id].frozen = true,
            Value::Regexp(id) => self.heap.regexps[id].frozen = true,
            Value::Range(id) => self.heap.ranges[id].frozen = true,
            _ => {}
        }
    }

    /// The value of an instance variable, or [`Value::Undef`] if it is not set.
    pub fn ivar(&self, value: Value, name: Symbol) -> Value {
        if let Value::Object(id) = value {
            let object = &self.heap.objects[id];
            let number = self.class(object.class).ivar_numbers.get(&name);
            return match number {
                Some(&number) => object.ivars.get(number as usize).copied().unwrap_or(Value::Undef),
                None => Value::Undef,
            };
        }
        let Some(key) = value.heap_key() else { return Value::Undef };
        let Some(ivars) = self.side_ivars.get(&key) else { return Value::Undef };
        ivars.iter().find(|(known, _)| *known == name).map_or(Value::Undef, |(_, value)| *value)
    }

    /// Sets an instance variable. The caller calls [`Machine::check_frozen`] first.
    ///
    /// [`Machine::check_frozen`]: super::Machine::check_frozen
    pub fn set_ivar(&mut self, value: Value, name: Symbol, new: Value) {
        if let Value::Object(id) = value {
            let class = self.heap.objects[id].class;
            let number = self.ivar_number(class, name) as usize;
            let ivars = &mut self.heap.objects[id].ivars;
            if ivars.len() <= number {
                ivars.resize(number + 1, Value::Undef);
            }
            ivars[number] = new;
            return;
        }
        let Some(key) = value.heap_key() else { return };
        let ivars = self.side_ivars.entry(key).or_default();
        match ivars.iter_mut().find(|(known, _)| *known == name) {
            Some((_, value)) => *value = new,
            None => ivars.push((name, new)),
        }
    }

    /// The names of the instance variables that are set.
    pub fn ivar_names(&self, value: Value) -> Vec<Symbol> {
        if let Value::Object(id) = value {
            let object = &self.heap.objects[id];
            let names = &self.class(object.class).ivar_names;
            let set = names.iter().zip(&object.ivars).filter(|(_, value)| !value.is_undef());
            return set.map(|(name, _)| *name).collect();
        }
        let ivars = value.heap_key().and_then(|key| self.side_ivars.get(&key));
        ivars.into_iter().flatten().filter(|(_, v)| !v.is_undef()).map(|(name, _)| *name).collect()
    }

    /// The index of an instance variable in objects of a class, which is assigned if necessary.
    pub(crate) fn ivar_number(&mut self, class: ClassId, name: Symbol) -> u32 {
        let class = self.class_mut(class);
        if let Some(&number) = class.ivar_numbers.get(&name) {
            return number;
        }
        let number = class.ivar_names.len() as u32;
        class.ivar_names.push(name);
        class.ivar_numbers.insert(name, number);
        number
    }

    /// The object ID: a small number, the same in every run.
    pub fn object_id(&mut self, value: Value) -> i64 {
        match value {
            Value::Undef | Value::Nil => 8,
            Value::Bool(false) => 0,
            Value::Bool(true) => 20,
            Value::Int(number) => number.wrapping_mul(2).wrapping_add(1),
            Value::Float(number) => (number.to_bits() >> 2) as i64 | 2,
            Value::Sym(symbol) => i64::from(symbol.number()) * 256 + 12,
            _ => {
                let Some(key) = value.heap_key() else { return 8 };
                if let Some(&id) = self.object_ids.get(&key) {
                    return id;
                }
                self.last_object_id += 8;
                let id = self.last_object_id;
                self.object_ids.insert(key, id);
                id
            }
        }
    }

    /// The address that `inspect` shows. It is derived from the object ID, so that it is the same
    /// in every run.
    pub fn address(&mut self, value: Value) -> String {
        format!("0x{:016x}", 0x0000_7f00_0000_0000_i64 + self.object_id(value) * 5)
    }

    /// `#<Object:0x…>`: the result of `inspect` for an object without instance variables.
    pub fn plain_inspect(&mut self, value: Value) -> String {
        let name = self.class_name_of(value);
        let address = self.address(value);
        format!("#<{name}:{address}>")
    }
}
