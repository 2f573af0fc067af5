//! `Puppet::Pops::Types::Iterable` and `Iterator`: iterators over Puppet's sequences and over
//! Ruby's strings, arrays, hashes, ranges and integers.
//!
//! An iterator is either the Puppet value `Iterator` as native data, or a Ruby object that keeps an
//! enumerator in `@enumeration`.

use pupa_value::Value as PuppetValue;
use pupa_value::infer::infer_detailed;
use pupa_value::iterable::iterable_over;
use pupa_value::types::Type;

use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Instances, NativeClass, method};
use crate::puppet::data::{PuppetData, inspected, text};
use crate::symbol::{Symbol, names};
use crate::value::{ClassId, Value};

/// `Puppet::Pops::Types::Iterable`
pub static ITERABLE: NativeClass = NativeClass {
    name: "Puppet::Pops::Types::Iterable",
    class_methods: &[
        method("asserted_iterable", 2, 3, asserted_iterable),
        method("on", 1, 3, on),
        method("unbounded?", 1, 1, |_, _, _| Ok(Value::FALSE)),
    ],
    ..NativeClass::MODULE
};

/// `Puppet::Pops::Types::Iterator`
pub static ITERATOR: NativeClass = NativeClass {
    name: "Puppet::Pops::Types::Iterator",
    includes: &["Enumerable", "Puppet::Pops::Types::Iterable"],
    instances: Instances::Refused,
    methods: &[
        method("each", 0, 0, each),
        method("next", 0, 0, next),
        method("rewind", 0, 0, next),
        method("to_a", 0, 0, elements),
        method("size", 0, 0, size),
        method("element_type", 0, 0, element_type),
        method("hash_style?", 0, 0, is_hash_style),
        method("unbounded?", 0, 0, |_, _, _| Ok(Value::FALSE)),
        method("step", 1, 1, step),
        method("reverse_each", 0, 0, reverse_each),
        method("to_s", 0, 0, to_s),
        method("inspect", 0, 0, inspected),
    ],
    ..NativeClass::EMPTY
};

/// `Puppet::Pops::Types::HashIterator`
pub static HASH_ITERATOR: NativeClass = NativeClass {
    name: "Puppet::Pops::Types::HashIterator",
    superclass: Some("Puppet::Pops::Types::Iterator"),
    ..NativeClass::EMPTY
};

fn enumerator_name() -> Symbol {
    Symbol::new("@enumeration")
}

/// Makes an iterator of a class over the enumerator that a method of `source` returns.
fn over(m: &mut Machine<'_>, class: ClassId, source: Value, method: &str) -> Flow {
    let enumerator = m.call(source, Symbol::new(method), &[])?;
    let object = m.new_object(class);
    m.set_ivar(object, enumerator_name(), enumerator);
    Ok(object)
}

/// The iterator over a value, or `nil` if the value is not iterable.
fn iterator_on(m: &mut Machine<'_>, value: Value) -> Flow {
    match value {
        Value::Str(_) => over(m, class::PUPPET_ITERATOR, value, "each_char"),
        Value::Array(_) => over(m, class::PUPPET_ITERATOR, value, "each"),
        Value::Hash(_) => over(m, class::PUPPET_HASH_ITERATOR, value, "each_pair"),
        Value::Int(number) if number >= 0 => over(m, class::PUPPET_ITERATOR, value, "times"),
        Value::Range(_) => over(m, class::PUPPET_ITERATOR, value, "each"),
        Value::Object(_) if m.is_a(value, class::PUPPET_ITERATOR) => Ok(value),
        Value::Object(_) => {
            let data = m.payload::<PuppetData>(value).map(|data| data.value.clone());
            match data.as_ref().and_then(iterable_over) {
                Some(sequence) => Ok(m.new_puppet_data(PuppetValue::Iterator(sequence))),
                None => Ok(Value::Nil),
            }
        }
        _ => Ok(Value::Nil),
    }
}

/// `Iterable.on(value, element_type, infer_elements)`. `@infers` records whether `element_type` may
/// be inferred from the elements.
fn on(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let iterator = iterator_on(m, args[0])?;
    if args.opt(2).is_none_or(Value::is_truthy) && !iterator.is_nil() {
        m.set_ivar(iterator, Symbol::new("@infers"), Value::TRUE);
    }
    Ok(iterator)
}

fn asserted_iterable(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    match iterator_on(m, args[1])? {
        Value::Nil => {
            let caller = m.class_name_of(args[0]);
            let given = m.class_name_of(args[1]);
            // The reference's text, with its unbalanced parenthesis.
            Err(m.argument_error(format!(
                "{caller}(): wrong argument type ({given}; is not Iterable."
            )))
        }
        iterator => Ok(iterator),
    }
}

/// The enumerator of an iterator, which is made when it is first needed.
fn enumerator(m: &mut Machine<'_>, this: Value) -> Flow {
    match m.ivar(this, enumerator_name()) {
        Value::Undef => {
            let list = puppet_elements(m, this)?;
            let enumerator = m.call(list, names::EACH, &[])?;
            m.set_ivar(this, enumerator_name(), enumerator);
            Ok(enumerator)
        }
        known => Ok(known),
    }
}

/// The elements of a Puppet sequence as a Ruby array.
fn puppet_elements(m: &mut Machine<'_>, this: Value) -> Flow {
    let data = m.payload::<PuppetData>(this).map(|data| data.value.clone());
    let Some(PuppetValue::Iterator(sequence)) = data else { return Ok(m.new_array(Vec::new())) };
    let mut items = Vec::new();
    for element in sequence.elements() {
        m.step()?;
        m.charge(size_of::<Value>())?;
        items.push(m.from_puppet(&element)?);
    }
    Ok(m.new_array(items))
}

fn elements(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    match m.ivar(this, enumerator_name()) {
        Value::Undef => puppet_elements(m, this),
        known => m.call(known, Symbol::new("to_a"), &[]),
    }
}

fn each(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.block.is_none() {
        return enumerator(m, this);
    }
    let list = elements(m, this, args)?;
    m.call_with_block(list, names::EACH, &[], args.block)?;
    Ok(this)
}

/// `next` and `rewind`: forwards the method to the enumerator.
fn next(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let enumerator = enumerator(m, this)?;
    m.call(enumerator, args.name, &[])
}

fn size(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let list = elements(m, this, args)?;
    m.call(list, Symbol::new("size"), &[])
}

/// `element_type`: the type of the elements. It is known for a Puppet sequence, and inferred for
/// other iterators if `Iterable.on` has allowed it; otherwise `nil`.
fn element_type(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let is_known = m.payload::<PuppetData>(this).is_some();
    if !is_known && m.ivar(this, Symbol::new("@infers")).is_undef() {
        return Ok(Value::Nil);
    }
    let list = elements(m, this, args)?;
    let PuppetValue::Array(list) = m.to_puppet(list)? else { return Ok(Value::Nil) };
    let t = match list.is_empty() {
        true => Type::Unit,
        false => Type::variant(list.iter().map(infer_detailed)),
    };
    Ok(m.new_puppet_data(PuppetValue::Type(t)))
}

fn is_hash_style(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let is_over_hash = match m.payload::<PuppetData>(this) {
        Some(PuppetData { value: PuppetValue::Iterator(sequence) }) => sequence.is_over_hash(),
        _ => m.class_of(this) == class::PUPPET_HASH_ITERATOR,
    };
    Ok(Value::Bool(is_over_hash))
}

/// `step(n)`: every nth element, beginning with the first.
fn step(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let pace = m.to_int(args[0])?;
    if pace <= 0 {
        return Err(
            m.argument_error(format!("Step argument must be greater than zero, got {pace}"))
        );
    }
    let Value::Array(list) = elements(m, this, args)? else { return Ok(Value::Nil) };
    let pace = usize::try_from(pace).unwrap_or(usize::MAX);
    let kept = m.array(list).iter().copied().step_by(pace).collect();
    derived(m, kept, args)
}

fn reverse_each(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Value::Array(list) = elements(m, this, args)? else { return Ok(Value::Nil) };
    let reversed = m.array(list).iter().rev().copied().collect();
    derived(m, reversed, args)
}

/// Calls the block with each element, or returns an iterator over the elements if there is no
/// block.
fn derived(m: &mut Machine<'_>, items: Vec<Value>, args: Args<'_>) -> Flow {
    let list = m.new_array(items);
    match args.block {
        Some(block) => m.call_with_block(list, names::EACH, &[], Some(block)),
        None => over(m, class::PUPPET_ITERATOR, list, "each"),
    }
}

fn to_s(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if m.payload::<PuppetData>(this).is_some() {
        return text(m, this, args);
    }
    let element = element_type(m, this, args)?;
    let element = if element.is_nil() { "unknown".to_owned() } else { m.to_s_text(element)? };
    Ok(m.new_str(format!("Iterator[{element}]-Value")))
}
