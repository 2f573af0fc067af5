//! Data that is not of its format, or has parts that no lookup returns.

use crate::issues::{MALFORMED_DATA, MALFORMED_LOOKUP_OPTIONS};
use crate::survey::{Rule, Survey};
use pupa_syntax::diagnostic::Diagnostic;

/// The errors of each data file by itself.
pub(super) static RULE: Rule =
    Rule { issues: &[&MALFORMED_DATA, &MALFORMED_LOOKUP_OPTIONS], check: malformed_data };

fn malformed_data(survey: &Survey<'_, '_>) -> Vec<Diagnostic> {
    survey.data().flat_map(|text| text.findings.iter().cloned()).collect()
}
