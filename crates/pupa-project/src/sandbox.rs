//! The files that Ruby code may read: those of the environment and of its modules, and of
//! directories that a user allows.

use std::io;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use pupa_eval::host::{FileError, FileKind, FileStat, RubyFiles};
use pupa_system::{Disk, Kind, System};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::files::Files;
use crate::modules::{Handle, Libraries, Modules};

/// Directories below which everything may be read.
#[derive(Debug, Default)]
pub(crate) struct Roots {
    /// Their paths without links, as bytes without a separator at the end.
    paths: FxHashSet<Box<[u8]>>,
}

impl Roots {
    /// The directories of some paths, as far as they exist.
    pub(crate) fn resolve<'a>(
        system: &dyn System,
        paths: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Roots {
        let real = paths.into_iter().filter_map(|path| system.real_path(path).ok());
        let bytes = real.map(|path| {
            let bytes = path.as_os_str().as_encoded_bytes();
            bytes.strip_suffix(&[SEPARATOR]).unwrap_or(bytes).into()
        });
        Roots { paths: bytes.collect() }
    }

    /// Adds the directories of another list.
    fn extend(&mut self, other: Roots) {
        self.paths.extend(other.paths);
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
#[derive(Debug)]
pub struct Sandbox {
    /// The modules of the environment, which may own hosts with sandboxes.
    modules: Handle,
    /// The directories of `require`.
    libraries: Arc<Libraries>,
    files: Files,
    /// Other directories.
    others: Vec<PathBuf>,
    resolved: OnceLock<Roots>,
    /// The directories of the environment and of modules that were needed so far.
    near: RwLock<Roots>,
    /// The directories of files that were asked for, without links. Resolving a path reads a link
    /// for each of its parts, and most files lie beside others.
    directories: Mutex<FxHashMap<PathBuf, PathBuf>>,
}

impl Sandbox {
    /// Whether a file may be read.
    ///
    /// # Errors
    /// When it is not there, or must not be read.
    pub(crate) fn check(&self, path: &str) -> Result<(), FileError> {
        self.allowed(path).map(|_| ())
    }

    /// The files of an environment and of its modules, and below other paths.
    pub(crate) fn new(
        modules: Handle,
        libraries: Arc<Libraries>,
        others: &[PathBuf],
        files: Files,
    ) -> Sandbox {
        Sandbox {
            modules,
            libraries,
            files,
            others: others.to_vec(),
            resolved: OnceLock::new(),
            near: RwLock::default(),
            directories: Mutex::default(),
        }
    }

    /// The files of this machine below some paths.
    pub fn of(paths: Vec<PathBuf>, limit: u64) -> Sandbox {
        let libraries = Arc::new(Libraries::new(Arc::new(Disk), Vec::new(), None));
        Sandbox::new(Handle::default(), libraries, &paths, Files::on_disk(limit))
    }

    /// Whether a path, which is given with and without links, is below a known directory.
    fn holds(&self, path: &Path, real: &Path) -> bool {
        let system = &*self.files.system;
        self.modules.get().is_some_and(|modules| self.is_in_project(&modules, path, real))
            || self.resolved.get_or_init(|| Roots::resolve(system, &self.others)).hold(real)
    }

    /// Whether a path is in the environment or in one of its modules. With links it names its
    /// module, so that the links to all other modules are seldom resolved.
    fn is_in_project(&self, modules: &Modules, path: &Path, real: &Path) -> bool {
        if self.near.read().unwrap_or_else(PoisonError::into_inner).hold(real) {
            return true;
        }
        let own = modules.environment().directory.as_ref();
        if let Some(root) = modules.module_around(path).or(own) {
            let mut near = self.near.write().unwrap_or_else(PoisonError::into_inner);
            near.extend(Roots::resolve(&*self.files.system, [root]));
            if near.hold(real) {
                return true;
            }
        }
        modules.roots().hold(real)
    }

    /// The path without links, if it may be read.
    fn allowed(&self, path: &str) -> Result<PathBuf, FileError> {
        let path = Path::new(path);
        match self.resolve(path) {
            Ok(real) if self.holds(path, &real) => Ok(real),
            Ok(_) => Err(FileError::Denied),
            // The error does not reveal whether a file outside exists.
            Err(error) if self.is_inside(path) => Err(file_error(&error)),
            Err(_) => Err(FileError::Denied),
        }
    }

    /// The path without links.
    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        let system = &*self.files.system;
        let Some((directory, name)) = split(path) else { return system.real_path(path) };
        let mut known = self.directories.lock().unwrap_or_else(PoisonError::into_inner);
        let real = match known.get(directory) {
            Some(real) => real.join(name),
            None => match system.real_path(directory) {
                Ok(real) => known.entry(directory.to_owned()).or_insert(real).join(name),
                Err(_) => return system.real_path(path),
            },
        };
        drop(known);
        if system.is_link(&real) || !system.exists(&real) {
            return system.real_path(path);
        }
        Ok(real)
    }

    /// Whether the nearest directory that exists is inside.
    fn is_inside(&self, path: &Path) -> bool {
        let existing = path.ancestors().find_map(|path| self.files.system.real_path(path).ok());
        existing.is_some_and(|real| self.holds(path, &real))
    }
}

/// The directory and the name of a file, unless the path may end in a directory.
fn split(path: &Path) -> Option<(&Path, &str)> {
    let name = path.to_str()?.rsplit(MAIN_SEPARATOR).next()?;
    let directory = path.parent().filter(|directory| directory.is_absolute())?;
    let is_name = !name.is_empty() && name != "." && name != "..";
    is_name.then_some((directory, name))
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
        if self.files.system.is_directory(&path) {
            return Err(FileError::IsDirectory);
        }
        let read = self.files.read(&path).map_err(|error| file_error(&error))?;
        Ok(read.bytes)
    }

    fn stat(&self, path: &str) -> Result<FileStat, FileError> {
        let real = self.allowed(path)?;
        let found = self.files.system.stat(&real).map_err(|error| file_error(&error))?;
        let seconds = found.stamp.modified.div_euclid(1_000_000_000);
        let nanoseconds = found.stamp.modified.rem_euclid(1_000_000_000);
        let modified = match i64::try_from(seconds) {
            Ok(seconds @ 0..) => (seconds, nanoseconds as u32),
            _ => (0, 0),
        };
        let kind = match found.kind {
            Kind::File => FileKind::File,
            Kind::Directory => FileKind::Directory,
            Kind::Link | Kind::Other => FileKind::Other,
        };
        Ok(FileStat {
            kind,
            size: found.stamp.size,
            mode: found.mode,
            modified,
            is_link: self.files.system.is_link(Path::new(path)),
        })
    }

    fn list(&self, path: &str) -> Result<Vec<String>, FileError> {
        let path = self.allowed(path)?;
        let entries = self.files.system.list(&path).map_err(|error| file_error(&error))?;
        let names = entries.into_iter().filter_map(|entry| entry.name.into_string().ok());
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
