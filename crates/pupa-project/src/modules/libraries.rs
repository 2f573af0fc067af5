//! The `lib` directories of modules, in which `require` and Puppet's autoloader search for Ruby
//! files.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use pupa_system::{Disk, Kind, System, Tracked};
use rustc_hash::{FxHashMap, FxHashSet};

use super::is_module_name;
use crate::file_cache::paths_in;

/// The directory of providers, with a subdirectory for each resource type.
const PROVIDERS: &str = "puppet/provider/";

/// The parts of `lib` that the reference loads by name from every directory of the module path, also
/// from those that are not modules: their names are wrong, or an earlier module has their name.
const AUTOLOADED: [&str; 3] = ["puppet/type/", PROVIDERS, "puppet/parser/functions/"];

/// The `lib` directories on a module path; listed when first needed.
#[derive(Debug)]
pub(crate) struct Libraries {
    system: Arc<dyn System>,
    modulepath: Vec<PathBuf>,
    /// The directory of a module outside the module path.
    module: Option<PathBuf>,
    /// The `lib` directories of all directories on the module path.
    directories: OnceLock<Tracked<Vec<PathBuf>>>,
    /// The `lib` directories of modules only.
    of_modules: OnceLock<Vec<PathBuf>>,
    /// The directories of providers, by the name of their resource type.
    provider_directories: OnceLock<Tracked<FxHashMap<OsString, Vec<PathBuf>>>>,
    /// The names of the providers of the loaded resource types.
    providers: RwLock<FxHashMap<String, Tracked<Vec<String>>>>,
    /// The results of earlier searches, by file name. Ruby code asks for the same names again and
    /// again; most of them belong to Puppet itself and are in no module.
    found: RwLock<FxHashMap<String, Tracked<Option<PathBuf>>>>,
}

/// The maximum number of cached searches, since running code can compose any number of names.
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

    /// Whether all cached directories, providers and search results are still valid.
    pub(super) fn are_current(&self) -> bool {
        let system = &*self.system;
        let found = self.found.read().unwrap_or_else(PoisonError::into_inner);
        let providers = self.providers.read().unwrap_or_else(PoisonError::into_inner);
        found.values().all(|file| file.is_current(system))
            && providers.values().all(|names| names.is_current(system))
            && self.directories.get().is_none_or(|directories| directories.is_current(system))
            && self.provider_directories.get().is_none_or(|known| known.is_current(system))
    }

    /// The `lib` directories in the order of the module path; within a directory of modules, sorted
    /// by name.
    ///
    /// Compat: the reference uses the order of the file system for modules, which may differ
    /// between machines, and alphabetical order for files loaded by name.
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

    /// The `lib` directories of modules: the first of each name.
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

    /// Finds the file that `require` or the autoloader asks for.
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

    /// The names, without extension, of the Ruby files in a subdirectory of all `lib` directories.
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

/// Adds the names, without extension, of the Ruby files in a directory.
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
