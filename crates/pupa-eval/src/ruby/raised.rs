//! Exceptions of Ruby code as errors of the run.

use std::sync::Arc;

use pupa_ruby::parse::SyntaxError;
use pupa_ruby::puppet::errors::Raised;
use pupa_syntax::diagnostic::{Location, Named};
use pupa_syntax::source::{Source, Span};

use super::RubyCode;
use crate::failure::{Stop, error};
use crate::issues;

/// Advice for code that reads files elsewhere.
const READING: &str = "Ruby code may read files of the environment and its modules; `--ruby-read \
                       PATH` allows others";

impl RubyCode<'_, '_> {
    /// An exception of a function, as the reference passes it on. One that says where it comes
    /// from stays as it is.
    pub(super) fn raised_by_call(&mut self, raised: &Raised) -> Box<Stop> {
        if let Some(missing) = &raised.missing {
            return self.missing_piece(missing, raised);
        }
        if !raised.has_place {
            let place = raised.backtrace.first().map(|line| place_of(line));
            let stop = self.ruby_error(raised, |raised| raised.message.clone());
            return stop.advised(place.map(|place| format!("raised in {place}")));
        }
        // An error of Puppet code that has passed through Ruby code.
        if let Some((message, stop)) = self.evaluator.ruby_state.ruby_mut().received.take()
            && message == raised.message
        {
            return stop;
        }
        issues::puppet_error(&raised.message).traced(self.evaluator.run.call_trace()).into()
    }

    /// An exception as the reference passes it on: an error of the call that is under way, or, for
    /// exceptions outside of `StandardError`, its message alone.
    pub(crate) fn ruby_error(
        &self,
        raised: &Raised,
        message: impl FnOnce(&Raised) -> String,
    ) -> Box<Stop> {
        if let Some(missing) = &raised.missing {
            return self.missing_piece(missing, raised);
        }
        if raised.is_standard {
            let advice = (raised.class == "Errno::EACCES").then(|| READING.to_owned());
            return error(message(raised)).advised(advice);
        }
        issues::ruby_error(&raised.message).traced(self.evaluator.run.call_trace()).into()
    }

    /// The error for something that Pupa does not have.
    fn missing_piece(&self, missing: &str, raised: &Raised) -> Box<Stop> {
        let place = raised.backtrace.first().and_then(|line| place_of(line).rsplit_once(':'));
        let message = format!(
            "Evaluation Error: Error while evaluating a Function Call, {missing} is not supported by \
             Pupa"
        );
        let mut error = issues::ruby_not_supported(&message);
        error.location = place.map(|(file, line)| Location::of_line(file, line.parse().ok()));
        error.traced(self.evaluator.run.call_trace()).into()
    }

    pub(super) fn ruby_syntax_error(
        &self,
        path: &str,
        source: &Arc<Source>,
        errors: &[SyntaxError],
    ) -> Box<Stop> {
        if !pupa_ruby::parse::IS_AVAILABLE {
            let location = Location::of_file(source).naming(Named::Nothing);
            let error = issues::ruby_unavailable(path).located(location);
            return error.traced(self.evaluator.run.call_trace()).into();
        }
        let Some(first) = errors.first() else { return error("the template cannot be read") };
        let message = match first.message.as_str() {
            "Invalid next" => "Can't escape from eval with next",
            "Invalid redo" => "Can't escape from eval with redo",
            "Invalid break" => "Can't escape from eval with break",
            other => other,
        };
        let error = issues::ruby_syntax_error(&format!("{path}:{}: {message}", first.line));
        let offset = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
        let span = Span::new(offset(first.span.start), offset(first.span.end));
        let location = Location::new(source, span).naming(Named::Nothing);
        error.located(location).traced(self.evaluator.run.call_trace()).into()
    }
}

/// The file and line of a line of a backtrace.
fn place_of(line: &str) -> &str {
    line.split(":in ").next().unwrap_or(line)
}
