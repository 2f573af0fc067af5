//! The syntax tree of a HOCON text.

use super::path::Path;
use super::token::Token;
use crate::document::Place;

/// The root of the tree.
#[derive(Debug)]
pub(super) struct Root {
    /// The number of line breaks before the value, as the library counts them.
    pub(super) lines_before: u32,
    pub(super) value: Syntax,
}

/// A value.
#[derive(Debug)]
pub(super) struct Syntax {
    pub(super) place: Place,
    pub(super) kind: SyntaxKind,
}

/// The kinds of values.
#[derive(Debug)]
pub(super) enum SyntaxKind {
    /// A scalar, unquoted text, or a substitution.
    Simple(Token),
    Object(Vec<Member>),
    Array(Vec<Element>),
    /// Adjacent values that are concatenated.
    Concatenation(Vec<Syntax>),
}

/// A member of an object.
#[derive(Debug)]
pub(super) enum Member {
    /// A line break. The library counts lines by these, and therefore misses line breaks inside of
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
    /// Whether the separator is `+=`.
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

/// The form in which an include names its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IncludeKind {
    Name,
    Url,
    File,
    Classpath,
}

/// A member of an array.
#[derive(Debug)]
pub(super) enum Element {
    /// A line break.
    Newline,
    Value(Syntax),
}
