//! What a run knows of data: the layers, the options of lookups, the lookups that are under way.

use std::rc::Rc;
use std::sync::Arc;

use pupa_value::value::{Hash, Text};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::blame::Blamed;
use crate::explanation::Explanation;
use crate::key::LOOKUP_OPTIONS;
use crate::layer::Layer;
use crate::options::{LookupOptions, OptionsHash};
use crate::world::{LocalVariable, SharedSource};

/// What a run knows of data. It lives as long as the run.
#[derive(Default)]
pub struct Lookups {
    pub(crate) source: Option<SharedSource>,
    pub(crate) global: Option<Rc<Layer>>,
    /// None: not asked for. `Some(None)`: there is none.
    pub(crate) environment: Option<Option<Rc<Layer>>>,
    pub(crate) modules: FxHashMap<Text, Option<Rc<Layer>>>,
    pub(crate) options: OptionsKnown,
    /// The lookups that are under way, the innermost last.
    pub(crate) invocations: Vec<Invocation>,
    /// The keys that are being looked up, the innermost last.
    pub(crate) names: Vec<Text>,
    pub(crate) explanation: Option<Explanation>,
    /// What paths see besides the variables of the run.
    pub(crate) local: Option<LocalVariable>,
    /// The variables that paths have used while they are made.
    pub(crate) collected: Option<Vec<crate::interpolate::Used>>,
    /// Whether a missing variable is only warned of.
    pub(crate) is_lenient: bool,
    /// The files that were warned of.
    pub(crate) warned_files: FxHashSet<Text>,
    /// What was being read when the lookup that is under way failed.
    pub(crate) blamed: Option<Blamed>,
}

impl std::fmt::Debug for Lookups {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lookups").finish_non_exhaustive()
    }
}

/// Options of lookups that are known.
#[derive(Default)]
pub(crate) struct OptionsKnown {
    /// By module; those of keys without one under none.
    pub(crate) by_module: FxHashMap<Option<Text>, Option<Rc<LookupOptions>>>,
    pub(crate) global: Option<OptionsHash>,
    pub(crate) environment: Option<OptionsHash>,
    /// Those of default hierarchies.
    pub(crate) module_defaults: FxHashMap<Text, Option<Rc<LookupOptions>>>,
}

/// A lookup that is under way.
#[derive(Debug, Clone, Default)]
pub(crate) struct Invocation {
    pub(crate) overrides: Option<Arc<Hash>>,
    pub(crate) defaults: Option<Arc<Hash>>,
    /// The key that was asked for.
    pub(crate) top_key: Text,
    pub(crate) module: Option<Text>,
    pub(crate) legacy: Legacy,
}

/// What `hiera` and its like, and version 3, do differently.
#[derive(Debug, Clone, Default)]
pub(crate) struct Legacy {
    /// The lookup comes from `hiera` or its like.
    pub(crate) is_hiera_call: bool,
    /// Only the global layer is asked.
    pub(crate) global_only: bool,
    /// Variables are those of Hiera 3.
    pub(crate) hiera_scope: bool,
    /// Levels that are asked first.
    pub(crate) location_overrides: Vec<Text>,
}

impl Lookups {
    /// Nothing is known yet of data that comes from there.
    pub fn new(source: Option<SharedSource>) -> Lookups {
        Lookups { source, ..Lookups::default() }
    }

    /// Begins an explanation of what is looked up from now on.
    pub fn explain(&mut self, explanation: Explanation) {
        self.explanation = Some(explanation);
    }

    /// Ends the explanation.
    pub fn take_explanation(&mut self) -> Option<Explanation> {
        self.explanation.take()
    }

    /// Forgets where a lookup failed, since another begins.
    pub fn forget_blamed(&mut self) {
        self.blamed = None;
    }

    /// Says where the last lookup failed.
    pub fn blame(&mut self, blamed: Blamed) {
        self.blamed = Some(blamed);
    }

    /// What was being read when the last lookup failed.
    pub fn blamed(&self) -> Option<&Blamed> {
        self.blamed.as_ref()
    }

    /// Whether there may be data at all.
    pub fn has_source(&self) -> bool {
        self.source.is_some()
    }

    /// The keys of all data files that the levels have which were asked so far.
    pub fn known_keys(&self) -> Vec<Text> {
        let Some(source) = &self.source else { return Vec::new() };
        let modules = self.modules.values().flatten();
        let layers = self.global.iter().chain(self.environment.iter().flatten()).chain(modules);
        let files = layers.flat_map(|layer| layer.files());
        let data = files.filter_map(|(path, format)| source.files().data(&path, format)?.ok());
        let keys = data.flat_map(|file| file.keys());
        keys.filter(|key| key != LOOKUP_OPTIONS).collect()
    }

    pub(crate) fn current(&self) -> Option<&Invocation> {
        self.invocations.last()
    }
}
