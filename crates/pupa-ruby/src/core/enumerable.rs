//! `Enumerable`: the methods of everything that has `each`.
//!
//! The functions that receive elements may be called from Ruby code, so they keep their state in
//! heap arrays and hashes or in cells.

mod chunk;
pub(crate) mod extremes;
mod filter;
pub(crate) mod inject;
mod search;
mod slices;
pub(crate) mod zip;

use std::cell::Cell;
use std::ops::ControlFlow;
use std::rc::Rc;

use crate::core::array::is_plain;
use crate::core::array::sum::Sum;
use crate::core::class;
use crate::machine::iterate::Step;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Block, NativeClass, method};
use crate::symbol::names;
use crate::value::{ArrayId, HashId, Value};

/// `Enumerable`
pub static ENUMERABLE: NativeClass = NativeClass {
    name: "Enumerable",
    methods: &[
        method("to_a", 0, -1, to_a),
        method("entries", 0, -1, to_a),
        method("to_h", 0, -1, to_h),
        method("to_set", 0, -1, crate::library::set::to_set),
        method("each_entry", 0, -1, each_entry),
        method("each_with_index", 0, -1, each_with_index),
        method("each_with_object", 1, 1, each_with_object),
        method("reverse_each", 0, -1, reverse_each),
        method("first", 0, 1, search::first),
        method("take", 1, 1, search::take),
        method("take_while", 0, 0, search::take_while),
        method("drop", 1, 1, search::drop_first),
        method("drop_while", 0, 0, search::drop_while),
        method("find", 0, 1, search::find),
        method("detect", 0, 1, search::find),
        method("find_index", 0, 1, search::find_index),
        method("include?", 1, 1, search::includes),
        method("member?", 1, 1, search::includes),
        method("count", 0, 1, search::count),
        method("all?", 0, 1, search::all),
        method("any?", 0, 1, search::any),
        method("none?", 0, 1, search::none),
        method("one?", 0, 1, search::one),
        method("map", 0, 0, map),
        method("collect", 0, 0, map),
        method("flat_map", 0, 0, flat_map),
        method("collect_concat", 0, 0, flat_map),
        method("filter_map", 0, 0, filter::filter_map),
        method("select", 0, 0, filter::select),
        method("filter", 0, 0, filter::select),
        method("find_all", 0, 0, filter::select),
        method("reject", 0, 0, filter::reject),
        method("partition", 0, 0, filter::partition),
        method("group_by", 0, 0, filter::group_by),
        method("tally", 0, 1, filter::tally),
        method("uniq", 0, 0, filter::uniq),
        method("compact", 0, 0, filter::compact),
        method("grep", 1, 1, filter::grep),
        method("grep_v", 1, 1, filter::grep_v),
        method("inject", 0, 2, inject::inject),
        method("reduce", 0, 2, inject::inject),
        method("sum", 0, 1, sum),
        method("cycle", 0, 1, cycle),
        method("sort", 0, 0, extremes::sort),
        method("sort_by", 0, 0, extremes::sort_by),
        method("min", 0, 1, extremes::min),
        method("max", 0, 1, extremes::max),
        method("minmax", 0, 0, extremes::minmax),
        method("min_by", 0, 1, extremes::min_by),
        method("max_by", 0, 1, extremes::max_by),
        method("minmax_by", 0, 0, extremes::minmax_by),
        method("each_slice", 1, 1, slices::each_slice),
        method("each_cons", 1, 1, slices::each_cons),
        method("chunk", 0, 0, chunk::chunk),
        method("chunk_while", 0, 0, chunk::chunk_while),
        method("slice_when", 0, 0, chunk::slice_when),
        method("slice_before", 0, -1, chunk::slice_before),
        method("slice_after", 0, -1, chunk::slice_after),
        method("zip", 0, -1, zip::zip),
        method("chain", 0, -1, crate::core::enumerator::chain::chain),
        method("lazy", 0, 0, crate::core::enumerator::lazy::lazy),
    ],
    class_methods: &[],
    ..NativeClass::MODULE
};

/// The result that continues an iteration.
pub(crate) const NEXT: Flow<Step> = Ok(ControlFlow::Continue(()));
/// The result that ends an iteration.
pub(crate) const STOP: Flow<Step> = Ok(ControlFlow::Break(()));

/// Calls a function with the arguments of each `yield`.
pub(crate) fn each_values(
    m: &mut Machine<'_>,
    this: Value,
    args: &[Value],
    each: impl Fn(&mut Machine<'_>, &[Value]) -> Flow<Step> + 'static,
) -> Flow<()> {
    if args.is_empty()
        && is_plain(m, this)
        && let Value::Array(id) = this
    {
        let mut index = 0;
        while let Some(item) = m.heap.arrays[id].get(index) {
            m.step()?;
            if each(m, &[item])?.is_break() {
                break;
            }
            index += 1;
        }
        return Ok(());
    }
    if args.is_empty()
        && let Value::Range(id) = this
        && m.heap.ranges[id].class == class::RANGE
    {
        let range = crate::core::range::parts(m, this)?;
        return crate::core::range::for_each(m, range, move |m, item| each(m, &[item]));
    }
    m.iterate_packed(this, names::EACH, args, each)
}

/// A new list for results.
pub(crate) fn new_list(m: &mut Machine<'_>) -> ArrayId {
    m.heap.allocated += size_of::<crate::heap::RArray>();
    m.heap.arrays.add(crate::heap::RArray::new(Vec::new()))
}

/// Appends to a list of results.
pub(crate) fn push(m: &mut Machine<'_>, list: ArrayId, item: Value) -> Flow<()> {
    m.charge(size_of::<Value>())?;
    m.array_mut(list).push(item);
    Ok(())
}

/// Calls a block with an element. If the element is several values, a lambda receives them
/// separately.
pub(crate) fn yield_packed(m: &mut Machine<'_>, block: Block, values: &[Value]) -> Flow {
    match values {
        [] => m.yield_block(block, &[]),
        [one] => m.yield_one(block, *one),
        _ if is_lambda(m, block) => m.yield_block(block, values),
        _ => {
            let item = m.pack(values);
            m.yield_one(block, item)
        }
    }
}

fn is_lambda(m: &Machine<'_>, block: Block) -> bool {
    match block {
        Block::Proc(id) => m.heap.procs[id].is_lambda,
        _ => false,
    }
}

/// `entries` of an array
pub(crate) fn entries(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let items = m.collect_elements(this)?;
    Ok(m.new_array(items))
}

/// `to_a`, `entries`
pub(crate) fn to_a(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let list = new_list(m);
    each_values(m, this, args.list, move |m, values| {
        let item = m.pack(values);
        push(m, list, item)?;
        NEXT
    })?;
    Ok(Value::Array(list))
}

/// The first elements of a collection, as an array.
pub(crate) fn take_elements(m: &mut Machine<'_>, this: Value, count: usize) -> Flow {
    let list = new_list(m);
    if count == 0 {
        return Ok(Value::Array(list));
    }
    each_values(m, this, &[], move |m, values| {
        let item = m.pack(values);
        push(m, list, item)?;
        if m.array(list).len() >= count { STOP } else { NEXT }
    })?;
    Ok(Value::Array(list))
}

/// `to_h`
fn to_h(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let hash = m.new_hash();
    let block = args.block;
    each_values(m, this, args.list, move |m, values| {
        let item = match block {
            Some(block) => m.yield_block(block, values)?,
            None => m.pack(values),
        };
        set_pair(m, hash, item)?;
        NEXT
    })?;
    Ok(Value::Hash(hash))
}

/// Adds a pair to a hash.
pub(crate) fn set_pair(m: &mut Machine<'_>, hash: HashId, pair: Value) -> Flow<()> {
    let Some(id) = m.try_ary(pair)? else {
        let name = m.name_for_conversion(pair);
        return Err(m.type_error(format!("wrong element type {name} (expected array)")));
    };
    match *m.array(id) {
        [key, value] => m.hash_set(hash, key, value),
        ref other => {
            let length = other.len();
            let text = format!("element has wrong array length (expected 2, was {length})");
            Err(m.argument_error(text))
        }
    }
}

/// `each_entry`
fn each_entry(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    each_values(m, this, args.list, move |m, values| {
        yield_packed(m, block, values)?;
        NEXT
    })?;
    Ok(this)
}

/// `each_with_index`
pub(crate) fn each_with_index(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let index = Rc::new(Cell::new(0_i64));
    each_values(m, this, args.list, move |m, values| {
        let item = m.pack(values);
        let at = index.get();
        index.set(at + 1);
        m.yield_block(block, &[item, Value::Int(at)])?;
        NEXT
    })?;
    Ok(this)
}

/// `each_with_object`
fn each_with_object(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let memo = args[0];
    each_values(m, this, &[], move |m, values| {
        let item = m.pack(values);
        m.yield_block(block, &[item, memo])?;
        NEXT
    })?;
    Ok(memo)
}

/// `reverse_each`
fn reverse_each(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let Value::Array(list) = to_a(m, this, args)? else { return Ok(this) };
    for item in m.array(list).to_vec().into_iter().rev() {
        m.yield_one(block, item)?;
    }
    Ok(this)
}

/// `map`, `collect`
fn map(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let list = new_list(m);
    let arity = m.block_arity(block);
    if arity > 0 && matches!(this, Value::Object(_) | Value::Hash(_)) {
        // An `each` written in Ruby may query the arity of the block.
        let each = move |m: &mut Machine<'_>, args: Args<'_>| {
            let item = m.yield_block(block, args.list)?;
            push(m, list, item)?;
            Ok(Value::Nil)
        };
        if let Value::Proc(native) = m.new_native_proc(Rc::new(each), arity as i32) {
            m.call_with_block(this, names::EACH, &[], Some(Block::Proc(native)))?;
        }
        return Ok(Value::Array(list));
    }
    each_values(m, this, &[], move |m, values| {
        let item = m.yield_block(block, values)?;
        push(m, list, item)?;
        NEXT
    })?;
    Ok(Value::Array(list))
}

/// `flat_map`, `collect_concat`
fn flat_map(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let list = new_list(m);
    each_values(m, this, &[], move |m, values| {
        let item = m.yield_block(block, values)?;
        match m.try_ary(item)? {
            Some(more) => {
                for item in m.array(more).to_vec() {
                    push(m, list, item)?;
                }
            }
            None => push(m, list, item)?,
        }
        NEXT
    })?;
    Ok(Value::Array(list))
}

/// `sum`
fn sum(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let start = Sum::new(m, args.opt(0).unwrap_or(Value::Int(0)));
    let sum = Rc::new(Cell::new(start));
    let (state, block) = (sum.clone(), args.block);
    each_values(m, this, &[], move |m, values| {
        let mut item = m.pack(values);
        if let Some(block) = block {
            item = m.yield_one(block, item)?;
        }
        let mut sum = state.get();
        sum.add(m, item)?;
        state.set(sum);
        NEXT
    })?;
    Ok(sum.get().total())
}

/// `cycle`
fn cycle(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let rounds = match args.or_nil(0) {
        Value::Nil => None,
        rounds => Some(m.to_int(rounds)?),
    };
    if rounds.is_some_and(|rounds| rounds <= 0) {
        return Ok(Value::Nil);
    }
    let list = new_list(m);
    each_values(m, this, &[], move |m, values| {
        let item = m.pack(values);
        push(m, list, item)?;
        yield_packed(m, block, values)?;
        NEXT
    })?;
    let items = m.array(list).to_vec();
    let mut rounds = rounds.map(|rounds| rounds - 1);
    while rounds.is_none_or(|rounds| rounds > 0) && !items.is_empty() {
        for &item in &items {
            m.yield_one(block, item)?;
        }
        m.step()?;
        rounds = rounds.map(|rounds| rounds - 1);
    }
    Ok(Value::Nil)
}
