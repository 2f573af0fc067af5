//! Metadata of files that operating systems represent in different ways: identity and permissions.

use std::fs::Metadata;
use std::path::Path;

/// The identity of a file or directory, equal for all paths that lead to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity(system::Identity);

impl Identity {
    /// Returns the identity of the file at a path that has this metadata.
    pub fn of(path: &Path, metadata: &Metadata) -> Identity {
        Identity(system::identity(path, metadata))
    }
}

/// Returns the number of a file within its file system; 0 where files have no numbers.
pub fn number(metadata: &Metadata) -> u64 {
    system::number(metadata)
}

/// Returns the permission bits of a file as Unix has them.
pub fn mode(metadata: &Metadata) -> u32 {
    system::mode(metadata)
}

#[cfg(unix)]
mod system {
    //! Unix: files have a device, a number and permission bits.
    use std::fs::Metadata;
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::path::Path;

    /// The device and the number of a file.
    pub(super) type Identity = (u64, u64);

    pub(super) fn identity(_path: &Path, metadata: &Metadata) -> Identity {
        (metadata.dev(), metadata.ino())
    }

    pub(super) fn number(metadata: &Metadata) -> u64 {
        metadata.ino()
    }

    pub(super) fn mode(metadata: &Metadata) -> u32 {
        metadata.permissions().mode()
    }
}

#[cfg(not(unix))]
mod system {
    //! Other systems: the canonical path identifies a file.
    use std::fs::Metadata;
    use std::path::{Path, PathBuf};

    /// The canonical path of a file.
    pub(super) type Identity = PathBuf;

    pub(super) fn identity(path: &Path, _metadata: &Metadata) -> Identity {
        path.canonicalize().unwrap_or_else(|_| path.to_owned())
    }

    pub(super) fn number(_metadata: &Metadata) -> u64 {
        0
    }

    pub(super) fn mode(metadata: &Metadata) -> u32 {
        if metadata.permissions().readonly() { 0o444 } else { 0o644 }
    }
}
