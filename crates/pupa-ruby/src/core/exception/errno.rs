//! `SystemCallError` and the classes of `Errno`.

use super::errno_table::{CONSTANTS, ERRORS, native_class};
use super::{ExceptionData, data};
use crate::core::class;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::symbol::Symbol;
use crate::value::{ClassId, Value};

/// `SystemCallError`
pub static SYSTEM_CALL_ERROR: NativeClass = NativeClass {
    name: "SystemCallError",
    superclass: Some("StandardError"),
    methods: &[private("initialize", 0, 3, initialize), method("errno", 0, 0, errno)],
    class_methods: &[method("===", 1, 1, case_equals)],
    ..NativeClass::EMPTY
};

/// `Errno`
pub static ERRNO: NativeClass =
    NativeClass { name: "Errno", constants: CONSTANTS, ..NativeClass::MODULE };

/// Makes the class of an error at its first use.
pub(super) fn make(m: &mut Machine<'_>, name: &'static str) -> Flow {
    let class = m.make_class(class::SYSTEM_CALL_ERROR);
    let number = ERRORS.iter().find(|(_, known, _)| *known == name).map_or(0, |known| known.0);
    m.class_mut(class).name = Some(Symbol::new(&format!("Errno::{name}")));
    m.class_mut(class).parent = Some(class::ERRNO);
    m.set_constant(class, Symbol::new("Errno"), Value::Int(number));
    Ok(Value::Class(class))
}

/// The class that an alias refers to.
pub(super) fn make_alias(m: &mut Machine<'_>, name: &'static str) -> Flow {
    m.constant_in(class::ERRNO, Symbol::new(name))
}

/// The description of an error number.
pub(crate) fn text(number: i64) -> String {
    match ERRORS.iter().find(|known| known.0 == number) {
        Some((_, _, text)) => (*text).to_owned(),
        None => format!("Unknown error {number}"),
    }
}

/// The class of an error number, if there is one.
fn class_of_number(m: &mut Machine<'_>, number: i64) -> Flow<Option<ClassId>> {
    if let Some(class) = native_class(number) {
        return Ok(Some(class));
    }
    let Some((_, name, _)) = ERRORS.iter().find(|known| known.0 == number) else {
        return Ok(None);
    };
    match m.constant_in(class::ERRNO, Symbol::new(name))? {
        Value::Class(class) => Ok(Some(class)),
        _ => Ok(None),
    }
}

/// `SystemCallError.new(text, number, place)` makes an instance of the class of the number; the
/// classes of `Errno` take only text and place.
fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let own = m.real_class_of(this);
    let (message, number, place) = if own == class::SYSTEM_CALL_ERROR {
        m.check_arity(args.len(), 1, Some(3))?;
        match (args[0], args.opt(1)) {
            (Value::Int(number), None) => (Value::Nil, Some(number), Value::Nil),
            (message, None | Some(Value::Nil)) => (message, None, args.or_nil(2)),
            (message, Some(number)) => (message, Some(m.to_int(number)?), args.or_nil(2)),
        }
    } else {
        m.check_arity(args.len(), 0, Some(2))?;
        let number = m.constant_in(own, Symbol::new("Errno"))?;
        (args.or_nil(0), Some(m.to_int(number)?), args.or_nil(1))
    };
    if own == class::SYSTEM_CALL_ERROR
        && let Some(number) = number
        && let Some(class) = class_of_number(m, number)?
        && let Value::Object(id) = this
    {
        m.heap.objects[id].class = class;
    }
    let mut full = number.map_or_else(|| "unknown error".to_owned(), text);
    if !place.is_nil() {
        let place = m.to_s_text(place)?;
        full.push_str(&format!(" @ {place}"));
    }
    if !message.is_nil() {
        let message = m.to_text(message)?;
        full.push_str(&format!(" - {message}"));
    }
    let full = m.new_str(full);
    if let Some(data) = data(m, this) {
        data.message = full;
        data.detail = number.map_or(Value::Nil, Value::Int);
    }
    Ok(Value::Nil)
}

fn errno(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let detail = m.payload::<ExceptionData>(this).map_or(Value::Nil, |data| data.detail);
    Ok(if detail.is_undef() { Value::Nil } else { detail })
}

/// `===`: whether an error has the number of the class.
fn case_equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Value::Class(own) = this else { return Ok(Value::FALSE) };
    if m.is_a(args[0], own) {
        return Ok(Value::TRUE);
    }
    if own == class::SYSTEM_CALL_ERROR || !m.is_a(args[0], class::SYSTEM_CALL_ERROR) {
        return Ok(Value::FALSE);
    }
    let number = errno(m, args[0], Args::new(args.name, &[]))?;
    let Some(mine) = m.find_constant(own, Symbol::new("Errno"), false)? else {
        return Ok(Value::FALSE);
    };
    Ok(Value::Bool(m.equals(number, mine)?))
}
