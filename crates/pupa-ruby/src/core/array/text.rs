//! `Array`: `join`, `inspect`, equality, order and hash code.

use std::cmp::Ordering;

use super::own;
use crate::core::class;
use crate::heap::Encoding;
use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::symbol::{Symbol, names};
use crate::value::{ArrayId, StrId, Value};

/// `inspect`, `to_s`
pub(super) fn inspect(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = own(m, this)?;
    if m.array(id).is_empty() {
        return Ok(m.new_bytes(b"[]".to_vec(), Encoding::UsAscii));
    }
    let recursive = "[...]".to_owned();
    let text = m.guard_recursion(names::INSPECT, this, Value::Nil, recursive, |m| {
        let mut text = String::from("[");
        let mut index = 0;
        while let Some(item) = m.heap.arrays[id].get(index) {
            if index > 0 {
                text.push_str(", ");
            }
            let item = m.inspect(item)?;
            m.charge(item.len())?;
            text.push_str(&item);
            index += 1;
        }
        text.push(']');
        Ok(text)
    })?;
    Ok(m.new_str(text))
}

/// The string that `join` builds.
struct Joined {
    bytes: Vec<u8>,
    encoding: Option<Encoding>,
    is_ascii: bool,
}

impl Joined {
    /// Appends a string, whose encoding must be compatible with the others.
    fn push(&mut self, m: &mut Machine<'_>, id: StrId) -> Flow<()> {
        let string = m.string(id);
        let (length, is_ascii, encoding) = (string.len(), string.is_ascii(), string.encoding);
        match self.encoding {
            Some(known) if known != encoding && !is_ascii => {
                if !self.is_ascii {
                    let names = [known, encoding].map(encoding_name);
                    let text =
                        format!("incompatible character encodings: {} and {}", names[0], names[1]);
                    return Err(m.error(class::COMPATIBILITY_ERROR, text));
                }
                self.encoding = Some(encoding);
            }
            Some(_) => {}
            None => self.encoding = Some(encoding),
        }
        self.is_ascii &= is_ascii;
        m.charge(length)?;
        self.bytes.extend_from_slice(m.string(id).bytes());
        Ok(())
    }
}

fn encoding_name(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Utf8 => "UTF-8",
        Encoding::Binary => "ASCII-8BIT",
        Encoding::UsAscii => "US-ASCII",
        Encoding::Latin1 => "ISO-8859-1",
        Encoding::Utf16Le => "UTF-16LE",
        Encoding::Utf16Be => "UTF-16BE",
    }
}

/// `join`
pub(super) fn join(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    if m.array(id).is_empty() {
        return Ok(m.new_bytes(Vec::new(), Encoding::UsAscii));
    }
    let separator = match args.or_nil(0) {
        Value::Nil => m.globals.get(&Symbol::new("$,")).copied().unwrap_or(Value::Nil),
        given => given,
    };
    let separator = if separator.is_nil() { None } else { Some(m.to_str(separator)?) };
    let mut joined = Joined { bytes: Vec::new(), encoding: None, is_ascii: true };
    join_into(m, id, separator, &mut joined)?;
    Ok(m.new_bytes(joined.bytes, joined.encoding.unwrap_or(Encoding::UsAscii)))
}

fn join_into(
    m: &mut Machine<'_>,
    id: ArrayId,
    separator: Option<StrId>,
    joined: &mut Joined,
) -> Flow<()> {
    let mut index = 0;
    while let Some(item) = m.heap.arrays[id].get(index) {
        if index > 0
            && let Some(separator) = separator
        {
            joined.push(m, separator)?;
        }
        index += 1;
        match item {
            Value::Str(text) => joined.push(m, text)?,
            Value::Array(inner) => join_inner(m, item, inner, separator, joined)?,
            Value::Object(_) => {
                if let Some(text) = m.try_str(item)? {
                    joined.push(m, text)?;
                } else if let Some(inner) = m.try_ary(item)? {
                    join_inner(m, item, inner, separator, joined)?;
                } else {
                    let text = m.to_s(item)?;
                    joined.push(m, text)?;
                }
            }
            _ => {
                let text = m.to_s(item)?;
                joined.push(m, text)?;
            }
        }
    }
    Ok(())
}

fn join_inner(
    m: &mut Machine<'_>,
    item: Value,
    inner: ArrayId,
    separator: Option<StrId>,
    joined: &mut Joined,
) -> Flow<()> {
    let join = Symbol::new("join");
    let is_new = m.guard_recursion(join, item, Value::Nil, false, |m| {
        join_into(m, inner, separator, joined)?;
        Ok(true)
    })?;
    if is_new { Ok(()) } else { Err(m.argument_error("recursive array join")) }
}

/// `pack`
pub(super) fn pack(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let (positional, keywords) = args.split_keywords();
    m.check_arity(positional.len(), 1, Some(1))?;
    let format = m.to_str(positional[0])?;
    let buffer = match m.keyword(keywords, "buffer") {
        None | Some(Value::Nil) => None,
        Some(Value::Str(buffer)) => Some(buffer),
        Some(other) => {
            let name = m.class_name_of(other);
            return Err(m.type_error(format!("buffer must be String, not {name}")));
        }
    };
    let items = m.array(id).to_vec();
    crate::core::pack::pack(m, &items, format, buffer)
}

/// `==`
pub(super) fn equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let other = args[0];
    if this.is_same(other) {
        return Ok(Value::TRUE);
    }
    let Value::Array(b) = other else {
        if m.responds_to(other, names::TO_ARY)? {
            return Ok(m.equals(other, this)?.into());
        }
        return Ok(Value::FALSE);
    };
    let a = own(m, this)?;
    if m.array(a).len() != m.array(b).len() {
        return Ok(Value::FALSE);
    }
    let is_equal = m.guard_recursion(names::EQUALS, this, other, true, |m| {
        pairwise(m, a, b, |m, x, y| Ok(x.is_same(y) || m.equals(x, y)?))
    })?;
    Ok(is_equal.into())
}

/// `eql?`
pub(super) fn eql(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let other = args[0];
    if this.is_same(other) {
        return Ok(Value::TRUE);
    }
    let Value::Array(b) = other else { return Ok(Value::FALSE) };
    let a = own(m, this)?;
    if m.array(a).len() != m.array(b).len() {
        return Ok(Value::FALSE);
    }
    let is_equal =
        m.guard_recursion(names::EQL, this, other, true, |m| pairwise(m, a, b, Machine::eql))?;
    Ok(is_equal.into())
}

/// Whether the elements at each index of both arrays are equal.
fn pairwise<'w>(
    m: &mut Machine<'w>,
    a: ArrayId,
    b: ArrayId,
    is_equal: impl Fn(&mut Machine<'w>, Value, Value) -> Flow<bool>,
) -> Flow<bool> {
    let mut index = 0;
    while let (Some(x), Some(y)) = (m.heap.arrays[a].get(index), m.heap.arrays[b].get(index)) {
        if !is_equal(m, x, y)? {
            return Ok(false);
        }
        index += 1;
    }
    Ok(m.array(a).len() == m.array(b).len())
}

/// `<=>`
pub(super) fn compare(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(b) = m.try_ary(args[0])? else { return Ok(Value::Nil) };
    let a = own(m, this)?;
    if a == b {
        return Ok(Value::Int(0));
    }
    let undecided = Some(Value::Undef);
    let decision = m.guard_recursion(names::COMPARE, this, Value::Array(b), undecided, |m| {
        let mut index = 0;
        while let (Some(x), Some(y)) = (m.heap.arrays[a].get(index), m.heap.arrays[b].get(index)) {
            let result = match (x, y) {
                (Value::Int(x), Value::Int(y)) => Value::Int(x.cmp(&y) as i64),
                _ => m.call(x, names::COMPARE, &[y])?,
            };
            if !matches!(result, Value::Int(0)) {
                return Ok(Some(result));
            }
            index += 1;
        }
        Ok(None)
    })?;
    Ok(match decision {
        Some(Value::Undef) => Value::Nil,
        Some(result) => result,
        None => {
            let order: Ordering = m.array(a).len().cmp(&m.array(b).len());
            Value::Int(order as i64)
        }
    })
}

/// `hash`
pub(super) fn hash(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let code = code_of(m, id)?;
    Ok(Value::Int(code as i64 >> 2))
}

/// The hash code of an array.
fn code_of(m: &mut Machine<'_>, id: ArrayId) -> Flow<u64> {
    m.hash_collection(Value::Array(id), |m| {
        let mut code = m.array(id).len() as u64 ^ 0x9e37_79b9;
        let mut index = 0;
        while let Some(item) = m.heap.arrays[id].get(index) {
            let item = match item {
                Value::Array(inner) if m.class_of(item) == class::ARRAY => code_of(m, inner)?,
                _ => m.hash_code(item)?,
            };
            code = (code.rotate_left(5) ^ item).wrapping_mul(0x517c_c1b7_2722_0a95);
            index += 1;
        }
        Ok(code)
    })
}
