//! The layers of data and their configurations.

use std::path::Path;
use std::sync::Arc;

use pupa_data::{Document, Place, Step, yaml};
use pupa_hiera::config::{Config, LayerKind, Warning};
use pupa_syntax::diagnostic::{Diagnostic, Severity};
use pupa_syntax::source::Source;

use crate::file_names::FileNames;
use crate::issues::MALFORMED_HIERA_CONFIG;
use crate::place::diagnostic_at;
use crate::rules::ignored_parts::byte_order_mark;
use pupa_project::modules::Modules;
use pupa_project::reading::{self, Loaded};

/// A layer of data with a usable configuration.
#[derive(Debug)]
pub(super) struct Layer {
    /// The module of the layer; `None` for the environment and the global layer.
    pub(super) module: Option<String>,
    /// The configuration.
    pub(super) config: Arc<Config>,
    /// Its text; `None` if the file is missing and defaults are used.
    pub(super) text: Option<ConfigText>,
}

/// The text of a configuration.
#[derive(Debug)]
pub(super) struct ConfigText {
    /// The text.
    pub(super) source: Arc<Source>,
    document: Option<Document>,
}

impl ConfigText {
    /// Returns the position that steps lead to, or that of the last existing step. A single path
    /// may replace a list of paths.
    pub(super) fn place(&self, steps: &[Step<'_>]) -> Option<Place> {
        self.document.as_ref()?.place_of(steps)
    }

    /// Whether the steps lead to a value.
    pub(super) fn has(&self, steps: &[Step<'_>]) -> bool {
        self.place(steps).is_some()
    }
}

/// Finds layers.
pub(super) struct Finder<'a> {
    modules: &'a Modules,
    names: &'a FileNames,
    /// The errors of configurations.
    pub(super) findings: Vec<Diagnostic>,
    /// The modules of layers without a usable configuration, so that their content is unknown;
    /// `None` is the environment with the global layer.
    pub(super) unusable: Vec<Option<String>>,
}

impl<'a> Finder<'a> {
    /// Finds layers of an environment and its modules.
    pub(super) fn new(modules: &'a Modules, names: &'a FileNames) -> Finder<'a> {
        Finder { modules, names, findings: Vec::new(), unusable: Vec::new() }
    }

    /// All layers; `global` is the configuration of the global one.
    pub(super) fn layers(&mut self, global: Option<&Path>) -> Vec<Layer> {
        let mut layers = Vec::new();
        if let Some(path) = global {
            let layer = self.read(path, LayerKind::Global, None);
            self.add(layer, None, true, &mut layers);
        }
        let environment = self.modules.environment();
        if let Some(directory) = &environment.directory {
            let provider = environment.data_provider.as_deref();
            let layer = self.layer(directory, LayerKind::Environment, None, provider);
            let has_data = provider.is_some() || self.exists(&directory.join("hiera.yaml"));
            self.add(layer, None, has_data, &mut layers);
        }
        for module in self.modules.names() {
            let Some(directory) = self.modules.directory(module) else { continue };
            let provider = self.modules.data_provider(module);
            let layer = self.layer(directory, LayerKind::Module, Some(module), provider);
            let has_data = provider.is_some() || self.exists(&directory.join("hiera.yaml"));
            self.add(layer, Some(module), has_data, &mut layers);
        }
        layers
    }

    fn exists(&self, path: &Path) -> bool {
        self.modules.files().system.exists(path)
    }

    fn add(
        &mut self,
        layer: Option<Layer>,
        module: Option<&str>,
        has_data: bool,
        layers: &mut Vec<Layer>,
    ) {
        if layer.is_none() && has_data {
            self.unusable.push(module.map(str::to_owned));
        }
        layers.extend(layer);
    }

    /// The layer of a directory, if it has one. A deprecated data provider may replace the
    /// configuration.
    fn layer(
        &mut self,
        directory: &Path,
        layer_kind: LayerKind,
        module: Option<&str>,
        provider: Option<&str>,
    ) -> Option<Layer> {
        let path = directory.join("hiera.yaml");
        let has_config = self.exists(&path);
        let own = if has_config { self.read(&path, layer_kind, module) } else { None };
        match provider {
            Some(_) if own.as_ref().is_some_and(|own| own.config.version >= 5) => own,
            None => own,
            Some("hiera") if own.is_none() && !has_config => {
                let config = Arc::new(Config::default_for(&path.to_string_lossy()));
                Some(Layer { module: module.map(str::to_owned), config, text: None })
            }
            Some("hiera") => own,
            // A function, or nothing.
            Some(_) => None,
        }
    }

    fn read(&mut self, path: &Path, layer_kind: LayerKind, module: Option<&str>) -> Option<Layer> {
        let name = self.names.name(path);
        let files = self.modules.files();
        let (system, limit) = (&*files.system, files.max_size);
        let read = reading::read_data_file(system, path, &name, limit, &MALFORMED_HIERA_CONFIG);
        let source = match read {
            Loaded::Text(source) => Arc::new(source),
            Loaded::Unreadable(error) => {
                self.findings.push(*error);
                return None;
            }
        };
        self.findings.extend(byte_order_mark(&MALFORMED_HIERA_CONFIG, &source));
        let full_path = path.to_string_lossy();
        let read = Config::read(&full_path, layer_kind, Ok(source.text().as_bytes().to_vec()));
        for warning in read.warnings {
            self.warn(&source, warning, &full_path);
        }
        let config = match read.config {
            Ok(config) => config,
            Err(unusable) => {
                let message = unusable.message().replace(&*full_path, &name);
                self.refuse(&source, unusable.place, message, unusable.advice);
                return None;
            }
        };
        let document = yaml::read(source.text(), yaml::Options::data(&name)).ok();
        let text = ConfigText { source, document };
        self.usable(&config, layer_kind, &text).then_some(())?;
        let config = self.checked_names(config, &text)?;
        Some(Layer { module: module.map(str::to_owned), config, text: Some(text) })
    }

    /// Reports a configuration of version 3 outside of the global layer.
    fn usable(&mut self, config: &Config, layer_kind: LayerKind, text: &ConfigText) -> bool {
        let place = match layer_kind {
            LayerKind::Global => return true,
            LayerKind::Environment => "an environment",
            LayerKind::Module => "a module",
        };
        if config.version == 3 {
            let message = format!("hiera.yaml version 3 cannot be used in {place}");
            self.refuse(&text.source, None, message, config.advice);
        }
        config.version != 3
    }

    fn checked_names(&mut self, config: Arc<Config>, text: &ConfigText) -> Option<Arc<Config>> {
        let last = config.default_hierarchy.as_deref().unwrap_or_default();
        let checked = config.check_names(&config.hierarchy).and_then(|()| config.check_names(last));
        match checked {
            Ok(()) => Some(config),
            Err(unusable) => {
                let message = unusable.message().to_owned();
                self.refuse(&text.source, unusable.place, message, None);
                None
            }
        }
    }

    fn refuse(
        &mut self,
        source: &Arc<Source>,
        place: Option<Place>,
        message: String,
        advice: Option<&str>,
    ) {
        let finding = diagnostic_at(&MALFORMED_HIERA_CONFIG, source, place, message);
        self.findings.push(finding.help_if(advice.map(str::to_owned)));
    }

    fn warn(&mut self, source: &Arc<Source>, warning: Warning, full_path: &str) {
        let (message, severity) = match warning {
            Warning::Always(message) => (message, Severity::Warning),
            Warning::Deprecated(message) => (message, Severity::Deprecation),
        };
        let message = message.replace(full_path, source.name());
        let finding = diagnostic_at(&MALFORMED_HIERA_CONFIG, source, None, message);
        self.findings.push(finding.severity(severity));
    }
}

/// The beginning of a line.
pub(super) fn at_line(line: u32) -> Place {
    Place { line, column: 1 }
}
