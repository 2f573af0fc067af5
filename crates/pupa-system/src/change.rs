//! Changes of files and directories.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// A change of a file or directory. It applies to a link itself, never to its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change<'a> {
    /// The content of a file, which is created if it does not exist, with these permission bits.
    /// Readers see the old content or the new one, never a part of it.
    Content(&'a [u8], Option<u32>),
    /// The creation of a directory.
    NewDirectory,
    /// The permission bits. Systems without them ignore this.
    Mode(u32),
    /// The removal of a file.
    Removal,
    /// The removal of an empty directory.
    DirectoryRemoval,
    /// Another path.
    Path(&'a Path),
}

impl Change<'_> {
    /// Changes a file of this machine.
    pub(crate) fn apply(&self, path: &Path) -> io::Result<()> {
        match *self {
            Change::Content(content, mode) => write(path, content, mode),
            Change::NewDirectory => fs::create_dir(path),
            Change::Mode(mode) => set_mode(path, mode),
            Change::Removal => fs::remove_file(path),
            Change::DirectoryRemoval => fs::remove_dir(path),
            Change::Path(to) => fs::rename(path, to),
        }
    }
}

/// Writes a temporary file next to the path, and renames it.
fn write(path: &Path, content: &[u8], mode: Option<u32>) -> io::Result<()> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let old = fs::symlink_metadata(path).ok();
    if old.as_ref().is_some_and(fs::Metadata::is_dir) {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}-{count}.new", std::process::id()));
    let scratch = path.with_file_name(name);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode.unwrap_or(0o666));
    #[cfg(not(unix))]
    let _ = mode;
    let written = options.open(&scratch).and_then(|mut file| {
        if let Some(old) = &old {
            file.set_permissions(old.permissions())?;
        }
        file.write_all(content)
    });
    let result = written.and_then(|()| fs::rename(&scratch, path));
    if result.is_err() {
        // The first error is reported.
        let _ = fs::remove_file(&scratch);
    }
    result
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o7777))
}

#[cfg(not(unix))]
fn set_mode(_path: &Path, _mode: u32) -> io::Result<()> {
    Ok(())
}
