//! The surroundings of a run: the node, its facts, its environment.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use pupa_compiler::fleet::Facts;
use pupa_compiler::node::{self, Node};
use pupa_eval::Evaluator;
use pupa_eval::log::Level;
use pupa_project::data_file;
use pupa_project::environment::Environment;
use pupa_project::host::Machine;
use pupa_project::modules::Modules;
use pupa_project::project::{Options, Project};
use pupa_project::puppet_settings;
use pupa_system::Disk;
use pupa_value::Value;

use crate::cli::WorldArgs;
use crate::settings::Settings;

/// The surroundings of a run, and its permissions.
#[derive(Debug)]
pub(crate) struct World {
    /// The name of the node.
    pub(crate) node: String,
    /// The environment with its modules and data.
    pub(crate) project: Project,
    /// The variables of the top scope.
    variables: Vec<(String, Value)>,
    /// Whether `$settings::…` has the settings of the reference.
    has_puppet_settings: bool,
    /// Whether manifests may run commands and read files.
    pub(crate) allow_system: bool,
    /// Additional paths that Ruby code may read.
    ruby_paths: Vec<PathBuf>,
    /// The directory below which Ruby code may write files.
    ruby_vardir: Option<PathBuf>,
    ruby_commands: bool,
    /// The minimum level of printed messages.
    pub(crate) log_level: Level,
}

impl World {
    /// The world for the arguments.
    pub(crate) fn new(args: &WorldArgs, settings: &Settings) -> Result<World> {
        let project = project(args, settings)?;
        let facts = read_facts(args, settings)?;
        let name = args.node.clone().or_else(|| node::name_in_facts(&facts));
        let name = name.unwrap_or_else(puppet_settings::host_name);
        let node = evaluation(Node::new(&name, facts, project.environment()), args, settings)?;
        let variables = node.variables(&project.environment().name).all;
        Ok(World::of(project, name, variables, args))
    }

    /// The world for templates that are rendered on their own, without a catalog: as in the
    /// reference, there is no certificate and no server.
    pub(crate) fn of_templates(args: &WorldArgs, settings: &Settings) -> Result<World> {
        let project = project(args, settings)?;
        let facts = read_facts(args, settings)?;
        let certname = facts.as_hash().and_then(|facts| facts.get_str("clientcert")?.as_str());
        let name = args.node.clone().or_else(|| certname.map(str::to_owned));
        let name =
            name.or_else(|| node::name_in_facts(&facts)).unwrap_or_else(puppet_settings::host_name);
        let node = Node::new(&name, facts, project.environment());
        let mut node = node.seen_locally().with_facts_of_agents();
        node.server_facts = Value::hash([]);
        let node = evaluation(node, args, settings)?;
        let variables = node.variables_without_catalog(&project.environment().name).all;
        let world = World::of(project, name, variables, args);
        Ok(World { has_puppet_settings: false, ..world })
    }

    fn of(
        project: Project,
        name: String,
        variables: Vec<(String, Value)>,
        args: &WorldArgs,
    ) -> World {
        let around = &args.around;
        World {
            node: name,
            variables,
            has_puppet_settings: true,
            project,
            allow_system: !around.no_system,
            ruby_paths: around.ruby_read.clone(),
            ruby_vardir: around.ruby_vardir.clone(),
            ruby_commands: around.ruby_run,
            log_level: around.log_level.unwrap_or(Level::Notice),
        }
    }

    /// The machine for runs.
    pub(crate) fn machine<'a>(&self) -> Machine<'a> {
        Machine::new(Arc::clone(self.project.modules()), self.allow_system)
            .with_ruby_paths(&self.ruby_paths)
            .with_ruby_vardir(self.ruby_vardir.as_deref())
            .with_ruby_commands(self.ruby_commands)
            .with_data(Arc::clone(self.project.data()))
    }

    /// The environment.
    pub(crate) fn environment(&self) -> &Environment {
        self.project.environment()
    }

    /// The modules of the environment.
    pub(crate) fn modules(&self) -> &Arc<Modules> {
        self.project.modules()
    }

    /// Returns the errors of modules that were left out.
    pub(crate) fn problems(&self) -> &[String] {
        self.modules().problems()
    }

    /// Returns the settings of evaluation.
    pub(crate) fn evaluation(&self, settings: &Settings) -> pupa_eval::Settings {
        let mut evaluation = settings.evaluation();
        evaluation.allow_system = self.allow_system;
        evaluation.ruby_paths.clone_from(&self.ruby_paths);
        evaluation.ruby_vardir.clone_from(&self.ruby_vardir);
        evaluation.ruby_commands = self.ruby_commands;
        let environment = self.environment();
        evaluation.environment.clone_from(&environment.name);
        if self.has_puppet_settings {
            evaluation.puppet_settings =
                Arc::new(puppet_settings::variables(environment, &evaluation));
        }
        evaluation
    }

    /// Sets the variables in an evaluator.
    pub(crate) fn introduce(&self, evaluator: &mut Evaluator<'_>) {
        for (name, value) in &self.variables {
            evaluator.set_variable(name, value.clone());
        }
    }
}

/// The project for the arguments.
fn project(args: &WorldArgs, settings: &Settings) -> Result<Project> {
    settings.project(Options {
        directory: args.around.environment_dir.clone(),
        hiera_config: args.around.hiera_config.clone(),
        confines_data: args.around.no_system,
        ..Options::default()
    })
}

/// The given facts, or else those that the project has for the node.
fn read_facts(args: &WorldArgs, settings: &Settings) -> Result<Value> {
    let directory = settings.facts_directory(args.around.environment_dir.as_deref());
    let in_project =
        || args.node.as_deref().and_then(|node| Facts::file_in(directory?, node, &Disk));
    match args.around.facts.clone().or_else(in_project) {
        Some(path) => node::read_facts(&path, settings.max_file_size),
        None => Ok(Value::hash([])),
    }
}

/// Returns the node with the data in the arguments, or its defaults.
fn evaluation(mut node: Node, args: &WorldArgs, settings: &Settings) -> Result<Node> {
    let limit = settings.max_file_size;
    if let Some(path) = &args.around.trusted {
        node.trusted = Value::Hash(data_file::read_hash(path, limit)?.into());
    }
    if let Some(path) = &args.around.server_facts {
        node.server_facts = Value::Hash(data_file::read_hash(path, limit)?.into());
    }
    Ok(node)
}
