//! Files of Ruby code, read and parsed once and shared by all runs.

use std::path::Path;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use pupa_eval::host::{FileError, RubySource};
use rustc_hash::FxHashMap;

use crate::regular_file;
use crate::sandbox::file_error;

/// The result of reading a file.
type Answer = Result<RubySource, FileError>;

/// The files that were asked for so far. A file that changes later has changed too late: all
/// nodes of a run see the same text.
#[derive(Debug)]
pub struct RubySources {
    limit: u64,
    known: RwLock<FxHashMap<Box<str>, Arc<OnceLock<Answer>>>>,
}

impl RubySources {
    /// Nothing was read yet; no file may be larger than `limit` bytes.
    pub fn new(limit: u64) -> RubySources {
        RubySources { limit, known: RwLock::default() }
    }

    /// The file of that path.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn read(&self, path: &str) -> Answer {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner).get(path).cloned();
        let cell = known.unwrap_or_else(|| self.cell(path));
        cell.get_or_init(|| self.load(path)).clone()
    }

    fn load(&self, path: &str) -> Answer {
        let text = regular_file::read(Path::new(path), self.limit);
        Ok(RubySource::new(path, text.map_err(|error| file_error(&error))?))
    }

    fn cell(&self, path: &str) -> Arc<OnceLock<Answer>> {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(path.into()).or_default())
    }
}
