//! Directories of files, for as long as a test needs them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A temporary directory, removed at the end.
#[derive(Debug)]
pub struct Scratch {
    root: PathBuf,
}

impl Scratch {
    /// An empty directory.
    ///
    /// # Errors
    /// When it can't be made.
    pub fn new() -> io::Result<Scratch> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let root = std::env::temp_dir().join(format!("pupa-suite-{}-{number}", std::process::id()));
        fs::create_dir_all(&root)?;
        Ok(Scratch { root: root.canonicalize()? })
    }

    /// The directory.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The path of a file in it.
    pub fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// Writes a file, with its directories. A script can be run.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) -> io::Result<()> {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap_or(&self.root))?;
        fs::write(&path, &content)?;
        #[cfg(unix)]
        if content.as_ref().starts_with(b"#!") {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
        }
        Ok(())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}
