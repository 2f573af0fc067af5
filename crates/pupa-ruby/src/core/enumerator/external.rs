//! External iteration: `next` and `peek`.
//!
//! Fibers are not supported. Arrays are read by index. For everything else, [`FIRST_CHUNK`]
//! elements are collected before the first one is returned; if the program requests more, the
//! iteration runs again from the start and collects twice as many. So a block with side effects
//! runs ahead of the consumer, and more than once for long iterations. Endless iterations work if
//! they produce the same elements again. `Enumerator.produce` proceeds one element at a time.

use std::cell::RefCell;
use std::rc::Rc;

use super::generator::ProducerData;
use super::{EnumeratorData, data};
use crate::core::array::is_plain;
use crate::core::class;
use crate::core::exception::ExceptionData;
use crate::machine::{Flow, Jump, Machine};
use crate::native::{Args, Block};
use crate::symbol::names;
use crate::value::Value;

/// The number of elements that are collected first.
const FIRST_CHUNK: usize = 1000;

/// The state of external iteration.
#[derive(Debug, Clone)]
pub(crate) struct Cursor {
    position: usize,
    state: State,
}

#[derive(Debug, Clone)]
enum State {
    /// The elements of an array, which are read by index.
    Array,
    /// `Enumerator.produce`: the current value, or none before the first.
    Producer { index: usize, current: Value },
    /// Elements that were collected in advance.
    Collected(Collected),
}

#[derive(Debug, Clone)]
struct Collected {
    items: Vec<Box<[Value]>>,
    limit: usize,
    end: End,
}

/// The end of the collected elements.
#[derive(Debug, Clone, Copy)]
enum End {
    /// There may be more elements.
    Open,
    /// The iteration ended and returned a value.
    Result(Value),
    /// The iteration raised an exception or jumped.
    Jump(Jump),
}

impl Cursor {
    pub(crate) fn trace(&self, mark: &mut dyn FnMut(Value)) {
        match &self.state {
            State::Array => {}
            State::Producer { current, .. } => mark(*current),
            State::Collected(collected) => {
                collected.items.iter().flatten().for_each(|value| mark(*value));
                match collected.end {
                    End::Result(value) => mark(value),
                    End::Jump(Jump::Raise(id)) => mark(Value::Object(id)),
                    _ => {}
                }
            }
        }
    }
}

/// The arguments of the `yield` at the current position, without moving on.
fn current(m: &mut Machine<'_>, this: Value) -> Flow<Option<Box<[Value]>>> {
    let data = data(m, this)?;
    let cursor = m.payload_mut::<EnumeratorData>(this).and_then(|data| data.cursor.take());
    let mut cursor = match cursor {
        Some(cursor) => cursor,
        None => begin(m, &data),
    };
    let result = read(m, this, &data, &mut cursor);
    if let Some(data) = m.payload_mut::<EnumeratorData>(this) {
        data.cursor = Some(cursor);
    }
    result
}

fn begin(m: &mut Machine<'_>, data: &EnumeratorData) -> Cursor {
    let is_each = data.method == names::EACH && data.args.is_empty() && data.stage.is_none();
    let state = if is_each && is_plain(m, data.receiver) {
        State::Array
    } else if is_each && m.payload::<ProducerData>(data.receiver).is_some() {
        State::Producer { index: 0, current: Value::Undef }
    } else {
        State::Collected(Collected { items: Vec::new(), limit: 0, end: End::Open })
    };
    Cursor { position: 0, state }
}

fn read(
    m: &mut Machine<'_>,
    this: Value,
    data: &EnumeratorData,
    cursor: &mut Cursor,
) -> Flow<Option<Box<[Value]>>> {
    let position = cursor.position;
    match &mut cursor.state {
        State::Array => {
            let Value::Array(id) = data.receiver else { return Ok(None) };
            Ok(m.heap.arrays[id].get(position).map(|item| Box::from([item])))
        }
        State::Producer { index, current } => {
            while current.is_undef() || *index < position {
                let next = super::generator::product(m, data.receiver, *current)?;
                let Some(next) = next else { return Ok(None) };
                if !current.is_undef() {
                    *index += 1;
                }
                *current = next;
            }
            Ok(Some(Box::from([*current])))
        }
        State::Collected(collected) => {
            while position >= collected.items.len() && matches!(collected.end, End::Open) {
                collected.limit = (collected.limit * 2).max(FIRST_CHUNK);
                collect(m, this, collected)?;
            }
            match (collected.items.get(position), collected.end) {
                (Some(values), _) => Ok(Some(values.clone())),
                (None, End::Jump(jump)) => Err(jump),
                (None, _) => Ok(None),
            }
        }
    }
}

/// Runs the iteration from the start, up to the limit.
fn collect(m: &mut Machine<'_>, this: Value, collected: &mut Collected) -> Flow<()> {
    let items = Rc::new(RefCell::new(Vec::new()));
    let (sink, limit) = (items.clone(), collected.limit);
    let tag = m.next_serial();
    let block = m.new_native_proc(
        Rc::new(move |m: &mut Machine<'_>, args: Args<'_>| {
            m.charge(size_of_val(args.list) + 16)?;
            let mut sink = sink.borrow_mut();
            sink.push(Box::from(args.list));
            if sink.len() >= limit { Err(Jump::Break(tag)) } else { Ok(Value::Nil) }
        }),
        -1,
    );
    let Value::Proc(block) = block else { return Ok(()) };
    m.core.active_tags.push(tag);
    let result = m.call_with_block(this, names::EACH, &[], Some(Block::Proc(block)));
    m.core.active_tags.pop();
    collected.items = items.take();
    collected.end = match result {
        Ok(value) => End::Result(value),
        Err(Jump::Break(ended)) if ended == tag => End::Open,
        Err(jump @ Jump::Raise(_)) => End::Jump(jump),
        Err(jump) => return Err(jump),
    };
    Ok(())
}

fn advance(m: &mut Machine<'_>, this: Value) {
    let cursor = m.payload_mut::<EnumeratorData>(this).and_then(|data| data.cursor.as_mut());
    if let Some(cursor) = cursor {
        cursor.position += 1;
    }
}

/// The next element, or none at the end.
pub(crate) fn next(m: &mut Machine<'_>, this: Value) -> Flow<Option<Value>> {
    let Some(values) = current(m, this)? else { return Ok(None) };
    advance(m, this);
    Ok(Some(m.pack(&values)))
}

/// The exception `StopIteration: iteration reached an end`, with the result of the iteration.
fn ended(m: &mut Machine<'_>, this: Value) -> Jump {
    let cursor = m.payload::<EnumeratorData>(this).and_then(|data| data.cursor.as_ref());
    let result = match cursor.map(|cursor| &cursor.state) {
        Some(State::Collected(Collected { end: End::Result(value), .. })) => *value,
        Some(State::Array) => {
            m.payload::<EnumeratorData>(this).map_or(Value::Nil, |data| data.receiver)
        }
        _ => Value::Nil,
    };
    let jump = m.error(class::STOP_ITERATION, "iteration reached an end");
    if let Jump::Raise(id) = jump
        && let Some(data) = m.payload_mut::<ExceptionData>(Value::Object(id))
    {
        data.detail = result;
    }
    jump
}

fn values(m: &mut Machine<'_>, this: Value, moves_on: bool) -> Flow<Box<[Value]>> {
    let Some(values) = current(m, this)? else { return Err(ended(m, this)) };
    if moves_on {
        advance(m, this);
    }
    Ok(values)
}

/// `next`
pub(super) fn next_method(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let values = values(m, this, true)?;
    Ok(m.pack(&values))
}

/// `next_values`
pub(super) fn next_values(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let values = values(m, this, true)?;
    Ok(m.new_array(values.into_vec()))
}

/// `peek`
pub(super) fn peek(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let values = values(m, this, false)?;
    Ok(m.pack(&values))
}

/// `peek_values`
pub(super) fn peek_values(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let values = values(m, this, false)?;
    Ok(m.new_array(values.into_vec()))
}

/// `rewind`
pub(super) fn rewind(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let data = data(m, this)?;
    m.try_call(data.receiver, names::REWIND, &[])?;
    if let Some(data) = m.payload_mut::<EnumeratorData>(this) {
        data.cursor = None;
    }
    Ok(this)
}
