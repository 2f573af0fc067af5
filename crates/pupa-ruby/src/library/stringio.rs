//! `StringIO`: a stream that reads and writes a string.

use super::stream::{self, Kind, Stream, stream as data, stream_methods};
use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::symbol::names;
use crate::value::Value;

/// `StringIO`
pub(crate) static STRING_IO: NativeClass = NativeClass {
    name: "StringIO",
    includes: &["Enumerable"],
    methods: stream_methods! {
        private("initialize", 0, 3, initialize),
        private("initialize_copy", 1, 1, initialize_copy),
        method("string", 0, 0, string),
        method("string=", 1, 1, set_string),
        method("truncate", 1, 1, truncate),
        method("reopen", 0, 2, reopen),
        method("getch", 0, 0, stream::getc),
        method("size", 0, 0, stream::size),
        method("length", 0, 0, stream::size),
        method("closed_read?", 0, 0, stream::is_closed_read),
        method("closed_write?", 0, 0, stream::is_closed_write),
    },
    class_methods: &[method("open", 0, -1, open)],
    constants: &[
        ("VERSION", |m| Ok(m.new_str("3.0.1"))),
        ("MAX_LENGTH", |_| Ok(Value::Int(i64::MAX))),
    ],
    ..NativeClass::EMPTY
};

fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Value::Object(id) = this else { return Ok(Value::Nil) };
    let (list, keywords) = args.split_keywords();
    let string = match list.first() {
        Some(Value::Nil) => return Err(m.type_error("no implicit conversion of nil into String")),
        Some(&value) => Value::Str(m.to_str(value)?),
        None => m.new_str(""),
    };
    let mut stream = Stream::new(Kind::StringIo, string);
    let mode = match list.get(1) {
        Some(&mode) => Some(mode),
        None => m.keyword(keywords, "mode"),
    };
    apply_mode(m, &mut stream, mode)?;
    if m.keyword(keywords, "binmode").is_some_and(Value::is_truthy) {
        stream.encoding = Some(crate::heap::Encoding::Binary);
    }
    m.set_payload(id, stream);
    Ok(Value::Nil)
}

fn apply_mode(m: &mut Machine<'_>, stream: &mut Stream, mode: Option<Value>) -> Flow<()> {
    let Value::Str(id) = stream.string else { return Ok(()) };
    let frozen = m.string(id).frozen;
    let (mut read, mut write, mut append, mut truncate) = (true, !frozen, false, false);
    match mode {
        None | Some(Value::Nil) => {}
        Some(Value::Int(bits)) => {
            read = bits & 3 == 0 || bits & 3 == 2;
            write = matches!(bits & 3, 1 | 2);
            append = bits & 0o2000 != 0;
            truncate = bits & 0o1000 != 0;
        }
        Some(text) => {
            let text = m.to_text(text)?;
            let plus = text.contains('+');
            (read, write, append, truncate) = match text.chars().next() {
                Some('r') => (true, plus, false, false),
                Some('w') => (plus, true, false, true),
                Some('a') => (plus, true, true, false),
                _ => return Err(m.argument_error(format!("invalid access mode {text}"))),
            };
        }
    }
    if write && frozen {
        return Err(m.error(class::EACCES, "Permission denied"));
    }
    if truncate {
        m.check_frozen(stream.string)?;
        m.string_mut(id).set_bytes(Vec::new());
    }
    stream.readable = read;
    stream.writable = write;
    stream.opened = (read, write);
    stream.append = append;
    Ok(())
}

fn initialize_copy(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let copy = data(m, args[0])?.clone();
    if let Value::Object(id) = this {
        m.set_payload(id, copy);
    }
    Ok(this)
}

fn open(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let inner = Args { block: None, name: names::NEW, ..args };
    let stream = m.call_args(this, inner)?;
    let Some(block) = args.block else { return Ok(stream) };
    let result = m.yield_one(block, stream);
    let stream = data(m, stream)?;
    stream.closed = true;
    stream.readable = false;
    stream.writable = false;
    stream.string = Value::Nil;
    result
}

fn string(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(data(m, this)?.string)
}

fn set_string(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = m.to_str(args[0])?;
    let frozen = m.string(id).frozen;
    let stream = data(m, this)?;
    *stream = Stream::new(Kind::StringIo, Value::Str(id));
    stream.writable = !frozen;
    Ok(args[0])
}

fn truncate(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    stream::writable(m, this)?;
    let length = m.to_int(args[0])?;
    let Ok(length) = usize::try_from(length) else {
        return Err(m.error(class::EINVAL, "Invalid argument - negative length"));
    };
    if let Value::Str(id) = data(m, this)?.string {
        let mut bytes = m.string(id).to_vec();
        m.charge(length.saturating_sub(bytes.len()))?;
        bytes.resize(length, 0);
        m.string_mut(id).set_bytes(bytes);
    }
    Ok(Value::Int(0))
}

fn reopen(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if let [other @ Value::Object(_)] = args.list {
        let other = match m.payload::<Stream>(*other) {
            Some(_) => *other,
            None => {
                let converted = m.try_call(*other, crate::Symbol::new("to_strio"), &[])?;
                match converted {
                    Some(converted) if m.payload::<Stream>(converted).is_some() => converted,
                    _ => {
                        let name = m.class_name_of(*other);
                        return Err(m.type_error(format!("can't convert {name} into StringIO")));
                    }
                }
            }
        };
        return initialize_copy(m, this, Args::new(args.name, &[other]));
    }
    initialize(m, this, args)?;
    Ok(this)
}
