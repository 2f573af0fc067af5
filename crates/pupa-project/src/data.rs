//! The data of an environment and its modules: finds the directories and files of Hiera, and reads
//! them.

mod read_ahead;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_hiera::files::{DataFiles, Disk, Format, Stamp};
use pupa_hiera::{DataSource, EnvironmentData, ModuleData, SharedSource};
use pupa_value::value::Text;

use crate::files::Files;
use crate::glob;
use crate::modules::Modules;
use crate::named_file;

/// The reference implementation's directory of environments. Old configurations without a data
/// directory use it.
const CODE_DIRECTORY: &str = "/etc/puppetlabs/code";

/// The data of an environment and its modules, and of the global layer above them. Files are read
/// once for all nodes, and again when they have changed.
#[derive(Debug)]
pub struct Data {
    modules: Arc<Modules>,
    files: Arc<DataFiles>,
    global_config: Option<String>,
}

impl Data {
    /// The data of an environment with its modules; the configuration of the layer above need not
    /// be.
    ///
    /// If it is confined, only files below the directories of the environment, its modules and the
    /// configuration of the layer above are read, where links lead to.
    pub fn new(modules: Arc<Modules>, global_config: Option<&Path>, is_confined: bool) -> Data {
        let global_config = global_config.map(crate::paths::absolute);
        let roots = is_confined.then(|| roots(&modules, global_config.as_deref()));
        let global_config = global_config.map(|path| path.to_string_lossy().into_owned());
        let files = DataFiles::new(DataDisk { files: modules.files().clone(), roots });
        Data { modules, files: Arc::new(files), global_config }
    }

    /// The same data for another state of the modules. The content of files that were already read
    /// is kept.
    #[must_use]
    pub fn with_modules(&self, modules: Arc<Modules>) -> Data {
        let global_config = self.global_config.clone();
        Data { modules, files: Arc::clone(&self.files), global_config }
    }
}

impl DataSource for Data {
    fn files(&self) -> &DataFiles {
        &self.files
    }

    fn global_config(&self) -> Option<&str> {
        self.global_config.as_deref()
    }

    fn code_directory(&self) -> &str {
        CODE_DIRECTORY
    }

    fn environment(&self) -> Option<EnvironmentData> {
        let environment = self.modules.environment();
        let directory = environment.directory.as_ref()?;
        Some(EnvironmentData {
            name: environment.name.clone(),
            path: directory.to_string_lossy().into_owned(),
            data_provider: environment.data_provider.clone(),
        })
    }

    fn module(&self, name: &str) -> Option<ModuleData> {
        let directory = self.modules.directory(name)?;
        Some(ModuleData {
            path: directory.to_string_lossy().into_owned(),
            data_provider: self.modules.data_provider(name).map(str::to_owned),
        })
    }

    fn read_ahead(self: Arc<Self>, files: Vec<(Text, Format)>) {
        if !files.is_empty() {
            read_ahead::read_ahead(&(self as SharedSource), files);
        }
    }
}

/// The files of a project as lookups see them.
struct DataDisk {
    files: Files,
    /// The directories below which files are read; `None` for all files.
    roots: Option<Vec<PathBuf>>,
}

/// The directories of a project that data may lie below.
fn roots(modules: &Modules, global_config: Option<&Path>) -> Vec<PathBuf> {
    let system = &*modules.files().system;
    let environment = modules.environment();
    let named = environment.directory.iter().chain(&environment.modulepath);
    let own = environment.module.iter().map(|(_, directory)| directory);
    let around = global_config.and_then(Path::parent);
    let all = named.chain(own).map(PathBuf::as_path).chain(around);
    all.filter_map(|directory| system.real_path(directory).ok()).collect()
}

impl DataDisk {
    fn stamp_of(&self, path: &str) -> Option<Stamp> {
        let found = self.files.system.stat(Path::new(path)).ok()?.stamp;
        let modified = found.modified.max(found.changed);
        Some(Stamp { inode: found.inode, size: found.size, modified })
    }

    /// Whether a file may be read.
    fn allows(&self, path: &Path) -> bool {
        self.roots.as_ref().is_none_or(|roots| {
            let real = self.files.system.real_path(path);
            real.is_ok_and(|real| roots.iter().any(|root| real.starts_with(root)))
        })
    }
}

impl Disk for DataDisk {
    fn stamp(&self, path: &str) -> Option<Stamp> {
        if !self.allows(Path::new(path)) {
            return None;
        }
        self.stamp_of(path)
    }

    /// Keys are never shown, so they may lie anywhere.
    fn read_key(&self, path: &str) -> Option<Vec<u8>> {
        self.files.read(Path::new(path)).ok().map(|contents| contents.bytes)
    }

    fn key_stamp(&self, path: &str) -> Option<Stamp> {
        self.stamp_of(path)
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        if !self.allows(Path::new(path)) {
            return Err("the use of files outside of the environment is turned off".to_owned());
        }
        let read = self.files.read(Path::new(path));
        read.map(|contents| contents.bytes).map_err(|error| named_file::as_ruby_says(&error))
    }

    fn glob(&self, pattern: &str) -> Vec<String> {
        let found = glob::glob(&*self.files.system, pattern).into_iter();
        let is_data = |path: &String| {
            let path = Path::new(path);
            !self.files.system.is_directory(path) && self.allows(path)
        };
        found.filter(is_data).collect()
    }

    fn environment(&self) -> Vec<(String, String)> {
        self.files.system.variables()
    }
}
