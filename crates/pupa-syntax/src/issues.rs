//! The kinds of diagnostics of this crate, one module for each pass that reports them.
//!
//! In edition `8`, codes are the reference's issue names in kebab case, and texts are the
//! reference's.

use crate::diagnostic::Issue;

pub mod grammar;
pub mod lexical;
pub mod syntax_checker;
pub mod validation;

/// All kinds of diagnostics of this crate.
pub fn all_issues() -> impl Iterator<Item = &'static Issue> {
    [lexical::ISSUES, grammar::ISSUES, validation::ISSUES, syntax_checker::ISSUES]
        .into_iter()
        .flatten()
        .copied()
}
