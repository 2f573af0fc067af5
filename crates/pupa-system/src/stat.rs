//! The properties of files and directories.

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
    /// A symbolic link. Only listings and [`System::stat_entry`](crate::System::stat_entry) report
    /// links, since they don't follow them.
    Link,
    /// A pipe, a device or similar, which may never end.
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
    /// The kind; a link only if links were not followed.
    pub kind: Kind,
    /// The properties that show whether the file has changed.
    pub stamp: Stamp,
    /// The Unix permission bits.
    pub mode: u32,
    /// The identity, equal for all paths that lead to the same file.
    pub identity: Identity,
}

/// The properties that show whether a file has changed. A directory changes when its list of names
/// does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stamp {
    /// The inode number; 0 on systems without inodes.
    pub inode: u64,
    /// The size in bytes.
    pub size: u64,
    /// The time of the last change of the content, in nanoseconds since 1970.
    pub modified: i128,
    /// The time of the last change of content or properties; on systems without it, that of the
    /// content.
    pub changed: i128,
}

/// The identity of a file or directory.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Identity {
    /// The device and the inode number.
    Number(u64, u64),
    /// A path without links.
    Path(PathBuf),
}
