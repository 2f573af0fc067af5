//! The `lib` directories of modules, where `require` finds files.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use pupa_system::{Disk, Kind, System, Tracked};
use rustc_hash::{FxHashMap, FxHashSet};

use super::is_module_name;
use crate::file_cache::paths_in;

/// The directory of providers, one directory for each resource type.
const PROVIDERS: &str = "puppet/provider/";

/// The parts of `lib` that the reference loads by name from every directory of the module path, also
/// from those that are not modules: their names are wrong, or an earlier module has their name.
const AUTOLOADED: [&str; 3] = ["puppet/type/", PROVIDERS, "puppet/parser/functions/"];

/// The `lib` directories of a module path, listed when they are first needed.
#[derive(Debug)]
pub(crate) struct Libraries {
    system: Arc<dyn System>,
    modulepath: Vec<PathBuf>,
    /// A module that is not on the module path.
    module: Option<PathBuf>,
    /// Those of all directories.
    directories: OnceLock<Tracked<Vec<PathBuf>>>,
    /// Those of modules.
    of_modules: OnceLock<Vec<PathBuf>>,
    /// The directories of providers by the name of their resource type.
    provider_directories: OnceLock<Tracked<FxHashMap<OsString, Vec<PathBuf>>>>,
    /// The names of the providers of the resource types that were loaded.
    providers: RwLock<FxHashMap<String, Tracked<Vec<String>>>>,
    /// The files that were looked for, by name. Many names are asked for again and again, and most
    /// of those belong to Puppet itself and are in no module.
    found: RwLock<FxHashMap<String, Tracked<Option<PathBuf>>>>,
}

/// The number of names whose files are remembered; a program can make up any number.
const MOST_NAMES: usize = 10_000;

impl Default for Libraries {
    fn default() -> Libraries {
        Libraries::new(Arc::new(Disk), Vec::new(), None)
    }
}

impl Libraries {
    pub(crate) fn new(
        system: Arc<dyn System>,
        modulepath: Vec<PathBuf>,
        module: Option<PathBuf>,
    ) -> Libraries {
        Libraries {
            system,
            modulepath,
            module,
            directories: OnceLock::new(),
            of_modules: OnceLock::new(),
            provider_directories: OnceLock::new(),
            providers: RwLock::default(),
            found: RwLock::default(),
        }
    }

    /// Whether the directories, the names of providers and the files that were looked for are what
    /// they were.
    pub(super) fn are_current(&self) -> bool {
        let system = &*self.system;
        let found = self.found.read().unwrap_or_else(PoisonError::into_inner);
        let providers = self.providers.read().unwrap_or_else(PoisonError::into_inner);
        found.values().all(|file| file.is_current(system))
            && providers.values().all(|names| names.is_current(system))
            && self.directories.get().is_none_or(|directories| directories.is_current(system))
            && self.provider_directories.get().is_none_or(|known| known.is_current(system))
    }

    /// The directories in the order of the module path, each directory's in the order of the
    /// alphabet.
    ///
    /// Compat: the reference lists modules in the order of the file system, which may differ between
    /// machines, and what it loads by name in that of the alphabet.
    pub(super) fn directories(&self) -> &[PathBuf] {
        let list = |system: &dyn System| {
            let all = self.modulepath.iter().flat_map(|path| paths_in(path, system));
            let modules =
                all.filter(|path| name_of(path).is_some_and(|name| !name.starts_with('.')));
            let modules = self.module.iter().cloned().chain(modules);
            let libraries = modules.map(|module| module.join("lib"));
            libraries.filter(|path| system.is_directory(path)).collect()
        };
        let make = || Tracked::make(&*self.system, list);
        &self.directories.get_or_init(make).value
    }

    /// The directories of modules: of each name the first.
    fn of_modules(&self) -> &[PathBuf] {
        self.of_modules.get_or_init(|| {
            let mut known = FxHashSet::default();
            let mut is_module = |path: &&PathBuf| {
                let directory = path.parent();
                if directory.is_some() && directory == self.module.as_deref() {
                    return true;
                }
                let name = directory.and_then(name_of);
                name.is_some_and(|name| is_module_name(name) && known.insert(name.to_owned()))
            };
            self.directories().iter().filter(|path| is_module(path)).cloned().collect()
        })
    }

    /// The file that `require` names, or that is loaded by name.
    pub(crate) fn find(&self, name: &str) -> Option<PathBuf> {
        let known = self.found.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.get(name) {
            return found.value.clone();
        }
        drop(known);
        let found = Tracked::make(&*self.system, |system| self.look_for(name, system));
        let path = found.value.clone();
        let mut known = self.found.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() < MOST_NAMES {
            known.insert(name.to_owned(), found);
        }
        path
    }

    fn look_for(&self, name: &str, system: &dyn System) -> Option<PathBuf> {
        let file = if name.ends_with(".rb") { name.to_owned() } else { format!("{name}.rb") };
        let is_autoloaded = AUTOLOADED.iter().any(|start| name.starts_with(start));
        let directories = if is_autoloaded { self.directories() } else { self.of_modules() };
        let mut paths = directories.iter().map(|directory| directory.join(&file));
        paths.find(|path| system.is_file(path))
    }

    /// The names, without their ending, of the Ruby files in a directory below.
    pub(crate) fn files(&self, directory: &str) -> Vec<String> {
        if let Some(resource_type) = directory.strip_prefix(PROVIDERS)
            && !resource_type.contains('/')
        {
            return self.providers(resource_type);
        }
        let mut names = Vec::new();
        for library in self.directories() {
            add_ruby_files(&library.join(directory), &*self.system, &mut names);
        }
        names
    }

    /// The names of the providers of a resource type.
    fn providers(&self, resource_type: &str) -> Vec<String> {
        let known = self.providers.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(names) = known.get(resource_type) {
            return names.value.clone();
        }
        drop(known);
        let directories = self.provider_directories().get(OsStr::new(resource_type));
        let found = Tracked::make(&*self.system, |system| {
            let mut names = Vec::new();
            for directory in directories.into_iter().flatten() {
                add_ruby_files(directory, system, &mut names);
            }
            names
        });
        let names = found.value.clone();
        let mut known = self.providers.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() < MOST_NAMES {
            known.insert(resource_type.to_owned(), found);
        }
        names
    }

    fn provider_directories(&self) -> &FxHashMap<OsString, Vec<PathBuf>> {
        let list = |system: &dyn System| {
            let mut found: FxHashMap<OsString, Vec<PathBuf>> = FxHashMap::default();
            for directory in self.directories().iter().map(|library| library.join(PROVIDERS)) {
                for entry in system.list(&directory).unwrap_or_default() {
                    let path = directory.join(&entry.name);
                    let is_directory = match entry.kind {
                        Kind::Link => system.is_directory(&path),
                        kind => kind == Kind::Directory,
                    };
                    if is_directory {
                        found.entry(entry.name).or_default().push(path);
                    }
                }
            }
            found
        };
        &self.provider_directories.get_or_init(|| Tracked::make(&*self.system, list)).value
    }
}

fn name_of(path: &Path) -> Option<&str> {
    path.file_name().and_then(|name| name.to_str())
}

/// Adds the names of the Ruby files in a directory.
fn add_ruby_files(directory: &Path, system: &dyn System, names: &mut Vec<String>) {
    for path in paths_in(directory, system) {
        if path.extension().is_some_and(|ending| ending == "rb")
            && let Some(name) = path.file_stem().and_then(|name| name.to_str())
            && !names.iter().any(|known| known == name)
        {
            names.push(name.to_owned());
        }
    }
}
