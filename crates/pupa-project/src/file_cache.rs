//! A cache of values made from files, shared by all compilations of a process.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use pupa_system::{System, Tracked};
use rustc_hash::FxHashMap;

/// Values by the path of their file, each made once. All nodes see the same state of a file: a file
/// that has changed ([`FileCache::changed`]) is read again only by a cache without its old value
/// ([`FileCache::without`]).
#[derive(Debug)]
pub struct FileCache<T> {
    known: RwLock<FxHashMap<OsString, Arc<OnceLock<Tracked<T>>>>>,
}

impl<T> Default for FileCache<T> {
    fn default() -> FileCache<T> {
        FileCache { known: RwLock::default() }
    }
}

impl<T: Clone> FileCache<T> {
    /// Returns the value of a file. `make` makes it if it is not in the cache; if several threads
    /// ask for it at the same time, one of them makes it and the others wait.
    pub fn get(
        &self,
        path: impl AsRef<OsStr>,
        system: &dyn System,
        make: impl FnOnce(&dyn System) -> T,
    ) -> T {
        let path = path.as_ref();
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner).get(path).cloned();
        let cell = known.unwrap_or_else(|| self.cell(path));
        cell.get_or_init(|| Tracked::make(system, make)).value.clone()
    }

    /// The slot of a path, empty if it is new.
    fn cell(&self, path: &OsStr) -> Arc<OnceLock<Tracked<T>>> {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(path.to_owned()).or_default())
    }

    /// The files that have changed since their values were made, sorted.
    pub fn changed(&self, system: &dyn System) -> Vec<OsString> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        // A slot without a value is left over from an aborted call, so it is of no use.
        let is_old = |cell: &OnceLock<Tracked<T>>| {
            cell.get().is_none_or(|tracked| !tracked.is_current(system))
        };
        let mut changed: Vec<OsString> =
            known.iter().filter(|(_, cell)| is_old(cell)).map(|(path, _)| path.clone()).collect();
        changed.sort_unstable();
        changed
    }

    /// A cache with the same values except those of the given files.
    #[must_use]
    pub fn without(&self, changed: &[OsString]) -> FileCache<T> {
        let mut known = self.known.read().unwrap_or_else(PoisonError::into_inner).clone();
        for path in changed {
            known.remove(path);
        }
        FileCache { known: RwLock::new(known) }
    }
}

/// The paths of the entries of a directory, sorted; none if it can't be read.
pub(crate) fn paths_in(directory: &Path, system: &dyn System) -> Vec<std::path::PathBuf> {
    let entries = system.list(directory).unwrap_or_default();
    let mut paths: Vec<_> = entries.into_iter().map(|entry| directory.join(entry.name)).collect();
    paths.sort_unstable();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;
    use pupa_system::Memory;

    #[test]
    fn files_are_read_once_until_they_change() {
        let memory = Memory::of([("/m/a", "1"), ("/m/b", "2")]);
        let cache = FileCache::default();
        let reads = std::cell::Cell::new(0);
        let get = |cache: &FileCache<String>, path: &str| {
            cache.get(path, &memory, |system| {
                reads.set(reads.get() + 1);
                system.read_text(Path::new(path), 10).unwrap_or_default()
            })
        };
        assert_eq!((get(&cache, "/m/a"), get(&cache, "/m/b")), ("1".into(), "2".into()));
        assert_eq!((get(&cache, "/m/a"), get(&cache, "/m/c")), ("1".into(), String::new()));
        assert_eq!(reads.get(), 3);
        assert!(cache.changed(&memory).is_empty());
        memory.set("/m/a", "3");
        memory.set("/m/c", "4");
        let changed = cache.changed(&memory);
        assert_eq!(changed, ["/m/a", "/m/c"]);
        let cache = cache.without(&changed);
        assert_eq!((get(&cache, "/m/a"), get(&cache, "/m/b")), ("3".into(), "2".into()));
        assert_eq!((get(&cache, "/m/c"), reads.get()), ("4".into(), 5));
    }
}
