//! Many nodes: their names, and the sources of their facts and their classification.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use pupa_value::Value;

use crate::builtin_facts::BuiltInSystem;
use crate::node::{self, Node};
use crate::node_data::Classifier;
use pupa_project::environment::Environment;
use pupa_project::files::Files;
use pupa_system::{Kind, System};

/// The nodes to compile, and the sources of their facts and classification.
#[derive(Debug, Clone)]
pub struct Fleet {
    /// The names of the nodes, in order.
    pub names: Vec<String>,
    /// The source of their facts.
    pub facts: Facts,
    /// The value of `$trusted`, if the user has given one.
    pub trusted: Option<Value>,
    /// The value of `$server_facts`, if the user has given one.
    pub server_facts: Option<Value>,
    /// The classifier of the nodes.
    pub classifier: Classifier,
    /// The files of the machine.
    pub files: Files,
}

/// The source of facts.
#[derive(Debug, Clone)]
pub enum Facts {
    /// All nodes have the same facts.
    Shared(Value),
    /// Built-in facts of a system, with the names of the nodes.
    BuiltIn(&'static BuiltInSystem),
    /// In a directory with a file for each node.
    Directory(PathBuf),
    /// A directory with files for some nodes; the others have no facts.
    Known(PathBuf),
}

/// The extensions of files with facts.
const ENDINGS: [&str; 3] = ["json", "yaml", "yml"];

impl Facts {
    /// The names of the nodes that have a file in a directory, sorted.
    ///
    /// # Errors
    /// When the directory can't be read.
    pub fn names_in(directory: &Path, system: &dyn System) -> Result<Vec<String>> {
        let entries = system
            .list(directory)
            .with_context(|| format!("cannot read {}", directory.display()))?;
        let mut names: Vec<String> = Vec::new();
        for entry in entries {
            let path = Path::new(&entry.name);
            let is_facts =
                path.extension().is_some_and(|end| ENDINGS.iter().any(|one| end == *one));
            let name = path.file_stem().and_then(|name| name.to_str());
            let is_facts = is_facts && entry.kind != Kind::Directory;
            if let Some(name) = name.filter(|name| is_facts && !name.starts_with('.')) {
                names.push(name.to_owned());
            }
        }
        names.sort_unstable();
        names.dedup();
        Ok(names)
    }

    /// The file with the facts of a node, in a directory.
    pub fn file_in(directory: &Path, node: &str, system: &dyn System) -> Option<PathBuf> {
        let paths = ENDINGS.map(|ending| directory.join(format!("{node}.{ending}")));
        paths.into_iter().find(|path| system.is_file(path))
    }

    fn of(&self, node: &str, files: &Files) -> Result<Value> {
        match self {
            Facts::Shared(facts) => Ok(facts.clone()),
            Facts::BuiltIn(system) => Ok(system.facts(node)),
            Facts::Directory(directory) => {
                let path = Facts::file_in(directory, node, &*files.system).with_context(|| {
                    format!("there are no facts of {node} in {}", directory.display())
                })?;
                node::read_facts(&path, files.max_size)
            }
            Facts::Known(directory) => match Facts::file_in(directory, node, &*files.system) {
                Some(path) => node::read_facts(&path, files.max_size),
                None => Ok(Value::hash([])),
            },
        }
    }
}

impl Fleet {
    /// Reads the facts and the classification of a node. The node belongs to `environment`, unless
    /// the classifier assigns it to another one.
    ///
    /// # Errors
    /// When they can't be read.
    pub fn node(&self, name: &str, environment: &Environment) -> Result<Node> {
        let data = self.classifier.classify(name, &self.files)?;
        let mut node = Node::new(name, self.facts.of(name, &self.files)?, environment);
        node.data = data;
        if let Some(trusted) = &self.trusted {
            node.trusted = trusted.clone();
        }
        if let Some(server_facts) = &self.server_facts {
            node.server_facts = server_facts.clone();
        }
        Ok(node)
    }
}
