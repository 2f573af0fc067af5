//! `SignalException` and `Interrupt`: exceptions for signals, by name or number.

use super::{ExceptionData, data};
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::value::Value;

/// `SignalException`
pub static SIGNAL_EXCEPTION: NativeClass = NativeClass {
    name: "SignalException",
    superclass: Some("Exception"),
    methods: &[
        private("initialize", 0, 2, initialize),
        method("signo", 0, 0, signo),
        method("signm", 0, 0, |m, this, _| m.call(this, crate::symbol::names::MESSAGE, &[])),
    ],
    ..NativeClass::EMPTY
};

/// `Interrupt`
pub static INTERRUPT: NativeClass = NativeClass {
    name: "Interrupt",
    superclass: Some("SignalException"),
    methods: &[private("initialize", 0, 1, initialize_interrupt)],
    ..NativeClass::EMPTY
};

/// The signals of Linux, with their numbers.
pub(crate) const SIGNALS: &[(&str, i64)] = &[
    ("EXIT", 0),
    ("HUP", 1),
    ("INT", 2),
    ("QUIT", 3),
    ("ILL", 4),
    ("TRAP", 5),
    ("ABRT", 6),
    ("IOT", 6),
    ("BUS", 7),
    ("FPE", 8),
    ("KILL", 9),
    ("USR1", 10),
    ("SEGV", 11),
    ("USR2", 12),
    ("PIPE", 13),
    ("ALRM", 14),
    ("TERM", 15),
    ("STKFLT", 16),
    ("CHLD", 17),
    ("CLD", 17),
    ("CONT", 18),
    ("STOP", 19),
    ("TSTP", 20),
    ("TTIN", 21),
    ("TTOU", 22),
    ("URG", 23),
    ("XCPU", 24),
    ("XFSZ", 25),
    ("VTALRM", 26),
    ("PROF", 27),
    ("WINCH", 28),
    ("IO", 29),
    ("POLL", 29),
    ("PWR", 30),
    ("SYS", 31),
];

fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    m.check_arity(args.len(), 1, Some(args.len().clamp(1, 2)))?;
    let (number, text) = match args[0] {
        Value::Int(number) => {
            if !(0..=64).contains(&number) {
                return Err(m.argument_error(format!("invalid signal number ({number})")));
            }
            let text = match args.opt(1) {
                Some(text) => m.to_text(text)?,
                None => match SIGNALS.iter().find(|(_, known)| *known == number) {
                    Some((name, _)) => format!("SIG{name}"),
                    None => format!("SIG{number}"),
                },
            };
            (number, text)
        }
        given => {
            m.check_arity(args.len(), 1, Some(1))?;
            let name = match given {
                Value::Sym(name) => name.as_str().to_owned(),
                Value::Str(id) => m.text_of(id),
                other => match m.try_str(other)? {
                    Some(id) => m.text_of(id),
                    None => {
                        let class = m.class_name_of(other);
                        return Err(m.argument_error(format!("bad signal type {class}")));
                    }
                },
            };
            let bare = name.strip_prefix("SIG").unwrap_or(&name);
            match SIGNALS.iter().find(|(known, number)| *known == bare && *number > 0) {
                Some((_, number)) => (*number, format!("SIG{bare}")),
                None => {
                    return Err(m.argument_error(format!("unsupported signal `SIG{bare}'")));
                }
            }
        }
    };
    let text = m.new_str(text);
    if let Some(data) = data(m, this) {
        data.message = text;
        data.detail = Value::Int(number);
    }
    Ok(Value::Nil)
}

fn initialize_interrupt(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let message = args.opt(0).unwrap_or(Value::Undef);
    if let Some(data) = data(m, this) {
        data.message = message;
        data.detail = Value::Int(2);
    }
    Ok(Value::Nil)
}

fn signo(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let detail = m.payload::<ExceptionData>(this).map_or(Value::Nil, |data| data.detail);
    Ok(if detail.is_undef() { Value::Nil } else { detail })
}
