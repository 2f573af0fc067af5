//! Manifests and templates that cannot be read or are invalid.

use pupa_syntax::diagnostic::Diagnostic;

use crate::survey::{Rule, Survey};

/// The errors of parser and validator.
pub(super) static RULE: Rule = Rule { issues: &[], check: malformed_code };

fn malformed_code(survey: &Survey<'_, '_>) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for file in survey.code() {
        let errors = file.diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
        findings.extend(errors.cloned());
    }
    findings
}
