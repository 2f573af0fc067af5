//! Annotations of Ecore: documentation, and the logic of types that an export put there.

use super::Cx;
use super::place::Place;
use super::xml::Element;
use crate::ecore::{ECORE_URI, LOGIC_SOURCE};

const GENMODEL: &str = "http://www.eclipse.org/emf/2002/GenModel";

/// What the annotations of an element say.
#[derive(Debug, Default)]
pub(super) struct Annotations<'x> {
    /// Lines of documentation.
    pub(super) comment: Vec<String>,
    /// Logic by its kind: `check`, `invariant.0`.
    pub(super) logic: Vec<(&'x str, &'x str)>,
}

/// Reads the annotations of an element.
pub(super) fn read<'x>(cx: &mut Cx<'x>, element: &'x Element, place: &Place) -> Annotations<'x> {
    let mut found = Annotations::default();
    for annotation in element.all("eAnnotations") {
        let source = annotation.get("source").unwrap_or_default();
        match source {
            GENMODEL => {
                for (key, text) in details(annotation) {
                    match key {
                        "documentation" => found.comment.extend(lines(text)),
                        _ => cx.warn(place, format!("`{key}` of GenModel has no counterpart")),
                    }
                }
            }
            LOGIC_SOURCE => found.logic.extend(details(annotation)),
            ECORE_URI => {
                for (key, value) in details(annotation) {
                    cx.warn(place, format!("`{key}` (`{value}`) has no counterpart"));
                }
            }
            _ => cx.warn(place, format!("annotation `{source}` has no counterpart")),
        }
    }
    found
}

/// Warns of what the annotations of an element say that becomes no definition, and has no place
/// for it. Gives its logic.
pub(super) fn unused<'x>(
    cx: &mut Cx<'x>,
    element: &'x Element,
    place: &Place,
) -> Vec<(&'x str, &'x str)> {
    let Annotations { comment, logic } = read(cx, element, place);
    if !comment.is_empty() {
        cx.warn(place, "its documentation is left out: no definition is made of it".to_owned());
    }
    logic
}

/// The entries of an annotation; a value may be an attribute or an element.
fn details(annotation: &Element) -> impl Iterator<Item = (&str, &str)> {
    annotation.all("details").map(|entry| {
        let key = entry.get("key").unwrap_or_default();
        let element = || entry.all("value").next().map(|value| value.text.as_str());
        (key, entry.get("value").or_else(element).unwrap_or_default())
    })
}

/// The lines of a text, without empty ones around it. No line break of any system stays in one,
/// or a comment would seem to end there.
fn lines(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n");
    let lines = text.split(['\n', '\r']).map(|line| line.trim_end().to_owned());
    let mut lines: Vec<String> = lines.skip_while(String::is_empty).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}
