//! The kinds of diagnostics this crate raises, by the pass that raises them.

use crate::diagnostic::Issue;

pub(crate) mod grammar;
pub(crate) mod lexical;

/// All kinds of diagnostics of this crate.
pub fn all_issues() -> impl Iterator<Item = &'static Issue> {
    [lexical::ISSUES, grammar::ISSUES].into_iter().flatten().copied()
}
