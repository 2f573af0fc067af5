//! `Exception`: its data and its methods.

pub mod classes;
mod details;
pub(crate) mod errno;
mod errno_table;
mod full_message;
mod signal;

pub use classes::*;
pub use details::*;
pub use errno::{ERRNO, SYSTEM_CALL_ERROR};
pub use errno_table::{
    EACCES, EDOM, EEXIST, EINVAL, EIO, EISDIR, ENOENT, ENOTDIR, ENOTEMPTY, EPERM,
};
pub(crate) use signal::SIGNALS;
pub use signal::{INTERRUPT, SIGNAL_EXCEPTION};

use crate::heap::Payload;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Instances, NativeClass, method, private};
use crate::symbol::names;
use crate::value::Value;

/// The Rust data of an exception.
#[derive(Debug, Clone)]
pub struct ExceptionData {
    /// The message: a string, another value passed to `new`, or [`Value::Undef`] for the name of
    /// the class.
    pub message: Value,
    /// The lines of the backtrace, innermost first; empty after `set_backtrace` has replaced them.
    pub raised_at: Option<Vec<String>>,
    /// The backtrace that `set_backtrace` has set, or [`Value::Undef`].
    pub backtrace: Value,
    /// The exception that was being handled when this one was raised; [`Value::Undef`] before the
    /// exception is raised.
    pub cause: Value,
    /// The object that a `NameError`, `KeyError` or `FrozenError` is about; the tag of an
    /// `UncaughtThrowError`.
    pub receiver: Value,
    /// The name of a `NameError`, the key of a `KeyError`, the result of a `StopIteration`, the
    /// value of an `UncaughtThrowError`, the number of a `SystemCallError`, `SystemExit` or
    /// `SignalException`.
    pub detail: Value,
    /// The arguments of a `NoMethodError`.
    pub args: Value,
    /// The name that the interpreter does not implement, if that is the reason for the exception.
    pub missing: Option<Box<str>>,
}

impl ExceptionData {
    /// The data of a new exception with a message.
    pub fn new(message: Value) -> ExceptionData {
        ExceptionData {
            message,
            raised_at: None,
            backtrace: Value::Undef,
            cause: Value::Undef,
            receiver: Value::Undef,
            detail: Value::Undef,
            args: Value::Undef,
            missing: None,
        }
    }
}

impl Payload for ExceptionData {
    fn trace(&self, mark: &mut dyn FnMut(Value)) {
        for value in
            [self.message, self.backtrace, self.cause, self.receiver, self.detail, self.args]
        {
            mark(value);
        }
    }

    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// `Exception`
pub static EXCEPTION: NativeClass = NativeClass {
    name: "Exception",
    instances: Instances::Exceptions,
    methods: &[
        private("initialize", 0, 1, initialize),
        method("exception", 0, 1, exception),
        method("to_s", 0, 0, to_s),
        method("message", 0, 0, message),
        method("detailed_message", 0, -1, full_message::detailed_message),
        method("full_message", 0, -1, full_message::full_message),
        method("inspect", 0, 0, inspect),
        method("backtrace", 0, 0, backtrace),
        method("backtrace_locations", 0, 0, backtrace_locations),
        method("set_backtrace", 1, 1, set_backtrace),
        method("cause", 0, 0, cause),
        method("==", 1, 1, equals),
    ],
    class_methods: &[
        method("exception", 0, -1, class_exception),
        method("to_tty?", 0, 0, |_, _, _| Ok(Value::FALSE)),
    ],
    ..NativeClass::EMPTY
};

/// The data of an exception; every exception object has it.
pub(crate) fn data<'m>(m: &'m mut Machine<'_>, this: Value) -> Option<&'m mut ExceptionData> {
    m.payload_mut::<ExceptionData>(this)
}

fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let given = args.opt(0).unwrap_or(Value::Undef);
    if let Some(data) = data(m, this) {
        data.message = given;
    }
    Ok(Value::Nil)
}

fn class_exception(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    m.call_args(this, Args { name: names::NEW, ..args })
}

/// `exception(message)`: the exception itself, or a copy with another message.
fn exception(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(given) = args.opt(0) else { return Ok(this) };
    if given.is_same(this) {
        return Ok(this);
    }
    let copy = m.call(this, names::CLONE, &[])?;
    if let Some(data) = data(m, copy) {
        data.message = given;
    }
    Ok(copy)
}

fn to_s(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let given = m.payload::<ExceptionData>(this).map_or(Value::Undef, |data| data.message);
    match given {
        Value::Undef | Value::Nil => {
            let name = m.class_name_of(this);
            Ok(m.new_str(name))
        }
        Value::Str(_) => Ok(given),
        other => Ok(Value::Str(m.to_s(other)?)),
    }
}

fn message(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let text = m.to_s(this)?;
    Ok(Value::Str(text))
}

fn inspect(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let text = m.to_s(this)?;
    let class = m.class_name_of(this);
    if m.string(text).is_empty() {
        return Ok(m.new_str(class));
    }
    let text = m.text_of(text);
    Ok(m.new_str(format!("#<{class}: {text}>")))
}

fn backtrace(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let Some(data) = m.payload::<ExceptionData>(this) else { return Ok(Value::Nil) };
    if !data.backtrace.is_undef() {
        return Ok(data.backtrace);
    }
    let Some(lines) = data.raised_at.clone() else { return Ok(Value::Nil) };
    let lines = lines.into_iter().map(|line| m.new_str(line)).collect();
    let list = m.new_array(lines);
    if let Some(data) = self::data(m, this) {
        data.backtrace = list;
    }
    Ok(list)
}

fn backtrace_locations(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let lines = m.payload::<ExceptionData>(this).and_then(|data| data.raised_at.clone());
    match lines {
        Some(lines) if !lines.is_empty() => Ok(crate::core::thread::locations(m, lines)),
        _ => Ok(Value::Nil),
    }
}

fn set_backtrace(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let given = match args[0] {
        Value::Nil => Value::Nil,
        Value::Str(_) => m.new_array(vec![args[0]]),
        Value::Array(list) if m.array(list).iter().all(|item| matches!(item, Value::Str(_))) => {
            args[0]
        }
        _ => return Err(m.type_error("backtrace must be Array of String")),
    };
    if let Some(data) = data(m, this) {
        data.backtrace = given;
        data.raised_at = Some(Vec::new());
    }
    Ok(given)
}

fn cause(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let cause = m.payload::<ExceptionData>(this).map_or(Value::Nil, |data| data.cause);
    Ok(if cause.is_undef() { Value::Nil } else { cause })
}

/// `==`: whether the classes, messages and backtraces are equal.
fn equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let other = args[0];
    if this.is_same(other) {
        return Ok(Value::TRUE);
    }
    if m.real_class_of(this) != m.real_class_of(other) {
        return Ok(Value::FALSE);
    }
    for name in [names::MESSAGE, names::BACKTRACE] {
        let mine = m.call(this, name, &[])?;
        let theirs = m.call(other, name, &[])?;
        if !m.equals(mine, theirs)? {
            return Ok(Value::FALSE);
        }
    }
    Ok(Value::TRUE)
}
