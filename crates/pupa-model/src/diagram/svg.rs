//! Class diagrams as self-contained SVG pictures, for light and dark backgrounds.

use std::fmt::Write as _;

use super::graph::{Graph, LineKind, TypeBox};
use super::layout::{LABEL, LINE_HEIGHT, NAME, NAME_HEIGHT, PADDING, TEXT, label, layout};
use pupa_drawing::layout::{Layout, Point, Rect, Route};
use pupa_drawing::shape::{arrow, curve, number};
use pupa_drawing::xml as escaped;

const STYLE: &str = include_str!("svg/style.css");

/// Writes the SVG document.
pub(super) fn write(graph: &Graph) -> String {
    let Layout { width, height, boxes, routes } = layout(graph);
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"types\" role=\"img\" \
         aria-label=\"Class diagram\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\">",
        number(width),
        number(height)
    );
    let _ = writeln!(svg, "<title>{}</title>", escaped(&title(graph)));
    let _ = writeln!(svg, "<style>\n{STYLE}</style>");
    for (line, route) in graph.lines.iter().zip(&routes) {
        let relation = match &line.kind {
            LineKind::Inheritance => "inherits from".to_owned(),
            LineKind::Reference { name, multiplicity, is_containment } => {
                let verb = if *is_containment { "contains" } else { "refers to" };
                format!("{name}: {verb} {multiplicity}")
            }
        };
        let (from, to) = (&graph.boxes[line.from].name, &graph.boxes[line.to].name);
        let _ = write!(svg, "<g><title>{}</title>", escaped(&format!("{from} {relation} {to}")));
        line_shapes(&mut svg, &line.kind, route);
        svg.push_str("</g>\n");
    }
    for (one, rect) in graph.boxes.iter().zip(&boxes) {
        type_box(&mut svg, one, rect);
    }
    // Labels are drawn last, so that no line covers them.
    for (line, route) in graph.lines.iter().zip(&routes) {
        label_text(&mut svg, &line.kind, route);
    }
    svg.push_str("</svg>\n");
    svg
}

fn title(graph: &Graph) -> String {
    let names: Vec<&str> = graph.boxes.iter().map(|one| one.name.as_str()).collect();
    match names.as_slice() {
        [] => "No types".to_owned(),
        names if names.len() <= 12 => format!("Class diagram of {}", names.join(", ")),
        names => format!("Class diagram of {} types", names.len()),
    }
}

fn type_box(svg: &mut String, one: &TypeBox, rect: &Rect) {
    let kind = if one.is_abstract { " abstract" } else { "" };
    let _ = writeln!(svg, "<g class=\"type{kind}\"><title>{}</title>", escaped(&tooltip(one)));
    let (x, y) = (number(rect.x), number(rect.y));
    let _ = writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" rx=\"3\"/>",
        number(rect.width),
        number(rect.height)
    );
    let _ = writeln!(
        svg,
        "<text class=\"name\" x=\"{}\" y=\"{}\" font-size=\"{NAME}\" text-anchor=\"middle\">{}</text>",
        number(rect.x + rect.width / 2.0),
        number(rect.y + 19.0),
        escaped(&one.name)
    );
    if !one.attributes.is_empty() {
        let line = number(rect.y + NAME_HEIGHT);
        let right = number(rect.x + rect.width);
        let _ = writeln!(svg, "<path d=\"M{x} {line}H{right}\"/>");
    }
    for (index, attribute) in one.attributes.iter().enumerate() {
        let baseline = rect.y + NAME_HEIGHT + LINE_HEIGHT * (index as f64 + 1.0);
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" font-size=\"{TEXT}\">{}</text>",
            number(rect.x + PADDING),
            number(baseline),
            escaped(&attribute.short)
        );
    }
    svg.push_str("</g>\n");
}

/// The tooltip of a box.
fn tooltip(one: &TypeBox) -> String {
    let mut text = one.name.clone();
    if one.is_abstract {
        text.push_str(" (abstract)");
    }
    for attribute in &one.attributes {
        let _ = write!(text, "\n{}", attribute.full);
    }
    text
}

fn line_shapes(svg: &mut String, kind: &LineKind, route: &Route) {
    let mut points = route.points.clone();
    let (Some(&start), Some(&end)) = (points.first(), points.last()) else { return };
    let leaves = if route.leaves_below { 1.0 } else { -1.0 };
    let arrives = if route.arrives_above { -1.0 } else { 1.0 };
    let mut shapes = String::new();
    match kind {
        LineKind::Inheritance => {
            shift(points.last_mut(), arrives * 12.0);
            let _ = write!(shapes, "<path class=\"empty\" d=\"{}\"/>", triangle(end, arrives));
        }
        LineKind::Reference { is_containment, .. } => {
            if *is_containment {
                shift(points.first_mut(), leaves * 16.0);
                let _ = write!(shapes, "<path class=\"full\" d=\"{}\"/>", diamond(start, leaves));
            }
            let _ = write!(shapes, "<path class=\"line\" d=\"{}\"/>", arrow(end, arrives));
        }
    }
    let plain = if matches!(kind, LineKind::Reference { is_containment: false, .. }) {
        " plain"
    } else {
        ""
    };
    let _ = write!(svg, "<path class=\"line{plain}\" d=\"{}\"/>{shapes}", curve(&points));
}

fn shift(point: Option<&mut Point>, by: f64) {
    if let Some(point) = point {
        point.y += by;
    }
}

fn triangle(at: Point, away: f64) -> String {
    let (x, y) = (number(at.x), number(at.y));
    let base = number(at.y + away * 12.0);
    format!("M{x} {y}L{} {base}H{}Z", number(at.x - 7.0), number(at.x + 7.0))
}

fn diamond(at: Point, away: f64) -> String {
    let (x, middle) = (number(at.x), number(at.y + away * 8.0));
    let (left, right) = (number(at.x - 5.0), number(at.x + 5.0));
    let end = number(at.y + away * 16.0);
    format!("M{x} {}L{left} {middle}L{x} {end}L{right} {middle}Z", number(at.y))
}

fn label_text(svg: &mut String, kind: &LineKind, route: &Route) {
    let (Some(text), Some(end)) = (label(kind), route.points.last()) else { return };
    let y = if route.arrives_above { end.y - 12.0 } else { end.y + 18.0 };
    let (x, y, text) = (number(end.x + 7.0), number(y), escaped(&text));
    // An outline in the background colour comes first, since the label may cover a line. Not every
    // viewer supports `paint-order`.
    for class in ["room", "label"] {
        let _ = writeln!(
            svg,
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{LABEL}\">{text}</text>",
        );
    }
}
