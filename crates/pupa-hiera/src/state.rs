//! The state of the lookups of one run: its layers, the `lookup_options` read so far, and the
//! lookups in progress.

use std::rc::Rc;
use std::sync::Arc;

use pupa_value::value::{Hash, Text};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error_origin::ErrorOrigin;
use crate::explanation::Explanation;
use crate::key::LOOKUP_OPTIONS;
use crate::layer::Layer;
use crate::options::{LookupOptions, OptionsHash};
use crate::world::{LocalVariable, SharedSource};

/// The state of the lookups of one run. It lives as long as the run.
#[derive(Default)]
pub struct Lookups {
    pub(crate) source: Option<SharedSource>,
    pub(crate) global: Option<Rc<Layer>>,
    /// `None` until first used; `Some(None)` if the environment has no data.
    pub(crate) environment: Option<Option<Rc<Layer>>>,
    pub(crate) modules: FxHashMap<Text, Option<Rc<Layer>>>,
    pub(crate) options: OptionsCache,
    /// The lookups in progress, the innermost last.
    pub(crate) invocations: Vec<Invocation>,
    /// The keys and variables being resolved, the innermost last; used to detect recursion.
    pub(crate) name_stack: Vec<Text>,
    pub(crate) explanation: Option<Explanation>,
    /// The variable that paths see in addition to those of the run.
    pub(crate) local_variable: Option<LocalVariable>,
    /// The variables that interpolation has read since recording began; `None` if not recording.
    pub(crate) variable_uses: Option<Vec<crate::interpolate::VariableUse>>,
    /// Whether an unset variable is a warning even where the run is strict.
    pub(crate) is_lenient: bool,
    /// The files about which a warning was logged.
    pub(crate) warned_files: FxHashSet<Text>,
    /// The data that was being read when the current lookup failed.
    pub(crate) error_origin: Option<ErrorOrigin>,
}

impl std::fmt::Debug for Lookups {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lookups").finish_non_exhaustive()
    }
}

/// The `lookup_options` that were read so far.
#[derive(Default)]
pub(crate) struct OptionsCache {
    /// By module; the options of keys without a module are under `None`.
    pub(crate) by_module: FxHashMap<Option<Text>, Option<Rc<LookupOptions>>>,
    pub(crate) global: Option<OptionsHash>,
    pub(crate) environment: Option<OptionsHash>,
    /// The options in the default hierarchies of modules.
    pub(crate) module_defaults: FxHashMap<Text, Option<Rc<LookupOptions>>>,
}

/// A lookup in progress.
#[derive(Debug, Clone, Default)]
pub(crate) struct Invocation {
    pub(crate) overrides: Option<Arc<Hash>>,
    pub(crate) defaults: Option<Arc<Hash>>,
    /// The requested key.
    pub(crate) top_key: Text,
    pub(crate) module: Option<Text>,
    pub(crate) legacy: Legacy,
}

/// The deviations of `hiera()`, `hiera_array()`, `hiera_hash()` and of version 3.
#[derive(Debug, Clone, Default)]
pub(crate) struct Legacy {
    /// The lookup was started by one of the `hiera` functions.
    pub(crate) is_hiera_call: bool,
    /// Only the global layer is searched.
    pub(crate) global_only: bool,
    /// Variables are resolved as Hiera 3 did: with `calling_class` and its siblings, and without
    /// empty strings.
    pub(crate) hiera_scope: bool,
    /// Paths that are searched before those of the level: the `override` argument.
    pub(crate) location_overrides: Vec<Text>,
}

impl Lookups {
    /// The initial state for a data source.
    pub fn new(source: Option<SharedSource>) -> Lookups {
        Lookups { source, ..Lookups::default() }
    }

    /// Starts recording an explanation of the following lookups.
    pub fn explain(&mut self, explanation: Explanation) {
        self.explanation = Some(explanation);
    }

    /// Stops recording and returns the explanation.
    pub fn take_explanation(&mut self) -> Option<Explanation> {
        self.explanation.take()
    }

    /// Clears the origin of the last error before a new lookup begins.
    pub fn clear_error_origin(&mut self) {
        self.error_origin = None;
    }

    /// Records the origin of the error of the last lookup.
    pub fn set_error_origin(&mut self, origin: ErrorOrigin) {
        self.error_origin = Some(origin);
    }

    /// The data that was being read when the last lookup failed.
    pub fn error_origin(&self) -> Option<&ErrorOrigin> {
        self.error_origin.as_ref()
    }

    /// Whether there is a data source at all.
    pub fn has_source(&self) -> bool {
        self.source.is_some()
    }

    /// The keys in all data files of the hierarchy levels that were searched so far.
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
