//! The index: where the names of a project are defined and used.
//!
//! ```text
//! modules ─source_files─▶ files ─file─┬─code──▶ manifests, EPP templates ─┐
//!                                     ├─ruby──▶ functions, types, facts ──┼─▶ definitions and uses
//!                                     ├─data──▶ keys of data ─────────────┘
//!                                     └─lookups, mandatory_lookups, …──▶ keys that are looked up
//! ```
//!
//! Nothing is compiled: only names that the text of a file says are found. Each file is read and parsed
//! once per revision; [`Index::refreshed`] reads only changed files.

mod code;
mod data;
mod definite_assignment;
mod embedded_lookups;
mod entry;
mod file;
mod keys;
mod lookups;
mod mandatory_lookups;
mod ruby;
mod ruby_lookups;
mod scopes;
mod source_files;

#[cfg(test)]
mod tests;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_syntax::validate::Rules;
use pupa_system::{Cancellation, System, Tracked};
use rustc_hash::FxHashMap;

use crate::file_cache::FileCache;
use crate::files::Files;
use crate::modules::Modules;
use crate::pool::{self, Flow};

pub use entry::{Entry, Kind, Role};
pub use file::{Class, ClassParameter, IndexedFile};
pub use keys::{KeyPattern, PartialKey, root};
pub use mandatory_lookups::MandatoryLookup;
use source_files::Finder;
pub use source_files::{FileKind, SourceFile};

/// The definitions and uses in the files of a project.
#[derive(Debug)]
pub struct Index {
    rules: Rules,
    roots: Roots,
    list: Tracked<Vec<SourceFile>>,
    known: FileCache<Arc<IndexedFile>>,
    files: Vec<Arc<IndexedFile>>,
    by_name: FxHashMap<(Kind, Role, Box<str>), Vec<Place>>,
}

/// The main manifest and the directories that contain the indexed files.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Roots {
    manifest: Option<PathBuf>,
    environment: Option<PathBuf>,
    modules: Vec<(String, PathBuf)>,
}

impl Roots {
    fn of(modules: &Modules) -> Roots {
        let environment = modules.environment();
        let directory =
            |name: &&str| Some(((*name).to_owned(), modules.directory(name)?.to_owned()));
        Roots {
            manifest: environment.manifest.clone(),
            environment: environment.directory.clone(),
            modules: modules.names().iter().filter_map(directory).collect(),
        }
    }

    /// Lists the files in the directories.
    fn list(&self, system: &dyn System) -> Tracked<Vec<SourceFile>> {
        Tracked::make(system, |system| {
            let mut finder = Finder::new(system);
            if let Some(manifest) = &self.manifest {
                finder.main_manifests(manifest);
            }
            if let Some(directory) = &self.environment {
                finder.directory(directory, None);
            }
            for (module, directory) in &self.modules {
                finder.directory(directory, Some(module));
            }
            finder.found
        })
    }
}

/// The position of an entry in the index.
#[derive(Debug, Clone, Copy)]
struct Place {
    file: usize,
    entry: usize,
}

/// An entry with its file.
#[derive(Debug, Clone, Copy)]
pub struct Location<'i> {
    /// The file.
    pub file: &'i IndexedFile,
    /// The entry.
    pub entry: &'i Entry,
}

impl Index {
    /// Reads the files of an environment and its modules. Code is parsed, and validated by `rules`.
    /// An index whose reading was cancelled is incomplete.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn read(
        modules: &Modules,
        rules: &Rules,
        cancellation: &Cancellation,
    ) -> io::Result<Index> {
        let (files, roots) = (modules.files(), Roots::of(modules));
        let list = roots.list(&*files.system);
        Index::with((roots, list), FileCache::default(), files, rules, cancellation)
    }

    /// The index after files have changed; `None` if none has. Files that did not change are not read
    /// again.
    ///
    /// # Errors
    /// As [`Index::read`].
    pub fn refreshed(
        &self,
        modules: &Modules,
        cancellation: &Cancellation,
    ) -> io::Result<Option<Index>> {
        let files = modules.files();
        let system = &*files.system;
        let changed = self.known.changed(system);
        let roots = Roots::of(modules);
        let is_listed = roots == self.roots && self.list.is_current(system);
        if changed.is_empty() && is_listed && self.files.len() == self.list.value.len() {
            return Ok(None);
        }
        let list = if is_listed { self.list.clone() } else { roots.list(system) };
        let known = self.known.without(&changed);
        Index::with((roots, list), known, files, &self.rules, cancellation).map(Some)
    }

    fn with(
        (roots, list): (Roots, Tracked<Vec<SourceFile>>),
        known: FileCache<Arc<IndexedFile>>,
        files: &Files,
        rules: &Rules,
        cancellation: &Cancellation,
    ) -> io::Result<Index> {
        let mut indexed = Vec::with_capacity(list.value.len());
        let read = |(): &mut (), file: &SourceFile| {
            (!cancellation.is_cancelled()).then(|| {
                known.get(&file.path, &*files.system, |system| {
                    Arc::new(IndexedFile::read(file, system, files.max_size, rules))
                })
            })
        };
        let keep = |file: Option<Arc<IndexedFile>>| {
            let flow = if file.is_some() { Flow::Continue } else { Flow::Stop };
            indexed.extend(file);
            flow
        };
        pool::in_order(&list.value, None, || (), read, keep)?;
        let by_name = by_name(&indexed);
        Ok(Index { rules: rules.clone(), roots, list, known, files: indexed, by_name })
    }

    /// The files: the main manifests, those of the environment, then those of each module.
    pub fn files(&self) -> &[Arc<IndexedFile>] {
        &self.files
    }

    /// The file with this path.
    pub fn file(&self, path: &Path) -> Option<&IndexedFile> {
        self.files.iter().find(|file| file.file.path == path).map(|file| &**file)
    }

    /// The definitions of a name, in the form described at [`Kind`].
    pub fn definitions<'i>(&'i self, kind: Kind, name: &str) -> impl Iterator<Item = Location<'i>> {
        self.find(kind, Role::Definition, name)
    }

    /// The uses of a name, in the form described at [`Kind`].
    pub fn uses<'i>(&'i self, kind: Kind, name: &str) -> impl Iterator<Item = Location<'i>> {
        self.find(kind, Role::Use, name)
    }

    fn find<'i>(
        &'i self,
        kind: Kind,
        role: Role,
        name: &str,
    ) -> impl Iterator<Item = Location<'i>> {
        let places = self.by_name.get(&(kind, role, Box::from(name)));
        places.into_iter().flatten().filter_map(|place| {
            let file = self.files.get(place.file)?;
            Some(Location { file, entry: file.entries.get(place.entry)? })
        })
    }

    /// The entries at an offset in a file, the innermost first.
    pub fn at(&self, path: &Path, offset: u32) -> Vec<Location<'_>> {
        let Some(file) = self.file(path) else { return Vec::new() };
        let is_here = |entry: &&Entry| entry.span.start <= offset && offset <= entry.span.end;
        let mut found: Vec<Location<'_>> = file
            .entries
            .iter()
            .filter(is_here)
            .filter(|entry| !entry.span.is_empty())
            .map(|entry| Location { file, entry })
            .collect();
        found.sort_by_key(|location| location.entry.span.len());
        found
    }

    /// The definitions of the thing that an entry refers to. Those of a local variable are in its
    /// file.
    pub fn definitions_of<'i>(
        &'i self,
        location: Location<'i>,
    ) -> impl Iterator<Item = Location<'i>> {
        let Location { file, entry } = location;
        let kind = match entry.kind {
            Kind::LookupKey => Kind::DataKey,
            kind => kind,
        };
        let local = entry.scope.map(|scope| {
            let is_it = move |one: &&Entry| {
                one.role == Role::Definition
                    && (one.kind, one.scope, &one.name) == (kind, Some(scope), &entry.name)
            };
            file.entries.iter().filter(is_it).map(move |entry| Location { file, entry })
        });
        let global = entry.scope.is_none().then(|| self.definitions(kind, &entry.name));
        local.into_iter().flatten().chain(global.into_iter().flatten())
    }
}

fn by_name(files: &[Arc<IndexedFile>]) -> FxHashMap<(Kind, Role, Box<str>), Vec<Place>> {
    let mut by_name: FxHashMap<_, Vec<Place>> = FxHashMap::default();
    for (number, file) in files.iter().enumerate() {
        for (at, entry) in file.entries.iter().enumerate().filter(|(_, one)| one.scope.is_none()) {
            let key = (entry.kind, entry.role, entry.name.clone());
            by_name.entry(key).or_default().push(Place { file: number, entry: at });
        }
    }
    by_name
}
