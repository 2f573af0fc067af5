//! Suggestions: the known words that are most similar to an unknown one.

/// The known word closest to `word`, if any is close.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    close(word, known).min().map(|(_, candidate)| candidate)
}

/// The known words close to `word`, the closest first, in quotes for a message; three at most.
pub fn near<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut close: Vec<(usize, &str)> = close(word, known).collect();
    close.sort_unstable();
    close.iter().take(3).map(|(_, candidate)| format!("`{candidate}`")).collect()
}

/// The known words that are similar to `word`, with their distances.
fn close<'a>(
    word: &str,
    known: impl Iterator<Item = &'a str>,
) -> impl Iterator<Item = (usize, &'a str)> {
    let word: Vec<char> = word.chars().collect();
    let limit = (word.len() / 3).max(1);
    let mut letters = Vec::new();
    known.filter_map(move |candidate| {
        letters.clear();
        letters.extend(candidate.chars());
        // Words of other lengths can't be similar, and comparing them may take long.
        if letters.len().abs_diff(word.len()) > limit {
            return None;
        }
        let distance = distance(&word, &letters, limit)?;
        (distance < letters.len()).then_some((distance, candidate))
    })
}

/// Returns the edit distance with insertions, removals, replacements and swaps of neighbours;
/// `None` if it is above the limit.
fn distance(left: &[char], right: &[char], limit: usize) -> Option<usize> {
    let (left, right) = without_common_ends(left, right);
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    let mut row = Vec::with_capacity(last.len());
    for (i, l) in left.iter().enumerate() {
        row.clear();
        row.push(i + 1);
        for (j, r) in right.iter().enumerate() {
            let replaced = last[j] + usize::from(l != r);
            let mut best = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *l == right[j - 1] && left[i - 1] == *r {
                best = best.min(before_last[j - 1] + 1);
            }
            row.push(best);
        }
        // The next row is computed from these two.
        if row.iter().chain(&last).all(|distance| *distance > limit) {
            return None;
        }
        std::mem::swap(&mut before_last, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    Some(last[right.len()]).filter(|distance| *distance <= limit)
}

/// Returns two words without their common prefix and suffix, which long names often have.
fn without_common_ends<'w>(left: &'w [char], right: &'w [char]) -> (&'w [char], &'w [char]) {
    let same = left.iter().zip(right).take_while(|(l, r)| l == r).count();
    let (left, right) = (&left[same..], &right[same..]);
    let same = left.iter().rev().zip(right.iter().rev()).take_while(|(l, r)| l == r).count();
    (&left[..left.len() - same], &right[..right.len() - same])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_edits() {
        let edits = |left: &str, right: &str| {
            let (left, right): (Vec<char>, Vec<char>) =
                (left.chars().collect(), right.chars().collect());
            distance(&left, &right, 3)
        };
        assert_eq!(edits("", "abc"), Some(3));
        assert_eq!(edits("edtion", "edition"), Some(1));
        assert_eq!(edits("ab", "ba"), Some(1));
        assert_eq!(edits("xaby", "xbay"), Some(1));
        assert_eq!(edits("kitten", "sitting"), Some(3));
        assert_eq!(edits("aa", "aaa"), Some(1));
        assert_eq!(edits("abcd", "efgh"), None);
        assert_eq!(edits("", "abcd"), None);
    }

    #[test]
    fn suggests_only_what_is_close() {
        let known = ["edition", "strict", "modulepath"];
        assert_eq!(nearest("stirct", known.into_iter()), Some("strict"));
        assert_eq!(nearest("wibble", known.into_iter()), None);
        assert_eq!(near("edtion", known.into_iter()), ["`edition`"]);
        assert!(near("wibble", known.into_iter()).is_empty());
        assert_eq!(nearest("y", ["x"].into_iter()), None);
    }
}
