//! `Puppet::Util::Errors`: `fail`, `devfail` and the locations that are appended to messages.

use crate::core::class;
use crate::machine::{Flow, Jump, Machine};
use crate::native::{Args, NativeClass, method};
use crate::symbol::{Symbol, names};
use crate::value::Value;

/// `Puppet::Util::Errors`
pub static ERRORS: NativeClass = NativeClass {
    name: "Puppet::Util::Errors",
    methods: &[
        method("fail", 0, -1, fail),
        method("devfail", 1, 1, devfail),
        method("adderrorcontext", 1, 2, add_context),
        method("error_context", 0, 0, error_context),
        method("exceptwrap", 0, 1, exceptwrap),
    ],
    class_methods: &[
        method("error_location", 1, 3, location),
        method("error_location_with_space", 1, 3, location_with_space),
        method("error_location_with_unknowns", 2, 2, location_with_unknowns),
    ],
    ..NativeClass::MODULE
};

/// `(file: a.pp, line: 3, column: 4)`, or an empty string without any part. A column is shown only
/// with a line.
fn location_text(m: &mut Machine<'_>, parts: &[Value]) -> Flow<String> {
    let mut texts = Vec::new();
    for (name, &part) in ["file", "line", "column"].into_iter().zip(parts) {
        let text = if part.is_nil() { String::new() } else { m.to_s_text(part)? };
        if name == "column" && !texts.iter().any(|known: &String| known.starts_with("line")) {
            break;
        }
        if !text.is_empty() {
            texts.push(format!("{name}: {text}"));
        }
    }
    Ok(if texts.is_empty() { String::new() } else { format!("({})", texts.join(", ")) })
}

fn location(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = location_text(m, args.list)?;
    Ok(m.new_str(text))
}

fn location_with_space(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = location_text(m, args.list)?;
    Ok(m.new_str(if text.is_empty() { text } else { format!(" {text}") }))
}

fn location_with_unknowns(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let mut parts = Vec::new();
    for &part in args.iter() {
        let text = if part.is_nil() { String::new() } else { m.to_s_text(part)? };
        parts.push(m.new_str(if text.is_empty() { "unknown".to_owned() } else { text }));
    }
    let text = location_text(m, &parts)?;
    Ok(m.new_str(text))
}

/// Adds the file and line of the object to an error that has none.
fn with_context(m: &mut Machine<'_>, this: Value, error: Value, other: Value) -> Flow {
    for name in ["line", "file"] {
        let writer = Symbol::new(&format!("{name}="));
        let name = Symbol::new(name);
        if m.responds_to(error, writer)? && m.responds_to(this, name)? {
            let own = m.call(error, name, &[])?;
            let value = if own.is_truthy() { own } else { m.call(this, name, &[])? };
            m.call(error, writer, &[value])?;
        }
    }
    if m.is_a(other, class::EXCEPTION) {
        let lines = m.call(other, Symbol::new("backtrace"), &[])?;
        m.call(error, Symbol::new("set_backtrace"), &[lines])?;
    }
    Ok(error)
}

fn add_context(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    with_context(m, this, args[0], args.or_nil(1))
}

/// An exception of a class, with a message made of words and with the location of the object.
fn failure(m: &mut Machine<'_>, this: Value, of: Value, words: &[Value]) -> Jump {
    let made = (|| {
        let (words, other) = match words {
            [first @ .., last] if !first.is_empty() => (first, *last),
            all => (all, Value::Nil),
        };
        let (list, space) = (m.new_array(words.to_vec()), m.new_str(" "));
        let message = m.call(list, Symbol::new("join"), &[space])?;
        let error = m.call(of, names::NEW, &[message])?;
        with_context(m, this, error, other)
    })();
    match made {
        Ok(error) => m.raise_value(error),
        Err(jump) => jump,
    }
}

/// `fail('message')` and `fail(SomeError, 'message', original)`
fn fail(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Err(match args.list.split_first() {
        Some((&of @ Value::Class(_), words)) => failure(m, this, of, words),
        _ => failure(m, this, Value::Class(class::PUPPET_ERROR), args.list),
    })
}

fn devfail(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Err(failure(m, this, Value::Class(class::PUPPET_DEV_ERROR), args.list))
}

fn error_context(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let file = m.call(this, Symbol::new("file"), &[])?;
    let line = m.call(this, Symbol::new("line"), &[])?;
    location_with_space(m, this, Args { list: &[file, line], ..args })
}

/// `exceptwrap { }`: runs the block and adds the location of the object to errors.
fn exceptwrap(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let block = m.require_block(args)?;
    let jump = match m.yield_block(block, &[]) {
        Err(Jump::Raise(error)) => Value::Object(error),
        other => return other,
    };
    if m.is_a(jump, class::PUPPET_ERROR) {
        let error = with_context(m, this, jump, Value::Nil)?;
        return Err(m.raise_value(error));
    }
    let options = match args.opt(0) {
        Some(Value::Hash(options)) => Some(options),
        _ => None,
    };
    let of = m.keyword(options, "type").unwrap_or(Value::Class(class::PUPPET_DEV_ERROR));
    let message = match m.keyword(options, "message") {
        Some(message) => message,
        None => {
            let (own, kind) = (m.class_name_of(this), m.class_name_of(jump));
            let text = m.to_s_text(jump)?;
            m.new_str(format!("{own} failed with error {kind}: {text}"))
        }
    };
    Err(failure(m, this, of, &[message]))
}
