//! The location of a mismatch: a path from the whole value to the part.

use std::fmt;

use crate::value::Text;

/// One step of the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Element {
    /// The subject of the message, in the caller's words.
    Subject(Text),
    /// The value of a hash entry.
    Entry(Text),
    /// The key of a hash entry.
    KeyOfEntry(Text),
    /// A parameter; its name is empty if it is unknown.
    Parameter(Text),
    /// The return value of a call.
    Return,
    /// The block of a call.
    Block,
    /// An array element.
    Index(usize),
    /// An option of a `Variant`.
    Variant(usize),
    /// A signature of a function.
    Signature(usize),
}

impl Element {
    /// Whether the step only selects one of several alternatives.
    pub(super) fn is_alternative(&self) -> bool {
        matches!(self, Element::Variant(_) | Element::Signature(_))
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Element::Subject(text) => f.write_str(text),
            Element::Entry(key) => write!(f, "entry '{key}'"),
            Element::KeyOfEntry(key) => write!(f, "key of entry '{key}'"),
            Element::Parameter(name) => write!(f, "parameter '{name}'"),
            Element::Return => f.write_str("return"),
            Element::Block => f.write_str("block"),
            Element::Index(index) => write!(f, "index {index}"),
            Element::Variant(index) => write!(f, "variant {index}"),
            Element::Signature(index) => write!(f, "{}.", index + 1),
        }
    }
}

/// The path with one more step.
pub(super) fn extend(path: &[Element], element: Element) -> Vec<Element> {
    let mut longer = Vec::with_capacity(path.len() + 1);
    longer.extend_from_slice(path);
    longer.push(element);
    longer
}
