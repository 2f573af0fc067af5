//! Comparison of two sequences as a short list of edits.
//!
//! The algorithm is that of Myers, which finds the shortest edit script. To bound the time, a
//! script that would be very long is replaced by one edit that covers everything between the common
//! prefix and suffix.

use std::hash::Hash;
use std::ops::Range;

use rustc_hash::FxHashMap;

/// A range of both sequences. Equal ranges have the same length; otherwise one of them may be
/// empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Edit {
    pub(super) is_equal: bool,
    pub(super) old: Range<usize>,
    pub(super) new: Range<usize>,
}

/// The maximum number of edits to search for.
const MAX_EDITS: usize = 1000;
/// The maximum number of steps of the search.
const MAX_STEPS: usize = 50_000_000;

/// The edits that turn the old sequence into the new one; equal and different ranges alternate.
pub(super) fn edits<T: Hash + Eq>(old: &[T], new: &[T]) -> Vec<Edit> {
    let (old, new) = numbered(old, new);
    let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let end = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let old_middle = &old_rest[..old_rest.len() - end];
    let new_middle = &new_rest[..new_rest.len() - end];
    let mut edits = Edits(Vec::new());
    edits.push(true, 0..start, 0..start);
    match matches(old_middle, new_middle) {
        None => {
            let old = start..start + old_middle.len();
            edits.push(false, old, start..start + new_middle.len());
        }
        Some(matches) => {
            let (mut x, mut y) = (0, 0);
            for (a, b) in matches {
                edits.push(false, start + x..start + a, start + y..start + b);
                edits.push(true, start + a..start + a + 1, start + b..start + b + 1);
                (x, y) = (a + 1, b + 1);
            }
            let old = start + x..start + old_middle.len();
            edits.push(false, old, start + y..start + new_middle.len());
        }
    }
    edits.push(true, old.len() - end..old.len(), new.len() - end..new.len());
    edits.0
}

/// Replaces elements by numbers, the same for equal ones.
fn numbered<T: Hash + Eq>(old: &[T], new: &[T]) -> (Vec<usize>, Vec<usize>) {
    let mut known = FxHashMap::default();
    let mut number = |element| {
        let next = known.len();
        *known.entry(element).or_insert(next)
    };
    let old = old.iter().map(&mut number).collect();
    (old, new.iter().map(number).collect())
}

/// A list of edits that merges adjacent ones of the same kind.
struct Edits(Vec<Edit>);

impl Edits {
    fn push(&mut self, is_equal: bool, old: Range<usize>, new: Range<usize>) {
        if old.is_empty() && new.is_empty() {
            return;
        }
        match self.0.last_mut() {
            Some(last) if last.is_equal == is_equal => {
                (last.old.end, last.new.end) = (old.end, new.end);
            }
            _ => self.0.push(Edit { is_equal, old, new }),
        }
    }
}

/// The index pairs of the elements in a longest common subsequence; `None` at the search limit.
fn matches(old: &[usize], new: &[usize]) -> Option<Vec<(usize, usize)>> {
    let length = old.len() + new.len();
    let most = length.min(MAX_EDITS).min(MAX_STEPS / length.max(1));
    // After d edits, `ends[k + d]` is the furthest index in `old` reached on the diagonal k = x -
    // y, which runs from -d to d; only every second diagonal is reachable. `before` holds the rows
    // of all d.
    let mut before: Vec<Vec<usize>> = Vec::new();
    for edits in 0..=most {
        let mut ends = vec![0; 2 * edits + 1];
        for at in (0..=2 * edits).step_by(2) {
            let (mut x, _) = step(before.last().map(Vec::as_slice), at);
            // A point outside of `new` is a dead end, and skipping it loses no better path.
            let Some(mut y) = (x + edits).checked_sub(at) else { continue };
            while x < old.len() && y < new.len() && old[x] == new[y] {
                (x, y) = (x + 1, y + 1);
            }
            ends[at] = x;
            if x >= old.len() && y >= new.len() {
                return Some(walk_back(&before, edits, at, (x, y)));
            }
        }
        before.push(ends);
    }
    None
}

/// The furthest index in `old` that one more edit reaches on the diagonal `at` of the next row, and
/// whether that edit consumes an element of the old sequence.
fn step(before: Option<&[usize]>, at: usize) -> (usize, bool) {
    let Some(before) = before else { return (0, false) };
    // A row has two more diagonals than the one before, so `at` there is one right of `at - 2`.
    let from_left = at.checked_sub(2).and_then(|left| before.get(left)).map(|x| x + 1);
    let from_right = before.get(at).copied();
    match (from_left, from_right) {
        (Some(left), Some(right)) if left > right => (left, true),
        (Some(left), None) => (left, true),
        (_, Some(right)) => (right, false),
        (None, None) => (0, false),
    }
}

/// Follows the rows back from the end and collects the matches.
fn walk_back(
    before: &[Vec<usize>],
    edits: usize,
    at: usize,
    end: (usize, usize),
) -> Vec<(usize, usize)> {
    let mut matches = Vec::new();
    let (mut x, mut y) = end;
    let (mut edits, mut at) = (edits, at);
    loop {
        let row = edits.checked_sub(1).and_then(|row| before.get(row)).map(Vec::as_slice);
        let (start, took_old) = step(row, at);
        while x > start && y > 0 {
            (x, y) = (x - 1, y - 1);
            matches.push((x, y));
        }
        if edits == 0 {
            break;
        }
        if took_old {
            x = x.saturating_sub(1);
            at = at.saturating_sub(2);
        } else {
            y = y.saturating_sub(1);
        }
        edits -= 1;
    }
    matches.reverse();
    matches
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the edits turn one into the other, and returns the number of inserted and
    /// removed elements.
    fn cost(old: &str, new: &str) -> usize {
        let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
        let (mut x, mut y, mut cost) = (0, 0, 0);
        let mut last = None;
        for edit in edits(&old, &new) {
            assert_eq!((edit.old.start, edit.new.start), (x, y), "without gaps");
            assert_ne!(last, Some(edit.is_equal), "in turn");
            if edit.is_equal {
                assert_eq!(old[edit.old.clone()], new[edit.new.clone()]);
            } else {
                cost += edit.old.len() + edit.new.len();
            }
            last = Some(edit.is_equal);
            (x, y) = (edit.old.end, edit.new.end);
        }
        assert_eq!((x, y), (old.len(), new.len()), "to the end");
        cost
    }

    /// The minimum number of edits, computed by dynamic programming over all prefixes.
    fn expected(old: &str, new: &str) -> usize {
        let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
        let mut row: Vec<usize> = (0..=new.len()).collect();
        for (x, a) in old.iter().enumerate() {
            let mut next = vec![x + 1];
            for (y, b) in new.iter().enumerate() {
                next.push(if a == b { row[y] } else { 1 + row[y + 1].min(next[y]) });
            }
            row = next;
        }
        row[new.len()]
    }

    #[test]
    fn edits_are_right_and_few() {
        assert_eq!(cost("abcabba", "cbabac"), 5);
        // All pairs of short words over three letters.
        let word = |number: u32| {
            let letters = (0..number % 6).map(|at| number / 3u32.pow(at) % 3);
            letters.map(|letter| char::from(b'a' + letter as u8)).collect::<String>()
        };
        let words: Vec<String> = (0..3u32.pow(5)).map(word).collect();
        for old in &words {
            for new in &words {
                assert_eq!(cost(old, new), expected(old, new), "{old} {new}");
            }
        }
    }

    #[test]
    fn hopeless_comparisons_end_early() {
        let old: Vec<usize> = (0..100_000).collect();
        let new: Vec<usize> = (100_000..200_000).collect();
        assert_eq!(edits(&old, &new).len(), 1);
        assert_eq!(edits(&old, &[]).len(), 1);
        assert!(edits::<usize>(&[], &[]).is_empty());
    }
}
