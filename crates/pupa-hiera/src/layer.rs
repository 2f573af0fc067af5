//! The layers that are asked one after the other: global, environment, module.

mod levels;
mod reading;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use pupa_value::value::Text;

use crate::config::{Config, Owner};
use crate::engine::Lookup;
use crate::error::{Answer, Refused};
use crate::explanation::Subject;
use crate::files::Format;
use crate::key::LookupKey;
use crate::merge::{Found, MergeStrategy};
use crate::provider::Provider;
use crate::world::World;
use levels::Levels;

/// A layer of a run.
#[derive(Debug)]
pub(crate) struct Layer {
    owner: Owner,
    module: Option<Text>,
    config: OnceCell<Arc<Config>>,
    levels: RefCell<Option<Rc<Levels>>>,
}

impl Layer {
    fn new(owner: Owner, module: Option<Text>) -> Layer {
        Layer { owner, module, config: OnceCell::new(), levels: RefCell::default() }
    }

    fn with_config(self, config: Arc<Config>) -> Layer {
        // It has none yet.
        let _ = self.config.set(config);
        self
    }

    /// The configuration, once it was read.
    pub(crate) fn config(&self) -> Option<&Arc<Config>> {
        self.config.get()
    }

    /// The data files of its levels, once it has levels.
    pub(crate) fn files(&self) -> Vec<(Text, Format)> {
        let levels = self.levels.borrow();
        let providers = levels.iter().flat_map(|levels| &levels.providers);
        providers.flat_map(|provider| provider.files()).collect()
    }

    fn name(&self) -> String {
        let mut name = match (self.owner, &self.module) {
            (Owner::Module, Some(module)) => format!("Module \"{module}\" Data Provider"),
            (Owner::Module, None) => "Module Data Provider".to_owned(),
            (Owner::Global, _) => "Global Data Provider".to_owned(),
            (Owner::Environment, _) => "Environment Data Provider".to_owned(),
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
    /// Looks a key up in a layer.
    pub(crate) fn look_up_in_layer(
        &mut self,
        layer: &Rc<Layer>,
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> Answer<Found, W::Stop> {
        self.checked(key.text(), |lookup| lookup.look_up_unchecked(layer, key, strategy))
    }

    /// Looks a key up in a layer, when it is known not to need itself.
    pub(crate) fn look_up_unchecked(
        &mut self,
        layer: &Rc<Layer>,
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> Answer<Found, W::Stop> {
        self.within(
            || layer.subject(),
            |lookup| {
                let levels = lookup.levels(layer)?;
                lookup.look_up_in_levels(&levels.providers, key, strategy)
            },
        )
    }

    /// Looks a key up in the default hierarchy of a module, which is asked last.
    pub(crate) fn look_up_in_default_hierarchy(
        &mut self,
        layer: &Rc<Layer>,
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> Answer<Found, W::Stop> {
        let levels = self.levels(layer)?;
        if levels.default_hierarchy.is_empty() {
            self.report_not_found(key.text());
            return Err(Refused::NoSuchKey);
        }
        self.checked(key.text(), |lookup| {
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
    ) -> Answer<Found, W::Stop> {
        if providers.is_empty() {
            self.report_not_found(key.text());
            return Err(Refused::NoSuchKey);
        }
        self.merged(strategy, providers, |lookup, provider| {
            lookup.look_up_in_level(provider, key, strategy)
        })
    }
}
