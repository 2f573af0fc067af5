//! Which keys data has, and whether that is all there can be.

use pupa_hiera::key::{LOOKUP_OPTIONS, LookupKey};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::classes::Classes;
use crate::data_text::DataText;
use crate::layers::Layer;
use crate::levels::Levels;

/// The keys that all data is known to have.
pub(super) struct KnownKeys<'d> {
    /// The files that have a key.
    files: FxHashMap<&'d str, Vec<&'d DataText>>,
    /// Whether there is data of the environment or above it.
    has_environment: bool,
    /// The modules whose data is not fully known; `None` is the environment and the layers above
    /// it.
    hidden: FxHashSet<Option<String>>,
    /// The modules of whose options of lookups not all are seen, likewise.
    hidden_options: FxHashSet<Option<String>>,
    /// Knows which modules are not here, and so may have any data.
    classes: &'d Classes<'d>,
}

impl<'d> KnownKeys<'d> {
    /// Returns the known keys of layers; besides them there are some whose configurations are
    /// invalid or missing, each by its module.
    pub(super) fn new(
        layers: &[Layer],
        levels: &Levels<'_>,
        unusable: Vec<Option<String>>,
        classes: &'d Classes<'d>,
        data: &'d [DataText],
    ) -> KnownKeys<'d> {
        let mut files: FxHashMap<_, Vec<_>> = FxHashMap::default();
        for text in data {
            for entry in text.entries().filter(|entry| entry.key != LOOKUP_OPTIONS) {
                files.entry(entry.key).or_default().push(text);
            }
        }
        let is_understood =
            |at| data.iter().all(|text| text.reached.layer != at || text.is_understood());
        let hidden_unless = |is_seen: &dyn Fn(usize) -> bool| {
            let layers = layers.iter().enumerate();
            let hidden = layers.filter(|(at, _)| !is_understood(*at) || !is_seen(*at));
            hidden.map(|(_, layer)| layer.module.clone()).chain(unusable.clone()).collect()
        };
        KnownKeys {
            files,
            has_environment: layers.iter().any(|layer| layer.module.is_none()),
            hidden: hidden_unless(&|at| levels.sees_all(at)),
            hidden_options: hidden_unless(&|at| levels.sees_options(at)),
            classes,
        }
    }

    /// Whether all options are seen that a key may have.
    pub(super) fn sees_options_of(&self, key: &LookupKey) -> bool {
        self.is_in_view(key, &self.hidden_options)
    }

    /// Whether none of the layers that are asked for a key is hidden.
    fn is_in_view(&self, key: &LookupKey, hidden: &FxHashSet<Option<String>>) -> bool {
        let is_seen = |module: &str| {
            !self.classes.is_absent(module) && !hidden.contains(&Some(module.to_owned()))
        };
        !hidden.contains(&None) && key.module().is_none_or(|module| is_seen(module))
    }

    /// The files that have a key, if they are all that there can be.
    pub(super) fn all_of(&self, root: &str) -> Option<&[&'d DataText]> {
        let key = LookupKey::parse(root).ok()?;
        let sees_all = self.has_environment && self.is_in_view(&key, &self.hidden);
        sees_all.then(|| self.files.get(root).map_or(&[] as &[_], Vec::as_slice))
    }

    /// All keys of data.
    pub(super) fn keys(&self) -> impl Iterator<Item = &'d str> {
        self.files.keys().copied()
    }
}
