//! The `lib` directories of modules, where `require` finds files.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::is_module_name;

/// The directory of providers, one directory for each resource type.
const PROVIDERS: &str = "puppet/provider/";

/// The parts of `lib` that the reference loads by name from every directory of the module path, also
/// from those that are no modules: their names are wrong, or an earlier module has their name.
const AUTOLOADED: [&str; 3] = ["puppet/type/", PROVIDERS, "puppet/parser/functions/"];

/// The `lib` directories of a module path, listed when they are first needed.
#[derive(Debug, Default)]
pub(crate) struct Libraries {
    modulepath: Vec<PathBuf>,
    /// Those of all directories.
    directories: OnceLock<Vec<PathBuf>>,
    /// Those of modules.
    of_modules: OnceLock<Vec<PathBuf>>,
    /// The names of providers by the name of their resource type.
    providers: OnceLock<FxHashMap<String, Vec<String>>>,
}

impl Libraries {
    pub(crate) fn new(modulepath: Vec<PathBuf>) -> Libraries {
        Libraries { modulepath, ..Libraries::default() }
    }

    /// The directories in the order of the module path, each directory's in the order of the
    /// alphabet.
    ///
    /// Compat: the reference lists modules in the order of the file system, which may differ between
    /// machines, and what it loads by name in that of the alphabet.
    pub(super) fn directories(&self) -> &[PathBuf] {
        self.directories.get_or_init(|| {
            let all = self.modulepath.iter().flat_map(|path| entries(path));
            let shown = all.filter(|path| name_of(path).is_some_and(|name| !name.starts_with('.')));
            shown.map(|module| module.join("lib")).filter(|path| path.is_dir()).collect()
        })
    }

    /// The directories of modules: of each name the first.
    fn of_modules(&self) -> &[PathBuf] {
        self.of_modules.get_or_init(|| {
            let mut known = FxHashSet::default();
            let mut is_module = |path: &&PathBuf| {
                let name = path.parent().and_then(name_of);
                name.is_some_and(|name| is_module_name(name) && known.insert(name.to_owned()))
            };
            self.directories().iter().filter(|path| is_module(path)).cloned().collect()
        })
    }

    /// The file that `require` names, or that is loaded by name.
    pub(crate) fn find(&self, name: &str) -> Option<PathBuf> {
        let file = if name.ends_with(".rb") { name.to_owned() } else { format!("{name}.rb") };
        let is_autoloaded = AUTOLOADED.iter().any(|start| name.starts_with(start));
        let directories = if is_autoloaded { self.directories() } else { self.of_modules() };
        let mut paths = directories.iter().map(|directory| directory.join(&file));
        paths.find(|path| path.is_file())
    }

    /// The names, without their ending, of the Ruby files in a directory below.
    pub(crate) fn files(&self, directory: &str) -> Vec<String> {
        if let Some(resource_type) = directory.strip_prefix(PROVIDERS)
            && !resource_type.contains('/')
        {
            return self.providers().get(resource_type).cloned().unwrap_or_default();
        }
        let mut names = Vec::new();
        for library in self.directories() {
            add_ruby_files(&library.join(directory), &mut names);
        }
        names
    }

    fn providers(&self) -> &FxHashMap<String, Vec<String>> {
        self.providers.get_or_init(|| {
            let mut providers: FxHashMap<String, Vec<String>> = FxHashMap::default();
            for directory in
                self.directories().iter().flat_map(|path| entries(&path.join(PROVIDERS)))
            {
                if let Some(name) = directory.file_name().and_then(|name| name.to_str())
                    && directory.is_dir()
                {
                    add_ruby_files(&directory, providers.entry(name.to_owned()).or_default());
                }
            }
            providers
        })
    }
}

fn name_of(path: &Path) -> Option<&str> {
    path.file_name().and_then(|name| name.to_str())
}

/// Adds the names of the Ruby files in a directory.
fn add_ruby_files(directory: &Path, names: &mut Vec<String>) {
    for path in entries(directory) {
        if path.extension().is_some_and(|ending| ending == "rb")
            && let Some(name) = path.file_stem().and_then(|name| name.to_str())
            && !names.iter().any(|known| known == name)
        {
            names.push(name.to_owned());
        }
    }
}

/// The paths in a directory, in order; none if it can't be read.
fn entries(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort_unstable();
    paths
}
