//! Reports circular lookups in values: `a: "%{lookup('b')}"` where `b` is `"%{lookup('a')}"`.
//!
//! Only keys with a single value are considered; for others, the value depends on the node.

use pupa_syntax::diagnostic::Diagnostic;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::data_text::{DataText, Entry};
use crate::data_uses::keys_within;
use crate::issues::RECURSIVE_LOOKUP;
use crate::known_keys::KnownKeys;
use crate::place::word_at;
use crate::survey::{Rule, Survey};

/// The maximum number of keys that a message about a cycle names.
const MOST_NAMES: usize = 8;

/// Values that need themselves.
pub(super) static RULE: Rule = Rule { issues: &[&RECURSIVE_LOOKUP], check: cycles };

/// A finding for each cycle, except those that share a key with a reported one.
fn cycles(survey: &Survey<'_, '_>) -> Vec<Diagnostic> {
    let needs = Needs::new(survey.all_data, survey.known);
    let mut reported = FxHashSet::default();
    let mut findings = Vec::new();
    for cycle in needs.cycles() {
        if !cycle.iter().any(|key| reported.contains(key)) {
            findings.extend(needs.finding(&cycle));
            reported.extend(cycle);
        }
    }
    findings
}

/// The keys with the keys that their values look up.
struct Needs<'d> {
    keys: Vec<Key<'d>>,
}

/// A key with its only value.
struct Key<'d> {
    text: &'d DataText,
    entry: Entry<'d>,
    /// The indexes of the keys that the value looks up.
    needs: Vec<usize>,
}

/// The state of a key in the walk.
#[derive(Clone, Copy, PartialEq)]
enum Visited {
    Not,
    /// On the current path, at this position.
    At(usize),
    Done,
}

impl<'d> Needs<'d> {
    fn new(data: &'d [DataText], seen: &KnownKeys<'d>) -> Needs<'d> {
        let mut keys = Vec::new();
        let mut numbers: FxHashMap<&'d str, usize> = FxHashMap::default();
        for text in data.iter().filter(|text| !text.uses.is_empty()) {
            for entry in text.entries() {
                if !numbers.contains_key(entry.key)
                    && !keys_within(entry.value).is_empty()
                    && is_only(text, entry.key, seen)
                {
                    numbers.insert(entry.key, keys.len());
                    keys.push(Key { text, entry, needs: Vec::new() });
                }
            }
        }
        for key in &mut keys {
            let needed = keys_within(key.entry.value);
            key.needs =
                needed.iter().filter_map(|key| numbers.get(key.as_str()).copied()).collect();
        }
        Needs { keys }
    }

    /// The cycles that a single walk over all keys finds.
    fn cycles(&self) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        let mut visited = vec![Visited::Not; self.keys.len()];
        for start in 0..self.keys.len() {
            if visited[start] == Visited::Not {
                self.walk(start, &mut visited, &mut found);
            }
        }
        found
    }

    fn walk(&self, start: usize, visited: &mut [Visited], found: &mut Vec<Vec<usize>>) {
        visited[start] = Visited::At(0);
        let mut way = vec![start];
        let mut open = vec![self.keys[start].needs.iter()];
        while let (Some(rest), Some(&last)) = (open.last_mut(), way.last()) {
            let Some(&next) = rest.next() else {
                visited[last] = Visited::Done;
                open.pop();
                way.pop();
                continue;
            };
            match visited[next] {
                Visited::Done => {}
                Visited::At(position) => found.push(way[position..].to_vec()),
                Visited::Not => {
                    visited[next] = Visited::At(way.len());
                    way.push(next);
                    open.push(self.keys[next].needs.iter());
                }
            }
        }
    }

    /// The finding for a cycle, if some node sees it: at most one of the files may be limited to
    /// certain nodes.
    fn finding(&self, cycle: &[usize]) -> Option<Diagnostic> {
        let keys: Vec<&Key<'d>> = cycle.iter().map(|&number| &self.keys[number]).collect();
        let first = *keys.first()?;
        let of_some = keys.iter().filter(|key| !key.text.reached.is_certain);
        let of_some: FxHashSet<_> = of_some.map(|key| &key.text.reached.path).collect();
        if of_some.len() > 1 {
            return None;
        }
        let names = keys.iter().chain(keys.first()).map(|key| format!("`{}`", key.entry.key));
        let mut names: Vec<String> = names.collect();
        if names.len() > MOST_NAMES {
            names.splice(MOST_NAMES - 2..names.len() - 1, ["…".to_owned()]);
        }
        let message = match names.as_slice() {
            [name, _] => format!("the value of {name} looks up {name} itself"),
            _ => format!("the value of {} needs itself: {}", names[0], names.join(" looks up ")),
        };
        let mut finding = first.text.finding(&RECURSIVE_LOOKUP, first.entry.place, message);
        for (key, next) in keys.iter().zip(&names[1..]).skip(1) {
            if let Some(place) = key.entry.place.filter(|_| names.len() < MOST_NAMES)
                && key.text.reached.path == first.text.reached.path
            {
                let span = word_at(&key.text.source, place);
                let label = format!("this looks up {next}");
                finding = finding.label(span, label);
            }
        }
        Some(finding)
    }
}

/// Whether no other file has the key. Several levels may reach the same file.
fn is_only(text: &DataText, key: &str, seen: &KnownKeys<'_>) -> bool {
    let all = seen.all_of(key).unwrap_or_default();
    !all.is_empty() && all.iter().all(|other| other.reached.path == text.reached.path)
}
