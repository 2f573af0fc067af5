//! The levels of a layer, which depend on variables.

use std::rc::Rc;
use std::sync::Arc;

use pupa_value::Value;
use pupa_value::value::Text;
use rustc_hash::FxHashSet;

use super::Layer;
use crate::config::{Config, FunctionKind, Level};
use crate::engine::Lookup;
use crate::error::{Answer, LookupError, Refused};
use crate::interpolate::Used;
use crate::merge::is_identical;
use crate::provider::{LevelPlace, Provider};
use crate::state::{Invocation, Legacy};
use crate::world::World;

/// The levels of a layer, for the values that variables have now.
#[derive(Debug)]
pub(super) struct Levels {
    /// In order.
    pub(super) providers: Vec<Rc<Provider>>,
    /// Those of the default hierarchy of a module, which are asked last.
    pub(super) default_hierarchy: Vec<Rc<Provider>>,
    /// The variables that paths use and that may change, and their values.
    roots: Vec<(Text, Option<Value>)>,
    /// What of them is used.
    used: Vec<Used>,
}

impl<W: World> Lookup<'_, W> {
    /// The levels of a layer, made anew when variables that their paths use have changed.
    pub(super) fn levels(&mut self, layer: &Rc<Layer>) -> Answer<Rc<Levels>, W::Stop> {
        let config = self.config_of(layer)?;
        let known = layer.levels.borrow().clone();
        if let Some(known) = known {
            if self.are_same(&known.roots) || self.are_stable(&known.used)? {
                return Ok(known);
            }
            self.say(|| {
                "Hiera configuration recreated due to change of scope variables used in \
                 interpolation expressions"
                    .to_owned()
            });
        }
        let levels = self.silently(|lookup| lookup.make_levels(layer, &config));
        let levels = Rc::new(levels.map_err(|refused| in_config(refused, &config))?);
        if let Some(source) = &self.state().source {
            let files = levels.providers.iter().flat_map(|provider| provider.files());
            let new = files.filter(|(path, format)| source.files().is_new(path, *format)).collect();
            Arc::clone(source).read_ahead(new);
        }
        *layer.levels.borrow_mut() = Some(Rc::clone(&levels));
        Ok(levels)
    }

    /// Whether variables are still the very values that they were, which is seen at a glance.
    fn are_same(&mut self, roots: &[(Text, Option<Value>)]) -> bool {
        roots.iter().all(|(root, before)| match (before, self.variable(root)) {
            (Some(before), Some(now)) => is_identical(before, &now),
            (before, now) => before.is_none() && now.is_none(),
        })
    }

    fn are_stable(&mut self, used: &[Used]) -> Answer<bool, W::Stop> {
        if used.is_empty() {
            return Ok(true);
        }
        let was_lenient = std::mem::replace(&mut self.state().is_lenient, true);
        let stable = self.silently(|lookup| {
            for used in used {
                let value = lookup.variable(&used.root).unwrap_or_default();
                if lookup.dig_or_undef(&used.key, &used.segments, value)? != used.value {
                    return Ok(false);
                }
            }
            Ok(true)
        });
        self.state().is_lenient = was_lenient;
        stable
    }

    fn make_levels(&mut self, layer: &Rc<Layer>, config: &Config) -> Answer<Levels, W::Stop> {
        let legacy = Legacy { hiera_scope: config.version == 3, ..Legacy::default() };
        let state = self.state();
        let outer = state.collected.replace(Vec::new());
        // A configuration depends on variables, not on the lookup that it is read for.
        state.invocations.push(Invocation { legacy, ..Invocation::default() });
        let names = std::mem::take(&mut state.names);
        let made = self.make_all_levels(layer, config);
        let state = self.state();
        state.names = names;
        state.invocations.pop();
        state.collected = outer;
        made
    }

    fn make_all_levels(&mut self, layer: &Rc<Layer>, config: &Config) -> Answer<Levels, W::Stop> {
        let providers = self.make_hierarchy(layer, config, &config.hierarchy)?;
        let default_hierarchy = config.default_hierarchy.as_deref().unwrap_or_default();
        let default_hierarchy = self.make_hierarchy(layer, config, default_hierarchy)?;
        let (roots, used) = (Vec::new(), Vec::new());
        let mut levels = Levels { providers, default_hierarchy, roots, used };
        let (mut roots, mut keys) = (FxHashSet::default(), FxHashSet::default());
        for one in self.state().collected.take().unwrap_or_default() {
            if self.world.is_fixed(&one.root) {
                continue;
            }
            if roots.insert(one.root.clone()) {
                levels.roots.push((one.root.clone(), self.variable(&one.root)));
            }
            if keys.insert(one.key.clone()) {
                levels.used.push(one);
            }
        }
        Ok(levels)
    }

    fn make_hierarchy(
        &mut self,
        layer: &Rc<Layer>,
        config: &Config,
        levels: &[Level],
    ) -> Answer<Vec<Rc<Provider>>, W::Stop> {
        if let Err(unusable) = config.check_names(levels) {
            return Err(self.unusable(config.path.clone().unwrap_or_default(), &unusable));
        }
        let mut providers = Vec::with_capacity(levels.len());
        for level in levels {
            if let Some(error) = &level.unusable {
                return Err(error.as_ref().clone().into());
            }
            let datadir = self.datadir(config, level)?;
            let locations = self.locations(config, level, &datadir)?;
            if config.path.is_none() && locations.as_ref().is_some_and(Vec::is_empty) {
                continue;
            }
            if level.kind == FunctionKind::V3Backend {
                return Err(LookupError::new("Hiera 3 is not installed").into());
            }
            let options = Value::Hash(Arc::clone(&level.options));
            let options = self.interpolate(&options, false)?;
            let options = match options {
                Value::Hash(options) => options,
                _ => Arc::default(),
            };
            let (module, config) = (layer.module.clone(), config.path.clone());
            let place = LevelPlace { module, config, place: level.place };
            providers.push(Rc::new(Provider::new(level, place, options, datadir, locations)));
        }
        Ok(providers)
    }
}

/// What is wrong with what a configuration interpolates is an error of the configuration; so is a
/// variable that nobody has set.
fn in_config<S>(refused: Refused<S>, config: &Config) -> Refused<S> {
    match &refused {
        Refused::Lookup(error) if error.is_issue && error.file.is_none() => {
            config.error(error.message.as_str(), error.line).into()
        }
        Refused::UndefinedVariable(name, _) => config.undefined_variable(name).into(),
        _ => refused,
    }
}
