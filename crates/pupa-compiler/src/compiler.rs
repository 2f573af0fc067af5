//! Compiles catalogs: one node of one environment at a time.

mod batch;
mod lookup;

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use pupa_catalog::catalog::{Catalog, Resource};
use pupa_eval::explanation::Explanation;
use pupa_eval::host::{SystemHost, Watch};
use pupa_eval::limits::Limits;
use pupa_eval::log::{Level, Log};
use pupa_eval::{Evaluator, Settings, is_unsupported_ruby};
use pupa_meter::{Allowance, Metering};
use pupa_syntax::diagnostic::Diagnostic;
use pupa_syntax::suggest;
use pupa_syntax::validate::Strict;
use pupa_system::{Cancellation, Command, Streams};
use pupa_value::Value;

use crate::node::Node;
use pupa_project::compile_error::CompileError;
use pupa_project::environment::{Environment, Note};
use pupa_project::exported_resources::Exported;
use pupa_project::host::{Logger, Machine};
use pupa_project::main_manifest::{MainManifest, MainPrograms};
use pupa_project::modules::Modules;
use pupa_project::project::Project;
use pupa_project::puppet_settings;
use pupa_project::ruby_support::RubyCode;

pub use batch::{Batch, Place};
pub use lookup::{LookupRequest, LookupResponse, NodeLookupError};

/// Options of a compiler, in addition to the settings of the language.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The main manifest for all nodes; default: that of the environment.
    pub manifest: Option<MainManifest>,
    /// The version of all catalogs, instead of the one that the environment determines.
    pub catalog_version: Option<String>,
    /// The content of catalogs.
    pub content: Content,
}

/// The content of a catalog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Content {
    /// The resources that the agent of the node applies.
    #[default]
    ForAgents,
    /// The same, and the resources that the node exports, in the form that is stored for other
    /// nodes.
    WithExported,
}

/// Compiles the catalogs of nodes of one environment, in one state of its files.
pub struct Compiler {
    settings: Settings,
    options: Options,
    project: Project,
    main: Arc<MainPrograms>,
    /// A sentence with the number of unsupported features that the Ruby code of modules uses.
    missing_pieces: OnceLock<String>,
    config_version: OnceLock<Result<Value, CompileError>>,
}

/// The connections between a running compilation and its caller.
#[derive(Default)]
pub struct Control<'a> {
    /// The callback that gets each message as soon as it is logged.
    pub logger: Option<Logger<'a>>,
    /// The request to cancel; a cancelled compilation fails.
    pub cancellation: Cancellation,
}

/// The result of compiling a node.
#[derive(Debug)]
pub struct Compiled {
    /// The catalog, or the reason why there is none.
    pub catalog: Result<Catalog, CompileError>,
    /// The logged messages.
    pub logs: Vec<Log>,
    /// The name of the environment.
    pub environment: String,
    /// The resources that the node exports.
    pub exported: Vec<Resource>,
    /// Whether the manifests collect resources that other nodes export.
    pub collects_exported: bool,
    /// The memory and the time that the run used, to go on with when the catalog is written.
    pub watch: Option<RunInProgress>,
}

/// A run whose catalog is not written yet.
#[derive(Clone)]
pub struct RunInProgress(Arc<dyn Watch>);

impl std::fmt::Debug for RunInProgress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("RunInProgress").finish_non_exhaustive()
    }
}

impl RunInProgress {
    /// Goes on to meter the current thread, as long as the result lives.
    pub fn resume(&self, limits: &Limits) -> Metering {
        let allowance = Allowance { work: None, memory: limits.memory, time: limits.time };
        Metering::begin(allowance, Some(Arc::clone(&self.0)))
    }
}

/// The explanation of a resource, for `pupa explain`.
#[derive(Debug)]
pub enum Explained {
    /// The origin of the resource and its parameters.
    Resource(Box<Explanation>),
    /// The catalog has no such resource.
    Missing {
        /// The most similar reference to a resource in the catalog.
        nearest: Option<String>,
    },
}

impl Compiled {
    /// The result without a catalog.
    pub fn failed(error: CompileError, environment: &str) -> Compiled {
        Compiled {
            catalog: Err(error),
            logs: Vec::new(),
            environment: environment.to_owned(),
            exported: Vec::new(),
            collects_exported: false,
            watch: None,
        }
    }
}

impl Compiler {
    /// Creates a compiler for a project, and reads the main manifests.
    pub fn new(project: Project, settings: &Settings, options: Options) -> Compiler {
        let settings = settings_for(&project, settings);
        let manifest = main_manifest(&project, &options);
        let main = Arc::new(MainPrograms::read(manifest, &settings, project.files()));
        Compiler::with(project, settings, options, main)
    }

    fn with(
        project: Project,
        settings: Settings,
        options: Options,
        main: Arc<MainPrograms>,
    ) -> Compiler {
        Compiler {
            settings,
            options,
            project,
            main,
            missing_pieces: OnceLock::new(),
            config_version: OnceLock::new(),
        }
    }

    /// The compiler for the current state of the files if any that it depends on has changed;
    /// `None` otherwise. Only changed files are read again. Changes of data files are noticed in
    /// any case.
    ///
    /// # Errors
    /// When the environment has been removed, or its `environment.conf` cannot be read.
    pub fn refreshed(&self) -> anyhow::Result<Option<Compiler>> {
        let project = self.project.refreshed()?;
        let main = match &project {
            Some(project) if project.environment().manifest != self.environment().manifest => {
                let manifest = main_manifest(project, &self.options);
                Some(MainPrograms::read(manifest, &self.settings, project.files()))
            }
            _ => self.main.refreshed(&self.settings, self.project.files()),
        };
        if project.is_none() && main.is_none() {
            return Ok(None);
        }
        let project = project.unwrap_or_else(|| self.project.clone());
        let settings = settings_for(&project, &self.settings);
        let main = main.map_or_else(|| Arc::clone(&self.main), Arc::new);
        Ok(Some(Compiler::with(project, settings, self.options.clone(), main)))
    }

    /// The project.
    pub fn project(&self) -> &Project {
        &self.project
    }

    /// The environment.
    pub fn environment(&self) -> &Environment {
        self.project.environment()
    }

    /// Notes about the configuration of the environment.
    pub fn notes(&self) -> Vec<Note> {
        let mut notes = self.environment().notes.clone();
        if let Some(command) = &self.environment().config_version
            && !self.settings.allow_system
            && self.options.catalog_version.is_none()
        {
            notes.push(Note::Ignored(format!(
                "config_version `{command}` is not run, since running commands is turned off: \
                 the version comes from the content of each catalog"
            )));
        }
        notes
    }

    /// The modules of the environment.
    pub fn modules(&self) -> &Arc<Modules> {
        self.project.modules()
    }

    /// Compiles the catalog of a node, whose manifests may collect the exported resources.
    pub fn compile(&self, node: &Node, exported: &Exported, control: Control<'_>) -> Compiled {
        if control.cancellation.is_cancelled() {
            let error = CompileError::other("The evaluation was cancelled");
            return Compiled::failed(error, &self.environment().name);
        }
        let host = self.host(node, exported, control);
        let mut evaluator = self.evaluator(node, &host);
        let catalog = self.run(&mut evaluator, node).and_then(|()| self.catalog(&mut evaluator));
        let exported = match &catalog {
            Ok(_) if self.settings.collects_exported => evaluator.exported_resources(),
            _ => Vec::new(),
        };
        let collects_exported = evaluator.collects_exported();
        Compiled {
            catalog,
            logs: evaluator.take_logs(),
            environment: self.environment().name.clone(),
            exported,
            collects_exported,
            watch: host.watch().map(RunInProgress),
        }
    }

    /// Explains a resource of the catalog of a node: `File[/etc/motd]`.
    ///
    /// # Errors
    /// When there is no catalog.
    pub fn explain(
        &self,
        node: &Node,
        exported: &Exported,
        resource: &str,
    ) -> Result<Explained, CompileError> {
        let host = self.host(node, exported, Control::default());
        let mut evaluator = self.evaluator(node, &host);
        evaluator.keep_provenance();
        self.run(&mut evaluator, node)?;
        Ok(match evaluator.explain(resource) {
            Some(explanation) => Explained::Resource(Box::new(explanation)),
            None => {
                let names = evaluator.resource_names();
                let nearest = suggest::nearest(resource, names.iter().map(String::as_str));
                Explained::Missing { nearest: nearest.map(str::to_owned) }
            }
        })
    }

    fn host<'a>(
        &self,
        node: &'a Node,
        exported: &'a Exported,
        control: Control<'a>,
    ) -> Machine<'a> {
        let host = Machine::new(Arc::clone(self.modules()), self.settings.allow_system)
            .with_ruby_paths(&self.settings.ruby_paths)
            .with_ruby_vardir(self.settings.ruby_vardir.as_deref())
            .with_ruby_commands(self.settings.ruby_commands)
            .with_exported(exported, &node.name)
            .with_cancellation(control.cancellation)
            .with_data(Arc::clone(self.project.data()));
        match control.logger {
            Some(logger) => host.with_logger(logger),
            None => host,
        }
    }

    /// An evaluator with the facts and classification of the node.
    fn evaluator<'h>(&self, node: &Node, host: &'h Machine<'_>) -> Evaluator<'h> {
        let mut evaluator = Evaluator::new(self.settings.clone(), host);
        let variables = node.variables(&self.environment().name);
        for warning in variables.warnings {
            evaluator.say(Level::Warning, warning);
        }
        for (name, value) in variables.all {
            evaluator.set_variable(&name, value);
        }
        evaluator.set_node_classes(node.data.classes.clone());
        evaluator
    }

    fn run(&self, evaluator: &mut Evaluator<'_>, node: &Node) -> Result<(), CompileError> {
        let programs = self.main.programs()?;
        evaluator.define_all(programs)?;
        evaluator.compile(programs, &node.name).map_err(|error| self.with_count(error))?;
        Ok(())
    }

    /// Adds to an error about an unsupported feature how many others the modules use.
    fn with_count(&self, mut error: Diagnostic) -> Diagnostic {
        if is_unsupported_ruby(&error) && error.help.is_none() {
            error.help = Some(self.missing_pieces.get_or_init(|| self.count_missing()).clone());
        }
        error
    }

    fn count_missing(&self) -> String {
        let modules = self.modules();
        let names = modules.names();
        let directories = names.iter().filter_map(|name| modules.directory(name));
        let directories: Vec<PathBuf> = directories.map(Path::to_owned).collect();
        let code = RubyCode::read(&directories, &[], self.project.files().max_size);
        let count = match code.unsupported().len() {
            0 => {
                return "a look at the names in all modules finds no use of another missing piece"
                    .to_owned();
            }
            1 => "1 place in the modules of this environment uses something".to_owned(),
            count => format!("{count} places in the modules of this environment use something"),
        };
        format!("{count} that Pupa may not have; `pupa check --ruby-support` lists them")
    }

    fn catalog(&self, evaluator: &mut Evaluator<'_>) -> Result<Catalog, CompileError> {
        let mut catalog = match self.options.content {
            Content::ForAgents => evaluator.catalog(),
            Content::WithExported => evaluator.stored_catalog(),
        };
        catalog.version = self.version()?;
        if !self.environment().rich_data {
            let is_strict = self.settings.strict == Strict::Error;
            let warnings = catalog.make_plain(is_strict);
            let warnings = warnings.map_err(|error| CompileError::other(error.message))?;
            warnings.into_iter().for_each(|warning| evaluator.say(Level::Warning, warning));
        }
        Ok(catalog)
    }

    /// The version of the catalog; undef if there is no command that prints it. Then it is computed
    /// from the content of the catalog.
    fn version(&self) -> Result<Value, CompileError> {
        if let Some(version) = &self.options.catalog_version {
            return Ok(Value::from(version.as_str()));
        }
        let Some(command) = &self.environment().config_version else { return Ok(Value::Undef) };
        if !self.settings.allow_system {
            return Ok(Value::Undef);
        }
        let version = self.config_version.get_or_init(|| {
            self.run_command(command).map(Value::from).map_err(|detail| {
                CompileError::other(format!(
                    "Execution of config_version command `{command}` failed: {detail}"
                ))
            })
        });
        version.clone()
    }

    /// Runs a command line and returns its output.
    fn run_command(&self, command: &str) -> Result<String, String> {
        let words = ["sh", "-c", command].map(str::to_owned);
        let files = self.project.files();
        let (streams, limits) = (Streams::Separate, files.commands);
        let run = Command { words: &words, directory: None, streams, limits };
        let finished = files.system.run(&run).map_err(|error| error.to_string())?;
        let printed = String::from_utf8_lossy(&finished.output);
        if finished.is_success() {
            return Ok(printed.trim().to_owned());
        }
        let errors = String::from_utf8_lossy(&finished.errors);
        let code = finished.code.unwrap_or(1);
        let all = format!("{printed}{errors}");
        Err(format!("Execution of '{command}' returned {code}: {}", all.trim()))
    }
}

/// The settings for runs in a project.
fn settings_for(project: &Project, settings: &Settings) -> Settings {
    let environment = project.environment();
    let mut settings = settings.clone();
    settings.environment.clone_from(&environment.name);
    settings.puppet_settings = Arc::new(puppet_settings::variables(environment, &settings));
    settings
}

/// The main manifest: that of the options, or else that of the environment.
fn main_manifest(project: &Project, options: &Options) -> MainManifest {
    let own = || project.environment().manifest.clone().map(MainManifest::Own);
    options.manifest.clone().or_else(own).unwrap_or(MainManifest::Nothing)
}
