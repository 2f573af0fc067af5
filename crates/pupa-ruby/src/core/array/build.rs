//! `Array`: constructors, and conversions to other collections.

use super::{MAX_SIZE, charge_elements, own, own_mut};
use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::value::Value;

/// `Array.new`, `Array.new(size)`, `Array.new(size, value)`, `Array.new(size) { }`, `Array.new(array)`
pub(super) fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let Some(first) = args.opt(0) else {
        if args.block.is_some() {
            m.warn("given block not used")?;
        }
        m.array_mut(id).replace(Vec::new());
        return Ok(this);
    };
    if args.len() == 1
        && !matches!(first, Value::Int(_))
        && let Some(other) = m.try_ary(first)?
    {
        let items = m.array(other).to_vec();
        m.array_mut(id).replace(items);
        return Ok(this);
    }
    let size = m.to_int(first)?;
    if size < 0 {
        return Err(m.argument_error("negative array size"));
    }
    if size > MAX_SIZE {
        return Err(m.argument_error("array size too big"));
    }
    let size = size as usize;
    if let Some(block) = args.block {
        if args.len() > 1 {
            m.warn("block supersedes default value argument")?;
        }
        m.array_mut(id).replace(Vec::new());
        for index in 0..size {
            let item = m.yield_one(block, Value::Int(index as i64))?;
            store(m, this, index, item)?;
        }
        return Ok(this);
    }
    charge_elements(m, size)?;
    m.array_mut(id).replace(vec![args.or_nil(1); size]);
    Ok(this)
}

/// Stores an element at an index, and fills a gap before it with `nil`.
pub(super) fn store(m: &mut Machine<'_>, this: Value, index: usize, item: Value) -> Flow<()> {
    let id = own_mut(m, this)?;
    let length = m.array(id).len();
    if index < length {
        m.array_mut(id).slice_mut()[index] = item;
        return Ok(());
    }
    charge_elements(m, index - length + 1)?;
    let items = m.array_mut(id).vec_mut();
    items.resize(index, Value::Nil);
    items.push(item);
    Ok(())
}

/// `Array[1, 2]`
pub(super) fn literal(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let array = m.new_array(args.to_vec());
    if let (Value::Array(id), Value::Class(class)) = (array, this) {
        m.array_mut(id).class = class;
    }
    Ok(array)
}

/// `Array.try_convert(value)`
pub(super) fn try_convert(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    Ok(match m.try_ary(args[0])? {
        Some(id) => Value::Array(id),
        None => Value::Nil,
    })
}

/// `replace`
pub(super) fn replace(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let other = m.to_ary(args[0])?;
    if id != other {
        let items = m.array(other).to_vec();
        m.array_mut(id).replace(items);
    }
    Ok(this)
}

/// `freeze`
pub(super) fn freeze(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    m.freeze(this);
    Ok(this)
}

/// `to_a`: an instance of a subclass is converted to a plain array.
pub(super) fn to_a(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = own(m, this)?;
    if m.real_class_of(this) == class::ARRAY {
        return Ok(this);
    }
    let items = m.array(id).to_vec();
    Ok(m.new_array(items))
}

/// `to_ary`, `deconstruct`
pub(super) fn to_ary(_: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    Ok(this)
}

/// `to_h`
pub(super) fn to_h(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let hash = m.new_hash();
    let mut index = 0;
    while let Some(item) = m.heap.arrays[id].get(index) {
        let item = match args.block {
            Some(block) => m.yield_one(block, item)?,
            None => item,
        };
        let (key, value) = pair(m, item, index)?;
        m.hash_set(hash, key, value)?;
        index += 1;
    }
    Ok(Value::Hash(hash))
}

fn pair(m: &mut Machine<'_>, item: Value, index: usize) -> Flow<(Value, Value)> {
    let Some(id) = m.try_ary(item)? else {
        let name = m.class_name_of(item);
        let text = format!("wrong element type {name} at {index} (expected array)");
        return Err(m.type_error(text));
    };
    match *m.array(id) {
        [key, value] => Ok((key, value)),
        ref other => {
            let length = other.len();
            let text = format!("wrong array length at {index} (expected 2, was {length})");
            Err(m.argument_error(text))
        }
    }
}
