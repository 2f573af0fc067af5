//! The reasons why evaluation stops early: an error, `break`, `next` and `return`.

use pupa_syntax::diagnostic::Diagnostic;
use pupa_value::{ErrorKind, Value};

use crate::log::Place;

/// The result of evaluating something.
pub type Outcome<T = Value> = Result<T, Box<Stop>>;

/// The reason why the evaluation of an expression has no value.
#[derive(Debug)]
pub enum Stop {
    /// An error that is complete, with or without a location.
    Diagnostic(Diagnostic),
    /// An error without a location, which gets that of the evaluated expression.
    Error(UnlocatedError),
    /// The default of a parameter refers to a parameter after it; caught by the call.
    NotYetEvaluated(String),
    /// `not_found()` of a lookup context; caught by the lookup.
    NoSuchKey,
    /// A jump from a block of Ruby code through a Puppet function; caught by the outer Ruby code.
    Ruby(pupa_ruby::Jump),
    /// `break()`; caught by the iterating function.
    Break(Place),
    /// `next(value)`; caught at the end of the lambda or function.
    Next(Value, Place),
    /// `return(value)`; caught at the end of the function.
    Return(Value, Place),
}

/// An error without a location.
#[derive(Debug, Clone)]
pub struct UnlocatedError {
    /// The kind, which determines the report.
    pub kind: ErrorKind,
    /// The message, the same as in the reference implementation.
    pub message: String,
    /// The locations of other errors, with which the message ends, as in a [`Diagnostic`].
    pub quoted_places: String,
    /// A help text that says how to fix the problem.
    pub help: Option<String>,
}

impl UnlocatedError {
    /// An error whose message ends with another error and its locations.
    pub(crate) fn quoting(message: impl Into<String>, places: String) -> UnlocatedError {
        let error = UnlocatedError::from(pupa_value::Error::argument(message));
        UnlocatedError { quoted_places: places, ..error }
    }

    /// The message with the locations at its end.
    pub(crate) fn text(&self) -> String {
        format!("{}{}", self.message, self.quoted_places)
    }
}

impl From<pupa_value::Error> for UnlocatedError {
    fn from(error: pupa_value::Error) -> UnlocatedError {
        let pupa_value::Error { kind, message } = error;
        UnlocatedError { kind, message, quoted_places: String::new(), help: None }
    }
}

impl From<UnlocatedError> for Box<Stop> {
    fn from(error: UnlocatedError) -> Box<Stop> {
        Box::new(Stop::Error(error))
    }
}

impl Stop {
    /// Adds a help text to an error that has none.
    pub(crate) fn advised(self: Box<Stop>, advice: Option<String>) -> Box<Stop> {
        let Some(help) = advice else { return self };
        match *self {
            Stop::Error(mut error) => {
                error.help.get_or_insert(help);
                error.into()
            }
            Stop::Diagnostic(mut diagnostic) => {
                diagnostic.help.get_or_insert(help);
                diagnostic.into()
            }
            other => Box::new(other),
        }
    }
}

impl From<pupa_value::Error> for Box<Stop> {
    fn from(error: pupa_value::Error) -> Box<Stop> {
        UnlocatedError::from(error).into()
    }
}

impl From<pupa_value::value::scalar_error::ScalarError> for Box<Stop> {
    fn from(error: pupa_value::value::scalar_error::ScalarError) -> Box<Stop> {
        pupa_value::Error::from(error).into()
    }
}

impl From<pupa_value::regexp::MatchError> for Box<Stop> {
    fn from(error: pupa_value::regexp::MatchError) -> Box<Stop> {
        pupa_value::Error::other(error.to_string()).into()
    }
}

impl From<Diagnostic> for Box<Stop> {
    fn from(diagnostic: Diagnostic) -> Box<Stop> {
        Box::new(Stop::Diagnostic(diagnostic))
    }
}

/// An error with this message, which gets the location of the evaluated expression.
///
/// ```
/// use pupa_eval::stop::{Outcome, error};
/// fn half(number: i64) -> Outcome<i64> {
///     if number % 2 == 0 { Ok(number / 2) } else { Err(error("half(): the number is odd")) }
/// }
/// assert!(half(3).is_err());
/// ```
pub fn error(message: impl Into<String>) -> Box<Stop> {
    pupa_value::Error::argument(message).into()
}
