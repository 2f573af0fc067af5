//! Converts values between Puppet and Ruby.
//!
//! A Puppet array, hash or string that is not frozen becomes a Ruby object once per machine: the
//! same Puppet value is the same Ruby object everywhere, and data that refers to one collection
//! twice still does. On the way back an unchanged object becomes the Puppet value it was made of;
//! [`changes`] carries changes over.

pub(crate) mod changes;

use std::any::Any;
use std::sync::Arc;

use pupa_value::Value as PuppetValue;
use pupa_value::value::binary::Binary;
use pupa_value::value::uri::Uri;
use pupa_value::value::{Foreign, Text};
use rustc_hash::FxHashMap;

use crate::core::class;
use crate::core::string::chars;
use crate::heap::{Encoding, RString};
use crate::machine::{Core, Flow, Machine};
use crate::puppet::data::PuppetData;
use crate::symbol::Symbol;
use crate::value::{ArrayId, ClassId, HashId, StrId, Value};

/// With more converted collections than this, the table of conversions is cleared between entries.
const MOST_COLLECTIONS: usize = 10_000;

/// The identity of a machine.
type Keeper = Arc<dyn Any + Send + Sync>;

/// The conversions of one machine, and the objects that represent parts of Puppet.
#[derive(Debug)]
pub(crate) struct Bridge {
    /// Ruby objects by the address of the Puppet value, which is kept alive.
    converted: FxHashMap<usize, (PuppetValue, Value)>,
    /// The origin of each array, hash and string that came from Puppet.
    origins: FxHashMap<(u8, u32), Origin>,
    /// Converted objects that may have changed since Puppet code ran.
    touched: Vec<Value>,
    /// Values that have changed, with their new form, that were not yet published to Puppet.
    changes: Vec<(PuppetValue, PuppetValue)>,
    /// The templates that have run, with their inline caches, by the address of their code.
    pub(crate) bodies: FxHashMap<usize, std::rc::Rc<crate::machine::Body>>,
    /// Whether the name that `method_missing` is called for may be that of a variable.
    pub(crate) is_variable_missing: bool,
    /// The identity of the machine, for objects that Puppet code passes around.
    keeper: Keeper,
    /// The objects that were passed to Puppet code, by their number.
    given_away: Vec<Value>,
    /// The Puppet values for these objects, by the object.
    foreign: FxHashMap<(u8, u32), Arc<Foreign>>,
    /// The objects of classes with one instance per machine, by class.
    pub(crate) singletons: FxHashMap<u32, Value>,
    /// The functions of the Puppet 3 API that files have defined, by name.
    pub(crate) functions: FxHashMap<Symbol, crate::puppet::functions::Function3x>,
    /// The classes of functions of the Puppet 4 API.
    pub(crate) function_classes: FxHashMap<ClassId, crate::puppet::function::FunctionClass>,
    /// The function objects that were loaded.
    pub(crate) function_objects: Vec<Value>,
    /// The objects of scopes other than the current one, by their number.
    pub(crate) scopes: FxHashMap<u32, Value>,
}

/// The origin of an object that came from Puppet.
#[derive(Debug)]
struct Origin {
    /// The Puppet value that the object was made of.
    value: PuppetValue,
    around: Around,
}

/// The converted collections that contain an object.
#[derive(Debug, Clone, Copy)]
enum Around {
    None,
    One(Value),
    Several,
}

impl Default for Bridge {
    fn default() -> Bridge {
        Bridge {
            converted: FxHashMap::default(),
            origins: FxHashMap::default(),
            touched: Vec::new(),
            changes: Vec::new(),
            bodies: FxHashMap::default(),
            is_variable_missing: false,
            // The keeper identifies the machine by its address, so its content must have a size:
            // all values without one may share an address.
            keeper: Arc::new(0_u8),
            given_away: Vec::new(),
            foreign: FxHashMap::default(),
            singletons: FxHashMap::default(),
            functions: FxHashMap::default(),
            function_classes: FxHashMap::default(),
            function_objects: Vec::new(),
            scopes: FxHashMap::default(),
        }
    }
}

impl Bridge {
    /// Records that a converted object is a part of a converted collection.
    fn enclose(&mut self, part: Value, collection: Value) {
        if let Some(origin) = part.heap_key().and_then(|key| self.origins.get_mut(&key)) {
            origin.around = match origin.around {
                Around::None => Around::One(collection),
                Around::One(_) | Around::Several => Around::Several,
            };
        }
    }

    /// Forgets all conversions.
    fn forget(&mut self) {
        self.converted.clear();
        self.origins.clear();
    }

    /// The values that must stay alive. Converted collections are not among them, because they are
    /// forgotten before objects are freed.
    fn roots(&self) -> Vec<Value> {
        let functions = self.functions.values().map(|function| Value::Proc(function.body));
        let objects = self.singletons.values().chain(&self.function_objects);
        let objects = objects.chain(&self.given_away);
        objects.chain(self.scopes.values()).copied().chain(functions).collect()
    }
}

impl Core {
    /// Whether no code is running, so that the next entry into the machine is the outermost.
    pub fn is_idle(&self) -> bool {
        self.frames.is_empty()
    }

    /// Begins an outermost entry: sets the number of steps to 0.
    pub fn begin_entry(&mut self) {
        if self.is_idle() {
            self.steps = 0;
        }
    }

    /// The content of the string that a jump carries: the name of the limit that was reached.
    pub fn carried_text(&self) -> String {
        match self.carried {
            Value::Str(id) => self.text_of(id),
            _ => String::new(),
        }
    }

    /// Ends an outermost entry: frees objects if enough of them were made.
    pub fn end_entry(&mut self) {
        if !self.is_idle() {
            return;
        }
        if self.is_collection_due() || self.bridge.converted.len() > MOST_COLLECTIONS {
            self.bridge.forget();
            let bodies: Vec<_> = self.bridge.bodies.values().cloned().collect();
            self.collect_if_due(&self.bridge.roots(), &bodies);
        }
    }
}

/// The address that identifies a value; none for values without an identity.
fn address_of(value: &PuppetValue) -> Option<usize> {
    Some(match value {
        PuppetValue::String(text) => text.address(),
        PuppetValue::Array(elements) => Arc::as_ptr(elements) as usize,
        PuppetValue::Hash(entries) => Arc::as_ptr(entries) as usize,
        _ => return None,
    })
}

/// Which values are frozen when they become Ruby values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frozen {
    /// The strings that are literals of Puppet code; no collections.
    Literals,
    /// All values: facts and trusted data.
    Everything,
}

impl Machine<'_> {
    /// Converts a Puppet value to Ruby.
    ///
    /// # Errors
    ///
    /// When the memory limit is reached.
    pub fn from_puppet(&mut self, value: &PuppetValue) -> Flow {
        self.from_puppet_frozen(value, Frozen::Literals)
    }

    /// Converts a Puppet value to Ruby and freezes either literals or everything.
    ///
    /// # Errors
    ///
    /// When the memory limit is reached.
    pub fn from_puppet_frozen(&mut self, value: &PuppetValue, frozen: Frozen) -> Flow {
        Ok(match value {
            PuppetValue::Undef => Value::Nil,
            PuppetValue::Default => Value::Sym(Symbol::new("default")),
            PuppetValue::Boolean(truth) => Value::Bool(*truth),
            PuppetValue::Integer(number) => Value::Int(*number),
            PuppetValue::BigInteger(number) => self.new_integer((**number).clone()),
            PuppetValue::Float(number) => Value::Float(*number),
            PuppetValue::String(text) => {
                // Ruby code may read it in methods that take no steps.
                pupa_meter::charge(text.len() / 8);
                if let Some(known) = self.known_object(text.address()) {
                    return Ok(known);
                }
                let mut string = RString::from_text(text.shared());
                if self.is_binary_text(text) {
                    string.encoding = Encoding::Binary;
                }
                string.frozen = frozen == Frozen::Everything
                    || self.world.puppet().is_none_or(|puppet| puppet.is_literal(text));
                let is_frozen = string.frozen;
                let string = Value::Str(self.add_string(string));
                if !is_frozen {
                    self.remember(text.address(), value, string, frozen);
                }
                string
            }
            PuppetValue::Array(elements) => {
                let address = Arc::as_ptr(elements) as usize;
                match self.known_object(address) {
                    Some(known) => known,
                    None => self.array_from_puppet(elements, value, frozen)?,
                }
            }
            PuppetValue::Hash(hash) => {
                let address = Arc::as_ptr(hash) as usize;
                match self.known_object(address) {
                    Some(known) => known,
                    None => self.hash_from_puppet(hash, value, frozen)?,
                }
            }
            PuppetValue::Regexp(regexp) => {
                let regexp = self.new_regexp((**regexp).clone());
                self.freeze(regexp);
                regexp
            }
            PuppetValue::Foreign(object) => self.own_object(object, value),
            PuppetValue::Uri(_) => self.uri_from_puppet(value)?,
            other => self.new_puppet_data(other.clone()),
        })
    }

    /// Converts a URI to an object of the library `uri`.
    fn uri_from_puppet(&mut self, value: &PuppetValue) -> Flow {
        let library = self.constant_in(class::OBJECT, Symbol::new("URI"))?;
        let text = self.new_str(pupa_value::text::ruby::to_s(value));
        self.call(library, Symbol::new("parse"), &[text])
    }

    /// Converts an object of the library `uri` to a URI.
    fn uri_to_puppet(&mut self, value: Value) -> Flow<Option<PuppetValue>> {
        let class = self.real_class_of(value);
        let ancestors = self.ancestors(class).to_vec();
        if !ancestors.into_iter().any(|class| self.class_name(class) == "URI::Generic") {
            return Ok(None);
        }
        let text = self.to_s_text(value)?;
        Ok(Uri::parse(&text).ok().map(|uri| PuppetValue::Uri(Arc::new(uri))))
    }

    /// The Ruby object of a [`Foreign`] value that comes back from Puppet code.
    fn own_object(&mut self, object: &Foreign, value: &PuppetValue) -> Value {
        if object.is_symbol() {
            return Value::Sym(Symbol::new(&object.text));
        }
        let own = object.number_for(&self.core.bridge.keeper);
        match own.and_then(|number| self.core.bridge.given_away.get(number as usize)) {
            Some(known) => *known,
            None => self.new_puppet_data(value.clone()),
        }
    }

    /// A Puppet value for a Ruby object that has no Puppet form, so that Puppet code can pass it
    /// around. The object stays alive as long as the machine.
    fn foreign(&mut self, value: Value) -> Flow<PuppetValue> {
        if let Some(key) = value.heap_key()
            && let Some(known) = self.core.bridge.foreign.get(&key)
        {
            return Ok(PuppetValue::Foreign(Arc::clone(known)));
        }
        let class = self.real_class_of(value);
        let class = match self.class(class).name {
            Some(_) => self.class_name(class),
            None => String::new(),
        };
        let (text, inspect) = (self.to_s_text(value)?, self.inspect_or_plain(value));
        let bridge = &mut self.core.bridge;
        let number = bridge.given_away.len() as u32;
        let origin = Some((Arc::clone(&bridge.keeper), number));
        let made =
            Foreign { class: class.into(), text: text.into(), inspect: inspect.into(), origin };
        let made = Arc::new(made);
        bridge.given_away.push(value);
        if let Some(key) = value.heap_key() {
            bridge.foreign.insert(key, Arc::clone(&made));
        }
        Ok(PuppetValue::Foreign(made))
    }

    fn known_object(&self, address: usize) -> Option<Value> {
        self.core.bridge.converted.get(&address).map(|(_, known)| *known)
    }

    fn array_from_puppet(
        &mut self,
        elements: &Arc<Vec<PuppetValue>>,
        origin: &PuppetValue,
        frozen: Frozen,
    ) -> Flow {
        self.charge(elements.len().saturating_mul(size_of::<Value>()))?;
        let mut items = Vec::with_capacity(elements.len());
        for element in elements.iter() {
            items.push(self.from_puppet_frozen(element, frozen)?);
        }
        let array = self.new_array(items);
        self.remember(Arc::as_ptr(elements) as usize, origin, array, frozen);
        let core = &mut *self.core;
        if let Value::Array(id) = array {
            for part in core.heap.arrays[id].slice() {
                core.bridge.enclose(*part, array);
            }
        }
        Ok(array)
    }

    fn hash_from_puppet(
        &mut self,
        entries: &Arc<pupa_value::value::Hash>,
        origin: &PuppetValue,
        frozen: Frozen,
    ) -> Flow {
        let hash = self.new_hash();
        for (key, value) in entries.iter() {
            let key = match key {
                // Ruby freezes strings that are hash keys.
                PuppetValue::String(text) => {
                    let mut key = RString::from_text(text.shared());
                    key.frozen = true;
                    Value::Str(self.add_string(key))
                }
                key => self.from_puppet_frozen(key, frozen)?,
            };
            let value = self.from_puppet_frozen(value, frozen)?;
            self.hash_set(hash, key, value)?;
        }
        self.remember(Arc::as_ptr(entries) as usize, origin, Value::Hash(hash), frozen);
        let core = &mut *self.core;
        for (_, part) in core.heap.hashes[hash].iter() {
            core.bridge.enclose(part, Value::Hash(hash));
        }
        Ok(Value::Hash(hash))
    }

    fn remember(&mut self, address: usize, origin: &PuppetValue, made: Value, frozen: Frozen) {
        match frozen {
            Frozen::Everything => self.freeze(made),
            Frozen::Literals => self.watch(made),
        }
        self.core.bridge.converted.insert(address, (origin.clone(), made));
        if let Some(key) = made.heap_key() {
            let origin = Origin { value: origin.clone(), around: Around::None };
            self.core.bridge.origins.insert(key, origin);
        }
    }

    /// Converts a Ruby value to Puppet. Objects without a Puppet form become [`Foreign`] values.
    ///
    /// # Errors
    ///
    /// When a collection contains itself, or `to_s` of an object raises.
    pub fn to_puppet(&mut self, value: Value) -> Flow<PuppetValue> {
        self.nested_to_puppet(value, 0)
    }

    fn nested_to_puppet(&mut self, value: Value, depth: usize) -> Flow<PuppetValue> {
        if depth > PuppetValue::MAX_DEPTH {
            return Err(self.argument_error("the value is nested too deeply for Puppet"));
        }
        Ok(match value {
            Value::Nil | Value::Undef => PuppetValue::Undef,
            Value::Bool(truth) => PuppetValue::Boolean(truth),
            Value::Int(number) => PuppetValue::Integer(number),
            Value::Float(number) => PuppetValue::Float(number),
            Value::Big(_) => PuppetValue::from_big(self.big(value)),
            Value::Sym(symbol) => match symbol.as_str() {
                "undef" => PuppetValue::Undef,
                "default" => PuppetValue::Default,
                name => PuppetValue::Foreign(Arc::new(Foreign::symbol(name))),
            },
            Value::Str(_) | Value::Array(_) | Value::Hash(_) => {
                match self.unchanged_origin(value) {
                    Some(origin) => origin,
                    None => {
                        let made = match value {
                            Value::Array(id) => self.array_to_puppet(id, depth)?,
                            Value::Hash(id) => self.hash_to_puppet(id, depth)?,
                            Value::Str(id) => self.string_to_puppet(id),
                            _ => PuppetValue::Undef,
                        };
                        self.record_change(value, &made);
                        made
                    }
                }
            }
            Value::Regexp(id) => match &self.heap.regexps[id].regexp {
                Some(regexp) => PuppetValue::regexp(regexp.clone()),
                None => PuppetValue::Undef,
            },
            Value::Object(_) | Value::Range(_) | Value::Proc(_) | Value::Class(_) => {
                match self.payload::<PuppetData>(value).map(|data| data.value.clone()) {
                    Some(value) => value,
                    None if self.is_a(value, crate::core::class::PUPPET_ITERATOR) => {
                        self.iterator_to_puppet(value, depth)?
                    }
                    None => match crate::puppet::resource::reference_of(self, value)? {
                        Some(reference) => reference,
                        None => match self.uri_to_puppet(value)? {
                            Some(uri) => uri,
                            None => self.foreign(value)?,
                        },
                    },
                }
            }
        })
    }

    /// Converts a string. Encodings other than UTF-8 are converted; bytes that are not valid text
    /// become binary data.
    fn string_to_puppet(&mut self, id: StrId) -> PuppetValue {
        let string = self.string(id);
        let converted = match string.encoding {
            Encoding::Latin1 | Encoding::Utf16Le | Encoding::Utf16Be => chars::to_utf8(string),
            _ => None,
        };
        if let Some(text) = converted {
            return PuppetValue::from(text);
        }
        let is_binary = string.encoding == Encoding::Binary;
        match string.shared_text() {
            Some(text) => {
                let text = Text::from(text);
                if is_binary {
                    self.mark_binary_text(&text);
                }
                PuppetValue::String(text)
            }
            None => PuppetValue::Binary(Arc::new(Binary::new(self.string(id).to_vec()))),
        }
    }

    /// Converts a Ruby iterator, whose elements are all computed at once.
    fn iterator_to_puppet(&mut self, value: Value, depth: usize) -> Flow<PuppetValue> {
        let elements = self.call(value, Symbol::new("to_a"), &[])?;
        let elements = self.nested_to_puppet(elements, depth + 1)?;
        match pupa_value::iterable::iterable_over(&elements) {
            Some(sequence) => Ok(PuppetValue::Iterator(sequence)),
            None => self.foreign(value),
        }
    }

    fn array_to_puppet(&mut self, id: ArrayId, depth: usize) -> Flow<PuppetValue> {
        let items = self.array(id).to_vec();
        let mut elements = Vec::with_capacity(items.len());
        for item in items {
            elements.push(self.nested_to_puppet(item, depth + 1)?);
        }
        Ok(elements.into())
    }

    fn hash_to_puppet(&mut self, id: HashId, depth: usize) -> Flow<PuppetValue> {
        let entries: Vec<_> = self.hash(id).iter().collect();
        let mut hash = pupa_value::value::Hash::with_capacity(entries.len());
        for (key, value) in entries {
            let key = self.nested_to_puppet(key, depth + 1)?;
            let value = self.nested_to_puppet(value, depth + 1)?;
            hash.insert(key, value);
        }
        Ok(hash.into())
    }
}

impl Core {
    /// The Puppet value that an object was made of, unless the object was changed since.
    fn unchanged_origin(&self, value: Value) -> Option<PuppetValue> {
        let origin = &self.bridge.origins.get(&value.heap_key()?)?.value;
        self.is_still(value, origin, 0).then(|| origin.clone())
    }

    /// Whether a Ruby value still equals the converted form of a Puppet value.
    fn is_still(&self, value: Value, origin: &PuppetValue, depth: usize) -> bool {
        if depth > PuppetValue::MAX_DEPTH {
            return false;
        }
        match (value, origin) {
            (Value::Nil, PuppetValue::Undef) => true,
            (Value::Bool(a), PuppetValue::Boolean(b)) => a == *b,
            (Value::Int(a), PuppetValue::Integer(b)) => a == *b,
            (Value::Float(a), PuppetValue::Float(b)) => a.to_bits() == b.to_bits(),
            (Value::Str(id), PuppetValue::String(text)) => {
                let string = self.string(id);
                let is_binary = string.encoding == Encoding::Binary;
                string.bytes() == text.as_bytes() && is_binary == self.is_binary_text(text)
            }
            (Value::Array(id), PuppetValue::Array(elements)) => {
                let items: &[Value] = self.array(id);
                let is_still = |(item, element): (&Value, &PuppetValue)| {
                    self.is_still(*item, element, depth + 1)
                };
                items.len() == elements.len() && items.iter().zip(elements.iter()).all(is_still)
            }
            (Value::Hash(id), PuppetValue::Hash(entries)) => {
                let hash = self.hash(id);
                hash.len() == entries.len()
                    && hash.iter().zip(entries.iter()).all(|((key, value), (k, v))| {
                        self.is_still(key, k, depth + 1) && self.is_still(value, v, depth + 1)
                    })
            }
            (Value::Sym(symbol), PuppetValue::Default) => symbol.as_str() == "default",
            (Value::Sym(symbol), PuppetValue::Foreign(object)) => {
                object.is_symbol() && symbol.as_str() == object.text.as_str()
            }
            (Value::Regexp(id), PuppetValue::Regexp(regexp)) => {
                let own = self.heap.regexps[id].regexp.as_ref();
                own.is_some_and(|own| own.inspect() == regexp.inspect())
            }
            (Value::Object(_), other) => {
                self.payload::<PuppetData>(value).is_some_and(|data| data.value == *other)
            }
            _ => false,
        }
    }
}
