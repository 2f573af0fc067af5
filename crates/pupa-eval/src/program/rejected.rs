//! Texts that are not valid manifests, and the errors that the reference reports for them.

use std::fmt;
use std::sync::Arc;

use pupa_syntax::diagnostic::{Diagnostic, Place};
use pupa_syntax::source::Source;
use pupa_syntax::syntax_checker::stops_validation;

use crate::failure::Named;
use crate::log::Level;

/// The reference's limit for logged warnings and errors of one text.
const MOST_LOGGED: usize = 10;

/// A program that can't run: what parser and validator say about it.
#[derive(Debug, Clone)]
pub struct Rejected {
    /// The text.
    pub source: Arc<Source>,
    /// All that is known, in order.
    pub diagnostics: Vec<Diagnostic>,
    /// The warnings that the reference logs.
    pub warnings: Vec<Diagnostic>,
    /// The errors: one, or those that are logged before the reference gives up.
    pub errors: Vec<Diagnostic>,
    /// The message that ends it.
    pub message: String,
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Rejected {}

impl Rejected {
    /// Selects the reference's diagnostics from all that we found; `is_syntax` if the parser found
    /// errors.
    pub(super) fn new(
        source: Arc<Source>,
        diagnostics: Vec<Diagnostic>,
        is_syntax: bool,
    ) -> Rejected {
        // The reference stops at the first syntax error. The parser reports warnings about the text
        // before it after its errors.
        if let Some(first) = diagnostics.iter().find(|found| found.is_error() && is_syntax) {
            let errors = vec![first.clone()];
            let warnings = diagnostics.iter().filter(|found| !found.is_error()).cloned().collect();
            return Rejected::only(source, diagnostics, warnings, errors);
        }
        let stopper = diagnostics.iter().find(|diagnostic| stops_validation(diagnostic));
        if let Some(stopper) = stopper.cloned() {
            return Rejected::only(source, diagnostics, Vec::new(), vec![stopper]);
        }
        let (mut errors, mut warnings): (Vec<_>, Vec<_>) =
            diagnostics.iter().cloned().partition(Diagnostic::is_error);
        if errors.len() < 2 {
            return Rejected::only(source, diagnostics, warnings, errors);
        }
        // Warnings of the lexer were logged before validation began to count.
        let counted = warnings.iter().filter(|warning| !is_lexical(warning)).count();
        let message = match (errors.len(), counted) {
            (errors, 0) => format!("Language validation logged {errors} errors. Giving up"),
            (errors, warnings) => format!(
                "Language validation logged {errors} errors, and {warnings} warnings. Giving up"
            ),
        };
        errors.truncate(MOST_LOGGED);
        warnings.truncate(MOST_LOGGED);
        Rejected { source, diagnostics, warnings, errors, message }
    }

    fn only(
        source: Arc<Source>,
        diagnostics: Vec<Diagnostic>,
        warnings: Vec<Diagnostic>,
        errors: Vec<Diagnostic>,
    ) -> Rejected {
        let message = errors.first().map(|error| error.message.clone()).unwrap_or_default();
        Rejected { source, diagnostics, warnings, errors, message }
    }

    /// The same with a limit for logged errors: if it is one, that error ends the run.
    #[must_use]
    pub fn with_at_most(mut self, errors: usize) -> Rejected {
        match self.errors.first() {
            Some(first) if errors <= 1 => {
                self.message.clone_from(&first.message);
                self.errors.truncate(1);
            }
            _ => self.errors.truncate(errors),
        }
        self
    }

    /// The only error; nothing when there are several.
    pub fn single(&self) -> Option<&Diagnostic> {
        match self.errors.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Returns the logged diagnostics: warnings, and the errors if there are several.
    pub fn logged(&self) -> impl Iterator<Item = (Level, &Diagnostic)> {
        let errors = if self.errors.len() > 1 { self.errors.as_slice() } else { &[] };
        let warnings = self.warnings.iter().map(|warning| (Level::Warning, warning));
        warnings.chain(errors.iter().map(|error| (Level::Err, error)))
    }

    /// Whether the text would be valid if it did not define something twice.
    pub(crate) fn is_redefinition(&self) -> bool {
        self.single().is_some_and(|error| error.issue.code.contains("-redefined"))
    }

    /// Returns the parts of the position that the reference names; `None` for an error without a
    /// position.
    pub fn named(&self) -> Option<Named> {
        let Some(error) = self.single() else { return Some(Named::Nothing) };
        match error.issue.code {
            // Compat: these are not found by the reference's parser, but by Ruby, by what reads
            // files, and by what keeps functions and types.
            "illegal-regexp" | "illegal-bom" | "entity-redefined" => None,
            // Compat: what keeps classes names no column.
            code if code.contains("-redefined") => Some(Named::Line),
            _ if error.place == Place::Position => Some(Named::Position),
            _ => Some(Named::Nothing),
        }
    }

    /// The message with its place, as the reference quotes it in other messages: several errors
    /// have a file only, and marks that don't belong into a text have no place.
    pub fn with_place(&self) -> String {
        let file = self.source.name();
        match (self.position(), self.single()) {
            (Some((line, column)), _) => {
                format!("{} (file: {file}, line: {line}, column: {column})", self.message)
            }
            (None, Some(error)) if error.issue.code == "illegal-bom" => self.message.clone(),
            (None, _) => format!("{} (file: {file})", self.message),
        }
    }

    /// Line and column, as far as the reference names them.
    pub fn position(&self) -> Option<(u32, u32)> {
        let single = self.single().filter(|error| error.place == Place::Position)?;
        let position = self.source.position(single.span.start);
        Some((position.line, position.column))
    }
}

/// Whether a warning is about the form of a string, which the lexer reads.
fn is_lexical(warning: &Diagnostic) -> bool {
    ["unrecognized-escape", "illegal-unicode-escape"].contains(&warning.issue.code)
}
