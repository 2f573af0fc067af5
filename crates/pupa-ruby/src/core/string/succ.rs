//! `String`: `succ`, `next` and `upto`.

use super::chars;
use super::{own, own_mut};
use crate::heap::{Encoding, RString};
use crate::machine::{Flow, Machine};
use crate::native::{Args, Method, method, walking};
use crate::value::{StrId, Value};

/// The methods of `String` that this file implements.
pub(super) const METHODS: &[Method] = &[
    method("succ", 0, 0, succ),
    method("next", 0, 0, succ),
    walking("succ!", 0, 0, succ_bang),
    walking("next!", 0, 0, succ_bang),
    method("upto", 1, 2, upto),
];

/// A character of a string.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Code(u32),
    Invalid(u8),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Digit,
    Letter,
    Other,
}

fn kind(unit: Unit, encoding: Encoding) -> Kind {
    let Unit::Code(code) = unit else { return Kind::Other };
    let Some(character) = char::from_u32(code) else { return Kind::Other };
    if character.is_ascii_digit() {
        Kind::Digit
    } else if character.is_ascii_alphabetic() {
        Kind::Letter
    } else if character.is_ascii() || matches!(encoding, Encoding::Binary | Encoding::UsAscii) {
        Kind::Other
    } else if character.is_alphabetic() {
        Kind::Letter
    } else {
        Kind::Other
    }
}

/// The number of bytes of a character.
fn width(code: u32, encoding: Encoding) -> usize {
    match encoding {
        Encoding::Utf8 => char::from_u32(code).map_or(1, char::len_utf8),
        Encoding::Utf16Le | Encoding::Utf16Be => {
            char::from_u32(code).map_or(2, |c| c.len_utf16() * 2)
        }
        _ => 1,
    }
}

/// The next character with the same number of bytes; `None` after the last.
fn next_code(code: u32, encoding: Encoding) -> Option<u32> {
    let next = match code + 1 {
        0xd800 if encoding == Encoding::Utf8 => 0xe000,
        next => next,
    };
    let limit = match encoding {
        Encoding::UsAscii => 0x7f,
        Encoding::Binary | Encoding::Latin1 => 0xff,
        _ => 0x10_ffff,
    };
    (next <= limit && width(next, encoding) == width(code, encoding)).then_some(next)
}

fn previous_code(code: u32, encoding: Encoding) -> Option<u32> {
    let previous = match code.checked_sub(1)? {
        0xdfff if encoding == Encoding::Utf8 => 0xd7ff,
        previous => previous,
    };
    (width(previous, encoding) == width(code, encoding)).then_some(previous)
}

/// The first character with as many bytes as another.
fn first_code(code: u32, encoding: Encoding) -> u32 {
    match (encoding, width(code, encoding)) {
        (Encoding::Utf8, 2) => 0x80,
        (Encoding::Utf8, 3) => 0x800,
        (Encoding::Utf8 | Encoding::Utf16Le | Encoding::Utf16Be, 4) => 0x1_0000,
        _ => 0,
    }
}

/// The result of incrementing a character.
enum Step {
    /// The next character.
    Next(u32),
    /// The first character again with a carry, and the character to insert in front if there is
    /// nothing to carry to.
    Wrapped(u32, u32),
}

/// Increments a letter or digit.
fn next_alnum(code: u32, kind: Kind, encoding: Encoding) -> Step {
    let is_same = |code: u32| self::kind(Unit::Code(code), encoding) == kind;
    let mut candidate = code;
    for _ in 0..2 {
        let Some(next) = next_code(candidate, encoding) else { break };
        candidate = next;
        if is_same(next) {
            return Step::Next(next);
        }
    }
    let mut first = code;
    while let Some(previous) = previous_code(first, encoding).filter(|code| is_same(*code)) {
        first = previous;
    }
    let carry = match kind {
        Kind::Digit => next_code(first, encoding).unwrap_or(first),
        _ => first,
    };
    Step::Wrapped(first, carry)
}

fn units(string: &RString) -> Vec<Unit> {
    let (bytes, layout) = (string.bytes(), chars::layout(string));
    let mut list = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        list.push(match chars::code_at(string, layout, at) {
            Some(code) => Unit::Code(code),
            None => Unit::Invalid(bytes.get(at).copied().unwrap_or(0)),
        });
        at += chars::char_len(bytes, layout, at);
    }
    list
}

fn join(units: &[Unit], encoding: Encoding) -> RString {
    let mut bytes = Vec::with_capacity(units.len());
    for unit in units {
        match unit {
            Unit::Code(code) => {
                chars::push_code(&mut bytes, *code, encoding);
            }
            Unit::Invalid(byte) => bytes.push(*byte),
        }
    }
    RString::from_bytes(bytes, encoding)
}

/// The successor of a string.
pub(crate) fn successor(string: &RString) -> RString {
    let encoding = string.encoding;
    let mut list = units(string);
    if list.is_empty() {
        return RString::from_bytes(Vec::new(), encoding);
    }
    let mut last_alnum: Option<Kind> = None;
    let mut carry = None;
    let mut was_other = false;
    for at in (0..list.len()).rev() {
        let Some(unit) = list.get(at).copied() else { break };
        let found = kind(unit, encoding);
        if was_other && let Some(last) = last_alnum {
            // The carry does not cross other characters into a group of another kind.
            let is_break = match last {
                Kind::Letter => found == Kind::Digit && is_ascii(unit),
                Kind::Digit => found == Kind::Letter && is_ascii(unit),
                Kind::Other => false,
            };
            if is_break {
                break;
            }
        }
        let (Unit::Code(code), true) = (unit, found != Kind::Other) else {
            was_other = true;
            continue;
        };
        was_other = false;
        match next_alnum(code, found, encoding) {
            Step::Next(next) => {
                list[at] = Unit::Code(next);
                return join(&list, encoding);
            }
            Step::Wrapped(first, front) => {
                list[at] = Unit::Code(first);
                carry = Some((at, front));
                last_alnum = Some(found);
            }
        }
    }
    if carry.is_none() {
        for at in (0..list.len()).rev() {
            match list[at] {
                Unit::Invalid(_) => carry = Some((at, 1)),
                Unit::Code(code) => match next_code(code, encoding) {
                    Some(next) => {
                        list[at] = Unit::Code(next);
                        return join(&list, encoding);
                    }
                    None => {
                        let first = first_code(code, encoding);
                        list[at] = Unit::Code(first);
                        carry = Some((at, next_code(first, encoding).unwrap_or(first)));
                    }
                },
            }
        }
    }
    if let Some((at, front)) = carry {
        list.insert(at, Unit::Code(front));
    }
    join(&list, encoding)
}

fn is_ascii(unit: Unit) -> bool {
    matches!(unit, Unit::Code(0..=0x7f))
}

fn succ(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let new = successor(m.string(id));
    Ok(Value::Str(m.add_string(new)))
}

fn succ_bang(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let new = successor(m.string(id));
    m.string_mut(id).assign(&new);
    Ok(this)
}

/// Calls a function with each string from one to another, as `upto` and ranges of strings do. The
/// function returns whether to continue.
pub(crate) fn each_between(
    m: &mut Machine<'_>,
    first: StrId,
    last: StrId,
    exclusive: bool,
    each: &mut dyn FnMut(&mut Machine<'_>, Value) -> Flow<bool>,
) -> Flow<()> {
    chars::check_compatible(m, first, last)?;
    let (begin, end) = (m.string(first).clone(), m.string(last).clone());
    if let (&[from], &[to]) = (begin.bytes(), end.bytes())
        && from.is_ascii()
        && to.is_ascii()
    {
        for byte in from..=to {
            if exclusive && byte == to {
                break;
            }
            let item = chars::text_like(m, char::from(byte).to_string(), begin.encoding);
            if !each(m, item)? {
                break;
            }
        }
        return Ok(());
    }
    let is_number = |string: &RString| string.bytes().iter().all(u8::is_ascii_digit);
    if !begin.is_empty() && !end.is_empty() && is_number(&begin) && is_number(&end) {
        let number = |string: &RString| string.utf8().and_then(|text| text.parse::<i64>().ok());
        if let (Some(from), Some(to)) = (number(&begin), number(&end)) {
            let width = begin.len();
            let mut number = from;
            while number < to || !exclusive && number == to {
                m.step()?;
                let item = chars::text_like(m, format!("{number:0width$}"), Encoding::UsAscii);
                if !each(m, item)? {
                    break;
                }
                number += 1;
            }
            return Ok(());
        }
    }
    each_successor(m, begin, end, exclusive, each)
}

fn each_successor(
    m: &mut Machine<'_>,
    begin: RString,
    end: RString,
    exclusive: bool,
    each: &mut dyn FnMut(&mut Machine<'_>, Value) -> Flow<bool>,
) -> Flow<()> {
    let order = super::order(&begin, &end);
    if order.is_gt() || exclusive && order.is_eq() {
        return Ok(());
    }
    let behind = successor(&end);
    let mut current = super::index::plain_copy(&begin);
    while current.bytes() != behind.bytes() {
        m.step()?;
        let is_last = !exclusive && current.bytes() == end.bytes();
        let next = successor(&current);
        let item = m.add_string(current);
        if !each(m, Value::Str(item))? || is_last {
            break;
        }
        if exclusive && next.bytes() == end.bytes() || next.len() > end.len() || next.is_empty() {
            break;
        }
        current = next;
    }
    Ok(())
}

fn upto(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own(m, this)?;
    let last = m.to_str(args[0])?;
    let exclusive = args.opt(1).is_some_and(Value::is_truthy);
    each_between(m, id, last, exclusive, &mut |m, item| {
        m.yield_one(block, item)?;
        Ok(true)
    })?;
    Ok(this)
}
