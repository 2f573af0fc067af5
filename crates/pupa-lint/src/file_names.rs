//! The names of files in messages.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_syntax::source::Source;
use rustc_hash::FxHashMap;

use pupa_syntax::diagnostic::Diagnostic;

/// The names of files in findings: relative to a directory if they are below it.
#[derive(Debug, Clone, Default)]
pub struct FileNames {
    /// The directory.
    pub base: Option<PathBuf>,
}

impl FileNames {
    /// Renames the sources of findings about code; the index names them by their absolute paths.
    pub(super) fn apply(&self, findings: &mut [Diagnostic]) {
        let mut renamed: FxHashMap<String, Arc<Source>> = FxHashMap::default();
        for location in findings.iter_mut().flat_map(Diagnostic::locations_mut) {
            let path = location.source.name();
            let name = self.name(Path::new(path));
            if name != path {
                let make = || Arc::new(Source::new(name, location.source.text()));
                let source = renamed.entry(path.to_owned()).or_insert_with(make);
                location.source = Arc::clone(source);
            }
        }
    }

    /// The name of a file.
    pub(super) fn name(&self, path: &Path) -> String {
        let inner = self.base.as_ref().and_then(|base| path.strip_prefix(base).ok());
        inner.unwrap_or(path).to_string_lossy().into_owned()
    }
}
