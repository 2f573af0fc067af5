//! Checks `lookup_options`: whether they are valid, whether any key needs them, and what they mean
//! for a key.

use pupa_data::{Place, Places};
use pupa_hiera::key::{LOOKUP_OPTIONS, LookupKey};
use pupa_hiera::merge::MergeStrategy;
use pupa_hiera::options::foreign_key_message;
use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::suggest;
use pupa_value::Value;
use pupa_value::regexp::Regexp;
use pupa_value::text::ruby::to_s;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::conversion::{Types, wrong_conversion};
use crate::data_text::{DataText, Entry};
use crate::issues::{MALFORMED_LOOKUP_OPTIONS, UNUSED_LOOKUP_OPTIONS};
use crate::known_keys::KnownKeys;
use crate::path_pattern::PathPattern;
use crate::used_keys::UsedKeys;

/// The valid keys of an entry.
const OPTIONS: &[&str] = &["convert_to", "merge"];

/// The strategy that merges the values of several levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Merge {
    /// One of them counts.
    First,
    /// The values become the elements of one array.
    Unique,
    /// Each value becomes a part of one hash or array.
    Parts,
    /// Nobody knows.
    Unknown,
}

/// All `lookup_options`.
pub(super) struct LookupOptions<'s> {
    seen: &'s KnownKeys<'s>,
    keys: FxHashMap<String, Vec<Options>>,
    patterns: Vec<(Regexp, Options)>,
}

/// The options of a key or pattern.
#[derive(Debug, Clone)]
struct Options {
    /// The module whose data contains them.
    module: Option<String>,
    merge: Merge,
    /// Whether they apply to all nodes.
    is_certain: bool,
}

impl LookupOptions<'_> {
    /// Returns the possible merges of the values of a key.
    pub(super) fn merges(&self, key: &str) -> Vec<Merge> {
        // Unknown data may have options for the key.
        if !LookupKey::parse(key).is_ok_and(|key| self.seen.sees_options_of(&key)) {
            return vec![Merge::Unknown];
        }
        let module = key.split_once("::").map(|(module, _)| module);
        let of_key = self.keys.get(key).into_iter().flatten();
        let matching = |(pattern, _): &&(Regexp, Options)| pattern.is_match(key).unwrap_or(true);
        let of_patterns = self.patterns.iter().filter(matching).map(|(_, options)| options);
        let all: Vec<&Options> = of_key
            .chain(of_patterns)
            .filter(|options| options.module.is_none() || options.module.as_deref() == module)
            .collect();
        let mut merges: Vec<Merge> = all.iter().map(|options| options.merge).collect();
        if !all.iter().any(|options| options.is_certain) {
            merges.push(Merge::First);
        }
        merges
    }
}

/// Reads the options of all data files.
pub(super) fn read<'s>(
    data: &[DataText],
    seen: &'s KnownKeys<'s>,
    used: &UsedKeys<'_>,
    types: Types<'_>,
) -> (LookupOptions<'s>, Vec<Diagnostic>) {
    let known: FxHashSet<&str> =
        data.iter().flat_map(|text| text.entries().map(|entry| entry.key)).collect();
    let all = LookupOptions { seen, keys: FxHashMap::default(), patterns: Vec::new() };
    let mut reader = Reader { known: &known, used, types, all, findings: Vec::new() };
    for text in data {
        let index = text.hash().and_then(|data| data.hash.index_of_str(LOOKUP_OPTIONS));
        let (Some(index), Some(data)) = (index, text.hash()) else { continue };
        let places = data.places().part(index);
        if let Some((_, value)) = data.hash.at(index) {
            reader.options(text, value, places);
        }
    }
    (reader.all, reader.findings)
}

struct Reader<'r, 's> {
    /// The keys that data has.
    known: &'r FxHashSet<&'r str>,
    used: &'r UsedKeys<'r>,
    types: Types<'r>,
    all: LookupOptions<'s>,
    findings: Vec<Diagnostic>,
}

impl Reader<'_, '_> {
    fn options(&mut self, text: &DataText, value: &Value, places: Option<&Places>) {
        let place = places.map(|places| places.place);
        let hash = match value {
            Value::Hash(hash) => hash,
            Value::Undef => return,
            _ => {
                let message = "value of lookup_options must be a hash";
                self.findings.push(text.finding(&MALFORMED_LOOKUP_OPTIONS, place, message));
                return;
            }
        };
        for (index, (key, value)) in hash.iter().enumerate() {
            let places = places.and_then(|places| places.part(index));
            let place = places.map(|places| places.place);
            let Some(key) = key.as_str() else {
                let message = format!("`{}` is not a key that can have options", to_s(key));
                self.findings.push(text.finding(&MALFORMED_LOOKUP_OPTIONS, place, message));
                continue;
            };
            self.entry(text, Entry { key, value, place, places });
        }
    }

    fn entry(&mut self, text: &DataText, entry: Entry<'_>) {
        if entry.key.contains("%{") {
            return self.interpolated(text, entry);
        }
        let module = text.module.as_deref();
        if let Some(message) = module.and_then(|module| foreign_key_message(entry.key, module)) {
            self.findings.push(text.finding(&MALFORMED_LOOKUP_OPTIONS, entry.place, message));
            return;
        }
        let Some(merge) = self.merge(text, entry) else { return };
        let module = text.module.clone();
        let options = Options { module, merge, is_certain: text.reached.is_certain };
        if !entry.key.starts_with('^') {
            let is_needed = self.known.contains(entry.key) || self.used.has(entry.key);
            if !is_needed && self.used.is_judged(entry.key) {
                self.unused(text, entry);
            }
            self.all.keys.entry(entry.key.to_owned()).or_default().push(options);
            return;
        }
        match Regexp::new(entry.key) {
            Ok(pattern) => {
                if !self.is_needed(&pattern, entry.key) {
                    self.unused(text, entry);
                }
                self.all.patterns.push((pattern, options));
            }
            Err(error) => {
                let message = error.message;
                self.findings.push(text.finding(&MALFORMED_LOOKUP_OPTIONS, entry.place, message));
            }
        }
    }

    /// Handles a key with interpolations: the options may apply to any key that it may become; for
    /// a pattern that is unknown.
    fn interpolated(&mut self, text: &DataText, entry: Entry<'_>) {
        let Some(merge) = self.merge(text, entry) else { return };
        let key = if entry.key.starts_with('^') { "%{}" } else { entry.key };
        let options = Options { module: text.module.clone(), merge, is_certain: false };
        let pattern = PathPattern::interpolated(key).matcher();
        self.all.patterns.extend(pattern.map(|pattern| (pattern, options)));
    }

    fn is_needed(&self, pattern: &Regexp, text: &str) -> bool {
        let matches = |key: &str| pattern.is_match(key).unwrap_or(true);
        let is_plain = |c: &char| c.is_alphanumeric() || matches!(c, '_' | ':');
        let start: String = text.chars().skip(1).take_while(is_plain).collect();
        self.known.iter().copied().any(matches)
            || self.used.keys().any(matches)
            || self.used.parameters().any(|key| matches(&key))
            || self.used.may_begin_with(&start)
            || !self.used.is_judged(&start)
    }

    fn unused(&mut self, text: &DataText, entry: Entry<'_>) {
        let key = entry.key;
        let message = if key.starts_with('^') {
            format!("no key of data matches `{key}`, and nothing uses a key that does")
        } else {
            format!("no data has the key `{key}`, and nothing uses it")
        };
        let near = suggest::nearest(key, self.known.iter().copied());
        let help = near.map(|near| format!("did you mean `{near}`?"));
        let finding = text.finding(&UNUSED_LOOKUP_OPTIONS, entry.place, message);
        self.findings.push(finding.help_if(help));
    }

    /// Returns the merge of options; `None` if they are invalid.
    fn merge(&mut self, text: &DataText, entry: Entry<'_>) -> Option<Merge> {
        let mut wrong = |message: String, place: Option<Place>| {
            self.findings.push(text.finding(&MALFORMED_LOOKUP_OPTIONS, place, message));
            None
        };
        let options = match entry.value {
            Value::Hash(options) => options,
            Value::Undef => return Some(Merge::First),
            _ => {
                return wrong(
                    format!("the options of `{}` must be a hash", entry.key),
                    entry.place,
                );
            }
        };
        let given = options.get_str("merge").filter(|merge| !merge.is_undef());
        let name = match given {
            None => Some("first"),
            Some(Value::Hash(hash)) => hash.get_str("strategy").and_then(Value::as_str),
            Some(name) => name.as_str(),
        };
        if let Some(given) = given
            && !name.is_some_and(|name| name.contains("%{"))
            && let Err(error) = MergeStrategy::from_value(given)
        {
            return wrong(error.message, entry.place);
        }
        for key in options.keys().filter_map(Value::as_str) {
            if !OPTIONS.contains(&key) {
                let message = format!("unknown lookup option `{key}` of `{}`", entry.key);
                let near = suggest::nearest(key, OPTIONS.iter().copied());
                let help = near.map(|near| format!("did you mean `{near}`?"));
                let finding = text.finding(&UNUSED_LOOKUP_OPTIONS, entry.place, message);
                self.findings.push(finding.help_if(help));
            }
        }
        let convert_to = options.get_str("convert_to").unwrap_or(&Value::Undef);
        if let Some(message) = wrong_conversion(entry.key, convert_to, self.types) {
            self.findings.push(text.finding(&MALFORMED_LOOKUP_OPTIONS, entry.place, message));
        }
        Some(match name {
            _ if !convert_to.is_undef() => Merge::Unknown,
            Some("first" | "default") => Merge::First,
            Some("unique") => Merge::Unique,
            Some("hash" | "deep" | "unconstrained_deep" | "reverse_deep") => Merge::Parts,
            _ => Merge::Unknown,
        })
    }
}
