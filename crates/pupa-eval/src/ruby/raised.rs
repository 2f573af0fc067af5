//! Converts exceptions of Ruby code to errors of the run.

use std::sync::Arc;

use pupa_ruby::parse::SyntaxError;
use pupa_ruby::puppet::errors::Raised;
use pupa_syntax::diagnostic::{Location, Named};
use pupa_syntax::source::{Source, Span};

use super::RubyCode;
use crate::issues;
use crate::stop::{Stop, UnlocatedError, error};

/// Advice for code that reads or writes files elsewhere.
const FILES: &str = "Ruby code may read files of the environment and its modules (`--ruby-read PATH` \
                     allows others), and write files below the directory of `--ruby-vardir` only";

impl RubyCode<'_, '_> {
    /// The error for an exception of a function, as the reference reports it. A message that
    /// already has a location is kept.
    pub(super) fn raised_by_call(&mut self, raised: &Raised) -> Box<Stop> {
        if let Some(missing) = &raised.missing {
            return self.missing_piece(missing, raised);
        }
        // An error of Puppet code that has passed through Ruby code.
        let is_own = raised.has_place || raised.class == "Puppet::DataBinding::LookupError";
        if is_own
            && let Some((message, stop)) = self.evaluator.ruby_state.ruby_mut().received.take()
            && message == raised.message
        {
            return stop;
        }
        if !raised.has_place {
            let place = raised.backtrace.first().map(|line| place_of(line));
            let stop = self.ruby_error(raised, |raised| raised.message.clone());
            return stop.advised(place.map(|place| format!("raised in {place}")));
        }
        issues::puppet_error(&raised.message).traced(self.evaluator.run.call_trace()).into()
    }

    /// The error for an exception, as the reference reports it: an error of the current call; or,
    /// for an exception outside of `StandardError`, only its message.
    pub(crate) fn ruby_error(
        &mut self,
        raised: &Raised,
        message: impl FnOnce(&Raised) -> String,
    ) -> Box<Stop> {
        if let Some(missing) = &raised.missing {
            return self.missing_piece(missing, raised);
        }
        if raised.is_standard {
            let advice = (raised.class == "Errno::EACCES").then(|| FILES.to_owned());
            let places = std::mem::take(&mut self.evaluator.ruby_state.ruby_mut().quoted_places);
            let text = message(raised);
            let stop = match text.strip_suffix(&places) {
                Some(message) => UnlocatedError::quoting(message, places).into(),
                None => error(text),
            };
            return stop.advised(advice);
        }
        issues::ruby_error(&raised.message).traced(self.evaluator.run.call_trace()).into()
    }

    /// The error for an unsupported feature of Ruby or Puppet.
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

/// The file and line in a line of a backtrace.
fn place_of(line: &str) -> &str {
    line.split(":in ").next().unwrap_or(line)
}
