//! A system without some of its files.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::{Command, Contents, Entry, Finished, Stat, System};

/// A system that hides files of another one, such as those that an older revision does not contain.
#[derive(Debug)]
pub struct Hidden {
    below: Arc<dyn System>,
    paths: BTreeSet<PathBuf>,
}

impl Hidden {
    /// The system without these files, and without directories that contain no others.
    pub fn new(below: Arc<dyn System>, files: impl IntoIterator<Item = PathBuf>) -> Hidden {
        let mut hidden = Hidden { below, paths: files.into_iter().collect() };
        let mut next: Vec<PathBuf> = hidden.paths.iter().cloned().collect();
        while let Some(path) = next.pop() {
            let Some(directory) = path.parent().filter(|path| !hidden.paths.contains(*path)) else {
                continue;
            };
            if hidden.list(directory).is_ok_and(|entries| entries.is_empty()) {
                hidden.paths.insert(directory.to_owned());
                next.push(directory.to_owned());
            }
        }
        hidden
    }

    fn visible(&self, path: &Path) -> io::Result<()> {
        match self.paths.contains(path) {
            true => Err(io::Error::from(io::ErrorKind::NotFound)),
            false => Ok(()),
        }
    }
}

impl System for Hidden {
    fn read(&self, path: &Path, limit: u64) -> io::Result<Contents> {
        self.visible(path)?;
        self.below.read(path, limit)
    }

    fn list(&self, path: &Path) -> io::Result<Vec<Entry>> {
        self.visible(path)?;
        let mut entries = self.below.list(path)?;
        entries.retain(|entry| !self.paths.contains(&path.join(&entry.name)));
        Ok(entries)
    }

    fn stat(&self, path: &Path) -> io::Result<Stat> {
        self.visible(path)?;
        self.below.stat(path)
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        self.visible(path)?;
        self.below.real_path(path)
    }

    fn stat_entry(&self, path: &Path) -> io::Result<Stat> {
        self.visible(path)?;
        self.below.stat_entry(path)
    }

    fn run(&self, command: &Command<'_>) -> io::Result<Finished> {
        self.below.run(command)
    }

    fn now(&self) -> i128 {
        self.below.now()
    }

    fn variables(&self) -> Vec<(String, String)> {
        self.below.variables()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Memory;

    #[test]
    fn hidden_files_are_missing() {
        let below = Arc::new(Memory::of([("/m/a", "a"), ("/m/new/x/b", "b"), ("/m/c", "c")]));
        let hidden = Hidden::new(below, ["/m/a".into(), "/m/new/x/b".into()]);
        assert!(!hidden.exists(Path::new("/m/a")) && hidden.exists(Path::new("/m/c")));
        assert!(!hidden.exists(Path::new("/m/new")));
        assert_eq!(hidden.list(Path::new("/m")).unwrap().len(), 1);
    }
}
