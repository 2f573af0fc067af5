//! Errors of rich scalars: times, versions, URIs, binaries.

use std::error::Error;
use std::fmt;

/// An error of a rich scalar: the reference's message and the class of its exception.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScalarError {
    /// The class of the reference's exception.
    pub kind: ScalarErrorKind,
    /// The reference's exact message.
    pub message: String,
}

/// The classes of exceptions that the reference raises for rich scalars.
///
/// Most callers need only the message. The class matters where the reference rescues a specific
/// one: a list of formats continues with the next format after an [`Argument`](Self::Argument)
/// error only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScalarErrorKind {
    /// `ArgumentError`, and its subclass `ValidationFailure` for versions.
    Argument,
    /// `TypeError`
    Type,
    /// `RegexpError`
    Regexp,
    /// `FloatDomainError`: an infinite or NaN float where an integer is needed.
    FloatDomain,
    /// `ZeroDivisionError`
    ZeroDivision,
    /// `NameError` and `NoMethodError`: bugs of the reference that users can reach.
    Name,
    /// `URI::InvalidURIError`
    InvalidUri,
    /// `URI::InvalidComponentError`
    InvalidUriComponent,
    /// `URI::BadURIError`
    BadUri,
    /// The result exceeds a limit that the reference, whose integers are unbounded, does not have.
    OutOfRange,
}

impl ScalarError {
    /// Creates an error of this kind.
    pub fn new(kind: ScalarErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// Creates an error of the most frequent kind.
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
