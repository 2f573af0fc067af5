//! Locations in a model, and the flags of elements.

use super::xml::Element;

/// The location of an element, for messages.
#[derive(Debug, Clone)]
pub(super) struct Location {
    pub(super) file: usize,
    pub(super) line: u32,
    pub(super) path: String,
}

impl Location {
    /// The location of a named element inside this one.
    pub(super) fn inside(&self, element: &Element) -> Location {
        let name = element.get("name").unwrap_or("unnamed");
        Location { file: self.file, line: element.line, path: format!("{}/{name}", self.path) }
    }
}

/// Whether a flag of an element is set to true.
pub(super) fn is_true(element: &Element, name: &str) -> bool {
    matches!(element.get(name), Some("true" | "1"))
}

/// Whether a flag of an element, true by default, is set to false.
pub(super) fn is_false(element: &Element, name: &str) -> bool {
    matches!(element.get(name), Some("false" | "0"))
}
