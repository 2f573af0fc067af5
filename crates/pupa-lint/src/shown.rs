//! The names of files in findings.

use std::path::{Path, PathBuf};

/// The naming of files: those below a directory by their path from there.
#[derive(Debug, Clone, Default)]
pub struct Shown {
    /// The directory.
    pub base: Option<PathBuf>,
}

impl Shown {
    /// The name of a file.
    pub(super) fn name(&self, path: &Path) -> String {
        let inner = self.base.as_ref().and_then(|base| path.strip_prefix(base).ok());
        inner.unwrap_or(path).to_string_lossy().into_owned()
    }
}
