//! `String`: `sub`, `gsub` and their variants with `!`.

use memchr::{memchr, memmem};

use super::chars;
use super::index::named_group;
use super::matching::{Joined, Pattern, Search, check_unchanged, plain_pattern, publish};
use super::scan::behind;
use super::{change, own, own_mut};
use crate::heap::RString;
use crate::machine::matching::MatchSpans;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Block, Method, method, walking};
use crate::symbol::names;
use crate::value::{HashId, StrId, Value};

/// The methods of `String` that this file implements.
pub(super) const METHODS: &[Method] = &[
    method("sub", 0, -1, sub),
    walking("sub!", 0, -1, sub_bang),
    method("gsub", 1, 2, gsub),
    walking("gsub!", 1, 2, gsub_bang),
];

/// The replacement of matches.
#[derive(Clone, Copy)]
enum Replacement {
    /// A string without escapes.
    Plain(StrId),
    /// A string with references to groups.
    Template(StrId),
    Hash(HashId),
    Block(Block),
}

fn replacement(m: &mut Machine<'_>, args: Args<'_>) -> Flow<Replacement> {
    let Some(value) = args.opt(1) else {
        return match args.block {
            Some(block) => Ok(Replacement::Block(block)),
            None => Err(m.arity_error(1, 2, Some(2))),
        };
    };
    if let Value::Hash(hash) = value {
        return Ok(Replacement::Hash(hash));
    }
    if let Value::Object(_) = value
        && let Some(Value::Hash(hash)) = m.try_call(value, names::TO_HASH, &[])?
    {
        return Ok(Replacement::Hash(hash));
    }
    let text = m.to_str(value)?;
    let has_escapes = memchr(b'\\', m.string(text).bytes()).is_some();
    Ok(if has_escapes { Replacement::Template(text) } else { Replacement::Plain(text) })
}

/// Appends the replacement of one match.
fn replace_one(
    m: &mut Machine<'_>,
    id: StrId,
    search: &Search,
    spans: &MatchSpans,
    replacement: Replacement,
    out: &mut Joined,
) -> Flow<()> {
    let whole = spans.whole();
    match replacement {
        Replacement::Plain(text) => out.push(m, text),
        Replacement::Template(text) => expand(m, id, search, spans, text, out),
        Replacement::Hash(hash) => {
            let found = chars::slice(m, id, whole.start, whole.end);
            let value = m.call(Value::Hash(hash), names::AREF, &[found])?;
            let text = m.to_s(value)?;
            out.push(m, text)
        }
        Replacement::Block(block) => {
            let found = chars::slice(m, id, whole.start, whole.end);
            search.publish(m, Some(spans));
            let copy = m.string(id).clone();
            let value = m.yield_one(block, found)?;
            let text = m.to_s(value)?;
            check_unchanged(m, id, &copy)?;
            out.push(m, text)
        }
    }
}

/// Appends a replacement string with its references to groups expanded.
fn expand(
    m: &mut Machine<'_>,
    id: StrId,
    search: &Search,
    spans: &MatchSpans,
    template: StrId,
    out: &mut Joined,
) -> Flow<()> {
    let template = m.string(template).clone();
    let (string, bytes) = (m.string(id).clone(), template.bytes());
    let whole = spans.whole();
    let has_numbers = match search.regexp() {
        Some(regexp) => m.regexp(regexp)?.named_groups().is_ok_and(<[_]>::is_empty),
        None => false,
    };
    let piece = |m: &mut Machine<'_>, out: &mut Joined, start: usize, end: usize| -> Flow<()> {
        let piece = chars::piece(&template, start, end);
        let piece = m.add_string(piece);
        out.push(m, piece)
    };
    let group = |out: &mut Joined, number: usize| {
        if let Some(span) = spans.get(number) {
            out.push_own(string.bytes().get(span.start..span.end));
        }
    };
    let mut at = 0;
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr(b'\\', rest)) {
        let escape = at + found;
        let Some(letter) = bytes.get(escape + 1) else { break };
        piece(m, out, at, escape)?;
        at = escape + 2;
        match letter {
            b'0' | b'&' => group(out, 0),
            b'1'..=b'9' => {
                if has_numbers {
                    group(out, usize::from(letter - b'0'));
                }
            }
            b'+' => {
                let last = (1..spans.len()).rev().find(|number| spans.get(*number).is_some());
                if let Some(number) = last {
                    group(out, number);
                }
            }
            b'`' => out.push_own(string.bytes().get(..whole.start)),
            b'\'' => out.push_own(string.bytes().get(whole.end..)),
            b'\\' => out.push_own(Some(b"\\")),
            b'k' if bytes.get(at) == Some(&b'<') => {
                let rest = bytes.get(at + 1..).unwrap_or_default();
                let Some(length) = memchr(b'>', rest) else {
                    return Err(m.runtime_error("invalid group name reference format"));
                };
                let name = String::from_utf8_lossy(rest.get(..length).unwrap_or_default());
                let number = match search.regexp() {
                    Some(regexp) => named_group(m, regexp, spans, &name)?,
                    None => {
                        let message = format!("undefined group name reference: {name}");
                        return Err(m.index_error(message));
                    }
                };
                group(out, number);
                at += length + 2;
            }
            _ => {
                // An unknown escape stays, with all bytes of its character.
                let length = chars::char_len(bytes, chars::layout(&template), escape + 1);
                at = (escape + 1 + length).min(bytes.len());
                piece(m, out, escape, at)?;
            }
        }
    }
    piece(m, out, at, bytes.len())
}

/// The string with the first match replaced; `None` without a match.
fn substituted(m: &mut Machine<'_>, id: StrId, args: Args<'_>) -> Flow<Option<RString>> {
    let replacement = replacement(m, args)?;
    let pattern = plain_pattern(m, args[0])?;
    let search = Search::new(m, pattern, id)?;
    let Some(spans) = search.find(m, 0)? else {
        search.publish(m, None);
        return Ok(None);
    };
    let whole = spans.whole();
    let mut out = Joined::like(m.string(id));
    out.push_own(m.string(id).bytes().get(..whole.start));
    if !matches!(replacement, Replacement::Block(_)) {
        search.publish(m, Some(&spans));
    }
    replace_one(m, id, &search, &spans, replacement, &mut out)?;
    out.push_own(m.string(id).bytes().get(whole.end..));
    Ok(Some(out.finish()))
}

/// The string with all matches replaced; `None` without a match.
fn substituted_all(m: &mut Machine<'_>, id: StrId, args: Args<'_>) -> Flow<Option<RString>> {
    let replacement = replacement(m, args)?;
    let pattern = plain_pattern(m, args[0])?;
    if let (Pattern::Text(needle), Replacement::Plain(text)) = (pattern, replacement)
        && let Some(new) = replace_text(m, id, needle, text)?
    {
        return Ok(new);
    }
    let search = Search::new(m, pattern, id)?;
    let Some(mut spans) = search.find(m, 0)? else {
        search.publish(m, None);
        return Ok(None);
    };
    let mut out = Joined::like(m.string(id));
    let mut copied = 0;
    loop {
        m.step()?;
        let whole = spans.whole();
        out.push_own(m.string(id).bytes().get(copied..whole.start));
        if let Err(jump) = replace_one(m, id, &search, &spans, replacement, &mut out) {
            if let Replacement::Template(_) = replacement {
                search.publish(m, Some(&spans));
            }
            return Err(jump);
        }
        copied = whole.end;
        let from = behind(m, id, &spans);
        if from > m.string(id).len() {
            break;
        }
        match search.find(m, from)? {
            Some(next) => spans = next,
            None => break,
        }
    }
    out.push_own(m.string(id).bytes().get(copied..));
    search.publish(m, Some(&spans));
    Ok(Some(out.finish()))
}

/// Replaces a plain string by another in UTF-8. The outer `None` means that the general method is
/// needed.
fn replace_text(
    m: &mut Machine<'_>,
    id: StrId,
    needle: StrId,
    text: StrId,
) -> Flow<Option<Option<RString>>> {
    let (string, part, new) = (m.string(id), m.string(needle), m.string(text));
    let (Some(source), Some(searched), Some(new)) = (string.text(), part.text(), new.text()) else {
        return Ok(None);
    };
    if searched.is_empty() || string.encoding != m.string(text).encoding {
        return Ok(None);
    }
    let finder = memmem::Finder::new(searched);
    let Some(first) = finder.find(source.as_bytes()) else {
        m.set_last_match(Value::Nil);
        return Ok(Some(None));
    };
    let mut out = String::with_capacity(source.len());
    let (mut copied, mut found, mut last) = (0, Some(first), first);
    while let Some(at) = found {
        out.push_str(source.get(copied..at).unwrap_or_default());
        out.push_str(new);
        last = at;
        copied = at + searched.len();
        let rest = source.as_bytes().get(copied..).unwrap_or_default();
        found = finder.find(rest).map(|found| found + copied);
    }
    out.push_str(source.get(copied..).unwrap_or_default());
    let mut result = RString::from_text(out.into());
    result.encoding = string.encoding;
    let spans = MatchSpans::of_whole(last, last + searched.len());
    m.charge(result.len())?;
    publish(m, Pattern::Text(needle), id, Some(&spans));
    Ok(Some(Some(result)))
}

fn or_copy(m: &mut Machine<'_>, id: StrId, new: Option<RString>) -> Value {
    let new = new.unwrap_or_else(|| super::index::plain_copy(m.string(id)));
    Value::Str(m.add_string(new))
}

/// Checks the number of arguments of `sub`, which depends on whether a block is given.
fn check_arity(m: &mut Machine<'_>, args: Args<'_>) -> Flow<()> {
    let min = if args.block.is_some() { 1 } else { 2 };
    m.check_arity(args.len(), min, Some(2))
}

fn sub(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    check_arity(m, args)?;
    let mut id = own(m, this)?;
    if args.block.is_some() {
        // The block may change the string, so the method works on a copy.
        let copy = super::index::plain_copy(m.string(id));
        id = m.add_string(copy);
    }
    let new = substituted(m, id, args)?;
    Ok(or_copy(m, id, new))
}

fn sub_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    check_arity(m, args)?;
    let id = own_mut(m, this)?;
    let new = substituted(m, id, args)?;
    m.check_frozen(this)?;
    change(m, this, new)
}

fn gsub(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if args.len() == 1 && args.block.is_none() {
        return m.enumerator(this, args);
    }
    let id = own(m, this)?;
    let new = substituted_all(m, id, args)?;
    Ok(or_copy(m, id, new))
}

fn gsub_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    if args.len() == 1 && args.block.is_none() {
        return m.enumerator(this, args);
    }
    let new = substituted_all(m, id, args)?;
    m.check_frozen(this)?;
    change(m, this, new)
}
