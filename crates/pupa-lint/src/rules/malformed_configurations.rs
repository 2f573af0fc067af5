//! Configurations of data that cannot be used.

use crate::issues::{MALFORMED_DATA, MALFORMED_HIERA_CONFIG};
use crate::survey::{Rule, Survey};
use pupa_syntax::diagnostic::Diagnostic;

/// The errors of each configuration by itself.
pub(super) static RULE: Rule =
    Rule { issues: &[&MALFORMED_HIERA_CONFIG, &MALFORMED_DATA], check: malformed_configurations };

fn malformed_configurations(survey: &Survey<'_, '_>) -> Vec<Diagnostic> {
    survey.configuration_errors.to_vec()
}
