//! Resolves the levels of a layer: interpolates their paths, and does so again when the variables
//! in them have changed.

use std::rc::Rc;
use std::sync::Arc;

use pupa_value::Value;
use pupa_value::value::Text;
use rustc_hash::FxHashSet;

use super::Layer;
use crate::config::{Config, FunctionKind, Level};
use crate::error::{LookupError, LookupResult, LookupStop};
use crate::interpolate::VariableUse;
use crate::lookup::Lookup;
use crate::merge::is_identical;
use crate::provider::{LevelOrigin, Provider};
use crate::state::{Invocation, Legacy};
use crate::world::World;

/// The levels of a layer, resolved with the current values of variables.
#[derive(Debug)]
pub(super) struct Levels {
    /// The levels of the hierarchy, in order.
    pub(super) providers: Vec<Rc<Provider>>,
    /// The levels of the default hierarchy of a module.
    pub(super) default_hierarchy: Vec<Rc<Provider>>,
    /// The variables in paths that may change, with their whole values.
    roots: Vec<(Text, Option<Value>)>,
    /// The parts of these variables that the paths use.
    uses: Vec<VariableUse>,
}

impl<W: World> Lookup<'_, W> {
    /// The levels of a layer. They are resolved again if a variable in their paths has changed.
    pub(super) fn levels(&mut self, layer: &Rc<Layer>) -> LookupResult<Rc<Levels>, W::Stop> {
        let config = self.config_of(layer)?;
        let known = layer.levels.borrow().clone();
        if let Some(known) = known {
            if self.are_identical(&known.roots) || self.are_unchanged(&known.uses)? {
                return Ok(known);
            }
            self.report_text(|| {
                "Hiera configuration recreated due to change of scope variables used in \
                 interpolation expressions"
                    .to_owned()
            });
        }
        let levels = self.without_explanation(|lookup| lookup.make_levels(layer, &config));
        let levels = Rc::new(levels.map_err(|failure| locate_in_config(failure, &config))?);
        if let Some(source) = &self.state().source {
            let files = levels.providers.iter().flat_map(|provider| provider.files());
            let new = files.filter(|(path, format)| source.files().is_new(path, *format)).collect();
            Arc::clone(source).read_ahead(new);
        }
        *layer.levels.borrow_mut() = Some(Rc::clone(&levels));
        Ok(levels)
    }

    /// Whether variables still have the identical values. This check is quick; if it fails,
    /// [`Lookup::are_unchanged`] compares the parts in use.
    fn are_identical(&mut self, roots: &[(Text, Option<Value>)]) -> bool {
        roots.iter().all(|(root, before)| match (before, self.variable(root)) {
            (Some(before), Some(now)) => is_identical(before, &now),
            (before, now) => before.is_none() && now.is_none(),
        })
    }

    fn are_unchanged(&mut self, uses: &[VariableUse]) -> LookupResult<bool, W::Stop> {
        if uses.is_empty() {
            return Ok(true);
        }
        let was_lenient = std::mem::replace(&mut self.state().is_lenient, true);
        let stable = self.without_explanation(|lookup| {
            for used in uses {
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

    fn make_levels(&mut self, layer: &Rc<Layer>, config: &Config) -> LookupResult<Levels, W::Stop> {
        let legacy = Legacy { hiera_scope: config.version == 3, ..Legacy::default() };
        let state = self.state();
        let outer = state.variable_uses.replace(Vec::new());
        // The levels depend on variables but not on the current lookup, so that is hidden.
        state.invocations.push(Invocation { legacy, ..Invocation::default() });
        let names = std::mem::take(&mut state.name_stack);
        let levels = self.make_all_levels(layer, config);
        let state = self.state();
        state.name_stack = names;
        state.invocations.pop();
        state.variable_uses = outer;
        levels
    }

    fn make_all_levels(
        &mut self,
        layer: &Rc<Layer>,
        config: &Config,
    ) -> LookupResult<Levels, W::Stop> {
        let providers = self.make_hierarchy(layer, config, &config.hierarchy)?;
        let default_hierarchy = config.default_hierarchy.as_deref().unwrap_or_default();
        let default_hierarchy = self.make_hierarchy(layer, config, default_hierarchy)?;
        let (roots, uses) = (Vec::new(), Vec::new());
        let mut levels = Levels { providers, default_hierarchy, roots, uses };
        let (mut roots, mut keys) = (FxHashSet::default(), FxHashSet::default());
        for one in self.state().variable_uses.take().unwrap_or_default() {
            if self.world.is_constant(&one.root) {
                continue;
            }
            if roots.insert(one.root.clone()) {
                levels.roots.push((one.root.clone(), self.variable(&one.root)));
            }
            if keys.insert(one.key.clone()) {
                levels.uses.push(one);
            }
        }
        Ok(levels)
    }

    fn make_hierarchy(
        &mut self,
        layer: &Rc<Layer>,
        config: &Config,
        levels: &[Level],
    ) -> LookupResult<Vec<Rc<Provider>>, W::Stop> {
        if let Err(error) = config.check_names(levels) {
            return Err(self.config_failure(config.path.clone().unwrap_or_default(), &error));
        }
        let mut providers = Vec::with_capacity(levels.len());
        for level in levels {
            if let Some(error) = &level.error {
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
            let origin = LevelOrigin { module, config, place: level.place };
            providers.push(Rc::new(Provider::new(level, origin, options, datadir, locations)));
        }
        Ok(providers)
    }
}

/// Adds the location of the configuration to errors of interpolation in it, unset variables
/// included.
fn locate_in_config<S>(failure: LookupStop<S>, config: &Config) -> LookupStop<S> {
    match &failure {
        LookupStop::Lookup(error) if error.is_issue && error.file.is_none() => {
            config.error(error.message.as_str(), error.line).into()
        }
        LookupStop::UndefinedVariable(name, _) => config.undefined_variable(name).into(),
        _ => failure,
    }
}
