//! Reports data files that no level reaches.

use crate::issues::UNREACHABLE_DATA_FILE;
use crate::survey::{Rule, Survey};
use pupa_syntax::diagnostic::Diagnostic;

/// Data files that no level reaches.
pub(super) static RULE: Rule = Rule { issues: &[&UNREACHABLE_DATA_FILE], check: unreachable_files };

fn unreachable_files(survey: &Survey<'_, '_>) -> Vec<Diagnostic> {
    survey.levels.unreachable()
}
