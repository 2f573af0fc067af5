//! Two values: the places at which they differ.
//!
//! Secrets reach further than the value that is marked: what stands at the same place on the other
//! side is one too, since the mark may be what changed. In arrays, where places shift, nothing that
//! differs is shown when any element on either side is a secret.

use std::collections::BTreeMap;

use pupa_value::Value;
use pupa_value::value::Hash;

use super::lines::unified;
use super::sequence::edits;
use super::shown::{Shown, holds_secret, is_secret, text};
use super::{Change, SetChange};

/// Whether values may be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Secrecy {
    /// Unless they are sensitive.
    Open,
    /// Never.
    Secret,
}

impl Secrecy {
    pub(super) fn shown(self, value: &Value) -> Shown {
        match self {
            Secrecy::Open => Shown::new(value),
            Secrecy::Secret => Shown::redacted(),
        }
    }

    fn or(self, is_secret: bool) -> Secrecy {
        if is_secret { Secrecy::Secret } else { self }
    }
}

/// Finds the places at which two values differ, with the place of each.
pub(super) fn compare(
    path: &str,
    old: &Value,
    new: &Value,
    secrecy: Secrecy,
    found: &mut Vec<(String, Change)>,
) {
    if old == new {
        return;
    }
    let before = found.len();
    // Not even the place within a secret is told.
    if secrecy == Secrecy::Open && !is_secret(old) && !is_secret(new) {
        match (old, new) {
            (Value::Hash(old), Value::Hash(new)) => hashes(path, old, new, found),
            (Value::Array(old), Value::Array(new)) => arrays(path, old, new, found),
            (Value::String(a), Value::String(b)) if a.contains('\n') || b.contains('\n') => {
                let (old, new, hunks) = (Shown::new(old), Shown::new(new), unified(a, b));
                found.push((path.to_owned(), Change::Lines { old, new, hunks }));
            }
            _ => {}
        }
    }
    if found.len() == before {
        // What is of another kind may hold what is a secret within the other. Only hashes whose
        // keys are secrets differ without a place to name.
        let secrecy = secrecy.or(holds_secret(old) || holds_secret(new));
        let change = Change::Changed { old: secrecy.shown(old), new: secrecy.shown(new) };
        found.push((path.to_owned(), change));
    }
}

fn hashes(path: &str, old: &Hash, new: &Hash, found: &mut Vec<(String, Change)>) {
    let mut entries: BTreeMap<String, (Option<&Value>, Option<&Value>)> = BTreeMap::new();
    for (key, value) in old {
        entries.entry(format!("{path}{}", key_step(key))).or_default().0 = Some(value);
    }
    for (key, value) in new {
        entries.entry(format!("{path}{}", key_step(key))).or_default().1 = Some(value);
    }
    // A secret that has another key now is on one side only, like everything it may have become.
    let mut alone = entries.values().filter(|sides| matches!(sides, (None, _) | (_, None)));
    let is_lost = alone.any(|(old, new)| old.or(*new).is_some_and(holds_secret));
    let secrecy = Secrecy::Open.or(is_lost);
    for (path, sides) in &entries {
        match sides {
            (Some(old), Some(new)) => compare(path, old, new, Secrecy::Open, found),
            (Some(old), None) => {
                found.push((path.clone(), Change::Removed(secrecy.shown(old))));
            }
            (None, Some(new)) => {
                found.push((path.clone(), Change::Added(secrecy.shown(new))));
            }
            (None, None) => {}
        }
    }
}

/// `.name` for words, `['a name']` for the rest.
fn key_step(key: &Value) -> String {
    let is_word = |text: &str| {
        let is_plain = |letter: char| letter.is_alphanumeric() || "_-:/".contains(letter);
        !text.is_empty() && text.chars().all(is_plain)
    };
    match key {
        Value::String(text) if is_word(text) => format!(".{text}"),
        _ => format!("[{}]", text(key)),
    }
}

/// Compares elements. A removed or changed one has the index it has on the old side, an added one
/// that of the new side.
fn arrays(path: &str, old: &[Value], new: &[Value], found: &mut Vec<(String, Change)>) {
    let secrecy = Secrecy::Open.or(old.iter().chain(new).any(holds_secret));
    for edit in edits(old, new).into_iter().filter(|edit| !edit.is_equal) {
        let both = edit.old.len().min(edit.new.len());
        for (x, y) in edit.old.clone().zip(edit.new.clone()) {
            compare(&format!("{path}[{x}]"), &old[x], &new[y], secrecy, found);
        }
        for x in edit.old.skip(both) {
            found.push((format!("{path}[{x}]"), Change::Removed(secrecy.shown(&old[x]))));
        }
        for y in edit.new.skip(both) {
            found.push((format!("{path}[{y}]"), Change::Added(secrecy.shown(&new[y]))));
        }
    }
}

/// Compares lists of words or references whose order does not matter; one word is a list of one.
pub(super) fn sets(old: &Value, new: &Value) -> SetChange<String> {
    SetChange::between(words(old), words(new))
}

/// The words of a list, or the one word.
pub(super) fn words(value: &Value) -> Vec<String> {
    match value {
        Value::Array(elements) => elements.iter().flat_map(words).collect(),
        Value::String(text) => vec![text.to_string()],
        Value::Undef => Vec::new(),
        other => vec![text(other)],
    }
}
