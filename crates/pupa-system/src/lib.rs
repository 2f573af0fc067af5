//! The machine: files, commands, the clock and environment variables.
//!
//! Everything above the language core reaches the machine through [`System`], so that the same code
//! works on a disk ([`Disk`]), on files in memory ([`Memory`]), and on a disk with the unsaved buffers
//! of an editor over it ([`Overlay`]). [`Tracked`] values know the files that they were made from.

mod cancellation;
mod command;
mod disk;
mod hidden;
mod limited;
mod memory;
mod overlay;
mod stat;
mod tracked;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

pub use cancellation::Cancellation;
pub use command::{Command, CommandLimits, Finished, Streams};
pub use disk::Disk;
pub use hidden::Hidden;
pub use limited::read_limited;
pub use memory::Memory;
pub use overlay::Overlay;
pub use stat::{Entry, Identity, Kind, NOT_REGULAR, Stamp, Stat};
pub use tracked::{Inputs, Tracked};

/// The content of a file, with the stamp that it had before it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// The content.
    pub bytes: Vec<u8>,
    /// The stamp. A file that changed while it was read has another one by now.
    pub stamp: Stamp,
}

/// The machine.
///
/// Paths are absolute, or relative to the working directory. Links are followed unless a method says
/// otherwise.
pub trait System: fmt::Debug + Send + Sync {
    /// Reads a regular file of at most `limit` bytes.
    ///
    /// # Errors
    /// When there is none, when it can't be read, when it is larger, and when it is a pipe or device:
    /// reading these may never end.
    fn read(&self, path: &Path, limit: u64) -> io::Result<Contents>;

    /// Lists a directory, hidden entries included, in any order.
    ///
    /// # Errors
    /// When there is none, or it can't be read.
    fn list(&self, path: &Path) -> io::Result<Vec<Entry>>;

    /// Returns the properties of a file or directory.
    ///
    /// # Errors
    /// When there is none, or it can't be reached.
    fn stat(&self, path: &Path) -> io::Result<Stat>;

    /// Returns the kind of a file or directory, which does not depend on its content.
    ///
    /// # Errors
    /// As [`System::stat`].
    fn kind(&self, path: &Path) -> io::Result<Kind> {
        self.stat(path).map(|found| found.kind)
    }

    /// Returns the absolute path without links and `..`.
    ///
    /// # Errors
    /// When the path does not exist.
    fn real_path(&self, path: &Path) -> io::Result<PathBuf>;

    /// Returns the properties of an entry of a directory, those of a link itself included.
    ///
    /// # Errors
    /// As for [`System::stat`].
    fn stat_entry(&self, path: &Path) -> io::Result<Stat>;

    /// Runs a command and waits for its end.
    ///
    /// # Errors
    /// When it can't be begun, or reaches one of its limits.
    fn run(&self, command: &Command<'_>) -> io::Result<Finished>;

    /// Returns the time, in nanoseconds since 1970.
    fn now(&self) -> i128;

    /// Returns the environment variables whose names and values are text.
    fn variables(&self) -> Vec<(String, String)>;

    /// Reads a text as [`System::read`] reads bytes.
    ///
    /// # Errors
    /// As there, and when it is not UTF-8.
    fn read_text(&self, path: &Path, limit: u64) -> io::Result<String> {
        String::from_utf8(self.read(path, limit)?.bytes)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }

    /// Whether a path is a symbolic link.
    fn is_link(&self, path: &Path) -> bool {
        self.stat_entry(path).is_ok_and(|found| found.kind == Kind::Link)
    }

    /// Whether there is a regular file of that path.
    fn is_file(&self, path: &Path) -> bool {
        self.kind(path).is_ok_and(|kind| kind == Kind::File)
    }

    /// Whether there is a directory of that path.
    fn is_directory(&self, path: &Path) -> bool {
        self.kind(path).is_ok_and(|kind| kind == Kind::Directory)
    }

    /// Whether there is anything of that path.
    fn exists(&self, path: &Path) -> bool {
        self.kind(path).is_ok()
    }
}
