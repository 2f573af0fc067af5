//! The cached values of an environment and its modules, and the detection of changes in their
//! files.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use pupa_eval::host::{FileError, HostError, RubySource};
use pupa_eval::loaded_type::LoadedType;
use pupa_eval::template_file::TemplateFile;
use pupa_system::{System, Tracked};
use rustc_hash::FxHashMap;

use super::index::{Index, MetadataFiles};
use super::libraries::Libraries;
use super::ruby::RubyCode;
use super::type_descriptions::{Description, TypeDescriptions};
use crate::environment::Environment;
use crate::file_cache::FileCache;
use crate::sandbox::Roots;
use crate::sources::Definition;

/// Resource types that are written in Ruby, by name.
pub(super) type RubyTypes = RwLock<FxHashMap<Box<str>, Arc<OnceLock<LoadedType>>>>;

/// The values that were made from files; each is made when it is first needed.
#[derive(Debug)]
pub(super) struct Caches {
    /// The files with definitions.
    pub(super) definitions: FileCache<Definition>,
    /// Templates.
    pub(super) templates: FileCache<Result<TemplateFile, HostError>>,
    /// The files of Ruby code.
    pub(super) ruby_sources: FileCache<Result<RubySource, FileError>>,
    /// The metadata of modules.
    pub(super) metadata: MetadataFiles,
    /// The descriptions of resource types.
    pub(super) descriptions: FileCache<Description>,
    /// The paths of templates, by `module/file`.
    pub(super) template_files: FileCache<Option<PathBuf>>,
    /// The modules on the module path.
    pub(super) index: OnceLock<Arc<Tracked<Index>>>,
    /// The files with descriptions of resource types.
    pub(super) described: OnceLock<Arc<Tracked<TypeDescriptions>>>,
    /// The files of Ruby code, by the name that they define.
    pub(super) ruby: OnceLock<Arc<Tracked<RubyCode>>>,
    /// The directories whose files Ruby code may read.
    pub(super) roots: OnceLock<Arc<Tracked<Roots>>>,
    /// The directories that `require` searches.
    pub(super) libraries: Arc<Libraries>,
    /// The loaded resource types.
    pub(super) ruby_types: RubyTypes,
}

/// The changed files, by the cache that contains them.
struct Changes {
    definitions: Vec<OsString>,
    templates: Vec<OsString>,
    ruby_sources: Vec<OsString>,
    metadata: Vec<OsString>,
    descriptions: Vec<OsString>,
    template_files: Vec<OsString>,
    index: bool,
    described: bool,
    ruby: bool,
    roots: bool,
    libraries: bool,
}

impl Caches {
    /// Empty caches.
    pub(super) fn new(system: &Arc<dyn System>, environment: &Environment) -> Caches {
        let module = environment.module.as_ref().map(|(_, directory)| directory.clone());
        let libraries = Libraries::new(Arc::clone(system), environment.modulepath.clone(), module);
        Caches {
            definitions: FileCache::default(),
            templates: FileCache::default(),
            ruby_sources: FileCache::default(),
            metadata: FileCache::default(),
            descriptions: FileCache::default(),
            template_files: FileCache::default(),
            index: OnceLock::new(),
            described: OnceLock::new(),
            ruby: OnceLock::new(),
            roots: OnceLock::new(),
            libraries: Arc::new(libraries),
            ruby_types: RwLock::default(),
        }
    }

    /// The caches without the values whose files have changed; `None` if nothing has. `former` is
    /// the environment of these caches, `environment` its current state.
    pub(super) fn refreshed(
        &self,
        system: &Arc<dyn System>,
        former: &Environment,
        environment: &Environment,
    ) -> Option<Caches> {
        let is_moved = former.modulepath != environment.modulepath
            || former.module != environment.module
            || former.directory != environment.directory;
        let changes = self.changes(&**system, is_moved);
        if changes.are_none() && former == environment {
            return None;
        }
        Some(self.without(system, environment, &changes))
    }

    fn changes(&self, system: &dyn System, is_moved: bool) -> Changes {
        let metadata = self.metadata.changed(system);
        let index = is_moved || !metadata.is_empty() || is_old(&self.index, system);
        let libraries = is_moved || !self.libraries.are_current();
        Changes {
            definitions: self.definitions.changed(system),
            templates: self.templates.changed(system),
            ruby_sources: self.ruby_sources.changed(system),
            metadata,
            descriptions: self.descriptions.changed(system),
            // The template may now be found in another module of the same name.
            template_files: self.template_files.changed(system),
            index,
            described: is_moved || is_old(&self.described, system),
            ruby: index || libraries || is_old(&self.ruby, system),
            roots: index || is_old(&self.roots, system),
            libraries,
        }
    }

    fn without(
        &self,
        system: &Arc<dyn System>,
        environment: &Environment,
        changes: &Changes,
    ) -> Caches {
        let new = Caches::new(system, environment);
        let ruby_types = match changes.ruby || !changes.ruby_sources.is_empty() {
            true => RwLock::default(),
            false => {
                let known = self.ruby_types.read().unwrap_or_else(PoisonError::into_inner);
                RwLock::new(known.clone())
            }
        };
        let template_files = match changes.index {
            true => FileCache::default(),
            false => self.template_files.without(&changes.template_files),
        };
        Caches {
            definitions: self.definitions.without(&changes.definitions),
            templates: self.templates.without(&changes.templates),
            ruby_sources: self.ruby_sources.without(&changes.ruby_sources),
            metadata: self.metadata.without(&changes.metadata),
            descriptions: self.descriptions.without(&changes.descriptions),
            template_files,
            index: kept(&self.index, changes.index),
            described: kept(&self.described, changes.described),
            ruby: kept(&self.ruby, changes.ruby),
            roots: kept(&self.roots, changes.roots),
            libraries: match changes.libraries {
                true => new.libraries,
                false => Arc::clone(&self.libraries),
            },
            ruby_types,
        }
    }
}

impl Changes {
    fn are_none(&self) -> bool {
        let files = [
            &self.definitions,
            &self.templates,
            &self.ruby_sources,
            &self.metadata,
            &self.descriptions,
            &self.template_files,
        ];
        let lists = [self.index, self.described, self.ruby, self.roots, self.libraries];
        files.iter().all(|files| files.is_empty()) && lists.iter().all(|is_changed| !is_changed)
    }
}

fn is_old<T>(cell: &OnceLock<Arc<Tracked<T>>>, system: &dyn System) -> bool {
    cell.get().is_some_and(|tracked| !tracked.is_current(system))
}

fn kept<T>(cell: &OnceLock<Arc<Tracked<T>>>, is_changed: bool) -> OnceLock<Arc<Tracked<T>>> {
    match cell.get().filter(|_| !is_changed) {
        Some(tracked) => OnceLock::from(Arc::clone(tracked)),
        None => OnceLock::new(),
    }
}
