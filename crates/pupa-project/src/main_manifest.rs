//! The main manifests of an environment: what every node runs.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_eval::Settings;
use pupa_eval::program::Program;
use pupa_syntax::source::Source;

use crate::paths::absolute;
use crate::reading::{self, Loaded};
use crate::trouble::Trouble;

/// The manifest that every node runs.
#[derive(Debug, Clone)]
pub enum MainManifest {
    /// A file, or all files of a directory in their order.
    Path(PathBuf),
    /// The same, as an environment has it.
    Own(PathBuf),
    /// This text.
    Code(String),
    /// Nothing: nodes have the classes that are given to them from outside.
    Nothing,
}

impl MainManifest {
    /// Reads and prepares the programs.
    ///
    /// # Errors
    /// When a file can't be read or holds no valid program.
    pub fn programs(&self, settings: &Settings, limit: u64) -> Result<Vec<Arc<Program>>, Trouble> {
        let texts = match self {
            MainManifest::Path(path) => read_all(path, limit, reading::read_file)?,
            MainManifest::Own(path) => read_all(path, limit, reading::read_own_file)?,
            MainManifest::Code(code) => vec![Source::new("", code.clone())],
            MainManifest::Nothing => Vec::new(),
        };
        let mut programs = Vec::with_capacity(texts.len().max(1));
        for text in texts {
            programs.push(Arc::new(Program::read(Arc::new(text), settings)?));
        }
        if programs.is_empty() {
            let nothing = Arc::new(Source::new("", ""));
            programs.push(Arc::new(Program::read(nothing, settings)?));
        }
        Ok(programs)
    }
}

/// A function that reads a file, which messages show under a name.
type Read = fn(&Path, &str, u64) -> Loaded;

fn read_all(path: &Path, limit: u64, read: Read) -> Result<Vec<Source>, Trouble> {
    let files = files(&absolute(path))?;
    files.iter().map(|file| text(read(file, &file.to_string_lossy(), limit))).collect()
}

fn text(loaded: Loaded) -> Result<Source, Trouble> {
    match loaded {
        Loaded::Text(source) => Ok(source),
        Loaded::Problem(source, diagnostic) => {
            Err(Trouble::Unreadable(Arc::new(source), Box::new(diagnostic)))
        }
    }
}

/// The file itself, or the manifests of a directory and of those in it, by their paths. As in the
/// reference, nothing hidden, no directory that a link leads to, and nothing when nothing is there.
fn files(path: &Path) -> Result<Vec<PathBuf>, Trouble> {
    match std::fs::metadata(path) {
        Ok(found) if !found.is_dir() => return Ok(vec![path.to_owned()]),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Ok(_) | Err(_) => {}
    }
    let mut all = Vec::new();
    collect(path, &mut all).map_err(|(directory, error)| {
        let source = Source::new(directory.to_string_lossy(), "");
        Trouble::Unreadable(Arc::new(source), Box::new(reading::failure(&error)))
    })?;
    // As texts: `a.pp` comes before `a/b.pp`.
    all.sort_by(|a, b| a.as_os_str().cmp(b.as_os_str()));
    Ok(all)
}

/// Adds the manifests of a directory and of those in it; a directory that can't be read, and why.
fn collect(directory: &Path, all: &mut Vec<PathBuf>) -> Result<(), (PathBuf, io::Error)> {
    let unreadable = |error| (directory.to_owned(), error);
    for entry in std::fs::read_dir(directory).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        let path = entry.path();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            collect(&path, all)?;
        } else if path.extension().is_some_and(|ending| ending == "pp") && may_be_read(&path) {
            all.push(path);
        }
    }
    Ok(())
}

/// Whether it is a file, or a link that leads nowhere, which is an error. To read a pipe might
/// never end.
fn may_be_read(path: &Path) -> bool {
    std::fs::metadata(path).map_or(true, |found| found.is_file())
}
