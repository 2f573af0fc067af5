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

mod number;
mod reader;
mod string;

#[cfg(test)]
mod tests;

pub use number::{float_end, integer_end};

use crate::cursor::Cursor;
use crate::document::{Document, ParseError};

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
    /// An error that quotes the rest of the text from an offset.
    fn at(line: Line, text: &str, words: &str, offset: usize) -> JsonError {
        let rest = text.get(offset..).unwrap_or_default();
        // Compat: the library prints the text as a C string, which ends at a zero byte.
        let quoted = rest.split('\0').next().unwrap_or_default();
        JsonError { message: format!("{}: {words} at '{quoted}'", line as u32), offset }
    }

    /// An error for an unexpected token.
    fn unexpected(line: Line, text: &str, offset: usize) -> JsonError {
        JsonError::at(line, text, "unexpected token", offset)
    }
}
