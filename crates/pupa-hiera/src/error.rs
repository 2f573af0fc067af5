//! Why there is no answer.

use std::fmt;

use pupa_value::ErrorKind;
use pupa_value::value::Text;

/// An error of a lookup that is told as it is, with the place it has by itself: that of a
/// configuration, not of the program that asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookupError {
    /// What is wrong, in the reference's words.
    pub message: String,
    /// The configuration or data that it is about, when the message does not name it.
    pub file: Option<Text>,
    /// The line in that file.
    pub line: Option<u32>,
    /// Whether the reference gives it a kind of its own. Those without one become `Lookup of key '…'
    /// failed` in the global layer.
    pub is_issue: bool,
}

impl LookupError {
    /// An error without a place.
    pub fn new(message: impl Into<String>) -> LookupError {
        LookupError { message: message.into(), file: None, line: None, is_issue: false }
    }

    /// An error of a kind that has a name.
    pub fn issue(message: impl Into<String>) -> LookupError {
        LookupError { is_issue: true, ..LookupError::new(message) }
    }
}

/// The message with its place: `… (file: /etc/hiera.yaml, line: 3)`.
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

/// Why a lookup has no answer. `S` is how evaluation stops, since data may come from functions.
#[derive(Debug)]
pub enum Refused<S> {
    /// There is no such key.
    NoSuchKey,
    /// It failed, and the error is told as it is.
    Lookup(Box<LookupError>),
    /// It failed with an error of the language, to which the place of the lookup is added. Within
    /// a lookup that goes on it becomes a [`LookupError`].
    Failed(Box<str>),
    /// It failed with an error of another kind, to which the place of the lookup is added.
    Wrong(Box<str>),
    /// A variable has no value: its name, as it is shown, and why. To that, too, the place of the
    /// lookup is added.
    UndefinedVariable(Box<str>, Box<str>),
    /// Evaluation of a function stopped.
    Stopped(S),
}

impl<S> Refused<S> {
    /// An error of the language.
    pub fn failed(message: impl Into<String>) -> Refused<S> {
        Refused::Failed(message.into().into())
    }

    /// An error of another kind.
    pub fn wrong(message: impl Into<String>) -> Refused<S> {
        Refused::Wrong(message.into().into())
    }
}

impl<S> From<LookupError> for Refused<S> {
    fn from(error: LookupError) -> Refused<S> {
        Refused::Lookup(Box::new(error))
    }
}

/// A value that is not of the type it should be is an error of the language; the others are not.
impl<S> From<pupa_value::Error> for Refused<S> {
    fn from(error: pupa_value::Error) -> Refused<S> {
        match error.kind {
            ErrorKind::Assertion => Refused::failed(error.message),
            _ => Refused::wrong(error.message),
        }
    }
}

/// What a lookup gives.
pub type Answer<T, S> = Result<T, Refused<S>>;
