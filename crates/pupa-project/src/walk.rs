//! Lists the files below directories.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use pupa_system::{Identity, Kind, Stat, System};

/// The maximum nesting depth; deeper directories are left out.
const MAX_DEPTH: usize = 64;

/// The maximum number of directories to read, since links may lead to the same directory on many
/// ways.
const MOST_DIRECTORIES: usize = 20_000;

/// The files below a directory, sorted by path.
#[derive(Debug, Default)]
pub struct Listing {
    /// The files.
    pub files: Vec<PathBuf>,
    /// Pipes and devices, reading of which may never end.
    pub endless: Vec<PathBuf>,
    /// Whether the limits were reached, so that files may be missing.
    pub is_cut: bool,
    /// The first directory that can't be read, with the error.
    pub unreadable: Option<(PathBuf, io::Error)>,
}

/// All files below a directory, sorted by path, found like those of [`list`].
pub fn files_below(system: &dyn System, directory: &Path, skips: &[PathBuf]) -> Vec<PathBuf> {
    list(system, directory, skips).files
}

/// The files below a directory, without following links to directories. Broken links are included;
/// reading them is an error.
pub fn list_own(system: &dyn System, directory: &Path, hidden: HiddenFiles) -> Listing {
    let mut walk = Walk { hidden, follows_links: false, ..Walk::new(system, &[]) };
    walk.start(directory);
    walk.found.files.sort_unstable();
    walk.found
}

/// The treatment of files and directories whose names begin with a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HiddenFiles {
    /// They are listed.
    Included,
    /// They are left out.
    Excluded,
}

/// Lists the files below a directory. Hidden files, the directories in `skips`, and links back to a
/// directory that is being listed are left out.
pub fn list(system: &dyn System, directory: &Path, skips: &[PathBuf]) -> Listing {
    let mut walk = Walk::new(system, skips);
    walk.start(directory);
    walk.found.files.sort_unstable();
    walk.found.endless.sort_unstable();
    walk.found
}

struct Walk<'s> {
    system: &'s dyn System,
    skips: &'s [PathBuf],
    hidden: HiddenFiles,
    follows_links: bool,
    /// The directories that are being listed, from the outermost to the current one.
    around: Vec<Identity>,
    /// The number of directories that may still be read.
    room: usize,
    found: Listing,
}

impl<'s> Walk<'s> {
    fn new(system: &'s dyn System, skips: &'s [PathBuf]) -> Walk<'s> {
        Walk {
            system,
            skips,
            hidden: HiddenFiles::Excluded,
            follows_links: true,
            around: Vec::new(),
            room: MOST_DIRECTORIES,
            found: Listing::default(),
        }
    }

    fn start(&mut self, directory: &Path) {
        match self.system.stat(directory) {
            Ok(found) => self.enter(directory, &found),
            Err(error) => self.refuse(directory, error),
        }
    }

    fn enter(&mut self, directory: &Path, found: &Stat) {
        if self.around.contains(&found.identity) {
            return;
        }
        if self.room == 0 || self.around.len() > MAX_DEPTH {
            self.found.is_cut = true;
            return;
        }
        let entries = match self.system.list(directory) {
            Ok(entries) => entries,
            Err(error) => return self.refuse(directory, error),
        };
        self.room -= 1;
        self.around.push(found.identity.clone());
        for entry in entries {
            let is_hidden = entry.name.to_string_lossy().starts_with('.');
            if !is_hidden || self.hidden == HiddenFiles::Included {
                self.entry(directory.join(entry.name), entry.kind);
            }
        }
        self.around.pop();
    }

    /// Notes a directory that can't be read. One that is missing, or is a file, has no files.
    fn refuse(&mut self, directory: &Path, error: io::Error) {
        if !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) {
            self.found.is_cut = true;
            self.found.unreadable.get_or_insert_with(|| (directory.to_owned(), error));
        }
    }

    fn entry(&mut self, path: PathBuf, kind: Kind) {
        let is_link = kind == Kind::Link;
        let kind = if is_link { self.system.kind(&path) } else { Ok(kind) };
        match kind {
            Ok(Kind::Directory) if is_link && !self.follows_links => {}
            Err(_) if is_link && !self.follows_links => self.found.files.push(path),
            Ok(Kind::File) => self.found.files.push(path),
            Ok(Kind::Directory) if !self.skips.contains(&path) => {
                if let Ok(found) = self.system.stat(&path) {
                    self.enter(&path, &found);
                }
            }
            // A broken link has no files.
            Ok(Kind::Directory) | Err(_) => {}
            Ok(Kind::Link | Kind::Other) => self.found.endless.push(path),
        }
    }
}

/// Returns the extension of a file in lower case.
pub fn ending(path: &str) -> Option<String> {
    let name = path.rsplit('/').next().unwrap_or_default();
    let (_, ending) = name.rsplit_once('.')?;
    Some(ending.to_lowercase())
}
