//! `String`: methods with sets of characters: `tr`, `delete`, `squeeze`, `count`.

use rustc_hash::FxHashMap;

use super::chars::{self, Layout};
use super::{change, own, own_mut};
use crate::heap::RString;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Method, method, walking};
use crate::value::{StrId, Value};

/// The methods of `String` that this file implements.
pub(super) const METHODS: &[Method] = &[
    method("tr", 2, 2, tr),
    walking("tr!", 2, 2, tr_bang),
    method("tr_s", 2, 2, tr_s),
    walking("tr_s!", 2, 2, tr_s_bang),
    method("delete", 0, -1, delete),
    walking("delete!", 0, -1, delete_bang),
    method("squeeze", 0, -1, squeeze),
    walking("squeeze!", 0, -1, squeeze_bang),
    walking("count", 0, -1, count),
];

/// The characters of a string as codes. Invalid bytes get the mark [`INVALID`].
fn codes(string: &RString) -> Vec<u32> {
    let (bytes, layout) = (string.bytes(), chars::layout(string));
    if layout == Layout::Bytes {
        return bytes.iter().map(|byte| u32::from(*byte)).collect();
    }
    if let (Layout::Utf8, Some(text)) = (layout, string.utf8()) {
        return text.chars().map(u32::from).collect();
    }
    let mut list = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = chars::code_at(string, layout, at);
        let invalid = bytes.get(at).map_or(0, |byte| INVALID | u32::from(*byte));
        list.push(code.unwrap_or(invalid));
        at += chars::char_len(bytes, layout, at);
    }
    list
}

/// The mark of the code of an invalid byte.
const INVALID: u32 = 1 << 31;

fn push(bytes: &mut Vec<u8>, code: u32, string: &RString) {
    if code & INVALID != 0 {
        bytes.push(code as u8);
    } else {
        chars::push_code(bytes, code, string.encoding);
    }
}

/// The members of a set in the order in which it is written, and whether the set is negated.
struct Written {
    negated: bool,
    ranges: Vec<(u32, u32)>,
}

fn read(m: &mut Machine<'_>, id: StrId) -> Flow<Written> {
    chars::check_valid(m, id)?;
    let codes = codes(m.string(id));
    let negated = codes.len() > 1 && codes.first() == Some(&u32::from('^'));
    let mut at = usize::from(negated);
    let mut ranges = Vec::new();
    while let Some(&code) = codes.get(at) {
        let mut first = code;
        at += 1;
        if code == u32::from('\\')
            && let Some(&escaped) = codes.get(at)
        {
            first = escaped;
            at += 1;
        }
        if codes.get(at) == Some(&u32::from('-'))
            && let Some(&last) = codes.get(at + 1)
        {
            at += 2;
            if first > last {
                return Err(m.argument_error(
                    match (char::from_u32(first), char::from_u32(last)) {
                        (Some(first), Some(last)) if first.is_ascii() && last.is_ascii() => {
                            format!("invalid range \"{first}-{last}\" in string transliteration")
                        }
                        _ => "invalid range in string transliteration".to_owned(),
                    },
                ));
            }
            ranges.push((first, last));
            // A range of a single character counts twice.
            if first == last {
                ranges.push((first, last));
            }
        } else {
            ranges.push((first, first));
        }
    }
    Ok(Written { negated, ranges })
}

impl Written {
    fn contains(&self, code: u32) -> bool {
        self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&code)) != self.negated
    }
}

/// The intersection of several sets.
pub(crate) struct Set {
    ascii: [bool; 128],
    sets: Vec<Written>,
}

impl Set {
    fn read(m: &mut Machine<'_>, id: StrId, args: &[Value]) -> Flow<Set> {
        let mut sets = Vec::with_capacity(args.len());
        for value in args {
            let other = m.to_str(*value)?;
            chars::check_compatible(m, id, other)?;
            sets.push(read(m, other)?);
        }
        chars::check_valid(m, id)?;
        let mut ascii = [false; 128];
        for (code, is_member) in ascii.iter_mut().enumerate() {
            *is_member = sets.iter().all(|set| set.contains(code as u32));
        }
        Ok(Set { ascii, sets })
    }

    fn contains(&self, code: u32) -> bool {
        match self.ascii.get(code as usize) {
            Some(is_member) => *is_member,
            None => self.sets.iter().all(|set| set.contains(code)),
        }
    }
}

fn require_sets(m: &mut Machine<'_>, args: Args<'_>) -> Flow<()> {
    if args.is_empty() {
        return Err(m.arity_error(0, 1, None));
    }
    Ok(())
}

fn count(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    require_sets(m, args)?;
    let id = own(m, this)?;
    let set = Set::read(m, id, args.list)?;
    let string = m.string(id);
    if chars::layout(string) == Layout::Bytes {
        let count = string.bytes().iter().filter(|byte| set.contains(u32::from(**byte))).count();
        return Ok(count.into());
    }
    let count = codes(string).into_iter().filter(|code| set.contains(*code)).count();
    Ok(count.into())
}

/// A string without the characters of a set; `None` if it has none of them.
fn deleted(m: &mut Machine<'_>, id: StrId, args: Args<'_>) -> Flow<Option<RString>> {
    if m.string(id).is_empty() {
        return Ok(None);
    }
    require_sets(m, args)?;
    let set = Set::read(m, id, args.list)?;
    let string = m.string(id);
    let codes = codes(string);
    let mut bytes = Vec::with_capacity(string.len());
    for code in codes {
        if !set.contains(code) {
            push(&mut bytes, code, string);
        }
    }
    let is_changed = bytes.len() != string.len();
    Ok(is_changed.then(|| RString::from_bytes(bytes, string.encoding)))
}

/// A new string object with the changed content, or with that of the original.
fn or_copy(m: &mut Machine<'_>, id: StrId, new: Option<RString>) -> Value {
    let new = new.unwrap_or_else(|| super::index::plain_copy(m.string(id)));
    Value::Str(m.add_string(new))
}

fn delete(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let new = deleted(m, id, args)?;
    Ok(or_copy(m, id, new))
}

fn delete_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let new = deleted(m, id, args)?;
    change(m, this, new)
}

fn squeezed(m: &mut Machine<'_>, id: StrId, args: Args<'_>) -> Flow<Option<RString>> {
    let set = Set::read(m, id, args.list)?;
    let string = m.string(id);
    let codes = codes(string);
    let mut bytes = Vec::with_capacity(string.len());
    let mut last = None;
    for code in codes {
        if last != Some(code) || !set.contains(code) {
            push(&mut bytes, code, string);
        }
        last = Some(code);
    }
    let is_changed = bytes.len() != string.len();
    Ok(is_changed.then(|| RString::from_bytes(bytes, string.encoding)))
}

fn squeeze(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let new = squeezed(m, id, args)?;
    Ok(or_copy(m, id, new))
}

fn squeeze_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let new = squeezed(m, id, args)?;
    change(m, this, new)
}

/// The codes of a replacement, one after the other.
struct Replacements<'a> {
    ranges: &'a [(u32, u32)],
    next: u32,
    last: u32,
    is_inside: bool,
}

impl Replacements<'_> {
    /// The next code; after the end the last one again.
    fn next(&mut self) -> u32 {
        if let Some((first, last)) = self.ranges.first() {
            self.last = if self.is_inside { self.next } else { *first };
            if self.last < *last {
                self.is_inside = true;
                self.next = self.last + 1;
            } else {
                self.is_inside = false;
                self.ranges = self.ranges.get(1..).unwrap_or_default();
            }
        }
        self.last
    }
}

/// The mapping of characters by `tr`.
enum Table {
    /// Each member of a set becomes another character.
    Map { ascii: Vec<Option<u32>>, others: FxHashMap<u32, u32>, wide: Vec<(u32, u32, u32)> },
    /// All characters outside a set become one character.
    Others(Written, u32),
}

impl Table {
    fn get(&self, code: u32) -> Option<u32> {
        match self {
            Table::Map { ascii, others, wide } => match ascii.get(code as usize) {
                Some(new) => *new,
                None => others.get(&code).copied().or_else(|| {
                    let range =
                        wide.iter().rev().find(|(first, last, _)| (*first..=*last).contains(&code));
                    range.map(|(_, _, new)| *new)
                }),
            },
            Table::Others(set, last) => set.contains(code).then_some(*last),
        }
    }
}

fn table(m: &mut Machine<'_>, from: StrId, to: StrId) -> Flow<Table> {
    let set = read(m, from)?;
    // A leading `^` is an ordinary character in a replacement.
    let mut to = read_plain(m, to)?;
    if set.negated {
        let last = to.pop().map_or(0, |(_, last)| last);
        return Ok(Table::Others(set, last));
    }
    let mut next = Replacements { ranges: &to, next: 0, last: 0, is_inside: false };
    let mut ascii = vec![None; 128];
    let mut others = FxHashMap::default();
    let mut wide = Vec::new();
    for (first, last) in set.ranges {
        for code in first..=last {
            // After the end of the replacement all characters map to the same one.
            if next.ranges.is_empty() && last - code > 0x400 {
                wide.push((code, last, next.next()));
                break;
            }
            m.step()?;
            let new = next.next();
            match ascii.get_mut(code as usize) {
                Some(place) => *place = Some(new),
                None => {
                    others.insert(code, new);
                }
            }
        }
    }
    Ok(Table::Map { ascii, others, wide })
}

/// Parses a replacement to ranges of codes.
fn read_plain(m: &mut Machine<'_>, id: StrId) -> Flow<Vec<(u32, u32)>> {
    let written = read(m, id)?;
    if !written.negated {
        return Ok(written.ranges);
    }
    let mut ranges = written.ranges;
    let caret = u32::from('^');
    ranges.insert(0, (caret, caret));
    Ok(ranges)
}

fn translated(
    m: &mut Machine<'_>,
    id: StrId,
    args: Args<'_>,
    squeeze: bool,
) -> Flow<Option<RString>> {
    let from = m.to_str(args[0])?;
    let to = m.to_str(args[1])?;
    if m.string(to).is_empty() {
        let list = [Value::Str(from)];
        return deleted(m, id, Args::new(args.name, &list));
    }
    chars::check_compatible(m, id, from)?;
    let encoding = chars::check_compatible(m, id, to)?;
    if m.string(id).is_empty() {
        return Ok(None);
    }
    chars::check_valid(m, id)?;
    let table = table(m, from, to)?;
    let string = m.string(id);
    let mut model = RString::from_text("".into());
    model.encoding = encoding;
    let mut bytes = Vec::with_capacity(string.len());
    let mut is_changed = false;
    let mut last = None;
    for code in codes(string) {
        // With a negated set, only characters up to 255 are squeezed.
        let is_kept = squeeze && code > 0xff && matches!(table, Table::Others(..));
        match table.get(code).filter(|_| !is_kept) {
            Some(new) => {
                is_changed = true;
                if !squeeze || last != Some(new) {
                    push(&mut bytes, new, &model);
                }
                last = Some(new);
            }
            None => {
                push(&mut bytes, code, &model);
                last = None;
            }
        }
    }
    Ok(is_changed.then(|| RString::from_bytes(bytes, encoding)))
}

fn tr(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let new = translated(m, id, args, false)?;
    Ok(or_copy(m, id, new))
}

fn tr_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let new = translated(m, id, args, false)?;
    change(m, this, new)
}

fn tr_s(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let new = translated(m, id, args, true)?;
    Ok(or_copy(m, id, new))
}

fn tr_s_bang(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own_mut(m, this)?;
    let new = translated(m, id, args, true)?;
    change(m, this, new)
}
