//! Annotations of Ecore: documentation, and logic from an earlier export.

use super::Cx;
use super::location::Location;
use super::xml::Element;
use crate::ecore::{ECORE_URI, LOGIC_SOURCE};

const GENMODEL: &str = "http://www.eclipse.org/emf/2002/GenModel";

/// The content of an element's annotations.
#[derive(Debug, Default)]
pub(super) struct Annotations<'x> {
    /// Lines of documentation.
    pub(super) comment: Vec<String>,
    /// Logic by kind, such as `check` or `invariant.0`.
    pub(super) logic: Vec<(&'x str, &'x str)>,
}

/// Reads the annotations of an element.
pub(super) fn read<'x>(
    cx: &mut Cx<'x>,
    element: &'x Element,
    location: &Location,
) -> Annotations<'x> {
    let mut found = Annotations::default();
    for annotation in element.all("eAnnotations") {
        let source = annotation.get("source").unwrap_or_default();
        match source {
            GENMODEL => {
                for (key, text) in details(annotation) {
                    match key {
                        "documentation" => found.comment.extend(lines(text)),
                        _ => cx.warn(location, format!("`{key}` of GenModel has no counterpart")),
                    }
                }
            }
            LOGIC_SOURCE => found.logic.extend(details(annotation)),
            ECORE_URI => {
                for (key, value) in details(annotation) {
                    cx.warn(location, format!("`{key}` (`{value}`) has no counterpart"));
                }
            }
            _ => cx.warn(location, format!("annotation `{source}` has no counterpart")),
        }
    }
    found
}

/// Warns about documentation in the annotations of an element that no definition represents.
/// Returns its logic.
pub(super) fn warn_unused<'x>(
    cx: &mut Cx<'x>,
    element: &'x Element,
    location: &Location,
) -> Vec<(&'x str, &'x str)> {
    let Annotations { comment, logic } = read(cx, element, location);
    if !comment.is_empty() {
        cx.warn(location, "its documentation is left out: no definition is made of it".to_owned());
    }
    logic
}

/// The entries of an annotation. A value may be an attribute or an element.
fn details(annotation: &Element) -> impl Iterator<Item = (&str, &str)> {
    annotation.all("details").map(|entry| {
        let key = entry.get("key").unwrap_or_default();
        let element = || entry.all("value").next().map(|value| value.text.as_str());
        (key, entry.get("value").or_else(element).unwrap_or_default())
    })
}

/// The lines of a text without empty ones at both ends. Line breaks of all systems are split, since
/// a stray one would end the comment in the output.
fn lines(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n");
    let lines = text.split(['\n', '\r']).map(|line| line.trim_end().to_owned());
    let mut lines: Vec<String> = lines.skip_while(String::is_empty).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}
