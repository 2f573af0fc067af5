//! Matching without regard to case.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use super::options::Inline;
use super::tree::Node;

/// A character of a pattern, which stands for its other cases too under `(?i)`.
pub(super) fn character(c: char, options: Inline) -> Node {
    if !options.ignores_case {
        return Node::Char(c);
    }
    let set = folded(&single(c));
    let is_single = matches!(set.ranges(), [range] if range.start() == range.end());
    if is_single { Node::Char(c) } else { Node::Set(set) }
}

/// Characters that stand for several others when case is ignored, and in a negated
/// class for no single one.
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

/// Adds the other cases of characters to a class. Characters of ASCII and others stand for each
/// other only if the pattern says them, or their range, outright: these are in `said`.
pub(super) fn class(set: &ClassUnicode, said: &ClassUnicode, is_negated: bool) -> ClassUnicode {
    let ascii = ClassUnicode::new([ClassUnicodeRange::new('\0', '\x7f')]);
    let kept = set;
    let mut set = set.clone();
    if is_negated {
        let ranges = UNFOLDED.map(|(from, to)| ClassUnicodeRange::new(from, to));
        set.difference(&ClassUnicode::new(ranges));
    }
    let set = &set;
    let mut within = set.clone();
    within.intersect(&ascii);
    let mut result = folded(&within);
    result.intersect(&ascii);
    let mut beyond = set.clone();
    beyond.difference(&ascii);
    let mut beyond = folded(&beyond);
    beyond.difference(&ascii);
    result.union(&beyond);
    let mut said = said.clone();
    said.intersect(set);
    result.union(&folded(&said));
    // Compat: Ruby adds characters of this block where it does not look for them afterwards, so
    // `[É-Ê]` does not match `é` even when case is ignored.
    // `ß` is found as one of the characters that stand for several.
    let lost = [('\u{80}', '\u{de}'), ('\u{e0}', '\u{ff}')];
    let lost = lost.map(|(from, to)| ClassUnicodeRange::new(from, to));
    result.difference(&ClassUnicode::new(lost));
    result.union(kept);
    result
}

/// Whether two texts are equal without regard to case.
pub(super) fn equal(left: char, right: char) -> bool {
    left == right
        || folded(&single(left)).ranges().iter().any(|r| (r.start()..=r.end()).contains(&right))
}

fn single(c: char) -> ClassUnicode {
    ClassUnicode::new([ClassUnicodeRange::new(c, c)])
}

fn folded(set: &ClassUnicode) -> ClassUnicode {
    let mut folded = set.clone();
    // It fails only if the tables are compiled out, and then there is nothing to add.
    let _ = folded.try_case_fold_simple();
    folded
}
