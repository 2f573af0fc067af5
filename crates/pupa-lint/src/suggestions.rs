//! Suggests similar names, as long as that does not take too much time.

use rustc_hash::FxHashMap;

/// The maximum number of comparisons. With more findings than that, users do not read suggestions.
const MOST_COMPARED: usize = 2_000_000;

/// The results for names of one kind.
pub(super) struct Suggestions {
    known: FxHashMap<String, Option<String>>,
    left: usize,
}

impl Suggestions {
    /// Nothing was asked yet.
    pub(super) fn new() -> Suggestions {
        Suggestions { known: FxHashMap::default(), left: MOST_COMPARED }
    }

    /// Returns the most similar known name.
    pub(super) fn near(
        &mut self,
        name: &str,
        among: usize,
        find: impl FnOnce() -> Option<String>,
    ) -> Option<String> {
        if let Some(known) = self.known.get(name) {
            return known.clone();
        }
        self.left = self.left.checked_sub(among.max(1))?;
        let near = find();
        self.known.insert(name.to_owned(), near.clone());
        near
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_resolved_once_and_cycles_end() {
        let mut suggestions = Suggestions::new();
        let found = suggestions.near("a", MOST_COMPARED - 1, || Some("b".to_owned()));
        assert_eq!(found.as_deref(), Some("b"));
        let again = suggestions.near("a", 10, || unreachable!("it is known"));
        assert_eq!(again.as_deref(), Some("b"));
        assert_eq!(suggestions.near("c", 1, || None), None);
        assert_eq!(suggestions.near("d", 1, || unreachable!("it would take too long")), None);
    }
}
