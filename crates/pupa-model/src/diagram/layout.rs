//! The layout of class diagrams: bases above their subtypes, containers above their parts.

mod rank;

use pupa_drawing::layout::{BoxSketch, Layout, LineSketch, RowHint, START_ROOM, Sketch, Spacing};
use pupa_drawing::width;

use super::graph::{Graph, LineKind};

/// Font size in boxes.
pub(super) const TEXT: f64 = 12.0;
/// Font size of type names.
pub(super) const NAME: f64 = 13.0;
/// Font size of labels at lines.
pub(super) const LABEL: f64 = 11.0;
/// Height of a line of text in a box.
pub(super) const LINE_HEIGHT: f64 = 18.0;
/// Space between text and the border of its box.
pub(super) const PADDING: f64 = 10.0;
/// Height of the header of a box, which contains the name.
pub(super) const NAME_HEIGHT: f64 = 28.0;

/// Computes the layout of a graph.
pub(super) fn layout(graph: &Graph) -> Layout {
    let boxes = graph.boxes.iter().zip(box_widths(graph)).map(|(one, width)| BoxSketch {
        width,
        height: box_height(one.attributes.len()),
        row: RowHint::Any,
    });
    let lines = graph.lines.iter().map(|line| LineSketch {
        from: line.from,
        to: line.to,
        room: label_room(&line.kind),
        shares_end: line.kind == LineKind::Inheritance,
        from_at: None,
        to_at: None,
    });
    let sketch =
        Sketch { boxes: boxes.collect(), lines: lines.collect(), below: rank::edges(graph) };
    pupa_drawing::layout::layout(&sketch, &Spacing { padding: PADDING, ..Spacing::default() })
}

fn box_height(attributes: usize) -> f64 {
    if attributes == 0 {
        return NAME_HEIGHT;
    }
    NAME_HEIGHT + LINE_HEIGHT * attributes as f64 + PADDING
}

/// The widths of the boxes, sufficient for their text and for the ends of their lines.
fn box_widths(graph: &Graph) -> Vec<f64> {
    let mut widths: Vec<f64> = graph
        .boxes
        .iter()
        .map(|one| {
            let attributes = one.attributes.iter().map(|text| width(&text.short, TEXT));
            let name = width(&one.name, NAME) * 1.1;
            attributes.fold(name, f64::max).max(60.0) + 2.0 * PADDING
        })
        .collect();
    let mut rooms = vec![0.0; widths.len()];
    for line in &graph.lines {
        rooms[line.to] += label_room(&line.kind);
        rooms[line.from] += label_room(&LineKind::Inheritance);
        if line.from == line.to {
            rooms[line.to] += label_room(&line.kind);
        }
    }
    // Roughly half of the lines end at each side, but all may end at the same one.
    for (one, room) in widths.iter_mut().zip(rooms) {
        *one = one.max(room + 2.0 * PADDING);
    }
    widths
}

/// The width that the end of a line needs at the side of a box.
fn label_room(kind: &LineKind) -> f64 {
    match label(kind) {
        Some(text) => width(&text, LABEL) + START_ROOM,
        None => START_ROOM,
    }
}

/// The label at the end of a line, if it has one.
pub(super) fn label(kind: &LineKind) -> Option<String> {
    match kind {
        LineKind::Inheritance => None,
        LineKind::Reference { name, multiplicity, .. } => Some(format!("{name} {multiplicity}")),
    }
}
