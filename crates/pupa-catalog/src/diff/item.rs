//! Differences as readable lines, without colours or markup.

use std::collections::BTreeSet;

use pupa_value::text::capitalize_segments;

use super::unified::Hunk;
use super::{
    CatalogDiff, Change, ChangedResource, OneSided, ParameterChange, ReportValue, SetChange,
};

/// The kind of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Mark {
    /// An addition.
    Added,
    /// A removal.
    Removed,
    /// A change.
    Changed,
    /// The header of a hunk.
    Hunk,
    /// A line without a difference.
    Plain,
}

impl Mark {
    pub(super) fn sign(self) -> char {
        match self {
            Mark::Added => '+',
            Mark::Removed => '-',
            Mark::Changed => '~',
            Mark::Hunk | Mark::Plain => ' ',
        }
    }
}

/// A resource, class or edge that differs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Item {
    /// The reference of the resource; items are sorted by it.
    pub(super) heading: String,
    pub(super) mark: Mark,
    /// The remark after the heading.
    pub(super) note: String,
    pub(super) lines: Vec<Line>,
}

/// A line below a heading.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Line {
    pub(super) mark: Mark,
    /// Whether it is a line of a multi-line value, which is indented further.
    pub(super) is_inner: bool,
    pub(super) text: String,
}

impl Item {
    /// The same without the lines around changes of a value of several lines, and their numbers.
    pub(super) fn without_context(&self) -> Item {
        let is_context = |line: &&Line| {
            line.is_inner
                && match line.mark {
                    Mark::Hunk => true,
                    Mark::Plain => !line.text.starts_with('\\'),
                    Mark::Added | Mark::Removed | Mark::Changed => false,
                }
        };
        let lines = self.lines.iter().filter(|line| !is_context(line)).cloned().collect();
        Item { lines, ..self.clone() }
    }
}

impl Line {
    fn new(mark: Mark, text: impl Into<String>) -> Line {
        Line { mark, is_inner: false, text: text.into() }
    }

    fn inner(mark: Mark, text: impl Into<String>) -> Line {
        Line { mark, is_inner: true, text: text.into() }
    }
}

/// All differences, sorted by heading.
pub(super) fn items(diff: &CatalogDiff) -> Vec<Item> {
    let mut items = Vec::new();
    items.extend(diff.added.iter().map(|resource| one_sided(resource, Mark::Added)));
    items.extend(diff.removed.iter().map(|resource| one_sided(resource, Mark::Removed)));
    items.extend(diff.changed.iter().map(changed));
    // Containment is reported with the contained resource, and classes are reported as resources.
    let covered: BTreeSet<String> = items.iter().map(|item| item.heading.clone()).collect();
    for ((source, target), mark) in with_marks(&diff.edges) {
        if !covered.contains(target) {
            items.push(heading_only(format!("{source} contains {target}"), mark));
        }
    }
    for (class, mark) in with_marks(&diff.classes) {
        if !covered.contains(&format!("Class[{}]", capitalize_segments(class))) {
            items.push(heading_only(format!("class {class}"), mark));
        }
    }
    items.sort();
    items
}

fn heading_only(heading: String, mark: Mark) -> Item {
    Item { heading, mark, note: String::new(), lines: Vec::new() }
}

fn with_marks<T>(set: &SetChange<T>) -> impl Iterator<Item = (&T, Mark)> {
    let removed = set.removed.iter().map(|item| (item, Mark::Removed));
    removed.chain(set.added.iter().map(|item| (item, Mark::Added)))
}

fn one_sided(resource: &OneSided, mark: Mark) -> Item {
    let mut notes = Vec::new();
    if resource.is_exported {
        notes.push("exported".to_owned());
    }
    if !resource.containers.is_empty() {
        notes.push(format!("in {}", resource.containers.join(", ")));
    }
    if resource.location.file.is_some() {
        notes.push(resource.location.to_string());
    }
    let mut lines = Vec::new();
    for (name, value) in &resource.parameters {
        match value.lines() {
            Some(text) => {
                lines.push(Line::new(mark, format!("{name}:")));
                lines.extend(text.map(|line| Line::inner(mark, line.trim_end_matches('\n'))));
            }
            None => lines.push(Line::new(mark, format!("{name} => {}", value.text()))),
        }
    }
    let heading = format!("{}[{}]", resource.type_name, resource.title);
    Item { heading, mark, note: notes.join(", "), lines }
}

fn changed(resource: &ChangedResource) -> Item {
    let mut lines: Vec<Line> = resource.parameters.iter().flat_map(parameter).collect();
    if let Some((_, is_exported)) = resource.exported {
        let text = if is_exported { "is exported now" } else { "is no longer exported" };
        lines.push(Line::new(Mark::Changed, text));
    }
    let sets = [("in", &resource.containers), ("tagged", &resource.tags)];
    for (word, set) in sets {
        lines.extend(with_marks(set).map(|(item, mark)| Line::new(mark, format!("{word} {item}"))));
    }
    if let Some((old, new)) = &resource.location {
        lines.push(Line::new(Mark::Changed, format!("declared at {old} -> {new}")));
    }
    let heading = format!("{}[{}]", resource.type_name, resource.title);
    Item { heading, mark: Mark::Changed, note: String::new(), lines }
}

fn parameter(change: &ParameterChange) -> Vec<Line> {
    let path = &change.path;
    match &change.change {
        Change::Added(value) => one_side(path, value, Mark::Added),
        Change::Removed(value) => one_side(path, value, Mark::Removed),
        Change::Changed { old, new } if old.is_redacted() || new.is_redacted() => {
            vec![Line::new(
                Mark::Changed,
                format!("{path}: {} changed", ReportValue::redacted().text()),
            )]
        }
        Change::Changed { old, new } => both_sides(path, old, new),
        Change::Lines { hunks, .. } => {
            let head = Line::new(Mark::Changed, format!("{path}:"));
            std::iter::once(head).chain(hunks.iter().flat_map(hunk)).collect()
        }
        Change::Set(set) => {
            let items = with_marks(set).map(|(item, mark)| Line::inner(mark, item.as_str()));
            std::iter::once(Line::new(Mark::Changed, format!("{path}:"))).chain(items).collect()
        }
        Change::Sensitivity { is_sensitive } => {
            let text = if *is_sensitive { "is sensitive now" } else { "is no longer sensitive" };
            vec![Line::new(Mark::Changed, format!("{path} {text}"))]
        }
    }
}

fn one_side(path: &str, value: &ReportValue, mark: Mark) -> Vec<Line> {
    match value.lines() {
        Some(text) => {
            let lines = text.map(|line| Line::inner(mark, line.trim_end_matches('\n')));
            std::iter::once(Line::new(mark, format!("{path}:"))).chain(lines).collect()
        }
        None => vec![Line::new(mark, format!("{path} => {}", value.text()))],
    }
}

/// Shows short values on one line, long ones below each other.
fn both_sides(path: &str, old: &ReportValue, new: &ReportValue) -> Vec<Line> {
    let (old, new) = (old.text(), new.text());
    if old.chars().count() + new.chars().count() <= 80 {
        return vec![Line::new(Mark::Changed, format!("{path}: {old} -> {new}"))];
    }
    vec![
        Line::new(Mark::Changed, format!("{path}:")),
        Line::inner(Mark::Removed, old),
        Line::inner(Mark::Added, new),
    ]
}

fn hunk(hunk: &Hunk) -> Vec<Line> {
    let lines = hunk.lines.iter().map(|(sign, text)| match sign {
        '+' => Line::inner(Mark::Added, text.as_str()),
        '-' => Line::inner(Mark::Removed, text.as_str()),
        '\\' => Line::inner(Mark::Plain, format!("\\ {text}")),
        _ => Line::inner(Mark::Plain, text.as_str()),
    });
    std::iter::once(Line::inner(Mark::Hunk, hunk.header())).chain(lines).collect()
}

/// Escapes control characters and invisible characters, which could manipulate a terminal or
/// deceive the reader.
pub(super) fn visible(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\t' => escaped.push('\t'),
            '\r' => escaped.push_str("\\r"),
            '\n' => escaped.push_str("\\n"),
            letter if letter.is_control() || is_invisible(letter) => {
                escaped.extend(letter.escape_unicode());
            }
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Whether a character is a bidirectional control or a space of zero width.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}
