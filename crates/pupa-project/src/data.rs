//! The data of an environment and its modules: finds the directories and files of Hiera, and reads
//! them.

mod read_ahead;

use std::path::Path;
use std::sync::Arc;

use pupa_hiera::files::{DataFiles, Disk, Format, Stamp};
use pupa_hiera::{DataSource, EnvironmentData, ModuleData, SharedSource};
use pupa_value::value::Text;

use crate::files::Files;
use crate::glob;
use crate::limited;
use crate::modules::Modules;

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
    /// The data of an environment and its modules. `global_config` is the configuration of the
    /// global layer, which may be missing.
    pub fn new(modules: Arc<Modules>, global_config: Option<&Path>) -> Data {
        let global_config = global_config.map(crate::paths::absolute);
        let global_config = global_config.map(|path| path.to_string_lossy().into_owned());
        let files = DataFiles::new(DataDisk(modules.files().clone()));
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
struct DataDisk(Files);

impl Disk for DataDisk {
    fn stamp(&self, path: &str) -> Option<Stamp> {
        let found = self.0.system.stat(Path::new(path)).ok()?.stamp;
        let modified = found.modified.max(found.changed);
        Some(Stamp { inode: found.inode, size: found.size, modified })
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let read = self.0.read(Path::new(path));
        read.map(|contents| contents.bytes).map_err(|error| limited::as_ruby_says(&error))
    }

    fn glob(&self, pattern: &str) -> Vec<String> {
        let found = glob::glob(&*self.0.system, pattern).into_iter();
        found.filter(|path| !self.0.system.is_directory(Path::new(path))).collect()
    }

    fn environment(&self) -> Vec<(String, String)> {
        self.0.system.variables()
    }
}
