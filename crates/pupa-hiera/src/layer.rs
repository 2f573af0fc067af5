//! The layers that are asked one after the other: global, environment, module.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use pupa_value::Value;
use pupa_value::value::Text;

use crate::config::{Config, FunctionKind, Level, Owner, Unusable, Warning};
use crate::engine::Lookup;
use crate::error::{Answer, LookupError, Refused};
use crate::explanation::Subject;
use crate::interpolate::Used;
use crate::key::LookupKey;
use crate::merge::MergeStrategy;
use crate::path;
use crate::provider::Provider;
use crate::state::{Invocation, Legacy};
use crate::world::{Strictness, World};

/// A layer of a run.
#[derive(Debug)]
pub struct Layer {
    owner: Owner,
    module: Option<Text>,
    config: OnceCell<Arc<Config>>,
    levels: RefCell<Option<Rc<Levels>>>,
}

/// The levels of a layer, for the values that variables have now.
#[derive(Debug)]
struct Levels {
    providers: Vec<Rc<Provider>>,
    /// Those that are asked last.
    last: Vec<Rc<Provider>>,
    used: Vec<Used>,
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

    /// Whether a level is one of its.
    pub(crate) fn has(&self, provider: &Provider) -> bool {
        self.levels.borrow().as_ref().is_some_and(|levels| {
            let mut all = levels.providers.iter().chain(&levels.last);
            all.any(|level| std::ptr::eq(&**level, provider))
        })
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
    /// The global layer.
    pub(crate) fn global_layer(&mut self) -> Option<Rc<Layer>> {
        let state = self.state();
        state.source.as_ref()?;
        let layer = state.global.get_or_insert_with(|| Rc::new(Layer::new(Owner::Global, None)));
        Some(Rc::clone(layer))
    }

    /// The configuration of a layer; that of the global one is read when it is first needed.
    pub(crate) fn config_of(&mut self, layer: &Layer) -> Answer<Arc<Config>, W::Stop> {
        if let Some(config) = layer.config() {
            return Ok(Arc::clone(config));
        }
        let source = self.state().source.clone();
        let config = match source.as_ref().and_then(|source| source.global_config()) {
            Some(path) => self.read_config(path, Owner::Global)?,
            None => Arc::new(Config::without_levels()),
        };
        Ok(Arc::clone(layer.config.get_or_init(|| config)))
    }

    /// The layer of the environment, if it has data.
    pub(crate) fn environment_layer(&mut self) -> Answer<Option<Rc<Layer>>, W::Stop> {
        if let Some(known) = &self.state().environment {
            return Ok(known.clone());
        }
        let layer = self.make_environment_layer()?.map(Rc::new);
        self.state().environment = Some(layer.clone());
        Ok(layer)
    }

    fn make_environment_layer(&mut self) -> Answer<Option<Layer>, W::Stop> {
        let Some(source) = self.state().source.clone() else { return Ok(None) };
        let Some(environment) = source.environment() else { return Ok(None) };
        let path = path::join(&environment.path, "hiera.yaml");
        let conf = path::join(&environment.path, "environment.conf");
        let has_config = source.files().exists(&path);
        let mut layer = None;
        if has_config {
            let config = self.read_config(&path, Owner::Environment)?;
            layer = self.unless_version_3(config, Owner::Environment)?;
        }
        let Some(provider) = environment.data_provider else {
            return Ok(layer.map(|config| self.layer_of(Owner::Environment, None, config)));
        };
        let has_version_5 = layer.as_ref().is_some_and(|config| config.version >= 5);
        let what = format!("environment_data_provider='{provider}'");
        if has_version_5 {
            self.deprecated(
                "environment.conf#data_provider",
                &format!("Defining {what} in environment.conf is deprecated"),
                &conf,
            );
            if provider != "hiera" {
                self.deprecated(
                    "environment.conf#data_provider_overridden",
                    &format!("The {what} setting is ignored since '{path}' version >= 5"),
                    &conf,
                );
            }
            return Ok(layer.map(|config| self.layer_of(Owner::Environment, None, config)));
        }
        let mut message = format!("Defining {what} in environment.conf is deprecated.");
        if layer.is_none() {
            message.push_str(" A 'hiera.yaml' file should be used instead");
        }
        self.deprecated("environment.conf#data_provider", &message, &conf);
        let config = match provider.as_str() {
            "none" => return Ok(None),
            "hiera" => layer.unwrap_or_else(|| Arc::new(Config::default_for(&path))),
            "function" => {
                self.legacy_function("environment::data");
                Arc::new(Config::of_function(&environment.path, "environment::data"))
            }
            other => {
                return Err(Refused::failed(format!(
                    "Environment '{}', cannot find environment_data_provider '{other}'",
                    environment.name
                )));
            }
        };
        Ok(Some(self.layer_of(Owner::Environment, None, config)))
    }

    fn layer_of(&self, owner: Owner, module: Option<Text>, config: Arc<Config>) -> Layer {
        Layer::new(owner, module).with_config(config)
    }

    /// The layer of a module, if it has data.
    pub(crate) fn module_layer(&mut self, module: &Text) -> Answer<Option<Rc<Layer>>, W::Stop> {
        if let Some(known) = self.state().modules.get(module) {
            return Ok(known.clone());
        }
        let layer = self.make_module_layer(module)?.map(Rc::new);
        self.state().modules.insert(module.clone(), layer.clone());
        Ok(layer)
    }

    fn make_module_layer(&mut self, module: &Text) -> Answer<Option<Layer>, W::Stop> {
        let Some(source) = self.state().source.clone() else { return Ok(None) };
        let Some(data) = source.module(module) else { return Ok(None) };
        let path = path::join(&data.path, "hiera.yaml");
        let metadata = path::join(&data.path, "metadata.json");
        let mut layer = None;
        if source.files().exists(&path) {
            let config = self.read_config(&path, Owner::Module)?;
            layer = self.unless_version_3(config, Owner::Module)?;
        }
        let make = |config| Layer::new(Owner::Module, Some(module.clone())).with_config(config);
        let Some(provider) = data.data_provider else { return Ok(layer.map(make)) };
        let key = format!("metadata.json#data_provider-{module}");
        let what =
            format!("Defining \"data_provider\": \"{provider}\" in metadata.json is deprecated.");
        if layer.as_ref().is_some_and(|config| config.version >= 5) {
            let message =
                format!("{what} It is ignored since a 'hiera.yaml' with version >= 5 is present");
            self.deprecated(&key, &message, &metadata);
            return Ok(layer.map(make));
        }
        let message = match layer {
            Some(_) => what,
            None => format!("{what} A 'hiera.yaml' file should be used instead"),
        };
        self.deprecated(&key, &message, &metadata);
        let config = match provider.as_str() {
            "none" => return Ok(None),
            "hiera" => layer.unwrap_or_else(|| Arc::new(Config::default_for(&path))),
            "function" => {
                let function = format!("{module}::data");
                self.legacy_function(&function);
                Arc::new(Config::of_function(&data.path, &function))
            }
            other => {
                let name = source.environment().map_or_else(String::new, |known| known.name);
                return Err(Refused::failed(format!(
                    "Environment '{name}', cannot find module_data_provider '{other}'"
                )));
            }
        };
        Ok(Some(make(config)))
    }

    fn legacy_function(&mut self, function: &str) {
        if self.world.strictness() != Strictness::Off {
            let message = format!(
                "Using of legacy data provider function '{function}'. Please convert to a \
                 'data_hash' function\n   (file & line not available)"
            );
            self.world.warn_once("deprecations legacy_provider_function", message);
        }
    }

    fn deprecated(&mut self, key: &str, message: &str, file: &str) {
        if self.world.strictness() != Strictness::Off {
            let message = format!("{message}\n   (file: {file})");
            self.world.warn_once(&format!("deprecations {key}"), message);
        }
    }

    /// Reads a configuration, or takes the default when there is no such file.
    fn read_config(&mut self, path: &str, owner: Owner) -> Answer<Arc<Config>, W::Stop> {
        let source = self.state().source.clone();
        let read = source.and_then(|source| source.files().config(path, owner));
        let Some(read) = read else { return Ok(Arc::new(Config::default_for(path))) };
        for warning in &read.warnings {
            match warning {
                Warning::Always(message) => self.world.warn(message.clone()),
                Warning::Deprecated(message) => self.deprecated("hiera.yaml", message, path),
            }
        }
        match &read.config {
            Ok(config) => Ok(Arc::clone(config)),
            Err(Unusable::Lookup(error)) => Err(error.clone().into()),
            Err(Unusable::Shape(message) | Unusable::NotYaml(message)) => {
                Err(Refused::failed(message.as_str()))
            }
            Err(Unusable::NotRead(message)) => Err(Refused::wrong(message.as_str())),
        }
    }

    /// Version 3 is for the global layer alone.
    fn unless_version_3(
        &mut self,
        config: Arc<Config>,
        owner: Owner,
    ) -> Answer<Option<Arc<Config>>, W::Stop> {
        if config.version > 3 {
            return Ok(Some(config));
        }
        let (place, root) = match owner {
            Owner::Module => ("a module", "module root"),
            Owner::Environment | Owner::Global => ("an environment", "the environment root"),
        };
        if self.world.strictness() == Strictness::Error {
            let message = format!("hiera.yaml version 3 cannot be used in {place}");
            return Err(config.error(message, None).into());
        }
        let path = config.path.clone().unwrap_or_default();
        let key = format!("hiera_v3 {path}");
        let message =
            format!("hiera.yaml version 3 found at {root} was ignored\n   (file: {path})");
        self.world.warn_once(&key, message);
        Ok(None)
    }

    /// Looks a key up in a layer.
    pub(crate) fn look_up_in_layer(
        &mut self,
        layer: &Rc<Layer>,
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> Answer<Value, W::Stop> {
        self.checked(key.text(), |lookup| lookup.look_up_unchecked(layer, key, strategy))
    }

    /// Looks a key up in a layer, when it is known not to need itself.
    pub(crate) fn look_up_unchecked(
        &mut self,
        layer: &Rc<Layer>,
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> Answer<Value, W::Stop> {
        self.within(
            || layer.subject(),
            |lookup| {
                let levels = lookup.levels(layer)?;
                lookup.look_up_in_levels(&levels.providers, key, strategy)
            },
        )
    }

    /// Looks a key up in the levels of a module that are asked last.
    pub(crate) fn look_up_last(
        &mut self,
        layer: &Rc<Layer>,
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> Answer<Value, W::Stop> {
        let levels = self.levels(layer)?;
        if levels.last.is_empty() {
            self.report_not_found(key.text());
            return Err(Refused::NoSuchKey);
        }
        self.checked(key.text(), |lookup| {
            lookup.within(
                || layer.subject(),
                |lookup| lookup.look_up_in_levels(&levels.last, key, strategy),
            )
        })
    }

    fn look_up_in_levels(
        &mut self,
        providers: &[Rc<Provider>],
        key: &LookupKey,
        strategy: &MergeStrategy,
    ) -> Answer<Value, W::Stop> {
        if providers.is_empty() {
            self.report_not_found(key.text());
            return Err(Refused::NoSuchKey);
        }
        self.merged(strategy, providers, |lookup, provider| {
            lookup.look_up_in_level(provider, key, strategy)
        })
    }

    /// The levels of a layer, made anew when variables that their paths use have changed.
    fn levels(&mut self, layer: &Rc<Layer>) -> Answer<Rc<Levels>, W::Stop> {
        let config = self.config_of(layer)?;
        let known = layer.levels.borrow().clone();
        if let Some(known) = known {
            if self.are_stable(&known.used)? {
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
        *layer.levels.borrow_mut() = Some(Rc::clone(&levels));
        Ok(levels)
    }

    fn are_stable(&mut self, used: &[Used]) -> Answer<bool, W::Stop> {
        if used.is_empty() {
            return Ok(true);
        }
        let was_lenient = std::mem::replace(&mut self.state().is_lenient, true);
        let stable = self.silently(|lookup| {
            for used in used {
                let value = lookup.variable(&used.root).unwrap_or_default();
                let value = match value.is_undef() || used.segments.is_empty() {
                    true => value,
                    false => match lookup.dig(&used.key, &used.segments, value) {
                        Err(Refused::NoSuchKey) => Value::Undef,
                        other => other?,
                    },
                };
                if value != used.value {
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
        let used = std::mem::replace(&mut state.collected, outer).unwrap_or_default();
        let mut levels = made?;
        for one in used {
            if !levels.used.iter().any(|known| known.key == one.key) {
                levels.used.push(one);
            }
        }
        Ok(levels)
    }

    fn make_all_levels(&mut self, layer: &Rc<Layer>, config: &Config) -> Answer<Levels, W::Stop> {
        let providers = self.make_hierarchy(layer, config, &config.hierarchy)?;
        let last = config.default_hierarchy.as_deref().unwrap_or_default();
        let last = self.make_hierarchy(layer, config, last)?;
        Ok(Levels { providers, last, used: Vec::new() })
    }

    fn make_hierarchy(
        &mut self,
        layer: &Rc<Layer>,
        config: &Config,
        levels: &[Level],
    ) -> Answer<Vec<Rc<Provider>>, W::Stop> {
        config.check_names(levels)?;
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
            let module = layer.module.clone();
            providers.push(Rc::new(Provider::new(level, module, options, datadir, locations)));
        }
        Ok(providers)
    }
}

/// What is wrong with what a configuration interpolates is an error of the configuration; so is a
/// variable that nobody has set.
fn in_config<S>(refused: Refused<S>, config: &Config) -> Refused<S> {
    let message = match &refused {
        Refused::Lookup(error) if error.is_issue && error.file.is_none() => {
            return config.error(error.message.as_str(), error.line).into();
        }
        Refused::Wrong(message) | Refused::Failed(message) => message,
        _ => return refused,
    };
    let name =
        message.strip_prefix("Undefined variable '").and_then(|rest| rest.split('\'').next());
    match name {
        Some(name) => config.undefined_variable(name).into(),
        None => refused,
    }
}
