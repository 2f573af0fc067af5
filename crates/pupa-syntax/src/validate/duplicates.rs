//! Checks for duplicate keys in hash literals.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use crate::diagnostic::Severity;
use crate::issues::validation as issue;
use crate::source::Span;
use crate::tree::{Entry, ExprId, ExprKind, List, Tree};

use super::literal::Literal;
use super::walk::Checker;
use super::{Strict, literal};

/// The number of items up to which a linear search is faster than a hash table.
const MANY: usize = 256;

impl Checker<'_> {
    pub(super) fn duplicate_keys(&mut self, entries: List<Entry>) {
        if entries.len() < 2 || self.rules.strict == Strict::Off {
            return;
        }
        let tree = self.tree;
        let entries = &tree[entries];
        if entries.iter().all(|entry| is_plain(tree, entry.key)) {
            // The usual case: all keys are strings.
            self.duplicate_plain_keys(entries);
        } else {
            self.duplicate_literal_keys(entries);
        }
    }

    fn duplicate_plain_keys(&mut self, entries: &[Entry]) {
        let tree = self.tree;
        let key = |index: usize| plain_text(tree, entries[index].key);
        each_repeated(entries.len(), key, |first, second| {
            self.duplicate_key(&entries[first], &entries[second], key(second));
        });
    }

    fn duplicate_literal_keys(&mut self, entries: &[Entry]) {
        let mut seen: HashMap<Literal<'_>, &Entry> = HashMap::with_capacity(entries.len());
        for entry in entries {
            let Some(key) = literal::evaluate(self.tree, entry.key) else { continue };
            match seen.get(&key) {
                Some(first) => self.duplicate_key(first, entry, &key.to_string()),
                None => {
                    seen.insert(key, entry);
                }
            }
        }
    }

    fn duplicate_key(&mut self, first: &Entry, second: &Entry, key: &str) {
        let severity = match self.rules.strict {
            Strict::Error => Severity::Error,
            Strict::Warning | Strict::Off => Severity::Warning,
        };
        let arrow = Span::new(second.at, second.at + 2);
        self.report(
            issue::duplicate_key(key)
                .at(self.tree.source(), arrow)
                .severity(severity)
                .label(self.tree[first.key].span, "first declared here"),
        );
    }
}

/// Whether a key is a string.
fn is_plain(tree: &Tree, key: ExprId) -> bool {
    matches!(tree[key].kind, ExprKind::String(_) | ExprKind::Name(_))
}

/// The text of a key that is a string.
fn plain_text(tree: &Tree, key: ExprId) -> &str {
    match tree[key].kind {
        ExprKind::String(text) | ExprKind::Name(text) => tree.text(text),
        _ => "",
    }
}

/// Calls `found(first, second)` for each of `count` items with the same name as an earlier one.
pub(super) fn each_repeated<T: Hash + Eq>(
    count: usize,
    name: impl Fn(usize) -> T,
    mut found: impl FnMut(usize, usize),
) {
    if count <= MANY {
        let mut seen = Bits::default();
        for second in 0..count {
            if seen.add(&name(second))
                && let Some(first) = (0..second).find(|&first| name(first) == name(second))
            {
                found(first, second);
            }
        }
        return;
    }
    let mut seen = HashMap::with_capacity(count);
    for second in 0..count {
        match seen.get(&name(second)) {
            Some(&first) => found(first, second),
            None => {
                seen.insert(name(second), second);
            }
        }
    }
}

/// A small Bloom filter: it tells for a new member whether it has certainly not been added before.
#[derive(Debug, Default)]
struct Bits([u64; 8]);

impl Bits {
    /// Adds a member. Returns whether it may have been added before.
    fn add(&mut self, member: &impl Hash) -> bool {
        let mut hasher = QuickHasher::default();
        member.hash(&mut hasher);
        let hash = hasher.finish();
        let part = &mut self.0[(hash >> 61) as usize];
        let bit = 1 << ((hash >> 55) & 63);
        let was_seen = *part & bit != 0;
        *part |= bit;
        was_seen
    }
}

/// A hash function that is fast for short names, but does not resist collision attacks.
#[derive(Debug, Default)]
struct QuickHasher(u64);

impl Hasher for QuickHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(ODD);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repeated(names: &[&str]) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        each_repeated(names.len(), |at| names[at], |first, second| all.push((first, second)));
        all
    }

    #[test]
    fn few_and_many_give_the_same() {
        assert_eq!(repeated(&[]), []);
        assert_eq!(repeated(&["a", "b", "a", "a", "b"]), [(0, 2), (0, 3), (1, 4)]);
        for count in [40, MANY, MANY + 40] {
            let mut names: Vec<String> = (0..count).map(|number| number.to_string()).collect();
            names.extend(["3".to_owned(), "0".to_owned(), "3".to_owned()]);
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            assert_eq!(repeated(&names), [(3, count), (0, count + 1), (3, count + 2)]);
        }
    }
}
