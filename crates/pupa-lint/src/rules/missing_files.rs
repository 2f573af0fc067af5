//! Files and directories that levels name and that are missing.

use crate::issues::MISSING_DATA_FILE;
use crate::survey::{Rule, Survey};
use pupa_syntax::diagnostic::Diagnostic;

/// Missing files of data.
pub(super) static RULE: Rule = Rule { issues: &[&MISSING_DATA_FILE], check: missing_files };

fn missing_files(survey: &Survey<'_, '_>) -> Vec<Diagnostic> {
    survey.missing_files.to_vec()
}
