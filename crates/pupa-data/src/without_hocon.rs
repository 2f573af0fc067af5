//! The interface of the reader of HOCON in a build without the feature `hocon`: an error for every
//! text.

use crate::document::{Document, ParseError};

/// Refuses a text.
///
/// # Errors
///
/// Always.
pub fn read(text: &str) -> Result<Document, ParseError> {
    read_with_environment(text, &[])
}

/// Refuses a text.
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
