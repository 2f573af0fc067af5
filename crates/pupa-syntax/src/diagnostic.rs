//! Diagnostics: one structure from the pass that finds a problem to the renderer.
//!
//! A [`Diagnostic`] refers to the record of its kind, an [`Issue`], which carries the stable
//! code, the usual severity and the explanation shown in `docs/diagnostics.md`. In edition `8`
//! the message equals the reference's exactly; everything that goes beyond it is in labels,
//! notes and help.

use crate::source::Span;

/// The severity of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// For information.
    Note,
    /// Works today and will not in a later version of the language.
    Deprecation,
    /// Works, and is probably not what was meant.
    Warning,
    /// The program can't be used.
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
    /// The stable handle, in kebab case: `syntax-error`.
    pub code: &'static str,
    /// The severity unless settings say otherwise.
    pub severity: Severity,
    /// The meaning and the remedy, for the reference page.
    pub explanation: &'static str,
}

/// The parts of its position that the one-line form of a diagnostic names.
///
/// The reference gives no position for a few errors, such as an unexpected end of input; the
/// span still says where to draw the code frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Place {
    /// File, line and column.
    #[default]
    Position,
    /// The file only.
    File,
}

/// A further stretch of text with something to say about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What.
    pub text: String,
}

/// One thing said about a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind.
    pub issue: &'static Issue,
    /// The severity of a diagnostic.
    pub severity: Severity,
    /// The range it is reported at; the start is the position that the reference names.
    pub span: Span,
    /// The parts of the position that the one-line form names.
    pub place: Place,
    /// The message, complete without labels and help.
    pub message: String,
    /// Further places.
    pub labels: Vec<Label>,
    /// Facts that help to understand.
    pub notes: Vec<String>,
    /// The advice how to fix it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A diagnostic with the usual severity of its kind.
    pub fn new(issue: &'static Issue, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            issue,
            severity: issue.severity,
            span,
            place: Place::Position,
            message: message.into(),
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// Adds a label.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// Adds advice how to fix it.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }

    /// Leaves line and column out of the one-line form.
    #[must_use]
    pub fn without_position(mut self) -> Diagnostic {
        self.place = Place::File;
        self
    }

    /// Gives it another severity than its kind's.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Diagnostic {
        self.severity = severity;
        self
    }

    /// Whether it makes the program unusable.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Declares kinds of diagnostics: the record, and a function that makes one.
///
/// ```text
/// issues! {
///     /// A number must not run into letters.
///     illegal_number(value: &str) = "illegal-number", Error, "Illegal number '{value}'";
/// }
/// ```
///
/// declares `illegal_number(span, value) -> Diagnostic` and lists the record in `ISSUES`.
macro_rules! issues {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident($($arg:ident: $ty:ty),*) = $code:literal, $severity:ident, $text:literal;
    )+) => {
        /// The records of this module, in the order of their declaration.
        pub(crate) static ISSUES: &[&$crate::diagnostic::Issue] = &[$(&records::$name),+];

        #[expect(non_upper_case_globals, reason = "each record bears the name of its function")]
        mod records {
            $(
                pub(super) static $name: $crate::diagnostic::Issue = $crate::diagnostic::Issue {
                    code: $code,
                    severity: $crate::diagnostic::Severity::$severity,
                    explanation: concat!($($doc, "\n"),+),
                };
            )+
        }

        $(
            $(#[doc = $doc])+
            pub(crate) fn $name(
                span: $crate::source::Span,
                $($arg: $ty),*
            ) -> $crate::diagnostic::Diagnostic {
                $crate::diagnostic::Diagnostic::new(&records::$name, span, format!($text))
            }
        )+
    };
}
pub(crate) use issues;
