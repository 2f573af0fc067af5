//! The place of a file in a module, which decides the definitions that are allowed in it.
//!
//! The reference knows its module path and judges every file below it. Most checks run without
//! one (in an editor, in a checkout of a single module), so we also find modules by themselves:
//!
//! 1. In a directory of the module path (`--modulepath`, `pupa.toml`) a file belongs to the
//!    module named by the next directory, regardless of the file's directory in it, as in the
//!    reference.
//! 2. Else only a file below a folder `manifests`, `functions`, `types` or `plans` can belong
//!    to a module, and does when the directory that holds this folder
//!    - is `modules/NAME`: the module is called NAME, if that can be the name of a module, or
//!    - has a `metadata.json`: the module's name is the last part of the `name` in it.
//!
//! A directory with `environment.conf` or its own `modules` is an environment, never a module:
//! its `manifests` may hold what they like. So may `examples`, `tests` and `spec` of a module
//! that was found by itself: they are not loaded by name.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use pupa_syntax::validate::{ModuleFile, module_file};
use pupa_system::{Disk, System};

use crate::files::LARGEST_CONFIGURATION;
use crate::metadata::Metadata;
use crate::modules::is_module_name;
use crate::paths::absolute;

/// The directories of a module whose files are loaded by name.
const FOLDERS: [&str; 4] = ["manifests", "functions", "types", "plans"];

/// The directories to search for modules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Search {
    /// By the module path, then by neighbouring files (rules 1 and 2).
    Everywhere,
    /// By the module path only (rule 1), like the reference.
    ModulePath,
}

/// Finds the module of a file; remembers which directories are modules.
#[derive(Debug)]
pub struct ModulePlaces<'a> {
    modulepath: &'a [PathBuf],
    search: Search,
    /// The directory to which relative paths refer.
    base: PathBuf,
    names: HashMap<PathBuf, Option<String>>,
}

impl<'a> ModulePlaces<'a> {
    /// Finds modules on this module path, whose directories are absolute.
    pub fn new(modulepath: &'a [PathBuf], search: Search) -> ModulePlaces<'a> {
        let base = absolute(Path::new("."));
        ModulePlaces { modulepath, search, base, names: HashMap::new() }
    }

    /// Returns the module of a file and the name that its path implies; `None` for files outside of
    /// modules.
    pub fn place(&mut self, file: &Path) -> Option<ModuleFile> {
        if file.extension() != Some(OsStr::new("pp")) {
            return None;
        }
        let file = absolute(&self.base.join(file));
        if let Some(relative) = self.modulepath.iter().find_map(|dir| file.strip_prefix(dir).ok()) {
            return module_file(&slashed(relative));
        }
        if self.search == Search::ModulePath {
            return None;
        }
        let folder = file.ancestors().skip(1).find(|dir| self.is_module_folder(dir))?;
        let root = folder.parent()?;
        let name = self.names.get(root)?.as_deref()?;
        let inside = file.strip_prefix(root).ok()?;
        module_file(&format!("{name}/{}", slashed(inside)))
    }

    fn is_module_folder(&mut self, directory: &Path) -> bool {
        let is_known = FOLDERS.iter().any(|folder| directory.file_name() == Some(folder.as_ref()));
        match directory.parent() {
            Some(root) if is_known => match self.names.get(root) {
                Some(name) => name.is_some(),
                None => {
                    let name = module_name(root);
                    let is_module = name.is_some();
                    self.names.insert(root.to_owned(), name);
                    is_module
                }
            },
            _ => false,
        }
    }
}

/// Whether a file lies in the folder `plans` of a module or a project of Bolt.
///
/// The first known folder decides: `manifests/plans/init.pp` is a manifest, and so is the module `plans` in
/// a directory of modules.
pub fn is_plan(file: &Path) -> bool {
    let folder = |path: &Path| -> Option<String> {
        let parts: Vec<String> =
            path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        let directories = parts.split_last()?.1;
        let mut before = "";
        for part in directories {
            let is_module = before == "modules" || before == "site-modules" || before == "site";
            if FOLDERS.contains(&part.as_str()) && !is_module {
                return Some(part.clone());
            }
            before = part;
        }
        None
    };
    // A checkout may lie in a directory of such a name, so that the path as it is given is better.
    let nearest_folder = || {
        let path = absolute(file);
        let mut above = path.ancestors().skip(1).filter_map(Path::file_name);
        let known = above.find(|name| FOLDERS.iter().any(|folder| *name == *folder))?;
        Some(known.to_string_lossy().into_owned())
    };
    let given = if file.is_absolute() { None } else { folder(file) };
    given.or_else(nearest_folder).is_some_and(|folder| folder == "plans")
}

/// The path with `/` between its parts on every system.
fn slashed(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(OsStr::to_string_lossy).collect();
    parts.join("/")
}

/// The name of the module in a directory; `None` if the directory is not a module.
fn module_name(root: &Path) -> Option<String> {
    if Disk.exists(&root.join("environment.conf")) || Disk.is_directory(&root.join("modules")) {
        return None;
    }
    let parent = root.parent().and_then(Path::file_name);
    if parent == Some(OsStr::new("modules")) {
        let name = root.file_name().map(|name| name.to_string_lossy().into_owned());
        if name.as_deref().is_some_and(is_module_name) {
            return name;
        }
    }
    let metadata = Metadata::read(&Disk, root, LARGEST_CONFIGURATION).ok()?;
    metadata.name().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_lie_in_their_folder() {
        let is = |path: &str| is_plan(Path::new(path));
        assert!(is("plans/a.pp") && is("modules/web/plans/deploy/init.pp"));
        assert!(is("/srv/manifests/web/plans/init.pp"));
        assert!(!is("manifests/plans/a.pp") && !is("modules/plans/manifests/init.pp"));
        assert!(!is("modules/web/manifests/init.pp"));
    }

    #[test]
    fn the_module_path_needs_no_files() {
        let modulepath = [PathBuf::from("/code/modules")];
        let mut places = ModulePlaces::new(&modulepath, Search::Everywhere);
        let mut place = |path: &str| places.place(Path::new(path));
        let namespace = |name: &str| Some(ModuleFile::Namespace(name.to_owned()));
        assert_eq!(place("/code/modules/apache/manifests/init.pp"), namespace("apache"));
        assert_eq!(place("/code/modules/a/manifests/b/c.pp"), namespace("a::b::c"));
        assert_eq!(place("/code/modules/a/examples/b.pp"), Some(ModuleFile::Misplaced));
        assert_eq!(place("/code/modules/a/manifests/x.epp"), None);
        assert_eq!(place("/code/manifests/site.pp"), None);
        assert_eq!(place("/elsewhere/modules/b/manifests/c.pp"), namespace("b::c"));
        assert_eq!(place("/elsewhere/modules/b/examples/c.pp"), None);
        let mut strict = ModulePlaces::new(&modulepath, Search::ModulePath);
        assert_eq!(strict.place(Path::new("/elsewhere/modules/b/manifests/c.pp")), None);
    }
}
