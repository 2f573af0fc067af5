//! `Array`: combining arrays with `+`, `*`, `flatten`, `zip`, `product`, and permutations.

use super::{MAX_SIZE, charge_elements, own, own_mut};
use crate::core::class;
use crate::core::enumerable;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Block};
use crate::symbol::{Symbol, names};
use crate::value::{ArrayId, Value};

/// `+`
pub(super) fn plus(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let other = m.to_ary(args[0])?;
    charge_elements(m, m.array(id).len() + m.array(other).len())?;
    let items = [m.array(id), m.array(other)].concat();
    Ok(m.new_array(items))
}

/// `*`: repetition, or `join` with a string
pub(super) fn times(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    if let Some(separator) = m.try_str(args[0])? {
        return m.call(this, Symbol::new("join"), &[Value::Str(separator)]);
    }
    let count = m.to_int(args[0])?;
    if count < 0 {
        return Err(m.argument_error("negative argument"));
    }
    let length = m.array(id).len() as i64;
    if count.checked_mul(length).is_none_or(|size| size > MAX_SIZE) {
        return Err(m.argument_error("argument too big"));
    }
    charge_elements(m, (count * length) as usize)?;
    let items = m.array(id).repeat(count as usize);
    Ok(m.new_array(items))
}

/// The elements with nested arrays flattened up to a depth, and whether there were any nested
/// arrays.
pub(crate) fn flattened(m: &mut Machine<'_>, id: ArrayId, depth: i64) -> Flow<(Vec<Value>, bool)> {
    let mut result = Vec::with_capacity(m.array(id).len());
    let mut path = vec![(id, 0)];
    let mut has_inner = false;
    while let Some((list, index)) = path.last_mut() {
        let Some(item) = m.heap.arrays[*list].get(*index) else {
            path.pop();
            continue;
        };
        *index += 1;
        let inner = if depth >= 0 && path.len() as i64 > depth { None } else { m.try_ary(item)? };
        match inner {
            Some(inner) => {
                has_inner = true;
                m.core.add_steps(path.len() as u64 / 4);
                if depth < 0 && path.iter().any(|(list, _)| *list == inner) {
                    return Err(m.argument_error("tried to flatten recursive array"));
                }
                path.push((inner, 0));
            }
            None => {
                charge_elements(m, 1)?;
                result.push(item);
            }
        }
        m.step()?;
    }
    Ok((result, has_inner))
}

fn depth(m: &mut Machine<'_>, args: Args<'_>) -> Flow<i64> {
    match args.or_nil(0) {
        Value::Nil => Ok(-1),
        depth => m.to_int(depth),
    }
}

/// `flatten`
pub(super) fn flatten(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let depth = depth(m, args)?;
    let (items, _) = flattened(m, id, depth)?;
    Ok(m.new_array(items))
}

/// `flatten!`
pub(super) fn flatten_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let depth = depth(m, args)?;
    let (items, has_inner) = flattened(m, id, depth)?;
    if !has_inner {
        return Ok(Value::Nil);
    }
    m.array_mut(id).replace(items);
    Ok(this)
}

/// `zip`
pub(super) fn zip(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let mut others = Vec::with_capacity(args.len());
    for &other in args.iter() {
        others.push(match m.try_ary(other)? {
            Some(list) => list,
            None => first_elements(m, other, m.array(id).len())?,
        });
    }
    let mut result = Vec::new();
    let mut index = 0;
    while let Some(item) = m.heap.arrays[id].get(index) {
        let mut tuple = vec![item];
        tuple.extend(others.iter().map(|&o| m.heap.arrays[o].get(index).unwrap_or(Value::Nil)));
        match args.block {
            // Compat: a block with several parameters receives the elements separately.
            Some(block) if m.block_arity(block) > 1 => {
                m.yield_block(block, &tuple)?;
            }
            Some(block) => {
                let tuple = m.new_array(tuple);
                m.yield_one(block, tuple)?;
            }
            None => result.push(m.new_array(tuple)),
        }
        index += 1;
    }
    Ok(if args.block.is_some() { Value::Nil } else { m.new_array(result) })
}

/// The first elements of a collection with `each`.
fn first_elements(m: &mut Machine<'_>, other: Value, count: usize) -> Flow<ArrayId> {
    if count == 0 {
        return Ok(enumerable::new_list(m));
    }
    if !m.responds_to(other, names::EACH)? {
        let name = m.class_name_of(other);
        let text = format!("wrong argument type {name} (must respond to :each)");
        return Err(m.type_error(text));
    }
    match enumerable::take_elements(m, other, count)? {
        Value::Array(list) => Ok(list),
        other => m.to_ary(other),
    }
}

/// `transpose`
pub(super) fn transpose(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let mut rows = Vec::with_capacity(m.array(id).len());
    for row in m.array(id).to_vec() {
        let row = m.to_ary(row)?;
        rows.push(m.array(row).to_vec());
    }
    let Some(width) = rows.first().map(Vec::len) else { return Ok(m.new_array(Vec::new())) };
    if let Some(row) = rows.iter().find(|row| row.len() != width) {
        let text = format!("element size differs ({} should be {width})", row.len());
        return Err(m.index_error(text));
    }
    let columns: Vec<Value> = (0..width)
        .map(|column| {
            let items = rows.iter().map(|row| row[column]).collect();
            m.new_array(items)
        })
        .collect();
    Ok(m.new_array(columns))
}

/// The receiver of combinations: a block, or the array to return.
enum Sink {
    Block(Block),
    List(Vec<Value>),
}

impl Sink {
    fn push(&mut self, m: &mut Machine<'_>, items: Vec<Value>) -> Flow<()> {
        m.step()?;
        charge_elements(m, items.len())?;
        let items = m.new_array(items);
        match self {
            Sink::Block(block) => m.yield_one(*block, items).map(drop),
            Sink::List(list) => {
                list.push(items);
                Ok(())
            }
        }
    }
}

/// `product`
pub(super) fn product(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let mut lists = vec![m.array(id).to_vec()];
    for &other in args.iter() {
        let other = m.to_ary(other)?;
        lists.push(m.array(other).to_vec());
    }
    let mut sink = match args.block {
        Some(block) => Sink::Block(block),
        None => {
            let mut sizes = lists.iter().map(|list| list.len() as i64);
            let size = sizes.try_fold(1_i64, i64::checked_mul);
            if size.is_none() && !lists.iter().any(Vec::is_empty) {
                return Err(m.range_error("too big to product"));
            }
            Sink::List(Vec::new())
        }
    };
    if lists.iter().all(|list| !list.is_empty()) {
        let mut counters = vec![0; lists.len()];
        'all: loop {
            let items = counters.iter().zip(&lists).map(|(&at, list)| list[at]).collect();
            sink.push(m, items)?;
            let mut place = counters.len();
            loop {
                if place == 0 {
                    break 'all;
                }
                place -= 1;
                counters[place] += 1;
                if counters[place] < lists[place].len() {
                    break;
                }
                counters[place] = 0;
            }
        }
    }
    match sink {
        Sink::Block(_) => Ok(this),
        Sink::List(list) => Ok(m.new_array(list)),
    }
}

/// The kinds of selections of elements: combinations or permutations, with or without repetition.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Selection {
    Combination,
    Permutation,
    RepeatedCombination,
    RepeatedPermutation,
}

/// `combination`
pub(super) fn combination(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    select(m, this, args, Selection::Combination)
}

/// `permutation`
pub(super) fn permutation(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    select(m, this, args, Selection::Permutation)
}

/// `repeated_combination`
pub(super) fn repeated_combination(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    select(m, this, args, Selection::RepeatedCombination)
}

/// `repeated_permutation`
pub(super) fn repeated_permutation(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    select(m, this, args, Selection::RepeatedPermutation)
}

fn select(m: &mut Machine<'_>, this: Value, args: Args<'_>, kind: Selection) -> Flow {
    let Some(block) = args.block else {
        if matches!(kind, Selection::Combination | Selection::RepeatedCombination) {
            m.to_int(args[0])?;
        }
        return m.enumerator(this, args);
    };
    let id = own(m, this)?;
    // The block may change the array without changing the selections.
    let items = m.array(id).to_vec();
    let count = match args.or_nil(0) {
        Value::Nil if kind == Selection::Permutation => items.len() as i64,
        count => m.to_int(count)?,
    };
    let is_repeated =
        matches!(kind, Selection::RepeatedCombination | Selection::RepeatedPermutation);
    if count < 0 || !is_repeated && count > items.len() as i64 {
        return Ok(this);
    }
    if items.is_empty() && count > 0 {
        return Ok(this);
    }
    charge_elements(m, count as usize)?;
    let mut chosen = Vec::with_capacity(count as usize);
    choose(m, &items, count as usize, kind, &mut chosen, &mut Sink::Block(block))?;
    Ok(this)
}

/// Extends a selection in order with all indexes that may follow, without recursion.
fn choose(
    m: &mut Machine<'_>,
    items: &[Value],
    count: usize,
    kind: Selection,
    chosen: &mut Vec<usize>,
    sink: &mut Sink,
) -> Flow<()> {
    let mut next = 0;
    loop {
        if chosen.len() == count {
            let selection = chosen.iter().map(|&at| items[at]).collect();
            sink.push(m, selection)?;
            next = items.len();
        }
        let room = count - chosen.len();
        let fits = |at: usize| match kind {
            Selection::Combination => at + room <= items.len(),
            Selection::Permutation => !chosen.contains(&at),
            _ => true,
        };
        match (next..items.len()).find(|&at| fits(at)) {
            Some(at) => {
                chosen.push(at);
                next = match kind {
                    Selection::Combination => at + 1,
                    Selection::RepeatedCombination => at,
                    _ => 0,
                };
            }
            None => match chosen.pop() {
                Some(last) => next = last + 1,
                None => return Ok(()),
            },
        }
    }
}

/// Whether a value is an array without its own `each`.
pub(crate) fn is_plain(m: &Machine<'_>, value: Value) -> bool {
    matches!(value, Value::Array(_)) && m.class_of(value) == class::ARRAY
}
