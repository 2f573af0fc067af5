//! A system with unsaved buffers in front of the files of another system.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::{Command, Contents, Entry, Finished, Kind, Memory, Stamp, Stat, System};

/// A system some of whose files are replaced by texts in memory, such as the unsaved buffers of an
/// editor.
#[derive(Debug)]
pub struct Overlay {
    below: Arc<dyn System>,
    buffers: Memory,
}

impl Overlay {
    /// An overlay without buffers.
    pub fn new(below: Arc<dyn System>) -> Overlay {
        Overlay { below, buffers: Memory::new() }
    }

    /// Sets the text of a buffer, which hides the file at this path.
    pub fn set(&self, path: impl Into<PathBuf>, text: impl Into<Vec<u8>>) {
        self.buffers.set(path, text);
    }

    /// Removes a buffer, so that the file is visible again.
    pub fn remove(&self, path: impl AsRef<Path>) {
        self.buffers.remove(path);
    }
}

impl System for Overlay {
    fn read(&self, path: &Path, limit: u64) -> io::Result<Contents> {
        match self.buffers.has(path) {
            true => self.buffers.read(path, limit),
            false => self.below.read(path, limit),
        }
    }

    fn list(&self, path: &Path) -> io::Result<Vec<Entry>> {
        let Ok(buffers) = self.buffers.list(path) else { return self.below.list(path) };
        let mut entries = match self.below.list(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(buffers),
            entries => entries?,
        };
        for buffer in buffers {
            if !entries.iter().any(|entry| entry.name == buffer.name) {
                entries.push(buffer);
            }
        }
        Ok(entries)
    }

    fn stat(&self, path: &Path) -> io::Result<Stat> {
        match (self.buffers.has(path), self.below.stat(path), self.buffers.stat(path)) {
            (true, _, buffer) | (false, Err(_), buffer @ Ok(_)) => buffer,
            // A directory in both systems changes when either changes.
            (false, Ok(below), Ok(buffer)) => {
                let changed = below.stamp.changed.wrapping_add(buffer.stamp.changed);
                let inode = below.stamp.inode.wrapping_add(buffer.stamp.inode);
                Ok(Stat { stamp: Stamp { inode, changed, ..below.stamp }, ..below })
            }
            (false, below, Err(_)) => below,
        }
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        self.below.real_path(path).or_else(|_| self.buffers.real_path(path))
    }

    fn stat_entry(&self, path: &Path) -> io::Result<Stat> {
        match self.below.stat_entry(path) {
            Ok(link) if link.kind == Kind::Link && !self.buffers.has(path) => Ok(link),
            _ => self.stat(path),
        }
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

    #[test]
    fn buffers_replace_files() {
        let below = Arc::new(Memory::of([("/m/a", "saved"), ("/m/b", "b")]));
        let overlay = Overlay::new(below);
        let path = Path::new("/m/a");
        let saved = overlay.stat(path).unwrap().stamp;
        overlay.set("/m/a", "typed");
        overlay.set("/m/new/c", "c");
        assert_eq!(overlay.read_text(path, 10).unwrap(), "typed");
        assert_ne!(overlay.stat(path).unwrap().stamp, saved);
        assert_eq!(overlay.read_text(Path::new("/m/b"), 10).unwrap(), "b");
        assert_eq!(overlay.list(Path::new("/m")).unwrap().len(), 3);
        assert!(overlay.is_directory(Path::new("/m/new")));
        overlay.remove("/m/a");
        assert_eq!(overlay.read_text(path, 10).unwrap(), "saved");
        assert_eq!(overlay.stat(path).unwrap().stamp, saved);
    }
}
