//! Values before and while their substitutions are resolved, and how one is laid over another.

use std::rc::Rc;

use indexmap::IndexMap;
use pupa_value::Value;
use rustc_hash::FxBuildHasher;

use super::Refusal;
use super::path::Path;
use crate::document::Place;

/// A value. What is the same value, such as a substitution that comes back to itself, is told by
/// its address.
pub(super) type Node = Rc<Item>;

/// What a value is, and which lines it comes from.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) origin: Origin,
    pub(super) kind: Kind,
}

/// What a value is.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    Null,
    Boolean(bool),
    /// A number, and how it is written.
    Number(Value, String),
    Text {
        text: String,
        quoted: bool,
    },
    Object(Object),
    List(List),
    /// `${path}`, or `${?path}`.
    Reference {
        path: Path,
        optional: bool,
    },
    /// Values beside each other, of which some are not yet known.
    Concatenation(Vec<Node>),
    /// Values over each other, of which some are not yet known; the topmost first.
    Merge {
        stack: Vec<Node>,
        /// Whether the topmost is an object, so that the whole is one.
        is_object: bool,
    },
}

/// An object whose entries are known, if not their values.
#[derive(Debug, Clone, Default)]
pub(super) struct Object {
    /// The entries, the last one first: what is laid over an object goes before what it has, and
    /// adding to the end is cheap.
    reversed: IndexMap<Rc<str>, Entry, FxBuildHasher>,
    pub(super) is_resolved: bool,
    /// Whether something else than an object was under it, so that nothing below counts.
    ignores_fallbacks: bool,
}

/// The value of an entry or element, and where that entry or element begins.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) place: Place,
    pub(super) node: Node,
}

/// An array.
#[derive(Debug, Clone)]
pub(super) struct List {
    pub(super) elements: Vec<Entry>,
    pub(super) is_resolved: bool,
}

impl Object {
    /// An object of entries in their order.
    pub(super) fn new(mut entries: IndexMap<Rc<str>, Entry, FxBuildHasher>) -> Object {
        entries.reverse();
        let mut object = Object { reversed: entries, is_resolved: true, ignores_fallbacks: false };
        object.find_out_whether_resolved();
        object
    }

    fn find_out_whether_resolved(&mut self) {
        self.is_resolved = self.reversed.values().all(|entry| entry.node.is_resolved());
    }

    pub(super) fn len(&self) -> usize {
        self.reversed.len()
    }

    pub(super) fn get(&self, key: &str) -> Option<&Entry> {
        self.reversed.get(key)
    }

    /// The entries in their order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Rc<str>, &Entry)> {
        self.reversed.iter().rev()
    }

    /// The same object with other values for some keys; without those that have none.
    pub(super) fn with(&self, changes: Vec<(Rc<str>, Option<Node>)>) -> Object {
        let mut object = self.clone();
        let mut without = false;
        for (key, change) in changes {
            match (change, object.reversed.get_mut(&key)) {
                (Some(node), Some(entry)) => entry.node = node,
                (Some(_), None) => {}
                (None, _) => {
                    without = true;
                    // Taken out below, all at once.
                    object.reversed.swap_remove(&key);
                }
            }
        }
        if without {
            let mut left = object.reversed;
            object.reversed =
                self.reversed.keys().filter_map(|key| left.swap_remove_entry(key)).collect();
        }
        object.find_out_whether_resolved();
        object
    }
}

impl List {
    pub(super) fn new(elements: Vec<Entry>) -> List {
        let is_resolved = elements.iter().all(|entry| entry.node.is_resolved());
        List { elements, is_resolved }
    }
}

/// The lines that a value comes from, as messages name them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Origin {
    /// What text it is from; nothing for the text that is read.
    other: Option<Rc<str>>,
    lines: Option<(u32, u32)>,
    /// Where the first of it begins, unless it is from elsewhere.
    pub(super) place: Option<Place>,
}

impl Origin {
    /// A line of the text that is read.
    pub(super) fn line(line: u32, place: Place) -> Origin {
        Origin { other: None, lines: Some((line, line)), place: Some(place) }
    }

    /// From elsewhere.
    pub(super) fn elsewhere(description: String) -> Origin {
        Origin { other: Some(description.into()), lines: None, place: None }
    }

    fn description(&self) -> &str {
        let description = self.other.as_deref().unwrap_or("String");
        description.strip_prefix("merge of ").unwrap_or(description)
    }

    /// Where both come from.
    pub(super) fn merged(&self, other: &Origin) -> Origin {
        let place = self.place.min(other.place).or(self.place).or(other.place);
        if self.description() == other.description() {
            let lines = match (self.lines, other.lines) {
                (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
                (a, b) => a.or(b),
            };
            return Origin { other: self.other.clone(), lines, place };
        }
        let description = format!("merge of {},{}", self.description(), other.description());
        Origin { other: Some(description.into()), lines: None, place }
    }

    /// A refusal that names these lines.
    pub(super) fn refuse(&self, message: impl std::fmt::Display) -> Refusal {
        let description = self.other.as_deref().unwrap_or("String");
        let message = match self.lines {
            None => format!("{description}: {message}"),
            Some((start, end)) if start == end => format!("{description}: {start}: {message}"),
            Some((start, end)) => format!("{description}: {start}-{end}: {message}"),
        };
        Refusal { message, place: self.place }
    }
}

impl Item {
    /// Whether nothing in it waits for a substitution.
    pub(super) fn is_resolved(&self) -> bool {
        match &self.kind {
            Kind::Null | Kind::Boolean(_) | Kind::Number(..) | Kind::Text { .. } => true,
            Kind::Object(object) => object.is_resolved,
            Kind::List(list) => list.is_resolved,
            Kind::Reference { .. } | Kind::Concatenation(_) | Kind::Merge { .. } => false,
        }
    }

    /// Whether it is not yet known what it will be.
    pub(super) fn is_unmergeable(&self) -> bool {
        matches!(self.kind, Kind::Reference { .. } | Kind::Concatenation(_) | Kind::Merge { .. })
    }

    /// Whether nothing under it counts.
    pub(super) fn ignores_fallbacks(&self) -> bool {
        match &self.kind {
            Kind::Object(object) => object.ignores_fallbacks,
            Kind::Reference { .. } | Kind::Concatenation(_) => false,
            Kind::Merge { stack, .. } => stack.last().is_some_and(|last| last.ignores_fallbacks()),
            _ => self.is_resolved(),
        }
    }

    fn is_object(&self) -> bool {
        matches!(self.kind, Kind::Object(_) | Kind::Merge { is_object: true, .. })
    }

    fn is_empty_object(&self) -> bool {
        matches!(&self.kind, Kind::Object(object) if object.is_resolved && object.len() == 0)
    }
}

/// A value from some lines.
pub(super) fn node(origin: Origin, kind: Kind) -> Node {
    Rc::new(Item { origin, kind })
}

/// A value laid over another: objects are merged, anything else hides what is under it.
pub(super) fn over(first: Node, fallback: Node) -> Node {
    if first.ignores_fallbacks() {
        return first;
    }
    if fallback.is_unmergeable() {
        return stacked(&first, &unmerged(&fallback));
    }
    match (&first.kind, &fallback.kind) {
        (Kind::Object(_), Kind::Object(_)) => merged(&first, fallback),
        (Kind::Object(object), _) if object.is_resolved => {
            let object = Object { ignores_fallbacks: true, ..object.clone() };
            node(first.origin.clone(), Kind::Object(object))
        }
        _ => stacked(&first, &[fallback]),
    }
}

/// The values of a stack, or the one value.
fn unmerged(node: &Node) -> Vec<Node> {
    match &node.kind {
        Kind::Merge { stack, .. } => stack.clone(),
        _ => vec![Rc::clone(node)],
    }
}

fn stacked(first: &Node, below: &[Node]) -> Node {
    let mut stack = unmerged(first);
    stack.extend_from_slice(below);
    let origin = merged_origin(&stack).unwrap_or_else(|| first.origin.clone());
    node(origin, Kind::Merge { stack, is_object: first.is_object() })
}

/// Where all come from. Empty objects do not count, unless there is nothing else.
fn merged_origin(nodes: &[Node]) -> Option<Origin> {
    let origins = nodes.iter().filter(|node| !node.is_empty_object()).map(|node| &node.origin);
    origins.cloned().reduce(|a, b| a.merged(&b))
}

/// An object laid over an object. Its own entries come first, then what only the other has.
fn merged(first: &Node, fallback: Node) -> Node {
    let Kind::Object(upper) = &first.kind else { return Rc::clone(first) };
    let origin = if first.is_empty_object() {
        fallback.origin.clone()
    } else if fallback.is_empty_object() {
        first.origin.clone()
    } else {
        first.origin.merged(&fallback.origin)
    };
    // Who owns the lower object alone takes it apart; otherwise a copy is.
    let Kind::Object(mut lower) =
        Rc::try_unwrap(fallback).map_or_else(|s| s.kind.clone(), |i| i.kind)
    else {
        return Rc::clone(first);
    };
    let mut common = take_common(upper, &mut lower);
    let mut adds = lower.len() > 0;
    for (key, entry) in &upper.reversed {
        let node = match common.swap_remove(key) {
            Some(second) => {
                let hides = !second.node.is_unmergeable() && !second.node.is_object();
                let node = over(Rc::clone(&entry.node), second.node);
                adds |= !(hides && entry.node.is_resolved() || Rc::ptr_eq(&node, &entry.node));
                node
            }
            None => Rc::clone(&entry.node),
        };
        lower.is_resolved &= node.is_resolved();
        lower.reversed.insert(Rc::clone(key), Entry { place: entry.place, node });
    }
    if !adds && !lower.ignores_fallbacks {
        return Rc::clone(first);
    }
    if !lower.is_resolved {
        lower.find_out_whether_resolved();
    }
    node(origin, Kind::Object(lower))
}

/// Takes those entries out of the lower object that the upper has too.
fn take_common(upper: &Object, lower: &mut Object) -> IndexMap<Rc<str>, Entry, FxBuildHasher> {
    if upper.len() <= 4 {
        // The usual case, `a.b.c = 1` in a file of many; the common keys are near the end.
        let common = upper.reversed.keys();
        return common.filter_map(|key| lower.reversed.shift_remove_entry(key)).collect();
    }
    let (common, rest) = std::mem::take(&mut lower.reversed)
        .into_iter()
        .partition(|(key, _)| upper.reversed.contains_key(key));
    lower.reversed = rest;
    common
}
