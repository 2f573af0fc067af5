//! Comparison of two values: the paths at which they differ.
//!
//! Redaction reaches further than the value that is marked as sensitive: the value at the same path
//! on the other side is redacted too, since only the mark may have changed. Indices in arrays
//! shift, so if any element on either side is sensitive, all differing elements are redacted.

use std::collections::BTreeMap;

use pupa_value::Value;
use pupa_value::value::Hash;

use super::report_value::{ReportValue, contains_sensitive, is_sensitive, text};
use super::sequence::edits;
use super::unified::unified;
use super::{Change, SetChange};

/// Whether values must be redacted regardless of their content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Redaction {
    /// Only values that are sensitive themselves are redacted.
    IfSensitive,
    /// All values are redacted.
    Always,
}

impl Redaction {
    /// The value for a report, redacted as required.
    pub(super) fn report_value(self, value: &Value) -> ReportValue {
        match self {
            Redaction::IfSensitive => ReportValue::new(value),
            Redaction::Always => ReportValue::redacted(),
        }
    }

    /// Returns `Always` if the condition holds.
    fn or(self, condition: bool) -> Redaction {
        if condition { Redaction::Always } else { self }
    }
}

/// Finds the differences between two values, each with its path.
pub(super) fn compare(
    path: &str,
    old: &Value,
    new: &Value,
    redaction: Redaction,
    found: &mut Vec<(String, Change)>,
) {
    if old == new {
        return;
    }
    let before = found.len();
    // Paths inside a sensitive value would reveal its structure.
    if redaction == Redaction::IfSensitive && !is_sensitive(old) && !is_sensitive(new) {
        match (old, new) {
            (Value::Hash(old), Value::Hash(new)) => hashes(path, old, new, found),
            (Value::Array(old), Value::Array(new)) => arrays(path, old, new, found),
            (Value::String(a), Value::String(b)) if a.contains('\n') || b.contains('\n') => {
                let (old, new, hunks) =
                    (ReportValue::new(old), ReportValue::new(new), unified(a, b));
                found.push((path.to_owned(), Change::Lines { old, new, hunks }));
            }
            _ => {}
        }
    }
    if found.len() == before {
        // If the value changed its type, either side may contain a sensitive value of the other, so
        // both are redacted. Two hashes get here only if their sensitive keys make the paths equal.
        let redaction = redaction.or(contains_sensitive(old) || contains_sensitive(new));
        let change =
            Change::Changed { old: redaction.report_value(old), new: redaction.report_value(new) };
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
    // A sensitive value may have moved to another key, so all entries that exist on one side only
    // are redacted.
    let mut alone = entries.values().filter(|sides| matches!(sides, (None, _) | (_, None)));
    let may_have_moved = alone.any(|(old, new)| old.or(*new).is_some_and(contains_sensitive));
    let redaction = Redaction::IfSensitive.or(may_have_moved);
    for (path, sides) in &entries {
        match sides {
            (Some(old), Some(new)) => compare(path, old, new, Redaction::IfSensitive, found),
            (Some(old), None) => {
                found.push((path.clone(), Change::Removed(redaction.report_value(old))));
            }
            (None, Some(new)) => {
                found.push((path.clone(), Change::Added(redaction.report_value(new))));
            }
            (None, None) => {}
        }
    }
}

/// The path segment of a hash key: `.name` for words, `['a name']` for others.
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

/// Compares elements. A removed or changed one has its index on the old side, an added one that on
/// the new side.
fn arrays(path: &str, old: &[Value], new: &[Value], found: &mut Vec<(String, Change)>) {
    let redaction = Redaction::IfSensitive.or(old.iter().chain(new).any(contains_sensitive));
    for edit in edits(old, new).into_iter().filter(|edit| !edit.is_equal) {
        let both = edit.old.len().min(edit.new.len());
        for (x, y) in edit.old.clone().zip(edit.new.clone()) {
            compare(&format!("{path}[{x}]"), &old[x], &new[y], redaction, found);
        }
        for x in edit.old.skip(both) {
            found.push((format!("{path}[{x}]"), Change::Removed(redaction.report_value(&old[x]))));
        }
        for y in edit.new.skip(both) {
            found.push((format!("{path}[{y}]"), Change::Added(redaction.report_value(&new[y]))));
        }
    }
}

/// Compares lists of words or references as sets; a single word counts as a list.
pub(super) fn sets(old: &Value, new: &Value) -> SetChange<String> {
    SetChange::between(words(old), words(new))
}

/// The words of a list, or the single word.
pub(super) fn words(value: &Value) -> Vec<String> {
    match value {
        Value::Array(elements) => elements.iter().flat_map(words).collect(),
        Value::String(text) => vec![text.to_string()],
        Value::Undef => Vec::new(),
        other => vec![text(other)],
    }
}
