//! The compilers for the environments of all nodes.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Result, anyhow};
use pupa_eval::Settings;
use rustc_hash::FxHashMap;

use crate::compiler::{Compiler, Options};
use crate::fleet::Fleet;
use crate::node::{self, Node};
use pupa_project::compile_error::CompileError;
use pupa_project::project::Project;

/// The compiler of one environment, and those of other environments beside it, which are created
/// when a classifier assigns a node to them.
pub struct Compilers {
    first: Arc<Compiler>,
    settings: Settings,
    options: Options,
    others: Mutex<FxHashMap<String, Arc<Compiler>>>,
}

impl Compilers {
    /// Creates the compiler of the first environment.
    pub fn new(project: Project, settings: Settings, options: Options) -> Compilers {
        let first = Arc::new(Compiler::new(project, &settings, options.clone()));
        Compilers { first, settings, options, others: Mutex::default() }
    }

    /// The compilers for the current state of the files if any has changed; `None` otherwise. See
    /// [`Compiler::refreshed`]. Compilers of removed environments are dropped.
    ///
    /// # Errors
    /// When the first environment has been removed, or its `environment.conf` cannot be read.
    pub fn refreshed(&self) -> Result<Option<Compilers>> {
        let first = self.first.refreshed()?;
        let mut is_changed = first.is_some();
        let known = self.others.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut others = FxHashMap::default();
        let mut names: Vec<&String> = known.keys().collect();
        names.sort_unstable();
        for name in names {
            let compiler = match known[name].refreshed() {
                Ok(None) => Arc::clone(&known[name]),
                Ok(Some(compiler)) => {
                    is_changed = true;
                    Arc::new(compiler)
                }
                Err(_) => {
                    is_changed = true;
                    continue;
                }
            };
            others.insert(name.clone(), compiler);
        }
        Ok(is_changed.then(|| Compilers {
            first: first.map_or_else(|| Arc::clone(&self.first), Arc::new),
            settings: self.settings.clone(),
            options: self.options.clone(),
            others: Mutex::new(others),
        }))
    }

    /// The compiler of the first environment.
    pub fn first(&self) -> &Arc<Compiler> {
        &self.first
    }

    /// A node of a fleet, with the compiler of its environment.
    ///
    /// # Errors
    /// When the facts or the classification of the node cannot be read, or its environment is
    /// missing.
    pub fn node(&self, fleet: &Fleet, name: &str) -> Result<(Node, Arc<Compiler>), CompileError> {
        let wrong = |error: anyhow::Error| CompileError::node(format!("{error:#}"));
        let mut node = fleet.node(name, self.first.environment()).map_err(wrong)?;
        let compiler = match &node.data.environment {
            Some(name) => self.of(name).map_err(wrong)?,
            None => Arc::clone(&self.first),
        };
        if fleet.server_facts.is_none() && node.data.environment.is_some() {
            let facts = node::server_facts(&compiler.environment().name);
            node.server_facts = facts.into();
        }
        Ok((node, compiler))
    }

    fn of(&self, name: &str) -> Result<Arc<Compiler>> {
        let first = self.first.environment();
        if name == first.name {
            return Ok(Arc::clone(&self.first));
        }
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = others.get(name) {
            return Ok(Arc::clone(known));
        }
        let parent = first.directory.as_deref().and_then(|directory| directory.parent());
        let system = &self.first.project().files().system;
        let is_name =
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let directory = parent
            .map(|parent| parent.join(name))
            .filter(|path| is_name && system.is_directory(path));
        let Some(directory) = directory else {
            let parent = parent.map(|path| path.display().to_string()).unwrap_or_default();
            return Err(anyhow!(
                "Could not find a directory environment named '{name}' anywhere in the path: \
                 {parent}. Does the directory exist?"
            ));
        };
        let project = self.first.project().sibling(&directory)?;
        // The main manifest of the command line is only for the environment of the command line.
        let options = Options { manifest: None, ..self.options.clone() };
        let compiler = Arc::new(Compiler::new(project, &self.settings, options));
        others.insert(name.to_owned(), Arc::clone(&compiler));
        Ok(compiler)
    }
}
