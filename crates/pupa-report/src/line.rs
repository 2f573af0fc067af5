//! One line per diagnostic, in the format of the reference implementation's log.

use std::io::{self, Write};

use pupa_syntax::diagnostic::{Diagnostic, Severity};

use crate::{Colors, Renderer};

/// Renders diagnostics in the format of the reference implementation.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    /// Whether the lines are coloured.
    pub colors: Colors,
    /// The text before the message of an error.
    pub lead: &'static str,
}

/// The text before the message of an error in a manifest.
pub const COULD_NOT_PARSE: &str = "Could not parse for environment production: ";

impl Renderer for Line {
    fn diagnostic(&self, diagnostic: &Diagnostic, out: &mut dyn Write) -> io::Result<()> {
        let line = match diagnostic.severity {
            Severity::Error => {
                one_line(Level::Error, &format!("{}{diagnostic}", self.lead), self.colors)
            }
            Severity::Warning | Severity::Deprecation => {
                one_line(Level::Warning, &diagnostic.to_string(), self.colors)
            }
            Severity::Note => one_line(Level::Notice, &diagnostic.to_string(), self.colors),
        };
        out.write_all(line.as_bytes())
    }
}

/// The levels of the reference implementation's log that are used here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// `Error: …`
    Error,
    /// `Warning: …`
    Warning,
    /// `Notice: …`
    Notice,
}

/// A line of the reference implementation's log, with its colours.
pub fn one_line(level: Level, message: &str, colors: Colors) -> String {
    let (word, color) = match level {
        Level::Error => ("Error", "\x1b[1;31m"),
        Level::Warning => ("Warning", "\x1b[1;33m"),
        Level::Notice => ("Notice", "\x1b[0;32m"),
    };
    with_end(match colors {
        Colors::On => format!("{color}{word}: {message}\x1b[0m"),
        Colors::Off => format!("{word}: {message}"),
    })
}

/// Adds a line break to a line, unless it has one, as Ruby's `puts` does.
pub fn with_end(mut line: String) -> String {
    if !line.ends_with('\n') {
        line.push('\n');
    }
    line
}
