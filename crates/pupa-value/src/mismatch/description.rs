//! A single mismatch and its message.

use std::fmt;

use super::path::Element;
use super::wording;
use crate::types::{Size, Type};
use crate::value::Text;

/// A mismatch: its kind and the path to the part that has it.
#[derive(Clone, Debug)]
pub(super) struct Mismatch {
    pub(super) path: Vec<Element>,
    pub(super) kind: Kind,
}

/// The kind of a mismatch.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    MissingKey(Text),
    MissingParameter(Text),
    UnknownKey(Text),
    UnknownParameter(Text),
    UnexpectedBlock,
    MissingBlock,
    UnresolvedType(Text),
    Type {
        expected: Type,
        actual: Type,
    },
    /// A string that matches none of the patterns or enumerated strings.
    Pattern {
        expected: Type,
        actual: Type,
    },
    Size {
        expected: Size,
        actual: Size,
    },
    /// The number of arguments of a call.
    Count {
        expected: Size,
        actual: Size,
    },
}

impl Kind {
    /// A value of a wrong type.
    pub(super) fn wrong_type(expected: &Type, actual: &Type) -> Kind {
        Kind::Type { expected: expected.normalize(), actual: actual.normalize() }
    }

    /// A string that matches no pattern.
    pub(super) fn wrong_pattern(expected: &Type, actual: &Type) -> Kind {
        Kind::Pattern { expected: expected.normalize(), actual: actual.normalize() }
    }
}

impl Mismatch {
    pub(super) fn new(path: &[Element], kind: Kind) -> Mismatch {
        Mismatch { path: path.to_vec(), kind }
    }

    /// The path without the steps that select an alternative.
    pub(super) fn canonical_path(&self) -> impl Iterator<Item = &Element> {
        self.path.iter().filter(|element| !element.is_alternative())
    }

    /// The mismatch with one step removed from its path.
    pub(super) fn without_step(mut self, position: usize) -> Mismatch {
        if position < self.path.len() {
            self.path.remove(position);
        }
        self
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for element in &self.path {
            write!(f, " {element}")?;
        }
        match &self.kind {
            Kind::MissingKey(key) => write!(f, " expects a value for key '{key}'"),
            Kind::MissingParameter(name) => write!(f, " expects a value for parameter '{name}'"),
            Kind::UnknownKey(key) => write!(f, " unrecognized key '{key}'"),
            Kind::UnknownParameter(name) => write!(f, " has no parameter named '{name}'"),
            Kind::UnexpectedBlock => f.write_str(" does not expect a block"),
            Kind::MissingBlock => f.write_str(" expects a block"),
            Kind::UnresolvedType(name) => write!(f, " references an unresolved type '{name}'"),
            Kind::Type { expected, actual } => wording::write_type(f, expected, actual),
            Kind::Pattern { expected, actual } => wording::write_pattern(f, expected, actual),
            Kind::Size { expected, actual } => {
                write!(
                    f,
                    " expects size to be {}, got {}",
                    range(*expected, "0"),
                    range(*actual, "0")
                )
            }
            Kind::Count { expected, actual } => write_count(f, *expected, *actual),
        }
    }
}

fn write_count(f: &mut fmt::Formatter<'_>, expected: Size, actual: Size) -> fmt::Result {
    let plural = match (expected.from, expected.to) {
        (1, Some(1) | None) | (0, Some(1)) => "",
        _ => "s",
    };
    let (expected, actual) = (range(expected, "no"), range(actual, "none"));
    write!(f, " expects {expected} argument{plural}, got {actual}")
}

fn range(size: Size, zero: &str) -> String {
    match (size.from, size.to) {
        (0, Some(0)) => zero.to_owned(),
        (from, Some(to)) if from == to => from.to_string(),
        (0, None) => "unlimited".to_owned(),
        (0, Some(to)) => format!("at most {to}"),
        (from, None) => format!("at least {from}"),
        (from, Some(to)) => format!("between {from} and {to}"),
    }
}
