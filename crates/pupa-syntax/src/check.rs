//! Parses and validates one file, for `pupa check`.

mod beyond_errors;
mod metaparameters;

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::parser::{Dialect, ParseOptions, parse};
use crate::source::Source;
use crate::tree::Tree;
use crate::validate::{Rules, redefinitions, validate};

/// A tree with the diagnostics of parser and validator.
#[derive(Debug)]
pub struct Checked {
    /// The tree; incomplete if there are syntax errors.
    pub tree: Tree,
    /// The diagnostics, in the order in which the reference finds them.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the parser found no errors.
    pub is_parsed: bool,
}

impl Checked {
    /// Whether any diagnostic is an error.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Parses a text. If it has no syntax errors, validates it; if it is valid, looks for names that it
/// defines twice.
pub fn check(source: Arc<Source>, dialect: Dialect, rules: &Rules) -> Checked {
    let options = options(dialect, rules);
    let mut parsed = parse(source, &options);
    let is_parsed = !parsed.has_errors();
    if is_parsed {
        parsed.diagnostics.extend(validate(&parsed.tree, rules));
    }
    if !parsed.has_errors() {
        parsed.diagnostics.extend(redefinitions(&parsed.tree));
    }
    Checked { tree: parsed.tree, diagnostics: parsed.diagnostics, is_parsed }
}

/// Does the same, and also reports mistakes that the reference finds only when the first ones are
/// fixed, or when the code runs.
pub fn check_thoroughly(source: Arc<Source>, dialect: Dialect, rules: &Rules) -> Checked {
    let mut checked = check(source, dialect, rules);
    let more = match checked.is_parsed {
        true => metaparameters::metaparameter_names(&checked.tree),
        false => beyond_errors::beyond_errors(
            &checked.tree,
            &checked.diagnostics,
            &options(dialect, rules),
            rules,
        ),
    };
    checked.diagnostics.extend(more);
    checked
}

fn options(dialect: Dialect, rules: &Rules) -> ParseOptions {
    ParseOptions {
        edition: rules.edition,
        extensions: rules.reads_type_definitions(),
        dialect,
        tasks: rules.tasks,
    }
}
