//! Templates in files, read once and shared by all runs.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use pupa_eval::host::HostError;
use pupa_eval::template_file::TemplateFile;
use rustc_hash::FxHashMap;

use crate::reading;

/// The result of reading a template.
type Answer = Result<TemplateFile, HostError>;

/// The templates that were asked for so far. A file that changes later has changed too late: all
/// nodes of a run see the same text.
#[derive(Debug)]
pub struct Templates {
    limit: u64,
    known: RwLock<FxHashMap<Box<str>, Arc<OnceLock<Answer>>>>,
}

impl Templates {
    /// Nothing was read yet; no template may be larger than `limit` bytes.
    pub fn new(limit: u64) -> Templates {
        Templates { limit, known: RwLock::default() }
    }

    /// The template of that path.
    ///
    /// # Errors
    /// When it cannot be read, or is not text.
    pub fn read(&self, path: &str) -> Answer {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner).get(path).cloned();
        let cell = known.unwrap_or_else(|| self.cell(path));
        let read = || TemplateFile::new(path, reading::read_bytes(path, self.limit)?);
        cell.get_or_init(read).clone()
    }

    fn cell(&self, path: &str) -> Arc<OnceLock<Answer>> {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(path.into()).or_default())
    }
}
