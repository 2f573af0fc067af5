//! The error type of this crate.

use std::fmt;

/// The kind of an error, which determines the evaluator's report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// An invalid argument.
    Argument,
    /// An invalid type specification.
    Parse,
    /// A value of an unexpected type.
    Assertion,
    /// A value that cannot be converted.
    Conversion,
    /// Any other error of the language.
    Other,
    /// An exceeded limit of the run.
    Limit,
}

/// An error about values or types. It has no location; the evaluator adds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// The kind.
    pub kind: ErrorKind,
    /// The message, which equals the reference's.
    pub message: String,
}

impl Error {
    /// Creates an error of this kind.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error { kind, message: message.into() }
    }

    /// Creates the error for an invalid argument.
    pub fn argument(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Argument, message)
    }

    /// Creates the error for an invalid type specification.
    pub fn parse(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Parse, message)
    }

    /// Creates the error for a value of an unexpected type.
    pub fn assertion(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Assertion, message)
    }

    /// Creates the error for a value that cannot be converted.
    pub fn conversion(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Conversion, message)
    }

    /// Creates any other error of the language.
    pub fn other(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Other, message)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl From<crate::value::scalar_error::ScalarError> for Error {
    fn from(error: crate::value::scalar_error::ScalarError) -> Error {
        Error::argument(error.message)
    }
}

/// The result of an operation on values or types.
pub type Result<T> = std::result::Result<T, Error>;
