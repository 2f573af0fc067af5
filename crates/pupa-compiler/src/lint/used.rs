//! Keys that class parameters and lookups use, and those that nothing uses.

use std::sync::Arc;

use pupa_hiera::key::LOOKUP_OPTIONS;
use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::source::{Source, Span};
use pupa_syntax::suggest;
use rustc_hash::FxHashSet;

use super::anchors::is_aliased;
use super::classes::Classes;
use super::data_text::{DataText, Entry};
use super::finding::Finding;
use super::issues::{DYNAMIC_LOOKUP_KEY, UNUSED_DATA_KEY};
use super::manifests::Manifest;
use super::pattern::{KeyPattern, LookedUp};

/// What is used.
pub(super) struct Used<'m> {
    classes: &'m Classes<'m>,
    keys: FxHashSet<&'m str>,
    patterns: Vec<&'m KeyPattern>,
    /// Lookups that may be of any key.
    anything: Vec<(&'m Arc<Source>, Span)>,
    /// Whether some programs could not be read.
    is_partial: bool,
}

impl<'m> Used<'m> {
    /// What programs and data use.
    pub(super) fn new(
        manifests: &'m [Manifest],
        classes: &'m Classes<'m>,
        data: &'m [DataText],
    ) -> Used<'m> {
        let mut used = Used {
            classes,
            keys: data.iter().flat_map(|text| &text.uses).map(String::as_str).collect(),
            patterns: Vec::new(),
            anything: Vec::new(),
            is_partial: manifests.iter().any(|manifest| manifest.is_broken),
        };
        let mut seen = FxHashSet::default();
        for manifest in manifests {
            for (key, span) in &manifest.lookups {
                match key {
                    LookedUp::Key(key) => {
                        used.keys.insert(key);
                    }
                    LookedUp::Pattern(pattern) => {
                        if seen.insert(pattern) {
                            used.patterns.push(pattern);
                        }
                    }
                    LookedUp::Anything => {
                        used.anything.extend(manifest.source.iter().map(|source| (source, *span)));
                    }
                }
            }
        }
        used
    }

    /// Whether a lookup or parameter uses a key, as far as that is known.
    pub(super) fn has(&self, key: &str) -> bool {
        self.keys.contains(key)
            || self.classes.parameter(key).is_some()
            || self.patterns.iter().any(|pattern| pattern.matches(key))
    }

    /// The keys that lookups use, as far as they are known.
    pub(super) fn keys(&self) -> impl Iterator<Item = &'m str> {
        self.keys.iter().copied()
    }

    /// The keys that parameters of classes use.
    pub(super) fn parameters(&self) -> impl Iterator<Item = String> {
        let classes = self.classes.names().filter_map(|name| self.classes.get(name));
        classes.flat_map(|found| {
            let parameters = found.class.parameters.iter();
            parameters.map(move |one| format!("{}::{}", found.class.name, one.name))
        })
    }

    /// Whether a lookup that is known in part may be of a key that begins so.
    pub(super) fn may_begin_with(&self, start: &str) -> bool {
        self.patterns.iter().any(|pattern| pattern.may_begin_with(start))
    }

    /// Whether it is known what is used.
    pub(super) fn is_certain(&self) -> bool {
        self.anything.is_empty() && !self.is_partial
    }

    /// The keys of data that nothing uses. Without certainty there are none, and the reason is
    /// told, unless it is an error that is told anyway.
    pub(super) fn unused(&self, data: &[DataText]) -> Vec<Finding> {
        let mut unused = data.iter().flat_map(|text| {
            let entries = text.entries();
            let unused = entries.filter(|entry| {
                let is_aliased = |place| is_aliased(&text.source, place, &text.aliases);
                entry.key != LOOKUP_OPTIONS
                    && !self.has(entry.key)
                    && !entry.place.is_some_and(is_aliased)
            });
            unused.map(move |entry| (text, entry))
        });
        if self.is_certain() {
            return unused.map(|(text, entry)| self.unused_key(text, entry)).collect();
        }
        match self.anything.first() {
            Some((source, span)) if unused.next().is_some() => vec![self.uncertain(source, *span)],
            _ => Vec::new(),
        }
    }

    fn uncertain(&self, source: &Arc<Source>, span: Span) -> Finding {
        let message = "this lookup may use any key, so keys that nothing uses are not reported";
        let mut diagnostic = Diagnostic::new(&DYNAMIC_LOOKUP_KEY, span, message);
        match self.anything.len() - 1 {
            0 => {}
            1 => diagnostic = diagnostic.note("there is one more such lookup"),
            more => diagnostic = diagnostic.note(format!("there are {more} more such lookups")),
        }
        Finding { source: Arc::clone(source), diagnostic }
    }

    fn unused_key(&self, text: &DataText, entry: Entry<'_>) -> Finding {
        let key = entry.key;
        let (message, near) = match key.rsplit_once("::") {
            None => {
                let plain = self.keys.iter().copied().filter(|key| !key.contains("::"));
                (format!("no lookup uses the key `{key}`"), suggest::nearest(key, plain))
            }
            Some((class, name)) => match self.classes.get(class) {
                Some(found) => {
                    let names = found.class.parameters.iter().map(|one| one.name.as_str());
                    let near = suggest::nearest(name, names);
                    let message = format!(
                        "class `{class}` has no parameter `{name}`, and no lookup uses the key \
                         `{key}`"
                    );
                    let help = near.map(|near| format!("did you mean `{class}::{near}`?"));
                    return text.finding(&UNUSED_DATA_KEY, entry.place, message).help(help);
                }
                None => {
                    let message = format!("no class `{class}`, and no lookup uses the key `{key}`");
                    let near = self.classes.nearest(class);
                    let help = near.map(|near| format!("did you mean the class `{near}`?"));
                    return text.finding(&UNUSED_DATA_KEY, entry.place, message).help(help);
                }
            },
        };
        let help = near.map(|near| format!("did you mean `{near}`?"));
        text.finding(&UNUSED_DATA_KEY, entry.place, message).help(help)
    }
}
