//! `Enumerator::Chain`: several collections, one after the other.

use super::{EnumeratorData, Size, data, new_enumerator, set_data};
use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::names;
use crate::value::Value;

fn new_chain(m: &mut Machine<'_>, collections: &[Value]) -> Value {
    let data = EnumeratorData::new(Value::Nil, names::EACH, collections);
    new_enumerator(m, class::CHAIN, data)
}

/// `Enumerator::Chain.new(*collections)`
pub(super) fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    m.check_frozen(this)?;
    set_data(m, this, EnumeratorData::new(Value::Nil, names::EACH, args.list));
    Ok(this)
}

/// `Enumerable#chain`
pub(crate) fn chain(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let mut collections = vec![this];
    collections.extend_from_slice(args.list);
    let chain = new_chain(m, &collections);
    if m.is_a(this, class::LAZY) {
        return m.call(chain, crate::symbol::Symbol::new("lazy"), &[]);
    }
    Ok(chain)
}

/// `+`
pub(super) fn plus(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    chain(m, this, args)
}

/// `each`
pub(super) fn each(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.block.is_none() {
        if args.is_empty() {
            return Ok(this);
        }
        let call = Args { name: names::EACH, ..args };
        return super::make(m, this, call, super::Size::Unknown);
    }
    let collections = data(m, this)?.args;
    for (index, collection) in collections.into_iter().enumerate() {
        // Records the collections that the iteration has reached, because `rewind` is called only
        // for these.
        if let Some(data) = m.payload_mut::<EnumeratorData>(this) {
            data.size = Size::Given(Value::from(index + 1));
        }
        m.call_args(collection, Args { name: names::EACH, ..args })?;
    }
    Ok(this)
}

/// `size`: the sum of the sizes; the first one that is not an integer is returned instead.
pub(super) fn size(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let mut total = Value::Int(0);
    for collection in data(m, this)?.args {
        let size = super::size::of_collection(m, collection)?;
        match size {
            Value::Nil => return Ok(size),
            Value::Float(number) if number.is_infinite() => return Ok(size),
            Value::Int(_) | Value::Big(_) => total = m.call(total, names::PLUS, &[size])?,
            _ => return Ok(size),
        }
    }
    Ok(total)
}

/// `rewind`: rewinds the collections, last one first.
pub(super) fn rewind(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let data = data(m, this)?;
    let reached = match data.size {
        Size::Given(Value::Int(count)) => count as usize,
        _ => 0,
    };
    for collection in data.args.into_iter().take(reached).collect::<Vec<_>>().into_iter().rev() {
        m.try_call(collection, names::REWIND, &[])?;
    }
    if let Some(data) = m.payload_mut::<EnumeratorData>(this) {
        data.cursor = None;
        data.size = Size::Unknown;
    }
    Ok(this)
}

/// `inspect`
pub(super) fn inspect(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let name = m.class_name_of(this);
    if m.payload::<EnumeratorData>(this).is_none() {
        return Ok(m.new_str(format!("#<{name}: uninitialized>")));
    }
    let collections = data(m, this)?.args;
    let recursive = format!("#<{name}: ...>");
    let text = m.guard_recursion(names::INSPECT, this, Value::Nil, recursive, |m| {
        let list = m.new_array(collections);
        let list = m.inspect(list)?;
        Ok(format!("#<{name}: {list}>"))
    })?;
    Ok(m.new_str(text))
}
