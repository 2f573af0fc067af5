//! `Binding`, `eval`, `instance_eval` and `class_eval`: running code from a string.

use std::rc::Rc;

use crate::core::class;
use crate::core::module::symbols;
use crate::heap::procs::{BlockProc, Env, ProcKind};
use crate::heap::{Payload, RProc};
use crate::machine::{Body, Cref, EvalContext, Flow, Machine, Outer};
use crate::native::{Args, Block, Instances, NativeClass, method, private};
use crate::parse::{self, Options};
use crate::symbol::{Symbol, names};
use crate::value::{ClassId, EnvId, Value};

/// `Binding`
pub static BINDING: NativeClass = NativeClass {
    name: "Binding",
    superclass: Some("Object"),
    instances: Instances::Refused,
    methods: &[
        method("local_variables", 0, 0, variables),
        method("local_variable_get", 1, 1, variable_get),
        method("local_variable_set", 2, 2, variable_set),
        method("local_variable_defined?", 1, 1, variable_defined),
        method("receiver", 0, 0, receiver),
        method("source_location", 0, 0, source_location),
        method("eval", 1, 3, binding_eval),
        private("initialize_copy", 1, 1, initialize_copy),
        method("irb", 0, 0, |m, _, _| Err(m.not_implemented("irb"))),
    ],
    class_methods: &[],
    ..NativeClass::EMPTY
};

/// The Rust data of a binding.
#[derive(Debug, Clone)]
struct BindingData {
    /// A proc that keeps the frame alive. Its code is the frame's own.
    proc: Value,
    /// The variables that were added to the binding: an array of alternating names and values.
    added: Value,
    /// The line of the call.
    line: u32,
}

impl Payload for BindingData {
    fn trace(&self, mark: &mut dyn FnMut(Value)) {
        mark(self.proc);
        mark(self.added);
    }

    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// The `self` and the class for evaluated code.
#[derive(Debug, Clone, Copy)]
enum Inside {
    /// Those of the binding.
    Binding,
    /// Another `self`.
    This(Value),
    /// Another `self` and the class that methods are defined in. The flag says whether constants
    /// are looked up in the class of `self`: for `instance_eval`.
    Class(Value, ClassId, bool),
}

/// The location of a local variable.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// On the stack of an active frame.
    Stack(usize),
    /// In the variables of an ended frame.
    Env(EnvId, usize),
    /// Among the added variables.
    Added(usize),
}

/// `binding`
pub(super) fn of_caller(m: &mut Machine<'_>, _: Value, _: Args<'_>) -> Flow {
    let Some(frame) = m.core.frames.len().checked_sub(1) else { return Ok(Value::Nil) };
    Ok(of_frame(m, frame))
}

/// The binding of an active frame.
fn of_frame(m: &mut Machine<'_>, frame: usize) -> Value {
    let env = m.capture(frame as u32);
    let around = &m.core.frames[frame];
    let (body, this, cref) = (around.body.clone(), around.this, around.cref.clone());
    let (method, home, block, line) = (around.method, around.home, around.block, around.line);
    let block = match block.map(|block| m.block_to_proc(block)) {
        Some(Value::Proc(id)) => Some(id),
        _ => None,
    };
    let block = BlockProc { body, env, this, cref, method, block, definer: 0, home };
    make(m, block, line)
}

/// The binding of the enclosing frame of a block.
pub(super) fn of_block(m: &mut Machine<'_>, block: &BlockProc) -> Flow {
    let Some(body) = env_body(m, block.env) else {
        return Err(m.argument_error("Can't create Binding from C level Proc"));
    };
    let line = block.body.code.line;
    let block = BlockProc {
        body,
        env: block.env,
        this: block.this,
        cref: block.cref.clone(),
        method: block.method,
        block: block.block,
        definer: 0,
        home: block.home,
    };
    Ok(make(m, block, line))
}

/// `TOPLEVEL_BINDING`
pub(super) fn top_level(m: &mut Machine<'_>) -> Flow {
    if m.core.frames.is_empty() {
        return Ok(Value::Nil);
    }
    Ok(of_frame(m, 0))
}

fn make(m: &mut Machine<'_>, block: BlockProc, line: u32) -> Value {
    let kind = ProcKind::Block(Rc::new(block));
    let proc = RProc { kind, is_lambda: false, class: class::PROC, frozen: false };
    let proc = Value::Proc(m.heap.procs.add(proc));
    let added = m.new_array(Vec::new());
    m.new_payload(class::BINDING, BindingData { proc, added, line })
}

/// The code that belongs to captured variables.
fn env_body(m: &Machine<'_>, env: EnvId) -> Option<Rc<Body>> {
    match &m.core.heap.envs[env] {
        Env::Active { frame } => m.core.frames.get(*frame as usize).map(|f| f.body.clone()),
        Env::Ended(ended) => Some(ended.body.clone()),
    }
}

/// The variables that a binding sees, innermost first, each name once.
fn places(m: &Machine<'_>, data: &BindingData) -> Vec<(Symbol, Place)> {
    let mut list: Vec<(Symbol, Place)> = Vec::new();
    let mut add = |name: Symbol, place: Place| {
        let is_known = list.iter().any(|(known, _)| *known == name);
        if name != names::EMPTY && !is_known && is_variable(name) {
            list.push((name, place));
        }
    };
    if let Value::Array(added) = data.added {
        for (index, pair) in m.array(added).chunks(2).enumerate() {
            if let [Value::Sym(name), _] = *pair {
                add(name, Place::Added(index * 2 + 1));
            }
        }
    }
    let Value::Proc(proc) = data.proc else { return list };
    let ProcKind::Block(block) = &m.heap.procs[proc].kind else { return list };
    let mut current = Some(Outer::Env(block.env));
    while let Some(outer) = current {
        match outer {
            Outer::Frame(number) => {
                let Some(frame) = m.core.frames.get(number as usize) else { break };
                for (slot, &name) in frame.body.code.slots.iter().enumerate() {
                    add(name, Place::Stack(frame.base as usize + slot));
                }
                current = frame.outer;
            }
            Outer::Env(env) => match &m.core.heap.envs[env] {
                Env::Active { frame } => current = Some(Outer::Frame(*frame)),
                Env::Ended(ended) => {
                    for (slot, &name) in ended.body.code.slots.iter().enumerate() {
                        add(name, Place::Env(env, slot));
                    }
                    current = ended.outer.map(Outer::Env);
                }
            },
        }
    }
    list
}

/// Whether a slot is a variable: slots of anonymous parameters have marks as names.
fn is_variable(name: Symbol) -> bool {
    name.as_str().chars().next().is_some_and(|c| c.is_alphabetic() || c == '_' || !c.is_ascii())
}

fn read(m: &Machine<'_>, data: &BindingData, place: Place) -> Value {
    let value = match place {
        Place::Stack(at) => m.core.stack.get(at).copied(),
        Place::Env(env, slot) => match &m.core.heap.envs[env] {
            Env::Ended(ended) => ended.slots.get(slot).copied(),
            Env::Active { .. } => None,
        },
        Place::Added(at) => match data.added {
            Value::Array(added) => m.array(added).get(at).copied(),
            _ => None,
        },
    };
    match value {
        None | Some(Value::Undef) => Value::Nil,
        Some(value) => value,
    }
}

fn write(m: &mut Machine<'_>, data: &BindingData, place: Place, value: Value) {
    match place {
        Place::Stack(at) => {
            if let Some(slot) = m.core.stack.get_mut(at) {
                *slot = value;
            }
        }
        Place::Env(env, slot) => {
            if let Env::Ended(ended) = &mut m.core.heap.envs[env]
                && let Some(slot) = ended.slots.get_mut(slot)
            {
                *slot = value;
            }
        }
        Place::Added(at) => {
            if let Value::Array(added) = data.added
                && let Some(slot) = m.array_mut(added).slice_mut().get_mut(at)
            {
                *slot = value;
            }
        }
    }
}

/// Adds a variable that exists only in the binding.
fn add_variable(m: &mut Machine<'_>, data: &BindingData, name: Symbol, value: Value) {
    if let Value::Array(added) = data.added {
        m.array_mut(added).push(Value::Sym(name));
        m.array_mut(added).push(value);
    }
}

fn data(m: &mut Machine<'_>, this: Value) -> Flow<BindingData> {
    match m.payload::<BindingData>(this) {
        Some(data) => Ok(data.clone()),
        None => {
            let given = m.class_name_of(this);
            Err(m.type_error(format!("wrong argument type {given} (expected binding)")))
        }
    }
}

fn names_in(m: &Machine<'_>, data: &BindingData) -> Vec<Symbol> {
    places(m, data).into_iter().map(|(name, _)| name).collect()
}

fn variables(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let data = data(m, this)?;
    let names = names_in(m, &data);
    Ok(symbols(m, names))
}

/// `Kernel#local_variables`
pub(super) fn local_variables(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let binding = of_caller(m, this, args)?;
    variables(m, binding, args)
}

fn local_name(m: &mut Machine<'_>, this: Value, value: Value) -> Flow<Symbol> {
    let name = m.to_symbol(value)?;
    let text = name.as_str();
    let starts = text
        .chars()
        .next()
        .is_some_and(|c| (c.is_alphabetic() && !c.is_uppercase()) || c == '_' || !c.is_ascii());
    if starts && text.chars().all(|c| c.is_alphanumeric() || c == '_' || !c.is_ascii()) {
        return Ok(name);
    }
    let display = m.inspect(this)?;
    Err(m.name_error(format!("wrong local variable name `{name}' for {display}"), this, name))
}

fn find(m: &Machine<'_>, data: &BindingData, name: Symbol) -> Option<Place> {
    places(m, data).into_iter().find(|(known, _)| *known == name).map(|(_, place)| place)
}

fn variable_get(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let data = data(m, this)?;
    let name = local_name(m, this, args[0])?;
    match find(m, &data, name) {
        Some(place) => Ok(read(m, &data, place)),
        None => {
            let display = m.inspect(this)?;
            let message = format!("local variable `{name}' is not defined for {display}");
            Err(m.name_error(message, this, name))
        }
    }
}

fn variable_set(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let data = data(m, this)?;
    let name = local_name(m, this, args[0])?;
    match find(m, &data, name) {
        Some(place) => write(m, &data, place, args[1]),
        None => add_variable(m, &data, name, args[1]),
    }
    Ok(args[1])
}

fn variable_defined(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let data = data(m, this)?;
    let name = local_name(m, this, args[0])?;
    Ok(Value::Bool(find(m, &data, name).is_some()))
}

fn frame_of(m: &Machine<'_>, data: &BindingData) -> Option<Rc<BlockProc>> {
    let Value::Proc(proc) = data.proc else { return None };
    match &m.heap.procs[proc].kind {
        ProcKind::Block(block) => Some(block.clone()),
        _ => None,
    }
}

/// `initialize_copy`: the copy gets its own variables, including copies of those that were added.
fn initialize_copy(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let original = data(m, args[0])?;
    let added = match original.added {
        Value::Array(list) => m.array(list).to_vec(),
        _ => Vec::new(),
    };
    let added = m.new_array(added);
    if let Value::Object(id) = this {
        m.set_payload(id, BindingData { added, ..original });
    }
    Ok(this)
}

fn receiver(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let data = data(m, this)?;
    Ok(frame_of(m, &data).map_or(Value::Nil, |block| block.this))
}

fn source_location(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let data = data(m, this)?;
    let Some(block) = frame_of(m, &data) else { return Ok(Value::Nil) };
    let file = m.new_str(&*block.body.code.file);
    Ok(m.new_array(vec![file, Value::Int(i64::from(data.line))]))
}

/// `eval(text, binding = nil, file = "(eval)", line = 1)`
pub(super) fn eval(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let text = m.to_str(args[0])?;
    let binding = match args.opt(1) {
        None | Some(Value::Nil) => of_caller(m, this, args)?,
        Some(binding) => binding,
    };
    let rest = args.list.get(2..).unwrap_or_default();
    let inside = match args.opt(1) {
        // `self` is the receiver; for `Kernel.eval` it differs from that of the caller.
        None | Some(Value::Nil) => Inside::This(this),
        Some(_) => Inside::Binding,
    };
    run_text(m, binding, text, rest, inside)
}

fn binding_eval(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let text = m.to_str(args[0])?;
    run_text(m, this, text, &args.list[1..], Inside::Binding)
}

/// Evaluates a string with another `self`, inside a class: `class_eval` and `instance_eval`.
pub(super) fn eval_inside(
    m: &mut Machine<'_>,
    this: Value,
    class: ClassId,
    args: &[Value],
    is_instance: bool,
) -> Flow {
    let text = m.to_str(args[0])?;
    let binding = of_caller(m, this, Args::new(names::CALL, &[]))?;
    run_text(m, binding, text, &args[1..], Inside::Class(this, class, is_instance))
}

/// Runs code with the variables of a binding. Changes are written back to them at the end of the
/// code.
fn run_text(
    m: &mut Machine<'_>,
    binding: Value,
    text: crate::value::StrId,
    place: &[Value],
    inside: Inside,
) -> Flow {
    let data = data(m, binding)?;
    let Some(block) = frame_of(m, &data) else { return Ok(Value::Nil) };
    let file = match place.first() {
        None | Some(Value::Nil) => "(eval)".to_owned(),
        Some(&file) => m.to_text(file)?,
    };
    let first_line = match place.get(1) {
        None | Some(Value::Nil) => None,
        Some(&line) => Some(m.to_int(line)? as i32),
    };
    let places = places(m, &data);
    let locals: Vec<Symbol> = places.iter().map(|(name, _)| *name).collect();
    let values: Vec<Value> = places.iter().map(|(_, place)| read(m, &data, *place)).collect();
    let options = Options { file: file.clone(), first_line, locals };
    let bytes = m.string(text).to_vec();
    let code = match parse::parse(&bytes, &options) {
        Ok(code) => code,
        Err(errors) => return Err(m.syntax_error(&file, &errors)),
    };
    let (this, cref) = match inside {
        Inside::Class(this, class, is_instance) => {
            let mut parent = block.cref.clone();
            if is_instance {
                // Constants of the receiver's class take precedence over those of the caller.
                let class = m.real_class_of(this);
                parent = Rc::new(Cref { class, parent: Some(parent), is_eval: false });
            }
            (this, Rc::new(Cref { class, parent: Some(parent), is_eval: false }))
        }
        Inside::This(this) => (this, block.cref.clone()),
        Inside::Binding => (block.this, block.cref.clone()),
    };
    let mut context = EvalContext {
        method: block.method,
        block: block.block.map(Block::Proc),
        ..EvalContext::default()
    };
    // A string in the body of a module defines methods in the same way as the body itself.
    if let (Inside::This(_), Some(frame)) = (inside, m.core.frames.last()) {
        context.visibility = Some(frame.visibility);
        context.module_function = frame.module_function;
    }
    m.core.eval_context = Some(context);
    let body = Body::new(code);
    let names: Vec<Symbol> = body.code.slots.clone();
    let (result, slots) = m.run_code_with(body, this, cref, &values, |slots| slots.to_vec());
    for (index, value) in slots.unwrap_or_default().into_iter().enumerate() {
        match places.get(index) {
            Some((_, place)) if !value.is_same(values[index]) => write(m, &data, *place, value),
            Some(_) => {}
            None => {
                let name = names.get(index).copied().unwrap_or(names::EMPTY);
                if is_variable(name) {
                    add_variable(m, &data, name, value);
                }
            }
        }
    }
    result
}
