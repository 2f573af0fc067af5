//! The files that Ruby code may read: those of the environment and of its modules, and of
//! directories that a user allows.

use std::io;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::{Arc, OnceLock, Weak};
use std::time::SystemTime;

use pupa_eval::host::{FileError, FileKind, FileStat, RubyFiles};
use rustc_hash::FxHashSet;

use crate::file_metadata;
use crate::modules::{Libraries, Modules};
use crate::regular_file;

/// Directories below which everything may be read.
#[derive(Debug, Default)]
pub(crate) struct Roots {
    /// Their paths without links, as bytes without a separator at the end.
    paths: FxHashSet<Box<[u8]>>,
}

impl Roots {
    /// The directories of some paths, as far as they exist.
    pub(crate) fn resolve<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Roots {
        let real = paths.into_iter().filter_map(|path| std::fs::canonicalize(path).ok());
        let bytes = real.map(|path| {
            let bytes = path.as_os_str().as_encoded_bytes();
            bytes.strip_suffix(&[SEPARATOR]).unwrap_or(bytes).into()
        });
        Roots { paths: bytes.collect() }
    }

    /// Whether a path without links is one of the directories, or below one.
    fn hold(&self, real: &Path) -> bool {
        let bytes = real.as_os_str().as_encoded_bytes();
        let mut ends = (0..bytes.len()).filter(|&end| bytes[end] == SEPARATOR);
        ends.any(|end| self.paths.contains(&bytes[..end])) || self.paths.contains(bytes)
    }
}

const SEPARATOR: u8 = MAIN_SEPARATOR as u8;

/// The directories whose files may be read. Paths are resolved before they are judged, so that
/// neither `..` nor a symbolic link leads out.
///
/// Every run has a sandbox, but few ask it: nothing is resolved before the first question, and the
/// directories of an environment only once.
#[derive(Debug, Default)]
pub struct Sandbox {
    /// The modules of the environment. Weak, since they may own hosts with sandboxes.
    modules: Weak<Modules>,
    /// The directories of `require`.
    libraries: Arc<Libraries>,
    limit: u64,
    /// Other directories.
    others: Vec<PathBuf>,
    resolved: OnceLock<Roots>,
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
        modules: &Arc<Modules>,
        libraries: Arc<Libraries>,
        others: &[PathBuf],
        limit: u64,
    ) -> Sandbox {
        let modules = Arc::downgrade(modules);
        Sandbox { modules, libraries, limit, others: others.to_vec(), resolved: OnceLock::new() }
    }

    /// The files below some paths.
    pub fn of(paths: Vec<PathBuf>, limit: u64) -> Sandbox {
        Sandbox { others: paths, limit, ..Sandbox::default() }
    }

    /// Whether a path without links is below a known directory.
    fn holds(&self, real: &Path) -> bool {
        self.modules.upgrade().is_some_and(|modules| modules.roots().hold(real))
            || self.resolved.get_or_init(|| Roots::resolve(&self.others)).hold(real)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn roots(paths: &[&str]) -> Roots {
        let bytes = paths.iter().map(|path| path.as_bytes().into());
        Roots { paths: bytes.collect() }
    }

    #[test]
    #[cfg(unix)]
    fn roots_hold_what_is_below_them() {
        let holds = |path: &str| roots(&["/a/b", "/x"]).hold(Path::new(path));
        assert!(holds("/a/b") && holds("/a/b/c") && holds("/a/b/c/d.rb") && holds("/x/y"));
        assert!(
            !holds("/a") && !holds("/a/bc") && !holds("/a/c/b") && !holds("/") && !holds("/xy")
        );
        // The whole disk.
        assert!(roots(&[""]).hold(Path::new("/")) && roots(&[""]).hold(Path::new("/a/b")));
        assert!(!roots(&[]).hold(Path::new("/a")));
    }

    #[test]
    fn paths_are_judged_without_links_and_dots() {
        let directory = std::env::temp_dir().join(format!("pupa-sandbox-{}", std::process::id()));
        let inside = directory.join("inside");
        std::fs::create_dir_all(&inside).unwrap();
        std::fs::write(inside.join("file"), "text").unwrap();
        std::fs::write(directory.join("secret"), "text").unwrap();
        let sandbox = Sandbox::of(vec![inside.clone()], 100);
        let read = |name: &str| sandbox.read(&inside.join(name).to_string_lossy());
        assert_eq!(read("file").unwrap(), b"text");
        assert!(matches!(read("missing"), Err(FileError::NotFound)));
        assert!(matches!(read("../secret"), Err(FileError::Denied)));
        assert!(matches!(read("../missing"), Err(FileError::Denied)));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("../secret", inside.join("link")).unwrap();
            assert!(matches!(read("link"), Err(FileError::Denied)));
        }
        std::fs::remove_dir_all(&directory).unwrap();
    }
}
