//! Messages and errors of running manifests, for people and as the reference prints them.

use std::sync::Arc;

use pupa_eval::failure::{CallSite, Failure};
use pupa_eval::log::{Level as LogLevel, Log};
use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::source::{Source, Span};

use super::line::ended;
use super::{Colors, Format, Level, one_line};
use crate::evaluation::Trouble;
use crate::issues;

/// The limit for calls in a code frame.
const MOST_CALLS: usize = 10;

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
        // A message about the text of the manifest names its place.
        format!("{}{}", log.message, log.place.as_ref().map(log_place).unwrap_or_default())
    } else {
        format!("{}: {}", log.source, log.message)
    };
    ended(match colors {
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

/// Tells why a program has no value.
pub(crate) struct TroubleReport<'a> {
    /// Code frames or lines.
    pub(crate) format: Format,
    /// Whether it is coloured.
    pub(crate) colors: Colors,
    /// The name of the node.
    pub(crate) node: &'a str,
    /// The name of the environment.
    pub(crate) environment: &'a str,
}

impl TroubleReport<'_> {
    /// The report.
    pub(crate) fn text(&self, trouble: &Trouble) -> String {
        let is_for_people = self.format == Format::Text;
        match trouble {
            Trouble::Unreadable(source, diagnostic) if is_for_people => {
                self.frame(source, diagnostic)
            }
            Trouble::Rejected(rejection) if is_for_people => {
                let diagnostics = rejection.diagnostics.iter();
                diagnostics.map(|diagnostic| self.frame(&rejection.source, diagnostic)).collect()
            }
            Trouble::Failed(failure) if is_for_people => {
                let placed = at_innermost_call(failure);
                let failure = placed.as_ref().unwrap_or(failure);
                self.frame(&failure.source, &diagnostic(failure))
            }
            Trouble::Failed(failure) => {
                let called =
                    at_innermost_call(failure).and_then(|_| Some(in_call(failure.calls.first()?)));
                let help = failure.help.iter().chain(&called);
                let help =
                    help.flat_map(|help| help.lines()).map(|line| format!("  help: {line}\n"));
                self.lines(trouble) + &help.collect::<String>()
            }
            Trouble::Cycles { drawing, .. } => format!("{}{drawing}", self.lines(trouble)),
            Trouble::Unreadable(..)
            | Trouble::Rejected(_)
            | Trouble::NoNode(_)
            | Trouble::Other(_) => self.lines(trouble),
        }
    }

    fn frame(&self, source: &Source, diagnostic: &Diagnostic) -> String {
        self.format.reporter(self.colors).diagnostic(source, diagnostic)
    }

    /// `Error: … on node NAME`, after what the reference logs before it.
    fn lines(&self, trouble: &Trouble) -> String {
        self.lines_of(trouble.said(self.node, self.environment))
    }

    /// Lines for what the reference logs.
    pub(crate) fn lines_of(&self, said: Vec<(LogLevel, String)>) -> String {
        let line = |(level, text): (LogLevel, String)| {
            let level = if level == LogLevel::Err { Level::Error } else { Level::Warning };
            one_line(level, &text, self.colors)
        };
        said.into_iter().map(line).collect()
    }
}

/// An error that the reference gives no place, with that of the innermost call.
fn at_innermost_call(failure: &Failure) -> Option<Failure> {
    if !failure.is_without_place() {
        return None;
    }
    let (innermost, calls) = failure.calls.split_first()?;
    let end = innermost.place.offset.saturating_add(u32::try_from(innermost.name.len()).ok()?);
    Some(Failure {
        source: Arc::clone(&innermost.place.source),
        span: Span::new(innermost.place.offset, end),
        calls: calls.to_vec(),
        ..failure.clone()
    })
}

/// An error of a running program with the calls that led to it.
pub(crate) fn diagnostic(failure: &Failure) -> Diagnostic {
    let issue = issues::of_code(failure.code);
    let mut diagnostic = Diagnostic::new(issue, failure.span, failure.message.clone());
    for call in failure.calls.iter().take(MOST_CALLS) {
        diagnostic = diagnostic.note(in_call(call));
    }
    if failure.calls.len() > MOST_CALLS {
        let more = failure.calls.len() - MOST_CALLS;
        diagnostic = diagnostic.note(format!("and in {more} more calls around it"));
    }
    match &failure.help {
        Some(help) => diagnostic.help(help.clone()),
        None => diagnostic,
    }
}

/// Which call was under way, and where.
fn in_call(call: &CallSite) -> String {
    let (line, column) = (call.place.line(), call.place.column());
    let file = match call.place.source.name() {
        "" => "<command line>",
        name => name,
    };
    format!("in the call of {} at {file}:{line}:{column}", shortened(&call.name))
}

/// The name of what was called; an expression that gives it may be long.
fn shortened(name: &str) -> String {
    const MOST: usize = 40;
    let line = name.lines().next().unwrap_or_default();
    if line.chars().count() <= MOST && line.len() == name.len() {
        return format!("`{name}`");
    }
    let start: String = line.chars().take(MOST).collect();
    format!("`{start}…`")
}
