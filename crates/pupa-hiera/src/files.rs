//! Data files and configurations: read and parsed once, shared by all nodes, and read again when
//! they have changed.

mod data_file;

pub use data_file::{Content, DataFile, DataHash, Fit, Format, Note, Unreadable};
pub(crate) use data_file::{interpolates, no_text};

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, TryLockError};

use pupa_value::value::Text;
use rustc_hash::FxHashMap;

use crate::config::{self, Config, Owner};
use crate::eyaml::{KeySource, Keys, PrivateKey};
use crate::merge::KeptMerges;

/// What is asked of a file system.
pub trait Disk: Send + Sync {
    /// What tells whether a file has changed; none when there is no such file or directory.
    fn stamp(&self, path: &str) -> Option<Stamp>;

    /// The bytes of a file.
    ///
    /// # Errors
    /// Why it can't be read.
    fn read(&self, path: &str) -> Result<Vec<u8>, String>;

    /// The files, not the directories, that a pattern matches, as Ruby sorts them.
    fn glob(&self, pattern: &str) -> Vec<String>;

    /// The variables of the process: keys may be kept there, and HOCON may use them.
    fn environment(&self) -> Vec<(String, String)>;
}

/// What tells whether a file has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    /// Which file it is.
    pub inode: u64,
    /// How many bytes it has.
    pub size: u64,
    /// When it was changed, in nanoseconds.
    pub modified: i128,
}

/// A data file, or why there is none.
type ReadFile = Result<Arc<DataFile>, Unreadable>;

/// Something that was made of a file, and of which state of it.
type Kept<T> = Arc<Mutex<Option<(Stamp, Arc<T>)>>>;

/// Things made of files, by path.
#[derive(Debug)]
struct Cache<K, T>(RwLock<FxHashMap<K, Kept<T>>>);

impl<K, T> Default for Cache<K, T> {
    fn default() -> Cache<K, T> {
        Cache(RwLock::default())
    }
}

impl<K: std::hash::Hash + Eq, T> Cache<K, T> {
    /// What was made of the file in this state, or is made now. Whoever asks for it meanwhile
    /// waits, so that a file is read once, and does something else as long as there is anything to
    /// do. Who makes it is told whether it is made again.
    fn get(
        &self,
        key: K,
        stamp: Stamp,
        make: impl FnOnce(bool) -> T,
        meanwhile: impl FnMut() -> bool,
    ) -> Arc<T> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        let cell = known.unwrap_or_else(|| {
            let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(all.entry(key).or_default())
        });
        let mut cell = lock(&cell, meanwhile);
        match &*cell {
            Some((of, made)) if *of == stamp => Arc::clone(made),
            former => {
                let made = Arc::new(make(former.is_some()));
                *cell = Some((stamp, Arc::clone(&made)));
                made
            }
        }
    }
}

/// Locks, and as long as another has the lock does something else, if there is anything to do.
fn lock<T>(mutex: &Mutex<T>, mut meanwhile: impl FnMut() -> bool) -> MutexGuard<'_, T> {
    loop {
        match mutex.try_lock() {
            Ok(locked) => return locked,
            Err(TryLockError::WouldBlock) if meanwhile() => {}
            Err(_) => return mutex.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }
}

/// Nothing else is done while another makes what is asked for.
fn nothing() -> bool {
    false
}

/// The data files and configurations of a process.
pub struct DataFiles {
    disk: Box<dyn Disk>,
    data: Cache<(Text, Format), ReadFile>,
    configs: Cache<(Text, Owner), config::Read>,
    keys: Cache<Text, Result<Arc<PrivateKey>, String>>,
    merges: KeptMerges,
    /// What will be asked for soon.
    announced: Mutex<VecDeque<(Text, Format)>>,
}

impl std::fmt::Debug for DataFiles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DataFiles").finish_non_exhaustive()
    }
}

impl DataFiles {
    /// No file was read yet.
    pub fn new(disk: impl Disk + 'static) -> DataFiles {
        DataFiles {
            disk: Box::new(disk),
            data: Cache::default(),
            configs: Cache::default(),
            keys: Cache::default(),
            merges: KeptMerges::default(),
            announced: Mutex::default(),
        }
    }

    /// The file system.
    pub fn disk(&self) -> &dyn Disk {
        &*self.disk
    }

    /// Merges of what files hold.
    pub(crate) fn merges(&self) -> &KeptMerges {
        &self.merges
    }

    /// Whether there is a file or directory of that path.
    pub fn exists(&self, path: &str) -> bool {
        self.disk.stamp(path).is_some()
    }

    /// Whether the data of a file was never asked for.
    pub fn is_new(&self, path: &Text, format: Format) -> bool {
        let all = self.data.0.read().unwrap_or_else(PoisonError::into_inner);
        !all.contains_key(&(path.clone(), format))
    }

    /// Says which files will be asked for soon, the first ones first. How many of them nobody had
    /// announced.
    pub fn announce(&self, files: impl IntoIterator<Item = (Text, Format)>) -> usize {
        let mut announced = self.announced.lock().unwrap_or_else(PoisonError::into_inner);
        let before = announced.len();
        for file in files {
            if !announced.contains(&file) {
                announced.push_back(file);
            }
        }
        announced.len() - before
    }

    /// Reads the first of the files that were announced; whether there was one.
    pub fn read_announced(&self) -> bool {
        let next = self.announced.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let Some((path, format)) = next else { return false };
        self.data_or(&path, format, nothing);
        true
    }

    /// The data of a file; none when there is no such file. While another reads it, files that were
    /// announced are read.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn data(&self, path: &str, format: Format) -> Option<Result<Arc<DataFile>, Unreadable>> {
        self.data_or(path, format, || self.read_announced()).map(|read| ReadFile::clone(&read))
    }

    fn data_or(
        &self,
        path: &str,
        format: Format,
        meanwhile: impl FnMut() -> bool,
    ) -> Option<Arc<ReadFile>> {
        let stamp = self.disk.stamp(path)?;
        let read = |is_again| {
            if is_again {
                self.merges.clear();
            }
            let bytes = self.disk.read(path);
            DataFile::read(path, format, bytes, || self.disk.environment()).map(Arc::new)
        };
        Some(self.data.get((path.into(), format), stamp, read, meanwhile))
    }

    /// A configuration; none when there is no such file.
    pub fn config(&self, path: &str, owner: Owner) -> Option<Arc<config::Read>> {
        let stamp = self.disk.stamp(path)?;
        let read = |_| Config::read(path, owner, self.disk.read(path));
        Some(self.configs.get((path.into(), owner), stamp, read, nothing))
    }
}

/// Keys are files, too; those that a variable of the process holds are read each time.
impl Keys for DataFiles {
    fn private_key(&self, source: &KeySource<'_>) -> Result<Arc<PrivateKey>, String> {
        match source {
            KeySource::File(path) => {
                let Some(stamp) = self.disk.stamp(path) else {
                    return source.key(None).map(Arc::new);
                };
                let read = |_| {
                    let content = self.disk.read(path).ok();
                    source.key(content.as_deref()).map(Arc::new)
                };
                Result::clone(&self.keys.get((*path).into(), stamp, read, nothing))
            }
            KeySource::Variable(name) | KeySource::Base64Variable(name) => {
                let environment = self.disk.environment();
                let content = environment.iter().find(|(known, _)| known == name);
                source.key(content.map(|(_, content)| content.as_bytes())).map(Arc::new)
            }
        }
    }
}
