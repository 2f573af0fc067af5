//! A project: an environment with its modules and data, or modules without an environment.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;
use pupa_system::{System, Tracked};

use crate::data::Data;
use crate::environment::Environment;
use crate::files::Files;
use crate::modules::Modules;

/// The directories of a project, and settings that override those of its environment.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The directory of the environment.
    pub directory: Option<PathBuf>,
    /// Directories with modules, in addition to those of the environment.
    pub modulepath: Vec<PathBuf>,
    /// The name and directory of a module outside the module path.
    pub module: Option<(String, PathBuf)>,
    /// Whether `modulepath` replaces the module path of the environment.
    pub only_given_modules: bool,
    /// The command that prints the version of catalogs; overrides that of the environment.
    pub config_version: Option<String>,
    /// The hiera.yaml of the global layer, which all environments share.
    pub hiera_config: Option<PathBuf>,
    /// Whether data is read only from the directories of the project.
    pub confines_data: bool,
}

/// A project in one state of its files. Files are read once, when they are needed;
/// [`Project::refreshed`] returns the next state, for which only changed files are read again.
#[derive(Debug, Clone)]
pub struct Project {
    options: Arc<Options>,
    environment: Arc<Tracked<Environment>>,
    modules: Arc<Modules>,
    data: Arc<Data>,
}

impl Options {
    /// The options for the environment in a directory.
    pub fn of(directory: impl Into<PathBuf>) -> Options {
        Options { directory: Some(directory.into()), ..Options::default() }
    }
}

impl Project {
    /// Opens a project.
    ///
    /// # Errors
    /// When the directory is missing, or its `environment.conf` cannot be read.
    pub fn open(options: Options, files: Files) -> Result<Project> {
        let environment = environment(&options, &*files.system)?;
        let modules = Modules::new(environment.value.clone(), files);
        let data =
            Data::new(Arc::clone(&modules), options.hiera_config.as_deref(), options.confines_data);
        Ok(Project {
            options: Arc::new(options),
            environment: Arc::new(environment),
            modules,
            data: Arc::new(data),
        })
    }

    /// The project for the current state of the files if any has changed; `None` otherwise. Changes
    /// are found by properties of files, without reading them. Data files are not considered, since
    /// data is refreshed on its own.
    ///
    /// # Errors
    /// As for [`Project::open`].
    pub fn refreshed(&self) -> Result<Option<Project>> {
        let system = &*self.files().system;
        let environment = match self.environment.is_current(system) {
            true => Arc::clone(&self.environment),
            false => Arc::new(environment(&self.options, system)?),
        };
        let Some(modules) = self.modules.refreshed(&environment.value) else {
            return Ok(None);
        };
        let data = Arc::new(self.data.with_modules(Arc::clone(&modules)));
        Ok(Some(Project { options: Arc::clone(&self.options), environment, modules, data }))
    }

    /// The environment in another directory, with the same options.
    ///
    /// # Errors
    /// As for [`Project::open`].
    pub fn sibling(&self, directory: &Path) -> Result<Project> {
        let options = Options {
            directory: Some(directory.to_owned()),
            config_version: None,
            ..Options::clone(&self.options)
        };
        Project::open(options, self.files().clone())
    }

    /// The environment.
    pub fn environment(&self) -> &Environment {
        &self.environment.value
    }

    /// The modules.
    pub fn modules(&self) -> &Arc<Modules> {
        &self.modules
    }

    /// The data.
    pub fn data(&self) -> &Arc<Data> {
        &self.data
    }

    /// The files.
    pub fn files(&self) -> &Files {
        self.modules.files()
    }

    /// The hiera.yaml of the global layer.
    pub fn hiera_config(&self) -> Option<&Path> {
        self.options.hiera_config.as_deref()
    }
}

fn environment(options: &Options, system: &dyn System) -> Result<Tracked<Environment>> {
    let opened = Tracked::make(system, |system| {
        let mut environment =
            Environment::open(system, options.directory.as_deref(), &options.modulepath)?;
        environment.module.clone_from(&options.module);
        if options.only_given_modules {
            environment.modulepath.clone_from(&options.modulepath);
        }
        if options.config_version.is_some() {
            environment.config_version.clone_from(&options.config_version);
        }
        anyhow::Ok(environment)
    });
    Ok(Tracked { value: opened.value?, inputs: opened.inputs })
}
