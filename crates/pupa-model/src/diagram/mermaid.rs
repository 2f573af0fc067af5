//! Diagrams for Mermaid, which many sites draw within Markdown.

use std::fmt::Write as _;

use super::graph::{Graph, LineKind, TypeBox};

/// The text of a class diagram.
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

/// A class under a number, since `::` can't be part of a name; its label has the name.
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

/// A text without characters that mean something in a diagram: entities stand for them.
///
/// Parentheses would make a method of an attribute, braces end the class, tildes make generics, and
/// a star at the end makes something abstract.
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
