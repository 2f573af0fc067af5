//! `String`: iteration over characters, bytes, code points and lines.

use memchr::memmem;
use unicode_segmentation::UnicodeSegmentation;

use super::{chars, edit, own};
use crate::heap::RString;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Block, Method, method};
use crate::symbol::Symbol;
use crate::value::{StrId, Value};

/// The methods of `String` that this file implements.
pub(super) const METHODS: &[Method] = &[
    method("each_char", 0, 0, each_char),
    method("chars", 0, 0, chars_list),
    method("each_byte", 0, 0, each_byte),
    method("bytes", 0, 0, bytes_list),
    method("each_codepoint", 0, 0, each_codepoint),
    method("codepoints", 0, 0, codepoints),
    method("each_grapheme_cluster", 0, 0, each_grapheme),
    method("grapheme_clusters", 0, 0, graphemes),
    method("each_line", 0, 2, each_line),
    method("lines", 0, 2, lines),
];

/// The characters of a string as new strings.
pub(crate) fn characters(m: &mut Machine<'_>, id: StrId) -> Flow<Vec<Value>> {
    let length = m.string(id).len();
    m.charge(length.saturating_mul(size_of::<Value>()))?;
    let places = chars::boundaries(m.string(id));
    let mut list = Vec::with_capacity(places.len());
    for pair in places.windows(2) {
        if let [start, end] = pair {
            list.push(chars::slice(m, id, *start, *end));
        }
    }
    Ok(list)
}

fn frozen_copy(m: &mut Machine<'_>, id: StrId) -> StrId {
    let copy = super::index::plain_copy(m.string(id));
    m.add_string(copy)
}

fn each_char(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own(m, this)?;
    let id = frozen_copy(m, id);
    let layout = chars::layout(m.string(id));
    let mut at = 0;
    while at < m.string(id).len() {
        let end = (at + chars::char_len(m.string(id).bytes(), layout, at)).min(m.string(id).len());
        let item = chars::slice(m, id, at, end);
        m.yield_one(block, item)?;
        at = end;
    }
    Ok(this)
}

fn chars_list(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.block.is_some() {
        return each_char(m, this, args);
    }
    let id = own(m, this)?;
    let list = characters(m, id)?;
    Ok(m.new_array(list))
}

fn each_byte(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own(m, this)?;
    let mut at = 0;
    while let Some(byte) = m.string(id).bytes().get(at) {
        let item = Value::Int(i64::from(*byte));
        m.yield_one(block, item)?;
        at += 1;
    }
    Ok(this)
}

fn bytes_list(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.block.is_some() {
        return each_byte(m, this, args);
    }
    let id = own(m, this)?;
    m.charge(m.string(id).len().saturating_mul(size_of::<Value>()))?;
    let list = m.string(id).bytes().iter().map(|byte| Value::Int(i64::from(*byte))).collect();
    Ok(m.new_array(list))
}

fn codes(m: &mut Machine<'_>, id: StrId) -> Flow<Vec<Value>> {
    m.charge(m.string(id).len().saturating_mul(size_of::<Value>()))?;
    let string = m.string(id);
    let layout = chars::layout(string);
    let mut list = Vec::with_capacity(string.len());
    let mut at = 0;
    while at < string.len() {
        let Some(code) = chars::code_at(string, layout, at) else {
            let name = chars::encoding_name(string.encoding);
            return Err(m.argument_error(format!("invalid byte sequence in {name}")));
        };
        list.push(Value::Int(i64::from(code)));
        at += chars::char_len(string.bytes(), layout, at);
    }
    Ok(list)
}

fn each_codepoint(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own(m, this)?;
    let list = codes(m, id)?;
    yield_all(m, block, list)?;
    Ok(this)
}

fn yield_all(m: &mut Machine<'_>, block: Block, list: Vec<Value>) -> Flow<()> {
    for item in list {
        m.yield_one(block, item)?;
    }
    Ok(())
}

fn codepoints(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.block.is_some() {
        return each_codepoint(m, this, args);
    }
    let id = own(m, this)?;
    let list = codes(m, id)?;
    Ok(m.new_array(list))
}

fn clusters(m: &mut Machine<'_>, id: StrId) -> Flow<Vec<Value>> {
    let string = m.string(id);
    let Some(text) = string.text() else { return characters(m, id) };
    let mut at = 0;
    let mut ends = Vec::new();
    for cluster in text.graphemes(true) {
        at += cluster.len();
        ends.push(at);
    }
    m.charge(ends.len().saturating_mul(size_of::<Value>()))?;
    let mut start = 0;
    let mut list = Vec::with_capacity(ends.len());
    for end in ends {
        list.push(chars::slice(m, id, start, end));
        start = end;
    }
    Ok(list)
}

fn each_grapheme(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own(m, this)?;
    let list = clusters(m, id)?;
    yield_all(m, block, list)?;
    Ok(this)
}

fn graphemes(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.block.is_some() {
        return each_grapheme(m, this, args);
    }
    let id = own(m, this)?;
    let list = clusters(m, id)?;
    Ok(m.new_array(list))
}

/// The separator of lines.
enum Separator {
    /// None: the whole string is one line.
    None,
    /// Empty lines: paragraphs.
    Paragraphs,
    Bytes(Vec<u8>),
}

/// The offset after the first two consecutive line breaks.
fn paragraph_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        at += memchr::memchr(b'\n', bytes.get(at..)?)? + 1;
        match bytes.get(at..)? {
            [b'\n', ..] => return Some(at + 1),
            [b'\r', b'\n', ..] => return Some(at + 2),
            _ => {}
        }
    }
}

/// The byte ranges of the lines; with `chomp`, without the separators.
fn line_spans(string: &RString, separator: &Separator, chomp: bool) -> Vec<(usize, usize)> {
    let bytes = string.bytes();
    let mut spans = Vec::new();
    let mut start = 0;
    match separator {
        Separator::None => spans.push((0, bytes.len())),
        Separator::Paragraphs => {
            while start < bytes.len() {
                let Some(end) = paragraph_end(bytes, start) else { break };
                let mut next = end;
                while matches!(bytes.get(next), Some(b'\n'))
                    || bytes.get(next..next + 2) == Some(b"\r\n")
                {
                    next += if bytes.get(next) == Some(&b'\r') { 2 } else { 1 };
                }
                let display = if chomp {
                    edit::without_line_end(bytes.get(..end).unwrap_or_default())
                } else {
                    end
                };
                spans.push((start, display));
                start = next;
            }
        }
        Separator::Bytes(separator) => {
            let finder = memmem::Finder::new(separator);
            while start < bytes.len() {
                let Some(found) = finder.find(bytes.get(start..).unwrap_or_default()) else {
                    break;
                };
                let end = start + found + separator.len();
                let mut display = if chomp { start + found } else { end };
                // A line break may be preceded by a carriage return.
                if chomp
                    && separator == b"\n"
                    && display > start
                    && bytes.get(display - 1) == Some(&b'\r')
                {
                    display -= 1;
                }
                spans.push((start, display));
                start = end;
            }
        }
    }
    if start < bytes.len() && !matches!(separator, Separator::None) {
        spans.push((start, bytes.len()));
    }
    spans
}

fn line_list(m: &mut Machine<'_>, id: StrId, args: Args<'_>) -> Flow<Option<Vec<(usize, usize)>>> {
    let (positional, keywords) = args.split_keywords();
    if let Some(keywords) = keywords {
        super::encode::check_keywords(m, keywords, &["chomp"])?;
    }
    let chomp = m.keyword(keywords, "chomp").is_some_and(Value::is_truthy);
    if m.string(id).is_empty() && positional.len() == 1 {
        return Ok((positional.first().is_some_and(|value| value.is_nil())).then(|| vec![(0, 0)]));
    }
    if positional.len() > 1 {
        return Err(m.arity_error(positional.len(), 0, Some(1)));
    }
    let separator = match positional.first() {
        None => match default_separator(m) {
            Some(separator) if m.string(separator).is_empty() => Separator::Paragraphs,
            Some(separator) => Separator::Bytes(m.string(separator).to_vec()),
            None => Separator::None,
        },
        Some(Value::Nil) => Separator::None,
        Some(separator) => {
            let separator = m.to_str(*separator)?;
            chars::check_compatible(m, id, separator)?;
            match m.string(separator).bytes() {
                b"" => Separator::Paragraphs,
                bytes => Separator::Bytes(bytes.to_vec()),
            }
        }
    };
    if m.string(id).is_empty() && !matches!(separator, Separator::None) {
        return Ok(None);
    }
    Ok(Some(line_spans(m.string(id), &separator, chomp)))
}

/// `$/`, if a program has changed it.
pub(super) fn changed_separator(m: &Machine<'_>) -> Option<Value> {
    m.globals.get(&Symbol::new("$/")).copied()
}

/// `$/`
fn default_separator(m: &mut Machine<'_>) -> Option<StrId> {
    match changed_separator(m) {
        Some(Value::Str(id)) => Some(id),
        Some(Value::Nil) => None,
        _ => match m.new_str("\n") {
            Value::Str(id) => Some(id),
            _ => None,
        },
    }
}

fn each_line(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let id = own(m, this)?;
    let copy = frozen_copy(m, id);
    for (start, end) in line_list(m, copy, args)?.unwrap_or_default() {
        let line = chars::slice(m, copy, start, end);
        m.yield_one(block, line)?;
    }
    Ok(this)
}

fn lines(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.block.is_some() {
        return each_line(m, this, args);
    }
    let id = own(m, this)?;
    let spans = line_list(m, id, args)?.unwrap_or_default();
    m.charge(spans.len().saturating_mul(size_of::<Value>()))?;
    let mut list = Vec::with_capacity(spans.len());
    for (start, end) in spans {
        list.push(chars::slice(m, id, start, end));
    }
    Ok(m.new_array(list))
}
