//! `Proc` and `Method`: `curry`, `>>` and `<<`.

use std::rc::Rc;

use super::{method_object, proc_arity, proc_id};
use crate::core::class;
use crate::heap::procs::NativeBlock;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::{Symbol, names};
use crate::value::Value;

/// A native proc. The values that its function uses are stored in hidden instance variables of the
/// proc, so that they live as long as it does.
fn make(
    m: &mut Machine<'_>,
    run: NativeBlock,
    arity: i32,
    is_lambda: bool,
    keep: &[Value],
) -> Value {
    let made = m.new_native_proc(run, arity);
    if let Value::Proc(id) = made {
        m.heap.procs[id].is_lambda = is_lambda;
    }
    let kept = m.new_array(keep.to_vec());
    m.set_ivar(made, Symbol::new("kept"), kept);
    made
}

/// Raises an error unless a value is a proc, a method, or another object with `call`.
fn callable(m: &mut Machine<'_>, value: Value) -> Flow<()> {
    match value {
        Value::Proc(_) => Ok(()),
        _ if m.responds_to(value, names::CALL)? => Ok(()),
        _ => Err(m.type_error("callable object is expected")),
    }
}

/// `f >> g`: `g` is called with the result of `f`.
pub(super) fn then(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let other = args[0];
    callable(m, other)?;
    let is_lambda = is_lambda(m, this);
    let run: NativeBlock = Rc::new(move |m, args| {
        let result = m.call_args(this, Args { name: names::CALL, ..args })?;
        m.call(other, names::CALL, &[result])
    });
    Ok(make(m, run, -1, is_lambda, &[this, other]))
}

/// `f << g`: `f` is called with the result of `g`.
pub(super) fn after(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let other = args[0];
    callable(m, other)?;
    let is_lambda = is_lambda(m, other);
    let run: NativeBlock = Rc::new(move |m, args| {
        let result = m.call_args(other, Args { name: names::CALL, ..args })?;
        m.call(this, names::CALL, &[result])
    });
    Ok(make(m, run, -1, is_lambda, &[this, other]))
}

fn is_lambda(m: &Machine<'_>, value: Value) -> bool {
    match value {
        Value::Proc(id) => m.heap.procs[id].is_lambda,
        _ => true,
    }
}

pub(super) fn curry_proc(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = proc_id(m, this)?;
    let arity = proc_arity(m, id);
    let is_lambda = m.heap.procs[id].is_lambda;
    curry(m, this, arity, is_lambda, args.opt(0))
}

pub(super) fn curry_method(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let arity = method_object::arity_of(m, this);
    let proc = m.call(this, names::TO_PROC, &[])?;
    curry(m, proc, arity, true, args.opt(0))
}

fn curry(
    m: &mut Machine<'_>,
    callee: Value,
    arity: i64,
    is_lambda: bool,
    given: Option<Value>,
) -> Flow {
    let required = if arity < 0 { -arity - 1 } else { arity };
    let count = match given {
        None | Some(Value::Nil) => required,
        Some(value) => {
            let count = m.to_int(value)?;
            if is_lambda {
                check_count(m, callee, arity, required, count)?;
            }
            count
        }
    };
    let count = usize::try_from(count).unwrap_or(0);
    Ok(step(m, callee, Vec::new(), count, is_lambda))
}

/// Raises an error if a lambda is curried for a number of arguments that it does not accept.
fn check_count(
    m: &mut Machine<'_>,
    callee: Value,
    arity: i64,
    required: i64,
    count: i64,
) -> Flow<()> {
    let most = most_arguments(m, callee, arity);
    if count < required || most.is_some_and(|most| count > most) {
        let given = usize::try_from(count).unwrap_or(0);
        let max = most.and_then(|most| usize::try_from(most).ok());
        return Err(m.arity_error(given, usize::try_from(required).unwrap_or(0), max));
    }
    Ok(())
}

/// The maximum number of arguments; `None` for any number.
fn most_arguments(m: &Machine<'_>, callee: Value, arity: i64) -> Option<i64> {
    use crate::heap::procs::ProcKind;
    if arity >= 0 {
        return Some(arity);
    }
    let Value::Proc(id) = callee else { return None };
    let body = match &m.heap.procs[id].kind {
        ProcKind::Block(block) => block.body.clone(),
        ProcKind::Method { method, .. } => {
            let method = m.payload::<method_object::MethodObject>(*method)?.method?;
            match &m.method(method).kind {
                crate::machine::MethodKind::Ruby(body, _) => body.clone(),
                _ => return None,
            }
        }
        _ => return None,
    };
    let params = &body.code.params;
    if params.rest.is_some() {
        return None;
    }
    Some((params.required_count() + params.optional.len()) as i64)
}

/// A proc that collects arguments until there are enough.
fn step(
    m: &mut Machine<'_>,
    callee: Value,
    collected: Vec<Value>,
    count: usize,
    is_lambda: bool,
) -> Value {
    let mut keep = collected.clone();
    keep.push(callee);
    let run: NativeBlock = Rc::new(move |m, args| {
        let mut list = collected.clone();
        list.extend_from_slice(args.list);
        if list.len() >= count {
            return m.call_args(callee, Args { list: &list, name: names::CALL, ..args });
        }
        Ok(step(m, callee, list, count, is_lambda))
    });
    let made = make(m, run, -1, is_lambda, &keep);
    if let Value::Proc(id) = made {
        m.heap.procs[id].class = class::PROC;
    }
    made
}
