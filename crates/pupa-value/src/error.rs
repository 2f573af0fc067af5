//! What can go wrong with values and types.

use std::fmt;

/// The nature of an error, which decides how the evaluator words its report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// An argument that can't be used.
    Argument,
    /// A type specification that can't be read.
    Parse,
    /// A value that is not of the type asked for.
    Assertion,
    /// A value that can't be converted.
    Conversion,
    /// Anything else the language reports.
    Other,
    /// A limit of the run was reached.
    Limit,
}

/// An error about values or types. It has no place: whoever evaluates knows where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// Its nature.
    pub kind: ErrorKind,
    /// The message, which equals the reference's.
    pub message: String,
}

impl Error {
    /// An error of that nature.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error { kind, message: message.into() }
    }

    /// An argument that can't be used.
    pub fn argument(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Argument, message)
    }

    /// A type specification that can't be read.
    pub fn parse(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Parse, message)
    }

    /// A value that is not of the type asked for.
    pub fn assertion(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Assertion, message)
    }

    /// A value that can't be converted.
    pub fn conversion(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Conversion, message)
    }

    /// Any other error of the language.
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

/// The result of asking something of values or types.
pub type Result<T> = std::result::Result<T, Error>;
