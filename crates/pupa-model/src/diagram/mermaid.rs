//! Class diagrams in the syntax of Mermaid, which many sites render inside Markdown.

use std::fmt::Write as _;

use super::graph::{Graph, LineKind, TypeBox};

/// Writes the class diagram.
pub(super) fn write(graph: &Graph) -> String {
    let mut text = "classDiagram\n".to_owned();
    for (index, one) in graph.boxes.iter().enumerate() {
        class(&mut text, index, one);
    }
    for line in &graph.lines {
        let (from, to) = (line.from, line.to);
        let _ = match &line.kind {
            LineKind::Inheritance => writeln!(text, "  t{to} <|-- t{from}"),
            LineKind::Reference { name, multiplicity, is_containment } => {
                let arrow = if *is_containment { "*-->" } else { "-->" };
                let name = escaped(name);
                writeln!(text, "  t{from} {arrow} \"{multiplicity}\" t{to} : {name}")
            }
        };
    }
    text
}

/// Writes a class. Its identifier is a number, since identifiers can't contain `::`; the label has
/// the name.
fn class(text: &mut String, index: usize, one: &TypeBox) {
    let name = escaped(&one.name);
    if !one.is_abstract && one.attributes.is_empty() {
        let _ = writeln!(text, "  class t{index}[\"{name}\"]");
        return;
    }
    let _ = writeln!(text, "  class t{index}[\"{name}\"] {{");
    if one.is_abstract {
        text.push_str("    <<abstract>>\n");
    }
    for attribute in &one.attributes {
        let _ = writeln!(text, "    {}", escaped(&attribute.short));
    }
    text.push_str("  }\n");
}

/// Replaces characters that are part of Mermaid's syntax by entities.
///
/// Parentheses would turn an attribute into a method, braces end the class, tildes mark generics,
/// and a final star marks something abstract.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(one) = rest.next() {
        let is_last = rest.as_str().is_empty();
        match one {
            '"' | '#' | ';' | '(' | ')' | '{' | '}' | '~' | '<' | '>' | '&' | '`' | '\\' | '$' => {
                let _ = write!(escaped, "#{};", u32::from(one));
            }
            '*' if is_last => escaped.push_str("#42;"),
            _ => escaped.push(one),
        }
    }
    escaped
}
