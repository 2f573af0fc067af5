//! JSON as Ruby 3.1's `json` library (version 2.6.1) parses it. The library's messages begin with a
//! line number of its own source file.
//!
//! ```
//! use pupa_data::json;
//! let document = json::read("{\"a\": [1, 2.5]} // done\n").unwrap();
//! assert_eq!(document.places.part(0).unwrap().place.column, 2);
//! let error = json::read("[1,]").unwrap_err();
//! assert_eq!(error.message, "451: unexpected token at ']'");
//! ```

mod mistake;
mod number;
mod reader;
mod string;

#[cfg(test)]
mod tests;

pub use number::{float_end, integer_end};

use pupa_value::error::ErrorKind;
use pupa_value::{Error, Value};

use crate::cursor::Cursor;
use crate::document::{Document, ParseError};
pub use mistake::JsonSyntaxError;

/// Checks that a text is JSON.
///
/// ```
/// let (message, mistake) = pupa_data::json::check(r#"{"a": 1"#).unwrap_err();
/// assert_eq!(message, r#"859: unexpected token at '{"a": 1'"#);
/// assert_eq!((mistake.offset, mistake.description), (7, "expected `,` or `}`"));
/// ```
///
/// # Errors
///
/// The library's message, and the first mistake.
pub fn check(text: &str) -> Result<(), (String, JsonSyntaxError)> {
    reader::document(text).map(drop).map_err(|error| {
        let mistake = error.first_mistake(text);
        (error.message, mistake)
    })
}

/// The value of a text, for files of which the reference never shows the library's message.
///
/// ```
/// let error = pupa_data::json::value("[1,\n 2").unwrap_err();
/// assert_eq!(error.message, "unexpected end of JSON text (line: 2, column: 3)");
/// ```
///
/// # Errors
///
/// A message of our own with the line and column of the first mistake.
pub fn value(text: &str) -> pupa_value::Result<Value> {
    match reader::document(text) {
        Ok(document) => Ok(document.value),
        Err(error) => Err(match error.is_limit {
            true => Error::new(ErrorKind::Limit, error.message),
            false => Error::parse(error.first_mistake(text).in_text(text)),
        }),
    }
}

/// Parses a text: one value, with comments and white space around it.
///
/// # Errors
///
/// The library's message if the text is not JSON; it ends with the unparsed rest of the text. The
/// place is our own addition.
pub fn read(text: &str) -> Result<Document, ParseError> {
    reader::document(text).map_err(|error| ParseError {
        place: Some(Cursor::new(text).place(error.offset)),
        message: error.message,
    })
}

/// The message and offset of an error.
#[derive(Debug)]
struct JsonError {
    message: String,
    offset: usize,
    /// The mistake that caused it.
    mistake: Option<JsonSyntaxError>,
    /// Whether the text may be JSON, but is nested too deeply.
    is_limit: bool,
}

/// The lines of the library's source that raise errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    Document = 859,
    Array = 451,
    NotANumber = 225,
    Infinity = 232,
    NegativeInfinity = 249,
    SurrogatePair = 521,
}

impl JsonError {
    /// The mistake that caused the error, which is in the text.
    fn first_mistake(&self, text: &str) -> JsonSyntaxError {
        let offset = self.offset.min(text.len());
        self.mistake.unwrap_or(JsonSyntaxError::at(offset, "unexpected"))
    }

    /// An error that quotes the rest of the text from an offset.
    fn at(line: Line, text: &str, words: &str, offset: usize) -> JsonError {
        let rest = text.get(offset..).unwrap_or_default();
        // Compat: the library prints the text as a C string, which ends at a zero byte.
        // Pinned by `json_errors_are_those_of_ruby`.
        let quoted = rest.split('\0').next().unwrap_or_default();
        let message = format!("{}: {words} at '{quoted}'", line as u32);
        JsonError { message, offset, mistake: None, is_limit: false }
    }

    /// An error for an unexpected token.
    fn unexpected(line: Line, text: &str, offset: usize) -> JsonError {
        JsonError::at(line, text, "unexpected token", offset)
    }
}
