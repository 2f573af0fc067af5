//! Case-insensitive matching of characters.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use super::node::Node;

/// The node for a character of a pattern, which with `(?i)` includes its other cases.
pub(crate) fn character(c: char, ignores_case: bool) -> Node {
    if !ignores_case {
        return Node::Char(c);
    }
    let set = fold_case(&single(c));
    let is_single = matches!(set.ranges(), [range] if range.start() == range.end());
    if is_single { Node::Char(c) } else { Node::Set(set) }
}

/// Characters that Ruby folds to several characters, and that a negated class folds to no single
/// one.
const UNFOLDED: [(char, char); 12] = [
    ('\u{df}', '\u{df}'),
    ('\u{390}', '\u{390}'),
    ('\u{3b0}', '\u{3b0}'),
    ('\u{1e9e}', '\u{1e9e}'),
    ('\u{1f80}', '\u{1faf}'),
    ('\u{1fb3}', '\u{1fb3}'),
    ('\u{1fbc}', '\u{1fbc}'),
    ('\u{1fc3}', '\u{1fcc}'),
    ('\u{1fd3}', '\u{1fd3}'),
    ('\u{1fe3}', '\u{1fe3}'),
    ('\u{1ff3}', '\u{1ffc}'),
    ('\u{fb05}', '\u{fb06}'),
];

/// Adds the other cases of its members to a class. ASCII and other characters are folded to each
/// other only if the pattern contains them, or a range with them, explicitly: these are `explicit`.
pub(crate) fn class(set: &ClassUnicode, explicit: &ClassUnicode, is_negated: bool) -> ClassUnicode {
    let ascii = ClassUnicode::new([ClassUnicodeRange::new('\0', '\x7f')]);
    let original = set;
    let mut set = set.clone();
    if is_negated {
        let ranges = UNFOLDED.map(|(from, to)| ClassUnicodeRange::new(from, to));
        set.difference(&ClassUnicode::new(ranges));
    }
    let set = &set;
    let mut within = set.clone();
    within.intersect(&ascii);
    let mut result = fold_case(&within);
    result.intersect(&ascii);
    let mut beyond = set.clone();
    beyond.difference(&ascii);
    let mut beyond = fold_case(&beyond);
    beyond.difference(&ascii);
    result.union(&beyond);
    let mut explicit = explicit.clone();
    explicit.intersect(set);
    result.union(&fold_case(&explicit));
    // Compat: Ruby adds characters of this block to a table that it does not search afterwards, so
    // `[É-Ê]` does not match `é` even when case is ignored. `ß` is found as a character that folds
    // to several. Pinned by `case_is_ignored_as_in_ruby`.
    let excluded = [('\u{80}', '\u{de}'), ('\u{e0}', '\u{ff}')];
    let excluded = excluded.map(|(from, to)| ClassUnicodeRange::new(from, to));
    result.difference(&ClassUnicode::new(excluded));
    result.union(original);
    result
}

/// Whether two characters are equal when case is ignored.
pub(crate) fn equal(left: char, right: char) -> bool {
    left == right
        || fold_case(&single(left)).ranges().iter().any(|r| (r.start()..=r.end()).contains(&right))
}

fn single(c: char) -> ClassUnicode {
    ClassUnicode::new([ClassUnicodeRange::new(c, c)])
}

fn fold_case(set: &ClassUnicode) -> ClassUnicode {
    let mut set = set.clone();
    // This fails only if the tables are compiled out; then there is nothing to add.
    let _ = set.try_case_fold_simple();
    set
}
