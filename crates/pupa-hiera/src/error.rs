//! The errors of lookups.

use std::fmt;

use pupa_value::ErrorKind;
use pupa_value::value::Text;

/// An error that is reported with its own location, in a configuration or data file, rather than
/// with the location of the call in the manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookupError {
    /// The reference's message, without the location.
    pub message: String,
    /// The configuration or data file, unless the message names it.
    pub file: Option<Text>,
    /// The line in that file.
    pub line: Option<u32>,
    /// Whether the reference raises the error as one of its issues. In the global layer, other
    /// errors are wrapped into `Lookup of key '…' failed`.
    pub is_issue: bool,
}

impl LookupError {
    /// An error without a location that is not an issue.
    pub fn new(message: impl Into<String>) -> LookupError {
        LookupError { message: message.into(), file: None, line: None, is_issue: false }
    }

    /// An error that the reference raises as an issue.
    pub fn issue(message: impl Into<String>) -> LookupError {
        LookupError { is_issue: true, ..LookupError::new(message) }
    }
}

/// The message with its location: `… (file: /etc/hiera.yaml, line: 3)`.
impl fmt::Display for LookupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(f, " (file: {file}, line: {line})"),
            (Some(file), None) => write!(f, " (file: {file})"),
            (None, Some(line)) => write!(f, " (line: {line})"),
            (None, None) => Ok(()),
        }
    }
}

impl std::error::Error for LookupError {}

/// The reason why a lookup returns no value. `S` is [`World::Stop`](crate::World::Stop), since
/// data may come from functions.
#[derive(Debug)]
pub enum LookupStop<S> {
    /// The key was not found.
    NoSuchKey,
    /// An error with its own location; the caller adds none.
    Lookup(Box<LookupError>),
    /// A `Puppet::Error` of the reference. The caller adds its location. An enclosing lookup turns
    /// it into a [`LookupError`].
    Puppet(Box<str>),
    /// An error of another Ruby class, such as `ArgumentError`. The caller adds its location; an
    /// enclosing lookup leaves it as it is.
    Other(Box<str>),
    /// An unset variable: its name as messages show it, and the reason why it is unset. The caller
    /// adds its location.
    UndefinedVariable(Box<str>, Box<str>),
    /// Evaluation of a function stopped.
    Stopped(S),
}

impl<S> LookupStop<S> {
    /// A `Puppet::Error` of the reference.
    pub fn puppet(message: impl Into<String>) -> LookupStop<S> {
        LookupStop::Puppet(message.into().into())
    }

    /// An error of another Ruby class.
    pub fn other(message: impl Into<String>) -> LookupStop<S> {
        LookupStop::Other(message.into().into())
    }
}

impl<S> From<LookupError> for LookupStop<S> {
    fn from(error: LookupError) -> LookupStop<S> {
        LookupStop::Lookup(Box::new(error))
    }
}

/// A failed type assertion is a `Puppet::Error`; all other errors are of other Ruby classes.
impl<S> From<pupa_value::Error> for LookupStop<S> {
    fn from(error: pupa_value::Error) -> LookupStop<S> {
        match error.kind {
            ErrorKind::Assertion => LookupStop::puppet(error.message),
            _ => LookupStop::other(error.message),
        }
    }
}

/// The result of a lookup.
pub type LookupResult<T, S> = Result<T, LookupStop<S>>;
