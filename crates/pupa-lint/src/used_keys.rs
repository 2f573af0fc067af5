//! The keys that class parameters and lookups use.

use std::sync::Arc;

use pupa_syntax::source::{Source, Span};
use rustc_hash::FxHashSet;

use crate::classes::Classes;
use crate::data_text::DataText;
use pupa_project::index::{Index, KeyPattern, PartialKey};

/// The lookups of manifests and data.
pub(super) struct UsedKeys<'m> {
    classes: &'m Classes<'m>,
    keys: FxHashSet<&'m str>,
    /// The keys that lookups in code use.
    of_programs: FxHashSet<&'m str>,
    patterns: Vec<&'m KeyPattern>,
    /// Lookups that may use any key.
    anything: Vec<(&'m Arc<Source>, Span)>,
    /// Whether some code could not be read.
    is_partial: bool,
}

impl<'m> UsedKeys<'m> {
    /// Returns the lookups of manifests and data.
    pub(super) fn new(
        index: &'m Index,
        classes: &'m Classes<'m>,
        data: &'m [DataText],
    ) -> UsedKeys<'m> {
        let mut used = UsedKeys {
            classes,
            keys: data.iter().flat_map(|text| &text.uses).map(|one| one.key.as_str()).collect(),
            of_programs: FxHashSet::default(),
            patterns: Vec::new(),
            anything: Vec::new(),
            is_partial: index.files().iter().any(|file| file.is_broken),
        };
        let mut seen = FxHashSet::default();
        for file in index.files() {
            for (key, span) in &file.lookups {
                match key {
                    PartialKey::Exact(key) => {
                        used.keys.insert(key);
                        used.of_programs.insert(key);
                    }
                    PartialKey::Pattern(pattern) => {
                        if seen.insert(pattern) {
                            used.patterns.push(pattern);
                        }
                    }
                    PartialKey::Any => {
                        used.anything.extend(file.source.iter().map(|source| (source, *span)));
                    }
                }
            }
        }
        used
    }

    /// Whether a lookup or parameter certainly or possibly uses a key. A key without a module may
    /// be used by any module that is not installed yet.
    pub(super) fn has(&self, key: &str) -> bool {
        self.keys.contains(key)
            || self.classes.parameter(key).is_some()
            || self.patterns.iter().any(|pattern| pattern.matches(key))
            || (!key.contains("::") && self.classes.may_await(key))
    }

    /// Whether code looks up a key; it may merge the values in any way.
    pub(super) fn is_looked_up(&self, key: &str) -> bool {
        self.of_programs.contains(key)
    }

    /// The keys that lookups use, if known.
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

    /// Whether a lookup with a partly known key may use a key with this prefix.
    pub(super) fn may_begin_with(&self, start: &str) -> bool {
        self.patterns.iter().any(|pattern| pattern.may_begin_with(start))
    }

    /// Whether all uses are known.
    pub(super) fn is_certain(&self) -> bool {
        self.anything.is_empty() && !self.is_partial
    }

    /// The lookups that may be of any key.
    pub(super) fn anything(&self) -> &[(&'m Arc<Source>, Span)] {
        &self.anything
    }

    /// Whether all code that may use a key is installed: that of the module in its name.
    pub(super) fn is_judged(&self, key: &str) -> bool {
        let module = key.split_once("::").map(|(module, _)| module);
        self.is_certain()
            && !self.classes.may_await(key)
            && !module.is_some_and(|module| self.classes.is_absent(module))
    }
}
