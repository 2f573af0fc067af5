//! Writes reports to the streams of the process; [`pupa_report`] implements the formats.

mod running;

use clap::ValueEnum;
use pupa_report::{COULD_NOT_PARSE, Github, Json, Line, Sarif, Text};

use crate::output::{Output, Stream};

pub(crate) use pupa_report::{Colors, Counts, Level, Rendered, Renderer, one_line};
pub(crate) use running::{ErrorReport, log_line};

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
    /// The default format: text if standard error is a terminal, otherwise line.
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

    /// The renderer of diagnostics about data.
    pub(crate) fn data_renderer(self, colors: Colors) -> Box<dyn Renderer> {
        match self {
            Format::Line => Box::new(Line { colors, lead: "" }),
            Format::Text | Format::Json | Format::Sarif | Format::Github => self.renderer(colors),
        }
    }

    /// The renderer of diagnostics about manifests.
    pub(crate) fn renderer(self, colors: Colors) -> Box<dyn Renderer> {
        match self {
            Format::Text => Box::new(Text::new(colors)),
            Format::Line => Box::new(Line { colors, lead: COULD_NOT_PARSE }),
            Format::Json => Box::new(Json),
            Format::Sarif => Box::new(Sarif),
            Format::Github => Box::new(Github),
        }
    }
}

/// A report on a stream of the process. Errors of writing are stored in the stream, and determine
/// the exit code at the end.
pub(crate) struct Report<'a> {
    report: pupa_report::Report<'a>,
    stream: Stream,
}

impl<'a> Report<'a> {
    /// Begins a report about `files` files that prints at most `limit` diagnostics.
    pub(crate) fn begin(
        renderer: &'a dyn Renderer,
        stream: Stream,
        limit: usize,
        files: usize,
        output: &mut Output,
    ) -> Report<'a> {
        let report = pupa_report::Report::new(renderer, limit);
        let result = report.begin(files, &mut output.writer(stream));
        output.note(stream, result);
        Report { report, stream }
    }

    /// Adds one diagnostic.
    pub(crate) fn add(&mut self, rendered: &Rendered, output: &mut Output) {
        let result = self.report.add(rendered, &mut output.writer(self.stream));
        output.note(self.stream, result);
    }

    /// The numbers of diagnostics so far.
    pub(crate) fn counts(&self) -> Counts {
        self.report.counts
    }

    /// Ends the report and returns the numbers of its diagnostics.
    pub(crate) fn end(mut self, output: &mut Output) -> Counts {
        let result = self.report.end(&mut output.writer(self.stream));
        output.note(self.stream, result);
        self.report.counts
    }
}
