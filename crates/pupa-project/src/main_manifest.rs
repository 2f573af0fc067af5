//! The main manifests of an environment, which are evaluated for every node.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_eval::Settings;
use pupa_eval::program::Program;
use pupa_syntax::diagnostic::Location;
use pupa_syntax::source::Source;
use pupa_system::{Kind, System, Tracked};

use crate::compile_error::CompileError;
use crate::file_cache::FileCache;
use crate::files::Files;
use crate::paths::absolute;
use crate::reading::{self, Loaded};
use crate::walk::{self, HiddenFiles, Listing};

/// The source of the main manifest.
#[derive(Debug, Clone)]
pub enum MainManifest {
    /// A file, or all files in a directory in their order, as named by the user.
    Path(PathBuf),
    /// The same, as configured by the environment.
    Own(PathBuf),
    /// A text given by the user.
    Code(String),
    /// None: nodes have only the classes that a classifier gives them.
    Nothing,
}

/// The compiled main manifests, by file.
type Programs = FileCache<Result<Arc<Program>, CompileError>>;

/// The main manifests, read once for all nodes.
#[derive(Debug)]
pub struct MainPrograms {
    manifest: MainManifest,
    files: Programs,
    /// The files of the main manifest, in their order.
    list: Tracked<Result<Vec<PathBuf>, CompileError>>,
    programs: Result<Vec<Arc<Program>>, CompileError>,
}

impl MainPrograms {
    /// Reads the main manifests and compiles them to programs.
    pub fn read(manifest: MainManifest, settings: &Settings, files: &Files) -> MainPrograms {
        let list = list(&manifest, files);
        MainPrograms::with(manifest, list, Programs::default(), settings, files)
    }

    fn with(
        manifest: MainManifest,
        list: Tracked<Result<Vec<PathBuf>, CompileError>>,
        known: Programs,
        settings: &Settings,
        files: &Files,
    ) -> MainPrograms {
        let programs = list.value.clone().and_then(|paths| {
            let read = |path: &PathBuf| {
                known.get(path, &*files.system, |system| {
                    read_program(&manifest, system, path, settings, files.max_size)
                })
            };
            let programs = paths.iter().map(read).collect::<Result<Vec<_>, _>>()?;
            match (&manifest, programs.is_empty()) {
                (MainManifest::Code(code), _) => {
                    Ok(vec![program(Source::new("", code.clone()), settings)?])
                }
                (_, true) => Ok(vec![program(Source::new("", ""), settings)?]),
                (_, false) => Ok(programs),
            }
        });
        MainPrograms { manifest, files: known, list, programs }
    }

    /// The programs of the current files if any has changed; `None` otherwise.
    #[must_use]
    pub fn refreshed(&self, settings: &Settings, files: &Files) -> Option<MainPrograms> {
        let changed = self.files.changed(&*files.system);
        let is_listed = self.list.is_current(&*files.system);
        if changed.is_empty() && is_listed {
            return None;
        }
        let known = self.files.without(&changed);
        let list = if is_listed { self.list.clone() } else { list(&self.manifest, files) };
        Some(MainPrograms::with(self.manifest.clone(), list, known, settings, files))
    }

    /// The programs, in the order in which they are evaluated.
    ///
    /// # Errors
    /// When a file can't be read or is not a valid manifest.
    pub fn programs(&self) -> Result<&[Arc<Program>], CompileError> {
        self.programs.as_deref().map_err(CompileError::clone)
    }
}

/// Lists the files of a main manifest.
fn list(manifest: &MainManifest, files: &Files) -> Tracked<Result<Vec<PathBuf>, CompileError>> {
    Tracked::make(&*files.system, |system| match manifest {
        MainManifest::Path(path) | MainManifest::Own(path) => files_of(system, &absolute(path)),
        MainManifest::Code(_) | MainManifest::Nothing => Ok(Vec::new()),
    })
}

fn program(source: Source, settings: &Settings) -> Result<Arc<Program>, CompileError> {
    Ok(Arc::new(Program::read(Arc::new(source), settings)?))
}

fn read_program(
    manifest: &MainManifest,
    system: &dyn System,
    path: &Path,
    settings: &Settings,
    limit: u64,
) -> Result<Arc<Program>, CompileError> {
    let name = path.to_string_lossy();
    let loaded = match manifest {
        // The user named it, so it may be a pipe.
        MainManifest::Path(named) if absolute(named) == path && !system.is_file(path) => {
            reading::read_file(path, &name, limit)
        }
        _ => reading::read_own_file(system, path, &name, limit),
    };
    match loaded {
        Loaded::Text(source) => program(source, settings),
        Loaded::Unreadable(diagnostic) => Err(CompileError::Unreadable(diagnostic)),
    }
}

/// Returns the file itself, or the manifests below a directory, sorted by path. As in the reference
/// implementation, hidden files and linked directories are left out, and a missing path has no
/// files.
fn files_of(system: &dyn System, path: &Path) -> Result<Vec<PathBuf>, CompileError> {
    match system.kind(path) {
        Ok(kind) if kind != Kind::Directory => return Ok(vec![path.to_owned()]),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Ok(_) | Err(_) => {}
    }
    let Listing { mut files, endless, unreadable, .. } =
        walk::list_own(system, path, HiddenFiles::Excluded);
    if let Some((directory, error)) = unreadable {
        let location = Location::of_line(directory.to_string_lossy(), None);
        let error = reading::reading_error(&error).located(location);
        return Err(CompileError::Unreadable(Box::new(error)));
    }
    // To read a pipe or a device is an error.
    files.extend(endless);
    files.retain(|path| path.extension().is_some_and(|ending| ending == "pp"));
    // Sorted as strings, so that `a.pp` comes before `a/b.pp`.
    files.sort_by(|a, b| a.as_os_str().cmp(b.as_os_str()));
    Ok(files)
}
