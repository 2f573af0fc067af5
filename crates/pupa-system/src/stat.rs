//! Properties of files and directories.

use std::ffi::OsString;
use std::path::PathBuf;

/// The message of the error for reading something other than a regular file.
pub const NOT_REGULAR: &str = "not a regular file";

/// A kind of entry of a file system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link; only in listings and of entries, where links are not followed.
    Link,
    /// A pipe, a device, or the like: reading may never end.
    Other,
}

/// An entry of a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The name.
    pub name: OsString,
    /// The kind. Links are not followed.
    pub kind: Kind,
}

/// The properties of a file or directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stat {
    /// The kind; that of a link only if links were not followed.
    pub kind: Kind,
    /// The properties by which a change is noticed.
    pub stamp: Stamp,
    /// The permission bits as Unix has them.
    pub mode: u32,
    /// The identity, equal for all paths that lead to the same file.
    pub identity: Identity,
}

/// The properties of a file by which a change is noticed. A directory changes with the names in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stamp {
    /// The number of the file within its file system; 0 where files have no numbers.
    pub inode: u64,
    /// The size in bytes.
    pub size: u64,
    /// The time of the last change of the content, in nanoseconds since 1970.
    pub modified: i128,
    /// The time of the last change of content or properties; that of the content where systems know
    /// no other.
    pub changed: i128,
}

/// The identity of a file or directory.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Identity {
    /// A device and the number of a file on it.
    Number(u64, u64),
    /// A path without links.
    Path(PathBuf),
}
