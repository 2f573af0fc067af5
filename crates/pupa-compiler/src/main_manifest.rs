//! The main manifests of an environment: what every node runs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_eval::Settings;
use pupa_eval::program::Program;
use pupa_syntax::source::Source;

use crate::paths::absolute;
use crate::reading::{self, Loaded};
use crate::trouble::Trouble;

/// What every node runs.
#[derive(Debug, Clone)]
pub enum MainManifest {
    /// A file, or all files of a directory in their order.
    Path(PathBuf),
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
            MainManifest::Path(path) => {
                let files = files(&absolute(path)).into_iter();
                files.map(|file| read(&file, limit)).collect::<Result<Vec<_>, _>>()?
            }
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

fn read(path: &Path, limit: u64) -> Result<Source, Trouble> {
    match reading::read_file(path, &path.to_string_lossy(), limit) {
        Loaded::Text(source) => Ok(source),
        Loaded::Problem(source, diagnostic) => {
            Err(Trouble::Unreadable(Arc::new(source), Box::new(diagnostic)))
        }
    }
}

/// The file itself, or the manifests of a directory and of those in it, by their paths. As in the
/// reference, nothing hidden, and no directory that a link leads to.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let mut all = Vec::new();
    collect(path, &mut all);
    // As texts: `a.pp` comes before `a/b.pp`.
    all.sort_by(|a, b| a.as_os_str().cmp(b.as_os_str()));
    all
}

fn collect(directory: &Path, all: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        let path = entry.path();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            collect(&path, all);
        } else if path.extension().is_some_and(|ending| ending == "pp") && !path.is_dir() {
            all.push(path);
        }
    }
}
