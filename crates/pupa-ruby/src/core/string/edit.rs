//! `String`: changes at the ends (`strip`, `chomp`, `delete_prefix`, `ljust` and others) and tests
//! of them.

use super::chars::{self, Layout};
use super::matching::Pattern;
use super::{change, each, own, own_mut};
use crate::heap::RString;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Method, method, walking};
use crate::value::{StrId, Value};

/// The methods of `String` that this file implements.
pub(super) const METHODS: &[Method] = &[
    method("strip", 0, 0, strip),
    walking("strip!", 0, 0, strip_bang),
    method("lstrip", 0, 0, lstrip),
    walking("lstrip!", 0, 0, lstrip_bang),
    method("rstrip", 0, 0, rstrip),
    walking("rstrip!", 0, 0, rstrip_bang),
    method("chomp", 0, 1, chomp),
    method("chomp!", 0, 1, chomp_bang),
    method("chop", 0, 0, chop),
    method("chop!", 0, 0, chop_bang),
    method("delete_prefix", 1, 1, delete_prefix),
    method("delete_prefix!", 1, 1, delete_prefix_bang),
    method("delete_suffix", 1, 1, delete_suffix),
    method("delete_suffix!", 1, 1, delete_suffix_bang),
    method("start_with?", 0, -1, start_with),
    method("end_with?", 0, -1, end_with),
    method("center", 1, 2, center),
    method("ljust", 1, 2, ljust),
    method("rjust", 1, 2, rjust),
];

fn is_blank(byte: u8) -> bool {
    matches!(byte, 0 | b' ' | b'\t'..=b'\r')
}

/// The offset of the first character that is not blank, which must be valid.
fn front(m: &mut Machine<'_>, id: StrId) -> Flow<usize> {
    let start = blank_front(m.string(id));
    check_valid_at(m, id, start)?;
    Ok(start)
}

fn check_valid_at(m: &mut Machine<'_>, id: StrId, at: usize) -> Flow<()> {
    let string = m.string(id);
    let layout = chars::layout(string);
    if layout == Layout::Broken && at < string.len() && !chars::is_valid_at(string, layout, at) {
        let name = chars::encoding_name(string.encoding);
        return Err(m.argument_error(format!("invalid byte sequence in {name}")));
    }
    Ok(())
}

fn blank_front(string: &RString) -> usize {
    let bytes = string.bytes();
    if let layout @ Layout::Wide(_) = chars::layout(string) {
        let mut at = 0;
        while at < bytes.len() && is_blank_code(string, layout, at) {
            at += chars::char_len(bytes, layout, at);
        }
        return at;
    }
    bytes.iter().position(|byte| !is_blank(*byte)).unwrap_or(bytes.len())
}

fn is_blank_code(string: &RString, layout: Layout, at: usize) -> bool {
    let code = chars::code_at(string, layout, at);
    code.and_then(|code| u8::try_from(code).ok()).is_some_and(is_blank)
}

/// The offset after the last character that is not blank.
fn back(m: &mut Machine<'_>, id: StrId) -> Flow<usize> {
    let string = m.string(id);
    let bytes = string.bytes();
    if let layout @ Layout::Wide(_) = chars::layout(string) {
        let mut end = bytes.len();
        while end > 0 {
            let at = chars::previous(string, layout, end);
            if !is_blank_code(string, layout, at) {
                break;
            }
            end = at;
        }
        return Ok(end);
    }
    let end = bytes.iter().rposition(|byte| !is_blank(*byte)).map_or(0, |at| at + 1);
    if end > 0 {
        let last = chars::previous(string, chars::layout(string), end);
        check_valid_at(m, id, last)?;
    }
    Ok(end)
}

/// Reduces a string to a part of it. Returns the string, or `nil` if the part is all of it, as
/// methods with `!` do.
fn cut(m: &mut Machine<'_>, this: Value, id: StrId, start: usize, end: usize) -> Flow {
    if start == 0 && end == m.string(id).len() {
        return Ok(Value::Nil);
    }
    let new = chars::piece(m.string(id), start, end);
    change(m, this, Some(new))
}

fn strip(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let start = front(m, id)?;
    let end = back(m, id)?.max(start);
    Ok(chars::slice(m, id, start, end))
}

fn strip_bang(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let start = front(m, id)?;
    let end = back(m, id)?.max(start);
    cut(m, this, id, start, end)
}

fn lstrip(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let (start, end) = (front(m, id)?, m.string(id).len());
    Ok(chars::slice(m, id, start, end))
}

fn lstrip_bang(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let (start, end) = (front(m, id)?, m.string(id).len());
    cut(m, this, id, start, end)
}

fn rstrip(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let end = back(m, id)?;
    Ok(chars::slice(m, id, 0, end))
}

fn rstrip_bang(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let end = back(m, id)?;
    cut(m, this, id, 0, end)
}

/// The length of the string after `chomp`.
fn chomped(m: &mut Machine<'_>, id: StrId, args: Args<'_>) -> Flow<usize> {
    let length = m.string(id).len();
    let suffix = match args.opt(0) {
        None => match each::changed_separator(m) {
            None => return Ok(without_line_end(m.string(id).bytes())),
            Some(Value::Nil) => return Ok(length),
            Some(suffix) => m.to_str(suffix)?,
        },
        Some(Value::Nil) => return Ok(length),
        Some(suffix) => m.to_str(suffix)?,
    };
    let (string, suffix_string) = (m.string(id), m.string(suffix));
    match suffix_string.bytes() {
        b"\n" => return Ok(without_line_end(string.bytes())),
        b"" => {
            let mut bytes = string.bytes();
            while let Some(rest) = bytes.strip_suffix(b"\n") {
                bytes = rest.strip_suffix(b"\r").unwrap_or(rest);
            }
            return Ok(bytes.len());
        }
        _ => {}
    }
    if string.is_empty() {
        return Ok(length);
    }
    chars::check_compatible(m, id, suffix)?;
    Ok(length - suffix_length(m, id, suffix))
}

pub(super) fn without_line_end(bytes: &[u8]) -> usize {
    match bytes {
        [.., b'\r', b'\n'] => bytes.len() - 2,
        [.., b'\n' | b'\r'] => bytes.len() - 1,
        _ => bytes.len(),
    }
}

/// The length of a suffix if the string has it, otherwise 0.
fn suffix_length(m: &Machine<'_>, id: StrId, suffix: StrId) -> usize {
    let (string, suffix) = (m.string(id), m.string(suffix));
    let is_suffix = string.bytes().ends_with(suffix.bytes())
        && suffix.is_valid()
        && chars::is_boundary(string, string.len() - suffix.len());
    if is_suffix { suffix.len() } else { 0 }
}

fn chomp(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let end = chomped(m, id, args)?;
    Ok(chars::slice(m, id, 0, end))
}

fn chomp_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    if m.string(id).is_empty() {
        return Ok(Value::Nil);
    }
    let end = chomped(m, id, args)?;
    cut(m, this, id, 0, end)
}

fn chopped(string: &RString) -> usize {
    if string.bytes().ends_with(b"\r\n") {
        return string.len() - 2;
    }
    chars::previous(string, chars::layout(string), string.len())
}

fn chop(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let end = chopped(m.string(id));
    Ok(chars::slice(m, id, 0, end))
}

fn chop_bang(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let end = chopped(m.string(id));
    cut(m, this, id, 0, end)
}

/// The length of a prefix if the string has it, otherwise 0.
fn prefix_length(m: &mut Machine<'_>, id: StrId, prefix: Value) -> Flow<usize> {
    let prefix = m.to_str(prefix)?;
    chars::check_compatible(m, id, prefix)?;
    let (string, prefix) = (m.string(id), m.string(prefix));
    let is_prefix = prefix.is_valid() && string.bytes().starts_with(prefix.bytes());
    Ok(if is_prefix { prefix.len() } else { 0 })
}

fn delete_prefix(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let start = prefix_length(m, id, args[0])?;
    let end = m.string(id).len();
    Ok(chars::slice(m, id, start, end))
}

fn delete_prefix_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let start = prefix_length(m, id, args[0])?;
    let end = m.string(id).len();
    cut(m, this, id, start, end)
}

fn without_suffix(m: &mut Machine<'_>, id: StrId, suffix: Value) -> Flow<usize> {
    let suffix = m.to_str(suffix)?;
    chars::check_compatible(m, id, suffix)?;
    Ok(m.string(id).len() - suffix_length(m, id, suffix))
}

fn delete_suffix(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let end = without_suffix(m, id, args[0])?;
    Ok(chars::slice(m, id, 0, end))
}

fn delete_suffix_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let end = without_suffix(m, id, args[0])?;
    cut(m, this, id, 0, end)
}

/// Whether a string begins with one of the arguments.
pub(crate) fn starts_with(m: &mut Machine<'_>, id: StrId, args: &[Value]) -> Flow<bool> {
    for prefix in args {
        if let Value::Regexp(regexp) = prefix {
            if starts_with_regexp(m, id, *regexp)? {
                return Ok(true);
            }
            continue;
        }
        let prefix = m.to_str(*prefix)?;
        chars::check_compatible(m, id, prefix)?;
        if m.string(id).bytes().starts_with(m.string(prefix).bytes()) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn starts_with_regexp(
    m: &mut Machine<'_>,
    id: StrId,
    regexp: crate::value::RegexpId,
) -> Flow<bool> {
    let expression = m.regexp(regexp)?;
    // An anchored pattern finds matches at the front that a plain search would miss.
    let anchored = format!("\\A(?:{})", expression.source());
    let options = expression.options();
    let spans = match m.compile_regexp(&anchored, options) {
        Ok(anchored) => {
            let Value::Regexp(anchored) = m.new_regexp(anchored) else { return Ok(false) };
            m.regexp_search(anchored, id, 0)?
        }
        Err(_) => m.regexp_search(regexp, id, 0)?.filter(|spans| spans.whole().start == 0),
    };
    super::matching::publish(m, Pattern::Regexp(regexp), id, spans.as_ref());
    Ok(spans.is_some())
}

fn start_with(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    Ok(starts_with(m, id, args.list)?.into())
}

/// Whether a string ends with one of the arguments.
pub(crate) fn ends_with(m: &mut Machine<'_>, id: StrId, args: &[Value]) -> Flow<bool> {
    for suffix in args {
        let suffix = m.to_str(*suffix)?;
        chars::check_compatible(m, id, suffix)?;
        let (string, suffix) = (m.string(id), m.string(suffix));
        if string.bytes().ends_with(suffix.bytes())
            && chars::is_boundary(string, string.len() - suffix.len())
        {
            return Ok(true);
        }
    }
    Ok(false)
}

fn end_with(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    Ok(ends_with(m, id, args.list)?.into())
}

/// Padding of a number of characters.
fn padding(pad: &RString, count: usize) -> Vec<u8> {
    let (bytes, layout) = (pad.bytes(), chars::layout(pad));
    let characters = chars::count(pad).max(1);
    let mut out = bytes.repeat(count / characters);
    let end = chars::advance(bytes, layout, 0, count % characters).unwrap_or(0);
    out.extend_from_slice(bytes.get(..end).unwrap_or_default());
    out
}

fn justify(
    m: &mut Machine<'_>,
    this: Value,
    args: Args<'_>,
    left_share: fn(usize) -> usize,
) -> Flow {
    let id = own(m, this)?;
    let width = m.to_int(args[0])?;
    let pad = match args.opt(1) {
        Some(pad) => {
            let pad = m.to_str(pad)?;
            chars::check_compatible(m, id, pad)?;
            pad
        }
        None => {
            let Value::Str(pad) = m.new_str(" ") else { return Ok(Value::Nil) };
            pad
        }
    };
    if m.string(pad).is_empty() {
        return Err(m.argument_error("zero width padding"));
    }
    let length = chars::count(m.string(id));
    let missing = usize::try_from(width).unwrap_or(0).saturating_sub(length);
    let cost = missing.saturating_mul(m.string(pad).len());
    m.charge(cost)?;
    if cost > i64::MAX as usize / 2 {
        return Err(m.argument_error("argument too big"));
    }
    let encoding = match missing {
        0 => m.string(id).encoding,
        _ => chars::check_compatible(m, id, pad)?,
    };
    let left = left_share(missing);
    let (string, pad) = (m.string(id), m.string(pad));
    let mut bytes = padding(pad, left);
    bytes.extend_from_slice(string.bytes());
    bytes.extend(padding(pad, missing - left));
    Ok(m.new_bytes(bytes, encoding))
}

fn center(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    justify(m, this, args, |missing| missing / 2)
}

fn ljust(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    justify(m, this, args, |_| 0)
}

fn rjust(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    justify(m, this, args, |missing| missing)
}
