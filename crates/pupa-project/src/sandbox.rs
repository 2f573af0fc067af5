//! Decides which files Ruby code may read: those of the environment, of its modules, and of
//! directories that the user allows.

use std::io;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use pupa_eval::host::{FileChange, FileError, FileKind, FileStat, RubyFiles};
use pupa_system::{Change, Disk, Kind, Stat, System};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::files::Files;
use crate::modules::{Libraries, Modules, ModulesHandle};

/// Directories below which everything may be read.
#[derive(Debug, Default)]
pub(crate) struct Roots {
    /// The paths of the directories without links, as bytes without a final separator.
    paths: FxHashSet<Box<[u8]>>,
}

impl Roots {
    /// The directories at some paths, resolved; missing ones are left out.
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

    /// Whether a path without links is one of the directories or inside one.
    fn hold(&self, real: &Path) -> bool {
        let bytes = real.as_os_str().as_encoded_bytes();
        let mut ends = (0..bytes.len()).filter(|&end| bytes[end] == SEPARATOR);
        ends.any(|end| self.paths.contains(&bytes[..end])) || self.paths.contains(bytes)
    }
}

const SEPARATOR: u8 = MAIN_SEPARATOR as u8;

/// The directories whose files may be read. A path is resolved before it is checked, so neither
/// `..` nor a symbolic link leads out of them.
///
/// Every run has a sandbox, but few runs need it. Therefore directories are resolved when the first
/// file is checked, and those of an environment once for all runs.
#[derive(Debug)]
pub struct Sandbox {
    /// The modules of the environment, which may own this sandbox.
    modules: ModulesHandle,
    /// The directories that `require` searches.
    libraries: Arc<Libraries>,
    files: Files,
    /// The directories that the user allows.
    others: Vec<PathBuf>,
    /// The directory below which files may be written too.
    vardir: Option<PathBuf>,
    resolved: OnceLock<Roots>,
    /// The directories of the environment and of modules that were resolved so far.
    near: RwLock<Roots>,
    /// Resolved paths of the directories of checked files and of their parents. Most files are next
    /// to others, and many files that Ruby code looks for are missing.
    directories: Mutex<FxHashMap<PathBuf, PathBuf>>,
}

impl Sandbox {
    /// Checks whether a file may be read.
    ///
    /// # Errors
    /// When it is missing, or must not be read.
    pub(crate) fn check(&self, path: &str) -> Result<(), FileError> {
        self.allowed(path).map(|_| ())
    }

    /// Allows the files of an environment and its modules, and those below other paths.
    pub(crate) fn new(
        modules: ModulesHandle,
        libraries: Arc<Libraries>,
        others: &[PathBuf],
        files: Files,
    ) -> Sandbox {
        Sandbox {
            modules,
            libraries,
            files,
            others: others.to_vec(),
            vardir: None,
            resolved: OnceLock::new(),
            near: RwLock::default(),
            directories: Mutex::default(),
        }
    }

    /// Allows to read and change files below a directory.
    pub(crate) fn with_vardir(mut self, directory: Option<&Path>) -> Sandbox {
        self.others.extend(directory.map(Path::to_owned));
        self.vardir = directory.map(Path::to_owned);
        self
    }

    /// The files of this machine below some paths.
    pub fn of(paths: Vec<PathBuf>, limit: u64) -> Sandbox {
        let libraries = Arc::new(Libraries::new(Arc::new(Disk), Vec::new(), None));
        Sandbox::new(ModulesHandle::default(), libraries, &paths, Files::on_disk(limit))
    }

    /// Whether a path is inside an allowed directory. `real` is the path without links.
    fn holds(&self, path: &Path, real: &Path) -> bool {
        let system = &*self.files.system;
        self.modules.get().is_some_and(|modules| self.is_in_project(&modules, path, real))
            || self.resolved.get_or_init(|| Roots::resolve(system, &self.others)).hold(real)
    }

    /// Whether a path is in the environment or in one of its modules. The unresolved path shows
    /// which module that would be, so the links of other modules need not be resolved.
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

    /// Resolves a path, if it may be read.
    fn allowed(&self, path: &str) -> Result<Resolved, FileError> {
        let path = Path::new(path);
        match self.resolve(path) {
            Ok(found) if self.holds(path, &found.real) => Ok(found),
            Ok(_) => Err(FileError::Denied),
            // For paths outside, the error must not reveal whether the file exists.
            Err(error) if self.is_inside(path) => Err(file_error(&error)),
            Err(_) => Err(FileError::Denied),
        }
    }

    /// The path without links, if it may be changed. Links themselves may not: they may lead
    /// anywhere.
    fn changeable(&self, path: &str) -> Result<PathBuf, FileError> {
        let vardir = self.vardir.as_deref().ok_or(FileError::Denied)?;
        let system = &*self.files.system;
        let root = system.real_path(vardir).map_err(|error| file_error(&error))?;
        let path = Path::new(path);
        let (directory, name) = split(path).ok_or(FileError::Denied)?;
        let directory = match system.real_path(directory) {
            Ok(directory) if directory.starts_with(&root) => directory,
            Err(error) if self.is_inside(path) => return Err(file_error(&error)),
            _ => return Err(FileError::Denied),
        };
        let real = directory.join(name);
        if system.is_link(&real) { Err(FileError::Denied) } else { Ok(real) }
    }

    /// The path without links.
    fn resolve(&self, path: &Path) -> io::Result<Resolved> {
        let system = &*self.files.system;
        if let Some((directory, name)) = split(path) {
            let real = self.real_directory(directory)?.join(name);
            let stat = system.stat_entry(&real)?;
            if stat.kind != Kind::Link {
                return Ok(Resolved { real, stat, is_link: false });
            }
        }
        let real = system.real_path(path)?;
        let stat = system.stat(&real)?;
        Ok(Resolved { real, stat, is_link: system.is_link(path) })
    }

    /// Resolves the path of a directory, using the cached paths of its parents.
    fn real_directory(&self, path: &Path) -> io::Result<PathBuf> {
        let system = &*self.files.system;
        let known = || self.directories.lock().unwrap_or_else(PoisonError::into_inner);
        let mut unknown = Vec::new();
        let mut around = path;
        let mut real = loop {
            if let Some(real) = known().get(around) {
                break real.clone();
            }
            let Some((parent, name)) = split(around) else {
                let real = system.real_path(around)?;
                known().insert(around.to_owned(), real.clone());
                break real;
            };
            unknown.push((around, name));
            around = parent;
        };
        while let Some((directory, name)) = unknown.pop() {
            real.push(name);
            if system.stat_entry(&real)?.kind == Kind::Link {
                real = system.real_path(directory)?;
            }
            known().insert(directory.to_owned(), real.clone());
        }
        Ok(real)
    }

    /// Whether the nearest existing directory above a path is inside an allowed directory.
    fn is_inside(&self, path: &Path) -> bool {
        let existing = path.ancestors().find_map(|path| self.resolve(path).ok());
        existing.is_some_and(|found| self.holds(path, &found.real))
    }
}

/// A path without links, with the properties of the file at that path.
struct Resolved {
    real: PathBuf,
    stat: Stat,
    /// Whether the path itself is a link.
    is_link: bool,
}

/// The maximum length of a path on common systems; longer ones are not resolved.
const LONGEST_PATH: usize = 4096;

/// Splits a path into directory and file name; `None` if the last segment may be a directory.
fn split(path: &Path) -> Option<(&Path, &str)> {
    if path.as_os_str().len() > LONGEST_PATH {
        return None;
    }
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
        io::ErrorKind::AlreadyExists => FileError::Exists,
        io::ErrorKind::DirectoryNotEmpty => FileError::NotEmpty,
        _ => FileError::Other,
    }
}

impl RubyFiles for Sandbox {
    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let Resolved { real, stat, .. } = self.allowed(path)?;
        if stat.kind == Kind::Directory {
            return Err(FileError::IsDirectory);
        }
        let read = self.files.read(&real).map_err(|error| file_error(&error))?;
        Ok(read.bytes)
    }

    fn stat(&self, path: &str) -> Result<FileStat, FileError> {
        let Resolved { stat: found, is_link, .. } = self.allowed(path)?;
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
        Ok(FileStat { kind, size: found.stamp.size, mode: found.mode, modified, is_link })
    }

    fn list(&self, path: &str) -> Result<Vec<String>, FileError> {
        let path = self.allowed(path)?.real;
        let entries = self.files.system.list(&path).map_err(|error| file_error(&error))?;
        let names = entries.into_iter().filter_map(|entry| entry.name.into_string().ok());
        let mut names: Vec<String> = names.collect();
        names.sort_unstable();
        Ok(names)
    }

    fn real_path(&self, path: &str) -> Result<String, FileError> {
        Ok(self.allowed(path)?.real.to_string_lossy().into_owned())
    }

    fn change(&self, path: &str, change: FileChange<'_>) -> Result<(), FileError> {
        let path = self.changeable(path)?;
        let target;
        let change = match change {
            FileChange::Nothing => return Ok(()),
            FileChange::Content(bytes, mode) => Change::Content(bytes, mode),
            FileChange::NewDirectory => Change::NewDirectory,
            FileChange::Mode(mode) => Change::Mode(mode),
            FileChange::Removal => Change::Removal,
            FileChange::DirectoryRemoval => Change::DirectoryRemoval,
            FileChange::Path(to) => {
                target = self.changeable(to)?;
                Change::Path(&target)
            }
        };
        self.files.system.change(&path, &change).map_err(|error| file_error(&error))
    }

    fn allow(&self, path: &str) {
        let allowed = Roots::resolve(&*self.files.system, [&PathBuf::from(path)]);
        self.near.write().unwrap_or_else(PoisonError::into_inner).extend(allowed);
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
        // The root directory allows everything.
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

    #[test]
    #[cfg(unix)]
    fn files_are_written_below_the_vardir_only() {
        let directory = std::env::temp_dir().join(format!("pupa-vardir-{}", std::process::id()));
        let vardir = directory.join("var");
        std::fs::create_dir_all(&vardir).unwrap();
        std::os::unix::fs::symlink(&directory, vardir.join("up")).unwrap();
        std::os::unix::fs::symlink("../secret", vardir.join("link")).unwrap();
        let reading = Sandbox::of(vec![vardir.clone()], 100);
        let write = |sandbox: &Sandbox, name: &str| {
            let path = vardir.join(name);
            sandbox.change(&path.to_string_lossy(), FileChange::Content(b"text", None))
        };
        assert_eq!(write(&reading, "file"), Err(FileError::Denied));
        let writing = Sandbox::of(Vec::new(), 100).with_vardir(Some(&vardir));
        assert_eq!(write(&writing, "file"), Ok(()));
        assert_eq!(writing.read(&vardir.join("file").to_string_lossy()).unwrap(), b"text");
        assert_eq!(write(&writing, "missing/file"), Err(FileError::NotFound));
        for outside in ["../secret", "up/secret", "link", "..", "../var/../secret", "up"] {
            assert_eq!(write(&writing, outside), Err(FileError::Denied), "{outside}");
        }
        let make = |name: &str| {
            writing.change(&vardir.join(name).to_string_lossy(), FileChange::NewDirectory)
        };
        assert_eq!(make("d"), Ok(()));
        assert_eq!(make("d"), Err(FileError::Exists));
        assert!(!directory.join("secret").exists());
        std::fs::remove_dir_all(&directory).unwrap();
    }
}
