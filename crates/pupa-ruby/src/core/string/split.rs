//! `String#split`: by a string, by white space or by a regular expression.

use memchr::memmem;

use super::chars;
use super::matching::{Pattern, plain_pattern, publish};
use super::own;
use crate::heap::RString;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Method, method};
use crate::symbol::Symbol;
use crate::value::{RegexpId, StrId, Value};

/// The methods of `String` that this file implements.
pub(super) const METHODS: &[Method] = &[method("split", 0, 2, split)];

/// The byte ranges of the parts.
struct Parts {
    spans: Vec<(usize, usize)>,
    /// The maximum number of parts.
    limit: Option<usize>,
    /// The number of parts so far, including the current one.
    count: usize,
    /// The offset of the current part.
    rest: usize,
}

impl Parts {
    fn push(&mut self, start: usize, end: usize) {
        self.spans.push((start, end));
    }

    /// Counts a part, and returns whether the limit is reached.
    fn is_full(&mut self) -> bool {
        self.count += 1;
        self.limit.is_some_and(|limit| limit <= self.count)
    }
}

enum Kind {
    Awk,
    Characters,
    Text(Vec<u8>),
    Regexp(RegexpId),
}

fn split(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let number = match args.opt(1) {
        Some(limit) => m.to_int(limit)?,
        None => 0,
    };
    if i32::try_from(number).is_err() {
        let side = if number < 0 { "small" } else { "big" };
        return Err(m.range_error(format!("integer {number} too {side} to convert to `int'")));
    }
    let limit = usize::try_from(number).ok().filter(|limit| *limit > 0);
    let length = m.string(id).len();
    let spans = if limit == Some(1) {
        if length == 0 { Vec::new() } else { vec![(0, length)] }
    } else {
        let kind = kind(m, id, args.or_nil(0))?;
        let mut parts = Parts { spans: Vec::new(), limit, count: 1, rest: 0 };
        match kind {
            Kind::Awk => by_blanks(m.string(id), &mut parts),
            Kind::Characters => by_characters(m.string(id), &mut parts),
            Kind::Text(separator) => by_text(m.string(id), &separator, &mut parts),
            Kind::Regexp(regexp) => by_regexp(m, id, regexp, &mut parts)?,
        }
        finish(m.string(id).len(), parts, number)
    };
    m.charge(spans.len().saturating_mul(size_of::<Value>()))?;
    match args.block {
        Some(block) => {
            let copy = super::index::plain_copy(m.string(id));
            let copy = m.add_string(copy);
            for (start, end) in spans {
                let part = chars::slice(m, copy, start, end);
                m.yield_one(block, part)?;
            }
            Ok(this)
        }
        None => {
            let mut list = Vec::with_capacity(spans.len());
            for (start, end) in spans {
                list.push(chars::slice(m, id, start, end));
            }
            Ok(m.new_array(list))
        }
    }
}

/// Adds the rest of the string, and drops empty parts at the end unless a limit was given.
fn finish(length: usize, mut parts: Parts, number: i64) -> Vec<(usize, usize)> {
    if length > 0 && (number != 0 || length > parts.rest) {
        parts.push(parts.rest.min(length), length);
    }
    if number == 0 {
        while parts.spans.last().is_some_and(|(start, end)| start == end) {
            parts.spans.pop();
        }
    }
    parts.spans
}

fn kind(m: &mut Machine<'_>, id: StrId, value: Value) -> Flow<Kind> {
    let value = match value {
        Value::Nil => match m.globals.get(&Symbol::new("$;")) {
            Some(value) if !value.is_nil() => *value,
            _ => {
                chars::check_valid(m, id)?;
                return Ok(Kind::Awk);
            }
        },
        value => value,
    };
    match plain_pattern(m, value)? {
        Pattern::Regexp(regexp) => {
            let expression = m.regexp(regexp)?;
            chars::check_valid(m, id)?;
            Ok(if expression.source().is_empty() { Kind::Characters } else { Kind::Regexp(regexp) })
        }
        Pattern::Text(text) => {
            chars::check_compatible(m, id, text)?;
            let bytes = m.string(text).to_vec();
            chars::check_valid(m, id)?;
            chars::check_valid(m, text)?;
            match bytes.as_slice() {
                b" " => return Ok(Kind::Awk),
                b"" => return Ok(Kind::Characters),
                _ => {}
            }
            Ok(Kind::Text(bytes))
        }
    }
}

fn by_blanks(string: &RString, parts: &mut Parts) {
    let bytes = string.bytes();
    let mut is_between = true;
    let mut start = 0;
    for (at, byte) in bytes.iter().enumerate() {
        let is_space = matches!(byte, b' ' | b'\t'..=b'\r');
        if is_between {
            if is_space {
                start = at + 1;
            } else {
                is_between = false;
                if parts.limit.is_some_and(|limit| limit <= parts.count) {
                    break;
                }
            }
        } else if is_space {
            parts.push(start, at);
            is_between = true;
            start = at + 1;
            parts.count += 1;
        }
    }
    parts.rest = start;
}

fn by_characters(string: &RString, parts: &mut Parts) {
    let (bytes, layout) = (string.bytes(), chars::layout(string));
    let mut at = 0;
    while at < bytes.len() {
        let end = (at + chars::char_len(bytes, layout, at)).min(bytes.len());
        parts.push(at, end);
        at = end;
        if parts.is_full() {
            break;
        }
    }
    parts.rest = at;
}

fn by_text(string: &RString, separator: &[u8], parts: &mut Parts) {
    let bytes = string.bytes();
    let layout = chars::layout(string);
    let is_wide = matches!(layout, chars::Layout::Wide(_));
    let finder = memmem::Finder::new(separator);
    let (mut start, mut from) = (0, 0);
    while let Some(found) = bytes.get(from..).and_then(|rest| finder.find(rest)) {
        let at = from + found;
        if is_wide && !chars::is_boundary(string, at) {
            from = at + 1;
            continue;
        }
        parts.push(start, at);
        start = at + separator.len();
        from = start;
        if parts.is_full() {
            break;
        }
    }
    parts.rest = start;
}

fn by_regexp(m: &mut Machine<'_>, id: StrId, regexp: RegexpId, parts: &mut Parts) -> Flow<()> {
    let length = m.string(id).len();
    let layout = chars::layout(m.string(id));
    let (mut begin, mut start) = (0, 0);
    let mut was_empty = false;
    let (mut last, mut is_full) = (None, false);
    while start <= length {
        m.step()?;
        last = m.regexp_search(regexp, id, start)?;
        let Some(spans) = &last else { break };
        let whole = spans.whole();
        if start == whole.end && whole.start == whole.end {
            if !was_empty {
                // An empty match splits after the next character at the earliest.
                start += match start < length {
                    true => chars::char_len(m.string(id).bytes(), layout, start),
                    false => 1,
                };
                was_empty = true;
                continue;
            }
            parts.push(begin, start.min(length));
            begin = start;
        } else {
            parts.push(begin, whole.start);
            begin = whole.end;
            start = whole.end;
        }
        was_empty = false;
        for group in 1..spans.len() {
            if let Some(span) = spans.get(group) {
                parts.push(span.start, span.end);
            }
        }
        if parts.is_full() {
            is_full = true;
            break;
        }
    }
    if !is_full {
        last = None;
    }
    parts.rest = begin;
    if length == 0 {
        parts.spans.clear();
    }
    publish(m, Pattern::Regexp(regexp), id, last.as_ref());
    Ok(())
}
