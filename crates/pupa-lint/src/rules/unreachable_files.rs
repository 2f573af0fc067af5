//! Data files that no level reaches.

use crate::finding::Finding;
use crate::issues::UNREACHABLE_DATA_FILE;
use crate::survey::{Rule, Survey};

/// Data files that no level reaches.
pub(super) static RULE: Rule = Rule { issues: &[&UNREACHABLE_DATA_FILE], check: unreachable_files };

fn unreachable_files(survey: &Survey<'_, '_>) -> Vec<Finding> {
    survey.levels.unreachable()
}
