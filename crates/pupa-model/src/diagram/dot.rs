//! Class diagrams as DOT for Graphviz.

use std::fmt::Write as _;

use super::graph::{Graph, LineKind, TypeBox};
use pupa_drawing::xml as escaped;

/// Writes the digraph. Boxes are named by number, so names need no escaping.
pub(super) fn write(graph: &Graph) -> String {
    let mut text = "digraph types {\n  rankdir=TB;\n".to_owned();
    text.push_str("  node [shape=plain, fontname=\"Helvetica\", fontsize=11];\n");
    text.push_str("  edge [fontname=\"Helvetica\", fontsize=10];\n");
    for (index, one) in graph.boxes.iter().enumerate() {
        let _ = writeln!(text, "  t{index} [label=<{}>];", label(one));
    }
    for line in &graph.lines {
        let (from, to) = (line.from, line.to);
        let _ = match &line.kind {
            // The base is the source of the edge, so that it is above.
            LineKind::Inheritance => {
                writeln!(text, "  t{to} -> t{from} [dir=back, arrowtail=empty];")
            }
            LineKind::Reference { name, multiplicity, is_containment } => {
                let style = if *is_containment { "dir=both, arrowtail=diamond, " } else { "" };
                let (name, multiplicity) = (quoted(name), quoted(multiplicity));
                writeln!(
                    text,
                    "  t{from} -> t{to} [{style}arrowhead=vee, label={name}, headlabel={multiplicity}];"
                )
            }
        };
    }
    text.push_str("}\n");
    text
}

/// An HTML-like label: a table with the name above the attributes.
fn label(one: &TypeBox) -> String {
    let name = escaped(&one.name);
    let name = if one.is_abstract { format!("<i>{name}</i>") } else { format!("<b>{name}</b>") };
    let mut label =
        "<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"4\">".to_owned();
    let _ = write!(label, "<tr><td>{name}</td></tr>");
    if !one.attributes.is_empty() {
        label.push_str("<tr><td align=\"left\" balign=\"left\">");
        for attribute in &one.attributes {
            let _ = write!(label, "{}<br/>", escaped(&attribute.short));
        }
        label.push_str("</td></tr>");
    }
    label.push_str("</table>");
    label
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
