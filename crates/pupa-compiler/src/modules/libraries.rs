//! The `lib` directories of modules, where `require` finds files.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

/// The directory of providers, one directory for each resource type.
const PROVIDERS: &str = "puppet/provider/";

/// The `lib` directories of a module path, listed when they are first needed.
#[derive(Debug, Default)]
pub(crate) struct Libraries {
    modulepath: Vec<PathBuf>,
    directories: OnceLock<Vec<PathBuf>>,
    /// The names of providers by the name of their resource type.
    providers: OnceLock<FxHashMap<String, Vec<String>>>,
}

impl Libraries {
    pub(crate) fn new(modulepath: Vec<PathBuf>) -> Libraries {
        Libraries { modulepath, ..Libraries::default() }
    }

    /// The directories in the order of the module path, each directory's in the order of the
    /// alphabet.
    fn directories(&self) -> &[PathBuf] {
        self.directories.get_or_init(|| {
            let modules = self.modulepath.iter().flat_map(|path| entries(path));
            modules.map(|module| module.join("lib")).filter(|path| path.is_dir()).collect()
        })
    }

    /// The file that `require` names.
    pub(crate) fn find(&self, name: &str) -> Option<PathBuf> {
        let file = if name.ends_with(".rb") { name.to_owned() } else { format!("{name}.rb") };
        let mut paths = self.directories().iter().map(|directory| directory.join(&file));
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
