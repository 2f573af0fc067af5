//! `Process`, `Signal` and `Warning`: the parts that a compiler can offer.

use crate::core::class;
use crate::core::exception::SIGNALS;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method};
use crate::symbol::{Symbol, names};
use crate::value::Value;

/// `Process`
pub static PROCESS: NativeClass = NativeClass {
    name: "Process",
    class_methods: &[
        method("clock_gettime", 1, 2, clock_gettime),
        method("kill", 2, -1, kill),
        method("pid", 0, 0, |_, _, _| Ok(Value::Int(1))),
        method("ppid", 0, 0, |_, _, _| Ok(Value::Int(1))),
        method("uid", 0, 0, |_, _, _| Ok(Value::Int(0))),
        method("euid", 0, 0, |_, _, _| Ok(Value::Int(0))),
        method("gid", 0, 0, |_, _, _| Ok(Value::Int(0))),
        method("egid", 0, 0, |_, _, _| Ok(Value::Int(0))),
    ],
    constants: &[
        ("CLOCK_REALTIME", |_| Ok(Value::Int(0))),
        ("CLOCK_MONOTONIC", |_| Ok(Value::Int(1))),
        ("CLOCK_PROCESS_CPUTIME_ID", |_| Ok(Value::Int(2))),
        ("CLOCK_THREAD_CPUTIME_ID", |_| Ok(Value::Int(3))),
    ],
    ..NativeClass::MODULE
};

/// `Signal`
pub static SIGNAL: NativeClass = NativeClass {
    name: "Signal",
    class_methods: &[
        method("list", 0, 0, signal_list),
        method("signame", 1, 1, signal_name),
        method("trap", 1, 2, |m, _, _| Ok(m.new_str("DEFAULT"))),
    ],
    ..NativeClass::MODULE
};

/// `Warning`
pub static WARNING: NativeClass = NativeClass {
    name: "Warning",
    methods: &[method("warn", 1, 2, warn)],
    class_methods: &[
        method("warn", 1, 2, warn),
        method("[]", 1, 1, category),
        method("[]=", 2, 2, set_category),
    ],
    ..NativeClass::MODULE
};

/// `Process.clock_gettime(clock, unit = :float_second)`
fn clock_gettime(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let unit = match args.opt(1) {
        None | Some(Value::Nil) => "float_second",
        Some(value) => m.to_symbol(value)?.as_str(),
    };
    let (seconds, nanos) = m.world.now();
    let total = i128::from(seconds) * 1_000_000_000 + i128::from(nanos);
    let integer = |m: &mut Machine<'_>, number: i128| Ok(m.new_integer(number.into()));
    match unit {
        "float_second" => Ok(Value::Float(total as f64 / 1e9)),
        "float_millisecond" => Ok(Value::Float(total as f64 / 1e6)),
        "float_microsecond" => Ok(Value::Float(total as f64 / 1e3)),
        "second" => integer(m, total / 1_000_000_000),
        "millisecond" => integer(m, total / 1_000_000),
        "microsecond" => integer(m, total / 1_000),
        "nanosecond" => integer(m, total),
        _ => Err(m.argument_error(format!("unexpected unit: {unit}"))),
    }
}

/// `Process.kill`: a signal to the program itself raises an exception; others are refused.
fn kill(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    if !args.list[1..].iter().all(|pid| matches!(pid, Value::Int(1))) {
        return Err(m.not_implemented("Process.kill"));
    }
    let class = match args[0] {
        Value::Int(0) => return Ok(Value::Int(1)),
        Value::Int(2) => class::INTERRUPT,
        Value::Sym(name) if matches!(name.as_str(), "INT" | "SIGINT") => class::INTERRUPT,
        Value::Str(id) if matches!(m.string(id).bytes(), b"INT" | b"SIGINT") => class::INTERRUPT,
        _ => class::SIGNAL_EXCEPTION,
    };
    let list = if class == class::INTERRUPT { &[][..] } else { &args.list[..1] };
    let exception = m.call(Value::Class(class), names::NEW, list)?;
    Err(m.raise_value(exception))
}

fn signal_list(m: &mut Machine<'_>, _: Value, _: Args<'_>) -> Flow {
    let hash = m.new_hash();
    for &(name, number) in SIGNALS {
        let name = m.new_str(name);
        m.hash_set(hash, name, Value::Int(number))?;
    }
    Ok(Value::Hash(hash))
}

fn signal_name(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let number = m.to_int(args[0])?;
    Ok(match SIGNALS.iter().find(|(_, known)| *known == number) {
        Some((name, _)) => m.new_str(*name),
        None => Value::Nil,
    })
}

/// Writes a message to `$stderr`.
fn warn(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let Value::Str(_) = args[0] else {
        let given = m.class_name_of(args[0]);
        return Err(m.type_error(format!("wrong argument type {given} (expected String)")));
    };
    let stream = m.global_get(Symbol::new("$stderr"))?;
    m.call(stream, names::WRITE, &[args[0]])?;
    Ok(Value::Nil)
}

fn category_name(m: &mut Machine<'_>, value: Value) -> Flow<Symbol> {
    let name = m.to_symbol(value)?;
    match name.as_str() {
        "deprecated" | "experimental" => Ok(Symbol::new(&format!("warning {name}"))),
        _ => Err(m.argument_error(format!("unknown category: {name}"))),
    }
}

fn category(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let name = category_name(m, args[0])?;
    let default = Value::Bool(name.as_str() == "warning experimental");
    Ok(m.globals.get(&name).copied().unwrap_or(default))
}

fn set_category(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let name = category_name(m, args[0])?;
    m.globals.insert(name, Value::Bool(args[1].is_truthy()));
    Ok(args[1])
}
