//! The files that Ruby code may read: those of the environment and of its modules, and of
//! directories that a user allows.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use pupa_eval::host::{FileError, FileKind, FileStat, RubyFiles};

use crate::file_metadata;
use crate::modules::{Libraries, Modules};
use crate::regular_file;

/// The directories whose files may be read. Paths are resolved before they are judged, so that
/// neither `..` nor a symbolic link leads out.
#[derive(Debug, Default)]
pub struct Sandbox {
    directories: Vec<PathBuf>,
    /// The directories of `require`.
    libraries: Arc<Libraries>,
    limit: u64,
    resolved: OnceLock<Vec<PathBuf>>,
}

impl Sandbox {
    /// Whether a file may be read.
    ///
    /// # Errors
    /// When it is not there, or must not be read.
    pub(crate) fn check(&self, path: &str) -> Result<(), FileError> {
        self.allowed(path).map(|_| ())
    }

    /// The files of an environment and of its modules, and below other paths. No file may be larger
    /// than `limit` bytes.
    pub(crate) fn new(
        modules: &Modules,
        libraries: Arc<Libraries>,
        others: &[PathBuf],
        limit: u64,
    ) -> Sandbox {
        let environment = modules.environment();
        let own = environment.directory.iter().chain(&environment.modulepath);
        Sandbox {
            directories: own.chain(modules.linked()).chain(others).cloned().collect(),
            libraries,
            limit,
            resolved: OnceLock::new(),
        }
    }

    /// The files below some paths.
    pub fn of(paths: Vec<PathBuf>, limit: u64) -> Sandbox {
        Sandbox { directories: paths, limit, ..Sandbox::default() }
    }

    fn resolved(&self) -> &[PathBuf] {
        self.resolved.get_or_init(|| {
            self.directories.iter().filter_map(|path| std::fs::canonicalize(path).ok()).collect()
        })
    }

    /// Whether a path without links is below a known directory.
    fn holds(&self, real: &Path) -> bool {
        self.resolved().iter().any(|known| real.starts_with(known))
    }

    /// The path without links, if it may be read.
    fn allowed(&self, path: &str) -> Result<PathBuf, FileError> {
        match std::fs::canonicalize(path) {
            Ok(real) if self.holds(&real) => Ok(real),
            Ok(_) => Err(FileError::Denied),
            // The error does not reveal whether a file outside exists.
            Err(error) if self.is_inside(Path::new(path)) => Err(file_error(&error)),
            Err(_) => Err(FileError::Denied),
        }
    }

    /// Whether the nearest directory that exists is inside.
    fn is_inside(&self, path: &Path) -> bool {
        let existing = path.ancestors().find_map(|path| std::fs::canonicalize(path).ok());
        existing.is_some_and(|real| self.holds(&real))
    }
}

pub(crate) fn file_error(error: &io::Error) -> FileError {
    match error.kind() {
        io::ErrorKind::NotFound => FileError::NotFound,
        io::ErrorKind::PermissionDenied => FileError::Denied,
        io::ErrorKind::NotADirectory => FileError::NotDirectory,
        io::ErrorKind::IsADirectory => FileError::IsDirectory,
        _ => FileError::Other,
    }
}

impl RubyFiles for Sandbox {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let path = self.allowed(path)?;
        if path.is_dir() {
            return Err(FileError::IsDirectory);
        }
        regular_file::read(&path, self.limit).map_err(|error| file_error(&error))
    }

    fn stat(&self, path: &str) -> Result<FileStat, FileError> {
        let real = self.allowed(path)?;
        let found = std::fs::metadata(&real).map_err(|error| file_error(&error))?;
        let modified = found.modified().ok();
        let modified = modified.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
        let modified = modified.map_or((0, 0), |time| (time.as_secs() as i64, time.subsec_nanos()));
        let kind = if found.is_file() {
            FileKind::File
        } else if found.is_dir() {
            FileKind::Directory
        } else {
            FileKind::Other
        };
        let is_link = std::fs::symlink_metadata(path).is_ok_and(|own| own.is_symlink());
        Ok(FileStat {
            kind,
            size: found.len(),
            mode: file_metadata::mode(&found),
            modified,
            is_link,
        })
    }

    fn list(&self, path: &str) -> Result<Vec<String>, FileError> {
        let path = self.allowed(path)?;
        let entries = std::fs::read_dir(path).map_err(|error| file_error(&error))?;
        let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.collect();
        names.sort_unstable();
        Ok(names)
    }

    fn real_path(&self, path: &str) -> Result<String, FileError> {
        Ok(self.allowed(path)?.to_string_lossy().into_owned())
    }

    fn library(&self, name: &str) -> Option<String> {
        Some(self.libraries.find(name)?.to_string_lossy().into_owned())
    }

    fn library_files(&self, directory: &str) -> Vec<String> {
        self.libraries.files(directory)
    }
}
