//! A cache of data files, configurations and private keys: each is read and parsed once, shared by
//! all nodes, and read again when it has changed.

mod data_file;

pub use data_file::{Conformance, Content, DataFile, DataFileError, DataHash, EntryInfo, Format};
pub(crate) use data_file::{interpolates, invalid_utf8};

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, TryLockError};

use pupa_value::value::Text;
use rustc_hash::FxHashMap;

use crate::config::{self, Config, LayerKind};
use crate::eyaml::{KeySource, Keys, PrivateKey};
use crate::merge::MergeCache;

/// The file system and process environment that lookups use.
pub trait Disk: Send + Sync {
    /// The stamp by which a change of a file is noticed; `None` if the path does not exist.
    fn stamp(&self, path: &str) -> Option<Stamp>;

    /// The bytes of a file.
    ///
    /// # Errors
    /// The system's message if the file cannot be read.
    fn read(&self, path: &str) -> Result<Vec<u8>, String>;

    /// The stamp of a private key.
    fn key_stamp(&self, path: &str) -> Option<Stamp> {
        self.stamp(path)
    }

    /// The bytes of a private key, if it can be read.
    fn read_key(&self, path: &str) -> Option<Vec<u8>> {
        self.read(path).ok()
    }

    /// The files that match a glob pattern, in Ruby's order. Directories are left out.
    fn glob(&self, pattern: &str) -> Vec<String>;

    /// The environment variables of the process. They may hold private keys, and HOCON may use
    /// them.
    fn environment(&self) -> Vec<(String, String)>;
}

/// The properties of a file by which a change is noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    /// The inode number.
    pub inode: u64,
    /// The size in bytes.
    pub size: u64,
    /// The time of the last change, in nanoseconds.
    pub modified: i128,
}

/// A data file, or the reason why it cannot be used.
type ReadFile = Result<Arc<DataFile>, DataFileError>;

/// A value made from a file, with the stamp that the file had. The mutex is held while the value
/// is made.
type CacheCell<T> = Arc<Mutex<Option<(Stamp, Arc<T>)>>>;

/// Values made from files, by path.
#[derive(Debug)]
struct Cache<K, T>(RwLock<FxHashMap<K, CacheCell<T>>>);

impl<K, T> Default for Cache<K, T> {
    fn default() -> Cache<K, T> {
        Cache(RwLock::default())
    }
}

impl<K: std::hash::Hash + Eq, T> Cache<K, T> {
    /// Returns the value for a file with this stamp, and calls `make` if there is none yet. Other
    /// threads that ask for the same file wait, so that it is read once; they call `while_waiting`
    /// as long as that returns `true`. The argument of `make` is `true` if the file was read before
    /// and has changed.
    fn get(
        &self,
        key: K,
        stamp: Stamp,
        make: impl FnOnce(bool) -> T,
        while_waiting: impl FnMut() -> bool,
    ) -> Arc<T> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        let cell = known.unwrap_or_else(|| {
            let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(all.entry(key).or_default())
        });
        let mut cell = lock(&cell, while_waiting);
        match &*cell {
            Some((of, made)) if *of == stamp => Arc::clone(made),
            former => {
                let made = Arc::new(pupa_meter::unmetered(|| make(former.is_some())));
                *cell = Some((stamp, Arc::clone(&made)));
                made
            }
        }
    }
}

/// Locks a mutex. While another thread holds it, calls `while_waiting` as long as that returns
/// `true`.
fn lock<T>(mutex: &Mutex<T>, mut while_waiting: impl FnMut() -> bool) -> MutexGuard<'_, T> {
    loop {
        match mutex.try_lock() {
            Ok(locked) => return locked,
            Err(TryLockError::WouldBlock) if while_waiting() => {}
            Err(_) => return mutex.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }
}

/// For [`Cache::get`]: a thread that waits has no other work.
fn no_other_work() -> bool {
    false
}

/// The data files, configurations and private keys of a process.
pub struct DataFiles {
    disk: Box<dyn Disk>,
    data: Cache<(Text, Format), ReadFile>,
    configs: Cache<(Text, LayerKind), config::ConfigFile>,
    keys: Cache<Text, Result<Arc<PrivateKey>, String>>,
    merges: MergeCache,
    /// The files to read ahead.
    queue: Mutex<VecDeque<(Text, Format)>>,
}

impl std::fmt::Debug for DataFiles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DataFiles").finish_non_exhaustive()
    }
}

impl DataFiles {
    /// An empty cache.
    pub fn new(disk: impl Disk + 'static) -> DataFiles {
        DataFiles {
            disk: Box::new(disk),
            data: Cache::default(),
            configs: Cache::default(),
            keys: Cache::default(),
            merges: MergeCache::default(),
            queue: Mutex::default(),
        }
    }

    /// The file system.
    pub fn disk(&self) -> &dyn Disk {
        &*self.disk
    }

    /// The cache of merged values.
    pub(crate) fn merges(&self) -> &MergeCache {
        &self.merges
    }

    /// Whether a file or directory exists.
    pub fn exists(&self, path: &str) -> bool {
        self.disk.stamp(path).is_some()
    }

    /// Whether the data of a file was never requested.
    pub fn is_new(&self, path: &Text, format: Format) -> bool {
        let all = self.data.0.read().unwrap_or_else(PoisonError::into_inner);
        !all.contains_key(&(path.clone(), format))
    }

    /// Adds files to the queue for reading ahead. Returns the number of those that were not queued
    /// already.
    pub fn queue_reads(&self, files: impl IntoIterator<Item = (Text, Format)>) -> usize {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let before = queue.len();
        for file in files {
            if !queue.contains(&file) {
                queue.push_back(file);
            }
        }
        queue.len() - before
    }

    /// Reads the first file in the queue. Returns `false` if the queue is empty.
    pub fn read_queued(&self) -> bool {
        let next = self.queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let Some((path, format)) = next else { return false };
        self.data_while(&path, format, no_other_work);
        true
    }

    /// The data of a file; `None` if it does not exist. While another thread reads it, this one
    /// reads files from the queue.
    ///
    /// # Errors
    /// When the file cannot be read or parsed.
    pub fn data(&self, path: &str, format: Format) -> Option<Result<Arc<DataFile>, DataFileError>> {
        self.data_while(path, format, || self.read_queued()).map(|read| ReadFile::clone(&read))
    }

    fn data_while(
        &self,
        path: &str,
        format: Format,
        while_waiting: impl FnMut() -> bool,
    ) -> Option<Arc<ReadFile>> {
        let stamp = self.disk.stamp(path)?;
        let read = |is_reread| {
            if is_reread {
                self.merges.clear();
            }
            let bytes = self.disk.read(path);
            DataFile::read(path, format, bytes, || self.disk.environment()).map(Arc::new)
        };
        Some(self.data.get((path.into(), format), stamp, read, while_waiting))
    }

    /// A configuration; `None` if the file does not exist.
    pub fn config(&self, path: &str, layer_kind: LayerKind) -> Option<Arc<config::ConfigFile>> {
        let stamp = self.disk.stamp(path)?;
        let read = |_| Config::read(path, layer_kind, self.disk.read(path));
        Some(self.configs.get((path.into(), layer_kind), stamp, read, no_other_work))
    }
}

/// Keys in files are cached; those in environment variables are parsed each time.
impl Keys for DataFiles {
    fn private_key(&self, source: &KeySource<'_>) -> Result<Arc<PrivateKey>, String> {
        match source {
            KeySource::File(path) => {
                let Some(stamp) = self.disk.key_stamp(path) else {
                    return source.key(None).map(Arc::new);
                };
                let read = |_| {
                    let content = self.disk.read_key(path);
                    source.key(content.as_deref()).map(Arc::new)
                };
                Result::clone(&self.keys.get((*path).into(), stamp, read, no_other_work))
            }
            KeySource::Variable(name) | KeySource::Base64Variable(name) => {
                let environment = self.disk.environment();
                let content = environment.iter().find(|(known, _)| known == name);
                source.key(content.map(|(_, content)| content.as_bytes())).map(Arc::new)
            }
        }
    }
}
