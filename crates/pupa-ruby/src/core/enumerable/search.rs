//! Finding and counting elements: `first`, `find`, `include?`, `count` and predicates such as
//! `all?`.

use std::cell::Cell;
use std::rc::Rc;

use super::{NEXT, STOP, each_values, new_list, push, take_elements, yield_packed};
use crate::core::array::access::warn_unused_block;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Block};
use crate::symbol::names;
use crate::value::Value;

fn amount(m: &mut Machine<'_>, value: Value, action: &str) -> Flow<usize> {
    let count = m.to_int(value)?;
    if count < 0 {
        return Err(m.argument_error(format!("attempt to {action} negative size")));
    }
    Ok(count as usize)
}

/// `first`
pub(super) fn first(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if !args.is_empty() {
        return take(m, this, args);
    }
    let found = Rc::new(Cell::new(Value::Nil));
    let state = found.clone();
    each_values(m, this, &[], move |m, values| {
        state.set(m.pack(values));
        STOP
    })?;
    Ok(found.get())
}

/// `take`
pub(super) fn take(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let count = amount(m, args[0], "take")?;
    take_elements(m, this, count)
}

/// `take_while`
pub(super) fn take_while(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let list = new_list(m);
    each_values(m, this, &[], move |m, values| {
        if !m.yield_block(block, values)?.is_truthy() {
            return STOP;
        }
        let item = m.pack(values);
        push(m, list, item)?;
        NEXT
    })?;
    Ok(Value::Array(list))
}

/// `drop`
pub(super) fn drop_first(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let count = amount(m, args[0], "drop")?;
    let list = new_list(m);
    let left = Cell::new(count);
    each_values(m, this, &[], move |m, values| {
        if left.get() > 0 {
            left.set(left.get() - 1);
            return NEXT;
        }
        let item = m.pack(values);
        push(m, list, item)?;
        NEXT
    })?;
    Ok(Value::Array(list))
}

/// `drop_while`
pub(super) fn drop_while(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let list = new_list(m);
    let is_dropping = Cell::new(true);
    each_values(m, this, &[], move |m, values| {
        if is_dropping.get() && yield_packed(m, block, values)?.is_truthy() {
            return NEXT;
        }
        is_dropping.set(false);
        let item = m.pack(values);
        push(m, list, item)?;
        NEXT
    })?;
    Ok(Value::Array(list))
}

/// `find`, `detect`
pub(super) fn find(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let found = Rc::new(Cell::new(Value::Undef));
    let state = found.clone();
    each_values(m, this, &[], move |m, values| {
        let item = m.pack(values);
        if !yield_packed(m, block, values)?.is_truthy() {
            return NEXT;
        }
        state.set(item);
        STOP
    })?;
    match (found.get(), args.or_nil(0)) {
        (Value::Undef, Value::Nil) => Ok(Value::Nil),
        (Value::Undef, otherwise) => m.call(otherwise, names::CALL, &[]),
        (item, _) => Ok(item),
    }
}

/// The test of `find_index` and `count`: equality with a value, or a block.
#[derive(Clone, Copy)]
enum Test {
    Equal(Value),
    Block(Block),
    Always,
}

impl Test {
    fn new(args: Args<'_>) -> Test {
        match (args.opt(0), args.block) {
            (Some(expected), _) => Test::Equal(expected),
            (None, Some(block)) => Test::Block(block),
            (None, None) => Test::Always,
        }
    }

    fn accepts(self, m: &mut Machine<'_>, values: &[Value]) -> Flow<bool> {
        match self {
            Test::Equal(expected) => {
                let item = m.pack(values);
                Ok(item.is_same(expected) || m.equals(item, expected)?)
            }
            Test::Block(block) => Ok(m.yield_block(block, values)?.is_truthy()),
            Test::Always => Ok(true),
        }
    }
}

/// `find_index`
pub(super) fn find_index(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.is_empty() && args.block.is_none() {
        return m.enumerator(this, args);
    }
    warn_unused_block(m, args)?;
    let test = Test::new(args);
    let found = Rc::new(Cell::new((0_i64, false)));
    let state = found.clone();
    each_values(m, this, &[], move |m, values| {
        let (index, _) = state.get();
        if test.accepts(m, values)? {
            state.set((index, true));
            return STOP;
        }
        state.set((index + 1, false));
        NEXT
    })?;
    Ok(match found.get() {
        (index, true) => Value::Int(index),
        _ => Value::Nil,
    })
}

/// `include?`, `member?`
pub(super) fn includes(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let expected = args[0];
    let found = Rc::new(Cell::new(false));
    let state = found.clone();
    each_values(m, this, &[], move |m, values| {
        let item = m.pack(values);
        if !item.is_same(expected) && !m.equals(item, expected)? {
            return NEXT;
        }
        state.set(true);
        STOP
    })?;
    Ok(found.get().into())
}

/// `count`
pub(super) fn count(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    warn_unused_block(m, args)?;
    let test = Test::new(args);
    let count = Rc::new(Cell::new(0_i64));
    let state = count.clone();
    each_values(m, this, &[], move |m, values| {
        state.set(state.get() + i64::from(test.accepts(m, values)?));
        NEXT
    })?;
    Ok(count.get().into())
}

/// The condition of a predicate: a pattern, a block, or the truth of the element.
#[derive(Clone, Copy)]
enum Condition {
    Pattern(Value),
    Block(Block),
    Truth,
}

impl Condition {
    fn new(args: Args<'_>) -> Condition {
        match (args.opt(0), args.block) {
            (Some(pattern), _) => Condition::Pattern(pattern),
            (None, Some(block)) => Condition::Block(block),
            (None, None) => Condition::Truth,
        }
    }

    fn holds(self, m: &mut Machine<'_>, values: &[Value]) -> Flow<bool> {
        match self {
            Condition::Pattern(pattern) => {
                let item = m.pack(values);
                m.case_equals(pattern, item)
            }
            Condition::Block(block) => Ok(m.yield_block(block, values)?.is_truthy()),
            Condition::Truth => Ok(m.pack(values).is_truthy()),
        }
    }
}

/// The number of elements that satisfy the condition, counted up to a limit.
fn answers(
    m: &mut Machine<'_>,
    this: Value,
    args: Args<'_>,
    answer: bool,
    limit: usize,
) -> Flow<usize> {
    warn_unused_block(m, args)?;
    let condition = Condition::new(args);
    let count = Rc::new(Cell::new(0));
    let state = count.clone();
    each_values(m, this, &[], move |m, values| {
        if condition.holds(m, values)? == answer {
            state.set(state.get() + 1);
        }
        if state.get() == limit { STOP } else { NEXT }
    })?;
    Ok(count.get())
}

/// `all?`
pub(super) fn all(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok((answers(m, this, args, false, 1)? == 0).into())
}

/// `any?`
pub(super) fn any(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok((answers(m, this, args, true, 1)? == 1).into())
}

/// `none?`
pub(super) fn none(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok((answers(m, this, args, true, 1)? == 0).into())
}

/// `one?`
pub(super) fn one(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok((answers(m, this, args, true, 2)? == 1).into())
}
