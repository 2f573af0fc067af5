//! What a program knows: the node it runs for, its facts, its environment.

use std::sync::Arc;

use anyhow::Result;
use pupa_compiler::data::Data;
use pupa_compiler::data_file;
use pupa_compiler::environment::Environment;
use pupa_compiler::host::Machine;
use pupa_compiler::modules::Modules;
use pupa_compiler::node::{self, Node};
use pupa_compiler::puppet_settings;
use pupa_eval::Evaluator;
use pupa_eval::log::Level;
use pupa_value::Value;

use crate::cli::WorldArgs;
use crate::settings::Settings;

/// What a program knows, and what it may do.
#[derive(Debug)]
pub(crate) struct World {
    /// The name of the node.
    pub(crate) node: String,
    /// The environment.
    pub(crate) environment: Environment,
    modules: Arc<Modules>,
    data: Arc<Data>,
    /// The variables of the top scope.
    variables: Vec<(String, Value)>,
    /// Whether programs may run commands and read files.
    pub(crate) allow_system: bool,
    /// The least important messages to print.
    pub(crate) log_level: Level,
}

impl World {
    /// The world that the arguments describe.
    pub(crate) fn new(args: &WorldArgs, settings: &Settings) -> Result<World> {
        let around = &args.around;
        let environment = settings.environment(around.environment_dir.as_deref())?;
        let limit = settings.max_file_size;
        let facts =
            around.facts.as_deref().map(|path| node::read_facts(path, limit)).transpose()?;
        let facts = facts.unwrap_or_else(|| Value::hash([]));
        let name = args.node.clone().or_else(|| node::name_in_facts(&facts));
        let name = name.unwrap_or_else(node::host_name);
        let mut node = Node::new(&name, facts, &environment);
        if let Some(path) = &around.trusted {
            node.trusted = Value::Hash(data_file::read_hash(path, limit)?.into());
        }
        if let Some(path) = &around.server_facts {
            node.server_facts = Value::Hash(data_file::read_hash(path, limit)?.into());
        }
        let modules = Arc::new(Modules::new(environment.clone(), limit));
        let hiera_config = around.hiera_config.as_deref();
        let data = Data::new(Arc::clone(&modules), hiera_config, limit);
        Ok(World {
            node: name,
            variables: node.variables(&environment.name).all,
            modules,
            data: Arc::new(data),
            environment,
            allow_system: !around.no_system,
            log_level: around.log_level.unwrap_or(Level::Notice),
        })
    }

    /// The machine that programs run on.
    pub(crate) fn machine<'a>(&self) -> Machine<'a> {
        Machine::new(Arc::clone(&self.modules), self.allow_system).with_data(Arc::clone(&self.data))
    }

    /// The modules of the environment.
    pub(crate) fn modules(&self) -> &Arc<Modules> {
        &self.modules
    }

    /// What is wrong with modules that were left out.
    pub(crate) fn problems(&self) -> &[String] {
        self.modules.problems()
    }

    /// What a run is told.
    pub(crate) fn evaluation(&self, settings: &Settings) -> pupa_eval::Settings {
        let mut told = settings.evaluation();
        told.allow_system = self.allow_system;
        told.environment.clone_from(&self.environment.name);
        told.puppet_settings = Arc::new(puppet_settings::variables(&self.environment, &told));
        told
    }

    /// Tells a run of the variables.
    pub(crate) fn introduce(&self, evaluator: &mut Evaluator<'_>) {
        for (name, value) in &self.variables {
            evaluator.set_variable(name, value.clone());
        }
    }
}
