//! The errors of invalid manifests, selected and worded as the reference implementation reports
//! them.

use std::fmt;
use std::sync::Arc;

use pupa_syntax::diagnostic::{Diagnostic, Issue, Named};
use pupa_syntax::issues::{lexical, validation};
use pupa_syntax::source::Source;
use pupa_syntax::syntax_checker::stops_validation;

use crate::log::Level;

/// The reference's limit for logged warnings and errors of one text.
const MOST_LOGGED: usize = 10;

/// An invalid manifest: the diagnostics of parser and validator.
#[derive(Debug, Clone)]
pub struct ManifestError {
    /// The text.
    pub source: Arc<Source>,
    /// All diagnostics, in order.
    pub diagnostics: Vec<Diagnostic>,
    /// The warnings that the reference logs.
    pub warnings: Vec<Diagnostic>,
    /// The errors: a single one, or those that are logged before the final error.
    pub errors: Vec<Diagnostic>,
    /// The message of the final error.
    pub message: String,
}

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ManifestError {}

impl ManifestError {
    /// Selects the diagnostics that the reference reports from all that we found. `is_syntax` tells
    /// whether the parser found errors.
    pub(super) fn new(
        source: Arc<Source>,
        diagnostics: Vec<Diagnostic>,
        is_syntax: bool,
    ) -> ManifestError {
        // The reference stops at the first syntax error. Our parser lists its warnings about the
        // text before it after the errors.
        if let Some(first) = diagnostics.iter().find(|found| found.is_error() && is_syntax) {
            let errors = vec![first.clone()];
            let warnings = diagnostics.iter().filter(|found| !found.is_error()).cloned().collect();
            return ManifestError::only(source, diagnostics, warnings, errors);
        }
        let stopper = diagnostics.iter().find(|diagnostic| stops_validation(diagnostic));
        if let Some(stopper) = stopper.cloned() {
            return ManifestError::only(source, diagnostics, Vec::new(), vec![stopper]);
        }
        let (mut errors, mut warnings): (Vec<_>, Vec<_>) =
            diagnostics.iter().cloned().partition(Diagnostic::is_error);
        if errors.len() < 2 {
            return ManifestError::only(source, diagnostics, warnings, errors);
        }
        // Warnings of the lexer are logged before the reference counts warnings.
        let counted = warnings.iter().filter(|warning| !is_lexical(warning)).count();
        let message = match (errors.len(), counted) {
            (errors, 0) => format!("Language validation logged {errors} errors. Giving up"),
            (errors, warnings) => format!(
                "Language validation logged {errors} errors, and {warnings} warnings. Giving up"
            ),
        };
        errors.truncate(MOST_LOGGED);
        warnings.truncate(MOST_LOGGED);
        ManifestError { source, diagnostics, warnings, errors, message }
    }

    fn only(
        source: Arc<Source>,
        diagnostics: Vec<Diagnostic>,
        warnings: Vec<Diagnostic>,
        errors: Vec<Diagnostic>,
    ) -> ManifestError {
        let message = errors.first().map(|error| error.message.clone()).unwrap_or_default();
        ManifestError { source, diagnostics, warnings, errors, message }
    }

    /// The same with a limit for logged errors. If the limit is one, that error is the final one.
    #[must_use]
    pub fn with_at_most(mut self, errors: usize) -> ManifestError {
        match self.errors.first() {
            Some(first) if errors <= 1 => {
                self.message.clone_from(&first.message);
                self.errors.truncate(1);
            }
            _ => self.errors.truncate(errors),
        }
        self
    }

    /// The only error; `None` if there are several.
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

    /// Whether the text would be valid if it did not define a name twice.
    pub(crate) fn is_redefinition(&self) -> bool {
        self.single().is_some_and(is_redefinition)
    }

    /// Returns the parts of the position that the reference shows; `None` for an error without a
    /// position.
    pub fn named(&self) -> Option<Named> {
        let Some(error) = self.single() else { return Some(Named::File) };
        // Compat: in the reference these errors do not come from the parser, but from Ruby, from
        // reading files, and from the registries of functions and types.
        if error.is_any(&UNLOCATED) {
            return None;
        }
        // Compat: the registry of classes reports no column.
        if is_redefinition(error) {
            return Some(Named::Line);
        }
        Some(error.location.as_ref().map_or(Named::File, |location| location.named))
    }

    /// Whether its only error is a byte order mark, which the reference's lexer finds.
    pub(crate) fn is_byte_order_mark(&self) -> bool {
        self.single().is_some_and(|error| error.is(&lexical::records::illegal_bom))
    }

    /// Whether its only error is in a regular expression, which Ruby parses in the reference.
    pub(crate) fn is_illegal_regexp(&self) -> bool {
        self.single().is_some_and(|error| error.is(&lexical::records::illegal_regexp))
    }

    /// The message with its location, as the reference quotes it in other messages.
    pub fn with_place(&self) -> String {
        format!("{}{}", self.message, self.place())
    }

    /// The location that the reference quotes: only a file for several errors, and none for byte
    /// order marks.
    pub(crate) fn place(&self) -> String {
        let file = self.source.name();
        match self.position() {
            Some((line, column)) => format!(" (file: {file}, line: {line}, column: {column})"),
            None if self.is_byte_order_mark() => String::new(),
            None => format!(" (file: {file})"),
        }
    }

    /// Line and column, if the reference shows them.
    pub fn position(&self) -> Option<(u32, u32)> {
        let single = self.single()?;
        single.line().zip(single.column())
    }

    /// The error that ends the compilation of a main manifest, in the reference's words.
    pub fn final_message(&self, environment: &str) -> String {
        let message = match self.single() {
            // The reference finds these errors only after parsing.
            Some(error) if error.is(&validation::records::entity_redefined) => {
                return error.message.clone();
            }
            Some(error) if is_redefinition(error) => {
                let line = self.source.line_of(error.span().start);
                let name = self.source.name();
                let file = if name.is_empty() { String::new() } else { format!("file: {name}, ") };
                return format!("{} ({file}line: {line})", error.message);
            }
            Some(error) if error.is_any(&UNLOCATED) => error.message.clone(),
            Some(error) => error.to_string(),
            None if self.source.name().is_empty() => self.message.clone(),
            None => format!("{} (file: {})", self.message, self.source.name()),
        };
        format!("Could not parse for environment {environment}: {message}")
    }
}

/// Errors that the reference reports without a location.
static UNLOCATED: [&Issue; 3] = [
    &lexical::records::illegal_regexp,
    &lexical::records::illegal_bom,
    &validation::records::entity_redefined,
];

/// Whether the error is about a class, defined type or node that a text defines twice.
fn is_redefinition(error: &Diagnostic) -> bool {
    error.is_any(&[
        &validation::records::class_redefined,
        &validation::records::node_redefined_as_class,
        &validation::records::define_redefined_as_class,
        &validation::records::class_redefined_as_define,
        &validation::records::node_redefined,
        &validation::records::class_redefined_as_node,
        &validation::records::entity_redefined,
    ])
}

/// Whether a warning is about the notation of a string, which the lexer checks.
fn is_lexical(warning: &Diagnostic) -> bool {
    warning.is_any(&[
        &lexical::records::unrecognized_escape,
        &lexical::records::illegal_unicode_escape,
    ])
}
