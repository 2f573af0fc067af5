//! Errors get their place.

use pupa_syntax::source::Span;
use pupa_syntax::tree::{ExprId, ExprKind};
use pupa_syntax::validate::{Strict, labels};
use pupa_value::ErrorKind;

use super::{CallRecord, Evaluator, Run};
use crate::failure::{CallSite, Failure, Named, Outcome, Stop};
use crate::issues::{self, Complaint, a_an};
use crate::log::{Level, Place};

/// The beginning of the message of an error of evaluation.
const PREFIX: &str = "Evaluation Error: ";

/// The message for missing data outside of a lookup.
pub(crate) const UNCAUGHT_NO_SUCH_KEY: &str = "uncaught throw :no_such_key";

impl Run<'_> {
    /// A complaint about an expression of the running program.
    pub(crate) fn complain(&self, at: ExprId, complaint: Complaint) -> Box<Stop> {
        let span = self.current().tree.report_span(at);
        self.complain_at(span, complaint)
    }

    /// A complaint about a stretch of the running program.
    pub(crate) fn complain_at(&self, span: Span, complaint: Complaint) -> Box<Stop> {
        let message = format!("{PREFIX}{}", complaint.message);
        self.raised(span, complaint.code, message).into()
    }

    /// A complaint about a call that is under way.
    pub(crate) fn raised_by(&self, call: CallRecord, complaint: Complaint) -> Failure {
        let tree = &self.programs[call.program as usize].tree;
        let message = format!("{PREFIX}{}", complaint.message);
        let span = tree.report_span(call.at);
        Failure::new(complaint.code, message, tree.source(), span).called_by(self.call_sites())
    }

    /// An error about a stretch of the running program, with just this message.
    pub(super) fn raised(&self, span: Span, code: &'static str, message: String) -> Failure {
        Failure::new(code, message, self.current().source(), span).called_by(self.call_sites())
    }

    /// Gives an error the place of the expression that was being evaluated.
    #[cold]
    pub(crate) fn placed(&self, stop: Stop, at: ExprId) -> Box<Stop> {
        match stop {
            Stop::Error(error) => {
                let complaint = match error.kind {
                    ErrorKind::Limit => issues::limit_reached(&error.message),
                    _ => {
                        let what = a_an(&labels::label(&self.current().tree, at));
                        issues::runtime_error(&what, &error.message)
                    }
                };
                self.complain(at, complaint)
            }
            Stop::Advised { error, help } => {
                with_help(self.placed(Stop::Error(error), at), Some(help))
            }
            other => Box::new(other),
        }
    }

    /// A warning or an error, as the settings say, about an expression.
    pub(super) fn complain_strictly(&mut self, at: ExprId, complaint: Complaint) -> Outcome<()> {
        match self.settings.strict {
            Strict::Error => Err(self.complain(at, complaint)),
            Strict::Warning => {
                let place = self.place_of(self.program, at);
                self.push_log(Level::Warning, complaint.message, String::new(), Some(place));
                Ok(())
            }
            Strict::Off => Ok(()),
        }
    }

    /// An error of an expression of the running program, with advice.
    pub(crate) fn helped(&self, message: String, at: ExprId, help: Option<String>) -> Box<Stop> {
        let error = pupa_value::Error::argument(message);
        with_help(self.placed(Stop::Error(error), at), help)
    }

    /// An error of the call that is under way, with advice.
    pub(crate) fn call_error(&self, message: String, help: Option<String>) -> Box<Stop> {
        match self.calls.last() {
            Some(call) if call.program == self.program && help.is_some() => {
                self.helped(message, call.at, help)
            }
            _ => crate::failure::error(message),
        }
    }

    /// The calls that are under way, the innermost first.
    pub(crate) fn call_sites(&self) -> Vec<CallSite> {
        /// The limit for frames of a call chain; more of them add nothing.
        const MOST: usize = 100;
        let site = |call: &CallRecord| CallSite {
            name: self.called_name(call.program, call.at),
            place: self.place_of(call.program, call.at),
        };
        self.calls.iter().rev().take(MOST).map(site).collect()
    }

    /// Returns the callee of a call, as it is written.
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
    pub(crate) fn failure(&self, stop: Stop, root: ExprId) -> Failure {
        let (word, place) = match stop {
            Stop::Failure(failure) => return failure,
            Stop::Error(_) | Stop::Advised { .. } => match *self.placed(stop, root) {
                Stop::Failure(failure) => return failure,
                // Every error without a place has one now, so other variants cannot occur.
                _ => ("error", self.place()),
            },
            Stop::Break(place) => ("break", place),
            Stop::Next(_, place) => ("next", place),
            Stop::Return(_, place) => ("return", place),
            Stop::NoSuchKey => {
                let message = UNCAUGHT_NO_SUCH_KEY.to_owned();
                return self.failure(Stop::Error(pupa_value::Error::argument(message)), root);
            }
            // The Ruby code that has called the function takes it.
            Stop::Ruby(_) => {
                let message = "a block of Ruby code was left".to_owned();
                return self.failure(Stop::Error(pupa_value::Error::argument(message)), root);
            }
            // The evaluation of defaults turns it into an error.
            Stop::NotYetEvaluated(message) => {
                return self.failure(Stop::Error(pupa_value::Error::argument(message)), root);
            }
        };
        illegal_jump(word, &place)
    }
}

impl Evaluator<'_> {
    /// A warning or an error, as the settings say, about the call that is under way.
    pub(crate) fn warn_strictly(&mut self, message: String) -> Outcome<()> {
        match self.run.settings.strict {
            Strict::Error => Err(crate::failure::error(message)),
            Strict::Warning => {
                self.log(Level::Warning, message);
                Ok(())
            }
            Strict::Off => Ok(()),
        }
    }
}

/// An error with advice, if there is some.
pub(crate) fn with_help(mut stop: Box<Stop>, help: Option<String>) -> Box<Stop> {
    if let Stop::Failure(failure) = &mut *stop
        && help.is_some()
    {
        failure.help = help;
    }
    stop
}

/// Returns the error for `break()` and its like outside of a block.
pub(crate) fn illegal_jump(word: &str, place: &Place) -> Failure {
    let message = format!("{word}() from context where this is illegal");
    let span = Span::at(place.offset);
    Failure::new("illegal-jump", message, &place.source, span).naming(Named::Line)
}
