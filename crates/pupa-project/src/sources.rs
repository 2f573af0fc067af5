//! Files that define something, read once and shared by all runs.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, RwLock};

use pupa_eval::host::{DefinitionFile, HostError, Owner};
use rustc_hash::FxHashMap;

use crate::reading::{self, Loaded};

/// The result of reading a file: missing, read, or an error.
type Answer = Result<Option<DefinitionFile>, HostError>;

/// The files that were asked for so far. A file that changes later has changed too late: all
/// nodes of a run see the same text.
#[derive(Debug)]
pub struct Sources {
    limit: u64,
    known: RwLock<FxHashMap<PathBuf, Arc<OnceLock<Answer>>>>,
}

impl Sources {
    /// Nothing was read yet; no file may be larger than `limit` bytes.
    pub fn new(limit: u64) -> Sources {
        Sources { limit, known: RwLock::default() }
    }

    /// The file of that path, or nothing when there is none.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn read(&self, path: &Path, owner: impl FnOnce() -> Owner) -> Answer {
        let known = self.known.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        let cell = known.get(path).cloned();
        drop(known);
        let cell = cell.unwrap_or_else(|| self.cell(path));
        cell.get_or_init(|| self.load(path, owner)).clone()
    }

    fn cell(&self, path: &Path) -> Arc<OnceLock<Answer>> {
        let mut known = self.known.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        Arc::clone(known.entry(path.to_owned()).or_default())
    }

    fn load(&self, path: &Path, owner: impl FnOnce() -> Owner) -> Answer {
        let shown = path.to_string_lossy();
        match reading::read_own_file(path, &shown, self.limit) {
            Loaded::Text(source) => Ok(Some(DefinitionFile::new(Arc::new(source), owner()))),
            // To ask first would cost as much as the reading of most files.
            Loaded::Problem(..) if !path.exists() || path.is_dir() => Ok(None),
            Loaded::Problem(_, diagnostic) => {
                Err(HostError(format!("{} (file: {shown})", diagnostic.message)))
            }
        }
    }
}
