//! Generators and yielders: the objects that `Enumerator.new { |y| … }` and `Enumerator.produce`
//! use.

use std::fmt;
use std::rc::Rc;

use super::{EnumeratorData, Size, new_enumerator, set_data};
use crate::core::class;
use crate::heap::Payload;
use crate::machine::{Flow, Jump, Machine};
use crate::native::{Args, Block};
use crate::symbol::names;
use crate::value::Value;

/// A Rust function that passes elements to a yielder.
type NativeGenerator = Rc<dyn Fn(&mut Machine<'_>, Value) -> Flow<()>>;

/// The Rust data of a generator.
#[derive(Clone)]
enum GeneratorData {
    /// A block that receives the yielder.
    Proc(Value),
    /// A Rust function, and the values that it refers to.
    Native(NativeGenerator, Vec<Value>),
}

impl fmt::Debug for GeneratorData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GeneratorData")
    }
}

impl Payload for GeneratorData {
    fn trace(&self, mark: &mut dyn FnMut(Value)) {
        match self {
            GeneratorData::Proc(proc) => mark(*proc),
            GeneratorData::Native(_, values) => values.iter().for_each(|value| mark(*value)),
        }
    }

    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// The Rust data of a yielder: the block that receives the elements.
#[derive(Debug, Clone)]
struct YielderData(Value);

impl Payload for YielderData {
    fn trace(&self, mark: &mut dyn FnMut(Value)) {
        mark(self.0);
    }

    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// The Rust data of the object that `Enumerator.produce` iterates.
#[derive(Debug, Clone)]
pub(super) struct ProducerData {
    start: Value,
    proc: Value,
}

impl Payload for ProducerData {
    fn trace(&self, mark: &mut dyn FnMut(Value)) {
        mark(self.start);
        mark(self.proc);
    }

    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

fn proc_of(m: &mut Machine<'_>, args: Args<'_>) -> Flow {
    match args.block {
        Some(block) => Ok(m.block_to_proc(block)),
        None => Err(m.argument_error("tried to create Proc object without a block")),
    }
}

/// `Enumerator.new(size) { |yielder| … }`
pub(super) fn initialize_enumerator(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    m.check_frozen(this)?;
    let proc = proc_of(m, args)?;
    let size = match args.or_nil(0) {
        Value::Nil => Size::Unknown,
        size @ Value::Float(number) if number.is_infinite() => Size::Given(size),
        size @ Value::Proc(_) => Size::Given(size),
        size => {
            if m.responds_to(size, names::CALL)? {
                Size::Given(size)
            } else {
                Size::Given(m.to_integer(size)?)
            }
        }
    };
    let generator = m.new_payload(class::GENERATOR, GeneratorData::Proc(proc));
    let mut data = EnumeratorData::new(generator, names::EACH, &[]);
    data.size = size;
    set_data(m, this, data);
    Ok(this)
}

/// An enumerator whose elements a Rust function passes to a yielder. `values` are the values that
/// the function refers to.
pub(crate) fn of_native(
    m: &mut Machine<'_>,
    values: &[Value],
    run: impl Fn(&mut Machine<'_>, Value) -> Flow<()> + 'static,
) -> Flow {
    let generator = GeneratorData::Native(Rc::new(run), values.to_vec());
    let generator = m.new_payload(class::GENERATOR, generator);
    let data = EnumeratorData::new(generator, names::EACH, &[]);
    Ok(new_enumerator(m, class::ENUMERATOR, data))
}

/// `Enumerator::Generator.new { |yielder| … }`
pub(super) fn initialize_generator(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    m.check_frozen(this)?;
    let proc = match args.opt(0) {
        Some(proc @ Value::Proc(_)) => proc,
        Some(other) => {
            let name = m.class_name_of(other);
            return Err(m.type_error(format!("wrong argument type {name} (expected Proc)")));
        }
        None => match args.block {
            Some(block) => m.block_to_proc(block),
            None => {
                let text = "no block given";
                return Err(m.error(class::LOCAL_JUMP_ERROR, text));
            }
        },
    };
    if let Value::Object(id) = this {
        m.set_payload(id, GeneratorData::Proc(proc));
    }
    Ok(this)
}

/// `Enumerator::Generator#each`
pub(super) fn each(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(generator) = m.payload::<GeneratorData>(this).cloned() else {
        return Err(m.argument_error("uninitialized generator"));
    };
    let block = match args.block {
        Some(block) => m.block_to_proc(block),
        None => return Err(m.error(class::LOCAL_JUMP_ERROR, "no block given")),
    };
    let yielder = m.new_payload(class::YIELDER, YielderData(block));
    match generator {
        GeneratorData::Native(run, _) => {
            run(m, yielder)?;
            Ok(this)
        }
        GeneratorData::Proc(proc) => {
            let mut list = vec![yielder];
            list.extend_from_slice(args.list);
            m.call_proc(proc, Args { list: &list, name: names::CALL, block: None, ..args })
        }
    }
}

/// `Enumerator::Yielder.new { |*values| … }`
pub(super) fn initialize_yielder(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else {
        return Err(m.error(class::LOCAL_JUMP_ERROR, "no block given"));
    };
    let proc = m.block_to_proc(block);
    if let Value::Object(id) = this {
        m.set_payload(id, YielderData(proc));
    }
    Ok(this)
}

/// A yielder that passes its elements to a proc.
pub(crate) fn new_yielder(m: &mut Machine<'_>, proc: Value) -> Value {
    m.new_payload(class::YIELDER, YielderData(proc))
}

/// Passes an element to a yielder.
pub(crate) fn yield_to(m: &mut Machine<'_>, yielder: Value, values: &[Value]) -> Flow {
    let Some(YielderData(proc)) = m.payload::<YielderData>(yielder).cloned() else {
        return Err(m.argument_error("uninitialized yielder"));
    };
    match proc {
        Value::Proc(id) => m.yield_block(Block::Proc(id), values),
        _ => m.call(proc, names::CALL, values),
    }
}

/// `Enumerator::Yielder#<<`
pub(super) fn append(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    yield_to(m, this, args.list)?;
    Ok(this)
}

/// `Enumerator::Yielder#yield`
pub(super) fn yield_values(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    yield_to(m, this, args.list)
}

/// `Enumerator::Yielder#to_proc`
pub(super) fn to_proc(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let block = Rc::new(move |m: &mut Machine<'_>, args: Args<'_>| yield_to(m, this, args.list));
    let proc = m.new_native_proc(block, -1);
    if let Value::Proc(id) = proc {
        m.heap.procs[id].is_lambda = true;
    }
    Ok(proc)
}

/// `Enumerator.produce(start) { |previous| … }`
pub(super) fn produce(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else {
        return Err(m.argument_error("no block given"));
    };
    let proc = m.block_to_proc(block);
    let start = args.opt(0).unwrap_or(Value::Undef);
    let producer = m.new_payload(class::PRODUCER, ProducerData { start, proc });
    let mut data = EnumeratorData::new(producer, names::EACH, &[]);
    data.size = Size::Given(Value::Float(f64::INFINITY));
    Ok(new_enumerator(m, class::ENUMERATOR, data))
}

/// The value that follows another, or the first one for `Value::Undef`; `None` if the block has
/// raised `StopIteration`.
pub(super) fn product(
    m: &mut Machine<'_>,
    producer: Value,
    previous: Value,
) -> Flow<Option<Value>> {
    let Some(ProducerData { start, proc }) = m.payload::<ProducerData>(producer).cloned() else {
        return Err(m.argument_error("uninitialized producer"));
    };
    let previous = match (previous, start) {
        (Value::Undef, Value::Undef) => Value::Nil,
        (Value::Undef, start) => return Ok(Some(start)),
        (previous, _) => previous,
    };
    match m.call_proc(proc, Args::new(names::CALL, &[previous])) {
        Ok(value) => Ok(Some(value)),
        Err(Jump::Raise(id)) if m.is_a(Value::Object(id), class::STOP_ITERATION) => Ok(None),
        Err(jump) => Err(jump),
    }
}

/// `Enumerator::Producer#each`
pub(super) fn each_product(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let block = m.require_block(args)?;
    let mut current = Value::Undef;
    while let Some(next) = product(m, this, current)? {
        m.step()?;
        m.yield_one(block, next)?;
        current = next;
    }
    Ok(this)
}
