//! Near misses: which of the known words was probably meant.

/// The known word closest to `word`, if any is close.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    close(word, known).first().copied()
}

/// The known words close to `word`, the closest first, in quotes for a message; three at most.
pub fn near<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Vec<String> {
    close(word, known).iter().take(3).map(|candidate| format!("`{candidate}`")).collect()
}

/// The known words that share letters with `word` and differ little, the closest first.
fn close<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let length = word.chars().count();
    let limit = (length / 3).max(1);
    let mut close: Vec<(usize, &str)> = known
        // Words of other lengths can't be close, and to compare them may take long.
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= limit)
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|&(distance, one)| distance <= limit && distance < one.chars().count())
        .collect();
    close.sort_unstable();
    close.into_iter().map(|(_, candidate)| candidate).collect()
}

/// How many characters must be inserted, removed, replaced or swapped with their neighbour.
fn distance(left: &str, right: &str) -> usize {
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for (i, l) in left.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, r) in right.iter().enumerate() {
            let replaced = last[j] + usize::from(l != r);
            let mut best = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *l == right[j - 1] && left[i - 1] == *r {
                best = best.min(before_last[j - 1] + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_edits() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("edtion", "edition"), 1);
        assert_eq!(distance("ab", "ba"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
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
