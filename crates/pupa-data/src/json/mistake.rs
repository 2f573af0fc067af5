//! Syntax errors in JSON, with descriptions of our own.

use crate::cursor::Cursor;

/// A mistake in a text that is not JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JsonSyntaxError {
    /// The offset of the mistake.
    pub offset: usize,
    /// The description of the mistake.
    pub description: &'static str,
    /// The offset of the character that cannot be part of the text.
    pub(super) unexpected: usize,
}

/// The description of a surrogate without its other half.
pub(super) const LONE_SURROGATE: &str = "the second half of this surrogate pair is missing";

impl JsonSyntaxError {
    /// A mistake at the character that cannot be part of the text.
    pub(super) fn at(offset: usize, description: &'static str) -> JsonSyntaxError {
        JsonSyntaxError { offset, description, unexpected: offset }
    }

    /// The unexpected character with its line and column.
    pub(super) fn in_text(&self, text: &str) -> String {
        let place = Cursor::new(text).place(self.unexpected);
        let next = text.get(self.unexpected..).and_then(|rest| rest.chars().next());
        let problem = match next {
            _ if self.description == LONE_SURROGATE => "incomplete surrogate pair".to_owned(),
            Some(next) => {
                let quoted = pupa_value::text::quote(&next.to_string());
                format!("unexpected character {quoted} in JSON text")
            }
            None => "unexpected end of JSON text".to_owned(),
        };
        format!("{problem} (line: {}, column: {})", place.line, place.column)
    }
}
