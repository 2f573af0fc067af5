//! What stands where in a text, before it is made into values.

use super::path::Path;
use super::token::Token;
use crate::document::Place;

/// A whole text.
#[derive(Debug)]
pub(super) struct Root {
    /// How many lines end before the value begins, as far as the library counts them.
    pub(super) lines_before: u32,
    pub(super) value: Syntax,
}

/// A value.
#[derive(Debug)]
pub(super) struct Syntax {
    pub(super) place: Place,
    pub(super) kind: SyntaxKind,
}

/// What a value is.
#[derive(Debug)]
pub(super) enum SyntaxKind {
    /// A scalar, text, or a substitution.
    Simple(Token),
    Object(Vec<Member>),
    Array(Vec<Element>),
    /// Values beside each other.
    Concatenation(Vec<Syntax>),
}

/// What can stand in an object.
#[derive(Debug)]
pub(super) enum Member {
    /// The end of a line. The library counts lines by these, and so misses those inside of
    /// fields.
    Newline,
    Field(Field),
    Include(Include),
}

/// A key and its value.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) path: Path,
    pub(super) place: Place,
    /// Whether it is `+=`.
    pub(super) appends: bool,
    pub(super) value: Syntax,
}

/// `include "name"`, or `include file("name")`.
#[derive(Debug)]
pub(super) struct Include {
    pub(super) place: Place,
    pub(super) kind: IncludeKind,
    pub(super) name: String,
}

/// How an include names what it wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IncludeKind {
    Name,
    Url,
    File,
    Classpath,
}

/// What can stand in an array.
#[derive(Debug)]
pub(super) enum Element {
    /// The end of a line.
    Newline,
    Value(Syntax),
}
