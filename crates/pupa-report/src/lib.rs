//! Renderers of diagnostics, one file per output format.
//!
//! A [`Renderer`] writes one diagnostic to any writer, so that threads can render the diagnostics of
//! a file and then drop the file. [`Report`] adds the text before, between and after diagnostics,
//! stops at a given number of diagnostics, and counts them.
//!
//! ```
//! use std::sync::Arc;
//! use pupa_report::{Json, Rendered, Report};
//! use pupa_syntax::{ParseOptions, parse, source::Source};
//!
//! let parsed = parse(Arc::new(Source::new("site.pp", "$a = ]")), &ParseOptions::default());
//! let mut text = Vec::new();
//! let mut report = Report::new(&Json, usize::MAX);
//! report.begin(1, &mut text)?;
//! for diagnostic in &parsed.diagnostics {
//!     report.add(&Rendered::new(&Json, diagnostic), &mut text)?;
//! }
//! report.end(&mut text)?;
//! assert_eq!(report.counts.errors, 1);
//! assert!(String::from_utf8_lossy(&text).contains("\"code\":\"syntax-error\""));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! The crate opens no files and knows no terminals: the caller decides where the text goes and
//! whether it is coloured.
//!
//! In comments, *the reference* is the reference implementation of Puppet, written in Ruby (Puppet
//! 8 and OpenVox 8).

mod github;
mod json;
mod line;
mod sarif;
mod text;
mod trace;

use std::io::{self, Write};

use pupa_syntax::diagnostic::{Diagnostic, Issue, Severity};

pub use github::Github;
pub use json::Json;
pub use line::{COULD_NOT_PARSE, Level, Line, one_line, with_end};
pub use sarif::Sarif;
pub use text::Text;
pub use trace::{at_innermost_call, call_note};

/// Whether a report is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colors {
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

/// Writes diagnostics in one format.
pub trait Renderer: Sync {
    /// Writes one diagnostic.
    ///
    /// # Errors
    /// When the writer fails.
    fn diagnostic(&self, diagnostic: &Diagnostic, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the text before all diagnostics about `files` files.
    ///
    /// # Errors
    /// When the writer fails.
    fn begin(&self, files: usize, out: &mut dyn Write) -> io::Result<()> {
        let _ = (files, out);
        Ok(())
    }

    /// Returns the text between two diagnostics.
    fn separator(&self) -> &'static str {
        ""
    }

    /// Writes the text after all diagnostics, given their kinds in the order of their codes.
    ///
    /// # Errors
    /// When the writer fails.
    fn end(&self, issues: &[&'static Issue], out: &mut dyn Write) -> io::Result<()> {
        let _ = (issues, out);
        Ok(())
    }
}

/// A rendered diagnostic, ready to be written.
#[derive(Debug)]
pub struct Rendered {
    severity: Severity,
    issue: &'static Issue,
    text: Vec<u8>,
}

impl Rendered {
    /// Renders a diagnostic.
    pub fn new(renderer: &dyn Renderer, diagnostic: &Diagnostic) -> Rendered {
        let mut rendered = Rendered::counted(diagnostic);
        // Writing to memory can't fail.
        let written = renderer.diagnostic(diagnostic, &mut rendered.text);
        debug_assert!(written.is_ok());
        rendered
    }

    /// The rendered text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.text).into_owned()
    }

    /// A diagnostic beyond the limit, which is counted but not written.
    pub fn counted(diagnostic: &Diagnostic) -> Rendered {
        Rendered { severity: diagnostic.severity, issue: diagnostic.issue, text: Vec::new() }
    }
}

/// The numbers of diagnostics by severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Errors.
    pub errors: usize,
    /// Warnings and deprecations.
    pub warnings: usize,
    /// Notes.
    pub notes: usize,
    /// Diagnostics that were not written because of the limit.
    pub hidden: usize,
}

impl Counts {
    /// Counts one more.
    fn add(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning | Severity::Deprecation => self.warnings += 1,
            Severity::Note => self.notes += 1,
        }
    }
}

/// A report that is being written.
pub struct Report<'a> {
    renderer: &'a dyn Renderer,
    limit: usize,
    written: usize,
    issues: Vec<&'static Issue>,
    /// The numbers of diagnostics so far.
    pub counts: Counts,
}

impl<'a> Report<'a> {
    /// A report that writes at most `limit` diagnostics.
    pub fn new(renderer: &'a dyn Renderer, limit: usize) -> Report<'a> {
        let (written, issues, counts) = (0, Vec::new(), Counts::default());
        Report { renderer, limit, written, issues, counts }
    }

    /// Writes the beginning of a report about `files` files.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn begin(&self, files: usize, out: &mut dyn Write) -> io::Result<()> {
        self.renderer.begin(files, out)
    }

    /// Adds one diagnostic.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn add(&mut self, rendered: &Rendered, out: &mut dyn Write) -> io::Result<()> {
        self.counts.add(rendered.severity);
        if self.written == self.limit {
            self.counts.hidden += 1;
            return Ok(());
        }
        if self.written > 0 {
            out.write_all(self.renderer.separator().as_bytes())?;
        }
        self.written += 1;
        if !self.issues.iter().any(|known| std::ptr::eq(*known, rendered.issue)) {
            self.issues.push(rendered.issue);
        }
        out.write_all(&rendered.text)
    }

    /// Writes the end of the report.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.issues.sort_unstable_by_key(|issue| issue.code);
        self.renderer.end(&self.issues, out)
    }
}

#[cfg(test)]
mod tests;
