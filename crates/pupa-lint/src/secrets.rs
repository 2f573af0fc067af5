//! Hides secret values in findings: those that `convert_to` makes sensitive, and those of levels
//! that decrypt.
//!
//! A finding shows lines of its source. Secret values are masked there: each character is replaced
//! by one of the same size, so that positions remain valid.

use std::sync::Arc;

use pupa_hiera::key::LOOKUP_OPTIONS;
use pupa_syntax::diagnostic::{Diagnostic, Location};
use pupa_syntax::source::{Position, Source};
use pupa_value::Value;
use pupa_value::regexp::Regexp;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::data_text::DataText;
use crate::levels::Backend;
use crate::place::word_at;

/// The keys whose values become sensitive.
#[derive(Default)]
struct SecretKeys {
    keys: FxHashSet<String>,
    patterns: Vec<Regexp>,
}

impl SecretKeys {
    fn of(data: &[DataText]) -> SecretKeys {
        let mut secret = SecretKeys::default();
        let options = data.iter().filter_map(|text| text.hash()?.hash.get_str(LOOKUP_OPTIONS));
        for (key, options) in options.filter_map(Value::as_hash).flat_map(|hash| hash.iter()) {
            let convert_to = options.as_hash().and_then(|options| options.get_str("convert_to"));
            let (Some(key), true) = (key.as_str(), convert_to.is_some_and(makes_sensitive)) else {
                continue;
            };
            match Regexp::new(key) {
                Ok(pattern) if key.starts_with('^') => secret.patterns.push(pattern),
                _ => drop(secret.keys.insert(key.to_owned())),
            }
        }
        secret
    }

    fn contains(&self, key: &str) -> bool {
        self.keys.contains(key)
            || self.patterns.iter().any(|pattern| pattern.is_match(key).unwrap_or(true))
    }
}

/// Whether a conversion may give a sensitive value.
fn makes_sensitive(convert_to: &Value) -> bool {
    match convert_to {
        Value::String(text) => text.contains("Sensitive"),
        Value::Array(parts) => parts.first().is_some_and(makes_sensitive),
        _ => false,
    }
}

/// Masks secret values in the sources of findings.
pub(super) fn mask(findings: &mut [Diagnostic], data: &[DataText]) {
    let secret = SecretKeys::of(data);
    let mut masked: FxHashMap<&str, Arc<Source>> = FxHashMap::default();
    for text in data {
        let is_encrypted = text.reached.backend == Backend::Encrypted;
        let is_secret = |key: &str| is_encrypted || secret.contains(key);
        if let Some(source) = masked_source(text, is_secret) {
            masked.insert(text.source.name(), Arc::new(source));
        }
    }
    if masked.is_empty() {
        return;
    }
    let hide = |location: &mut Location| {
        if let Some(source) = masked.get(location.source.name())
            && source.text().len() == location.source.text().len()
        {
            location.source = Arc::clone(source);
        }
    };
    // Fixes keep their sources: editors apply them.
    for diagnostic in findings {
        diagnostic.location.iter_mut().for_each(hide);
        diagnostic.labels.iter_mut().for_each(|label| hide(&mut label.location));
    }
}

/// The source of a file without its secret values; `None` if it has none.
fn masked_source(text: &DataText, is_secret: impl Fn(&str) -> bool) -> Option<Source> {
    let source = &text.source;
    // The offset of the start of each value, with the end of the previous value.
    let mut keys: Vec<(usize, usize, bool)> = Vec::new();
    let mut add = |key: &str, place| {
        let word = word_at(source, place);
        keys.push((word.start as usize, word.end as usize, is_secret(key)));
    };
    for entry in text.all_entries() {
        if let Some(place) = entry.place.filter(|_| entry.key != LOOKUP_OPTIONS) {
            add(entry.key, place);
        }
    }
    for duplicate in text.duplicates().iter().filter(|duplicate| is_secret(&duplicate.key)) {
        add(&duplicate.key, duplicate.first);
        add(&duplicate.key, duplicate.second);
    }
    if text.hash().is_none() {
        add_lines(source, &is_secret, &mut keys);
    }
    keys.sort_unstable();
    let ends: Vec<usize> = keys.iter().skip(1).map(|key| key.0).collect();
    let mut out = source.text().to_owned();
    let mut has_secrets = false;
    for (index, (_, start, is_secret)) in keys.iter().enumerate() {
        let end = ends.get(index).copied().unwrap_or(out.len());
        if let Some(value) = out.get(*start..end).filter(|_| *is_secret) {
            has_secrets = true;
            let hidden: String = value.chars().map(placeholder).collect();
            out.replace_range(*start..end, &hidden);
        }
    }
    has_secrets.then(|| Source::new(source.name(), out))
}

/// Adds the keys at the starts of lines, for a text that can't be parsed.
fn add_lines(
    source: &Source,
    is_secret: impl Fn(&str) -> bool,
    keys: &mut Vec<(usize, usize, bool)>,
) {
    for (number, line) in source.text().lines().enumerate() {
        let Some((key, _)) = line.split_once([':', '=']) else { continue };
        let name = key.trim().trim_matches(['"', '\'', '{', ' ']);
        let is_root = !line.starts_with([' ', '\t', '-', '#']);
        if is_root || is_secret(name) {
            let line = u32::try_from(number + 1).unwrap_or(u32::MAX);
            let start = source.offset(Position { line, column: 1 }) as usize;
            keys.push((start, start + key.len(), is_secret(name)));
        }
    }
}

/// The replacement of a secret character, of the same size in bytes.
fn placeholder(character: char) -> char {
    match character {
        c if c.is_ascii_whitespace() || c == ':' => c,
        c => match c.len_utf8() {
            1 => '*',
            2 => '·',
            3 => '•',
            _ => '\u{1f512}',
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_have_the_size_of_what_they_hide() {
        for character in ['a', '"', 'é', '€', '\u{10ffff}', '\n', ' ', ':'] {
            assert_eq!(placeholder(character).len_utf8(), character.len_utf8());
        }
    }

    #[test]
    fn conversions_to_sensitive_values() {
        let list = Value::array(["Optional[Sensitive]".into(), 1.into()]);
        assert!(makes_sensitive(&"Sensitive".into()) && makes_sensitive(&list));
        assert!(!makes_sensitive(&"Integer".into()));
    }
}
