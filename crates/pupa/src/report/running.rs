//! Messages and errors of running manifests, as text and in the reference's format.

use pupa_eval::log::{Level as LogLevel, Log};
use pupa_project::compile_error::CompileError;
use pupa_report::{Rendered, at_innermost_call, call_note, with_end};
use pupa_syntax::diagnostic::Diagnostic;

use super::{Colors, Format, Level, one_line};

/// A line of the reference's log: `Notice: Scope(Class[main]): hello`.
pub(crate) fn log_line(log: &Log, colors: Colors) -> String {
    let (word, color) = match log.level {
        LogLevel::Debug => ("Debug", "\x1b[0;36m"),
        LogLevel::Info => ("Info", "\x1b[0;32m"),
        LogLevel::Notice => ("Notice", "\x1b[m"),
        LogLevel::Warning => ("Warning", "\x1b[1;33m"),
        LogLevel::Err => ("Error", "\x1b[1;31m"),
        LogLevel::Alert => ("Alert", "\x1b[1;31m"),
        LogLevel::Emerg => ("Emergency", "\x1b[1;31m"),
        LogLevel::Crit => ("Critical", "\x1b[1;31m"),
    };
    let message = if log.source.is_empty() {
        // A message about the text of the manifest contains its location.
        format!("{}{}", log.message, log.place.as_ref().map(log_place).unwrap_or_default())
    } else {
        format!("{}: {}", log.source, log.message)
    };
    with_end(match colors {
        Colors::On => format!("{color}{word}: {message}\x1b[0m"),
        Colors::Off => format!("{word}: {message}"),
    })
}

fn log_place(place: &pupa_eval::log::Place) -> String {
    let position = format!("line: {}, column: {}", place.line(), place.column());
    match place.source.name() {
        "" => format!(" ({position})"),
        name => format!(" (file: {name}, {position})"),
    }
}

/// Formats the reason why a manifest has no value or a node has no catalog.
pub(crate) struct ErrorReport<'a> {
    /// Code frames or lines.
    pub(crate) format: Format,
    /// Whether it is coloured.
    pub(crate) colors: Colors,
    /// The name of the node.
    pub(crate) node: &'a str,
    /// The name of the environment.
    pub(crate) environment: &'a str,
}

impl ErrorReport<'_> {
    /// The report.
    pub(crate) fn text(&self, error: &CompileError) -> String {
        let is_for_people = self.format == Format::Text;
        match error {
            CompileError::Unreadable(_)
            | CompileError::Manifest(_)
            | CompileError::Evaluation(_)
                if is_for_people =>
            {
                error.diagnostics().iter().map(|diagnostic| self.frame(diagnostic)).collect()
            }
            CompileError::Evaluation(diagnostic) => {
                let called = at_innermost_call(diagnostic)
                    .and_then(|_| Some(call_note(diagnostic.trace.first()?)));
                let help = diagnostic.help.iter().chain(&called);
                let help =
                    help.flat_map(|help| help.lines()).map(|line| format!("  help: {line}\n"));
                self.lines(error) + &help.collect::<String>()
            }
            CompileError::Cycles { drawing, .. } => format!("{}{drawing}", self.lines(error)),
            CompileError::Unreadable(_)
            | CompileError::Manifest(_)
            | CompileError::Node(_)
            | CompileError::Other(_) => self.lines(error),
        }
    }

    fn frame(&self, diagnostic: &Diagnostic) -> String {
        Rendered::new(&*self.format.renderer(self.colors), diagnostic).text()
    }

    /// The line `Error: … on node NAME`, after the lines that the reference logs before it.
    fn lines(&self, error: &CompileError) -> String {
        self.lines_of(error.messages(self.node, self.environment))
    }

    /// Lines for the messages that the reference logs.
    pub(crate) fn lines_of(&self, messages: Vec<(LogLevel, String)>) -> String {
        let line = |(level, text): (LogLevel, String)| {
            let level = if level == LogLevel::Err { Level::Error } else { Level::Warning };
            one_line(level, &text, self.colors)
        };
        messages.into_iter().map(line).collect()
    }
}
