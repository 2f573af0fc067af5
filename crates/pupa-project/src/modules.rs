//! The files of modules and of the environment, found by the names that manifests use.
//!
//! A function `ntp::port` is in `functions/port.pp` of the module `ntp`, a type `Ntp::Port` in its
//! `types/port.pp`, and `ntp::tls::port` is one directory deeper. Names without a namespace are in
//! the directories `functions` and `types` of the environment. As in the reference implementation,
//! the code of every module sees all modules. There the dependencies in `metadata.json` are
//! searched first, which makes no difference for names that begin with the name of their module.

mod caches;
mod handle;
mod index;
mod libraries;
mod ruby;
mod type_descriptions;

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, PoisonError};

use pupa_catalog::resource_type::ResourceType;
use pupa_eval::host::{
    DefinitionFile, DefinitionKind, FileError, HostError, ModuleFiles, Owner, RubyFile, RubyKind,
    RubySource,
};
use pupa_eval::loaded_type::LoadedType;
use pupa_eval::template_file::TemplateFile;
use pupa_system::{System, Tracked};

use crate::environment::Environment;
use crate::files::Files;
use crate::metadata;
use crate::puppetfile::Puppetfile;
use crate::reading::read_bytes;
use crate::sandbox::{Roots, Sandbox};
use crate::sources;
use crate::walk::{self, HiddenFiles};
use caches::Caches;
pub(crate) use handle::ModulesHandle;
use index::Index;
pub(crate) use libraries::Libraries;
use ruby::RubyCode;
use type_descriptions::TypeDescriptions;

/// The namespace of functions and types of the environment.
const ENVIRONMENT: &str = "environment";

/// The maximum length of a path on common systems. Longer names are not searched for, since each of
/// their segments would need a directory of its own.
const LONGEST_NAME: usize = 4096;

/// The modules of an environment, and the definitions of the environment itself.
///
/// All runs with the same state of the files share one object; [`Modules::refreshed`] makes the
/// object for the next state.
#[derive(Debug)]
pub struct Modules {
    environment: Environment,
    files: Files,
    caches: Caches,
    handle: ModulesHandle,
}

impl Modules {
    /// The modules of an environment.
    pub fn new(environment: Environment, files: Files) -> Arc<Modules> {
        let caches = Caches::new(&files.system, &environment);
        Modules::with(environment, files, caches, ModulesHandle::default())
    }

    fn with(
        environment: Environment,
        files: Files,
        caches: Caches,
        handle: ModulesHandle,
    ) -> Arc<Modules> {
        let modules = Arc::new(Modules { environment, files, caches, handle });
        modules.handle.set(&modules);
        modules
    }

    /// The modules for the current state of the files if any has changed; `None` otherwise.
    /// Unchanged files are not read again.
    pub fn refreshed(&self, environment: &Environment) -> Option<Arc<Modules>> {
        let caches = self.caches.refreshed(&self.files.system, &self.environment, environment)?;
        let (files, handle) = (self.files.clone(), self.handle.clone());
        Some(Modules::with(environment.clone(), files, caches, handle))
    }

    /// The files of the project.
    pub fn files(&self) -> &Files {
        &self.files
    }

    pub(crate) fn handle(&self) -> ModulesHandle {
        self.handle.clone()
    }

    fn system(&self) -> &dyn System {
        &*self.files.system
    }

    fn tracked<'c, T>(
        &self,
        cell: &'c OnceLock<Arc<Tracked<T>>>,
        make: impl FnOnce(&dyn System) -> T,
    ) -> &'c T {
        &cell.get_or_init(|| Arc::new(Tracked::make(self.system(), make))).value
    }

    /// The environment.
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// The names of all modules, in the order of the module path.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        names.extend(self.index().directories.keys().map(|name| &**name));
        names.sort_unstable();
        names
    }

    /// Returns the errors of modules that are left out because of an invalid `metadata.json`.
    pub fn problems(&self) -> &[String] {
        &self.index().problems
    }

    fn index(&self) -> &Index {
        self.tracked(&self.caches.index, |system| {
            Index::new(system, &self.environment, &self.caches.metadata, self.files.max_size)
        })
    }

    /// The file that should define a function or type, parsed; `None` if it does not exist.
    pub fn definition(
        &self,
        kind: DefinitionKind,
        name: &str,
    ) -> Result<Option<DefinitionFile>, HostError> {
        self.read(self.place(kind, name))
    }

    fn read(&self, place: Option<(PathBuf, Owner)>) -> Result<Option<DefinitionFile>, HostError> {
        match place {
            Some((path, owner)) => self.caches.definitions.get(&path, self.system(), |system| {
                sources::definition(system, &path, self.files.max_size, || owner)
            }),
            None => Ok(None),
        }
    }

    /// The manifest that should define a class or defined type, parsed; `None` if there is no such
    /// file.
    pub fn manifest(&self, name: &str) -> Result<Option<DefinitionFile>, HostError> {
        if name.len() > LONGEST_NAME {
            return Ok(None);
        }
        let parts: Vec<&str> = name.split("::").collect();
        if !parts.iter().all(|part| is_word(part)) {
            return Ok(None);
        }
        let place = match parts.as_slice() {
            [module] => self.in_module("manifests", module, &["init"]),
            [module, rest @ ..] => self.in_module("manifests", module, rest),
            [] => None,
        };
        self.read(place)
    }

    /// Returns the path of the file that must define a name, and its owner.
    fn place(&self, kind: DefinitionKind, name: &str) -> Option<(PathBuf, Owner)> {
        let parts: Vec<&str> = name.split("::").collect();
        // Running code may compose any name, which must not lead to other directories.
        if !parts.iter().all(|part| is_word(part)) {
            return None;
        }
        let folder = match kind {
            DefinitionKind::Function => "functions",
            DefinitionKind::Type => "types",
        };
        match parts.as_slice() {
            [module] if kind == DefinitionKind::Type => {
                let own = self
                    .in_environment(folder, &parts)
                    .filter(|(path, _)| self.system().is_file(path));
                own.or_else(|| self.in_module(folder, module, &["init_typeset"]))
            }
            [_] | [ENVIRONMENT, ..] => self.in_environment(folder, &parts),
            [module, rest @ ..] => self.in_module(folder, module, rest),
            [] => None,
        }
    }

    fn in_environment(&self, folder: &str, parts: &[&str]) -> Option<(PathBuf, Owner)> {
        let directory = self.environment.directory.as_ref()?.join(folder);
        Some((file_in(directory, parts), Owner::Environment))
    }

    fn in_module(&self, folder: &str, module: &str, parts: &[&str]) -> Option<(PathBuf, Owner)> {
        let directory = self.directory(module)?.join(folder);
        Some((file_in(directory, parts), Owner::Module(Arc::from(module))))
    }

    /// The help text for a module that is in the Puppetfile but not installed.
    pub fn advice_on_module(&self, module: &str) -> Option<String> {
        if self.directory(module).is_some() {
            return None;
        }
        let directory = self.environment.directory.as_deref()?;
        let puppetfile = Puppetfile::of_environment(self.system(), directory).ok()??;
        let named = puppetfile.modules.iter().find(|named| named.name() == module)?;
        let full_name = named.full_name.replace('/', "-");
        Some(format!(
            "the module {full_name} of the Puppetfile is not installed; `pupa modules install` \
             installs it"
        ))
    }

    /// The directory of a module: the first of that name on the module path.
    pub fn directory(&self, module: &str) -> Option<&Path> {
        self.index().directory(module)
    }

    /// The versions of Puppet that the module in a directory supports according to its metadata.
    pub fn supported_versions(&self, directory: &Path) -> Vec<String> {
        let name = directory.file_name().unwrap_or_default().to_string_lossy();
        let limit = self.files.max_size;
        let metadata = self.caches.metadata.get(directory, self.system(), |system| {
            metadata::of_module(system, directory, &name, limit)
        });
        metadata.map(|metadata| metadata.puppet_requirements()).unwrap_or_default()
    }

    /// Returns the deprecated data provider of a module, used if it has no hiera.yaml of version 5.
    pub fn data_provider(&self, module: &str) -> Option<&str> {
        self.index().data_providers.get(module).map(String::as_str)
    }

    /// The resource type with this name, from its description in the environment (see
    /// [`described`]).
    ///
    /// # Errors
    /// When the description can't be used.
    pub fn resource_type(&self, name: &str) -> Result<Option<Arc<ResourceType>>, HostError> {
        let Some(path) = self.described().file(name) else { return Ok(None) };
        self.caches.descriptions.get(path, self.system(), |system| {
            type_descriptions::description(system, path, name, self.files.max_size)
        })
    }

    /// The Ruby file that defines something, as seen from the code of `from`.
    pub fn ruby_code(&self, kind: RubyKind, name: &str, from: &Owner) -> Option<RubyFile> {
        let parts: Vec<&str> = name.split("::").collect();
        match parts.as_slice() {
            [name] => self.ruby().get(kind, name, from).cloned(),
            _ if kind != RubyKind::Function || !parts.iter().all(|part| is_word(part)) => None,
            [ENVIRONMENT, ..] => {
                let directory = self.environment.directory.as_ref()?;
                ruby::qualified_function(self.system(), directory, &parts, Owner::Environment)
            }
            [module, ..] => {
                let owner = Owner::Module(Arc::from(*module));
                ruby::qualified_function(self.system(), self.directory(module)?, &parts, owner)
            }
            [] => None,
        }
    }

    /// The resource type that a Ruby file defines. It is loaded once, by `load` of the first
    /// caller; others wait.
    pub fn loaded_type(&self, name: &str, load: &mut dyn FnMut() -> LoadedType) -> LoadedType {
        let types = &self.caches.ruby_types;
        let known = types.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
        let cell = known.unwrap_or_else(|| {
            let mut known = types.write().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(known.entry(name.into()).or_default())
        });
        cell.get_or_init(load).clone()
    }

    /// The names of the resource types from Ruby files and descriptions, in any order.
    pub fn resource_type_names(&self) -> Vec<String> {
        self.described().names().chain(self.ruby().type_names()).cloned().collect()
    }

    fn described(&self) -> &TypeDescriptions {
        let directory = self.environment.directory.as_deref();
        self.tracked(&self.caches.described, |system| TypeDescriptions::find(system, directory))
    }

    fn ruby(&self) -> &RubyCode {
        self.tracked(&self.caches.ruby, |system| {
            let names = self.index().order.iter();
            let modules = names.filter_map(|name| Some((&**name, self.directory(name)?)));
            let directory = self.environment.directory.as_deref();
            RubyCode::find(system, directory, modules, self.caches.libraries.directories())
        })
    }

    /// The path for a reference `module/file`. An absolute path is returned unchanged. The path of
    /// a template is cached, like its content.
    pub fn file(&self, kind: ModuleFiles, reference: &str) -> Option<PathBuf> {
        if Path::new(reference).is_absolute() {
            return Some(PathBuf::from(reference));
        }
        if kind == ModuleFiles::Files {
            return self.find_file(self.system(), kind, reference);
        }
        self.caches
            .template_files
            .get(reference, self.system(), |system| self.find_file(system, kind, reference))
    }

    fn find_file(
        &self,
        system: &dyn System,
        kind: ModuleFiles,
        reference: &str,
    ) -> Option<PathBuf> {
        let (module, file) = reference.split_once('/')?;
        let folder = match kind {
            ModuleFiles::Files => "files",
            ModuleFiles::Templates => "templates",
        };
        let mut path = self.directory(module)?.join(folder).into_os_string();
        // Compat: repeated slashes are kept; they never lead to the root directory.
        if !file.starts_with('/') {
            path.push("/");
        }
        path.push(file);
        Some(PathBuf::from(path)).filter(|path| system.exists(path))
    }

    /// The paths of all EPP templates, sorted by module and path.
    pub fn templates(&self) -> Vec<PathBuf> {
        let names = self.names();
        let directories = names.iter().filter_map(|name| self.directory(name));
        let below = |module: &Path| {
            let directory = module.join("templates");
            let mut files = walk::list_own(self.system(), &directory, HiddenFiles::Included).files;
            files.retain(|path| {
                path.extension().is_some_and(|end| end == "epp") && self.system().is_file(path)
            });
            files
        };
        directories.flat_map(below).collect()
    }

    /// Returns the content of a file.
    ///
    /// # Errors
    /// When it can't be read or is too large.
    pub fn read_file(&self, path: &str) -> Result<Vec<u8>, HostError> {
        read_bytes(self.system(), path, self.files.max_size)
    }

    /// The files that Ruby code may read: those of the project, and those below the other paths.
    pub(crate) fn sandbox(&self, others: &[PathBuf]) -> Sandbox {
        let libraries = Arc::clone(&self.caches.libraries);
        Sandbox::new(self.handle(), libraries, others, self.files.clone())
    }

    /// The directory of the module that contains a path.
    pub(crate) fn module_around(&self, path: &Path) -> Option<&PathBuf> {
        let own = self.environment.module.as_ref().map(|(_, directory)| directory);
        if let Some(own) = own.filter(|own| path.starts_with(own)) {
            return Some(own);
        }
        let directories = self.environment.modulepath.iter();
        let mut below = directories.filter_map(|directory| path.strip_prefix(directory).ok());
        let name = below.next()?.components().next()?.as_os_str().to_str()?;
        self.index().directories.get(name).filter(|directory| path.starts_with(directory))
    }

    /// The directories of the environment and of its modules, including linked ones.
    pub(crate) fn roots(&self) -> &Roots {
        self.tracked(&self.caches.roots, |system| {
            let linked = self.index().directories.values().filter(|path| system.is_link(path));
            let environment = &self.environment;
            let module = environment.module.iter().map(|(_, directory)| directory);
            let own = environment.directory.iter().chain(&environment.modulepath).chain(module);
            Roots::resolve(system, own.chain(linked))
        })
    }

    /// The Ruby file with this path; read once.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn ruby_source(&self, path: &str) -> Result<RubySource, FileError> {
        self.caches
            .ruby_sources
            .get(path, self.system(), |system| sources::ruby(system, path, self.files.max_size))
    }

    /// The template with this path; read once.
    ///
    /// # Errors
    /// When it cannot be read or is not UTF-8.
    pub fn template(&self, path: &str) -> Result<TemplateFile, HostError> {
        self.caches
            .templates
            .get(path, self.system(), |system| sources::template(system, path, self.files.max_size))
    }
}

fn file_in(mut directory: PathBuf, parts: &[&str]) -> PathBuf {
    directory.extend(parts);
    directory.set_extension("pp");
    directory
}

fn is_word(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Whether a name is valid for a module.
pub fn is_module_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modules() -> Arc<Modules> {
        let environment = Environment {
            directory: Some("/env".into()),
            ..Environment::open(&pupa_system::Disk, None, &["/nowhere/modules".into()]).unwrap()
        };
        Modules::new(environment, Files::on_disk(1 << 20))
    }

    #[test]
    fn names_have_places() {
        let place = |kind, name| {
            let found = modules().place(kind, name);
            found.map(|(path, _)| path.to_string_lossy().into_owned())
        };
        let function = |name| place(DefinitionKind::Function, name);
        assert_eq!(function("port").as_deref(), Some("/env/functions/port.pp"));
        assert_eq!(function("environment::a").as_deref(), Some("/env/functions/environment/a.pp"));
        assert_eq!(function("ntp::port"), None);
        assert_eq!(function("../etc/x"), None);
        assert_eq!(function("a::"), None);
    }

    #[test]
    fn only_absolute_paths_need_no_module() {
        let file = |reference| modules().file(ModuleFiles::Files, reference);
        assert_eq!(file("/etc/x"), Some(PathBuf::from("/etc/x")));
        assert_eq!(file("ntp/x"), None);
        assert_eq!(file("x"), None);
        assert_eq!(file(""), None);
    }
}
