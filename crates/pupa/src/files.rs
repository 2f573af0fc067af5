//! Which files to check: paths of the command line to a list in a fixed order.
//!
//! A file that is named is always taken. A directory gives its manifests (`.pp`), templates
//! (`.epp`,
//! `.erb`) and Ruby files (`.rb`), without hidden files and without those that `.gitignore` and
//! `.pupaignore` leave out.
//! Symbolic links are followed, since module directories are often made of them; a link to one
//! of its own ancestors is passed over. The search itself is in [`puppet_files`].

use std::collections::HashSet;
use std::path::{Path, PathBuf};

pub(crate) use pupa_project::paths::absolute;

use pupa_syntax::diagnostic::{Diagnostic, Location};

use pupa_project::puppet_files;

use crate::{issues, reading};

/// A file to check, or an error to report.
#[derive(Debug)]
pub(crate) enum Target {
    /// A file.
    File(PathBuf),
    /// Standard input.
    Stdin,
    /// A path without a readable file.
    Unreadable(Box<Diagnostic>),
}

/// The targets for paths, in the order of the paths and, within a directory, sorted by name.
pub(crate) fn collect(paths: &[PathBuf]) -> Vec<Target> {
    let mut targets = Vec::new();
    let mut seen = HashSet::new();
    for path in paths {
        for target in targets_of(path) {
            let is_new = match &target {
                Target::File(path) => paths.len() == 1 || seen.insert(identity(path)),
                Target::Stdin => seen.insert(PathBuf::from("-")),
                Target::Unreadable(_) => true,
            };
            if is_new {
                targets.push(target);
            }
        }
    }
    targets
}

/// The same value for `a.pp`, `./a.pp` and its absolute path. A `..` is kept: after a link it may
/// lead elsewhere, and checking a file twice is better than omitting it.
fn identity(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The paths to read if a name for standard input is given: standard input alone if there are no
/// others. A name without standard input is an error.
pub(crate) fn with_stdin_name(
    paths: Vec<PathBuf>,
    stdin_filename: Option<&Path>,
) -> Result<Vec<PathBuf>, &'static str> {
    match stdin_filename {
        Some(_) if paths.is_empty() => Ok(vec![PathBuf::from("-")]),
        Some(_) if !paths.iter().any(|path| path == Path::new("-")) => {
            Err("--stdin-filename names standard input, but `-` is not among the paths")
        }
        Some(_) | None => Ok(paths),
    }
}

fn targets_of(path: &Path) -> Vec<Target> {
    if path == Path::new("-") {
        return vec![Target::Stdin];
    }
    match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => walk(path),
        Ok(_) => vec![Target::File(path.to_owned())],
        Err(error) => vec![unreadable(path, reading::reading_error(&error))],
    }
}

fn unreadable(path: &Path, diagnostic: Diagnostic) -> Target {
    let location = Location::of_line(path.to_string_lossy(), None);
    Target::Unreadable(Box::new(diagnostic.located(location)))
}

fn walk(directory: &Path) -> Vec<Target> {
    let found = puppet_files::walk(directory).into_iter();
    let mut targets: Vec<Target> = found
        .map(|found| match found {
            Ok(path) => Target::File(path),
            Err((path, error)) => unreadable(&path, reading::reading_error(&error)),
        })
        .collect();
    if targets.is_empty() {
        let message = "the directory holds no manifests (.pp) and no templates (.epp)";
        targets.push(unreadable(directory, issues::NO_MANIFESTS.diagnostic(message)));
    }
    targets
}
