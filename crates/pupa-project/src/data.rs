//! Data of environments and modules: where it lies, and how its files are read.

mod read_ahead;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use pupa_hiera::files::{DataFiles, Disk, Format, Stamp};
use pupa_hiera::{DataSource, EnvironmentData, ModuleData, SharedSource};
use pupa_value::value::Text;

use crate::file_metadata;
use crate::glob;
use crate::limited;
use crate::modules::Modules;
use crate::regular_file;

/// The reference's directory of environments, for old configurations that do not name a data
/// directory.
const CODE_DIRECTORY: &str = "/etc/puppetlabs/code";

/// The data of an environment, its modules, and of the layer above. Files are read once for all
/// nodes, and again when they have changed.
#[derive(Debug)]
pub struct Data {
    modules: Arc<Modules>,
    files: DataFiles,
    global_config: Option<String>,
}

impl Data {
    /// The data of an environment with its modules; the configuration of the layer above need not
    /// be. Larger files are not read.
    pub fn new(modules: Arc<Modules>, global_config: Option<&Path>, max_file_size: u64) -> Data {
        let global_config = global_config.map(crate::paths::absolute);
        let global_config = global_config.map(|path| path.to_string_lossy().into_owned());
        Data { modules, files: DataFiles::new(System { max_file_size }), global_config }
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

/// The files of this machine.
struct System {
    max_file_size: u64,
}

impl Disk for System {
    fn stamp(&self, path: &str) -> Option<Stamp> {
        let metadata = fs::metadata(path).ok()?;
        let modified = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        let modified = match modified.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(after) => after.as_nanos() as i128,
            Err(before) => -(before.duration().as_nanos() as i128),
        };
        Some(Stamp { inode: file_metadata::number(&metadata), size: metadata.len(), modified })
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let read = regular_file::read(Path::new(path), self.max_file_size);
        read.map_err(|error| limited::as_ruby_says(&error))
    }

    fn glob(&self, pattern: &str) -> Vec<String> {
        let found = glob::glob(pattern).into_iter();
        found.filter(|path| !Path::new(path).is_dir()).collect()
    }

    fn environment(&self) -> Vec<(String, String)> {
        let text = |value: std::ffi::OsString| value.into_string().ok();
        std::env::vars_os().filter_map(|(name, value)| Some((text(name)?, text(value)?))).collect()
    }
}
