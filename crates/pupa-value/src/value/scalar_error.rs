//! What goes wrong when a rich scalar (a time, a version, a URI, a binary) is made or used.

use std::error::Error;
use std::fmt;

/// A failure to make or use a rich scalar: the reference's message and the kind of its exception.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScalarError {
    /// What the reference raises.
    pub kind: ScalarErrorKind,
    /// The reference's message, to the letter.
    pub message: String,
}

/// The kinds of exceptions the reference raises for rich scalars.
///
/// Most callers only show the message. The kind matters where the reference rescues one kind only:
/// a list of formats goes on to the next format after an [`Argument`](Self::Argument) error and
/// after no other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScalarErrorKind {
    /// `ArgumentError`, and `ValidationFailure` of versions, which is one.
    Argument,
    /// `TypeError`
    Type,
    /// `RegexpError`
    Regexp,
    /// `FloatDomainError`: a number that is not finite where an integer is needed.
    FloatDomain,
    /// `ZeroDivisionError`
    ZeroDivision,
    /// `NameError` and `NoMethodError`: mistakes in the reference that its users can reach.
    Name,
    /// `URI::InvalidURIError`
    InvalidUri,
    /// `URI::InvalidComponentError`
    InvalidUriComponent,
    /// `URI::BadURIError`
    BadUri,
    /// Not of the reference, whose integers have no bounds: the result does not fit.
    OutOfRange,
}

impl ScalarError {
    /// An error of the given kind.
    pub fn new(kind: ScalarErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// The most frequent kind of error.
    pub fn argument(message: impl Into<String>) -> Self {
        Self::new(ScalarErrorKind::Argument, message)
    }
}

impl fmt::Display for ScalarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for ScalarError {}
