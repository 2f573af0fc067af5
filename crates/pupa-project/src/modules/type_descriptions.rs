//! Descriptions of resource types in the directory `.resource_types` of the environment, which
//! `puppet generate types` writes. Each is read once, for all nodes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_catalog::resource_type::{ResourceType, read};
use pupa_eval::host::{HostError, Owner};
use pupa_system::System;
use rustc_hash::FxHashMap;

use crate::file_cache::paths_in;
use crate::sources;

/// The directory with the descriptions.
const DIRECTORY: &str = ".resource_types";

/// The result of reading a description.
pub(super) type Description = Result<Option<Arc<ResourceType>>, HostError>;

/// The files with descriptions in an environment, by the name of the resource type.
#[derive(Debug, Default)]
pub(super) struct TypeDescriptions(FxHashMap<String, PathBuf>);

impl TypeDescriptions {
    /// Finds the descriptions in the directory of an environment.
    pub(super) fn find(system: &dyn System, environment: Option<&Path>) -> TypeDescriptions {
        let Some(directory) = environment.map(|environment| environment.join(DIRECTORY)) else {
            return TypeDescriptions::default();
        };
        let mut described = TypeDescriptions::default();
        for path in paths_in(&directory, system) {
            let is_description = path.extension().is_some_and(|ending| ending == "pp");
            if let Some(name) = path.file_stem().and_then(|name| name.to_str())
                && is_description
            {
                described.0.insert(name.to_owned(), path.clone());
            }
        }
        described
    }

    /// The file that describes a resource type.
    pub(super) fn file(&self, name: &str) -> Option<&Path> {
        self.0.get(name).map(PathBuf::as_path)
    }

    /// The names of the resource types, in any order.
    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
        self.0.keys()
    }
}

/// Reads the description of a resource type.
pub(super) fn description(system: &dyn System, path: &Path, name: &str, limit: u64) -> Description {
    let file = sources::definition(system, path, limit, || Owner::Environment)?;
    let Some(file) = file else { return Ok(None) };
    match read(&file.source, name) {
        Ok(found) => Ok(Some(Arc::new(found))),
        Err(error) => Err(HostError(error.to_string())),
    }
}
