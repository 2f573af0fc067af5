//! Checks Puppet code and templates in heredocs with our own parser and validator.

use super::{Request, SyntaxChecker, SyntaxError, one_line};
use crate::diagnostic::{Diagnostic, Severity};
use crate::issues::syntax_checker as issues;
use crate::parser::{Dialect, ParseOptions, parse};
use crate::source::Source;
use crate::validate::{Rules, validate};

/// The checker of manifests.
pub(super) static MANIFEST: Puppet =
    Puppet { syntax: "pp", name: "PP", dialect: Dialect::Manifest, issue: issues::illegal_pp };

/// The checker of templates.
pub(super) static TEMPLATE: Puppet =
    Puppet { syntax: "epp", name: "EPP", dialect: Dialect::Template, issue: issues::illegal_epp };

/// The maximum nesting of checked texts.
const MAX_EMBEDDING: u8 = 8;

/// Checks Puppet code.
pub(super) struct Puppet {
    syntax: &'static str,
    /// The checker's name in its messages.
    name: &'static str,
    dialect: Dialect,
    issue: fn(&str, &str) -> Diagnostic,
}

impl SyntaxChecker for Puppet {
    fn syntax(&self) -> &'static str {
        self.syntax
    }

    fn issue(&self) -> fn(&str, &str) -> Diagnostic {
        self.issue
    }

    fn check(&self, text: &str, request: &Request<'_>) -> Result<(), SyntaxError> {
        let rules = request.rules;
        if request.syntax != self.syntax && !rules.edition.puppet_checkers_take_longer_names() {
            return Err(self.unsuitable_name());
        }
        if rules.embedding >= MAX_EMBEDDING {
            return Ok(());
        }
        let embedded = Rules { module_file: None, embedding: rules.embedding + 1, ..rules.clone() };
        match errors(text, self.dialect, &embedded) {
            None => Ok(()),
            Some(Errors { first, at, summary }) => {
                let message =
                    format!("{} syntax checker: \"{}\"", self.name, one_line(&summary, 500));
                Err(SyntaxError::at(at, message, first))
            }
        }
    }
}

impl Puppet {
    /// Compat: the reference's checker requires its exact name, and its message says `pp` for
    /// templates, too. Pinned by `puppet_checkers_insist_on_their_names`.
    fn unsuitable_name(&self) -> SyntaxError {
        let name = self.name;
        SyntaxError {
            message: format!(
                "{name} syntax checker: the syntax identifier must be a String, e.g. pp"
            ),
            place: None,
            is_unchecked: true,
        }
    }
}

/// The errors of a text.
struct Errors {
    /// The message of the first one.
    first: String,
    /// The offset.
    at: usize,
    /// The reference's message about all errors.
    summary: String,
}

fn errors(text: &str, dialect: Dialect, rules: &Rules) -> Option<Errors> {
    let options = ParseOptions {
        edition: rules.edition,
        extensions: rules.extensions.are_read(),
        dialect,
        tasks: rules.tasks,
    };
    let source = std::sync::Arc::new(Source::new("", text));
    let parsed = parse(source, &options);
    let is_error = |diagnostic: &&Diagnostic| diagnostic.severity == Severity::Error;
    let found = match parsed.diagnostics.iter().find(is_error) {
        // The reference stops at the first syntax error.
        Some(first) => vec![first.clone()],
        None => validate(&parsed.tree, rules),
    };
    let first = found.iter().find(is_error)?;
    let errors = found.iter().filter(is_error).count();
    let others = found.len() - errors;
    let is_raised = first.is_any(issues::ISSUES);
    let summary = match (errors, others) {
        (1, _) => first.to_string(),
        _ if is_raised => first.to_string(),
        (errors, 0) => format!("Language validation logged {errors} errors. Giving up"),
        (errors, others) => {
            format!("Language validation logged {errors} errors, and {others} warnings. Giving up")
        }
    };
    // Errors of another checker in a text inside this one have their own label.
    let (at, label) = match first.labels.first() {
        Some(inner) if is_raised => (inner.location.span.start, &inner.text),
        _ => (first.span().start, &first.message),
    };
    Some(Errors { first: label.clone(), at: at as usize, summary })
}
