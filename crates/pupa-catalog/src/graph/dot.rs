//! Catalogs as DOT graphs for Graphviz.

use std::fmt::Write as _;

use pupa_drawing::xml as escaped;

use super::colours;
use super::nested::name;
use super::rows::label;
use super::scene::{Content, Line, Scene, tooltip};

/// The maximum number of rows in a column of a table.
const ROWS: usize = 24;

/// Writes the digraph. Nodes are named by number, so names need no escaping.
pub(super) fn write(scene: &Scene<'_>) -> String {
    let mut text = format!("digraph catalog {{\n  label={};\n", quoted(&title(scene)));
    text.push_str("  labelloc=t; rankdir=TB; compound=true; newrank=true; nodesep=0.3;\n");
    text.push_str("  graph [fontname=\"Helvetica\", fontsize=11];\n");
    text.push_str("  node [shape=plain, fontname=\"Helvetica\", fontsize=10];\n");
    text.push_str("  edge [fontname=\"Helvetica\", fontsize=9, color=\"#57606a\"];\n");
    let mut open: Vec<Step> = scene.roots.iter().rev().map(|root| Step::Open(*root)).collect();
    let mut depth = 1;
    while let Some(step) = open.pop() {
        match step {
            Step::Close => {
                depth -= 1;
                let _ = writeln!(text, "{:1$}}}", "", 2 * depth);
            }
            Step::Open(node) if is_cluster(scene, node) => {
                begin(&mut text, scene, node, 2 * depth);
                depth += 1;
                open.push(Step::Close);
                open.extend(
                    scene.nodes[node].children.iter().rev().map(|child| Step::Open(*child)),
                );
            }
            Step::Open(node) => leaf(&mut text, scene, node, 2 * depth),
        }
    }
    scene.lines.iter().for_each(|one| line(&mut text, scene, one));
    text.push_str("}\n");
    text
}

/// A step of the traversal of nested clusters.
enum Step {
    Open(usize),
    Close,
}

/// The title of the graph.
pub(super) fn title(scene: &Scene<'_>) -> String {
    let count: usize = scene.counts().iter().map(|(_, count)| count).sum();
    let noun = if count == 1 { "resource" } else { "resources" };
    match scene.catalog.name.as_str() {
        "" => format!("Catalog: {count} {noun}"),
        name => format!("Catalog of {name}: {count} {noun}"),
    }
}

fn is_cluster(scene: &Scene<'_>, node: usize) -> bool {
    !scene.nodes[node].children.is_empty()
}

fn begin(text: &mut String, scene: &Scene<'_>, node: usize, indent: usize) {
    let _ = writeln!(text, "{:indent$}subgraph cluster_{node} {{", "");
    let indent = indent + 2;
    match scene.nodes[node].content {
        Content::Container(resource) => {
            let label = quoted(&name(scene, node).unwrap_or_default());
            let tooltip = quoted(&tooltip(&scene.catalog.resources[resource]));
            let style = "style=\"rounded,filled\"; fillcolor=\"#f6f8fa\"; color=\"#8c959f\"";
            let _ = writeln!(text, "{:indent$}label={label}; tooltip={tooltip}; {style};", "");
        }
        _ => {
            let _ = writeln!(text, "{:indent$}label=\"\"; style=dashed; color=\"#8c959f\";", "");
        }
    }
}

/// Writes a node without children: rows, or an empty container.
fn leaf(text: &mut String, scene: &Scene<'_>, node: usize, indent: usize) {
    let _ = write!(text, "{:indent$}n{node} [", "");
    match &scene.nodes[node].content {
        Content::Rows(members) => {
            let _ = writeln!(text, "label=<{}>];", table(scene, node, members));
        }
        Content::Container(resource) => {
            let label = quoted(&name(scene, node).unwrap_or_default());
            let tooltip = quoted(&tooltip(&scene.catalog.resources[*resource]));
            let style = "shape=box, style=\"rounded,filled\", fillcolor=\"#f6f8fa\"";
            let _ = writeln!(text, "label={label}, tooltip={tooltip}, {style}];");
        }
        Content::Frame => {
            let _ = writeln!(text, "label=\"\"];");
        }
    }
}

/// The HTML-like label of resources in columns.
fn table(scene: &Scene<'_>, node: usize, members: &[usize]) -> String {
    let is_framed = members.len() > 1 && scene.nodes[node].is_related;
    let border = if is_framed { "border=\"1\" style=\"dashed\"" } else { "border=\"0\"" };
    let mut table = format!(
        "<table {border} color=\"#8c959f\" cellborder=\"0\" cellspacing=\"3\" cellpadding=\"3\">"
    );
    let columns = members.len().div_ceil(ROWS).max((members.len() as f64 / 3.0).sqrt() as usize);
    let rows = members.len().div_ceil(columns.max(1));
    for row in 0..rows {
        table.push_str("<tr>");
        for member in members.iter().skip(row).step_by(rows.max(1)) {
            let resource = &scene.catalog.resources[*member];
            let colour = colours::LIGHT[colours::number(&resource.type_name)];
            let tooltip = escaped(&tooltip(resource)).replace('\n', "&#10;");
            let _ = write!(
                table,
                "<td align=\"left\" bgcolor=\"{colour}\" href=\"#\" tooltip=\"{tooltip}\">{}</td>",
                escaped(&label(resource))
            );
        }
        table.push_str("</tr>");
    }
    table.push_str("</table>");
    table
}

fn line(text: &mut String, scene: &Scene<'_>, line: &Line) {
    let (from, to) = (leaf_of(scene, line.from), leaf_of(scene, line.to));
    let mut attributes = vec![format!("tooltip={}", quoted(&line.descriptions.join("\n")))];
    if from != line.from {
        attributes.push(format!("ltail=cluster_{}", line.from));
    }
    if to != line.to {
        attributes.push(format!("lhead=cluster_{}", line.to));
    }
    if line.is_refreshing {
        attributes.push("style=dashed, color=\"#0969da\"".to_owned());
    }
    if line.is_cyclic {
        attributes.push("color=\"#cf222e\", penwidth=2".to_owned());
    }
    let _ = writeln!(text, "  n{from} -> n{to} [{}];", attributes.join(", "));
}

/// The leaf that a line is attached to: edges of DOT connect nodes, never clusters.
fn leaf_of(scene: &Scene<'_>, node: usize) -> usize {
    let first = |node: &usize| scene.nodes[*node].children.first().copied();
    std::iter::successors(Some(node), first).last().unwrap_or(node)
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    let is_bad = |one: char| one.is_control();
    format!("\"{}\"", escaped.replace(is_bad, " "))
}
