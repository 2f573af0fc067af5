//! Files below a directory of a module.

use std::path::{Path, PathBuf};

/// All templates in Puppet (`.epp`) below a directory, in the order of their paths. Links to
/// directories are not followed: they may lead back.
pub(super) fn templates_below(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut pending = vec![directory.to_owned()];
    while let Some(directory) = pending.pop() {
        for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
            let (path, kind) = (entry.path(), entry.file_type());
            if kind.is_ok_and(|kind| kind.is_dir()) {
                pending.push(path);
            } else if path.extension().is_some_and(|ending| ending == "epp") && path.is_file() {
                found.push(path);
            }
        }
    }
    found.sort_unstable();
    found
}
