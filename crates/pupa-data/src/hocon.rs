//! HOCON as Ruby's `hocon` library (version 1.3.1) parses it: `Hocon.parse`.
//!
//! ```
//! use pupa_data::hocon;
//! let document = hocon::read("a.b = 1, c = ${a} { d: x y } # done").unwrap();
//! assert_eq!(document.places.part(1).unwrap().place.column, 10);
//! let error = hocon::read("a = ${b}").unwrap_err();
//! assert_eq!(error.message, "String: 1: Could not resolve substitution to a value: ${b}");
//! ```
//!
//! The stages are `tokenizer`, `parser` (syntax tree), `builder` (values that may contain
//! substitutions), `resolve` (values without substitutions), and `value` (Puppet values).
//!
//! Bugs of the library make it fail on some texts with internal errors: an unknown escape,
//! `a.b = ${x}, a.b.c = 1`, or a repeated key inside of an array. Here the second and third are
//! read according to HOCON's specification, and the first raises the intended error.

mod builder;
mod concatenation;
mod node;
mod number;
mod parser;
mod path;
mod render;
mod resolve;
mod syntax;
mod token;
mod tokenizer;
mod value;

#[cfg(test)]
mod tests;

use crate::document::{Document, ParseError, Place};

/// Parses a text. Substitutions refer to the text alone.
///
/// # Errors
///
/// The library's message if the text is not HOCON, or a substitution cannot be resolved.
pub fn read(text: &str) -> Result<Document, ParseError> {
    read_with_environment(text, &[])
}

/// Parses a text whose substitutions may also refer to the given environment variables, as the
/// library's refer to those of the process. `NAME.0`, `NAME.1` … form the array `NAME`.
///
/// ```
/// use pupa_data::hocon;
/// let environment = [("SITE".to_owned(), "north".to_owned())];
/// let document = hocon::read_with_environment("a = ${SITE}/x", &environment).unwrap();
/// assert_eq!(document.value, hocon::read("a = \"north/x\"").unwrap().value);
/// ```
///
/// # Errors
///
/// As [`read`].
pub fn read_with_environment(
    text: &str,
    environment: &[(String, String)],
) -> Result<Document, ParseError> {
    let syntax = parser::document(text)?;
    let place = syntax.value.place;
    let root = builder::document(syntax)?;
    let resolved = resolve::document(&root, environment)?;
    value::document(&resolved, place, text.len())
}

/// The error for a text that cannot be parsed or resolved.
#[derive(Debug, Clone)]
struct HoconError {
    message: String,
    place: Option<Place>,
}

impl HoconError {
    /// An error with the line number that the library reports, which may be wrong. The caller adds
    /// the true place with [`HoconError::at`].
    fn at_line(line: impl std::fmt::Display, message: impl std::fmt::Display) -> HoconError {
        HoconError { message: format!("String: {line}: {message}"), place: None }
    }

    /// An error without a line number.
    fn new(message: impl Into<String>) -> HoconError {
        HoconError { message: message.into(), place: None }
    }

    /// Sets the place unless there is one already.
    fn at(mut self, place: Place) -> HoconError {
        self.place.get_or_insert(place);
        self
    }

    /// The error for exceeded nesting.
    fn too_deep(levels: usize) -> HoconError {
        HoconError::new(format!("nesting of {levels} is too deep"))
    }
}

impl From<HoconError> for ParseError {
    fn from(error: HoconError) -> ParseError {
        ParseError { message: error.message, place: error.place }
    }
}
