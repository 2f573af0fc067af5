//! The list of modules on a module path.

use std::io;
use std::path::{Path, PathBuf};

use pupa_system::System;
use rustc_hash::FxHashMap;

use super::is_module_name;
use crate::environment::Environment;
use crate::file_cache::FileCache;
use crate::metadata::{self, Metadata};

/// The metadata of modules, by their directories.
pub(super) type MetadataFiles = FileCache<Result<Metadata, String>>;

/// The modules on a module path.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// The directory of each module, by name.
    pub(super) directories: FxHashMap<Box<str>, PathBuf>,
    /// The names in the order of the module path; within a directory, sorted.
    pub(super) order: Vec<Box<str>>,
    /// The values of the deprecated setting `data_provider` in the metadata, by module.
    pub(super) data_providers: FxHashMap<Box<str>, String>,
    /// The errors of modules that were left out.
    pub(super) problems: Vec<String>,
}

impl Index {
    /// Lists the modules.
    pub(super) fn new(
        system: &dyn System,
        environment: &Environment,
        metadata: &MetadataFiles,
        limit: u64,
    ) -> Index {
        let mut index = Index::default();
        if let Some((name, directory)) = &environment.module {
            index.add(system, directory.clone(), name.clone(), metadata, limit);
        }
        for directory in &environment.modulepath {
            let entries = match system.list(directory) {
                Ok(entries) => entries,
                // As in the reference, a missing directory has no modules.
                Err(error) if is_missing(&error) => continue,
                Err(error) => {
                    index.problems.push(format!("cannot read {}: {error}", directory.display()));
                    continue;
                }
            };
            let mut names: Vec<String> =
                entries.into_iter().filter_map(|entry| entry.name.into_string().ok()).collect();
            names.sort_unstable();
            for name in names.into_iter().filter(|name| is_module_name(name)) {
                index.add(system, directory.join(&name), name, metadata, limit);
            }
        }
        index
    }

    /// Adds a module, unless there already is one of this name. A broken or circular link does not
    /// count as a directory.
    fn add(
        &mut self,
        system: &dyn System,
        path: PathBuf,
        name: String,
        metadata: &MetadataFiles,
        limit: u64,
    ) {
        if self.directories.contains_key(name.as_str()) || !system.is_directory(&path) {
            return;
        }
        let read = |system: &dyn System| metadata::of_module(system, &path, &name, limit);
        match metadata.get(&path, system, read) {
            Ok(metadata) => {
                if let Some(provider) = metadata.data_provider() {
                    self.data_providers.insert(name.as_str().into(), provider.to_owned());
                }
                self.order.push(name.as_str().into());
                self.directories.insert(name.into(), path);
            }
            Err(problem) => self.problems.push(problem),
        }
    }

    /// The directory of a module.
    pub(super) fn directory(&self, module: &str) -> Option<&Path> {
        self.directories.get(module).map(PathBuf::as_path)
    }
}

fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
