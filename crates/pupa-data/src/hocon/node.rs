//! Values before and during the resolution of substitutions, and the merge of a value with its
//! fallback. The names of the operations are those of the library.

use std::rc::Rc;

use indexmap::IndexMap;
use pupa_value::Value;
use rustc_hash::FxBuildHasher;

use super::HoconError;
use super::path::Path;
use crate::document::Place;

/// A shared value. Its address identifies it, for example to detect cycles of substitutions.
pub(super) type Node = Rc<Item>;

/// A value with the lines that it comes from.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) origin: Origin,
    pub(super) kind: Kind,
}

/// The kinds of values.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    Null,
    Boolean(bool),
    /// A number and its source text.
    Number(Value, String),
    String {
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
    /// Adjacent values, some of them unresolved.
    Concatenation(Vec<Node>),
    /// The values of one key that are to be merged, some of them unresolved. The first one has the
    /// highest priority.
    DelayedMerge {
        stack: Vec<Node>,
        /// Whether the first value is an object, so that the result is one.
        is_object: bool,
    },
}

/// An object with known keys; the values may be unresolved.
#[derive(Debug, Clone, Default)]
pub(super) struct Object {
    /// The entries in reverse order. A merge puts the entries of the object with priority first; in
    /// reverse order that means appending, which is cheap.
    reversed: IndexMap<Rc<str>, Entry, FxBuildHasher>,
    pub(super) is_resolved: bool,
    /// Whether the object was merged with a fallback that is not an object. Further fallbacks are
    /// then ignored.
    ignores_fallbacks: bool,
}

/// The value of an entry or element, with the place at which the entry or element begins.
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
    /// An object with entries in order.
    pub(super) fn new(mut entries: IndexMap<Rc<str>, Entry, FxBuildHasher>) -> Object {
        entries.reverse();
        let mut object = Object { reversed: entries, is_resolved: true, ignores_fallbacks: false };
        object.update_resolved();
        object
    }

    fn update_resolved(&mut self) {
        self.is_resolved = self.reversed.values().all(|entry| entry.node.is_resolved());
    }

    pub(super) fn len(&self) -> usize {
        self.reversed.len()
    }

    pub(super) fn get(&self, key: &str) -> Option<&Entry> {
        self.reversed.get(key)
    }

    /// The entries in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Rc<str>, &Entry)> {
        self.reversed.iter().rev()
    }

    /// A copy with changed values for some keys; keys whose new value is `None` are removed.
    pub(super) fn with(&self, changes: Vec<(Rc<str>, Option<Node>)>) -> Object {
        let mut object = self.clone();
        let mut without = false;
        for (key, change) in changes {
            match (change, object.reversed.get_mut(&key)) {
                (Some(node), Some(entry)) => entry.node = node,
                (Some(_), None) => {}
                (None, _) => {
                    without = true;
                    // This changes the order of entries, which is restored below.
                    object.reversed.swap_remove(&key);
                }
            }
        }
        if without {
            let mut left = object.reversed;
            object.reversed =
                self.reversed.keys().filter_map(|key| left.swap_remove_entry(key)).collect();
        }
        object.update_resolved();
        object
    }
}

impl List {
    pub(super) fn new(elements: Vec<Entry>) -> List {
        let is_resolved = elements.iter().all(|entry| entry.node.is_resolved());
        List { elements, is_resolved }
    }
}

/// The origin of a value: the lines that messages name, and the place of its start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Origin {
    /// A description of the source; `None` for the parsed text.
    other: Option<Rc<str>>,
    lines: Option<(u32, u32)>,
    /// The start of the value; `None` if it is from another source.
    pub(super) place: Option<Place>,
}

impl Origin {
    /// A line of the parsed text.
    pub(super) fn line(line: u32, place: Place) -> Origin {
        Origin { other: None, lines: Some((line, line)), place: Some(place) }
    }

    /// Another source, such as an environment variable.
    pub(super) fn elsewhere(description: String) -> Origin {
        Origin { other: Some(description.into()), lines: None, place: None }
    }

    fn description(&self) -> &str {
        let description = self.other.as_deref().unwrap_or("String");
        description.strip_prefix("merge of ").unwrap_or(description)
    }

    /// The common origin of two merged values.
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

    /// An error that names these lines.
    pub(super) fn error(&self, message: impl std::fmt::Display) -> HoconError {
        let description = self.other.as_deref().unwrap_or("String");
        let message = match self.lines {
            None => format!("{description}: {message}"),
            Some((start, end)) if start == end => format!("{description}: {start}: {message}"),
            Some((start, end)) => format!("{description}: {start}-{end}: {message}"),
        };
        HoconError { message, place: self.place }
    }
}

impl Item {
    /// Whether it contains no unresolved substitution.
    pub(super) fn is_resolved(&self) -> bool {
        match &self.kind {
            Kind::Null | Kind::Boolean(_) | Kind::Number(..) | Kind::String { .. } => true,
            Kind::Object(object) => object.is_resolved,
            Kind::List(list) => list.is_resolved,
            Kind::Reference { .. } | Kind::Concatenation(_) | Kind::DelayedMerge { .. } => false,
        }
    }

    /// Whether its type is unknown until substitutions are resolved, so that it cannot be merged.
    pub(super) fn is_unmergeable(&self) -> bool {
        matches!(
            self.kind,
            Kind::Reference { .. } | Kind::Concatenation(_) | Kind::DelayedMerge { .. }
        )
    }

    /// Whether fallbacks have no effect on it.
    pub(super) fn ignores_fallbacks(&self) -> bool {
        match &self.kind {
            Kind::Object(object) => object.ignores_fallbacks,
            Kind::Reference { .. } | Kind::Concatenation(_) => false,
            Kind::DelayedMerge { stack, .. } => {
                stack.last().is_some_and(|last| last.ignores_fallbacks())
            }
            _ => self.is_resolved(),
        }
    }

    fn is_object(&self) -> bool {
        matches!(self.kind, Kind::Object(_) | Kind::DelayedMerge { is_object: true, .. })
    }

    fn is_empty_object(&self) -> bool {
        matches!(&self.kind, Kind::Object(object) if object.is_resolved && object.len() == 0)
    }
}

/// Creates a node.
pub(super) fn node(origin: Origin, kind: Kind) -> Node {
    Rc::new(Item { origin, kind })
}

/// Merges a value with a fallback of lower priority: objects are merged, any other value hides the
/// fallback.
pub(super) fn with_fallback(first: Node, fallback: Node) -> Node {
    if first.ignores_fallbacks() {
        return first;
    }
    if fallback.is_unmergeable() {
        return delayed_merge(&first, &merge_stack(&fallback));
    }
    match (&first.kind, &fallback.kind) {
        (Kind::Object(_), Kind::Object(_)) => merge_objects(&first, fallback),
        (Kind::Object(object), _) if object.is_resolved => {
            let object = Object { ignores_fallbacks: true, ..object.clone() };
            node(first.origin.clone(), Kind::Object(object))
        }
        _ => delayed_merge(&first, &[fallback]),
    }
}

/// The values of a delayed merge, or the value itself.
fn merge_stack(node: &Node) -> Vec<Node> {
    match &node.kind {
        Kind::DelayedMerge { stack, .. } => stack.clone(),
        _ => vec![Rc::clone(node)],
    }
}

fn delayed_merge(first: &Node, below: &[Node]) -> Node {
    let mut stack = merge_stack(first);
    stack.extend_from_slice(below);
    let origin = merged_origin(&stack).unwrap_or_else(|| first.origin.clone());
    node(origin, Kind::DelayedMerge { stack, is_object: first.is_object() })
}

/// The common origin of values. Empty objects are ignored if there are others.
fn merged_origin(nodes: &[Node]) -> Option<Origin> {
    let origins = nodes.iter().filter(|node| !node.is_empty_object()).map(|node| &node.origin);
    origins.cloned().reduce(|a, b| a.merged(&b))
}

/// Merges two objects. The entries of the first come first, then those that only the fallback has.
fn merge_objects(first: &Node, fallback: Node) -> Node {
    let Kind::Object(upper) = &first.kind else { return Rc::clone(first) };
    let origin = if first.is_empty_object() {
        fallback.origin.clone()
    } else if fallback.is_empty_object() {
        first.origin.clone()
    } else {
        first.origin.merged(&fallback.origin)
    };
    // The fallback is changed in place if it is not shared, and copied otherwise.
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
                let node = with_fallback(Rc::clone(&entry.node), second.node);
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
        lower.update_resolved();
    }
    node(origin, Kind::Object(lower))
}

/// Removes from the lower object the entries whose keys the upper one has too, and returns them.
fn take_common(upper: &Object, lower: &mut Object) -> IndexMap<Rc<str>, Entry, FxBuildHasher> {
    if upper.len() <= 4 {
        // The usual case is `a.b.c = 1` in a large file. Common keys are usually recent ones, near
        // the end, where removal is cheap.
        let common = upper.reversed.keys();
        return common.filter_map(|key| lower.reversed.shift_remove_entry(key)).collect();
    }
    let (common, rest) = std::mem::take(&mut lower.reversed)
        .into_iter()
        .partition(|(key, _)| upper.reversed.contains_key(key));
    lower.reversed = rest;
    common
}
