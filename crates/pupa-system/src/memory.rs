//! A system with files in memory: for tests, for editors, and for platforms without a disk.

use std::collections::BTreeMap;
use std::io;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};

use crate::limited::too_large;
use crate::{Command, Contents, Entry, Finished, Identity, Kind, Stamp, Stat, System};

/// The number of changes in all memories. It serves as their clock, so that no two contents have
/// the same stamp.
static REVISIONS: AtomicU64 = AtomicU64::new(1);

/// Files in memory. A directory exists as long as there are files in it.
#[derive(Debug, Default)]
pub struct Memory {
    files: RwLock<Files>,
}

#[derive(Debug, Default)]
struct Files {
    files: BTreeMap<PathBuf, File>,
    /// The last change in the list of names of each directory.
    directories: BTreeMap<PathBuf, u64>,
}

#[derive(Debug)]
struct File {
    bytes: Vec<u8>,
    revision: u64,
}

impl Memory {
    /// An empty system.
    pub fn new() -> Memory {
        Memory::default()
    }

    /// A system with these paths and contents.
    pub fn of<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Memory {
        let memory = Memory::new();
        for (path, text) in files {
            memory.set(path, text);
        }
        memory
    }

    /// Sets the content of a file.
    pub fn set(&self, path: impl Into<PathBuf>, bytes: impl Into<Vec<u8>>) {
        let mut files = self.files.write().unwrap_or_else(PoisonError::into_inner);
        let (path, revision) = (path.into(), next_revision());
        let former = files.files.insert(path.clone(), File { bytes: bytes.into(), revision });
        if former.is_none() {
            files.touch(&path, revision);
        }
    }

    /// Removes a file.
    pub fn remove(&self, path: impl AsRef<Path>) {
        let mut files = self.files.write().unwrap_or_else(PoisonError::into_inner);
        if files.files.remove(path.as_ref()).is_some() {
            files.touch(path.as_ref(), next_revision());
        }
    }

    /// Whether a file exists.
    pub(crate) fn has(&self, path: &Path) -> bool {
        self.files.read().unwrap_or_else(PoisonError::into_inner).files.contains_key(path)
    }
}

impl Files {
    /// Notes that the names in the directories above a file have changed.
    fn touch(&mut self, path: &Path, revision: u64) {
        for directory in path.ancestors().skip(1) {
            self.directories.insert(directory.to_owned(), revision);
        }
    }

    fn below<'a>(&'a self, directory: &'a Path) -> impl Iterator<Item = &'a Path> {
        let from = self.files.range::<Path, _>((Bound::Included(directory), Bound::Unbounded));
        from.map(|(path, _)| path.as_path()).take_while(move |path| path.starts_with(directory))
    }

    fn stat(&self, path: &Path) -> io::Result<Stat> {
        let (kind, size, revision) = match self.files.get(path) {
            Some(file) => (Kind::File, file.bytes.len() as u64, file.revision),
            None if self.below(path).next().is_some() => {
                (Kind::Directory, 0, self.directories.get(path).copied().unwrap_or_default())
            }
            None => return Err(io::Error::from(io::ErrorKind::NotFound)),
        };
        let time = i128::from(revision);
        let stamp = Stamp { inode: revision, size, modified: time, changed: time };
        Ok(Stat { kind, stamp, mode: 0o644, identity: Identity::Path(path.to_owned()) })
    }
}

fn next_revision() -> u64 {
    REVISIONS.fetch_add(1, Ordering::Relaxed)
}

impl System for Memory {
    fn read(&self, path: &Path, limit: u64) -> io::Result<Contents> {
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
        let stat = files.stat(path)?;
        match files.files.get(path) {
            Some(file) if file.bytes.len() as u64 > limit => Err(too_large(limit)),
            Some(file) => Ok(Contents { bytes: file.bytes.clone(), stamp: stat.stamp }),
            None => Err(io::Error::from(io::ErrorKind::IsADirectory)),
        }
    }

    fn list(&self, path: &Path) -> io::Result<Vec<Entry>> {
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
        if files.stat(path)?.kind != Kind::Directory {
            return Err(io::Error::from(io::ErrorKind::NotADirectory));
        }
        let mut entries: Vec<Entry> = Vec::new();
        for below in files.below(path) {
            let Ok(rest) = below.strip_prefix(path) else { continue };
            let mut parts = rest.iter();
            let Some(name) = parts.next() else { continue };
            let kind = if parts.next().is_some() { Kind::Directory } else { Kind::File };
            if entries.last().is_none_or(|last| last.name != name) {
                entries.push(Entry { name: name.to_owned(), kind });
            }
        }
        Ok(entries)
    }

    fn stat(&self, path: &Path) -> io::Result<Stat> {
        self.files.read().unwrap_or_else(PoisonError::into_inner).stat(path)
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        self.stat(path).map(|_| path.to_owned())
    }

    fn stat_entry(&self, path: &Path) -> io::Result<Stat> {
        self.stat(path)
    }

    fn run(&self, _command: &Command<'_>) -> io::Result<Finished> {
        Err(io::Error::from(io::ErrorKind::Unsupported))
    }

    fn now(&self) -> i128 {
        // Much later than any change, so that no stamp is too young to be trusted.
        i128::from(u64::MAX)
    }

    fn variables(&self) -> Vec<(String, String)> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(memory: &Memory, path: &str) -> Vec<String> {
        let entries = memory.list(Path::new(path)).unwrap();
        entries.into_iter().map(|entry| entry.name.into_string().unwrap()).collect()
    }

    #[test]
    fn directories_hold_files() {
        let memory = Memory::of([("/m/a/x.pp", "1"), ("/m/a/y.pp", "22"), ("/m/b", "")]);
        assert_eq!(names(&memory, "/m"), ["a", "b"]);
        assert_eq!(names(&memory, "/m/a"), ["x.pp", "y.pp"]);
        assert!(memory.is_directory(Path::new("/m")) && memory.is_file(Path::new("/m/b")));
        assert_eq!(memory.read_text(Path::new("/m/a/y.pp"), 2).unwrap(), "22");
        assert!(memory.read(Path::new("/m/a/y.pp"), 1).is_err());
        assert!(memory.list(Path::new("/m/b")).is_err());
        assert!(!memory.exists(Path::new("/n")));
    }

    #[test]
    fn changes_change_stamps() {
        let memory = Memory::of([("/m/a", "1")]);
        let stamp = |path: &str| memory.stat(Path::new(path)).unwrap().stamp;
        let (file, directory) = (stamp("/m/a"), stamp("/m"));
        memory.set("/m/a", "2");
        assert_ne!(stamp("/m/a"), file);
        assert_eq!(stamp("/m"), directory);
        memory.set("/m/b", "");
        assert_ne!(stamp("/m"), directory);
        memory.remove("/m/a");
        memory.remove("/m/b");
        assert!(memory.stat(Path::new("/m")).is_err());
    }
}
