//! `Enumerator`, and its subclasses for lazy enumerators, chains and arithmetic sequences.
//!
//! An enumerator holds a receiver, a method and arguments. Iteration with a block calls the method.
//! External iteration (`next`) has no fiber to suspend: see [`external`].

pub(crate) mod arithmetic;
pub(crate) mod chain;
pub(crate) mod external;
pub(crate) mod generator;
pub(crate) mod lazy;
pub(crate) mod size;

use std::cell::Cell;
use std::rc::Rc;

use crate::core::class;
use crate::heap::Payload;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Block, Instances, NativeClass, method, private};
use crate::symbol::{Symbol, names};
use crate::value::{ClassId, HashId, ProcId, Value};

/// `Enumerator`
pub static ENUMERATOR: NativeClass = NativeClass {
    name: "Enumerator",
    superclass: Some("Object"),
    includes: &["Enumerable"],
    methods: &[
        private("initialize", 0, 1, generator::initialize_enumerator),
        method("initialize_copy", 1, 1, initialize_copy),
        method("each", 0, -1, each),
        method("size", 0, 0, size::size),
        method("with_index", 0, 1, with_index),
        method("each_with_index", 0, 0, each_with_index),
        method("with_object", 1, 1, with_object),
        method("each_with_object", 1, 1, with_object),
        method("next", 0, 0, external::next_method),
        method("next_values", 0, 0, external::next_values),
        method("peek", 0, 0, external::peek),
        method("peek_values", 0, 0, external::peek_values),
        method("rewind", 0, 0, external::rewind),
        method("inspect", 0, 0, inspect),
        method("to_s", 0, 0, to_s),
        method("+", 1, 1, chain::plus),
    ],
    class_methods: &[method("produce", 0, 1, generator::produce)],
    ..NativeClass::EMPTY
};

/// `Enumerator::Lazy`
pub static LAZY: NativeClass = NativeClass {
    name: "Enumerator::Lazy",
    superclass: Some("Enumerator"),
    methods: lazy::METHODS,
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// `Enumerator::Yielder`
pub static YIELDER: NativeClass = NativeClass {
    name: "Enumerator::Yielder",
    superclass: Some("Object"),
    methods: &[
        private("initialize", 0, 0, generator::initialize_yielder),
        method("<<", 1, 1, generator::append),
        method("yield", 0, -1, generator::yield_values),
        method("call", 0, -1, generator::yield_values),
        method("to_proc", 0, 0, generator::to_proc),
    ],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// `Enumerator::Generator`
pub static GENERATOR: NativeClass = NativeClass {
    name: "Enumerator::Generator",
    superclass: Some("Object"),
    includes: &["Enumerable"],
    methods: &[
        private("initialize", 0, 1, generator::initialize_generator),
        method("each", 0, -1, generator::each),
    ],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// `Enumerator::Producer`
pub static PRODUCER: NativeClass = NativeClass {
    name: "Enumerator::Producer",
    superclass: Some("Object"),
    includes: &["Enumerable"],
    methods: &[method("each", 0, 0, generator::each_product)],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// `Enumerator::Chain`
pub static CHAIN: NativeClass = NativeClass {
    name: "Enumerator::Chain",
    superclass: Some("Enumerator"),
    methods: &[
        private("initialize", 0, -1, chain::initialize),
        method("each", 0, -1, chain::each),
        method("size", 0, 0, chain::size),
        method("rewind", 0, 0, chain::rewind),
        method("inspect", 0, 0, chain::inspect),
    ],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// `Enumerator::ArithmeticSequence`
pub static ARITHMETIC_SEQUENCE: NativeClass = NativeClass {
    name: "Enumerator::ArithmeticSequence",
    superclass: Some("Enumerator"),
    methods: arithmetic::METHODS,
    instances: Instances::Refused,
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// The size of an enumerator.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Size {
    /// `nil`
    Unknown,
    /// Determined by the receiver and the method.
    Rule,
    /// A number, or a proc that computes it.
    Given(Value),
}

/// The Rust data of an enumerator.
#[derive(Debug, Clone)]
pub(crate) struct EnumeratorData {
    /// The object that is iterated.
    pub(crate) receiver: Value,
    /// The method that iterates; empty for an `each` that `inspect` does not show.
    pub(crate) method: Symbol,
    /// The arguments of the method.
    pub(crate) args: Vec<Value>,
    /// Whether the last argument is a hash of keywords.
    pub(crate) has_keywords: bool,
    /// The size.
    pub(crate) size: Size,
    /// The operation, if the enumerator is lazy.
    pub(crate) stage: Option<lazy::Stage>,
    /// The state of external iteration.
    pub(crate) cursor: Option<external::Cursor>,
}

impl EnumeratorData {
    /// The data of an enumerator for a method call.
    pub(crate) fn new(receiver: Value, method: Symbol, args: &[Value]) -> EnumeratorData {
        EnumeratorData {
            receiver,
            method,
            args: args.to_vec(),
            has_keywords: false,
            size: Size::Unknown,
            stage: None,
            cursor: None,
        }
    }
}

impl Payload for EnumeratorData {
    fn trace(&self, mark: &mut dyn FnMut(Value)) {
        mark(self.receiver);
        self.args.iter().for_each(|value| mark(*value));
        if let Size::Given(value) = self.size {
            mark(value);
        }
        if let Some(stage) = &self.stage {
            stage.trace(mark);
        }
        if let Some(cursor) = &self.cursor {
            cursor.trace(mark);
        }
    }

    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(EnumeratorData { cursor: None, ..self.clone() })
    }
}

impl Machine<'_> {
    /// The enumerator that an iterating method returns without a block.
    pub fn enumerator(&mut self, receiver: Value, args: Args<'_>) -> Flow {
        make(self, receiver, args, Size::Rule)
    }
}

/// Makes an enumerator for a method call. It is lazy if the receiver is.
pub(crate) fn make(m: &mut Machine<'_>, receiver: Value, args: Args<'_>, size: Size) -> Flow {
    let mut data = EnumeratorData::new(receiver, args.name, args.list);
    data.has_keywords = args.has_keywords;
    data.size = size;
    let is_lazy = matches!(receiver, Value::Object(_)) && m.is_a(receiver, class::LAZY);
    if is_lazy {
        data.stage = Some(lazy::Stage::Source);
    }
    let class = if is_lazy { class::LAZY } else { class::ENUMERATOR };
    Ok(m.new_payload(class, data))
}

/// `Kernel#to_enum`, `enum_for`: an enumerator whose size is `nil` or computed by the block.
pub(crate) fn to_enum(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let size = match args.block {
        Some(block) => Size::Given(m.block_to_proc(block)),
        None => Size::Unknown,
    };
    let (name, rest) = match args.list.split_first() {
        Some((&name, rest)) if !(rest.is_empty() && args.has_keywords) => {
            (method_name(m, name)?, rest)
        }
        _ => (names::EACH, args.list),
    };
    let call = Args { list: rest, block: None, has_keywords: args.has_keywords, name };
    make(m, this, call, size)
}

fn method_name(m: &mut Machine<'_>, name: Value) -> Flow<Symbol> {
    match name {
        Value::Sym(name) => Ok(name),
        Value::Str(_) => m.to_symbol(name),
        _ => {
            let text = m.inspect(name)?;
            Err(m.type_error(format!("{text} is not a symbol")))
        }
    }
}

/// A copy of the data of an enumerator.
pub(crate) fn data(m: &mut Machine<'_>, this: Value) -> Flow<EnumeratorData> {
    match m.payload::<EnumeratorData>(this) {
        Some(data) => Ok(EnumeratorData { cursor: None, ..data.clone() }),
        None => Err(m.argument_error("uninitialized enumerator")),
    }
}

/// Stores the data of an enumerator in an object.
pub(crate) fn set_data(m: &mut Machine<'_>, this: Value, data: EnumeratorData) {
    if let Value::Object(id) = this {
        m.set_payload(id, data);
    }
}

/// A new enumerator of a class.
pub(crate) fn new_enumerator(m: &mut Machine<'_>, class: ClassId, data: EnumeratorData) -> Value {
    m.new_payload(class, data)
}

/// Iterates with a block: calls the method of the enumerator.
pub(crate) fn run(m: &mut Machine<'_>, this: Value, more: &[Value], block: Option<Block>) -> Flow {
    let data = data(m, this)?;
    if let (Some(stage), Some(block)) = (&data.stage, block) {
        return lazy::run(m, &data, stage, more, block);
    }
    let mut list = data.args;
    if data.has_keywords && !more.is_empty() {
        list.splice(list.len() - 1..list.len() - 1, more.iter().copied());
    } else {
        list.extend_from_slice(more);
    }
    let name = if data.method == names::EMPTY { names::EACH } else { data.method };
    let args = Args { list: &list, block, has_keywords: data.has_keywords, name };
    m.call_args(data.receiver, args)
}

/// `each`
fn each(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.block.is_none() {
        if args.is_empty() {
            return Ok(this);
        }
        let mut data = data(m, this)?;
        data.args.extend_from_slice(args.list);
        data.size = Size::Unknown;
        let class = m.real_class_of(this);
        return Ok(new_enumerator(m, class, data));
    }
    run(m, this, args.list, args.block)
}

fn initialize_copy(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let has_begun = m.payload::<EnumeratorData>(args[0]).is_some_and(|data| data.cursor.is_some());
    if has_begun {
        return Err(m.type_error("can't copy execution context"));
    }
    let data = data(m, args[0])?;
    set_data(m, this, data);
    Ok(this)
}

/// `with_index`
fn with_index(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let offset = match args.or_nil(0) {
        Value::Nil => Value::Int(0),
        offset => m.to_integer(offset)?,
    };
    indexed(m, this, offset, block)
}

/// `each_with_index`
fn each_with_index(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    indexed(m, this, Value::Int(0), block)
}

fn indexed(m: &mut Machine<'_>, this: Value, offset: Value, block: Block) -> Flow {
    let index = Rc::new(Cell::new(offset));
    let native = m.new_native_proc(
        Rc::new(move |m: &mut Machine<'_>, args: Args<'_>| {
            let item = m.pack(args.list);
            let at = index.get();
            index.set(successor(m, at));
            m.yield_block(block, &[item, at])
        }),
        -1,
    );
    let Value::Proc(native) = native else { return Ok(Value::Nil) };
    run_with(m, this, native)
}

/// Iterates with a proc, without calling an `each` that a subclass defines.
fn run_with(m: &mut Machine<'_>, this: Value, native: ProcId) -> Flow {
    let block = Some(Block::Proc(native));
    if m.is_a(this, class::CHAIN) {
        return m.call_with_block(this, names::EACH, &[], block);
    }
    run(m, this, &[], block)
}

fn successor(m: &mut Machine<'_>, number: Value) -> Value {
    match number {
        Value::Int(number) if number < i64::MAX => Value::Int(number + 1),
        _ => {
            let next = m.big(number) + 1;
            m.new_integer(next)
        }
    }
}

/// `with_object`, `each_with_object`
fn with_object(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let memo = args[0];
    let native = m.new_native_proc(
        Rc::new(move |m: &mut Machine<'_>, args: Args<'_>| {
            let item = m.pack(args.list);
            m.yield_block(block, &[item, memo])
        }),
        -1,
    );
    let Value::Proc(native) = native else { return Ok(Value::Nil) };
    run_with(m, this, native)?;
    Ok(memo)
}

/// `inspect`
fn inspect(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let name = m.class_name_of(this);
    let Some(data) = m.payload::<EnumeratorData>(this) else {
        return Ok(m.new_str(format!("#<{name}: uninitialized>")));
    };
    let data = EnumeratorData { cursor: None, ..data.clone() };
    let recursive = format!("#<{name}: ...>");
    let text = m.guard_recursion(names::INSPECT, this, Value::Nil, recursive, |m| {
        let mut text = format!("#<{name}: {}", m.inspect(data.receiver)?);
        if data.method != names::EMPTY {
            text.push(':');
            text.push_str(data.method.as_str());
        }
        if !data.args.is_empty() {
            text.push('(');
            text.push_str(&inspect_args(m, &data.args, data.has_keywords)?);
            text.push(')');
        }
        text.push('>');
        Ok(text)
    })?;
    Ok(m.new_str(text))
}

/// The inspected arguments: `1, a: 2`.
pub(crate) fn inspect_args(
    m: &mut Machine<'_>,
    args: &[Value],
    has_keywords: bool,
) -> Flow<String> {
    let mut texts = Vec::new();
    for (index, &value) in args.iter().enumerate() {
        match value {
            Value::Hash(keywords)
                if index + 1 == args.len() && (has_keywords || has_symbols(m, keywords)) =>
            {
                for (key, value) in m.hash(keywords).iter().collect::<Vec<_>>() {
                    let key = m.to_s_text(key)?;
                    let value = m.to_s_text(value)?;
                    texts.push(format!("{key}: {value}"));
                }
            }
            _ => texts.push(m.inspect(value)?),
        }
    }
    Ok(texts.join(", "))
}

/// Whether all keys are symbols, so that a hash is shown as keywords.
fn has_symbols(m: &Machine<'_>, hash: HashId) -> bool {
    let hash = m.hash(hash);
    !hash.is_empty() && hash.iter().all(|(key, _)| matches!(key, Value::Sym(_)))
}

/// `to_s`
fn to_s(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let text = m.plain_inspect(this);
    Ok(m.new_str(text))
}
