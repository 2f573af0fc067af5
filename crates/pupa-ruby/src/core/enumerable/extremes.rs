//! `sort`, `min`, `max`, `minmax` and their variants with `_by`.

use std::cell::Cell;
use std::cmp::Ordering;
use std::rc::Rc;

use super::{NEXT, each_values, new_list, push, yield_packed};
use crate::core::array::sort::{Keyed, merge_sort, sort_keyed, sort_values};
use crate::machine::{Flow, Machine};
use crate::native::{Args, Block};
use crate::value::Value;

/// The order of two elements, by a block or by `<=>`.
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

/// The `count` smallest elements in ascending order or, if `wanted` is `Greater`, the greatest in
/// descending order.
pub(crate) fn several(
    m: &mut Machine<'_>,
    items: Vec<Value>,
    count: Value,
    block: Option<Block>,
    expected: Ordering,
) -> Flow<Vec<Value>> {
    let keyed: Vec<Keyed> = items.into_iter().map(|item| (item, item)).collect();
    best(m, &keyed, count, block, expected)
}

fn best(
    m: &mut Machine<'_>,
    keyed: &[Keyed],
    count: Value,
    block: Option<Block>,
    expected: Ordering,
) -> Flow<Vec<Value>> {
    let count = size(m, count)?;
    if count == 0 {
        return Ok(Vec::new());
    }
    let mut selection = Selection { kept: Vec::new(), count, limit: None, block, expected };
    for &item in keyed {
        selection.add(m, item)?;
    }
    selection.filter(m)?;
    let mut kept = selection.kept;
    match block {
        None => sort_keyed(m, &mut kept)?,
        Some(_) => merge_sort(m, &mut kept, &mut |m, a, b| order(m, a, b, block))?,
    }
    if expected == Ordering::Greater {
        kept.reverse();
    }
    Ok(kept.into_iter().map(|(_, item)| item).collect())
}

fn size(m: &mut Machine<'_>, count: Value) -> Flow<usize> {
    let count = m.to_int(count)?;
    if count < 0 {
        return Err(m.argument_error(format!("negative size ({count})")));
    }
    Ok(count as usize)
}

/// The best elements so far. Among equal ones the choice is that of MRI: a buffer of four times the
/// size is reduced by quickselect whenever it is full.
struct Selection {
    /// The candidates: at most four times as many as wanted.
    kept: Vec<Keyed>,
    /// The number of wanted elements.
    count: usize,
    /// The key that an element must beat to become a candidate; none before the first reduction.
    limit: Option<Value>,
    block: Option<Block>,
    /// `Less` if the smallest elements are wanted, `Greater` if the greatest are.
    expected: Ordering,
}

impl Selection {
    /// The order in which the wanted elements come first.
    fn compare(&self, m: &mut Machine<'_>, a: Value, b: Value) -> Flow<Ordering> {
        let order = order(m, a, b, self.block)?;
        Ok(if self.expected == Ordering::Greater { order.reverse() } else { order })
    }

    fn add(&mut self, m: &mut Machine<'_>, item: Keyed) -> Flow<()> {
        if let Some(limit) = self.limit
            && self.compare(m, item.0, limit)? != Ordering::Less
        {
            return Ok(());
        }
        self.kept.push(item);
        if self.kept.len() == self.count.saturating_mul(4) { self.filter(m) } else { Ok(()) }
    }

    /// Moves the best elements to the front and drops the others.
    fn filter(&mut self, m: &mut Machine<'_>) -> Flow<()> {
        if self.kept.len() <= self.count {
            return Ok(());
        }
        let (mut left, mut right) = (0, self.kept.len() - 1);
        loop {
            self.kept.swap(left + (right - left) / 2, right);
            let (mut store, mut pivots, mut next) = (left, 1, left);
            while next + pivots <= right {
                match self.compare(m, self.kept[next].0, self.kept[right].0)? {
                    Ordering::Equal => {
                        self.kept.swap(next, right - pivots);
                        pivots += 1;
                        continue;
                    }
                    Ordering::Less => {
                        self.kept.swap(next, store);
                        store += 1;
                    }
                    Ordering::Greater => {}
                }
                next += 1;
            }
            let (mut place, mut pivot) = (store, right);
            while pivot + pivots > right && pivot > place {
                self.kept.swap(place, pivot);
                place += 1;
                pivot -= 1;
            }
            if store <= self.count && self.count <= store + pivots {
                self.limit = self.kept.get(store).map(|(key, _)| *key);
                break;
            }
            if self.count < store {
                right = store - 1;
            } else {
                left = store + pivots;
            }
        }
        self.kept.truncate(self.count);
        Ok(())
    }
}

/// `sort`
pub(super) fn sort(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let items = m.collect_elements(this)?;
    let items = sort_values(m, items, args.block)?;
    Ok(m.new_array(items))
}

/// The elements, each with the result of a block for it.
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

fn extreme(m: &mut Machine<'_>, this: Value, args: Args<'_>, expected: Ordering) -> Flow {
    if !args.or_nil(0).is_nil() {
        if size(m, args[0])? == 0 {
            return Ok(m.new_array(Vec::new()));
        }
        let items = m.collect_elements(this)?;
        let items = several(m, items, args[0], args.block, expected)?;
        return Ok(m.new_array(items));
    }
    let best = Rc::new(Cell::new(Value::Undef));
    let (state, block) = (best.clone(), args.block);
    each_values(m, this, &[], move |m, values| {
        let item = m.pack(values);
        if state.get().is_undef() || order(m, item, state.get(), block)? == expected {
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
pub(crate) fn minmax(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let items = m.collect_elements(this)?;
    let keyed: Vec<Keyed> = items.into_iter().map(|item| (item, item)).collect();
    both_ends(m, &keyed, args.block)
}

/// The least and the greatest element so far. Elements are compared in pairs first, as MRI does it.
#[derive(Clone, Copy, Default)]
struct Ends {
    /// The first element of a pair.
    pending: Option<Keyed>,
    found: Option<(Keyed, Keyed)>,
}

impl Ends {
    fn add(&mut self, m: &mut Machine<'_>, item: Keyed, block: Option<Block>) -> Flow<()> {
        let Some(first) = self.pending.take() else {
            self.pending = Some(item);
            return Ok(());
        };
        let (low, high) = match order(m, first.0, item.0, block)? {
            Ordering::Less => (first, item),
            Ordering::Equal => (first, first),
            Ordering::Greater => (item, first),
        };
        self.extend(m, low, high, block)
    }

    fn extend(
        &mut self,
        m: &mut Machine<'_>,
        low: Keyed,
        high: Keyed,
        block: Option<Block>,
    ) -> Flow<()> {
        let (mut least, mut greatest) = self.found.unwrap_or((low, high));
        if self.found.is_some() {
            if order(m, low.0, least.0, block)? == Ordering::Less {
                least = low;
            }
            if order(m, high.0, greatest.0, block)? == Ordering::Greater {
                greatest = high;
            }
        }
        self.found = Some((least, greatest));
        Ok(())
    }

    fn finish(mut self, m: &mut Machine<'_>, block: Option<Block>) -> Flow {
        if let Some(last) = self.pending.take() {
            self.extend(m, last, last, block)?;
        }
        let ends = match self.found {
            Some((least, greatest)) => vec![least.1, greatest.1],
            None => vec![Value::Nil, Value::Nil],
        };
        Ok(m.new_array(ends))
    }
}

fn both_ends(m: &mut Machine<'_>, keyed: &[Keyed], block: Option<Block>) -> Flow {
    let mut ends = Ends::default();
    for &item in keyed {
        ends.add(m, item, block)?;
    }
    ends.finish(m, block)
}

/// The first element with the smallest (or greatest) key. Keys are compared during the iteration,
/// so one that cannot be compared ends it.
fn first_best(m: &mut Machine<'_>, this: Value, block: Block, expected: Ordering) -> Flow {
    let best: Rc<Cell<Option<Keyed>>> = Rc::default();
    let state = best.clone();
    each_values(m, this, &[], move |m, values| {
        let item = m.pack(values);
        let key = yield_packed(m, block, values)?;
        let is_better = match state.get() {
            Some((kept, _)) => m.compare_strict(key, kept)? == expected,
            None => true,
        };
        if is_better {
            state.set(Some((key, item)));
        }
        NEXT
    })?;
    Ok(best.get().map_or(Value::Nil, |(_, item)| item))
}

fn extreme_by(m: &mut Machine<'_>, this: Value, args: Args<'_>, expected: Ordering) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    if args.or_nil(0).is_nil() {
        return first_best(m, this, block, expected);
    }
    if size(m, args[0])? == 0 {
        return Ok(m.new_array(Vec::new()));
    }
    let keyed = keyed_by(m, this, block)?;
    let items = best(m, &keyed, args[0], None, expected)?;
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
    let ends: Rc<Cell<Ends>> = Rc::default();
    let state = ends.clone();
    each_values(m, this, &[], move |m, values| {
        let item = m.pack(values);
        let key = yield_packed(m, block, values)?;
        let mut ends = state.get();
        ends.add(m, (key, item), None)?;
        state.set(ends);
        NEXT
    })?;
    ends.get().finish(m, None)
}
