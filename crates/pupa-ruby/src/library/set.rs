//! `Set`: construction, membership and adding. The other methods are in the submodules.

mod algebra;
mod change;
mod each;

use crate::core::class;
use crate::core::hash;
use crate::heap::Payload;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::symbol::{Symbol, names};
use crate::value::{ClassId, HashId, Value};

/// `Set`
pub(crate) static SET: NativeClass = NativeClass {
    name: "Set",
    superclass: Some("Object"),
    includes: &["Enumerable"],
    methods: &[
        private("initialize", 0, 1, initialize),
        private("initialize_copy", 1, 1, initialize_copy),
        method("add", 1, 1, change::add),
        method("<<", 1, 1, change::add),
        method("add?", 1, 1, change::add_new),
        method("delete", 1, 1, change::delete),
        method("delete?", 1, 1, change::delete_known),
        method("delete_if", 0, 0, change::delete_if),
        method("reject!", 0, 0, change::delete_if),
        method("keep_if", 0, 0, change::keep_if),
        method("select!", 0, 0, change::keep_if),
        method("filter!", 0, 0, change::keep_if),
        method("map!", 0, 0, change::map),
        method("collect!", 0, 0, change::map),
        method("clear", 0, 0, change::clear),
        method("merge", 1, 1, change::merge),
        method("subtract", 1, 1, change::subtract),
        method("replace", 1, 1, change::replace),
        method("reset", 0, 0, change::reset),
        method("compare_by_identity", 0, 0, change::compare_by_identity),
        method("flatten!", 0, 0, change::flatten),
        method("freeze", 0, 0, freeze),
        method("compare_by_identity?", 0, 0, is_by_identity),
        method("include?", 1, 1, includes),
        method("member?", 1, 1, includes),
        method("===", 1, 1, includes),
        method("size", 0, 0, size),
        method("length", 0, 0, size),
        method("empty?", 0, 0, is_empty),
        method("to_a", 0, 0, to_a),
        method("to_set", 0, -1, set_to_set),
        method("|", 1, 1, algebra::union),
        method("+", 1, 1, algebra::union),
        method("union", 1, 1, algebra::union),
        method("&", 1, 1, algebra::intersection),
        method("intersection", 1, 1, algebra::intersection),
        method("-", 1, 1, algebra::difference),
        method("difference", 1, 1, algebra::difference),
        method("^", 1, 1, algebra::exclusive),
        method("<=", 1, 1, algebra::is_subset),
        method("subset?", 1, 1, algebra::is_subset),
        method("<", 1, 1, algebra::is_proper_subset),
        method("proper_subset?", 1, 1, algebra::is_proper_subset),
        method(">=", 1, 1, algebra::is_superset),
        method("superset?", 1, 1, algebra::is_superset),
        method(">", 1, 1, algebra::is_proper_superset),
        method("proper_superset?", 1, 1, algebra::is_proper_superset),
        method("<=>", 1, 1, algebra::compare),
        method("intersect?", 1, 1, algebra::intersects),
        method("disjoint?", 1, 1, algebra::is_disjoint),
        method("==", 1, 1, equals),
        method("eql?", 1, 1, is_eql),
        method("hash", 0, 0, hash_code),
        method("inspect", 0, 0, inspect),
        method("to_s", 0, 0, inspect),
        method("join", 0, 1, join),
        method("flatten", 0, 0, each::flatten),
        method("each", 0, 0, each::each),
        method("classify", 0, 0, each::classify),
        method("divide", 0, 0, each::divide),
        method("map", 0, 0, each::by_array),
        method("collect", 0, 0, each::by_array),
        method("flat_map", 0, 0, each::by_array),
        method("filter_map", 0, 0, each::by_array),
        method("select", 0, 0, each::by_array),
        method("filter", 0, 0, each::by_array),
        method("reject", 0, 0, each::by_array),
        method("partition", 0, 0, each::by_array),
        method("group_by", 0, 0, each::by_array),
        method("sort_by", 0, 0, each::by_array),
        method("min_by", 0, 1, each::by_array),
        method("max_by", 0, 1, each::by_array),
        method("each_with_index", 0, 0, each::by_array),
        method("each_with_object", 1, 1, each::by_array),
        method("find", 0, 1, each::by_array),
        method("detect", 0, 1, each::by_array),
        method("any?", 0, 1, each::of_array),
        method("all?", 0, 1, each::of_array),
        method("none?", 0, 1, each::of_array),
        method("count", 0, 1, each::of_array),
        method("sum", 0, 1, each::of_array),
        method("inject", 0, 2, each::of_array),
        method("reduce", 0, 2, each::of_array),
        method("sort", 0, 0, each::of_array),
        method("first", 0, 1, each::of_array),
    ],
    class_methods: &[method("[]", 0, -1, of_arguments)],
    ..NativeClass::EMPTY
};

/// The Rust data of a set: a hash whose keys are the elements.
#[derive(Debug, Clone)]
pub(crate) struct SetData {
    elements: HashId,
}

impl Payload for SetData {
    fn trace(&self, mark: &mut dyn FnMut(Value)) {
        mark(Value::Hash(self.elements));
    }

    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// The hash with the elements, if the value is a set.
pub(crate) fn elements_of(m: &Machine<'_>, value: Value) -> Option<HashId> {
    m.payload::<SetData>(value).map(|data| data.elements)
}

/// A new set of the class `Set`.
pub(crate) fn new_set(m: &mut Machine<'_>, items: &[Value]) -> Flow {
    let elements = m.new_hash();
    for &item in items {
        m.hash_set(elements, item, Value::TRUE)?;
    }
    Ok(m.new_payload(class::SET, SetData { elements }))
}

/// The hash with the elements of the receiver.
fn elements(m: &mut Machine<'_>, this: Value) -> Flow<HashId> {
    if let Some(elements) = elements_of(m, this) {
        return Ok(elements);
    }
    let Value::Object(id) = this else { return Err(m.type_error("uninitialized Set")) };
    let elements = m.new_hash();
    m.set_payload(id, SetData { elements });
    Ok(elements)
}

/// The hash with the elements of the receiver, which is about to be changed; raises an error if it
/// is frozen.
fn changed(m: &mut Machine<'_>, this: Value) -> Flow<HashId> {
    let elements = elements(m, this)?;
    if m.is_frozen(this) {
        // Compat: the message shows the hash inside the set.
        m.freeze(Value::Hash(elements));
        m.check_frozen(Value::Hash(elements))?;
    }
    Ok(elements)
}

/// The elements in order.
fn items(m: &mut Machine<'_>, this: Value) -> Flow<Vec<Value>> {
    let elements = elements(m, this)?;
    m.charge(m.hash(elements).len() * size_of::<Value>())?;
    Ok(m.hash(elements).keys())
}

/// The elements of an argument, which must be a collection.
fn items_of(m: &mut Machine<'_>, collection: Value) -> Flow<Vec<Value>> {
    if let Some(elements) = elements_of(m, collection) {
        return Ok(m.hash(elements).keys());
    }
    match collection {
        Value::Array(id) => return Ok(m.array(id).to_vec()),
        Value::Hash(_) | Value::Range(_) | Value::Object(_) => {}
        _ => return Err(m.argument_error("value must be enumerable")),
    }
    let each_entry = Symbol::new("each_entry");
    if !m.responds_to(collection, each_entry)? && !m.responds_to(collection, names::EACH)? {
        return Err(m.argument_error("value must be enumerable"));
    }
    m.collect_elements(collection)
}

/// An empty set of the receiver's class.
fn new_like(m: &mut Machine<'_>, this: Value) -> Flow {
    new_of_class(m, this, &[])
}

/// A set of the receiver's class.
fn new_of_class(m: &mut Machine<'_>, this: Value, items: &[Value]) -> Flow {
    match m.real_class_of(this) {
        class::SET => new_set(m, items),
        class => {
            let items = m.new_array(items.to_vec());
            m.call(Value::Class(class), names::NEW, &[items])
        }
    }
}

/// A copy of the receiver.
fn copy(m: &mut Machine<'_>, this: Value) -> Flow {
    if m.class_of(this) != class::SET {
        return m.call(this, names::DUP, &[]);
    }
    let elements = copy_elements(m, this)?;
    Ok(m.new_payload(class::SET, SetData { elements }))
}

fn copy_elements(m: &mut Machine<'_>, this: Value) -> Flow<HashId> {
    let elements = elements(m, this)?;
    m.charge(m.hash(elements).len() * 48)?;
    let copy = hash::new_like(m, elements);
    let mut table = std::mem::take(m.hash_mut(copy));
    table.assign_entries(m.hash(elements));
    *m.hash_mut(copy) = table;
    Ok(copy)
}

fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let elements = changed(m, this)?;
    let collection = args.or_nil(0);
    if collection.is_nil() {
        return Ok(Value::Nil);
    }
    let is_plain = m.class_of(this) == class::SET;
    for item in items_of(m, collection)? {
        let item = match args.block {
            Some(block) => m.yield_one(block, item)?,
            None => item,
        };
        match is_plain {
            true => m.hash_set(elements, item, Value::TRUE)?,
            // A subclass may override `add`.
            false => {
                m.call(this, Symbol::new("add"), &[item])?;
            }
        }
    }
    Ok(Value::Nil)
}

fn initialize_copy(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let elements = copy_elements(m, args[0])?;
    if let Value::Object(id) = this {
        m.set_payload(id, SetData { elements });
    }
    Ok(this)
}

fn of_arguments(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if let Value::Class(class::SET) = this {
        return new_set(m, args.list);
    }
    let items = m.new_array(args.list.to_vec());
    m.call(this, names::NEW, &[items])
}

/// `Enumerable#to_set`
pub(crate) fn to_set(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (class, rest) = match args.list {
        [Value::Class(class), rest @ ..] => (*class, rest),
        _ => (class::SET, args.list),
    };
    let mut list = vec![this];
    list.extend_from_slice(rest);
    m.call_args(Value::Class(class), Args { list: &list, name: names::NEW, ..args })
}

fn set_to_set(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let is_set = m.real_class_of(this) == class::SET;
    match args.list {
        [] if is_set && args.block.is_none() => Ok(this),
        [Value::Class(class::SET)] if is_set && args.block.is_none() => Ok(this),
        _ => to_set(m, this, args),
    }
}

fn freeze(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let elements = elements(m, this)?;
    m.freeze(Value::Hash(elements));
    m.freeze(this);
    Ok(this)
}

fn is_by_identity(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let elements = elements(m, this)?;
    Ok(Value::Bool(m.hash(elements).by_identity))
}

fn includes(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let elements = elements(m, this)?;
    Ok(Value::Bool(m.hash_get(elements, args[0])?.is_some()))
}

fn size(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let elements = elements(m, this)?;
    Ok(m.hash(elements).len().into())
}

fn is_empty(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let elements = elements(m, this)?;
    Ok(Value::Bool(m.hash(elements).is_empty()))
}

fn to_a(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let items = items(m, this)?;
    Ok(m.new_array(items))
}

fn equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if this.is_same(args[0]) {
        return Ok(Value::TRUE);
    }
    let own = elements(m, this)?;
    let Some(other) = elements_of(m, args[0]) else { return Ok(Value::FALSE) };
    if m.real_class_of(this) == m.real_class_of(args[0]) {
        return m.call(Value::Hash(own), names::EQUALS, &[Value::Hash(other)]);
    }
    let is_same_size = m.hash(own).len() == m.hash(other).len();
    Ok(Value::Bool(is_same_size && algebra::contains(m, own, other)?))
}

fn is_eql(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let own = elements(m, this)?;
    match elements_of(m, args[0]) {
        Some(other) => m.call(Value::Hash(own), names::EQL, &[Value::Hash(other)]),
        None => Ok(Value::FALSE),
    }
}

fn hash_code(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let elements = elements(m, this)?;
    m.call(Value::Hash(elements), names::HASH, &[])
}

fn inspect(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let class: ClassId = m.real_class_of(this);
    let name = m.class_name(class);
    let items = items(m, this)?;
    let recursive = format!("#<{name}: {{...}}>");
    let text = m.guard_recursion(names::INSPECT, this, Value::Nil, recursive, |m| {
        let mut text = format!("#<{name}: {{");
        for (index, item) in items.into_iter().enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            text.push_str(&m.inspect(item)?);
        }
        text.push_str("}>");
        m.charge(text.len())?;
        Ok(text)
    })?;
    Ok(m.new_str(text))
}

fn join(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let items = items(m, this)?;
    let items = m.new_array(items);
    m.call(items, args.name, args.list)
}
