//! Where a mismatch is: the way from the whole to the part.

use std::fmt;

use crate::value::Text;

/// One step of the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Element {
    /// What is talked about, in the words of the caller.
    Subject(Text),
    /// The value of an entry of a hash.
    Entry(Text),
    /// The key of an entry of a hash.
    KeyOfEntry(Text),
    /// A parameter; without a name when none is known.
    Parameter(Text),
    /// The result of a call.
    Return,
    /// The block of a call.
    Block,
    /// An element of an array.
    Index(usize),
    /// An option of a `Variant`.
    Variant(usize),
    /// A signature of a function.
    Signature(usize),
}

impl Element {
    /// Whether it only says which alternative was tried.
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
