//! `chunk`, `chunk_while`, `slice_when`, `slice_before`, `slice_after`: enumerators of groups of
//! consecutive elements.

use std::cell::Cell;
use std::rc::Rc;

use super::{NEXT, each_values};
use crate::core::enumerator::generator;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::names;
use crate::value::Value;

/// The elements of an incomplete group, and its key.
type Group = Rc<Cell<Option<(Value, Value)>>>;

fn call(m: &mut Machine<'_>, proc: Value, args: &[Value]) -> Flow {
    m.call_proc(proc, Args::new(names::CALL, args))
}

/// `chunk`
pub(super) fn chunk(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let categorize = m.block_to_proc(block);
    generator::of_native(m, &[this, categorize], move |m, yielder| {
        let group: Group = Rc::new(Cell::new(None));
        let state = group.clone();
        each_values(m, this, &[], move |m, values| {
            let item = m.pack(values);
            let key = call(m, categorize, &[item])?;
            chunk_item(m, &state, yielder, key, item)?;
            NEXT
        })?;
        flush_chunk(m, &group, yielder)
    })
}

fn chunk_item(
    m: &mut Machine<'_>,
    group: &Group,
    yielder: Value,
    key: Value,
    item: Value,
) -> Flow<()> {
    let name = match key {
        Value::Sym(name) => name.as_str(),
        Value::Nil => "_separator",
        _ => "",
    };
    match name {
        "_separator" => flush_chunk(m, group, yielder),
        "_alone" => {
            flush_chunk(m, group, yielder)?;
            let alone = m.new_array(vec![item]);
            let pair = m.new_array(vec![key, alone]);
            generator::yield_to(m, yielder, &[pair]).map(drop)
        }
        _ if name.starts_with('_') => {
            Err(m.runtime_error("symbols beginning with an underscore are reserved"))
        }
        _ => {
            if let Some((known, Value::Array(list))) = group.get()
                && m.equals(known, key)?
            {
                return super::push(m, list, item);
            }
            flush_chunk(m, group, yielder)?;
            let list = m.new_array(vec![item]);
            group.set(Some((key, list)));
            Ok(())
        }
    }
}

fn flush_chunk(m: &mut Machine<'_>, group: &Group, yielder: Value) -> Flow<()> {
    let Some((key, list)) = group.take() else { return Ok(()) };
    let pair = m.new_array(vec![key, list]);
    generator::yield_to(m, yielder, &[pair]).map(drop)
}

/// `chunk_while`
pub(super) fn chunk_while(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    by_neighbours(m, this, args, false)
}

/// `slice_when`
pub(super) fn slice_when(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    by_neighbours(m, this, args, true)
}

/// Groups of consecutive elements. A group ends where the truth of the block's result for two
/// neighbours equals `end`.
fn by_neighbours(m: &mut Machine<'_>, this: Value, args: Args<'_>, end: bool) -> Flow {
    let Some(block) = args.block else { return Err(no_proc(m)) };
    let test = m.block_to_proc(block);
    generator::of_native(m, &[this, test], move |m, yielder| {
        // The current group, and its last element.
        let group: Group = Rc::new(Cell::new(None));
        let state = group.clone();
        each_values(m, this, &[], move |m, values| {
            let item = m.pack(values);
            if let Some((list, last)) = state.get() {
                if call(m, test, &[last, item])?.is_truthy() == end {
                    generator::yield_to(m, yielder, &[list])?;
                } else if let Value::Array(id) = list {
                    super::push(m, id, item)?;
                    state.set(Some((list, item)));
                    return NEXT;
                }
            }
            let list = m.new_array(vec![item]);
            state.set(Some((list, item)));
            NEXT
        })?;
        flush(m, &group, yielder)
    })
}

fn flush(m: &mut Machine<'_>, group: &Group, yielder: Value) -> Flow<()> {
    let Some((list, _)) = group.take() else { return Ok(()) };
    generator::yield_to(m, yielder, &[list]).map(drop)
}

fn no_proc(m: &mut Machine<'_>) -> crate::machine::Jump {
    m.argument_error("tried to create Proc object without a block")
}

/// The test of `slice_before` and `slice_after`.
#[derive(Clone, Copy)]
enum Border {
    Pattern(Value),
    Proc(Value),
}

impl Border {
    fn is_at(self, m: &mut Machine<'_>, item: Value) -> Flow<bool> {
        match self {
            Border::Pattern(pattern) => m.case_equals(pattern, item),
            Border::Proc(proc) => Ok(call(m, proc, &[item])?.is_truthy()),
        }
    }
}

/// `slice_before`
pub(super) fn slice_before(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let border = match args.block {
        Some(_) if !args.is_empty() => return Err(m.arity_error(args.len(), 0, Some(0))),
        Some(block) => Border::Proc(m.block_to_proc(block)),
        None => {
            m.check_arity(args.len(), 1, Some(1))?;
            Border::Pattern(args[0])
        }
    };
    by_border(m, this, border, true)
}

/// `slice_after`
pub(super) fn slice_after(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let border = match args.block {
        Some(_) if !args.is_empty() => {
            return Err(m.argument_error("both pattern and block are given"));
        }
        Some(block) => Border::Proc(m.block_to_proc(block)),
        None => {
            m.check_arity(args.len(), 1, Some(1))?;
            Border::Pattern(args[0])
        }
    };
    by_border(m, this, border, false)
}

fn by_border(m: &mut Machine<'_>, this: Value, border: Border, before: bool) -> Flow {
    let (Border::Pattern(test) | Border::Proc(test)) = border;
    generator::of_native(m, &[this, test], move |m, yielder| {
        let group: Group = Rc::new(Cell::new(None));
        let state = group.clone();
        each_values(m, this, &[], move |m, values| {
            let item = m.pack(values);
            let is_border = border.is_at(m, item)?;
            if before && is_border {
                flush(m, &state, yielder)?;
            }
            match state.get() {
                Some((Value::Array(list), _)) => super::push(m, list, item)?,
                _ => {
                    let list = m.new_array(vec![item]);
                    state.set(Some((list, item)));
                }
            }
            if !before && is_border {
                flush(m, &state, yielder)?;
            }
            NEXT
        })?;
        flush(m, &group, yielder)
    })
}
