//! The ways in which evaluation stops before its end: an error, `break`, `next` and `return`.

use std::fmt;
use std::sync::Arc;

use pupa_syntax::source::{Source, Span};
use pupa_value::Value;

use crate::log::Place;

/// The message of a run that was stopped from outside.
pub(crate) const CANCELLED: &str = "The evaluation was cancelled";

/// The result of evaluating something.
pub type Outcome<T = Value> = Result<T, Box<Stop>>;

/// Why evaluation does not go on.
#[derive(Debug)]
pub enum Stop {
    /// Something is wrong, and it is known where.
    Failure(Failure),
    /// Something is wrong; the expression that is being evaluated gives it a place.
    Error(pupa_value::Error),
    /// An error as [`Stop::Error`], with advice how to fix it.
    Advised {
        /// The error.
        error: pupa_value::Error,
        /// The advice.
        help: String,
    },
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

impl Stop {
    /// Adds advice to an error that has none.
    pub(crate) fn advised(self: Box<Stop>, advice: Option<String>) -> Box<Stop> {
        let Some(help) = advice else { return self };
        match *self {
            Stop::Error(error) => Box::new(Stop::Advised { error, help }),
            Stop::Failure(mut failure) => {
                failure.help.get_or_insert(help);
                failure.into()
            }
            other => Box::new(other),
        }
    }
}

impl From<pupa_value::Error> for Box<Stop> {
    fn from(error: pupa_value::Error) -> Box<Stop> {
        Box::new(Stop::Error(error))
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

impl From<Failure> for Box<Stop> {
    fn from(failure: Failure) -> Box<Stop> {
        Box::new(Stop::Failure(failure))
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

/// The parts of its position that an error names, as in the reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Named {
    /// File, line and column.
    Position,
    /// File and line.
    Line,
    /// Nothing.
    Nothing,
    /// Nothing, since its message names a place in another text.
    InMessage,
    /// Nothing, not even the file, since its message names the place.
    Bare,
}

/// An error of a running program.
#[derive(Debug, Clone)]
pub struct Failure {
    /// The stable handle of its kind, in kebab case.
    pub code: &'static str,
    /// The message, which equals the reference's.
    pub message: String,
    /// The text that it is about.
    pub source: Arc<Source>,
    /// The stretch to mark; its start is the place that the reference names.
    pub span: Span,
    /// The parts of the position that the one-line form names.
    pub named: Named,
    /// The calls that led here, the innermost first.
    pub calls: Vec<CallSite>,
    /// The advice, where we know more than the reference says.
    pub help: Option<String>,
}

/// A call that was under way.
#[derive(Debug, Clone)]
pub struct CallSite {
    /// The callee.
    pub name: String,
    /// Where it was called.
    pub place: Place,
}

impl Failure {
    /// An error about a range of a text. Its message names the position.
    pub(crate) fn new(
        code: &'static str,
        message: impl Into<String>,
        source: &Arc<Source>,
        span: Span,
    ) -> Failure {
        Failure {
            code,
            message: message.into(),
            source: Arc::clone(source),
            span,
            named: Named::Position,
            calls: Vec::new(),
            help: None,
        }
    }

    /// Names so much of its place.
    pub(crate) fn naming(self, named: Named) -> Failure {
        Failure { named, ..self }
    }

    /// Adds the calls that led there.
    pub(crate) fn called_by(self, calls: Vec<CallSite>) -> Failure {
        Failure { calls, ..self }
    }

    /// The line, from 1, unless the reference names none.
    pub fn line(&self) -> Option<u32> {
        let names_line = matches!(self.named, Named::Position | Named::Line);
        names_line.then(|| self.source.line_of(self.span.start))
    }

    /// Whether it names no place at all, neither its own nor that of another text.
    pub fn is_without_place(&self) -> bool {
        match self.named {
            Named::Nothing => self.source.name().is_empty(),
            Named::Bare => self.source.name().is_empty() && self.source.text().is_empty(),
            Named::Position | Named::Line | Named::InMessage => false,
        }
    }

    /// The message without a place at its end, which messages about other texts carry.
    pub fn bare_message(&self) -> &str {
        let mut message = self.message.as_str();
        while message.ends_with(')')
            && let Some(start) = message.rfind(" (file: ").or_else(|| message.rfind(" (line: "))
            && !message[start + 1..message.len() - 1].contains(')')
        {
            message = &message[..start];
        }
        message
    }

    /// The column, from 1, unless the reference names none.
    pub fn column(&self) -> Option<u32> {
        (self.named == Named::Position).then(|| self.source.position(self.span.start).column)
    }
}

/// The one-line form, as the reference prints it.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if self.named == Named::Bare {
            return Ok(());
        }
        let file = Some(self.source.name()).filter(|name| !name.is_empty());
        match (file, self.line(), self.column()) {
            (Some(file), Some(line), Some(column)) => {
                write!(f, " (file: {file}, line: {line}, column: {column})")
            }
            (Some(file), Some(line), None) => write!(f, " (file: {file}, line: {line})"),
            (Some(file), None, _) => write!(f, " (file: {file})"),
            (None, Some(line), Some(column)) => write!(f, " (line: {line}, column: {column})"),
            // Compat: the reference's name for a text that is not in a file.
            (None, Some(line), None) => write!(f, " (file: unknown, line: {line})"),
            (None, None, _) => Ok(()),
        }
    }
}

impl std::error::Error for Failure {}
