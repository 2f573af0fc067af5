//! Finds the layers and reads their configurations, with the deprecated providers of
//! `environment.conf` and `metadata.json`.

use std::rc::Rc;
use std::sync::Arc;

use pupa_data::Place;
use pupa_value::value::Text;

use super::Layer;
use crate::config::{Config, ConfigError, ConfigErrorKind, LayerKind, Warning};
use crate::error::{LookupResult, LookupStop};
use crate::error_origin::ErrorOrigin;
use crate::lookup::Lookup;
use crate::path;
use crate::world::{Strictness, World};

impl<W: World> Lookup<'_, W> {
    /// The global layer, if there is a data source.
    pub(crate) fn global_layer(&mut self) -> Option<Rc<Layer>> {
        let state = self.state();
        state.source.as_ref()?;
        let layer =
            state.global.get_or_insert_with(|| Rc::new(Layer::new(LayerKind::Global, None)));
        Some(Rc::clone(layer))
    }

    /// The configuration of a layer. That of the global layer is read on first use.
    pub(crate) fn config_of(&mut self, layer: &Layer) -> LookupResult<Arc<Config>, W::Stop> {
        if let Some(config) = layer.config() {
            return Ok(Arc::clone(config));
        }
        let source = self.state().source.clone();
        let config = match source.as_ref().and_then(|source| source.global_config()) {
            Some(path) => self.read_config(path, LayerKind::Global)?,
            None => Arc::new(Config::without_levels()),
        };
        Ok(Arc::clone(layer.config.get_or_init(|| config)))
    }

    /// The layer of the environment, if it has data.
    pub(crate) fn environment_layer(&mut self) -> LookupResult<Option<Rc<Layer>>, W::Stop> {
        if let Some(known) = &self.state().environment {
            return Ok(known.clone());
        }
        let layer = self.make_environment_layer()?.map(Rc::new);
        self.state().environment = Some(layer.clone());
        Ok(layer)
    }

    fn make_environment_layer(&mut self) -> LookupResult<Option<Layer>, W::Stop> {
        let Some(source) = self.state().source.clone() else { return Ok(None) };
        let Some(environment) = source.environment() else { return Ok(None) };
        let path = path::join(&environment.path, "hiera.yaml");
        let conf = path::join(&environment.path, "environment.conf");
        let has_config = source.files().exists(&path);
        let mut layer = None;
        if has_config {
            let config = self.read_config(&path, LayerKind::Environment)?;
            layer = self.unless_version_3(config, LayerKind::Environment)?;
        }
        let Some(provider) = environment.data_provider else {
            return Ok(layer.map(|config| self.layer_of(LayerKind::Environment, None, config)));
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
            return Ok(layer.map(|config| self.layer_of(LayerKind::Environment, None, config)));
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
                return Err(LookupStop::puppet(format!(
                    "Environment '{}', cannot find environment_data_provider '{other}'",
                    environment.name
                )));
            }
        };
        Ok(Some(self.layer_of(LayerKind::Environment, None, config)))
    }

    fn layer_of(&self, layer_kind: LayerKind, module: Option<Text>, config: Arc<Config>) -> Layer {
        Layer::new(layer_kind, module).with_config(config)
    }

    /// The layer of a module, if it has data.
    pub(crate) fn module_layer(
        &mut self,
        module: &Text,
    ) -> LookupResult<Option<Rc<Layer>>, W::Stop> {
        if let Some(known) = self.state().modules.get(module) {
            return Ok(known.clone());
        }
        let layer = self.make_module_layer(module)?.map(Rc::new);
        self.state().modules.insert(module.clone(), layer.clone());
        Ok(layer)
    }

    fn make_module_layer(&mut self, module: &Text) -> LookupResult<Option<Layer>, W::Stop> {
        let Some(source) = self.state().source.clone() else { return Ok(None) };
        let Some(data) = source.module(module) else { return Ok(None) };
        let path = path::join(&data.path, "hiera.yaml");
        let metadata = path::join(&data.path, "metadata.json");
        let mut layer = None;
        if source.files().exists(&path) {
            let config = self.read_config(&path, LayerKind::Module)?;
            layer = self.unless_version_3(config, LayerKind::Module)?;
        }
        let make = |config| Layer::new(LayerKind::Module, Some(module.clone())).with_config(config);
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
                return Err(LookupStop::puppet(format!(
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

    /// Reads a configuration, or returns the default if the file does not exist.
    fn read_config(
        &mut self,
        path: &str,
        layer_kind: LayerKind,
    ) -> LookupResult<Arc<Config>, W::Stop> {
        let source = self.state().source.clone();
        let read = source.and_then(|source| source.files().config(path, layer_kind));
        let Some(read) = read else { return Ok(Arc::new(Config::default_for(path))) };
        for warning in &read.warnings {
            match warning {
                Warning::Always(message) => self.world.warn(message.clone()),
                Warning::Deprecated(message) => self.deprecated("hiera.yaml", message, path),
            }
        }
        match &read.config {
            Ok(config) => Ok(Arc::clone(config)),
            Err(error) => Err(self.config_failure(path.into(), error)),
        }
    }

    /// Records the origin of an error in a configuration and returns it as a failure of the lookup.
    pub(super) fn config_failure(
        &mut self,
        path: Text,
        error: &ConfigError,
    ) -> LookupStop<W::Stop> {
        self.record_config_origin(path, error.place, error.advice);
        match &error.kind {
            ConfigErrorKind::Lookup(error) => error.clone().into(),
            ConfigErrorKind::Schema(message) | ConfigErrorKind::Syntax(message) => {
                LookupStop::puppet(message.as_str())
            }
            ConfigErrorKind::Io(message) => LookupStop::other(message.as_str()),
        }
    }

    /// Records a place in a configuration as the origin of an error.
    pub(crate) fn record_config_origin(
        &mut self,
        path: Text,
        place: Option<Place>,
        advice: Option<&str>,
    ) {
        if place.is_some() || advice.is_some() {
            let note = advice.map(str::to_owned);
            let error_origin = ErrorOrigin { note, ..ErrorOrigin::file(path, place) };
            self.state().error_origin.get_or_insert(error_origin);
        }
    }

    /// Rejects or ignores a configuration of version 3, which only the global layer may have.
    fn unless_version_3(
        &mut self,
        config: Arc<Config>,
        layer_kind: LayerKind,
    ) -> LookupResult<Option<Arc<Config>>, W::Stop> {
        if config.version > 3 {
            return Ok(Some(config));
        }
        let (place, root) = match layer_kind {
            LayerKind::Module => ("a module", "module root"),
            LayerKind::Environment | LayerKind::Global => {
                ("an environment", "the environment root")
            }
        };
        if self.world.strictness() == Strictness::Error {
            let message = format!("hiera.yaml version 3 cannot be used in {place}");
            self.record_config_origin(config.path.clone().unwrap_or_default(), None, config.advice);
            return Err(config.error(message, None).into());
        }
        let path = config.path.clone().unwrap_or_default();
        let key = format!("hiera_v3 {path}");
        let message =
            format!("hiera.yaml version 3 found at {root} was ignored\n   (file: {path})");
        self.world.warn_once(&key, message);
        Ok(None)
    }
}
