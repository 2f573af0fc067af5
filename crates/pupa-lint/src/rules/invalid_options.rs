//! `lookup_options` that cannot be used or that nothing needs.

use crate::issues::{MALFORMED_LOOKUP_OPTIONS, UNUSED_LOOKUP_OPTIONS};
use crate::survey::{Rule, Survey};
use pupa_syntax::diagnostic::Diagnostic;

/// Options of lookups that cannot be used or that nothing needs.
pub(super) static RULE: Rule =
    Rule { issues: &[&MALFORMED_LOOKUP_OPTIONS, &UNUSED_LOOKUP_OPTIONS], check: invalid_options };

fn invalid_options(survey: &Survey<'_, '_>) -> Vec<Diagnostic> {
    survey.option_errors.to_vec()
}
