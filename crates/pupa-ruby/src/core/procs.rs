//! `Proc`: the table of its methods, arity, equality and `lambda`.

mod combine;
mod method_object;
pub(crate) mod parameters;

pub(crate) use method_object::{MethodObject, find_owner, method_value, unbound_method};
pub(crate) use parameters::code_parameters;

use std::rc::Rc;

use crate::core::class;
use crate::heap::procs::ProcKind;
use crate::heap::{Encoding, RProc};
use crate::machine::{Flow, Machine};
use crate::native::{Args, Block, Instances, NativeClass, method};
use crate::symbol::{Symbol, names};
use crate::value::{ProcId, Value};

/// `Proc`
pub static PROC: NativeClass = NativeClass {
    name: "Proc",
    superclass: Some("Object"),
    instances: Instances::Procs,
    methods: &[
        method("call", 0, -1, call),
        method("()", 0, -1, call),
        method("yield", 0, -1, call),
        method("[]", 0, -1, call),
        method("===", 0, -1, call),
        method("to_proc", 0, 0, |_, this, _| Ok(this)),
        method("lambda?", 0, 0, is_lambda),
        method("arity", 0, 0, arity),
        method("parameters", 0, 1, parameters),
        method("source_location", 0, 0, source_location),
        method("binding", 0, 0, binding),
        method("curry", 0, 1, combine::curry_proc),
        method(">>", 1, 1, combine::then),
        method("<<", 1, 1, combine::after),
        method("inspect", 0, 0, inspect),
        method("to_s", 0, 0, inspect),
        method("==", 1, 1, equals),
        method("eql?", 1, 1, equals),
        method("hash", 0, 0, hash),
        method("dup", 0, 0, dup),
        method("clone", 0, 1, clone),
        method("ruby2_keywords", 0, 0, ruby2_keywords),
    ],
    class_methods: &[method("new", 0, -1, new)],
    ..NativeClass::EMPTY
};

pub use method_object::{METHOD, UNBOUND_METHOD};

/// The ID of the proc that a method was called on.
fn proc_id(m: &mut Machine<'_>, this: Value) -> Flow<ProcId> {
    match this {
        Value::Proc(id) => Ok(id),
        _ => {
            let given = m.class_name_of(this);
            Err(m.type_error(format!("wrong argument type {given} (expected Proc)")))
        }
    }
}

fn new(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else {
        return Err(m.argument_error("tried to create Proc object without a block"));
    };
    let mut made = m.block_to_proc(block);
    if let (Value::Class(id), Value::Proc(original)) = (this, made)
        && id != class::PROC
        && m.heap.procs[original].class != id
    {
        let mut copy = m.heap.procs[original].clone();
        copy.class = id;
        made = add_proc(m, copy);
    }
    if !matches!(this, Value::Class(class::PROC)) {
        m.call_args(made, Args { name: names::INITIALIZE, ..args })?;
    }
    Ok(made)
}

/// Stores a proc.
pub(crate) fn add_proc(m: &mut Machine<'_>, proc: RProc) -> Value {
    m.core.heap.allocated += size_of::<RProc>();
    Value::Proc(m.heap.procs.add(proc))
}

fn call(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    m.call_proc(this, Args { name: names::CALL, ..args })
}

fn is_lambda(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = proc_id(m, this)?;
    Ok(Value::Bool(m.heap.procs[id].is_lambda))
}

fn arity(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = proc_id(m, this)?;
    Ok(Value::Int(proc_arity(m, id)))
}

/// The arity of a proc.
pub(crate) fn proc_arity(m: &mut Machine<'_>, id: ProcId) -> i64 {
    let is_lambda = m.heap.procs[id].is_lambda;
    match m.heap.procs[id].kind.clone() {
        ProcKind::Block(block) => {
            let params = &block.body.code.params;
            if is_lambda {
                return params.arity();
            }
            let keyword = params.keywords.iter().any(|keyword| keyword.default.is_none());
            let required = params.required_count() as i64 + i64::from(keyword);
            if params.rest.is_some() { -required - 1 } else { required }
        }
        ProcKind::Symbol(_) => -2,
        ProcKind::Method { method, .. } => method_object::arity_of(m, method),
        ProcKind::Native(_, arity) => i64::from(arity),
    }
}

/// `parameters(lambda: true)`
fn parameters(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = proc_id(m, this)?;
    let (positional, keywords) = args.split_keywords();
    m.check_arity(positional.len(), 0, Some(0))?;
    let is_lambda = match m.keyword(keywords, "lambda") {
        None | Some(Value::Nil) => m.heap.procs[id].is_lambda,
        Some(flag) => flag.is_truthy(),
    };
    let list = match m.heap.procs[id].kind.clone() {
        ProcKind::Block(block) => code_parameters(m, &block.body.code, is_lambda),
        ProcKind::Symbol(_) => {
            let first = if is_lambda { "req" } else { "opt" };
            vec![parameters::entry(m, first, None), parameters::entry(m, "rest", None)]
        }
        ProcKind::Method { method, .. } => return method_object::parameters_of(m, method),
        ProcKind::Native(_, arity) => parameters::native_parameters(m, i64::from(arity)),
    };
    Ok(m.new_array(list))
}

fn source_location(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = proc_id(m, this)?;
    match m.heap.procs[id].kind.clone() {
        ProcKind::Block(block) => {
            let file = m.new_str(&*block.body.code.file);
            Ok(m.new_array(vec![file, Value::Int(i64::from(block.body.code.line))]))
        }
        ProcKind::Method { method, .. } => m.call(method, Symbol::new("source_location"), &[]),
        _ => Ok(Value::Nil),
    }
}

fn binding(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = proc_id(m, this)?;
    match m.heap.procs[id].kind.clone() {
        ProcKind::Block(block) => crate::core::binding::of_block(m, &block),
        _ => Err(m.argument_error("Can't create Binding from C level Proc")),
    }
}

fn inspect(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = proc_id(m, this)?;
    let class = m.class_name_of(this);
    let address = m.address(this);
    let place = match &m.heap.procs[id].kind {
        ProcKind::Block(block) => format!(" {}:{}", block.body.code.file, block.body.code.line),
        ProcKind::Symbol(name) => {
            let name = Value::Sym(*name);
            format!("(&{})", m.inspect(name)?)
        }
        _ => String::new(),
    };
    let lambda = if m.heap.procs[id].is_lambda { " (lambda)" } else { "" };
    let text = format!("#<{class}:{address}{place}{lambda}>");
    Ok(m.new_bytes(text.into_bytes(), Encoding::Binary))
}

/// `==`: whether two procs have the same block.
fn equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (Value::Proc(a), Value::Proc(b)) = (this, args[0]) else { return Ok(Value::FALSE) };
    if a == b {
        return Ok(Value::TRUE);
    }
    let (a, b) = (&m.heap.procs[a], &m.heap.procs[b]);
    let same = a.is_lambda == b.is_lambda
        && match (&a.kind, &b.kind) {
            (ProcKind::Block(a), ProcKind::Block(b)) => {
                Rc::ptr_eq(&a.body, &b.body) && a.env == b.env && a.this.is_same(b.this)
            }
            (ProcKind::Symbol(a), ProcKind::Symbol(b)) => a == b,
            (
                ProcKind::Method { receiver, name, .. },
                ProcKind::Method { receiver: other, name: other_name, .. },
            ) => receiver.is_same(*other) && name == other_name,
            (ProcKind::Native(a, _), ProcKind::Native(b, _)) => Rc::ptr_eq(a, b),
            _ => false,
        };
    Ok(Value::Bool(same))
}

fn hash(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = proc_id(m, this)?;
    let code = match &m.heap.procs[id].kind {
        ProcKind::Block(block) => {
            Rc::as_ptr(&block.body) as usize as i64 ^ i64::from(block.env.0) << 3
        }
        ProcKind::Symbol(name) => i64::from(name.number()),
        _ => i64::from(id.0),
    };
    Ok(Value::Int(code.wrapping_mul(0x9e37_79b9) >> 4))
}

fn dup(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = proc_id(m, this)?;
    let mut copy = m.heap.procs[id].clone();
    copy.frozen = false;
    copy.class = m.real_class_of(this);
    let copy = add_proc(m, copy);
    crate::core::kernel::copy_ivars(m, this, copy);
    m.call(copy, Symbol::new("initialize_dup"), &[this])?;
    let _ = args;
    Ok(copy)
}

fn clone(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let frozen = m.is_frozen(this);
    let id = proc_id(m, this)?;
    let mut copy = m.heap.procs[id].clone();
    copy.frozen = false;
    copy.class = m.real_class_of(this);
    let copy = add_proc(m, copy);
    crate::core::kernel::copy_ivars(m, this, copy);
    m.call(copy, Symbol::new("initialize_clone"), &[this])?;
    let (_, keywords) = args.split_keywords();
    let freeze = match m.keyword(keywords, "freeze") {
        None | Some(Value::Nil) => frozen,
        Some(flag) => flag.is_truthy(),
    };
    if freeze {
        m.freeze(copy);
    }
    Ok(copy)
}

/// `ruby2_keywords`: does not mark hashes; warns in the cases in which it has no effect in Ruby
/// either.
fn ruby2_keywords(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    m.check_frozen(this)?;
    let id = proc_id(m, this)?;
    let is_fit = match &m.heap.procs[id].kind {
        ProcKind::Block(block) => {
            let params = &block.body.code.params;
            params.rest.is_some() && !params.has_keywords()
        }
        _ => true,
    };
    if !is_fit {
        m.warn(
            "Skipping set of ruby2_keywords flag for proc (proc accepts keywords or proc does \
             not accept argument splat)",
        )?;
    }
    Ok(this)
}

/// Whether a method takes two arguments: a `respond_to?` of old programs takes only one.
pub(crate) fn takes_two(m: &mut Machine<'_>, id: crate::machine::MethodId) -> bool {
    let arity = parameters::method_arity(m, id);
    arity < 0 || arity == 2
}

/// A lambda from a literal block; procs that are passed with `&` stay as they are.
pub(crate) fn make_lambda(m: &mut Machine<'_>, block: Block) -> Value {
    let made = m.block_to_proc(block);
    if let (Block::Literal { .. }, Value::Proc(id)) = (block, made) {
        m.heap.procs[id].is_lambda = true;
    }
    made
}
