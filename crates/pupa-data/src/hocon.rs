//! HOCON as the `hocon` library of Ruby reads it (version 1.3.1): `Hocon.parse`.
//!
//! ```
//! use pupa_data::hocon;
//! let document = hocon::read("a.b = 1, c = ${a} { d: x y } # done").unwrap();
//! assert_eq!(document.places.part(1).unwrap().place.column, 10);
//! let error = hocon::read("a = ${b}").unwrap_err();
//! assert_eq!(error.message, "String: 1: Could not resolve substitution to a value: ${b}");
//! ```
//!
//! A text goes through `tokenizer`, `parser` (what stands where), `builder` (values, with
//! substitutions in them), `resolve` (values without), and `value`.
//!
//! The library fails on some texts because of mistakes of its own, with words that say nothing
//! about the text: an unknown escape, `a.b = ${x}, a.b.c = 1`, or a repeated key inside of an
//! array. Here the second and third are read as HOCON's specification has it, and the first gets
//! the words that were meant.

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

use crate::document::{Document, Place, Unreadable};

/// Reads a text. Substitutions see what the text holds, and nothing else.
///
/// # Errors
///
/// What the library says when the text is not HOCON, or has substitutions that cannot be resolved.
pub fn read(text: &str) -> Result<Document, Unreadable> {
    read_with_environment(text, &[])
}

/// Reads a text whose substitutions also see the given environment variables, as those of the
/// library see the variables of the process. `NAME.0`, `NAME.1` … together are the array `NAME`.
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
) -> Result<Document, Unreadable> {
    let syntax = parser::document(text)?;
    let place = syntax.value.place;
    let root = builder::document(syntax)?;
    let resolved = resolve::document(&root, environment)?;
    value::document(&resolved, place, text.len())
}

/// Why a text is not read.
#[derive(Debug, Clone)]
struct Refusal {
    message: String,
    place: Option<Place>,
}

impl Refusal {
    /// Words of the library that name a line, and where that really is.
    fn at_line(line: impl std::fmt::Display, message: impl std::fmt::Display) -> Refusal {
        Refusal { message: format!("String: {line}: {message}"), place: None }
    }

    /// Words that name nothing.
    fn new(message: impl Into<String>) -> Refusal {
        Refusal { message: message.into(), place: None }
    }

    /// The same, at a place, unless it has one.
    fn at(mut self, place: Place) -> Refusal {
        self.place.get_or_insert(place);
        self
    }

    /// Too many levels of something.
    fn too_deep(levels: usize) -> Refusal {
        Refusal::new(format!("nesting of {levels} is too deep"))
    }
}

impl From<Refusal> for Unreadable {
    fn from(refusal: Refusal) -> Unreadable {
        Unreadable { message: refusal.message, place: refusal.place }
    }
}
