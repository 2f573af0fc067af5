//! Exceptions with more data than a message: `NameError`, `KeyError`, `StopIteration`, `SystemExit`
//! and others.

use super::{ExceptionData, data};
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::symbol::{Symbol, names};
use crate::value::{HashId, Value};

/// `NameError`
pub static NAME_ERROR: NativeClass = NativeClass {
    name: "NameError",
    superclass: Some("StandardError"),
    methods: &[
        private("initialize", 0, -1, initialize_name_error),
        method("name", 0, 0, detail),
        method("receiver", 0, 0, receiver),
        method("local_variables", 0, 0, |m, _, _| Ok(m.new_array(Vec::new()))),
    ],
    ..NativeClass::EMPTY
};

/// `NoMethodError`
pub static NO_METHOD_ERROR: NativeClass = NativeClass {
    name: "NoMethodError",
    superclass: Some("NameError"),
    methods: &[
        private("initialize", 0, -1, initialize_no_method_error),
        method("args", 0, 0, arguments),
        method("private_call?", 0, 0, private_call),
    ],
    ..NativeClass::EMPTY
};

/// `KeyError`
pub static KEY_ERROR: NativeClass = NativeClass {
    name: "KeyError",
    superclass: Some("IndexError"),
    methods: &[
        private("initialize", 0, -1, initialize_key_error),
        method("receiver", 0, 0, receiver),
        method("key", 0, 0, key),
    ],
    ..NativeClass::EMPTY
};

/// `NoMatchingPatternKeyError`
pub static NO_MATCHING_PATTERN_KEY_ERROR: NativeClass = NativeClass {
    name: "NoMatchingPatternKeyError",
    superclass: Some("NoMatchingPatternError"),
    methods: &[
        private("initialize", 0, -1, initialize_pattern_error),
        method("matchee", 0, 0, matchee),
        method("key", 0, 0, key),
    ],
    ..NativeClass::EMPTY
};

/// `FrozenError`
pub static FROZEN_ERROR: NativeClass = NativeClass {
    name: "FrozenError",
    superclass: Some("RuntimeError"),
    methods: &[
        private("initialize", 0, -1, initialize_frozen_error),
        method("receiver", 0, 0, receiver),
    ],
    ..NativeClass::EMPTY
};

/// `StopIteration`
pub static STOP_ITERATION: NativeClass = NativeClass {
    name: "StopIteration",
    superclass: Some("IndexError"),
    methods: &[method("result", 0, 0, detail)],
    ..NativeClass::EMPTY
};

/// `UncaughtThrowError`
pub static UNCAUGHT_THROW_ERROR: NativeClass = NativeClass {
    name: "UncaughtThrowError",
    superclass: Some("ArgumentError"),
    methods: &[
        private("initialize", 2, -1, initialize_throw_error),
        method("tag", 0, 0, |m, this, _| Ok(field(m, this, |data| data.receiver))),
        method("value", 0, 0, detail),
        method("to_s", 0, 0, throw_to_s),
    ],
    ..NativeClass::EMPTY
};

/// `SystemExit`
pub static SYSTEM_EXIT: NativeClass = NativeClass {
    name: "SystemExit",
    superclass: Some("Exception"),
    methods: &[
        private("initialize", 0, -1, initialize_exit),
        method("status", 0, 0, status),
        method("success?", 0, 0, success),
    ],
    ..NativeClass::EMPTY
};

/// `LocalJumpError`
pub static LOCAL_JUMP_ERROR: NativeClass = NativeClass {
    name: "LocalJumpError",
    superclass: Some("StandardError"),
    methods: &[method("reason", 0, 0, reason), method("exit_value", 0, 0, detail)],
    ..NativeClass::EMPTY
};

/// `SyntaxError`
pub static SYNTAX_ERROR: NativeClass = NativeClass {
    name: "SyntaxError",
    superclass: Some("ScriptError"),
    methods: &[
        private("initialize", 0, 1, initialize_syntax_error),
        method("path", 0, 0, load_path),
    ],
    ..NativeClass::EMPTY
};

/// `LoadError`
pub static LOAD_ERROR: NativeClass = NativeClass {
    name: "LoadError",
    superclass: Some("ScriptError"),
    methods: &[method("path", 0, 0, load_path)],
    ..NativeClass::EMPTY
};

/// A value of the data; `nil` if it is not set.
fn field(m: &Machine<'_>, this: Value, read: impl Fn(&ExceptionData) -> Value) -> Value {
    let value = m.payload::<ExceptionData>(this).map_or(Value::Nil, read);
    if value.is_undef() { Value::Nil } else { value }
}

/// A value of the data; raises `ArgumentError: no key is available` (or another name) if it is not
/// set.
fn available(
    m: &mut Machine<'_>,
    this: Value,
    name: &str,
    read: impl Fn(&ExceptionData) -> Value,
) -> Flow {
    match m.payload::<ExceptionData>(this).map_or(Value::Undef, read) {
        Value::Undef => Err(m.argument_error(format!("no {name} is available"))),
        value => Ok(value),
    }
}

fn detail(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    Ok(field(m, this, |data| data.detail))
}

fn receiver(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    available(m, this, "receiver", |data| data.receiver)
}

fn matchee(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    available(m, this, "matchee", |data| data.receiver)
}

fn key(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    available(m, this, "key", |data| data.detail)
}

fn arguments(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    Ok(field(m, this, |data| data.args))
}

fn private_call(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let name = Symbol::new("private_call");
    Ok(Value::Bool(m.ivar(this, name).is_truthy() && !m.ivar(this, name).is_undef()))
}

/// Raises an error for unknown keywords.
pub(crate) fn check_keywords(
    m: &mut Machine<'_>,
    keywords: Option<HashId>,
    known: &[&str],
) -> Flow<()> {
    let Some(keywords) = keywords else { return Ok(()) };
    let mut unknown = Vec::new();
    for (key, _) in m.hash(keywords).iter().collect::<Vec<_>>() {
        let is_known = matches!(key, Value::Sym(name) if known.contains(&name.as_str()));
        if !is_known {
            unknown.push(m.inspect(key)?);
        }
    }
    if unknown.is_empty() {
        return Ok(());
    }
    let plural = if unknown.len() > 1 { "s" } else { "" };
    Err(m.argument_error(format!("unknown keyword{plural}: {}", unknown.join(", "))))
}

/// Sets the message, and the data from keywords.
fn set_fields(
    m: &mut Machine<'_>,
    this: Value,
    message: Option<Value>,
    receiver: Option<Value>,
    detail: Option<Value>,
) {
    if let Some(data) = data(m, this) {
        data.message = message.unwrap_or(Value::Undef);
        if let Some(receiver) = receiver {
            data.receiver = receiver;
        }
        if let Some(detail) = detail {
            data.detail = detail;
        }
    }
}

fn initialize_name_error(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (list, keywords) = args.split_keywords();
    check_keywords(m, keywords, &["receiver"])?;
    let receiver = m.keyword(keywords, "receiver");
    if list.len() > 2 {
        return Err(m.arity_error(list.len() - 1, 0, Some(1)));
    }
    set_fields(m, this, list.first().copied(), receiver, list.get(1).copied());
    Ok(Value::Nil)
}

fn initialize_no_method_error(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (list, keywords) = args.split_keywords();
    check_keywords(m, keywords, &["receiver"])?;
    let receiver = m.keyword(keywords, "receiver");
    m.check_arity(list.len(), 0, Some(4))?;
    set_fields(m, this, list.first().copied(), receiver, list.get(1).copied());
    if let (Some(data), Some(&given)) = (data(m, this), list.get(2)) {
        data.args = given;
    }
    if let Some(&flag) = list.get(3)
        && flag.is_truthy()
    {
        m.set_ivar(this, Symbol::new("private_call"), Value::TRUE);
    }
    Ok(Value::Nil)
}

fn initialize_key_error(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (list, keywords) = args.split_keywords();
    check_keywords(m, keywords, &["receiver", "key"])?;
    m.check_arity(list.len(), 0, Some(1))?;
    let (receiver, key) = (m.keyword(keywords, "receiver"), m.keyword(keywords, "key"));
    set_fields(m, this, list.first().copied(), receiver, key);
    Ok(Value::Nil)
}

fn initialize_pattern_error(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (list, keywords) = args.split_keywords();
    check_keywords(m, keywords, &["matchee", "key"])?;
    m.check_arity(list.len(), 0, Some(1))?;
    let (matchee, key) = (m.keyword(keywords, "matchee"), m.keyword(keywords, "key"));
    set_fields(m, this, list.first().copied(), matchee, key);
    Ok(Value::Nil)
}

fn initialize_frozen_error(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (list, keywords) = args.split_keywords();
    check_keywords(m, keywords, &["receiver"])?;
    m.check_arity(list.len(), 0, Some(1))?;
    let receiver = m.keyword(keywords, "receiver");
    set_fields(m, this, list.first().copied(), receiver, None);
    Ok(Value::Nil)
}

fn initialize_throw_error(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let message = args.opt(2);
    set_fields(m, this, message, Some(args[0]), Some(args[1]));
    Ok(Value::Nil)
}

/// `UncaughtThrowError#to_s`: the message, a format into which the tag is inserted.
fn throw_to_s(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let message = field(m, this, |data| data.message);
    let format = m.to_str(message)?;
    let tag = field(m, this, |data| data.receiver);
    let list = m.new_array(vec![tag]);
    m.call(Value::Str(format), names::MODULO, &[list])
}

fn initialize_exit(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (status, rest) = match args.list {
        [Value::Bool(flag), rest @ ..] => (i64::from(!flag), rest),
        [Value::Int(number), rest @ ..] => (*number, rest),
        rest => (0, rest),
    };
    m.check_arity(rest.len(), 0, Some(1))?;
    set_fields(m, this, rest.first().copied(), None, Some(Value::Int(status)));
    Ok(Value::Nil)
}

fn status(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    match field(m, this, |data| data.detail) {
        Value::Nil => Ok(Value::Int(0)),
        status => Ok(status),
    }
}

fn success(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let status = field(m, this, |data| data.detail);
    Ok(Value::Bool(matches!(status, Value::Nil | Value::Int(0))))
}

/// `LocalJumpError#reason`: `:return`, `:break` or `:noreason`.
fn reason(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    match field(m, this, |data| data.receiver) {
        Value::Nil => Ok(Value::Sym(Symbol::new("noreason"))),
        reason => Ok(reason),
    }
}

fn initialize_syntax_error(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let message = match args.opt(0) {
        Some(message) => message,
        None => m.new_str("compile error"),
    };
    set_fields(m, this, Some(message), None, None);
    Ok(Value::Nil)
}

fn load_path(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    match m.ivar(this, Symbol::new("@path")) {
        Value::Undef => Ok(Value::Nil),
        path => Ok(path),
    }
}
