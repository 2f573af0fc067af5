//! The data and the code of an environment, as the input of rules.

use std::sync::Arc;

use pupa_eval::Evaluator;
use pupa_project::index::{Index, IndexedFile};
use pupa_project::modules::Modules;
use pupa_syntax::diagnostic::{Diagnostic, Issue};
use rustc_hash::FxHashSet;

use crate::Options;
use crate::classes::Classes;
use crate::data_text::{DataText, Entry};
use crate::known_keys::KnownKeys;
use crate::layers::Layer;
use crate::levels::Levels;
use crate::lookup_options::LookupOptions;
use crate::used_keys::UsedKeys;

/// A rule.
pub(crate) struct Rule {
    /// The issues of its findings, the main one first. Errors of parser and validator are not
    /// listed.
    #[cfg_attr(not(test), expect(dead_code, reason = "documents the rule; a test compares it"))]
    pub(crate) issues: &'static [&'static Issue],
    /// Returns the findings, in any order.
    pub(crate) check: fn(&Survey<'_, '_>) -> Vec<Diagnostic>,
}

/// Everything that rules check.
pub(crate) struct Survey<'a, 'h> {
    /// The options of the run.
    pub(crate) options: &'a Options,
    /// The modules.
    pub(crate) modules: &'a Modules,
    /// The modules in the Puppetfile, which may not be installed.
    pub(crate) not_installed: &'a FxHashSet<String>,
    /// The layers of data with usable configurations.
    pub(crate) layers: &'a [Layer],
    /// The errors of configurations.
    pub(crate) configuration_errors: &'a [Diagnostic],
    /// The levels of the layers.
    pub(crate) levels: &'a Levels<'a>,
    /// Findings about missing files that levels name.
    pub(crate) missing_files: &'a [Diagnostic],
    /// The data files.
    pub(crate) all_data: &'a [DataText],
    /// The definitions and uses in code.
    pub(crate) index: &'a Index,
    /// The classes.
    pub(crate) classes: &'a Classes<'a>,
    /// The keys that code and data use.
    pub(crate) used: &'a UsedKeys<'a>,
    /// The keys that data has.
    pub(crate) known: &'a KnownKeys<'a>,
    /// The types of the environment.
    pub(crate) evaluator: &'a Evaluator<'h>,
    /// The options of keys.
    pub(crate) lookup_options: &'a LookupOptions<'a>,
    /// The errors of options.
    pub(crate) option_errors: &'a [Diagnostic],
}

impl<'a> Survey<'a, '_> {
    /// The data files; ends early if the run is cancelled.
    pub(crate) fn data(&self) -> impl Iterator<Item = &'a DataText> {
        let cancellation = &self.options.cancellation;
        self.all_data.iter().take_while(|_| !cancellation.is_cancelled())
    }

    /// The entries of all data files that lookups can see; ends early if the run is cancelled.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&'a DataText, Entry<'a>)> {
        let cancellation = &self.options.cancellation;
        let entries =
            self.all_data.iter().flat_map(|text| text.entries().map(move |one| (text, one)));
        entries.take_while(|_| !cancellation.is_cancelled())
    }

    /// The files of code; ends early if the run is cancelled.
    pub(crate) fn code(&self) -> impl Iterator<Item = &'a Arc<IndexedFile>> {
        let cancellation = &self.options.cancellation;
        self.index.files().iter().take_while(|_| !cancellation.is_cancelled())
    }

    /// Whether some code could not be read, so that definitions may be missing.
    pub(crate) fn lacks_code(&self) -> bool {
        self.index.files().iter().any(|file| file.is_broken)
    }
}
