//! The forms of a report, one file each.
//!
//! A reporter turns one diagnostic of one file into text, so that workers can do it in parallel
//! and let go of the file. What stands before, between and after is put there by [`Report`],
//! which also cuts at the wished number and counts.

mod github;
mod json;
mod line;
mod running;
mod sarif;
mod text;

use clap::ValueEnum;
use pupa_syntax::diagnostic::{Diagnostic, Severity};
use pupa_syntax::source::{Position, Source};

use crate::output::{Output, Stream};

pub(crate) use line::{Level, one_line};
pub(crate) use pupa_project::trouble::place;
pub(crate) use running::{TroubleReport, log_line};

/// The formats of `pupa check`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Code frames for people, on standard error
    Text,
    /// One line per diagnostic as Puppet prints it, on standard error
    Line,
    /// One JSON object, on standard output
    Json,
    /// SARIF 2.1.0 for code scanning, on standard output
    Sarif,
    /// Workflow commands that annotate a GitHub pull request, on standard output
    Github,
}

impl Format {
    /// The format that suits standard error: text for terminals.
    pub(crate) fn suitable() -> Format {
        if Stream::Err.is_terminal() { Format::Text } else { Format::Line }
    }

    /// Returns the stream for a report of this format.
    pub(crate) fn stream(self) -> Stream {
        match self {
            Format::Text | Format::Line => Stream::Err,
            Format::Json | Format::Sarif | Format::Github => Stream::Out,
        }
    }

    /// The maker of reports of this format about data.
    pub(crate) fn data_reporter(self, colors: Colors) -> Box<dyn Reporter> {
        match self {
            Format::Line => Box::new(line::Line { colors, lead: "" }),
            Format::Text | Format::Json | Format::Sarif | Format::Github => self.reporter(colors),
        }
    }

    /// The maker of reports of this format.
    pub(crate) fn reporter(self, colors: Colors) -> Box<dyn Reporter> {
        match self {
            Format::Text => Box::new(text::Text::new(colors)),
            Format::Line => Box::new(line::Line { colors, lead: line::COULD_NOT_PARSE }),
            Format::Json => Box::new(json::Json),
            Format::Sarif => Box::new(sarif::Sarif),
            Format::Github => Box::new(github::Github),
        }
    }
}

/// Whether a report is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Colors {
    /// With colour.
    On,
    /// Without.
    Off,
}

impl From<bool> for Colors {
    fn from(on: bool) -> Colors {
        if on { Colors::On } else { Colors::Off }
    }
}

/// Turns diagnostics into text.
pub(crate) trait Reporter: Sync {
    /// One diagnostic about a text.
    fn diagnostic(&self, source: &Source, diagnostic: &Diagnostic) -> String;

    /// Returns the text before all diagnostics.
    fn begin(&self, files: usize) -> String {
        let _ = files;
        String::new()
    }

    /// Returns the text between two diagnostics.
    fn separator(&self) -> &'static str {
        ""
    }

    /// Returns the text after all diagnostics, given the codes that were reported.
    fn end(&self, codes: &[&'static str]) -> String {
        let _ = codes;
        String::new()
    }
}

/// One diagnostic, ready to print.
#[derive(Debug)]
pub(crate) struct Rendered {
    severity: Severity,
    code: &'static str,
    text: String,
}

impl Rendered {
    /// Renders a diagnostic.
    pub(crate) fn new(reporter: &dyn Reporter, source: &Source, diagnostic: &Diagnostic) -> Self {
        Rendered {
            severity: diagnostic.severity,
            code: diagnostic.issue.code,
            text: reporter.diagnostic(source, diagnostic),
        }
    }

    /// A diagnostic beyond the limit, which will be counted and not printed.
    pub(crate) fn counted(diagnostic: &Diagnostic) -> Rendered {
        let (severity, code) = (diagnostic.severity, diagnostic.issue.code);
        Rendered { severity, code, text: String::new() }
    }
}

/// The numbers of diagnostics by severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Counts {
    /// Errors.
    pub(crate) errors: usize,
    /// Warnings.
    pub(crate) warnings: usize,
    /// Notes.
    pub(crate) notes: usize,
    /// Those not printed because there were too many.
    pub(crate) hidden: usize,
}

impl Counts {
    /// Counts one more.
    pub(crate) fn add(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning | Severity::Deprecation => self.warnings += 1,
            Severity::Note => self.notes += 1,
        }
    }
}

/// A report while it is written.
pub(crate) struct Report<'a> {
    reporter: &'a dyn Reporter,
    stream: Stream,
    limit: usize,
    printed: usize,
    codes: Vec<&'static str>,
    /// The numbers of diagnostics so far.
    pub(crate) counts: Counts,
}

impl<'a> Report<'a> {
    /// Begins a report about `files` files that prints at most `limit` diagnostics.
    pub(crate) fn begin(
        reporter: &'a dyn Reporter,
        stream: Stream,
        limit: usize,
        files: usize,
        output: &mut Output,
    ) -> Report<'a> {
        output.write(stream, &reporter.begin(files));
        let (printed, codes, counts) = (0, Vec::new(), Counts::default());
        Report { reporter, stream, limit, printed, codes, counts }
    }

    /// Adds one diagnostic.
    pub(crate) fn add(&mut self, rendered: &Rendered, output: &mut Output) {
        self.counts.add(rendered.severity);
        if self.printed == self.limit {
            self.counts.hidden += 1;
            return;
        }
        if self.printed > 0 {
            output.write(self.stream, self.reporter.separator());
        }
        self.printed += 1;
        if !self.codes.contains(&rendered.code) {
            self.codes.push(rendered.code);
        }
        output.write(self.stream, &rendered.text);
    }

    /// Ends the report and says what was in it.
    pub(crate) fn end(mut self, output: &mut Output) -> Counts {
        self.codes.sort_unstable();
        output.write(self.stream, &self.reporter.end(&self.codes));
        self.counts
    }
}

/// Returns the start and end of a diagnostic.
pub(crate) fn range(source: &Source, diagnostic: &Diagnostic) -> (Position, Position) {
    let start = source.position(diagnostic.span.start);
    let end = source.position(diagnostic.span.end.max(diagnostic.span.start));
    (start, end)
}
