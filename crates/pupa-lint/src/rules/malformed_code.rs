//! Manifests and templates that cannot be read or are invalid.

use std::sync::Arc;

use pupa_syntax::diagnostic::Diagnostic;

use crate::finding::Finding;
use crate::survey::{Rule, Survey};

/// The errors of parser and validator.
pub(super) static RULE: Rule = Rule { issues: &[], check: malformed_code };

fn malformed_code(survey: &Survey<'_, '_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in survey.code() {
        let Some(source) = &file.source else { continue };
        let errors = file.diagnostics.iter().filter(|diagnostic| Diagnostic::is_error(diagnostic));
        findings.extend(errors.map(|diagnostic| Finding {
            source: Arc::clone(source),
            diagnostic: diagnostic.clone(),
        }));
    }
    findings
}
