//! Order: sorting, least and greatest elements.

use std::cell::Cell;
use std::cmp::Ordering;
use std::rc::Rc;

use super::{NEXT, each_values, new_list, push, yield_packed};
use crate::core::array::sort::{Keyed, merge_sort, sort_keyed, sort_values};
use crate::machine::{Flow, Machine};
use crate::native::{Args, Block};
use crate::value::Value;

/// The order of two elements by a block or by `<=>`.
pub(crate) fn order(
    m: &mut Machine<'_>,
    a: Value,
    b: Value,
    block: Option<Block>,
) -> Flow<Ordering> {
    match block {
        Some(block) => {
            let result = m.yield_block(block, &[a, b])?;
            m.ordering(result, a, b)
        }
        None => m.compare_strict(a, b),
    }
}

/// The least (or greatest) elements, in order.
pub(crate) fn several(
    m: &mut Machine<'_>,
    items: Vec<Value>,
    count: Value,
    block: Option<Block>,
    wanted: Ordering,
) -> Flow<Vec<Value>> {
    let mut keyed: Vec<Keyed> = items.into_iter().map(|item| (item, item)).collect();
    best(m, &mut keyed, count, block, wanted)
}

fn best(
    m: &mut Machine<'_>,
    keyed: &mut Vec<Keyed>,
    count: Value,
    block: Option<Block>,
    wanted: Ordering,
) -> Flow<Vec<Value>> {
    let count = m.to_int(count)?;
    if count < 0 {
        return Err(m.argument_error(format!("negative size ({count})")));
    }
    if count == 0 {
        return Ok(Vec::new());
    }
    match (wanted, block) {
        (Ordering::Less, None) => sort_keyed(m, keyed)?,
        (Ordering::Less, _) => merge_sort(m, keyed, &mut |m, a, b| order(m, a, b, block))?,
        _ => {
            merge_sort(m, keyed, &mut |m, a, b| Ok(order(m, a, b, block)?.reverse()))?;
        }
    }
    Ok(keyed.iter().take(count as usize).map(|(_, item)| *item).collect())
}

/// `sort`
pub(super) fn sort(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let items = m.collect_elements(this)?;
    let items = sort_values(m, items, args.block)?;
    Ok(m.new_array(items))
}

/// The elements with the values that a block gives for them.
fn keyed_by(m: &mut Machine<'_>, this: Value, block: Block) -> Flow<Vec<Keyed>> {
    let (keys, items) = (new_list(m), new_list(m));
    each_values(m, this, &[], move |m, values| {
        let item = m.pack(values);
        let key = yield_packed(m, block, values)?;
        push(m, keys, key)?;
        push(m, items, item)?;
        NEXT
    })?;
    Ok(m.array(keys).iter().copied().zip(m.array(items).iter().copied()).collect())
}

/// `sort_by`
pub(super) fn sort_by(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let mut keyed = keyed_by(m, this, block)?;
    sort_keyed(m, &mut keyed)?;
    let items = keyed.into_iter().map(|(_, item)| item).collect();
    Ok(m.new_array(items))
}

fn extreme(m: &mut Machine<'_>, this: Value, args: Args<'_>, wanted: Ordering) -> Flow {
    if !args.or_nil(0).is_nil() {
        let items = m.collect_elements(this)?;
        let items = several(m, items, args[0], args.block, wanted)?;
        return Ok(m.new_array(items));
    }
    let best = Rc::new(Cell::new(Value::Undef));
    let (state, block) = (best.clone(), args.block);
    each_values(m, this, &[], move |m, values| {
        let item = m.pack(values);
        if state.get().is_undef() || order(m, item, state.get(), block)? == wanted {
            state.set(item);
        }
        NEXT
    })?;
    Ok(if best.get().is_undef() { Value::Nil } else { best.get() })
}

/// `min`
pub(super) fn min(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    extreme(m, this, args, Ordering::Less)
}

/// `max`
pub(super) fn max(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    extreme(m, this, args, Ordering::Greater)
}

/// `minmax`
pub(super) fn minmax(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let items = m.collect_elements(this)?;
    let (mut least, mut greatest) = (Value::Nil, Value::Nil);
    for (index, item) in items.into_iter().enumerate() {
        if index == 0 || order(m, item, least, args.block)? == Ordering::Less {
            least = item;
        }
        if index == 0 || order(m, item, greatest, args.block)? == Ordering::Greater {
            greatest = item;
        }
    }
    Ok(m.new_array(vec![least, greatest]))
}

/// The first element with the least (or greatest) key.
fn first_best(m: &mut Machine<'_>, keyed: &[Keyed], wanted: Ordering) -> Flow {
    let Some(mut best) = keyed.first() else { return Ok(Value::Nil) };
    for other in &keyed[1..] {
        if m.compare_strict(other.0, best.0)? == wanted {
            best = other;
        }
    }
    Ok(best.1)
}

fn extreme_by(m: &mut Machine<'_>, this: Value, args: Args<'_>, wanted: Ordering) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let mut keyed = keyed_by(m, this, block)?;
    if args.or_nil(0).is_nil() {
        return first_best(m, &keyed, wanted);
    }
    let items = best(m, &mut keyed, args[0], None, wanted)?;
    Ok(m.new_array(items))
}

/// `min_by`
pub(super) fn min_by(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    extreme_by(m, this, args, Ordering::Less)
}

/// `max_by`
pub(super) fn max_by(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    extreme_by(m, this, args, Ordering::Greater)
}

/// `minmax_by`
pub(super) fn minmax_by(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let keyed = keyed_by(m, this, block)?;
    let least = first_best(m, &keyed, Ordering::Less)?;
    let greatest = first_best(m, &keyed, Ordering::Greater)?;
    Ok(m.new_array(vec![least, greatest]))
}
