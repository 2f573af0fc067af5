//! Values beside each other: texts become one text, arrays one array, objects one object.

use std::rc::Rc;

use super::Refusal;
use super::node::{Entry, Item, Kind, List, Node, Object, node, over};
use super::render;

/// Values beside each other, joined as far as they are known; nothing when there are none.
pub(super) fn concatenate(pieces: Vec<Node>) -> Result<Option<Node>, Refusal> {
    let mut joined = join(pieces)?;
    if joined.len() < 2 {
        return Ok(joined.pop());
    }
    let origin = joined.iter().map(|piece| piece.origin.clone()).reduce(|a, b| a.merged(&b));
    Ok(origin.map(|origin| node(origin, Kind::Concatenation(joined))))
}

/// Joins what is known with what is beside it.
pub(super) fn join(pieces: Vec<Node>) -> Result<Vec<Node>, Refusal> {
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

/// Adds a value to those before it.
fn add(joined: &mut Vec<Node>, right: Node) -> Result<(), Refusal> {
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
        (Kind::Object(_), Kind::Object(_)) => joined.push(over(right, left)),
        (Kind::List(_), Kind::List(_)) => joined.push(lists(left, &right)),
        // Compat: not only blanks, any text without quotes is lost beside an array or object.
        (Kind::Object(_) | Kind::List(_), Kind::Text { quoted: false, .. }) => joined.push(left),
        _ if left.is_unmergeable() || right.is_unmergeable() => joined.extend([left, right]),
        _ => joined.push(texts(left, &right)?),
    }
    Ok(())
}

/// Two arrays in a row.
fn lists(left: Node, right: &Node) -> Node {
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

/// Two scalars as one text.
fn texts(mut left: Node, right: &Node) -> Result<Node, Refusal> {
    let (Some(start), Some(end)) = (text(&left), text(right)) else {
        let message = format!(
            "Cannot concatenate object or list with a non-object-or-list, {} and {} are not \
             compatible",
            render::debug(&left),
            render::debug(right)
        );
        return Err(left.origin.refuse(message));
    };
    let origin = left.origin.merged(&right.origin);
    // Many words make one text; it grows in place.
    if !matches!(left.kind, Kind::Text { .. }) || Rc::strong_count(&left) > 1 {
        let text = format!("{start}{end}");
        return Ok(node(origin, Kind::Text { text, quoted: true }));
    }
    if let Some(Item { origin: lines, kind: Kind::Text { text, quoted } }) = Rc::get_mut(&mut left)
    {
        text.push_str(end);
        *quoted = true;
        *lines = origin;
    }
    Ok(left)
}

/// The text of a scalar.
fn text(node: &Node) -> Option<&str> {
    match &node.kind {
        Kind::Null => Some("null"),
        Kind::Boolean(true) => Some("true"),
        Kind::Boolean(false) => Some("false"),
        Kind::Number(_, text) | Kind::Text { text, .. } => Some(text),
        _ => None,
    }
}

/// An object whose keys are numbers is an array where one is wanted.
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
