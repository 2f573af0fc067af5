//! Reports keys in data that nothing uses.

use std::collections::BTreeMap;
use std::sync::Arc;

use pupa_data::Place;
use pupa_hiera::key::LOOKUP_OPTIONS;
use pupa_syntax::diagnostic::{Diagnostic, Severity};
use pupa_syntax::source::{Source, Span};
use pupa_syntax::suggest;
use rustc_hash::FxHashSet;

use crate::classes::{ClassSource, Classes};
use crate::data_text::{DataText, Entry};
use crate::issues::{DYNAMIC_LOOKUP_KEY, MISSING_MODULE, UNUSED_DATA_KEY};
use crate::suggestions::Suggestions;
use crate::survey::{Rule, Survey};
use crate::used_keys::UsedKeys;

/// Keys that nothing uses.
pub(super) static RULE: Rule =
    Rule { issues: &[&UNUSED_DATA_KEY, &MISSING_MODULE, &DYNAMIC_LOOKUP_KEY], check: unused_keys };

/// The unused keys. If it is not certain what is used, there are none, and the reason is reported
/// instead, unless it is an error that is reported anyway.
fn unused_keys(survey: &Survey<'_, '_>) -> Vec<Diagnostic> {
    let (used, classes) = (survey.used, survey.classes);
    let mut unused = survey.entries().filter(|(text, entry)| is_unused(used, text, entry));
    if !used.is_certain() {
        return match used.anything() {
            [first, rest @ ..] if unused.next().is_some() => vec![uncertain(*first, rest.len())],
            _ => Vec::new(),
        };
    }
    let mut absent: BTreeMap<&str, AbsentModule<'_>> = BTreeMap::new();
    let mut names =
        Names { used, classes, keys: Suggestions::new(), of_classes: Suggestions::new() };
    let mut findings = Vec::new();
    for (text, entry) in unused {
        match entry.key.split_once("::") {
            Some((module, _)) if classes.is_absent(module) => {
                let first = AbsentModule { text, entry, keys: FxHashSet::default() };
                absent.entry(module).or_insert(first).keys.insert(entry.key);
            }
            _ => findings.push(names.unused_key(text, entry)),
        }
    }
    findings.extend(absent.iter().map(|(module, absent)| {
        match survey.not_installed.contains(*module) {
            true => absent.not_installed(module),
            false => absent.missing(module, classes),
        }
    }));
    findings
}

fn is_unused(used: &UsedKeys<'_>, text: &DataText, entry: &Entry<'_>) -> bool {
    let is_repeated = |place: Place| text.repeated.contains(&place);
    entry.key != LOOKUP_OPTIONS && !used.has(entry.key) && !entry.place.is_some_and(is_repeated)
}

fn uncertain((source, span): (&Arc<Source>, Span), more: usize) -> Diagnostic {
    let message = "this lookup may use any key, so keys that nothing uses are not reported";
    let diagnostic = DYNAMIC_LOOKUP_KEY.diagnostic(message).at(source, span);
    match more {
        0 => diagnostic,
        1 => diagnostic.note("there is one more such lookup"),
        more => diagnostic.note(format!("there are {more} more such lookups")),
    }
}

/// The data for a module that is not installed, so that its lookups are unknown.
struct AbsentModule<'d> {
    /// The file that has the first key.
    text: &'d DataText,
    /// The first key.
    entry: Entry<'d>,
    /// All keys.
    keys: FxHashSet<&'d str>,
}

impl AbsentModule<'_> {
    fn missing(&self, module: &str, classes: &Classes<'_>) -> Diagnostic {
        let message = format!("there is no module `{module}` here, so {}", self.unchecked());
        let near = suggest::nearest(module, classes.modules());
        let help = near.map(|near| format!("did you mean the module `{near}`?"));
        self.text.finding(&MISSING_MODULE, self.entry.place, message).help_if(help)
    }

    fn not_installed(&self, module: &str) -> Diagnostic {
        let unchecked = self.unchecked();
        let message =
            format!("the module `{module}` of the Puppetfile is not installed, so {unchecked}");
        let finding = self.text.finding(&MISSING_MODULE, self.entry.place, message);
        finding.severity(Severity::Note)
    }

    fn unchecked(&self) -> String {
        match self.keys.len() {
            1 => format!("`{}` was not checked", self.entry.key),
            count => format!("{count} keys of it were not checked"),
        }
    }
}

/// The possible owners of keys, with cached results.
struct Names<'d> {
    used: &'d UsedKeys<'d>,
    classes: &'d Classes<'d>,
    keys: Suggestions,
    of_classes: Suggestions,
}

impl Names<'_> {
    fn unused_key(&mut self, text: &DataText, entry: Entry<'_>) -> Diagnostic {
        let key = entry.key;
        let (message, help) = match key.rsplit_once("::") {
            _ if key.starts_with(':') => with_leading_colons(self.used, key),
            None => {
                let help = self.near_plain_key(key).map(|near| format!("did you mean `{near}`?"));
                (format!("no lookup uses the key `{key}`"), help)
            }
            Some((class, name)) => match self.classes.get(class) {
                Some(found) => no_parameter(found, name, key),
                None => self.no_class(class, key),
            },
        };
        text.finding(&UNUSED_DATA_KEY, entry.place, message).help_if(help)
    }

    fn near_plain_key(&mut self, key: &str) -> Option<String> {
        let used = self.used;
        self.keys.near(key, used.keys().count(), || {
            let plain = used.keys().filter(|key| !key.contains("::"));
            suggest::nearest(key, plain).map(str::to_owned)
        })
    }

    fn no_class(&mut self, class: &str, key: &str) -> (String, Option<String>) {
        let classes = self.classes;
        if classes.is_defined_type(class) {
            let message = format!(
                "`{class}` is a defined type, whose parameters are not looked up, and no lookup \
                 uses the key `{key}`"
            );
            return (message, None);
        }
        let near = self.of_classes.near(class, classes.names().count(), || classes.nearest(class));
        let help = near.map(|near| format!("did you mean the class `{near}`?"));
        (format!("no class `{class}`, and no lookup uses the key `{key}`"), help)
    }
}

/// In YAML, a leading colon makes the rest of a key a symbol, so that the key in data has one colon
/// less.
fn with_leading_colons(used: &UsedKeys<'_>, key: &str) -> (String, Option<String>) {
    let without_colons = key.trim_start_matches(':');
    let help = used.has(without_colons).then(|| format!("did you mean `{without_colons}`?"));
    ("keys have no leading `::`, and no lookup uses this one".to_owned(), help)
}

fn no_parameter(found: ClassSource<'_>, name: &str, key: &str) -> (String, Option<String>) {
    let class = &found.class.name;
    let names = found.class.parameters.iter().map(|one| one.name.as_str());
    let near = suggest::nearest(name, names);
    let help = near.map(|near| format!("did you mean `{class}::{near}`?"));
    (format!("class `{class}` has no parameter `{name}`, and no lookup uses the key `{key}`"), help)
}
