//! One line per diagnostic, exactly as the reference logs it.

use pupa_project::trouble::place;
use pupa_syntax::diagnostic::{Diagnostic, Severity};
use pupa_syntax::source::Source;

use super::{Colors, Reporter};

/// The reference's own form.
pub(super) struct Line {
    pub(super) colors: Colors,
    /// The text before the message of an error.
    pub(super) lead: &'static str,
}

/// The text before the message of an error in a manifest.
pub(super) const COULD_NOT_PARSE: &str = "Could not parse for environment production: ";

impl Reporter for Line {
    fn diagnostic(&self, source: &Source, diagnostic: &Diagnostic) -> String {
        let message = format!("{}{}", diagnostic.message, place(source, diagnostic));
        match diagnostic.severity {
            Severity::Error => {
                one_line(Level::Error, &format!("{}{message}", self.lead), self.colors)
            }
            Severity::Warning | Severity::Deprecation => {
                one_line(Level::Warning, &message, self.colors)
            }
            Severity::Note => one_line(Level::Notice, &message, self.colors),
        }
    }
}

/// The levels of the reference's log that we use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    /// `Error: …`
    Error,
    /// `Warning: …`
    Warning,
    /// `Notice: …`
    Notice,
}

/// A line of the reference's log, with its colours.
pub(crate) fn one_line(level: Level, message: &str, colors: Colors) -> String {
    let (word, color) = match level {
        Level::Error => ("Error", "\x1b[1;31m"),
        Level::Warning => ("Warning", "\x1b[1;33m"),
        Level::Notice => ("Notice", "\x1b[0;32m"),
    };
    ended(match colors {
        Colors::On => format!("{color}{word}: {message}\x1b[0m"),
        Colors::Off => format!("{word}: {message}"),
    })
}

/// A line with its end. Like Ruby, it adds none to a text that has one.
pub(super) fn ended(mut line: String) -> String {
    if !line.ends_with('\n') {
        line.push('\n');
    }
    line
}
