//! `MatchData`: groups, their positions, and the strings around a match.

use pupa_value::regexp::{RegexpOptions, Span, escape};

use super::regexp_of;
use crate::heap::{Payload, RString};
use crate::machine::matching::MatchSpans;
use crate::machine::{Flow, Jump, Machine};
use crate::native::{Args, Instances, NativeClass, method};
use crate::symbol::{Symbol, names};
use crate::value::{StrId, Value};

/// The Rust data of a `MatchData`.
#[derive(Debug, Clone)]
pub struct MatchInfo {
    /// The regexp, or the string that was searched for.
    pub pattern: Value,
    /// The searched string, frozen.
    pub string: StrId,
    /// The byte ranges of the groups.
    pub spans: MatchSpans,
}

impl Payload for MatchInfo {
    fn trace(&self, mark: &mut dyn FnMut(Value)) {
        mark(self.pattern);
        mark(Value::Str(self.string));
    }

    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// `MatchData`
pub static MATCH_DATA: NativeClass = NativeClass {
    name: "MatchData",
    superclass: Some("Object"),
    instances: Instances::Refused,
    methods: &[
        method("[]", 1, 2, element),
        method("begin", 1, 1, begin),
        method("end", 1, 1, end),
        method("offset", 1, 1, offset),
        method("byteoffset", 1, 1, byteoffset),
        method("bytebegin", 1, 1, bytebegin),
        method("byteend", 1, 1, byteend),
        method("captures", 0, 0, captures),
        method("deconstruct", 0, 0, captures),
        method("named_captures", 0, 1, named_captures),
        method("deconstruct_keys", 1, 1, deconstruct_keys),
        method("names", 0, 0, group_names),
        method("pre_match", 0, 0, pre_match),
        method("post_match", 0, 0, post_match),
        method("to_a", 0, 0, to_a),
        method("to_s", 0, 0, to_s),
        method("values_at", 0, -1, values_at),
        method("size", 0, 0, size),
        method("length", 0, 0, size),
        method("string", 0, 0, string),
        method("regexp", 0, 0, regexp),
        method("match", 1, 1, match_part),
        method("match_length", 1, 1, match_length),
        method("inspect", 0, 0, inspect),
        method("==", 1, 1, equals),
        method("eql?", 1, 1, equals),
        method("hash", 0, 0, hash),
    ],
    class_methods: &[method("allocate", 0, -1, undefined), method("new", 0, -1, undefined)],
    ..NativeClass::EMPTY
};

fn undefined(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (name, class) = (args.name, m.to_module(this)?);
    let class = m.class_name(class);
    Err(m.error(
        crate::core::class::NO_METHOD_ERROR,
        format!("undefined method `{name}' for {class}:Class"),
    ))
}

/// The number of characters before a byte offset of a string.
pub(crate) fn char_offset(string: &RString, byte: usize) -> usize {
    match string.text().and_then(|text| text.get(..byte)) {
        Some(before) if before.is_ascii() => byte,
        Some(before) => before.chars().count(),
        None => byte,
    }
}

/// The byte offset of a character index. Negative indexes count from the end; `None` if the index
/// is beyond the end.
pub(crate) fn byte_offset(string: &RString, position: i64) -> Option<usize> {
    let text = string.text().filter(|text| !text.is_ascii());
    let length = text.map_or(string.len(), |text| text.chars().count());
    let position = match usize::try_from(position) {
        Ok(position) => position,
        Err(_) => length.checked_sub(usize::try_from(position.unsigned_abs()).ok()?)?,
    };
    if position > length {
        return None;
    }
    match text {
        Some(text) => Some(text.char_indices().nth(position).map_or(text.len(), |(at, _)| at)),
        None => Some(position),
    }
}

/// The character index at which a match begins; `nil` without a match.
pub(crate) fn start_of(m: &Machine<'_>, found: Value) -> Value {
    match m.payload::<MatchInfo>(found) {
        Some(info) => {
            let start = info.spans.whole().start;
            Value::from(char_offset(m.string(info.string), start))
        }
        None => Value::Nil,
    }
}

fn info<'m>(m: &'m mut Machine<'_>, this: Value) -> Flow<&'m MatchInfo> {
    if m.payload::<MatchInfo>(this).is_none() {
        return Err(m.type_error("uninitialized MatchData"));
    }
    match m.payload(this) {
        Some(info) => Ok(info),
        None => unreachable!("the payload is there"),
    }
}

#[cold]
fn undefined_group(m: &mut Machine<'_>, name: &str) -> Jump {
    m.index_error(format!("undefined group name reference: {name}"))
}

/// The number of the group with a name; of several groups, the last one that took part in the
/// match.
fn named_group(m: &mut Machine<'_>, this: Value, name: &str) -> Flow<usize> {
    let pattern = info(m, this)?.pattern;
    let Value::Regexp(_) = pattern else { return Err(undefined_group(m, name)) };
    let regexp = regexp_of(m, pattern)?;
    let names = match regexp.named_groups() {
        Ok(names) => names,
        Err(error) => return Err(m.match_error(&error)),
    };
    let Some((_, numbers)) = names.iter().find(|(known, _)| known == name) else {
        return Err(undefined_group(m, name));
    };
    let spans = &info(m, this)?.spans;
    let matched = numbers.iter().rev().find(|&&number| spans.get(number).is_some());
    Ok(matched.or(numbers.last()).copied().unwrap_or(0))
}

/// The number of the group that an argument selects; `None` if no group has the number.
pub(crate) fn group_number(m: &mut Machine<'_>, this: Value, group: Value) -> Flow<Option<usize>> {
    let number = match group {
        Value::Int(number) => number,
        Value::Sym(name) => return named_group(m, this, name.as_str()).map(Some),
        Value::Str(name) => {
            let name = m.text_of(name);
            return named_group(m, this, &name).map(Some);
        }
        _ => m.to_int(group)?,
    };
    let count = info(m, this)?.spans.len();
    Ok(match usize::try_from(number) {
        Ok(number) => Some(number).filter(|number| *number < count),
        Err(_) => {
            let back = usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX);
            // Compat: -1 is the last group, but negative numbers never reach the whole match.
            count.checked_sub(back).filter(|number| *number > 0)
        }
    })
}

/// The number of a group; raises an error if the group does not exist.
fn known_group(m: &mut Machine<'_>, this: Value, group: Value) -> Flow<usize> {
    if let Value::Sym(_) | Value::Str(_) = group {
        return Ok(group_number(m, this, group)?.unwrap_or(0));
    }
    let number = m.to_int(group)?;
    let count = info(m, this)?.spans.len();
    match usize::try_from(number) {
        Ok(number) if number < count => Ok(number),
        _ => Err(m.index_error(format!("index {number} out of matches"))),
    }
}

/// The range of a group in characters; raises an error if the group does not exist.
fn char_span(m: &mut Machine<'_>, this: Value, group: Value) -> Flow<Option<Span>> {
    let group = known_group(m, this, group)?;
    let info = info(m, this)?;
    let (string, span) = (info.string, info.spans.get(group));
    let string = m.string(string);
    let convert = |byte| char_offset(string, byte);
    Ok(span.map(|span| Span { start: convert(span.start), end: convert(span.end) }))
}

fn byte_span(m: &mut Machine<'_>, this: Value, group: Value) -> Flow<Option<Span>> {
    let group = known_group(m, this, group)?;
    Ok(info(m, this)?.spans.get(group))
}

fn begin(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok(char_span(m, this, args[0])?.map_or(Value::Nil, |span| span.start.into()))
}

fn end(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok(char_span(m, this, args[0])?.map_or(Value::Nil, |span| span.end.into()))
}

fn bytebegin(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok(byte_span(m, this, args[0])?.map_or(Value::Nil, |span| span.start.into()))
}

fn byteend(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    Ok(byte_span(m, this, args[0])?.map_or(Value::Nil, |span| span.end.into()))
}

fn pair(m: &mut Machine<'_>, span: Option<Span>) -> Value {
    let pair = match span {
        Some(span) => vec![span.start.into(), span.end.into()],
        None => vec![Value::Nil, Value::Nil],
    };
    m.new_array(pair)
}

fn offset(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let span = char_span(m, this, args[0])?;
    Ok(pair(m, span))
}

fn byteoffset(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let span = byte_span(m, this, args[0])?;
    Ok(pair(m, span))
}

/// The contents of the groups from a number on.
fn groups(m: &mut Machine<'_>, this: Value, from: usize) -> Flow<Vec<Value>> {
    let count = info(m, this)?.spans.len();
    Ok((from..count).map(|group| m.match_group(this, group)).collect())
}

fn to_a(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let groups = groups(m, this, 0)?;
    Ok(m.new_array(groups))
}

fn captures(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let groups = groups(m, this, 1)?;
    Ok(m.new_array(groups))
}

fn element(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.len() == 1 && matches!(args[0], Value::Int(_) | Value::Sym(_) | Value::Str(_)) {
        let group = group_number(m, this, args[0])?;
        return Ok(group.map_or(Value::Nil, |group| m.match_group(this, group)));
    }
    let groups = groups(m, this, 0)?;
    let groups = m.new_array(groups);
    m.call(groups, names::AREF, args.list)
}

fn values_at(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let groups = groups(m, this, 0)?;
    let groups = m.new_array(groups);
    let mut values = Vec::new();
    for &arg in args.list {
        match arg {
            Value::Sym(_) | Value::Str(_) => {
                let group = group_number(m, this, arg)?.unwrap_or(0);
                values.push(m.match_group(this, group));
            }
            Value::Int(_) => {
                let group = group_number(m, this, arg)?;
                values.push(group.map_or(Value::Nil, |group| m.match_group(this, group)));
            }
            _ => {
                if let Value::Array(more) = m.call(groups, args.name, &[arg])? {
                    values.extend_from_slice(m.array(more));
                }
            }
        }
    }
    Ok(m.new_array(values))
}

/// The names of the groups, with their contents.
fn named_texts(m: &mut Machine<'_>, this: Value) -> Flow<Vec<(String, Value)>> {
    let pattern = info(m, this)?.pattern;
    let names = match pattern {
        Value::Regexp(_) => super::group_names(m, pattern)?,
        _ => Vec::new(),
    };
    let mut texts = Vec::new();
    for (name, _) in names {
        let group = named_group(m, this, &name)?;
        texts.push((name, m.match_group(this, group)));
    }
    Ok(texts)
}

fn named_captures(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (_, keywords) = args.split_keywords();
    let as_symbols = m.keyword(keywords, "symbolize_names").is_some_and(Value::is_truthy);
    let hash = m.new_hash();
    for (name, text) in named_texts(m, this)? {
        let name = match as_symbols {
            true => Value::Sym(Symbol::new(&name)),
            false => m.new_str(name),
        };
        m.hash_set(hash, name, text)?;
    }
    Ok(Value::Hash(hash))
}

fn deconstruct_keys(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let texts = named_texts(m, this)?;
    let hash = m.new_hash();
    let keys = match args[0] {
        Value::Nil => {
            for (name, text) in texts {
                m.hash_set(hash, Value::Sym(Symbol::new(&name)), text)?;
            }
            return Ok(Value::Hash(hash));
        }
        Value::Array(keys) => m.array(keys).to_vec(),
        other => {
            let name = m.name_for_conversion(other);
            return Err(m.type_error(format!("wrong argument type {name} (expected Array or nil)")));
        }
    };
    if keys.len() > texts.len() {
        return Ok(Value::Hash(hash));
    }
    for key in keys {
        let Value::Sym(symbol) = key else {
            let name = m.name_for_conversion(key);
            return Err(m.type_error(format!("wrong argument type {name} (expected Symbol)")));
        };
        match texts.iter().find(|(name, _)| name == symbol.as_str()) {
            Some((_, text)) => m.hash_set(hash, key, *text)?,
            None => break,
        }
    }
    Ok(Value::Hash(hash))
}

fn group_names(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let texts = named_texts(m, this)?;
    let names = texts.into_iter().map(|(name, _)| m.new_str(name)).collect();
    Ok(m.new_array(names))
}

fn pre_match(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let info = info(m, this)?;
    let (string, end) = (info.string, info.spans.whole().start);
    Ok(m.slice_of(string, 0, end))
}

fn post_match(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let info = info(m, this)?;
    let (string, start) = (info.string, info.spans.whole().end);
    let end = m.string(string).len();
    Ok(m.slice_of(string, start, end))
}

fn to_s(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    info(m, this)?;
    Ok(m.match_group(this, 0))
}

fn size(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(info(m, this)?.spans.len().into())
}

fn string(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::Str(info(m, this)?.string))
}

fn regexp(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    match info(m, this)?.pattern {
        Value::Str(text) => {
            let source = escape(&m.text_of(text));
            let regexp = m.compile_regexp(&source, RegexpOptions::default())?;
            let regexp = m.new_regexp(regexp);
            if let Some(info) = m.payload_mut::<MatchInfo>(this) {
                info.pattern = regexp;
            }
            Ok(regexp)
        }
        pattern => Ok(pattern),
    }
}

fn match_part(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let group = known_group(m, this, args[0])?;
    Ok(m.match_group(this, group))
}

fn match_length(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let span = char_span(m, this, args[0])?;
    Ok(span.map_or(Value::Nil, |span| Value::from(span.end - span.start)))
}

fn inspect(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let texts = groups(m, this, 0)?;
    let pattern = info(m, this)?.pattern;
    let names = match pattern {
        Value::Regexp(_) => super::group_names(m, pattern)?,
        _ => Vec::new(),
    };
    if let (Value::Str(_), [Value::Str(text)]) = (pattern, texts.as_slice()) {
        let text = m.text_of(*text);
        return Ok(m.new_str(format!("#<MatchData: {text}>")));
    }
    let mut out = "#<MatchData".to_owned();
    for (number, text) in texts.into_iter().enumerate() {
        out.push(' ');
        if number > 0 {
            match names.iter().find(|(_, numbers)| numbers.contains(&number)) {
                Some((name, _)) => out.push_str(name),
                None => out.push_str(&number.to_string()),
            }
            out.push(':');
        }
        out.push_str(&m.inspect(text)?);
    }
    out.push('>');
    Ok(m.new_str(out))
}

fn equals(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if this.is_same(args[0]) {
        return Ok(Value::TRUE);
    }
    let (Some(a), Some(b)) = (m.payload::<MatchInfo>(this), m.payload::<MatchInfo>(args[0])) else {
        return Ok(Value::FALSE);
    };
    let (a, b) = (a.clone(), b.clone());
    let has_same_text = m.string(a.string).bytes() == m.string(b.string).bytes();
    if !has_same_text || a.spans != b.spans {
        return Ok(Value::FALSE);
    }
    Ok(Value::Bool(m.equals(a.pattern, b.pattern)?))
}

fn hash(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let info = info(m, this)?;
    let (string, whole, pattern) = (info.string, info.spans.whole(), info.pattern);
    if let Value::Regexp(_) = pattern {
        regexp_of(m, pattern)?;
    }
    let code = m.hash_code(Value::Str(string))?;
    let code = code ^ (whole.start as u64) << 20 ^ whole.end as u64;
    Ok(Value::Int((code >> 2) as i64))
}
