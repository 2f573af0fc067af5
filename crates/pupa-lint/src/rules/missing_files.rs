//! Files and directories that levels name and that are missing.

use crate::finding::Finding;
use crate::issues::MISSING_DATA_FILE;
use crate::survey::{Rule, Survey};

/// Missing files of data.
pub(super) static RULE: Rule = Rule { issues: &[&MISSING_DATA_FILE], check: missing_files };

fn missing_files(survey: &Survey<'_, '_>) -> Vec<Finding> {
    survey.missing_files.to_vec()
}
