//! Reports lookups of keys that no data has.

use std::sync::Arc;

use pupa_hiera::key::{LOOKUP_OPTIONS, LookupKey};
use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::source::Source;
use pupa_syntax::suggest;

use crate::issues::MISSING_DATA_KEY;
use crate::known_keys::KnownKeys;
use crate::suggestions::Suggestions;
use crate::survey::{Rule, Survey};
use pupa_project::index::{MandatoryLookup, root};

/// Lookups of keys that no data has.
pub(super) static RULE: Rule = Rule { issues: &[&MISSING_DATA_KEY], check: missing_keys };

fn missing_keys(survey: &Survey<'_, '_>) -> Vec<Diagnostic> {
    let mut findings = missing_in_code(survey);
    findings.extend(missing_in_data(survey));
    findings
}

/// The lookups that fail on every node that evaluates them.
fn missing_in_code(survey: &Survey<'_, '_>) -> Vec<Diagnostic> {
    let seen = survey.known;
    let mut suggestions = Suggestions::new();
    let mut findings = Vec::new();
    for file in survey.code() {
        let Some(source) = &file.source else { continue };
        let failing = file
            .mandatory_lookups
            .iter()
            .filter(|lookup| lookup.keys.iter().all(|key| is_missing(key, seen)));
        findings.extend(failing.map(|lookup| diagnostic(source, lookup, seen, &mut suggestions)));
    }
    findings
}

/// The lookups in values that are empty on every node.
fn missing_in_data(survey: &Survey<'_, '_>) -> Vec<Diagnostic> {
    let seen = survey.known;
    let uses = survey.data().flat_map(|text| text.uses.iter().map(move |one| (text, one)));
    let failing = uses.filter(|(_, one)| {
        one.key != LOOKUP_OPTIONS && seen.all_of(&one.key).is_some_and(<[_]>::is_empty)
    });
    let mut suggestions = Suggestions::new();
    let count = seen.keys().count();
    let findings = failing.map(|(text, one)| {
        let message = format!("no data has the key `{}`, so it gives an empty text", one.key);
        let find = || suggest::nearest(&one.key, seen.keys()).map(str::to_owned);
        let near = suggestions.near(&one.key, count, find);
        let help = near.map(|near| format!("did you mean `{near}`?"));
        text.finding(&MISSING_DATA_KEY, one.place, message).help_if(help)
    });
    findings.collect()
}

/// Whether a key is certainly missing.
fn is_missing(key: &str, seen: &KnownKeys<'_>) -> bool {
    // Another rule reports keys that can't be parsed.
    let Ok(parsed) = LookupKey::parse(key) else { return false };
    let root = parsed.root().as_str();
    root != LOOKUP_OPTIONS && seen.all_of(root).is_some_and(<[_]>::is_empty)
}

fn diagnostic(
    source: &Arc<Source>,
    lookup: &MandatoryLookup,
    seen: &KnownKeys<'_>,
    suggestions: &mut Suggestions,
) -> Diagnostic {
    let message = match lookup.keys.as_slice() {
        [key] => format!("no data has the key `{}`, and there is no default", root(key)),
        keys => {
            let keys: Vec<String> = keys.iter().map(|key| format!("`{}`", root(key))).collect();
            format!("no data has one of the keys {}, and there is no default", keys.join(", "))
        }
    };
    let mut diagnostic = MISSING_DATA_KEY.diagnostic(message).at(source, lookup.span);
    let count = seen.keys().count();
    let near = |key: &String| {
        let root = root(key);
        let find = || suggest::nearest(&root, seen.keys()).map(str::to_owned);
        suggestions.near(&root, count, find)
    };
    if let Some(near) = lookup.keys.iter().find_map(near) {
        diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
    }
    diagnostic
}
