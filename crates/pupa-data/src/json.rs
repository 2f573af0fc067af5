//! JSON as the `json` library of Ruby 3.1 (version 2.6.1) reads it. Its messages begin with a line
//! number of its own source.
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

pub use number::{float_end, whole_end};

use crate::cursor::Cursor;
use crate::document::{Document, Unreadable};

/// Reads a text: one value, comments and blanks around it.
///
/// # Errors
///
/// What the library says when the text is not JSON, with the rest of the text from where it
/// stopped; our own idea of where that is.
pub fn read(text: &str) -> Result<Document, Unreadable> {
    reader::document(text).map_err(|refusal| Unreadable {
        place: Some(Cursor::new(text).place(refusal.offset)),
        message: refusal.message,
    })
}

/// Why and where reading stopped.
#[derive(Debug)]
struct Refusal {
    message: String,
    offset: usize,
}

/// The line of the library's source that gives up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    Document = 859,
    Array = 451,
    NotANumber = 225,
    Infinity = 232,
    NegativeInfinity = 249,
    SurrogatePair = 521,
}

impl Refusal {
    /// Words, and the rest of the text from an offset.
    fn at(line: Line, text: &str, words: &str, offset: usize) -> Refusal {
        let rest = text.get(offset..).unwrap_or_default();
        // Compat: the library shows the text as C does, where a zero byte ends it.
        let shown = rest.split('\0').next().unwrap_or_default();
        Refusal { message: format!("{}: {words} at '{shown}'", line as u32), offset }
    }

    /// Something that does not belong there.
    fn unexpected(line: Line, text: &str, offset: usize) -> Refusal {
        Refusal::at(line, text, "unexpected token", offset)
    }
}
