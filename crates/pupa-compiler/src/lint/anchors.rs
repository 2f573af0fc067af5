//! Keys that are there for what is anchored in them: `base: &base`, and `*base` elsewhere.

use pupa_data::Place;
use pupa_syntax::source::Source;
use rustc_hash::FxHashSet;

/// The names of anchors that a YAML text has aliases of.
pub(super) fn aliases(text: &str) -> FxHashSet<String> {
    words_after(text, '*').map(str::to_owned).collect()
}

/// Whether what stands at a key of a YAML text is used by one of its aliases.
pub(super) fn is_aliased(source: &Source, place: Place, aliases: &FxHashSet<String>) -> bool {
    if aliases.is_empty() {
        return false;
    }
    let begins_key =
        |line: &str| !line.is_empty() && !line.starts_with([' ', '\t', '#', '-', '}', ']']);
    let last = source.line_starts().len() as u32;
    let rest = (place.line + 1..=last).map(|line| source.line(line));
    let rest = rest.take_while(|line| !begins_key(line));
    let mut own = std::iter::once(source.line(place.line)).chain(rest);
    own.any(|line| words_after(line, '&').any(|anchor| aliases.contains(anchor)))
}

/// The words that begin with a mark, without it.
fn words_after(text: &str, mark: char) -> impl Iterator<Item = &str> {
    let starts = text.match_indices(mark).filter(|(at, _)| {
        let before = text[..*at].chars().next_back();
        before.is_none_or(|c| c.is_whitespace() || matches!(c, '[' | ',' | '{'))
    });
    starts.filter_map(|(at, mark)| {
        let rest = &text[at + mark.len()..];
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, ',' | ']' | '}' | '['));
        let word = &rest[..end.unwrap_or(rest.len())];
        (!word.is_empty()).then_some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_make_keys_useful() {
        let text = "a: &a {x: 1}\nb:\n  - &b 1\nc: &c 1\nd: {<<: *a}\ne: [*b, 2*c]\n";
        let source = Source::new("", text);
        let known = aliases(text);
        let aliased = |line| is_aliased(&source, Place { line, column: 1 }, &known);
        assert_eq!([1, 2, 4, 5, 6].map(aliased), [true, true, false, false, false]);
    }
}
