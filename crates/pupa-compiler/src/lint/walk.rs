//! Files below directories.

use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Directories that are nested deeper than this are left out.
const MAX_DEPTH: usize = 64;

/// All files below a directory, in order of their paths. Hidden ones are left out, and so are the
/// directories that `skips` names, and links that lead back to where they are.
pub(super) fn files_below(directory: &Path, skips: &[PathBuf]) -> Vec<PathBuf> {
    let mut walk = Walk { skips, around: Vec::new(), found: Vec::new() };
    if let Ok(kind) = fs::metadata(directory) {
        walk.enter(directory, &kind);
    }
    walk.found.sort_unstable();
    walk.found
}

struct Walk<'s> {
    skips: &'s [PathBuf],
    /// The directories around, by device and number.
    around: Vec<(u64, u64)>,
    found: Vec<PathBuf>,
}

impl Walk<'_> {
    fn enter(&mut self, directory: &Path, kind: &Metadata) {
        let identity = (kind.dev(), kind.ino());
        if self.around.len() > MAX_DEPTH || self.around.contains(&identity) {
            return;
        }
        self.around.push(identity);
        for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            let path = entry.path();
            let Ok(kind) = fs::metadata(&path) else { continue };
            if kind.is_file() {
                self.found.push(path);
            } else if kind.is_dir() && !self.skips.contains(&path) {
                self.enter(&path, &kind);
            }
        }
        self.around.pop();
    }
}

/// How the name of a file ends, in lower case.
pub(super) fn ending(path: &str) -> Option<String> {
    let name = path.rsplit('/').next().unwrap_or_default();
    let (_, ending) = name.rsplit_once('.')?;
    Some(ending.to_lowercase())
}
