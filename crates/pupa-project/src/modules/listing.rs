//! Files below a directory of a module.

use std::path::{Path, PathBuf};

use pupa_system::{Kind, System};

/// All templates in Puppet (`.epp`) below a directory, in the order of their paths. Links to
/// directories are not followed: they may lead back.
pub(super) fn templates_below(system: &dyn System, directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut pending = vec![directory.to_owned()];
    while let Some(directory) = pending.pop() {
        for entry in system.list(&directory).unwrap_or_default() {
            let path = directory.join(entry.name);
            if entry.kind == Kind::Directory {
                pending.push(path);
            } else if path.extension().is_some_and(|ending| ending == "epp")
                && system.is_file(&path)
            {
                found.push(path);
            }
        }
    }
    found.sort_unstable();
    found
}
