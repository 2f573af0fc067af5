//! Creates errors, and gives errors their locations.

use pupa_syntax::diagnostic::{Diagnostic, Location, Named, TraceEntry};
use pupa_syntax::source::Span;
use pupa_syntax::tree::{ExprId, ExprKind};
use pupa_syntax::validate::{Strict, labels};
use pupa_value::ErrorKind;

use super::{CallRecord, Evaluator, Run};
use crate::issues::{self, a_an};
use crate::log::{Level, Place};
use crate::stop::{Outcome, Stop, UnlocatedError};

/// The beginning of the message of an error of evaluation.
const PREFIX: &str = "Evaluation Error: ";

/// The message for missing data outside of a lookup.
pub(crate) const UNCAUGHT_NO_SUCH_KEY: &str = "uncaught throw :no_such_key";

impl Run<'_> {
    /// The error about an expression of the running program.
    pub(crate) fn complain(&self, at: ExprId, diagnostic: Diagnostic) -> Box<Stop> {
        let span = self.current().tree.report_span(at);
        self.complain_at(span, diagnostic)
    }

    /// The error about a range of the running program.
    pub(crate) fn complain_at(&self, span: Span, diagnostic: Diagnostic) -> Box<Stop> {
        self.raised(span, with_prefix(diagnostic)).into()
    }

    /// The error about a running call.
    pub(crate) fn raised_by(&self, call: CallRecord, diagnostic: Diagnostic) -> Diagnostic {
        let tree = &self.programs[call.program as usize].tree;
        let span = tree.report_span(call.at);
        with_prefix(diagnostic).at(tree.source(), span).traced(self.call_trace())
    }

    /// An error about a range of the running program, without a prefix of the message.
    pub(super) fn raised(&self, span: Span, diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.at(self.current().source(), span).traced(self.call_trace())
    }

    /// Gives an error without a location that of the evaluated expression.
    #[cold]
    pub(crate) fn placed(&self, stop: Stop, at: ExprId) -> Box<Stop> {
        match stop {
            Stop::Error(error) => {
                let diagnostic = match error.kind {
                    ErrorKind::Limit => issues::limit_reached(&error.message),
                    _ => {
                        let what = a_an(&labels::label(&self.current().tree, at));
                        issues::runtime_error(&what, &error.message)
                    }
                };
                with_help(self.complain(at, diagnostic.quoting(error.quoted_places)), error.help)
            }
            other => Box::new(other),
        }
    }

    /// A warning or an error about an expression, depending on the setting `strict`.
    pub(super) fn complain_strictly(&mut self, at: ExprId, diagnostic: Diagnostic) -> Outcome<()> {
        match self.settings.strict {
            Strict::Error => Err(self.complain(at, diagnostic)),
            Strict::Warning => {
                let place = self.place_of(self.program, at);
                self.push_log(Level::Warning, diagnostic.message, String::new(), Some(place));
                Ok(())
            }
            Strict::Off => Ok(()),
        }
    }

    /// An error about an expression of the running program, with an optional help text.
    pub(crate) fn helped(&self, message: String, at: ExprId, help: Option<String>) -> Box<Stop> {
        let error = UnlocatedError { help, ..pupa_value::Error::argument(message).into() };
        self.placed(Stop::Error(error), at)
    }

    /// An error about the running call, with an optional help text.
    pub(crate) fn call_error(&self, message: String, help: Option<String>) -> Box<Stop> {
        match self.calls.last() {
            Some(call) if call.program == self.program && help.is_some() => {
                self.helped(message, call.at, help)
            }
            _ => crate::stop::error(message),
        }
    }

    /// The running calls, the innermost first.
    pub(crate) fn call_trace(&self) -> Vec<TraceEntry> {
        /// The maximum number of calls in a trace.
        const MOST: usize = 100;
        let entry = |call: &CallRecord| {
            let callee = self.called_name(call.program, call.at);
            let Place { source, offset } = self.place_of(call.program, call.at);
            let length = u32::try_from(callee.len()).unwrap_or_default();
            let span = Span::new(offset, offset.saturating_add(length));
            TraceEntry { location: Location::new(&source, span), callee }
        };
        self.calls.iter().rev().take(MOST).map(entry).collect()
    }

    /// Returns the name of the callee of a call, as written in the program.
    pub(crate) fn called_name(&self, program: u32, at: ExprId) -> String {
        let tree = &self.programs[program as usize].tree;
        let functor = match *tree.kind(at) {
            ExprKind::Call(call) => tree[call].functor,
            ExprKind::MethodCall(call) => match *tree.kind(tree[call].functor) {
                ExprKind::NamedAccess { name, .. } => name,
                _ => at,
            },
            _ => at,
        };
        tree.source().slice(tree[functor].span).to_owned()
    }

    /// The error that ends a run.
    pub(crate) fn failure(&self, stop: Stop, root: ExprId) -> Diagnostic {
        let (word, place) = match stop {
            Stop::Diagnostic(diagnostic) => return diagnostic,
            Stop::Error(_) => match *self.placed(stop, root) {
                Stop::Diagnostic(diagnostic) => return diagnostic,
                // Every error has a location by now, so other variants cannot occur.
                _ => ("error", self.place()),
            },
            Stop::Break(place) => ("break", place),
            Stop::Next(_, place) => ("next", place),
            Stop::Return(_, place) => ("return", place),
            Stop::NoSuchKey => {
                let message = UNCAUGHT_NO_SUCH_KEY.to_owned();
                return self
                    .failure(Stop::Error(pupa_value::Error::argument(message).into()), root);
            }
            // The Ruby code that has called the function catches this.
            Stop::Ruby(_) => {
                let message = "a block of Ruby code was left".to_owned();
                return self
                    .failure(Stop::Error(pupa_value::Error::argument(message).into()), root);
            }
            // The evaluation of defaults converts this to an error.
            Stop::NotYetEvaluated(message) => {
                return self
                    .failure(Stop::Error(pupa_value::Error::argument(message).into()), root);
            }
        };
        illegal_jump(word, &place)
    }
}

impl Evaluator<'_> {
    /// A warning or an error about the running call, depending on the setting `strict`.
    pub(crate) fn warn_strictly(&mut self, message: String) -> Outcome<()> {
        match self.run.settings.strict {
            Strict::Error => Err(crate::stop::error(message)),
            Strict::Warning => {
                self.log(Level::Warning, message);
                Ok(())
            }
            Strict::Off => Ok(()),
        }
    }
}

/// Adds a help text to an error, if there is one.
pub(crate) fn with_help(mut stop: Box<Stop>, help: Option<String>) -> Box<Stop> {
    if let Stop::Diagnostic(diagnostic) = &mut *stop
        && help.is_some()
    {
        diagnostic.help = help;
    }
    stop
}

/// Returns the error for `break()` and its like outside of a block.
pub(crate) fn illegal_jump(word: &str, place: &Place) -> Diagnostic {
    let location = Location::new(&place.source, Span::at(place.offset)).naming(Named::Line);
    issues::illegal_jump(word).located(location)
}

/// Adds the prefix of evaluation errors to a message.
pub(crate) fn with_prefix(mut diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.message.insert_str(0, PREFIX);
    diagnostic
}
