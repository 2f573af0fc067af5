//! Lookups of keys that no data has.

use std::sync::Arc;

use pupa_hiera::key::{LOOKUP_OPTIONS, LookupKey};
use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::suggest;

use crate::data_text::DataText;
use crate::definite::Definite;
use crate::finding::Finding;
use crate::issues::MISSING_DATA_KEY;
use crate::manifests::Manifest;
use crate::pattern::root;
use crate::seen::Seen;
use crate::suggestions::Suggestions;

/// The lookups that fail on every node that comes to them.
pub(super) fn missing_keys(manifests: &[Manifest], seen: &Seen<'_>) -> Vec<Finding> {
    let mut suggestions = Suggestions::new();
    let mut findings = Vec::new();
    for manifest in manifests {
        let Some(source) = &manifest.source else { continue };
        let failing = manifest
            .definite
            .iter()
            .filter(|lookup| lookup.keys.iter().all(|key| is_missing(key, seen)));
        findings.extend(failing.map(|lookup| Finding {
            source: Arc::clone(source),
            diagnostic: diagnostic(lookup, seen, &mut suggestions),
        }));
    }
    findings
}

/// The lookups in values that give an empty text on every node.
pub(super) fn missing_in_data(data: &[DataText], seen: &Seen<'_>) -> Vec<Finding> {
    let uses = data.iter().flat_map(|text| text.uses.iter().map(move |one| (text, one)));
    let failing = uses.filter(|(_, one)| {
        one.key != LOOKUP_OPTIONS && seen.all_of(&one.key).is_some_and(<[_]>::is_empty)
    });
    let mut suggestions = Suggestions::new();
    let count = seen.keys().count();
    let told = failing.map(|(text, one)| {
        let message = format!("no data has the key `{}`, so it gives an empty text", one.key);
        let find = || suggest::nearest(&one.key, seen.keys()).map(str::to_owned);
        let near = suggestions.near(&one.key, count, find);
        let help = near.map(|near| format!("did you mean `{near}`?"));
        text.finding(&MISSING_DATA_KEY, one.place, message).help(help)
    });
    told.collect()
}

/// Whether a key is certainly missing.
fn is_missing(key: &str, seen: &Seen<'_>) -> bool {
    // A key that can't be parsed has a mistake of another kind.
    let Ok(parsed) = LookupKey::parse(key) else { return false };
    let root = parsed.root().as_str();
    root != LOOKUP_OPTIONS && seen.all_of(root).is_some_and(<[_]>::is_empty)
}

fn diagnostic(lookup: &Definite, seen: &Seen<'_>, suggestions: &mut Suggestions) -> Diagnostic {
    let message = match lookup.keys.as_slice() {
        [key] => format!("no data has the key `{}`, and there is no default", root(key)),
        keys => {
            let keys: Vec<String> = keys.iter().map(|key| format!("`{}`", root(key))).collect();
            format!("no data has one of the keys {}, and there is no default", keys.join(", "))
        }
    };
    let mut diagnostic = Diagnostic::new(&MISSING_DATA_KEY, lookup.span, message);
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
