//! Writes files atomically.
//!
//! A text goes to a file beside its place, and takes its place when it is complete. Several texts
//! are written first and put into place then, so a full disk leaves what was there before.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Why a file could not be written.
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

/// Writes files into a directory, which is made if it is not there.
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
        // The number of the process keeps two runs at the same time apart.
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

/// Files that are removed unless they were put into place.
struct Drafts(Vec<PathBuf>);

impl Drop for Drafts {
    fn drop(&mut self) {
        for draft in &self.0 {
            // Those that are in place already are not here any more.
            let _ = fs::remove_file(draft);
        }
    }
}
