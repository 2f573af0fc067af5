//! The machine: files, commands, the clock and environment variables.
//!
//! Everything above the language core reaches the machine through [`System`], so that the same code
//! works on a disk ([`Disk`]), on files in memory ([`Memory`]), and on a disk with the unsaved buffers
//! of an editor over it ([`Overlay`]). [`Tracked`] values know the files that they were made from.

mod cancellation;
mod change;
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
pub use change::Change;
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
    /// The stamp. If the file changed while it was read, its current stamp differs.
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
    /// When it is missing, can't be read, is larger, or is a pipe or device, which may never end.
    fn read(&self, path: &Path, limit: u64) -> io::Result<Contents>;

    /// Lists a directory, including hidden entries, in any order.
    ///
    /// # Errors
    /// When it is missing or can't be read.
    fn list(&self, path: &Path) -> io::Result<Vec<Entry>>;

    /// Returns the properties of a file or directory.
    ///
    /// # Errors
    /// When it is missing or can't be reached.
    fn stat(&self, path: &Path) -> io::Result<Stat>;

    /// Returns the kind of a file or directory, which is the same whatever its content is.
    ///
    /// # Errors
    /// As for [`System::stat`].
    fn kind(&self, path: &Path) -> io::Result<Kind> {
        self.stat(path).map(|found| found.kind)
    }

    /// Returns the absolute path without links and `..`.
    ///
    /// # Errors
    /// When the path does not exist.
    fn real_path(&self, path: &Path) -> io::Result<PathBuf>;

    /// Returns the properties of a directory entry; for a link, those of the link itself.
    ///
    /// # Errors
    /// As for [`System::stat`].
    fn stat_entry(&self, path: &Path) -> io::Result<Stat>;

    /// Changes a file or directory. Systems refuse this unless they say otherwise.
    ///
    /// # Errors
    /// When the change is impossible or not permitted.
    fn change(&self, path: &Path, change: &Change<'_>) -> io::Result<()> {
        let _ = (path, change);
        Err(io::Error::from(io::ErrorKind::PermissionDenied))
    }

    /// Runs a command and waits for its end.
    ///
    /// # Errors
    /// When it can't be started, or prints more than [`Command::MAX_PRINTED`] bytes.
    fn run(&self, command: &Command<'_>) -> io::Result<Finished>;

    /// Returns the time, in nanoseconds since 1970.
    fn now(&self) -> i128;

    /// Returns the environment variables, except those that are not UTF-8.
    fn variables(&self) -> Vec<(String, String)>;

    /// Reads a file like [`System::read`], as text.
    ///
    /// # Errors
    /// As for [`System::read`], and when it is not UTF-8.
    fn read_text(&self, path: &Path, limit: u64) -> io::Result<String> {
        String::from_utf8(self.read(path, limit)?.bytes)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }

    /// Whether a path is a symbolic link.
    fn is_link(&self, path: &Path) -> bool {
        self.stat_entry(path).is_ok_and(|found| found.kind == Kind::Link)
    }

    /// Whether a path exists and is a regular file.
    fn is_file(&self, path: &Path) -> bool {
        self.kind(path).is_ok_and(|kind| kind == Kind::File)
    }

    /// Whether a path exists and is a directory.
    fn is_directory(&self, path: &Path) -> bool {
        self.kind(path).is_ok_and(|kind| kind == Kind::Directory)
    }

    /// Whether a path exists.
    fn exists(&self, path: &Path) -> bool {
        self.kind(path).is_ok()
    }
}
