//! Diagnostics: one structure from the pass that finds a problem to the renderer.
//!
//! A [`Diagnostic`] refers to the record of its kind, an [`Issue`], which carries the stable
//! code, the usual severity and the explanation shown in `docs/diagnostics.md`. In edition `8`
//! the message equals the reference's exactly; everything that goes beyond it is in labels,
//! notes and help.
//!
//! [`issues!`](crate::issues!) declares kinds, in every crate. Kinds are compared with
//! [`Diagnostic::is`], by their identity.

use std::fmt;
use std::sync::Arc;

use crate::source::{Position, Source, Span};

/// The severity of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// For information.
    Note,
    /// The construct works, but will not in a later version of the language.
    Deprecation,
    /// The construct works, but is probably not what the author meant.
    Warning,
    /// The manifest can't be used.
    Error,
}

impl Severity {
    /// The word used in machine-readable output.
    pub const fn word(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Deprecation => "deprecation",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// The record of one kind of diagnostic.
#[derive(Debug, PartialEq, Eq)]
pub struct Issue {
    /// The stable code, in kebab case: `syntax-error`.
    pub code: &'static str,
    /// The severity unless settings say otherwise.
    pub severity: Severity,
    /// The message, with placeholders in braces.
    pub text: &'static str,
    /// The meaning and the remedy, for the reference page.
    pub explanation: &'static str,
}

impl Issue {
    /// The explanation, without the indentation of its source.
    pub fn explanation(&self) -> String {
        let lines = self.explanation.lines().map(|line| line.strip_prefix(' ').unwrap_or(line));
        lines.collect::<Vec<_>>().join("\n").trim().to_owned()
    }

    /// A diagnostic of this kind, with the usual severity and without a location.
    pub fn diagnostic(&'static self, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            issue: self,
            severity: self.severity,
            location: None,
            message: message.into(),
            quoted_places: String::new(),
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
            trace: Vec::new(),
            fixes: Vec::new(),
        }
    }
}

/// The parts of a location that the one-line form of a diagnostic names.
///
/// The reference gives no position for a few errors, such as an unexpected end of input; the
/// span still says where to draw the code frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Named {
    /// File, line and column.
    #[default]
    Position,
    /// File and line.
    Line,
    /// The file only.
    File,
    /// Nothing.
    Nothing,
}

/// A range of a source text.
#[derive(Debug, Clone)]
pub struct Location {
    /// The source text.
    pub source: Arc<Source>,
    /// The range; its start is the position that the reference reports.
    pub span: Span,
    /// The parts that the one-line form names.
    pub named: Named,
}

impl Location {
    /// A range whose line and column are shown.
    pub fn new(source: &Arc<Source>, span: Span) -> Location {
        Location { source: Arc::clone(source), span, named: Named::Position }
    }

    /// A whole file.
    pub fn of_file(source: &Arc<Source>) -> Location {
        Location { named: Named::File, ..Location::new(source, Span::at(0)) }
    }

    /// A line of a file whose text is not available, or the whole file.
    pub fn of_line(file: impl Into<String>, line: Option<u32>) -> Location {
        let source = Arc::new(Source::excerpt(file, "", line.unwrap_or(1)));
        let named = if line.is_some() { Named::Line } else { Named::File };
        Location { source, span: Span::at(0), named }
    }

    /// The same location with only the given parts shown.
    #[must_use]
    pub fn naming(self, named: Named) -> Location {
        Location { named, ..self }
    }

    /// The name of the file; `None` for a text that is not in a file.
    pub fn file(&self) -> Option<&str> {
        Some(self.source.name()).filter(|name| !name.is_empty())
    }

    /// The line, from 1, if it is shown.
    pub fn line(&self) -> Option<u32> {
        let names_line = matches!(self.named, Named::Position | Named::Line);
        names_line.then(|| self.source.line_of(self.span.start))
    }

    /// The column, in characters from 1, if it is shown.
    pub fn column(&self) -> Option<u32> {
        (self.named == Named::Position).then(|| self.start().column)
    }

    /// The position of the start, whether it is shown or not.
    pub fn start(&self) -> Position {
        self.source.position(self.span.start)
    }

    /// The position of its end.
    pub fn end(&self) -> Position {
        self.source.position(self.span.end.max(self.span.start))
    }
}

/// Locations are equal if they are the same range in texts with the same name.
impl PartialEq for Location {
    fn eq(&self, other: &Location) -> bool {
        self.span == other.span
            && self.named == other.named
            && (Arc::ptr_eq(&self.source, &other.source)
                || self.source.name() == other.source.name()
                    && self.source.text() == other.source.text())
    }
}

impl Eq for Location {}

/// ` (file: F, line: L, column: C)`, as the reference appends it to a message: only the parts to
/// show, and nothing if there are none.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.named == Named::Nothing {
            return Ok(());
        }
        match (self.file(), self.line(), self.column()) {
            (Some(file), Some(line), Some(column)) => {
                write!(f, " (file: {file}, line: {line}, column: {column})")
            }
            (Some(file), Some(line), None) => write!(f, " (file: {file}, line: {line})"),
            (Some(file), None, _) => write!(f, " (file: {file})"),
            (None, Some(line), Some(column)) => write!(f, " (line: {line}, column: {column})"),
            // Compat: the reference's name for a text that is not in a file. Pinned by
            // `a_location_names_its_parts`.
            (None, Some(line), None) => write!(f, " (file: unknown, line: {line})"),
            (None, None, _) => Ok(()),
        }
    }
}

/// Another relevant range of a text, with a remark about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The range, which may be in another file.
    pub location: Location,
    /// The remark.
    pub text: String,
}

/// A running call at the time of an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceEntry {
    /// The callee, as written in the source.
    pub callee: String,
    /// The call.
    pub location: Location,
}

/// A change to texts that removes the cause of a diagnostic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The change, in words.
    pub title: String,
    /// The replacements, which don't overlap.
    pub edits: Vec<Edit>,
}

/// A replacement of a range of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The range.
    pub location: Location,
    /// Its new text.
    pub text: String,
}

/// A message about a manifest, a data file or another input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind.
    pub issue: &'static Issue,
    /// The severity.
    pub severity: Severity,
    /// The location, if there is one.
    pub location: Option<Location>,
    /// The message, which is complete without labels and help.
    pub message: String,
    /// The locations of other errors, with which the reference ends the message. The one-line form
    /// appends them: ` (file: F, line: L)`.
    pub quoted_places: String,
    /// Other relevant locations.
    pub labels: Vec<Label>,
    /// Facts that help to understand the cause.
    pub notes: Vec<String>,
    /// A help text that says how to fix the problem.
    pub help: Option<String>,
    /// The calls that led to an error of evaluation, the innermost first.
    pub trace: Vec<TraceEntry>,
    /// Changes that remove the cause; any one of them suffices.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// Sets the location to a range of a text, whose line and column are shown.
    #[must_use]
    pub fn at(self, source: &Arc<Source>, span: Span) -> Diagnostic {
        self.located(Location::new(source, span))
    }

    /// Sets the location.
    #[must_use]
    pub fn located(self, location: Location) -> Diagnostic {
        Diagnostic { location: Some(location), ..self }
    }

    /// Adds a label in the text of the location. Without a location, does nothing.
    #[must_use]
    pub fn label(self, span: Span, text: impl Into<String>) -> Diagnostic {
        match &self.location {
            Some(location) => {
                let location = Location::new(&location.source, span);
                self.label_at(location, text)
            }
            None => self,
        }
    }

    /// Adds a label, which may be in another text.
    #[must_use]
    pub fn label_at(mut self, location: Location, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { location, text: text.into() });
        self
    }

    /// Adds the locations of another error, which the message ends with.
    #[must_use]
    pub fn quoting(self, places: impl Into<String>) -> Diagnostic {
        Diagnostic { quoted_places: places.into(), ..self }
    }

    /// The message, followed by the locations of the quoted error.
    pub fn full_message(&self) -> String {
        format!("{}{}", self.message, self.quoted_places)
    }

    /// The locations that the one-line form appends to the message: those of the quoted error, then
    /// its own.
    pub fn places(&self) -> String {
        let own = self.location.as_ref().map(ToString::to_string).unwrap_or_default();
        format!("{}{own}", self.quoted_places)
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// Sets the help text.
    #[must_use]
    pub fn help(self, text: impl Into<String>) -> Diagnostic {
        Diagnostic { help: Some(text.into()), ..self }
    }

    /// Sets the help text, if there is one.
    #[must_use]
    pub fn help_if(self, text: Option<String>) -> Diagnostic {
        match text {
            Some(text) => self.help(text),
            None => self,
        }
    }

    /// Sets the calls that led to the error, the innermost first.
    #[must_use]
    pub fn traced(self, trace: Vec<TraceEntry>) -> Diagnostic {
        Diagnostic { trace, ..self }
    }

    /// Adds a fix that replaces a range in the text of the location.
    #[must_use]
    pub fn fix(
        mut self,
        title: impl Into<String>,
        span: Span,
        text: impl Into<String>,
    ) -> Diagnostic {
        if let Some(location) = &self.location {
            let location = Location::new(&location.source, span);
            let edits = vec![Edit { location, text: text.into() }];
            self.fixes.push(Fix { title: title.into(), edits });
        }
        self
    }

    /// Limits the parts of the location that the one-line form shows.
    #[must_use]
    pub fn naming(mut self, named: Named) -> Diagnostic {
        if let Some(location) = &mut self.location {
            location.named = named;
        }
        self
    }

    /// Leaves line and column out of the one-line form.
    #[must_use]
    pub fn without_position(self) -> Diagnostic {
        self.naming(Named::File)
    }

    /// Replaces the usual severity of its kind.
    #[must_use]
    pub fn severity(self, severity: Severity) -> Diagnostic {
        Diagnostic { severity, ..self }
    }

    /// Whether the manifest can't be used because of it.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Whether it is of this kind.
    pub fn is(&self, issue: &'static Issue) -> bool {
        std::ptr::eq(self.issue, issue)
    }

    /// Whether it is of one of these kinds.
    pub fn is_any(&self, issues: &[&'static Issue]) -> bool {
        issues.iter().any(|issue| self.is(issue))
    }

    /// The range of the location, for passes over a single text; empty without a location.
    pub fn span(&self) -> Span {
        self.location.as_ref().map(|location| location.span).unwrap_or_default()
    }

    /// The line, from 1, if it is shown.
    pub fn line(&self) -> Option<u32> {
        self.location.as_ref()?.line()
    }

    /// The column, from 1, if it is shown.
    pub fn column(&self) -> Option<u32> {
        self.location.as_ref()?.column()
    }

    /// All locations: its own, and those of labels, calls and fixes.
    pub fn locations_mut(&mut self) -> impl Iterator<Item = &mut Location> {
        let labels = self.labels.iter_mut().map(|label| &mut label.location);
        let calls = self.trace.iter_mut().map(|call| &mut call.location);
        let edits = self.fixes.iter_mut().flat_map(|fix| &mut fix.edits);
        let edits = edits.map(|edit| &mut edit.location);
        self.location.iter_mut().chain(labels).chain(calls).chain(edits)
    }

    /// The name of the file that it is reported in, if there is one.
    pub fn file(&self) -> Option<&str> {
        self.location.as_ref()?.file()
    }
}

/// The one-line form, as the reference prints it: the message and the shown parts of its location.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        f.write_str(&self.quoted_places)?;
        match &self.location {
            Some(location) => location.fmt(f),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Diagnostic {}

/// Declares kinds of diagnostics: for each the record, and a function that makes a diagnostic.
///
/// ```
/// mod issues {
///     pupa_syntax::issues! {
///         /// A number must not run into letters.
///         illegal_number(value: &str) = "illegal-number", Error, "Illegal number '{value}'";
///     }
/// }
///
/// let diagnostic = issues::illegal_number("1x");
/// assert_eq!(diagnostic.message, "Illegal number '1x'");
/// assert!(diagnostic.is(&issues::records::illegal_number));
/// assert_eq!(issues::ISSUES.len(), 1);
/// ```
///
/// The functions return diagnostics without a location; [`Diagnostic::at`] adds it. The records are
/// listed in `ISSUES`, in the order of their declaration.
///
/// Kinds whose message depends on more than their arguments have a record and no function, and
/// [`Issue::diagnostic`] makes diagnostics of them:
///
/// ```
/// pupa_syntax::issues! {
///     /// The file does not exist.
///     FILE_NOT_FOUND = "file-not-found", Error;
/// }
///
/// assert_eq!(FILE_NOT_FOUND.diagnostic("no such file").message, "no such file");
/// ```
#[macro_export]
macro_rules! issues {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident = $code:literal, $severity:ident;
    )+) => {
        /// The records of this module, in the order of their declaration.
        pub static ISSUES: &[&$crate::diagnostic::Issue] = &[$(&$name),+];

        $(
            $(#[doc = $doc])+
            pub static $name: $crate::diagnostic::Issue = $crate::diagnostic::Issue {
                code: $code,
                severity: $crate::diagnostic::Severity::$severity,
                text: "{message}",
                explanation: concat!($($doc, "\n"),+),
            };
        )+
    };
    ($(
        $(#[doc = $doc:literal])+
        $name:ident($($arg:ident: $ty:ty),*) = $code:literal, $severity:ident, $text:literal;
    )+) => {
        /// The records of this module, in the order of their declaration.
        pub static ISSUES: &[&$crate::diagnostic::Issue] = &[$(&records::$name),+];

        /// The records of the kinds, for comparisons.
        #[expect(non_upper_case_globals, reason = "each record bears the name of its function")]
        pub mod records {
            $(
                $(#[doc = $doc])+
                pub static $name: $crate::diagnostic::Issue = $crate::diagnostic::Issue {
                    code: $code,
                    severity: $crate::diagnostic::Severity::$severity,
                    text: $text,
                    explanation: concat!($($doc, "\n"),+),
                };
            )+
        }

        $(
            $(#[doc = $doc])+
            pub fn $name($($arg: $ty),*) -> $crate::diagnostic::Diagnostic {
                records::$name.diagnostic(format!($text))
            }
        )+
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_location_names_its_parts() {
        let display = |name: &str, named| {
            let source = Arc::new(Source::new(name, "a\n b"));
            Location::new(&source, Span::new(3, 4)).naming(named).to_string()
        };
        assert_eq!(display("f.pp", Named::Position), " (file: f.pp, line: 2, column: 2)");
        assert_eq!(display("f.pp", Named::Line), " (file: f.pp, line: 2)");
        assert_eq!(display("f.pp", Named::File), " (file: f.pp)");
        assert_eq!(display("f.pp", Named::Nothing), "");
        assert_eq!(display("", Named::Position), " (line: 2, column: 2)");
        assert_eq!(display("", Named::Line), " (file: unknown, line: 2)");
        assert_eq!(display("", Named::File), "");
    }

    #[test]
    fn a_line_of_a_file_needs_no_text() {
        let location = Location::of_line("data/common.yaml", Some(7));
        assert_eq!(location.to_string(), " (file: data/common.yaml, line: 7)");
        assert_eq!((location.line(), location.column()), (Some(7), None));
        assert_eq!(Location::of_line("hiera.yaml", None).to_string(), " (file: hiera.yaml)");
    }
}
