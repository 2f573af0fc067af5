//! The host for loading resource types from Ruby files: independent of nodes, and existing as long
//! as the environment.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_eval::host::{
    CodeHost, FileError, HostError, ModuleFiles, NameKind, Owner, RubyFile, RubyFiles, RubyKind,
    RubySource, SiteHost, SystemHost,
};

use crate::modules::{Modules, ModulesHandle};
use crate::sandbox::Sandbox;

/// The files of an environment. The environment itself may own this host, since it owns the loaded
/// types.
#[derive(Debug)]
pub(crate) struct SharedHost {
    modules: ModulesHandle,
    allow_system: bool,
    sandbox: Sandbox,
}

impl SharedHost {
    /// The host of an environment; Ruby code may read files below `paths` too.
    pub(crate) fn new(modules: &Arc<Modules>, allow_system: bool, paths: &[PathBuf]) -> SharedHost {
        let sandbox = modules.sandbox(paths);
        SharedHost { modules: modules.handle(), allow_system, sandbox }
    }
}

impl SystemHost for SharedHost {
    fn exists(&self, path: &str) -> bool {
        let modules = self.modules.get().filter(|_| self.allow_system);
        modules.is_some_and(|modules| modules.files().system.exists(Path::new(path)))
    }

    fn read_file(&self, path: &str) -> Result<Vec<u8>, HostError> {
        match self.modules.get() {
            Some(modules) if self.allow_system => modules.read_file(path),
            _ => Err(HostError(format!("Could not read {path}: reading files is turned off"))),
        }
    }
}

impl CodeHost for SharedHost {
    /// Always finds the file of a type, never a loaded type: waiting for a type that is being
    /// loaded would never end.
    fn ruby_code(&self, kind: RubyKind, name: &str, from: &Owner) -> Option<RubyFile> {
        match kind {
            RubyKind::ResourceType => None,
            _ => self.modules.get()?.ruby_code(kind, name, from),
        }
    }

    fn ruby_source(&self, path: &str) -> Result<RubySource, FileError> {
        self.sandbox.check(path)?;
        match self.modules.get() {
            Some(modules) => modules.ruby_source(path),
            None => Err(FileError::Denied),
        }
    }

    fn names(&self, kind: NameKind) -> Vec<String> {
        let Some(modules) = self.modules.get() else { return Vec::new() };
        match kind {
            NameKind::Module => modules.names().into_iter().map(str::to_owned).collect(),
            NameKind::ResourceType => modules.resource_type_names(),
        }
    }

    fn module_file(&self, kind: ModuleFiles, reference: &str) -> Option<String> {
        let modules = self.modules.get().filter(|_| self.allow_system)?;
        let path = modules.file(kind, reference)?;
        Some(path.to_string_lossy().into_owned())
    }

    fn module_directory(&self, module: &str) -> Option<String> {
        let modules = self.modules.get()?;
        modules.directory(module).map(|path| path.to_string_lossy().into_owned())
    }

    fn supported_versions(&self, directory: &str) -> Vec<String> {
        let modules = self.modules.get();
        modules.map_or_else(Vec::new, |modules| modules.supported_versions(Path::new(directory)))
    }

    fn ruby_files(&self) -> Option<&dyn RubyFiles> {
        Some(&self.sandbox)
    }
}

impl SiteHost for SharedHost {}
