//! The ways in which evaluation stops before its end: an error, `break`, `next` and `return`.

use pupa_syntax::diagnostic::Diagnostic;
use pupa_value::{ErrorKind, Value};

use crate::log::Place;

/// The result of evaluating something.
pub type Outcome<T = Value> = Result<T, Box<Stop>>;

/// Why evaluation does not go on.
#[derive(Debug)]
pub enum Stop {
    /// An error with its location, if it has one.
    Diagnostic(Diagnostic),
    /// An error that the expression that is being evaluated gives a location.
    Error(UnlocatedError),
    /// The default of a parameter asked for one to its right; on its way to the call.
    NotYetEvaluated(String),
    /// `not_found()` of a lookup's context, on its way to the lookup.
    NoSuchKey,
    /// A jump of a block of Ruby code, on its way through a function to the Ruby code around it.
    Ruby(pupa_ruby::Jump),
    /// `break()`, on its way to the function that iterates.
    Break(Place),
    /// `next(value)`, on its way to the end of the lambda or function.
    Next(Value, Place),
    /// `return(value)`, on its way to the end of the function.
    Return(Value, Place),
}

/// An error that has no location yet.
#[derive(Debug, Clone)]
pub struct UnlocatedError {
    /// The kind, which determines the report.
    pub kind: ErrorKind,
    /// The message, which equals the reference's.
    pub message: String,
    /// The places of other errors that the message ends with, as in a [`Diagnostic`].
    pub quoted_places: String,
    /// The advice how to fix it.
    pub help: Option<String>,
}

impl UnlocatedError {
    /// An error whose message ends with that of another one, at these places.
    pub(crate) fn quoting(message: impl Into<String>, places: String) -> UnlocatedError {
        let error = UnlocatedError::from(pupa_value::Error::argument(message));
        UnlocatedError { quoted_places: places, ..error }
    }

    /// The message with the places that it ends with.
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
    /// Adds advice to an error that has none.
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

/// An error of the given text, to be placed by the expression that is being evaluated.
///
/// ```
/// use pupa_eval::failure::{Outcome, error};
/// fn half(number: i64) -> Outcome<i64> {
///     if number % 2 == 0 { Ok(number / 2) } else { Err(error("half(): the number is odd")) }
/// }
/// assert!(half(3).is_err());
/// ```
pub fn error(message: impl Into<String>) -> Box<Stop> {
    pupa_value::Error::argument(message).into()
}
