//! The layers of data: global, environment and module. Each has a configuration and the hierarchy
//! levels that it lists.

mod discovery;
mod levels;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use pupa_value::value::Text;

use crate::config::{Config, LayerKind};
use crate::error::{LookupResult, LookupStop};
use crate::explanation::Subject;
use crate::files::Format;
use crate::key::LookupKey;
use crate::lookup::Lookup;
use crate::merge::{FoundValue, MergeStrategy};
use crate::provider::Provider;
use crate::world::World;
use levels::Levels;

/// A layer, as one run sees it.
#[derive(Debug)]
pub(crate) struct Layer {
    layer_kind: LayerKind,
    module: Option<Text>,
    config: OnceCell<Arc<Config>>,
    levels: RefCell<Option<Rc<Levels>>>,
}

impl Layer {
    fn new(layer_kind: LayerKind, module: Option<Text>) -> Layer {
        Layer { layer_kind, module, config: OnceCell::new(), levels: RefCell::default() }
    }

    fn with_config(self, config: Arc<Config>) -> Layer {
        // The cell is empty in a new layer, so this cannot fail.
        let _ = self.config.set(config);
        self
    }

    /// The configuration, if it was read already.
    pub(crate) fn config(&self) -> Option<&Arc<Config>> {
        self.config.get()
    }

    /// The data files of its levels, if these were resolved already.
    pub(crate) fn files(&self) -> Vec<(Text, Format)> {
        let levels = self.levels.borrow();
        let providers = levels.iter().flat_map(|levels| &levels.providers);
        providers.flat_map(|provider| provider.files()).collect()
    }

    /// The name in explanations, which is part of the output of `lookup --explain`.
    fn name(&self) -> String {
        let mut name = match (self.layer_kind, &self.module) {
            (LayerKind::Module, Some(module)) => format!("Module \"{module}\" Data Provider"),
            (LayerKind::Module, None) => "Module Data Provider".to_owned(),
            (LayerKind::Global, _) => "Global Data Provider".to_owned(),
            (LayerKind::Environment, _) => "Environment Data Provider".to_owned(),
        };
        if let Some(config) = self.config() {
            name.push_str(&format!(" ({})", config.name()));
        }
        name
    }

    fn subject(&self) -> Subject {
        Subject::DataProvider {
            name: self.name(),
            configuration: self.config().and_then(|config| config.path.clone()),
            module: self.module.clone(),
        }
    }
}

impl<W: World> Lookup<'_, W> {
    /// Looks up a key in a layer, unless that lookup is in progress already.
    pub(crate) fn look_up_in_layer(
        &mut self,
        layer: &Rc<Layer>,
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> LookupResult<FoundValue, W::Stop> {
        self.with_recursion_check(key.text(), |lookup| {
            lookup.look_up_unchecked(layer, key, strategy)
        })
    }

    /// Looks up a key in a layer. The caller has checked for recursion.
    pub(crate) fn look_up_unchecked(
        &mut self,
        layer: &Rc<Layer>,
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> LookupResult<FoundValue, W::Stop> {
        self.within(
            || layer.subject(),
            |lookup| {
                let levels = lookup.levels(layer)?;
                lookup.look_up_in_levels(&levels.providers, key, strategy)
            },
        )
    }

    /// Looks up a key in the default hierarchy of a module, which is searched after all layers.
    pub(crate) fn look_up_in_default_hierarchy(
        &mut self,
        layer: &Rc<Layer>,
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> LookupResult<FoundValue, W::Stop> {
        let levels = self.levels(layer)?;
        if levels.default_hierarchy.is_empty() {
            self.report_not_found(key.text());
            return Err(LookupStop::NoSuchKey);
        }
        self.with_recursion_check(key.text(), |lookup| {
            lookup.within(
                || layer.subject(),
                |lookup| lookup.look_up_in_levels(&levels.default_hierarchy, key, strategy),
            )
        })
    }

    fn look_up_in_levels(
        &mut self,
        providers: &[Rc<Provider>],
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> LookupResult<FoundValue, W::Stop> {
        if providers.is_empty() {
            self.report_not_found(key.text());
            return Err(LookupStop::NoSuchKey);
        }
        self.look_up_and_merge(strategy, providers, |lookup, provider| {
            lookup.look_up_in_level(provider, key, strategy)
        })
    }
}
