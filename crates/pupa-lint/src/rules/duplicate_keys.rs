//! Reports keys that occur twice in a hash.

use crate::issues::DUPLICATE_DATA_KEY;
use crate::place::word_at;
use crate::survey::{Rule, Survey};
use pupa_syntax::diagnostic::Diagnostic;

/// Keys that come twice.
pub(super) static RULE: Rule = Rule { issues: &[&DUPLICATE_DATA_KEY], check: duplicates };

fn duplicates(survey: &Survey<'_, '_>) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for text in survey.data() {
        for duplicate in text.duplicates() {
            let message =
                format!("the key `{}` is here again, and this value counts", duplicate.key);
            let first = word_at(&text.source, duplicate.first);
            let finding = text.finding(&DUPLICATE_DATA_KEY, Some(duplicate.second), message);
            findings.push(finding.label(first, "it is here first"));
        }
    }
    findings
}
