//! The files of modules and of the environment that manifests refer to by name.
//!
//! A function `ntp::port` is in `functions/port.pp` of the module `ntp`, a type `Ntp::Port` in its
//! `types/port.pp`; `ntp::tls::port` is one directory deeper. What has no namespace is in the
//! directories `functions` and `types` of the environment. As in the reference, the code of every
//! module sees all modules: the dependencies in `metadata.json` would only come first, which
//! makes no difference for names that begin with the name of their module.

mod described;
mod libraries;
mod listing;
mod metadata;
mod ruby;
mod ruby_types;

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use pupa_catalog::resource_type::ResourceType;
use pupa_eval::host::{
    DefinitionFile, DefinitionKind, FileError, HostError, ModuleFiles, Owner, RubyFile, RubyKind,
    RubySource,
};
use pupa_eval::loaded_type::LoadedType;
use pupa_eval::template_file::TemplateFile;
use rustc_hash::FxHashMap;

use crate::environment::Environment;
use crate::reading::read_bytes;
use crate::ruby_sources::RubySources;
use crate::sandbox::{Roots, Sandbox};
use crate::sources::Sources;
use crate::templates::Templates;
use described::Described;
pub(crate) use libraries::Libraries;
use ruby::RubyCode;
use ruby_types::RubyTypes;

/// The namespace of the environment itself.
const ENVIRONMENT: &str = "environment";

/// No file has a longer path, so nothing of a longer name is looked for: a name of many parts is
/// asked for part by part.
const LONGEST_NAME: usize = 4096;

/// The modules of an environment, and what it defines itself.
#[derive(Debug)]
pub struct Modules {
    environment: Environment,
    sources: Sources,
    templates: Templates,
    ruby_sources: RubySources,
    max_file_size: u64,
    index: OnceLock<Index>,
    described: OnceLock<Described>,
    ruby: OnceLock<RubyCode>,
    roots: OnceLock<Roots>,
    /// The paths of templates that were found, by `module/file`.
    template_files: RwLock<FxHashMap<Box<str>, PathBuf>>,
    ruby_types: RubyTypes,
    libraries: Arc<Libraries>,
}

/// Which modules there are.
#[derive(Debug, Default)]
struct Index {
    /// The directory of each, by name.
    directories: FxHashMap<Box<str>, PathBuf>,
    /// Their names in the order of the module path, those of one directory in that of the alphabet.
    order: Vec<Box<str>>,
    /// The deprecated setting `data_provider` in their metadata.
    data_providers: FxHashMap<Box<str>, String>,
    /// The errors of modules that were left out.
    problems: Vec<String>,
}

impl Modules {
    /// The modules of an environment. Their files may have at most `max_file_size` bytes.
    pub fn new(environment: Environment, max_file_size: u64) -> Modules {
        Modules {
            libraries: Arc::new(Libraries::new(environment.modulepath.clone())),
            environment,
            sources: Sources::new(max_file_size),
            templates: Templates::new(max_file_size),
            ruby_sources: RubySources::new(max_file_size),
            max_file_size,
            index: OnceLock::new(),
            described: OnceLock::new(),
            ruby: OnceLock::new(),
            roots: OnceLock::new(),
            template_files: RwLock::default(),
            ruby_types: RubyTypes::default(),
        }
    }

    /// The environment.
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// The names of all modules, in order.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        names.extend(self.index().directories.keys().map(|name| &**name));
        names.sort_unstable();
        names
    }

    /// Returns the errors of modules that are left out, because their `metadata.json` is invalid.
    pub fn problems(&self) -> &[String] {
        &self.index().problems
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::new(&self.environment.modulepath, self.max_file_size))
    }

    /// The file that should define something.
    pub fn definition(
        &self,
        kind: DefinitionKind,
        name: &str,
    ) -> Result<Option<DefinitionFile>, HostError> {
        self.read(self.place(kind, name))
    }

    fn read(&self, place: Option<(PathBuf, Owner)>) -> Result<Option<DefinitionFile>, HostError> {
        match place {
            Some((path, owner)) => self.sources.read(&path, || owner),
            None => Ok(None),
        }
    }

    /// The manifest that should define a class or defined type.
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

    /// Returns the file in which a name must be defined.
    fn place(&self, kind: DefinitionKind, name: &str) -> Option<(PathBuf, Owner)> {
        let parts: Vec<&str> = name.split("::").collect();
        // A name can be made by a program, and must not lead elsewhere.
        if !parts.iter().all(|part| is_word(part)) {
            return None;
        }
        let folder = match kind {
            DefinitionKind::Function => "functions",
            DefinitionKind::Type => "types",
        };
        match parts.as_slice() {
            [module] if kind == DefinitionKind::Type => {
                let own = self.in_environment(folder, &parts).filter(|(path, _)| path.is_file());
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

    /// The directory of a module: the first of that name on the module path.
    pub fn directory(&self, module: &str) -> Option<&Path> {
        self.index().directories.get(module).map(PathBuf::as_path)
    }

    /// Returns the provider of a module's data if it has no hiera.yaml of version 5.
    pub fn data_provider(&self, module: &str) -> Option<&str> {
        self.index().data_providers.get(module).map(String::as_str)
    }

    /// The resource type of that name that is described in the environment.
    ///
    /// # Errors
    /// When its description can't be used.
    pub fn resource_type(&self, name: &str) -> Result<Option<Arc<ResourceType>>, HostError> {
        self.described().get(name, &self.sources)
    }

    /// The file in Ruby that defines something.
    pub fn ruby_code(&self, kind: RubyKind, name: &str, from: &Owner) -> Option<RubyFile> {
        let parts: Vec<&str> = name.split("::").collect();
        match parts.as_slice() {
            [name] => self.ruby().get(kind, name, from).cloned(),
            _ if kind != RubyKind::Function || !parts.iter().all(|part| is_word(part)) => None,
            [ENVIRONMENT, ..] => {
                let directory = self.environment.directory.as_ref()?;
                ruby::qualified_function(directory, &parts, Owner::Environment)
            }
            [module, ..] => {
                let owner = Owner::Module(Arc::from(*module));
                ruby::qualified_function(self.directory(module)?, &parts, owner)
            }
            [] => None,
        }
    }

    /// The resource type of a file in Ruby, loaded once.
    pub fn loaded_type(&self, name: &str, load: &mut dyn FnMut() -> LoadedType) -> LoadedType {
        self.ruby_types.get(name, load)
    }

    /// The names of resource types that modules or descriptions bring along, in any order.
    pub fn resource_type_names(&self) -> Vec<String> {
        self.described().names().chain(self.ruby().type_names()).cloned().collect()
    }

    fn described(&self) -> &Described {
        self.described.get_or_init(|| Described::find(self.environment.directory.as_deref()))
    }

    fn ruby(&self) -> &RubyCode {
        self.ruby.get_or_init(|| {
            let names = self.index().order.iter();
            let modules = names.filter_map(|name| Some((&**name, self.directory(name)?)));
            let directory = self.environment.directory.as_deref();
            RubyCode::find(directory, modules, self.libraries.directories())
        })
    }

    /// The path of `module/file`; a path that is absolute is returned as it is. A
    /// template that was found once is not looked for again: its content is kept too.
    pub fn file(&self, kind: ModuleFiles, reference: &str) -> Option<PathBuf> {
        if Path::new(reference).is_absolute() {
            return Some(PathBuf::from(reference));
        }
        if kind == ModuleFiles::Files {
            return self.find_file(kind, reference);
        }
        let places = &self.template_files;
        let known = places.read().unwrap_or_else(PoisonError::into_inner).get(reference).cloned();
        if known.is_some() {
            return known;
        }
        let path = self.find_file(kind, reference)?;
        let mut places = places.write().unwrap_or_else(PoisonError::into_inner);
        Some(places.entry(reference.into()).or_insert(path).clone())
    }

    fn find_file(&self, kind: ModuleFiles, reference: &str) -> Option<PathBuf> {
        let (module, file) = reference.split_once('/')?;
        let folder = match kind {
            ModuleFiles::Files => "files",
            ModuleFiles::Templates => "templates",
        };
        let mut path = self.directory(module)?.join(folder).into_os_string();
        // Compat: slashes are kept as they are, and never lead to the root.
        if !file.starts_with('/') {
            path.push("/");
        }
        path.push(file);
        Some(PathBuf::from(path)).filter(|path| path.exists())
    }

    /// The paths of all templates in Puppet of all modules, in order of modules and paths.
    pub fn templates(&self) -> Vec<PathBuf> {
        let names = self.names();
        let directories = names.iter().filter_map(|name| self.directory(name));
        directories.flat_map(|module| listing::templates_below(&module.join("templates"))).collect()
    }

    /// Returns the content of a file of any kind.
    ///
    /// # Errors
    /// When it can't be read or is too large.
    pub fn read_file(&self, path: &str) -> Result<Vec<u8>, HostError> {
        read_bytes(path, self.max_file_size)
    }

    /// The files that Ruby code may read, those below other paths included.
    pub(crate) fn sandbox(self: &Arc<Self>, others: &[PathBuf]) -> Sandbox {
        Sandbox::new(self, Arc::clone(&self.libraries), others, self.max_file_size)
    }

    /// The directories of the environment and of its modules, those included that are links to
    /// elsewhere.
    pub(crate) fn roots(&self) -> &Roots {
        self.roots.get_or_init(|| {
            let linked = self.index().directories.values().filter(|path| path.is_symlink());
            let own = self.environment.directory.iter().chain(&self.environment.modulepath);
            Roots::resolve(own.chain(linked))
        })
    }

    /// The file of Ruby code of that path, read once.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn ruby_source(&self, path: &str) -> Result<RubySource, FileError> {
        self.ruby_sources.read(path)
    }

    /// The template of that path, read once.
    ///
    /// # Errors
    /// When it cannot be read or is not text.
    pub fn template(&self, path: &str) -> Result<TemplateFile, HostError> {
        self.templates.read(path)
    }
}

fn is_missing(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory)
}

impl Index {
    fn new(modulepath: &[PathBuf], max_file_size: u64) -> Index {
        let mut index = Index::default();
        for directory in modulepath {
            let entries = match std::fs::read_dir(directory) {
                Ok(entries) => entries.flatten(),
                // As in the reference, a directory that is not there has no modules.
                Err(error) if is_missing(&error) => continue,
                Err(error) => {
                    index.problems.push(format!("cannot read {}: {error}", directory.display()));
                    continue;
                }
            };
            let mut names: Vec<String> =
                entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
            names.sort_unstable();
            for name in names.into_iter().filter(|name| is_module_name(name)) {
                index.add(directory.join(&name), name, max_file_size);
            }
        }
        index
    }

    /// Adds a module, unless there is one of its name. A link that leads nowhere or to itself
    /// does not count as a directory.
    fn add(&mut self, path: PathBuf, name: String, max_file_size: u64) {
        if self.directories.contains_key(name.as_str()) || !path.is_dir() {
            return;
        }
        match metadata::check(&path, &name, max_file_size) {
            Ok(data_provider) => {
                if let Some(provider) = data_provider {
                    self.data_providers.insert(name.as_str().into(), provider);
                }
                self.order.push(name.as_str().into());
                self.directories.insert(name.into(), path);
            }
            Err(problem) => self.problems.push(problem),
        }
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

/// Whether a module can have that name.
pub fn is_module_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modules() -> Modules {
        let environment = Environment {
            directory: Some("/env".into()),
            ..Environment::open(None, &["/nowhere/modules".into()]).unwrap()
        };
        Modules::new(environment, 1 << 20)
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
