//! Where in a model something is.

use super::xml::Element;

/// An element of a model, for messages.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) file: usize,
    pub(super) line: u32,
    pub(super) path: String,
}

impl Place {
    /// The place of an element with a name inside of this one.
    pub(super) fn inside(&self, element: &Element) -> Place {
        let name = element.get("name").unwrap_or("unnamed");
        Place { file: self.file, line: element.line, path: format!("{}/{name}", self.path) }
    }
}

/// Whether a flag of an element is set.
pub(super) fn flag(element: &Element, name: &str) -> bool {
    matches!(element.get(name), Some("true" | "1"))
}

/// Whether a flag that is set by default is not.
pub(super) fn denied(element: &Element, name: &str) -> bool {
    matches!(element.get(name), Some("false" | "0"))
}
