//! Reports keys in the data of a module that are outside of its namespace.

use crate::issues::FOREIGN_KEY;
use crate::survey::{Rule, Survey};
use pupa_syntax::diagnostic::Diagnostic;

/// Keys outside of their module.
pub(super) static RULE: Rule = Rule { issues: &[&FOREIGN_KEY], check: foreign_keys };

fn foreign_keys(survey: &Survey<'_, '_>) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for text in survey.data() {
        let Some(module) = &text.module else { continue };
        for entry in text.all_entries().filter(|entry| !text.is_own(entry.key)) {
            let message = format!(
                "data of the module `{module}` must have keys that begin with `{module}::`; `{}` \
                 is ignored",
                entry.key
            );
            findings.push(text.finding(&FOREIGN_KEY, entry.place, message));
        }
    }
    findings
}
