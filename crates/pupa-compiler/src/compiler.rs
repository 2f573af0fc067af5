//! Compiles the catalogs of nodes.

mod lookup;
mod many;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};

use pupa_catalog::catalog::{Catalog, Resource};
use pupa_eval::explanation::Explanation;
use pupa_eval::failure::Failure;
use pupa_eval::log::{Level, Log};
use pupa_eval::program::Program;
use pupa_eval::{Evaluator, Settings};
use pupa_syntax::suggest;
use pupa_syntax::validate::Strict;
use pupa_value::Value;

use crate::node::Node;
use pupa_project::data::Data;
use pupa_project::environment::{Environment, Note};
use pupa_project::exported::Exported;
use pupa_project::host::{Logger, Machine};
use pupa_project::main_manifest::MainManifest;
use pupa_project::modules::Modules;
use pupa_project::puppet_settings;
use pupa_project::ruby_support::RubyCode;
use pupa_project::trouble::Trouble;

pub use lookup::{Asked, LookedUp, NoAnswer};
pub use many::{Many, Place};

/// Options of a compiler besides the settings of the language.
#[derive(Debug, Clone)]
pub struct Options {
    /// The main manifest of every node [default: that of the environment].
    pub manifest: Option<MainManifest>,
    /// Files larger than this are not read.
    pub max_file_size: u64,
    /// The version of catalogs, instead of that of the environment.
    pub catalog_version: Option<String>,
    /// The content of catalogs.
    pub content: Content,
    /// The configuration of the data that all environments have.
    pub hiera_config: Option<PathBuf>,
}

/// The content of a catalog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Content {
    /// The resources that the agent of the node applies.
    #[default]
    ForAgents,
    /// That, and what the node exports, as it is stored for other nodes.
    WithExported,
}

/// Compiles the catalogs of nodes of one environment.
pub struct Compiler {
    settings: Settings,
    modules: Arc<Modules>,
    max_file_size: u64,
    /// The number of missing pieces that Ruby code of modules uses, as a sentence.
    missing_pieces: OnceLock<String>,
    data: Arc<Data>,
    main: Result<Vec<Arc<Program>>, Trouble>,
    catalog_version: Option<String>,
    content: Content,
    config_version: OnceLock<Result<Value, Trouble>>,
}

/// The result of compiling a node.
#[derive(Debug)]
pub struct Compiled {
    /// Its catalog, or why there is none.
    pub catalog: Result<Catalog, Trouble>,
    /// The messages that were logged.
    pub logs: Vec<Log>,
    /// The name of its environment.
    pub environment: String,
    /// The resources that it exports.
    pub exported: Vec<Resource>,
    /// Whether it collects what other nodes export.
    pub collects_exported: bool,
}

/// The explanation of a resource.
#[derive(Debug)]
pub enum Explained {
    /// The origin of the resource.
    Resource(Box<Explanation>),
    /// The catalog has none of that name.
    Missing {
        /// The nearest known name.
        nearest: Option<String>,
    },
}

impl Compiled {
    /// The result without a catalog.
    fn failed(trouble: Trouble, environment: &str) -> Compiled {
        Compiled {
            catalog: Err(trouble),
            logs: Vec::new(),
            environment: environment.to_owned(),
            exported: Vec::new(),
            collects_exported: false,
        }
    }
}

impl Compiler {
    /// A compiler for an environment. Its main manifests are read now.
    pub fn new(environment: Environment, settings: &Settings, options: Options) -> Compiler {
        let mut settings = settings.clone();
        settings.environment.clone_from(&environment.name);
        let mut environment = environment;
        if let Some(command) = &environment.config_version
            && !settings.allow_system
            && options.catalog_version.is_none()
        {
            environment.notes.push(Note::Ignored(format!(
                "config_version `{command}` is not run, since running commands is turned off: \
                 the version comes from the content of each catalog"
            )));
        }
        settings.puppet_settings = Arc::new(puppet_settings::variables(&environment, &settings));
        let own = || environment.manifest.clone().map(MainManifest::Own);
        let manifest = options.manifest.or_else(own).unwrap_or(MainManifest::Nothing);
        let modules = Arc::new(Modules::new(environment, options.max_file_size));
        Compiler {
            main: manifest.programs(&settings, options.max_file_size),
            settings,
            data: Arc::new(Data::new(
                Arc::clone(&modules),
                options.hiera_config.as_deref(),
                options.max_file_size,
            )),
            modules,
            max_file_size: options.max_file_size,
            missing_pieces: OnceLock::new(),
            catalog_version: options.catalog_version,
            content: options.content,
            config_version: OnceLock::new(),
        }
    }

    /// The environment.
    pub fn environment(&self) -> &Environment {
        self.modules.environment()
    }

    /// The modules of the environment.
    pub fn modules(&self) -> &Arc<Modules> {
        &self.modules
    }

    /// Compiles the catalog of a node, which may collect what is exported. The logger, if there is
    /// one, receives messages as soon as they are logged.
    pub fn compile(
        &self,
        node: &Node,
        exported: &Exported,
        logger: Option<Logger<'_>>,
    ) -> Compiled {
        let host = self.host(node, exported, logger);
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
    ) -> Result<Explained, Trouble> {
        let host = self.host(node, exported, None);
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
        logger: Option<Logger<'a>>,
    ) -> Machine<'a> {
        let host = Machine::new(Arc::clone(&self.modules), self.settings.allow_system)
            .with_ruby_paths(&self.settings.ruby_paths)
            .with_ruby_commands(self.settings.ruby_commands)
            .with_exported(exported, &node.name)
            .with_data(Arc::clone(&self.data));
        match logger {
            Some(logger) => host.with_logger(logger),
            None => host,
        }
    }

    /// A run that knows the node.
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

    fn run(&self, evaluator: &mut Evaluator<'_>, node: &Node) -> Result<(), Trouble> {
        let programs = self.main.as_ref().map_err(Trouble::clone)?;
        evaluator.define_all(programs)?;
        evaluator.compile(programs, &node.name).map_err(|failure| self.with_count(failure))?;
        Ok(())
    }

    /// Says how many other things are missing, if a failure is about one.
    fn with_count(&self, mut failure: Failure) -> Failure {
        if failure.code == "ruby-not-supported" && failure.help.is_none() {
            failure.help = Some(self.missing_pieces.get_or_init(|| self.count_missing()).clone());
        }
        failure
    }

    fn count_missing(&self) -> String {
        let names = self.modules.names();
        let directories = names.iter().filter_map(|name| self.modules.directory(name));
        let directories: Vec<PathBuf> = directories.map(Path::to_owned).collect();
        let code = RubyCode::read(&directories, &[], self.max_file_size);
        let count = match code.findings().len() {
            0 => {
                return "a look at the names in all modules finds no use of another missing piece"
                    .to_owned();
            }
            1 => "1 place in the modules of this environment uses something".to_owned(),
            count => format!("{count} places in the modules of this environment use something"),
        };
        format!("{count} that Pupa may not have; `pupa check --ruby-support` lists them")
    }

    fn catalog(&self, evaluator: &mut Evaluator<'_>) -> Result<Catalog, Trouble> {
        let mut catalog = match self.content {
            Content::ForAgents => evaluator.catalog(),
            Content::WithExported => evaluator.stored_catalog(),
        };
        catalog.version = self.version()?;
        if !self.environment().rich_data {
            let is_strict = self.settings.strict == Strict::Error;
            let warnings = catalog.make_plain(is_strict);
            let warnings = warnings.map_err(|error| Trouble::Other(error.message))?;
            warnings.into_iter().for_each(|warning| evaluator.say(Level::Warning, warning));
        }
        Ok(catalog)
    }

    /// The version of the configuration; undef without a command that prints it, so that the
    /// content of the catalog gives it.
    fn version(&self) -> Result<Value, Trouble> {
        if let Some(version) = &self.catalog_version {
            return Ok(Value::from(version.as_str()));
        }
        let Some(command) = &self.environment().config_version else { return Ok(Value::Undef) };
        if !self.settings.allow_system {
            return Ok(Value::Undef);
        }
        let version = self.config_version.get_or_init(|| {
            run_command(command).map(Value::from).map_err(|detail| {
                Trouble::Other(format!(
                    "Execution of config_version command `{command}` failed: {detail}"
                ))
            })
        });
        version.clone()
    }
}

/// Runs a command line, and returns what it prints.
fn run_command(command: &str) -> Result<String, String> {
    let output =
        Command::new("sh").args(["-c", command]).stdin(std::process::Stdio::null()).output();
    let output = output.map_err(|error| error.to_string())?;
    let printed = String::from_utf8_lossy(&output.stdout);
    if output.status.success() {
        return Ok(printed.trim().to_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code().unwrap_or(1);
    let all = format!("{printed}{said}");
    Err(format!("Execution of '{command}' returned {code}: {}", all.trim()))
}
