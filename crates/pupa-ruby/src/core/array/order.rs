//! `Array`: sorting, minimum and maximum, `sum`, binary search, `shuffle` and `sample`.

use std::cmp::Ordering;

use super::iterate::for_each;
use super::sort::{Keyed, sort_keyed, sort_values};
use super::sum::ArraySum;
use super::{own, own_mut};
use crate::core::enumerable::extremes;
use crate::core::random::random_below;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Block};
use crate::value::{ArrayId, Value};

/// `sort`
pub(super) fn sort(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let items = m.array(id).to_vec();
    let items = sort_values(m, items, args.block)?;
    Ok(m.new_array(items))
}

/// `sort!`
pub(super) fn sort_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let items = m.array(id).to_vec();
    let items = sort_values(m, items, args.block)?;
    m.check_frozen(this)?;
    m.array_mut(id).replace(items);
    Ok(this)
}

fn sorted_by(m: &mut Machine<'_>, id: ArrayId, block: Block) -> Flow<Vec<Value>> {
    let mut keyed: Vec<Keyed> = Vec::with_capacity(m.array(id).len());
    for_each(m, id, |m, _, item| {
        keyed.push((m.yield_one(block, item)?, item));
        Ok(())
    })?;
    sort_keyed(m, &mut keyed)?;
    Ok(keyed.into_iter().map(|(_, item)| item).collect())
}

/// `sort_by`
pub(super) fn sort_by(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own(m, this)?;
    let items = sorted_by(m, id, block)?;
    Ok(m.new_array(items))
}

/// `sort_by!`
pub(super) fn sort_by_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own_mut(m, this)?;
    let items = sorted_by(m, id, block)?;
    m.check_frozen(this)?;
    m.array_mut(id).replace(items);
    Ok(this)
}

/// `min`
pub(super) fn min(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    extreme(m, this, args, Ordering::Less)
}

/// `max`
pub(super) fn max(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    extreme(m, this, args, Ordering::Greater)
}

fn extreme(m: &mut Machine<'_>, this: Value, args: Args<'_>, expected: Ordering) -> Flow {
    let id = own(m, this)?;
    if !args.or_nil(0).is_nil() {
        let items = m.array(id).to_vec();
        let items = extremes::several(m, items, args[0], args.block, expected)?;
        return Ok(m.new_array(items));
    }
    let mut best = Value::Undef;
    for_each(m, id, |m, _, item| {
        let is_better = if best.is_undef() {
            true
        } else if args.block.is_some() {
            extremes::order(m, item, best, args.block)? == expected
        } else {
            m.compare_strict(best, item)? == expected.reverse()
        };
        if is_better {
            best = item;
        }
        Ok(())
    })?;
    Ok(if best.is_undef() { Value::Nil } else { best })
}

/// `minmax`
pub(super) fn minmax(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.block.is_some() {
        return extremes::minmax(m, this, args);
    }
    let greatest = extreme(m, this, args, Ordering::Greater)?;
    let least = extreme(m, this, args, Ordering::Less)?;
    Ok(m.new_array(vec![least, greatest]))
}

/// `sum`
pub(super) fn sum(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let mut sum = ArraySum::new(args.opt(0));
    for_each(m, id, |m, _, item| {
        let item = match args.block {
            Some(block) => m.yield_one(block, item)?,
            None => item,
        };
        sum.add(m, item)
    })?;
    sum.total(m)
}

/// `bsearch`
pub(super) fn bsearch(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own(m, this)?;
    let found = search(m, id, block)?;
    Ok(found.and_then(|at| m.heap.arrays[id].get(at)).unwrap_or(Value::Nil))
}

/// `bsearch_index`
pub(super) fn bsearch_index(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own(m, this)?;
    Ok(search(m, id, block)?.map_or(Value::Nil, Value::from))
}

/// The result of a block of `bsearch`.
pub(crate) enum Probe {
    /// The element was found: the block returned 0.
    Found,
    /// The block returned `true`: continue on the left, to find an earlier one.
    Satisfied,
    /// Continue on the left.
    Left,
    /// Continue on the right.
    Right,
}

/// Converts the result of a block of `bsearch`.
pub(crate) fn probe(m: &mut Machine<'_>, answer: Value) -> Flow<Probe> {
    Ok(match answer {
        Value::Bool(true) => Probe::Satisfied,
        Value::Bool(false) | Value::Nil => Probe::Right,
        Value::Int(0) => Probe::Found,
        _ if m.is_a(answer, crate::core::class::NUMERIC) => {
            match m.compare_strict(answer, Value::Int(0))? {
                Ordering::Equal => Probe::Found,
                Ordering::Less => Probe::Left,
                Ordering::Greater => Probe::Right,
            }
        }
        _ => {
            let name = m.class_name_of(answer);
            return Err(m.type_error(format!(
                "wrong argument type {name} (must be numeric, true, false or nil)"
            )));
        }
    })
}

fn search(m: &mut Machine<'_>, id: ArrayId, block: Block) -> Flow<Option<usize>> {
    let (mut low, mut high) = (0, m.array(id).len());
    let mut satisfied = None;
    while low < high {
        let middle = low + (high - low) / 2;
        let item = m.heap.arrays[id].get(middle).unwrap_or(Value::Nil);
        let answer = m.yield_one(block, item)?;
        match probe(m, answer)? {
            Probe::Found => return Ok(Some(middle)),
            Probe::Satisfied => {
                satisfied = Some(middle);
                high = middle;
            }
            Probe::Left => high = middle,
            Probe::Right => low = middle + 1,
        }
    }
    Ok(satisfied)
}

/// The random number generator of the keyword `random:`.
fn chance(m: &mut Machine<'_>, args: Args<'_>) -> Flow<Option<Value>> {
    let (_, keywords) = args.split_keywords();
    let Some(keywords) = keywords else { return Ok(None) };
    let unknown = m
        .hash(keywords)
        .iter()
        .map(|(key, _)| key)
        .find(|key| !matches!(key, Value::Sym(name) if name.as_str() == "random"));
    if let Some(key) = unknown {
        let text = m.inspect(key)?;
        return Err(m.argument_error(format!("unknown keyword: {text}")));
    }
    Ok(m.keyword(Some(keywords), "random"))
}

/// A random number from 0 up to, but not including, a limit.
fn below(m: &mut Machine<'_>, source: Option<Value>, limit: usize) -> Flow<usize> {
    Ok(random_below(m, source, limit as u64)? as usize)
}

fn shuffled(m: &mut Machine<'_>, mut items: Vec<Value>, args: Args<'_>) -> Flow<Vec<Value>> {
    let (positional, _) = args.split_keywords();
    m.check_arity(positional.len(), 0, Some(0))?;
    let source = chance(m, args)?;
    for last in (0..items.len()).rev() {
        let other = below(m, source, last + 1)?;
        items.swap(last, other);
    }
    Ok(items)
}

/// `shuffle`
pub(super) fn shuffle(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let items = m.array(id).to_vec();
    let items = shuffled(m, items, args)?;
    Ok(m.new_array(items))
}

/// `shuffle!`
pub(super) fn shuffle_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let items = m.array(id).to_vec();
    let length = items.len();
    let items = shuffled(m, items, args)?;
    if m.array(id).len() != length {
        return Err(m.runtime_error("modified during shuffle!"));
    }
    m.array_mut(id).replace(items);
    Ok(this)
}

/// Up to this number of elements, `sample` draws all random numbers first.
const FEW: usize = 16;

/// `sample`
pub(super) fn sample(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let source = chance(m, args)?;
    let (positional, _) = args.split_keywords();
    m.check_arity(positional.len(), 0, Some(1))?;
    let length = m.array(id).len();
    let Some(&count) = positional.first() else {
        let index = if length < 2 { 0 } else { below(m, source, length)? };
        return Ok(m.heap.arrays[id].get(index).unwrap_or(Value::Nil));
    };
    let count = super::access::amount(m, count, "negative sample number")?.min(length);
    let items = if count <= FEW {
        sample_few(m, id, source, count)?
    } else {
        let mut items = m.array(id).to_vec();
        for index in 0..count {
            let other = below(m, source, length - index)? + index;
            items.swap(index, other);
        }
        items.truncate(count);
        items
    };
    Ok(m.new_array(items))
}

/// Draws a few random numbers, each from the positions that are left, and returns the elements
/// there.
fn sample_few(
    m: &mut Machine<'_>,
    id: ArrayId,
    source: Option<Value>,
    count: usize,
) -> Flow<Vec<Value>> {
    let length = m.array(id).len();
    let mut drawn = Vec::with_capacity(count);
    for index in 0..count {
        drawn.push(below(m, source, length - index)?);
    }
    let mut taken: Vec<usize> = Vec::with_capacity(count);
    let mut items = Vec::with_capacity(count);
    for mut place in drawn {
        let mut rank = 0;
        while rank < taken.len() && place >= taken[rank] {
            place += 1;
            rank += 1;
        }
        taken.insert(rank, place);
        items.push(m.heap.arrays[id].get(place).unwrap_or(Value::Nil));
    }
    Ok(items)
}
