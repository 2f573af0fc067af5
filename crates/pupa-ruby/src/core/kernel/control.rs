//! `Kernel`: control flow (`loop`, `catch`, `raise`, `exit`, `at_exit`), and functions about the
//! calling frames (`caller`, `block_given?`, `__method__`).

use crate::code::CodeKind;
use crate::core::class;
use crate::core::exception::ExceptionData;
use crate::machine::jump::Stop;
use crate::machine::{Flow, Jump, Machine};
use crate::native::Args;
use crate::symbol::{Symbol, names};
use crate::value::{HashId, Value};

/// `loop { }`: repeats the block; a `StopIteration` ends it with its result.
pub(super) fn loop_function(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let handled = m.core.handled.len();
    loop {
        m.step()?;
        match m.yield_block(block, &[]) {
            Ok(_) => {}
            Err(Jump::Raise(id)) if m.is_a(Value::Object(id), class::STOP_ITERATION) => {
                m.core.handled.truncate(handled);
                let exception = Value::Object(id);
                let result = m.payload::<ExceptionData>(exception).map(|data| data.detail);
                return Ok(match result {
                    None | Some(Value::Undef) => Value::Nil,
                    Some(result) => result,
                });
            }
            Err(jump) => return Err(jump),
        }
    }
}

pub(super) fn catch(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else {
        return Err(m.error(class::LOCAL_JUMP_ERROR, "no block given"));
    };
    let tag = match args.opt(0) {
        Some(tag) => tag,
        None => m.new_object(class::OBJECT),
    };
    let serial = m.next_serial();
    m.core.catches.push((serial, tag));
    let depth = m.core.catches.len();
    let result = m.yield_one(block, tag);
    m.core.catches.truncate(depth - 1);
    match result {
        Err(Jump::Throw(thrown)) if thrown == serial => Ok(m.core.carried),
        result => result,
    }
}

pub(super) fn throw(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let tag = args[0];
    let found = m.core.catches.iter().rev().find(|(_, known)| known.is_same(tag));
    if let Some(&(serial, _)) = found {
        m.core.carried = args.or_nil(1);
        return Err(Jump::Throw(serial));
    }
    let message = m.new_str("uncaught throw %p");
    let mut data = ExceptionData::new(message);
    data.receiver = tag;
    data.detail = args.or_nil(1);
    let exception = m.new_payload(class::UNCAUGHT_THROW_ERROR, data);
    Err(m.raise_value(exception))
}

/// `raise`: the keyword `cause:` is its own; others belong to the exception.
pub(super) fn raise(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let (positional, keywords) = args.split_keywords();
    let cause = m.keyword(keywords, "cause");
    let mut list = positional.to_vec();
    if let Some(rest) = other_keywords(m, keywords)? {
        list.push(Value::Hash(rest));
    }
    if cause.is_some() && list.is_empty() {
        return Err(m.argument_error("only cause is given with no arguments"));
    }
    let exception = m.exception_from(&list)?;
    Err(m.raise_with_cause(exception, cause)?)
}

fn other_keywords(m: &mut Machine<'_>, keywords: Option<HashId>) -> Flow<Option<HashId>> {
    let Some(keywords) = keywords else { return Ok(None) };
    let entries: Vec<_> = m.hash(keywords).iter().collect();
    let is_cause = |key: &Value| matches!(key, Value::Sym(name) if name.as_str() == "cause");
    let rest: Vec<_> = entries.into_iter().filter(|(key, _)| !is_cause(key)).collect();
    if rest.is_empty() {
        return Ok(None);
    }
    Ok(Some(m.hash_of(rest)?))
}

pub(super) fn lambda(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    match args.block {
        Some(block) => Ok(crate::core::procs::make_lambda(m, block)),
        None => Err(m.argument_error("tried to create Proc object without a block")),
    }
}

pub(super) fn proc(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    match args.block {
        Some(block) => Ok(m.block_to_proc(block)),
        None => Err(m.argument_error("tried to create Proc object without a block")),
    }
}

pub(super) fn block_given(m: &mut Machine<'_>, _: Value, _: Args<'_>) -> Flow {
    Ok(Value::Bool(m.core.frames.last().is_some_and(|frame| frame.block.is_some())))
}

/// `exit(status = true)` raises `SystemExit`.
pub(super) fn exit(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let status = status(m, args)?;
    let message = m.new_str("exit");
    Err(system_exit(m, status, message))
}

fn status(m: &mut Machine<'_>, args: Args<'_>) -> Flow<i64> {
    match args.opt(0) {
        None | Some(Value::Bool(true)) => Ok(0),
        Some(Value::Bool(false)) => Ok(1),
        Some(value) => m.to_int(value),
    }
}

fn system_exit(m: &mut Machine<'_>, status: i64, message: Value) -> Jump {
    let mut data = ExceptionData::new(message);
    data.detail = Value::Int(status);
    let exception = m.new_payload(class::SYSTEM_EXIT, data);
    m.raise_value(exception)
}

/// `exit!` ends the program without running `ensure` clauses and `at_exit` blocks.
pub(super) fn exit_now(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let status = status(m, args)?;
    Err(Jump::Stop(Stop::Exit(status as i32)))
}

pub(super) fn abort(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let message = match args.opt(0) {
        None => m.new_str("exit"),
        Some(text) => {
            let text = Value::Str(m.to_str(text)?);
            let stream = m.global_get(Symbol::new("$stderr"))?;
            m.call(stream, names::PUTS, &[text])?;
            text
        }
    };
    Err(system_exit(m, 1, message))
}

/// The key of the list of blocks that run at the end of the program.
const AT_EXIT: &str = "at_exit";

pub(super) fn at_exit(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else {
        return Err(m.argument_error("called without a block"));
    };
    let proc = m.block_to_proc(block);
    let list = m.list_global(Symbol::new(AT_EXIT));
    m.array_mut(list).push(proc);
    Ok(proc)
}

impl Machine<'_> {
    /// Runs the blocks of `at_exit`, last one first.
    pub fn run_at_exit(&mut self) -> Flow<()> {
        let list = self.list_global(Symbol::new(AT_EXIT));
        while let Some(proc) = self.array_mut(list).pop() {
            self.call(proc, names::CALL, &[])?;
        }
        Ok(())
    }
}

/// The lines of `caller(start, length)` or `caller(range)`; `None` beyond the outermost frame.
fn lines(m: &mut Machine<'_>, args: Args<'_>) -> Flow<Option<Vec<String>>> {
    let all = m.backtrace_lines(0);
    let count = all.len() as i64;
    let (start, length) = match args.opt(0) {
        Some(Value::Range(id)) => {
            let range = m.heap.ranges[id].clone();
            let start = if range.begin.is_nil() { 0 } else { m.to_int(range.begin)? };
            let mut end = if range.end.is_nil() { -1 } else { m.to_int(range.end)? };
            if end < 0 {
                end += count;
            }
            let start = if start < 0 { start + count } else { start };
            let last = if range.exclusive && !range.end.is_nil() { end } else { end + 1 };
            (start, (last - start).max(0))
        }
        first => {
            let start = match first {
                Some(value) => m.to_int(value)?,
                None => 1,
            };
            if start < 0 {
                return Err(m.argument_error(format!("negative level ({start})")));
            }
            let length = match args.opt(1) {
                None | Some(Value::Nil) => count,
                Some(value) => m.to_int(value)?,
            };
            if length < 0 {
                return Err(m.argument_error(format!("negative size ({length})")));
            }
            (start, length)
        }
    };
    if start > count || start < 0 {
        return Ok(None);
    }
    Ok(Some(all.into_iter().skip(start as usize).take(length as usize).collect()))
}

pub(super) fn caller(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    match lines(m, args)? {
        Some(lines) => {
            let lines = lines.into_iter().map(|line| m.new_str(line)).collect();
            Ok(m.new_array(lines))
        }
        None => Ok(Value::Nil),
    }
}

pub(super) fn caller_locations(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    match lines(m, args)? {
        Some(lines) => Ok(crate::core::thread::locations(m, lines)),
        None => Ok(Value::Nil),
    }
}

/// `__method__`
pub(super) fn method_name(m: &mut Machine<'_>, _: Value, _: Args<'_>) -> Flow {
    let Some(frame) = m.core.frames.last() else { return Ok(Value::Nil) };
    if frame.body.code.kind == CodeKind::Class {
        return Ok(Value::Nil);
    }
    Ok(frame.method.map_or(Value::Nil, |method| Value::Sym(m.method(method).name)))
}

/// `__dir__`
pub(super) fn directory(m: &mut Machine<'_>, _: Value, _: Args<'_>) -> Flow {
    let Some(file) = m.core.frames.last().map(|frame| frame.body.code.file.clone()) else {
        return Ok(Value::Nil);
    };
    if file.starts_with('(') {
        return Ok(Value::Nil);
    }
    let path = m.absolute_path("", &file);
    let directory = path.rsplit_once('/').map_or("/", |(directory, _)| directory);
    Ok(m.new_str(if directory.is_empty() { "/" } else { directory }))
}
