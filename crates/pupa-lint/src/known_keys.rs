//! The keys in data, and whether that list is complete.

use pupa_hiera::key::{LOOKUP_OPTIONS, LookupKey};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::classes::Classes;
use crate::data_text::DataText;
use crate::layers::Layer;
use crate::levels::Levels;

/// The keys in all data files that can be read.
pub(super) struct KnownKeys<'d> {
    /// The files that contain a key.
    files: FxHashMap<&'d str, Vec<&'d DataText>>,
    /// Whether the environment or the global layer has data.
    has_environment: bool,
    /// The modules whose data is not completely known; `None` is the environment with the global
    /// layer.
    hidden: FxHashSet<Option<String>>,
    /// The modules whose `lookup_options` are not completely known; `None` as above.
    hidden_options: FxHashSet<Option<String>>,
    /// The classes, which know the modules that are not installed and may have any data.
    classes: &'d Classes<'d>,
}

impl<'d> KnownKeys<'d> {
    /// Returns the known keys of the layers. `unusable` lists the modules of further layers whose
    /// configurations are invalid or missing.
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

    /// Whether all `lookup_options` of a key are known.
    pub(super) fn sees_options_of(&self, key: &LookupKey) -> bool {
        self.is_in_view(key, &self.hidden_options)
    }

    /// Whether the data of all layers that a lookup of a key searches is known.
    fn is_in_view(&self, key: &LookupKey, hidden: &FxHashSet<Option<String>>) -> bool {
        let is_seen = |module: &str| {
            !self.classes.is_absent(module) && !hidden.contains(&Some(module.to_owned()))
        };
        !hidden.contains(&None) && key.module().is_none_or(|module| is_seen(module))
    }

    /// The files that contain a key, if no unknown data can contain it.
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
