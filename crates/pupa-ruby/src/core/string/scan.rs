//! `String`: `scan`, `match`, `=~`, `partition` and `rpartition`.

use super::chars;
use super::index::last_match;
use super::matching::{self, Pattern, Search, plain_pattern, regexp_pattern};
use super::own;
use crate::machine::matching::MatchSpans;
use crate::machine::{Flow, Machine};
use crate::native::{Args, Method, method, walking};
use crate::symbol::{Symbol, names};
use crate::value::{StrId, Value};

/// The methods of `String` that this file implements.
pub(super) const METHODS: &[Method] = &[
    method("scan", 1, 1, scan),
    walking("match", 1, -1, match_data),
    walking("match?", 1, -1, matches),
    walking("=~", 1, 1, match_operator),
    method("partition", 1, 1, partition),
    method("rpartition", 1, 1, rpartition),
];

/// The offset where the search continues after a match.
pub(super) fn behind(m: &Machine<'_>, id: StrId, spans: &MatchSpans) -> usize {
    let whole = spans.whole();
    if whole.start < whole.end {
        return whole.end;
    }
    let string = m.string(id);
    match whole.end < string.len() {
        true => whole.end + chars::char_len(string.bytes(), chars::layout(string), whole.end),
        false => whole.end + 1,
    }
}

/// The element for a match: the whole match, or an array of the groups if there are any.
fn item(m: &mut Machine<'_>, id: StrId, spans: &MatchSpans) -> Value {
    if spans.len() == 1 {
        let whole = spans.whole();
        return chars::slice(m, id, whole.start, whole.end);
    }
    let mut groups = Vec::with_capacity(spans.len() - 1);
    for group in 1..spans.len() {
        groups.push(match spans.get(group) {
            Some(span) => chars::slice(m, id, span.start, span.end),
            None => Value::Nil,
        });
    }
    m.new_array(groups)
}

fn scan(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let pattern = plain_pattern(m, args[0])?;
    chars::check_valid(m, id)?;
    let search = Search::new(m, pattern, id)?;
    let mut from = 0;
    let mut last = None;
    let mut list = Vec::new();
    while from <= m.string(id).len() {
        m.step()?;
        let Some(spans) = search.find(m, from)? else { break };
        from = behind(m, id, &spans);
        let item = item(m, id, &spans);
        match args.block {
            Some(block) => {
                search.publish(m, Some(&spans));
                let copy = m.string(id).clone();
                m.yield_one(block, item)?;
                matching::check_unchanged(m, id, &copy)?;
            }
            None => {
                m.charge(size_of::<Value>())?;
                list.push(item);
            }
        }
        last = Some(spans);
    }
    search.publish(m, last.as_ref());
    match args.block {
        Some(_) => Ok(this),
        None => Ok(m.new_array(list)),
    }
}

/// Calls a method of the regular expression with the string.
fn delegate(m: &mut Machine<'_>, this: Value, args: Args<'_>, name: Symbol) -> Flow {
    let regexp = regexp_pattern(m, args[0])?;
    let mut list = args.list.to_vec();
    list[0] = this;
    m.call_args(Value::Regexp(regexp), Args::new(name, &list).with_block(args.block))
}

fn match_data(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    delegate(m, this, args, Symbol::new("match"))
}

fn matches(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    delegate(m, this, args, names::MATCH_P)
}

fn match_operator(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    match args[0] {
        Value::Str(_) => Err(m.type_error("type mismatch: String given")),
        pattern => m.call(pattern, names::MATCH, &[this]),
    }
}

fn three(
    m: &mut Machine<'_>,
    id: StrId,
    pattern: Pattern,
    found: Option<(usize, usize)>,
    default: usize,
) -> Value {
    let length = m.string(id).len();
    let (start, end) = found.unwrap_or((default, default));
    let middle = match (pattern, found) {
        (Pattern::Text(text), Some(_)) => {
            let copy = super::index::plain_copy(m.string(text));
            Value::Str(m.add_string(copy))
        }
        _ => chars::slice(m, id, start, end),
    };
    let list = vec![chars::slice(m, id, 0, start), middle, chars::slice(m, id, end, length)];
    m.new_array(list)
}

fn partition(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let pattern = plain_pattern(m, args[0])?;
    let search = Search::new(m, pattern, id)?;
    let found = search.find(m, 0)?;
    if search.regexp().is_some() {
        search.publish(m, found.as_ref());
    }
    let length = m.string(id).len();
    let found = found.map(|spans| (spans.whole().start, spans.whole().end));
    Ok(three(m, id, pattern, found, length))
}

fn rpartition(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let id = own(m, this)?;
    let pattern = plain_pattern(m, args[0])?;
    let length = m.string(id).len();
    let search = Search::new(m, pattern, id)?;
    let found = match pattern {
        Pattern::Regexp(_) => {
            let found = last_match(m, &search, id, length)?;
            search.publish(m, found.as_ref());
            found.map(|spans| (spans.whole().start, spans.whole().end))
        }
        Pattern::Text(text) => {
            let start = matching::rfind_text(m.string(id), m.string(text), length);
            start.map(|start| (start, start + m.string(text).len()))
        }
    };
    Ok(three(m, id, pattern, found, 0))
}
