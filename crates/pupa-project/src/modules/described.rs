//! Resource types that are described in `.resource_types` of the environment, as
//! `puppet generate types` writes them. Each is read once, for all nodes.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use pupa_catalog::resource_type::{ResourceType, read};
use pupa_eval::host::{HostError, Owner};
use rustc_hash::FxHashMap;

use crate::sources::Sources;

/// The directory of the descriptions.
const DIRECTORY: &str = ".resource_types";

/// The result of reading a description.
type Answer = Result<Option<Arc<ResourceType>>, HostError>;

/// The descriptions of an environment, by the names of their types.
#[derive(Debug, Default)]
pub(super) struct Described(FxHashMap<String, (PathBuf, OnceLock<Answer>)>);

impl Described {
    /// The descriptions in an environment.
    pub(super) fn find(environment: Option<&Path>) -> Described {
        let Some(directory) = environment.map(|environment| environment.join(DIRECTORY)) else {
            return Described::default();
        };
        let mut described = Described::default();
        for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
            let path = entry.path();
            let is_description = path.extension().is_some_and(|ending| ending == "pp");
            if let Some(name) = path.file_stem().and_then(|name| name.to_str())
                && is_description
            {
                described.0.insert(name.to_owned(), (path.clone(), OnceLock::new()));
            }
        }
        described
    }

    /// The resource type of that name.
    pub(super) fn get(&self, name: &str, sources: &Sources) -> Answer {
        let Some((path, answer)) = self.0.get(name) else { return Ok(None) };
        answer.get_or_init(|| described(path, name, sources)).clone()
    }

    /// The names of the types, in any order.
    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
        self.0.keys()
    }
}

fn described(path: &Path, name: &str, sources: &Sources) -> Answer {
    let Some(file) = sources.read(path, || Owner::Environment)? else { return Ok(None) };
    match read(&file.source, name) {
        Ok(found) => Ok(Some(Arc::new(found))),
        Err(error) => Err(HostError(error.to_string())),
    }
}
