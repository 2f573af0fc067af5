//! Concatenation of adjacent values: scalars become one string, arrays one array, objects one
//! object.

use std::rc::Rc;

use super::HoconError;
use super::node::{Entry, Item, Kind, List, Node, Object, node, with_fallback};
use super::render;

/// Concatenates values as far as they are resolved; `None` if there are none.
pub(super) fn concatenate(pieces: Vec<Node>) -> Result<Option<Node>, HoconError> {
    let mut joined = join(pieces)?;
    if joined.len() < 2 {
        return Ok(joined.pop());
    }
    let origin = joined.iter().map(|piece| piece.origin.clone()).reduce(|a, b| a.merged(&b));
    Ok(origin.map(|origin| node(origin, Kind::Concatenation(joined))))
}

/// Joins each resolved value with its neighbour.
pub(super) fn join(pieces: Vec<Node>) -> Result<Vec<Node>, HoconError> {
    let mut joined: Vec<Node> = Vec::with_capacity(pieces.len().min(16));
    for piece in pieces {
        match &piece.kind {
            Kind::Concatenation(inner) if joined.is_empty() => joined.extend_from_slice(inner),
            Kind::Concatenation(inner) => {
                for piece in inner {
                    add(&mut joined, Rc::clone(piece))?;
                }
            }
            _ => add(&mut joined, piece)?,
        }
    }
    Ok(joined)
}

/// Appends a value, joining it with the last one if possible.
fn add(joined: &mut Vec<Node>, right: Node) -> Result<(), HoconError> {
    let Some(left) = joined.pop() else {
        joined.push(right);
        return Ok(());
    };
    let (left, right) = match (&left.kind, &right.kind) {
        (Kind::Object(object), Kind::List(_)) => (as_list(object, &left), right),
        (Kind::List(_), Kind::Object(object)) => {
            let right = as_list(object, &right);
            (left, right)
        }
        _ => (left, right),
    };
    match (&left.kind, &right.kind) {
        (Kind::Object(_), Kind::Object(_)) => joined.push(with_fallback(right, left)),
        (Kind::List(_), Kind::List(_)) => joined.push(join_lists(left, &right)),
        // Compat: after an array or object, any unquoted text is dropped, not only white space.
        // Pinned by `concatenation`.
        (Kind::Object(_) | Kind::List(_), Kind::String { quoted: false, .. }) => joined.push(left),
        _ if left.is_unmergeable() || right.is_unmergeable() => joined.extend([left, right]),
        _ => joined.push(join_scalars(left, &right)?),
    }
    Ok(())
}

/// Joins two arrays.
fn join_lists(left: Node, right: &Node) -> Node {
    let origin = left.origin.merged(&right.origin);
    let left = Rc::try_unwrap(left).unwrap_or_else(|shared| (*shared).clone());
    let mut elements = match left.kind {
        Kind::List(list) => list.elements,
        _ => Vec::new(),
    };
    if let Kind::List(list) = &right.kind {
        elements.extend_from_slice(&list.elements);
    }
    node(origin, Kind::List(List::new(elements)))
}

/// Joins two scalars into a string.
fn join_scalars(mut left: Node, right: &Node) -> Result<Node, HoconError> {
    let (Some(start), Some(end)) = (text(&left), text(right)) else {
        let message = format!(
            "Cannot concatenate object or list with a non-object-or-list, {} and {} are not \
             compatible",
            render::debug(&left),
            render::debug(right)
        );
        return Err(left.origin.error(message));
    };
    let origin = left.origin.merged(&right.origin);
    // A string may be built of many words, so it grows in place if it is not shared.
    if !matches!(left.kind, Kind::String { .. }) || Rc::strong_count(&left) > 1 {
        let text = format!("{start}{end}");
        return Ok(node(origin, Kind::String { text, quoted: true }));
    }
    if let Some(Item { origin: lines, kind: Kind::String { text, quoted } }) =
        Rc::get_mut(&mut left)
    {
        text.push_str(end);
        *quoted = true;
        *lines = origin;
    }
    Ok(left)
}

/// The source text of a scalar.
fn text(node: &Node) -> Option<&str> {
    match &node.kind {
        Kind::Null => Some("null"),
        Kind::Boolean(true) => Some("true"),
        Kind::Boolean(false) => Some("false"),
        Kind::Number(_, text) | Kind::String { text, .. } => Some(text),
        _ => None,
    }
}

/// Converts an object with numeric keys to an array; other objects stay as they are.
fn as_list(object: &Object, original: &Node) -> Node {
    let mut elements: Vec<(u64, &Entry)> = object
        .iter()
        .filter(|(key, _)| key.bytes().all(|byte| byte.is_ascii_digit()))
        .filter_map(|(key, entry)| Some((key.parse().ok()?, entry)))
        .collect();
    if elements.is_empty() {
        return Rc::clone(original);
    }
    elements.sort_by_key(|(index, _)| *index);
    let elements = elements.into_iter().map(|(_, entry)| entry.clone()).collect();
    node(original.origin.clone(), Kind::List(List::new(elements)))
}
