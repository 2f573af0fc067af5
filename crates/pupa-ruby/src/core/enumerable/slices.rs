//! `each_slice` and `each_cons`: consecutive groups of a fixed size.

use super::{NEXT, each_values, new_list, push};
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::value::Value;

fn size(m: &mut Machine<'_>, value: Value, refusal: &str) -> Flow<usize> {
    let size = m.to_int(value)?;
    if size <= 0 {
        return Err(m.argument_error(refusal));
    }
    Ok(size as usize)
}

/// `each_slice`
pub(super) fn each_slice(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let size = size(m, args[0], "invalid slice size")?;
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let list = new_list(m);
    each_values(m, this, &[], move |m, values| {
        let item = m.pack(values);
        push(m, list, item)?;
        if m.array(list).len() == size {
            let slice = m.array(list).to_vec();
            m.array_mut(list).replace(Vec::with_capacity(size));
            let slice = m.new_array(slice);
            m.yield_one(block, slice)?;
        }
        NEXT
    })?;
    if !m.array(list).is_empty() {
        m.yield_one(block, Value::Array(list))?;
    }
    Ok(this)
}

/// `each_cons`
pub(super) fn each_cons(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let size = size(m, args[0], "invalid size")?;
    let Some(block) = args.block else { return m.enumerator(this, args) };
    if let Value::Int(length) = crate::core::enumerator::size::of_collection(m, this)?
        && (length as i128) < size as i128
    {
        return Ok(this);
    }
    let list = new_list(m);
    each_values(m, this, &[], move |m, values| {
        let item = m.pack(values);
        if m.array(list).len() == size {
            m.array_mut(list).shift();
        }
        push(m, list, item)?;
        if m.array(list).len() == size {
            let slice = m.array(list).to_vec();
            let slice = m.new_array(slice);
            m.yield_one(block, slice)?;
        }
        NEXT
    })?;
    Ok(this)
}
