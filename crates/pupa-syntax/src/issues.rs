//! The kinds of diagnostics this crate raises, by the pass that raises them.
//!
//! In edition `8` codes are the reference's issue names in kebab case and texts are the
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
