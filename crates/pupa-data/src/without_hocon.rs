//! The interface of the HOCON parser in a build without the feature `hocon`: every text is an
//! error.

use crate::document::{Document, ParseError};

/// Rejects a text.
///
/// # Errors
///
/// Always.
pub fn read(text: &str) -> Result<Document, ParseError> {
    read_with_environment(text, &[])
}

/// Rejects a text.
///
/// # Errors
///
/// Always.
pub fn read_with_environment(
    _text: &str,
    _environment: &[(String, String)],
) -> Result<Document, ParseError> {
    Err(ParseError { message: "this build does not read HOCON".to_owned(), place: None })
}
