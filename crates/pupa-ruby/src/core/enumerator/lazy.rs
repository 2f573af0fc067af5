//! `Enumerator::Lazy`: operations that are applied to each element when it is requested.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::rc::Rc;

use super::generator::new_yielder;
use super::{EnumeratorData, Size, data, new_enumerator, set_data};
use crate::core::array::insert_as;
use crate::core::class;
use crate::core::enumerable::zip::Companion;
use crate::core::enumerable::{NEXT, STOP};
use crate::machine::iterate::Step;
use crate::machine::{Flow, Jump, Machine};
use crate::native::{Args, Block, Method, method, private};
use crate::symbol::{Symbol, names};
use crate::value::Value;

/// The methods of `Enumerator::Lazy`.
pub(super) const METHODS: &[Method] = &[
    private("initialize", 1, 2, initialize),
    method("map", 0, 0, with_block),
    method("collect", 0, 0, with_block),
    method("flat_map", 0, 0, with_block),
    method("collect_concat", 0, 0, with_block),
    method("select", 0, 0, with_block),
    method("filter", 0, 0, with_block),
    method("find_all", 0, 0, with_block),
    method("reject", 0, 0, with_block),
    method("filter_map", 0, 0, with_block),
    method("take_while", 0, 0, with_block),
    method("drop_while", 0, 0, with_block),
    method("take", 1, 1, take),
    method("drop", 1, 1, drop_first),
    method("grep", 1, 1, grep),
    method("grep_v", 1, 1, grep),
    method("zip", 0, -1, zip),
    method("compact", 0, 0, compact),
    method("uniq", 0, 0, uniq),
    method("with_index", 0, 1, with_index),
    method("each_with_index", 0, 0, each_with_index),
    method("first", 0, 1, first),
    method("chunk", 0, 0, via_enumerable),
    method("chunk_while", 0, 0, via_enumerable),
    method("slice_when", 0, 0, via_enumerable),
    method("slice_before", 0, -1, via_enumerable),
    method("slice_after", 0, -1, via_enumerable),
    method("eager", 0, 0, eager),
    method("force", 0, -1, force),
    method("to_a", 0, -1, force),
    method("lazy", 0, 0, itself),
    method("to_enum", 0, -1, super::to_enum),
    method("enum_for", 0, -1, super::to_enum),
];

/// The lazy methods whose enumerators (`lazy.to_enum(:map)`) call the eager form.
const EAGER: &[&str] = &[
    "map",
    "collect",
    "flat_map",
    "collect_concat",
    "select",
    "filter",
    "find_all",
    "filter_map",
    "reject",
    "grep",
    "grep_v",
    "zip",
    "take",
    "take_while",
    "drop",
    "drop_while",
    "uniq",
    "with_index",
];

/// An operation of a lazy enumerator.
#[derive(Debug, Clone)]
pub(crate) enum Stage {
    /// The elements of the receiver.
    Source,
    /// `Enumerator::Lazy.new(collection) { |yielder, *values| … }`
    Custom(Value),
    Map(Value),
    FlatMap(Value),
    Select(Value),
    Reject(Value),
    FilterMap(Value),
    TakeWhile(Value),
    DropWhile(Value),
    Take(usize),
    Drop(usize),
    Grep(Value, Option<Value>, bool),
    Zip(Vec<Value>),
    Compact,
    Uniq(Option<Value>),
    WithIndex(Value, Option<Value>),
}

impl Stage {
    pub(super) fn trace(&self, mark: &mut dyn FnMut(Value)) {
        match self {
            Stage::Custom(value)
            | Stage::Map(value)
            | Stage::FlatMap(value)
            | Stage::Select(value)
            | Stage::Reject(value)
            | Stage::FilterMap(value)
            | Stage::TakeWhile(value)
            | Stage::DropWhile(value) => mark(*value),
            Stage::Grep(pattern, block, _) => {
                mark(*pattern);
                block.iter().for_each(|value| mark(*value));
            }
            Stage::WithIndex(offset, block) => {
                mark(*offset);
                block.iter().for_each(|value| mark(*value));
            }
            Stage::Zip(values) => values.iter().for_each(|value| mark(*value)),
            Stage::Uniq(block) => block.iter().for_each(|value| mark(*value)),
            Stage::Source | Stage::Take(_) | Stage::Drop(_) | Stage::Compact => {}
        }
    }
}

/// A function that receives the elements of a stage.
type Sink = Rc<dyn Fn(&mut Machine<'_>, &[Value]) -> Flow<Step>>;

/// Iterates a lazy enumerator with a block.
pub(super) fn run(
    m: &mut Machine<'_>,
    data: &EnumeratorData,
    stage: &Stage,
    more: &[Value],
    block: Block,
) -> Flow {
    let name = if data.method == names::EMPTY { names::EACH } else { data.method };
    if let Stage::Source = stage {
        let list = [&data.args[..], more].concat();
        let args = Args { list: &list, block: Some(block), has_keywords: data.has_keywords, name };
        // An enumerator of a method that `Lazy` overrides calls the eager form.
        let is_lazy_here = EAGER.contains(&name.as_str());
        if is_lazy_here && m.real_class_of(data.receiver) == class::LAZY {
            return m.call_super(data.receiver, class::LAZY, args);
        }
        return m.call_args(data.receiver, args);
    }
    let proc = m.block_to_proc(block);
    let sink: Sink = Rc::new(move |m: &mut Machine<'_>, values: &[Value]| {
        match proc {
            Value::Proc(id) => m.yield_block(Block::Proc(id), values)?,
            _ => m.call(proc, names::CALL, values)?,
        };
        NEXT
    });
    through(m, data.receiver, stage, sink)?;
    Ok(data.receiver)
}

/// Passes the elements of a collection to a sink.
fn feed(m: &mut Machine<'_>, collection: Value, sink: Sink) -> Flow<()> {
    if let Some(data) = m.payload::<EnumeratorData>(collection)
        && let Some(stage) = &data.stage
        && !matches!(stage, Stage::Source)
        && m.real_class_of(collection) == class::LAZY
    {
        let (receiver, stage) = (data.receiver, stage.clone());
        return through(m, receiver, &stage, sink);
    }
    m.iterate_packed(collection, names::EACH, &[], move |m, values| {
        sink(m, if values.is_empty() { &[Value::Nil] } else { values })
    })
}

fn call(m: &mut Machine<'_>, proc: Value, values: &[Value]) -> Flow {
    m.call_proc(proc, Args::new(names::CALL, values))
}

/// Calls a proc with the element as one value.
fn call_packed(m: &mut Machine<'_>, proc: Value, values: &[Value]) -> Flow {
    let item = m.pack(values);
    call(m, proc, &[item])
}

/// Passes the elements of a collection to a sink after applying an operation.
fn through(m: &mut Machine<'_>, collection: Value, stage: &Stage, sink: Sink) -> Flow<()> {
    if let Stage::Take(0) = stage {
        return Ok(());
    }
    let sink = operation(m, stage, sink)?;
    feed(m, collection, sink)
}

/// The sink that applies an operation and passes the results to another sink.
fn operation(m: &mut Machine<'_>, stage: &Stage, sink: Sink) -> Flow<Sink> {
    Ok(match *stage {
        Stage::Source => sink,
        Stage::Custom(proc) => custom(m, proc, sink),
        Stage::Map(proc) => Rc::new(move |m, values| {
            let item = call(m, proc, values)?;
            sink(m, &[item])
        }),
        Stage::FlatMap(proc) => Rc::new(move |m, values| {
            let item = call(m, proc, values)?;
            flatten(m, item, &sink)
        }),
        Stage::Select(proc) => choose(proc, true, sink),
        Stage::Reject(proc) => choose(proc, false, sink),
        Stage::FilterMap(proc) => Rc::new(move |m, values| {
            let item = call(m, proc, values)?;
            if item.is_truthy() { sink(m, &[item]) } else { NEXT }
        }),
        Stage::TakeWhile(proc) => {
            Rc::new(
                move |m, values| {
                    if call(m, proc, values)?.is_truthy() { sink(m, values) } else { STOP }
                },
            )
        }
        Stage::DropWhile(proc) => {
            let is_dropping = Cell::new(true);
            Rc::new(move |m, values| {
                if is_dropping.get() && call(m, proc, values)?.is_truthy() {
                    return NEXT;
                }
                is_dropping.set(false);
                sink(m, values)
            })
        }
        Stage::Take(count) => {
            let left = Cell::new(count);
            Rc::new(move |m, values| {
                left.set(left.get().saturating_sub(1));
                let step = sink(m, values)?;
                if left.get() == 0 { STOP } else { Ok(step) }
            })
        }
        Stage::Drop(count) => {
            let left = Cell::new(count);
            Rc::new(move |m, values| {
                if left.get() == 0 {
                    return sink(m, values);
                }
                left.set(left.get() - 1);
                NEXT
            })
        }
        Stage::Grep(pattern, block, expected) => Rc::new(move |m, values| {
            let item = m.pack(values);
            if m.case_equals(pattern, item)? != expected {
                return NEXT;
            }
            match block {
                Some(block) => {
                    let item = call(m, block, &[item])?;
                    sink(m, &[item])
                }
                None => sink(m, values),
            }
        }),
        Stage::Zip(ref others) => {
            let companions = Companion::from_args(m, others)?;
            let index = Cell::new(0);
            Rc::new(move |m, values| {
                let mut tuple = vec![m.pack(values)];
                for companion in &companions {
                    tuple.push(companion.get(m, index.get())?);
                }
                index.set(index.get() + 1);
                let tuple = m.new_array(tuple);
                sink(m, &[tuple])
            })
        }
        Stage::Compact => {
            Rc::new(move |m, values| if m.pack(values).is_nil() { NEXT } else { sink(m, values) })
        }
        Stage::Uniq(block) => {
            let table = m.new_hash();
            Rc::new(move |m, values| {
                let key = match block {
                    Some(block) => call_packed(m, block, values)?,
                    None => m.pack(values),
                };
                if insert_as(m, table, key, Value::Nil)? { sink(m, values) } else { NEXT }
            })
        }
        Stage::WithIndex(offset, block) => {
            let index = Cell::new(offset);
            Rc::new(move |m, values| {
                let at = index.get();
                index.set(super::successor(m, at));
                let item = m.pack(values);
                match block {
                    Some(block) => {
                        call(m, block, &[item, at])?;
                        sink(m, values)
                    }
                    None => {
                        let pair = m.new_array(vec![item, at]);
                        sink(m, &[pair])
                    }
                }
            })
        }
    })
}

fn choose(proc: Value, keep: bool, sink: Sink) -> Sink {
    Rc::new(
        move |m, values| {
            if call_packed(m, proc, values)?.is_truthy() == keep { sink(m, values) } else { NEXT }
        },
    )
}

/// The sink of `Enumerator::Lazy.new`: the block passes elements to a yielder.
fn custom(m: &mut Machine<'_>, proc: Value, sink: Sink) -> Sink {
    let is_over = Rc::new(Cell::new(false));
    let state = is_over.clone();
    let tag = m.next_serial();
    let target = m.new_native_proc(
        Rc::new(move |m: &mut Machine<'_>, args: Args<'_>| {
            if sink(m, args.list)?.is_break() {
                state.set(true);
                return Err(Jump::Break(tag));
            }
            Ok(Value::Nil)
        }),
        -1,
    );
    let yielder = new_yielder(m, target);
    Rc::new(move |m, values| {
        let mut list = vec![yielder];
        list.extend_from_slice(values);
        m.core.active_tags.push(tag);
        let result = call(m, proc, &list);
        m.core.active_tags.pop();
        match result {
            Ok(_) => NEXT,
            Err(Jump::Break(ended)) if ended == tag && is_over.get() => STOP,
            Err(jump) => Err(jump),
        }
    })
}

/// Passes the elements of a result of `flat_map` to a sink.
fn flatten(m: &mut Machine<'_>, item: Value, sink: &Sink) -> Flow<Step> {
    if let Value::Object(_) = item
        && m.responds_to(item, Symbol::new("force"))?
        && m.responds_to(item, names::EACH)?
    {
        let is_over = Rc::new(Cell::new(false));
        let (state, sink) = (is_over.clone(), sink.clone());
        m.iterate_packed(item, names::EACH, &[], move |m, values| {
            let step = sink(m, values)?;
            state.set(step.is_break());
            Ok(step)
        })?;
        return if is_over.get() { STOP } else { NEXT };
    }
    let Some(list) = m.try_ary(item)? else { return sink(m, &[item]) };
    for item in m.array(list).to_vec() {
        if sink(m, &[item])?.is_break() {
            return STOP;
        }
    }
    NEXT
}

/// The size of a lazy enumerator. It is known if the operation keeps the number of elements.
pub(super) fn size(m: &mut Machine<'_>, data: &EnumeratorData, stage: &Stage) -> Flow {
    match *stage {
        Stage::Map(_) | Stage::Zip(_) | Stage::WithIndex(..) => {
            super::size::of_collection(m, data.receiver)
        }
        Stage::Take(count) => {
            let size = super::size::of_collection(m, data.receiver)?;
            let count = Value::from(count);
            if size.is_nil() || m.compare_strict(size, count)?.is_lt() {
                return Ok(size);
            }
            Ok(count)
        }
        Stage::Drop(count) => {
            let size = super::size::of_collection(m, data.receiver)?;
            match size {
                Value::Int(size) => Ok(Value::Int((size - count as i64).max(0))),
                _ => Ok(size),
            }
        }
        Stage::Custom(_) => match data.size {
            Size::Given(value) if m.responds_to(value, names::CALL)? => {
                m.call(value, names::CALL, &[])
            }
            Size::Given(value) => Ok(value),
            _ => Ok(Value::Nil),
        },
        _ => Ok(Value::Nil),
    }
}

/// `Enumerable#lazy`
pub(crate) fn lazy(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let mut data = EnumeratorData::new(this, names::EMPTY, &[]);
    data.stage = Some(Stage::Source);
    data.size = Size::Rule;
    Ok(new_enumerator(m, class::LAZY, data))
}

/// `Enumerator::Lazy.new(collection, size) { |yielder, *values| … }`
fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    m.check_frozen(this)?;
    let Some(block) = args.block else {
        return Err(m.argument_error("tried to call lazy new without a block"));
    };
    let proc = m.block_to_proc(block);
    let mut data = EnumeratorData::new(args[0], names::EACH, &[]);
    data.stage = Some(Stage::Custom(proc));
    data.size = match args.or_nil(1) {
        Value::Nil => Size::Unknown,
        size => Size::Given(size),
    };
    set_data(m, this, data);
    Ok(this)
}

/// A lazy enumerator that applies an operation to another one.
fn add(m: &mut Machine<'_>, this: Value, args: Args<'_>, stage: Stage) -> Flow {
    let mut data = EnumeratorData::new(this, args.name, args.list);
    data.has_keywords = args.has_keywords;
    data.stage = Some(stage);
    Ok(new_enumerator(m, class::LAZY, data))
}

/// Methods that need a block and have no arguments.
fn with_block(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else {
        let name = match args.name.as_str() {
            "collect" => "map",
            "collect_concat" => "flat_map",
            "filter" | "find_all" => "select",
            name => name,
        };
        let text = format!("tried to call lazy {name} without a block");
        return Err(m.argument_error(text));
    };
    let proc = m.block_to_proc(block);
    let stage = match args.name.as_str() {
        "map" | "collect" => Stage::Map(proc),
        "flat_map" | "collect_concat" => Stage::FlatMap(proc),
        "select" | "filter" | "find_all" => Stage::Select(proc),
        "reject" => Stage::Reject(proc),
        "filter_map" => Stage::FilterMap(proc),
        "take_while" => Stage::TakeWhile(proc),
        _ => Stage::DropWhile(proc),
    };
    add(m, this, args, stage)
}

fn amount(m: &mut Machine<'_>, value: Value, action: &str) -> Flow<usize> {
    let count = m.to_int(value)?;
    if count < 0 {
        return Err(m.argument_error(format!("attempt to {action} negative size")));
    }
    Ok(count as usize)
}

/// `take`
fn take(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let count = amount(m, args[0], "take")?;
    add(m, this, args, Stage::Take(count))
}

/// `drop`
fn drop_first(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let count = amount(m, args[0], "drop")?;
    add(m, this, args, Stage::Drop(count))
}

/// `grep`, `grep_v`
fn grep(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let block = args.block.map(|block| m.block_to_proc(block));
    add(m, this, args, Stage::Grep(args[0], block, args.name.as_str() == "grep"))
}

/// `zip`
fn zip(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.block.is_some() {
        return m.call_super(this, class::LAZY, args);
    }
    Companion::from_args(m, args.list)?;
    add(m, this, args, Stage::Zip(args.to_vec()))
}

/// `compact`
fn compact(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    add(m, this, args, Stage::Compact)
}

/// `uniq`
fn uniq(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let block = args.block.map(|block| m.block_to_proc(block));
    add(m, this, args, Stage::Uniq(block))
}

/// `with_index`
fn with_index(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let display = [args.or_nil(0)];
    let (offset, display) = match display[0] {
        Value::Nil => (Value::Int(0), [Value::Int(0)]),
        offset => (m.to_integer(offset)?, display),
    };
    let block = args.block.map(|block| m.block_to_proc(block));
    add(m, this, Args { list: &display, ..args }, Stage::WithIndex(offset, block))
}

/// `each_with_index`, which iterates at once if it has a block.
fn each_with_index(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.block.is_some() {
        let is_source = matches!(super::data(m, this)?.stage, Some(Stage::Source) | None);
        let result = m.call_super(this, class::LAZY, args)?;
        return Ok(if is_source { result } else { Value::Nil });
    }
    add(m, this, args, Stage::WithIndex(Value::Int(0), None))
}

/// `first`
fn first(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if let Some(count) = args.opt(0) {
        let count = amount(m, count, "take")?;
        return crate::core::enumerable::take_elements(m, this, count);
    }
    let found = Rc::new(Cell::new(Value::Nil));
    let state = found.clone();
    m.iterate(this, move |_, item| {
        state.set(item);
        Ok(ControlFlow::Break(()))
    })?;
    Ok(found.get())
}

/// Methods that return a lazy form of the result of the method in `Enumerable`.
fn via_enumerable(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let enumerator = m.call_super(this, class::LAZY, args)?;
    m.call(enumerator, Symbol::new("lazy"), &[])
}

/// `eager`
fn eager(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let mut data = EnumeratorData::new(this, names::EACH, &[]);
    data.size = Size::Rule;
    Ok(new_enumerator(m, class::ENUMERATOR, data))
}

/// `force`, `to_a`
fn force(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    crate::core::enumerable::to_a(m, this, args)
}

/// `lazy`
fn itself(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    data(m, this)?;
    Ok(this)
}
