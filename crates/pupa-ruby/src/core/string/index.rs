//! `String`: `[]`, `[]=`, `slice!`, `index`, `byteslice` and similar methods.

use pupa_value::regexp::Span;

use super::chars;
use super::matching::{self, Pattern, Search};
use super::own;
use crate::heap::RString;
use crate::machine::matching::MatchSpans;
use crate::machine::{Flow, Jump, Machine};
use crate::native::{Args, Method, method, walking};
use crate::value::{RangeId, RegexpId, StrId, Value};

/// The methods of `String` that this file implements.
pub(super) const METHODS: &[Method] = &[
    method("[]", 1, 2, aref),
    method("slice", 1, 2, aref),
    method("[]=", 2, 3, aset),
    walking("slice!", 1, 2, slice_bang),
    walking("index", 1, 2, index),
    walking("rindex", 1, 2, rindex),
    walking("byteindex", 1, 2, byteindex),
    walking("byterindex", 1, 2, byterindex),
    method("byteslice", 1, 2, byteslice),
    method("bytesplice", 2, 5, bytesplice),
    walking("insert", 2, 2, insert),
    walking("include?", 1, 1, include),
    method("getbyte", 1, 1, getbyte),
    method("setbyte", 2, 2, setbyte),
];

/// The treatment of a range that lies outside a sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outside {
    /// Nothing is selected.
    None,
    /// A `RangeError` is raised.
    Error,
}

/// The start and the length that a range selects in a sequence of some length.
pub(crate) fn range_span(
    m: &mut Machine<'_>,
    range: RangeId,
    length: i64,
    outside: Outside,
) -> Flow<Option<(i64, i64)>> {
    let bounds = &m.heap.ranges[range];
    let (begin, end, exclusive) = (bounds.begin, bounds.end, bounds.exclusive);
    let mut first = if begin.is_nil() { 0 } else { m.to_int(begin)? };
    let mut last = if end.is_nil() { -1 } else { m.to_int(end)? };
    if first < 0 {
        first = first.saturating_add(length);
    }
    if first < 0 || first > length {
        if outside == Outside::Error {
            let text = m.inspect(Value::Range(range))?;
            return Err(m.range_error(format!("{text} out of range")));
        }
        return Ok(None);
    }
    if last < 0 {
        last = last.saturating_add(length);
    }
    if !exclusive || end.is_nil() {
        last = last.saturating_add(1);
    }
    let last = last.min(length);
    Ok(Some((first, (last - first).max(0))))
}

fn pair(span: Span) -> (usize, usize) {
    (span.start, span.end)
}

fn length_of(m: &Machine<'_>, id: StrId) -> i64 {
    chars::count(m.string(id)) as i64
}

fn aref(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let found = match args.list {
        [index, length] => find_counted(m, id, *index, *length)?,
        _ => find_single(m, id, args[0])?,
    };
    Ok(match found {
        Part::Span(start, end) => chars::slice(m, id, start, end),
        Part::Copy(copy) => {
            let copy = chars::piece(m.string(copy), 0, m.string(copy).len());
            Value::Str(m.add_string(copy))
        }
        Part::None => Value::Nil,
    })
}

/// The part of a string that the arguments of `[]` select.
enum Part {
    None,
    Span(usize, usize),
    /// The argument itself occurs in the string; a copy of it is returned.
    Copy(StrId),
}

impl From<Option<(usize, usize)>> for Part {
    fn from(span: Option<(usize, usize)>) -> Part {
        span.map_or(Part::None, |(start, end)| Part::Span(start, end))
    }
}

fn find_counted(m: &mut Machine<'_>, id: StrId, index: Value, length: Value) -> Flow<Part> {
    if let Value::Regexp(regexp) = index {
        let spans = search_regexp(m, id, regexp, 0)?;
        return Ok(match spans {
            Some(spans) => {
                let group = group_number(m, regexp, &spans, length)?;
                group.and_then(|group| spans.get(group)).map(pair).into()
            }
            None => Part::None,
        });
    }
    let (index, length) = (m.to_int(index)?, m.to_int(length)?);
    Ok(chars::span(m.string(id), index, length).into())
}

fn find_single(m: &mut Machine<'_>, id: StrId, index: Value) -> Flow<Part> {
    match index {
        Value::Int(index) => Ok(one_character(m, id, index)),
        Value::Str(needle) => {
            chars::check_compatible(m, id, needle)?;
            let (string, part) = (m.string(id), m.string(needle));
            let found = matching::find_text(string, chars::layout(string), part, 0);
            Ok(if found.is_some() { Part::Copy(needle) } else { Part::None })
        }
        Value::Regexp(regexp) => {
            let spans = search_regexp(m, id, regexp, 0)?;
            Ok(spans.map(|spans| pair(spans.whole())).into())
        }
        Value::Range(range) => {
            let length = length_of(m, id);
            let span = range_span(m, range, length, Outside::None)?;
            Ok(span.and_then(|(index, count)| chars::span(m.string(id), index, count)).into())
        }
        _ => {
            let index = m.to_int(index)?;
            Ok(one_character(m, id, index))
        }
    }
}

fn one_character(m: &Machine<'_>, id: StrId, index: i64) -> Part {
    match chars::span(m.string(id), index, 1) {
        Some((start, end)) if start < end => Part::Span(start, end),
        _ => Part::None,
    }
}

/// Searches with a regular expression and sets `$~`.
fn search_regexp(
    m: &mut Machine<'_>,
    id: StrId,
    regexp: RegexpId,
    from: usize,
) -> Flow<Option<MatchSpans>> {
    let search = Search::new(m, Pattern::Regexp(regexp), id)?;
    let found = search.find(m, from)?;
    search.publish(m, found.as_ref());
    Ok(found)
}

/// The number of the group that an argument selects by name or number; `None` if there is no such
/// group.
fn group_number(
    m: &mut Machine<'_>,
    regexp: RegexpId,
    spans: &MatchSpans,
    group: Value,
) -> Flow<Option<usize>> {
    let name = match group {
        Value::Str(id) => Some(m.text_of(id)),
        Value::Sym(symbol) => Some(symbol.as_str().to_owned()),
        _ => None,
    };
    if let Some(name) = name {
        return Ok(Some(named_group(m, regexp, spans, &name)?));
    }
    let number = m.to_int(group)?;
    let count = spans.len() as i64;
    let number = if number < 0 { number.saturating_add(count) } else { number };
    // Negative numbers never reach the whole match.
    let is_whole_from_end = number == 0 && m.to_int(group)? < 0;
    Ok(usize::try_from(number).ok().filter(|number| *number < spans.len() && !is_whole_from_end))
}

/// The number of the group with a name; of several groups, the last one that took part in the
/// match.
pub(crate) fn named_group(
    m: &mut Machine<'_>,
    regexp: RegexpId,
    spans: &MatchSpans,
    name: &str,
) -> Flow<usize> {
    let regexp = m.regexp(regexp)?;
    let numbers = matching::group_numbers(&regexp, name);
    let matched = numbers.iter().rev().find(|number| spans.get(**number).is_some());
    match matched.or(numbers.last()) {
        Some(number) => Ok(*number),
        None => Err(m.index_error(format!("undefined group name reference: {name}"))),
    }
}

fn aset(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    match args.list {
        [Value::Regexp(regexp), group, value] => {
            set_group(m, this, id, *regexp, *group, *value)?;
            Ok(*value)
        }
        [index, length, value] => {
            let (index, length) = (m.to_int(*index)?, m.to_int(*length)?);
            update(m, id, index, length, *value)?;
            Ok(*value)
        }
        [index, value] => {
            set_single(m, this, id, *index, *value)?;
            Ok(*value)
        }
        _ => Err(m.arity_error(args.len(), 2, Some(3))),
    }
}

fn set_single(m: &mut Machine<'_>, this: Value, id: StrId, index: Value, value: Value) -> Flow<()> {
    match index {
        Value::Str(needle) => {
            m.check_frozen(this)?;
            chars::check_compatible(m, id, needle)?;
            let (string, part) = (m.string(id), m.string(needle));
            let Some(start) = matching::find_text(string, chars::layout(string), part, 0) else {
                return Err(m.index_error("string not matched"));
            };
            let end = start + part.len();
            let value = m.to_str(value)?;
            splice(m, id, start, end, value)
        }
        Value::Regexp(regexp) => set_group(m, this, id, regexp, Value::Int(0), value),
        Value::Range(range) => {
            let length = length_of(m, id);
            let span = range_span(m, range, length, Outside::Error)?;
            let (index, length) = span.unwrap_or((0, 0));
            update(m, id, index, length, value)
        }
        _ => {
            let index = m.to_int(index)?;
            update(m, id, index, 1, value)
        }
    }
}

/// Replaces a number of characters from an index.
fn update(m: &mut Machine<'_>, id: StrId, index: i64, length: i64, value: Value) -> Flow<()> {
    if length < 0 {
        return Err(m.index_error(format!("negative length {length}")));
    }
    let value = m.to_str(value)?;
    chars::check_compatible(m, id, value)?;
    let Some((start, end)) = chars::span(m.string(id), index, length) else {
        return Err(m.index_error(format!("index {index} out of string")));
    };
    splice(m, id, start, end, value)
}

fn set_group(
    m: &mut Machine<'_>,
    this: Value,
    id: StrId,
    regexp: RegexpId,
    group: Value,
    value: Value,
) -> Flow<()> {
    let Some(spans) = search_regexp(m, id, regexp, 0)? else {
        return Err(m.index_error("regexp not matched"));
    };
    let number = group_number(m, regexp, &spans, group)?;
    let Some(number) = number else {
        let number = m.to_int(group)?;
        return Err(m.index_error(format!("index {number} out of regexp")));
    };
    let Some((start, end)) = spans.get(number).map(pair) else {
        return Err(m.index_error(format!("regexp group {number} not matched")));
    };
    let value = m.to_str(value)?;
    m.check_frozen(this)?;
    splice(m, id, start, end, value)
}

/// Replaces a byte range of a string by another string.
pub(super) fn splice(
    m: &mut Machine<'_>,
    id: StrId,
    start: usize,
    end: usize,
    value: StrId,
) -> Flow<()> {
    m.check_frozen(Value::Str(id))?;
    let encoding = chars::check_compatible(m, id, value)?;
    let new = m.string(value).clone();
    splice_bytes(m, id, start, end, new.bytes());
    m.string_mut(id).encoding = encoding;
    Ok(())
}

/// Replaces a byte range of a string by other bytes.
fn splice_bytes(m: &mut Machine<'_>, id: StrId, start: usize, end: usize, new: &[u8]) {
    let string = m.string_mut(id);
    if start == string.len() {
        return string.push_bytes(new);
    }
    let old = string.bytes();
    let mut bytes = Vec::with_capacity(old.len() + new.len());
    bytes.extend_from_slice(old.get(..start).unwrap_or_default());
    bytes.extend_from_slice(new);
    bytes.extend_from_slice(old.get(end..).unwrap_or_default());
    string.set_bytes(bytes);
}

fn slice_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    m.check_frozen(this)?;
    let found = match args.list {
        [index, length] => find_counted(m, id, *index, *length)?,
        _ => find_single(m, id, args[0])?,
    };
    let (start, end) = match found {
        Part::None => return Ok(Value::Nil),
        Part::Span(start, end) => (start, end),
        Part::Copy(part) => {
            let (string, part) = (m.string(id), m.string(part));
            let start = matching::find_text(string, chars::layout(string), part, 0).unwrap_or(0);
            (start, start + part.len())
        }
    };
    let removed = chars::slice(m, id, start, end);
    splice_bytes(m, id, start, end, b"");
    Ok(removed)
}

/// The byte offset of a search position in characters; `None` if it is outside.
fn start_place(m: &mut Machine<'_>, id: StrId, position: Option<Value>) -> Flow<Option<usize>> {
    match position {
        None => Ok(Some(0)),
        Some(position) => {
            let position = m.to_int(position)?;
            Ok(chars::place(m.string(id), position))
        }
    }
}

/// Whether a search begins before the start of the string, so that nothing is found.
fn is_before(m: &mut Machine<'_>, id: StrId, args: Args<'_>) -> Flow<bool> {
    let is_negative = m.to_int(args.or_nil(1))? < 0;
    if is_negative && let Value::Regexp(regexp) = args[0] {
        matching::publish(m, Pattern::Regexp(regexp), id, None);
    }
    Ok(is_negative)
}

/// The pattern argument of `index`: a regular expression or a string.
fn needle(m: &mut Machine<'_>, value: Value) -> Flow<Pattern> {
    match value {
        Value::Regexp(id) => Ok(Pattern::Regexp(id)),
        _ => Ok(Pattern::Text(m.to_str(value)?)),
    }
}

fn index(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let from = start_place(m, id, args.opt(1))?;
    if from.is_none() && is_before(m, id, args)? {
        return Ok(Value::Nil);
    }
    let found = find_forward(m, id, args[0], from)?;
    let string = m.string(id);
    let layout = chars::layout(string);
    Ok(found.map_or(Value::Nil, |at| chars::count_range(string.bytes(), layout, 0, at).into()))
}

fn byteindex(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let from = byte_start(m, id, args.opt(1), 0)?;
    if let Some(from) = from {
        check_boundary(m, id, from)?;
    }
    let found = find_forward(m, id, args[0], from)?;
    Ok(found.map_or(Value::Nil, Value::from))
}

fn find_forward(
    m: &mut Machine<'_>,
    id: StrId,
    value: Value,
    from: Option<usize>,
) -> Flow<Option<usize>> {
    let pattern = needle(m, value)?;
    if let Pattern::Text(part) = pattern {
        chars::check_compatible(m, id, part)?;
    }
    let Some(from) = from else {
        if let Pattern::Regexp(_) = pattern {
            matching::publish(m, pattern, id, None);
        }
        return Ok(None);
    };
    match pattern {
        Pattern::Text(part) => {
            let (string, part) = (m.string(id), m.string(part));
            Ok(matching::find_text(string, chars::layout(string), part, from))
        }
        Pattern::Regexp(regexp) => {
            let spans = search_regexp(m, id, regexp, from)?;
            Ok(spans.map(|spans| spans.whole().start))
        }
    }
}

fn rindex(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let from = match args.opt(1) {
        None => Some(m.string(id).len()),
        Some(position) => {
            let position = m.to_int(position)?;
            let string = m.string(id);
            match chars::place(string, position) {
                None if position >= 0 => Some(string.len()),
                place => place,
            }
        }
    };
    if from.is_none() && is_before(m, id, args)? {
        return Ok(Value::Nil);
    }
    let found = find_backward(m, id, args[0], from)?;
    let string = m.string(id);
    let layout = chars::layout(string);
    Ok(found.map_or(Value::Nil, |at| chars::count_range(string.bytes(), layout, 0, at).into()))
}

fn byterindex(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let length = m.string(id).len();
    let from = byte_start(m, id, args.opt(1), length)?;
    if let Some(from) = from {
        check_boundary(m, id, from)?;
    }
    let found = find_backward(m, id, args[0], from)?;
    Ok(found.map_or(Value::Nil, Value::from))
}

/// A search position in bytes. For `byterindex`, positions after the end count as the end.
fn byte_start(
    m: &mut Machine<'_>,
    id: StrId,
    position: Option<Value>,
    default: usize,
) -> Flow<Option<usize>> {
    let Some(position) = position else { return Ok(Some(default)) };
    let position = m.to_int(position)?;
    let length = m.string(id).len() as i64;
    let position = if position < 0 { position.saturating_add(length) } else { position };
    if position > length {
        return Ok((default > 0).then_some(default));
    }
    Ok(usize::try_from(position).ok())
}

fn check_boundary(m: &mut Machine<'_>, id: StrId, at: usize) -> Flow<()> {
    if chars::is_boundary(m.string(id), at) {
        return Ok(());
    }
    Err(m.index_error(format!("offset {at} does not land on character boundary")))
}

fn find_backward(
    m: &mut Machine<'_>,
    id: StrId,
    value: Value,
    from: Option<usize>,
) -> Flow<Option<usize>> {
    let pattern = needle(m, value)?;
    let Some(from) = from else {
        if let Pattern::Regexp(_) = pattern {
            matching::publish(m, pattern, id, None);
        }
        return Ok(None);
    };
    match pattern {
        Pattern::Text(part) => {
            chars::check_compatible(m, id, part)?;
            Ok(matching::rfind_text(m.string(id), m.string(part), from))
        }
        Pattern::Regexp(_) => {
            let search = Search::new(m, pattern, id)?;
            let found = last_match(m, &search, id, from)?;
            search.publish(m, found.as_ref());
            Ok(found.map(|spans| spans.whole().start))
        }
    }
}

/// The match that begins last, at or before an offset.
pub(super) fn last_match(
    m: &mut Machine<'_>,
    search: &Search,
    id: StrId,
    from: usize,
) -> Flow<Option<MatchSpans>> {
    let layout = chars::layout(m.string(id));
    let mut at = from;
    loop {
        m.step()?;
        let found = search.find(m, at)?;
        if let Some(spans) = found
            && spans.whole().start == at
        {
            return Ok(Some(spans));
        }
        if at == 0 {
            return Ok(None);
        }
        at = chars::previous(m.string(id), layout, at);
    }
}

fn byteslice(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let total = m.string(id).len() as i64;
    let span = match args.list {
        [Value::Range(range)] => range_span(m, *range, total, Outside::None)?,
        [index] => {
            let index = m.to_int(*index)?;
            (index < total).then_some((index, 1))
        }
        _ => Some((m.to_int(args[0])?, m.to_int(args[1])?)),
    };
    Ok(match span.and_then(|(index, length)| byte_span(total, index, length)) {
        Some((start, end)) => chars::slice(m, id, start, end),
        None => Value::Nil,
    })
}

fn byte_span(total: i64, index: i64, length: i64) -> Option<(usize, usize)> {
    let index = if index < 0 { index + total } else { index };
    if index < 0 || index > total || length < 0 {
        return None;
    }
    let end = index.saturating_add(length).min(total);
    Some((usize::try_from(index).ok()?, usize::try_from(end).ok()?))
}

fn bytesplice(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let (span, value, part) = match args.list {
        [Value::Range(range), value] => (Stretch::Range(*range), *value, None),
        [Value::Range(range), value, Value::Range(part)] => {
            (Stretch::Range(*range), *value, Some(Stretch::Range(*part)))
        }
        [index, _] => {
            let name = m.name_for_conversion(*index);
            return Err(m.type_error(format!("wrong argument type {name} (expected Range)")));
        }
        [index, length, value] => (Stretch::Counted(*index, *length), *value, None),
        [index, length, value, part_index, part_length] => (
            Stretch::Counted(*index, *length),
            *value,
            Some(Stretch::Counted(*part_index, *part_length)),
        ),
        _ => return Err(m.arity_error(args.len(), 2, Some(5))),
    };
    let (start, end) = checked_bytes(m, id, span)?;
    let value = m.to_str(value)?;
    let (from, to) = match part {
        Some(part) => checked_bytes(m, value, part)?,
        None => (0, m.string(value).len()),
    };
    let new = chars::piece(m.string(value), from, to);
    let new = m.add_string(new);
    splice(m, id, start, end, new)?;
    Ok(this)
}

enum Stretch {
    Range(RangeId),
    Counted(Value, Value),
}

fn checked_bytes(m: &mut Machine<'_>, id: StrId, span: Stretch) -> Flow<(usize, usize)> {
    let total = m.string(id).len() as i64;
    let (index, length) = match span {
        Stretch::Range(range) => range_span(m, range, total, Outside::Error)?.unwrap_or((0, 0)),
        Stretch::Counted(index, length) => (m.to_int(index)?, m.to_int(length)?),
    };
    let out_of_string =
        |m: &mut Machine<'_>| -> Jump { m.index_error(format!("index {index} out of string")) };
    if length < 0 {
        return Err(m.index_error(format!("negative length {length}")));
    }
    let Some((start, end)) = byte_span(total, index, length) else {
        return Err(out_of_string(m));
    };
    check_boundary(m, id, start)?;
    check_boundary(m, id, end)?;
    Ok((start, end))
}

fn insert(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let position = m.to_int(args[0])?;
    let value = m.to_str(args[1])?;
    if position == -1 {
        super::append(m, id, value)?;
        return Ok(this);
    }
    let index = if position < 0 { position + 1 } else { position };
    m.check_frozen(this)?;
    chars::check_compatible(m, id, value)?;
    let Some(at) = chars::place(m.string(id), index) else {
        return Err(m.index_error(format!("index {index} out of string")));
    };
    splice(m, id, at, at, value)?;
    Ok(this)
}

fn include(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let part = m.to_str(args[0])?;
    chars::check_compatible(m, id, part)?;
    let (string, part) = (m.string(id), m.string(part));
    Ok(matching::find_text(string, chars::layout(string), part, 0).is_some().into())
}

fn byte_place(m: &Machine<'_>, id: StrId, index: i64) -> Option<usize> {
    let total = m.string(id).len() as i64;
    let index = if index < 0 { index.checked_add(total)? } else { index };
    usize::try_from(index).ok().filter(|index| (*index as i64) < total)
}

fn getbyte(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let index = m.to_int(args[0])?;
    let byte = byte_place(m, id, index).and_then(|at| m.string(id).bytes().get(at).copied());
    Ok(byte.map_or(Value::Nil, |byte| Value::Int(i64::from(byte))))
}

fn setbyte(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let index = m.to_int(args[0])?;
    let value = m.to_integer(args[1])?;
    m.check_frozen(this)?;
    let Some(at) = byte_place(m, id, index) else {
        return Err(m.index_error(format!("index {index} out of string")));
    };
    let byte = match value {
        Value::Int(number) => number as u8,
        _ => m.big(value).iter_u64_digits().next().unwrap_or(0) as u8,
    };
    let mut bytes = m.string(id).to_vec();
    if let Some(place) = bytes.get_mut(at) {
        *place = byte;
    }
    m.string_mut(id).set_bytes(bytes);
    Ok(args[1])
}

/// The whole content of a string, as a plain string in the same encoding.
pub(crate) fn plain_copy(string: &RString) -> RString {
    let mut copy = string.clone();
    copy.class = crate::core::class::STRING;
    copy.frozen = false;
    copy
}
