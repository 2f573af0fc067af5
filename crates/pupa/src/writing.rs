//! Writes files atomically.
//!
//! A text is written to a temporary file next to its destination, which is renamed when it is
//! complete. If there are several texts, all are written before any is renamed, so that a full disk
//! leaves the existing files unchanged.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The error for a file that could not be written.
#[derive(Debug)]
pub(crate) struct WriteError {
    /// The file.
    pub(crate) path: PathBuf,
    /// The error of the system.
    pub(crate) error: io::Error,
}

impl std::fmt::Display for WriteError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cannot write {}: {}", self.path.display(), self.error)
    }
}

/// Writes files into a directory, which is created if it does not exist.
pub(crate) fn write_all(directory: &Path, files: &[(&str, &str)]) -> Result<(), WriteError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| WriteError { path, error }
    };
    fs::create_dir_all(directory).map_err(failed(directory))?;
    let is_directory = || io::Error::from(io::ErrorKind::IsADirectory);
    let mut drafts = Drafts(Vec::new());
    for (name, text) in files {
        let place = directory.join(name);
        if place.is_dir() {
            return Err(failed(&place)(is_directory()));
        }
        // The process ID distinguishes the files of simultaneous runs.
        let draft = directory.join(format!(".{name}.{}.tmp", std::process::id()));
        drafts.0.push(draft.clone());
        write_draft(&draft, text).map_err(failed(&place))?;
    }
    for ((name, _), draft) in files.iter().zip(&drafts.0) {
        let place = directory.join(name);
        fs::rename(draft, &place).map_err(failed(&place))?;
    }
    drafts.0.clear();
    Ok(())
}

fn write_draft(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(text.as_bytes())
}

/// Temporary files, which are removed unless they were renamed.
struct Drafts(Vec<PathBuf>);

impl Drop for Drafts {
    fn drop(&mut self) {
        for draft in &self.0 {
            // Renamed files no longer exist under this name.
            let _ = fs::remove_file(draft);
        }
    }
}
