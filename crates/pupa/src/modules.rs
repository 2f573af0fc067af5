//! Where the files of modules and of the environment lie that programs ask for by name.
//!
//! A function `ntp::port` is in `functions/port.pp` of the module `ntp`, a type `Ntp::Port` in its
//! `types/port.pp`; `ntp::tls::port` is one directory deeper. What has no namespace is in the
//! directories `functions` and `types` of the environment. As in the reference, the code of every
//! module sees all modules: the dependencies in `metadata.json` would only come first, which
//! makes no difference for names that begin with the name of their module.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_eval::host::{DefinitionFile, DefinitionKind, HostError, ModuleFiles, Owner};

use crate::environment::Environment;
use crate::reading::{self, Loaded};

/// The namespace of the environment itself.
const ENVIRONMENT: &str = "environment";

/// The modules of an environment.
#[derive(Debug)]
pub(crate) struct Modules {
    environment: Environment,
    max_file_size: u64,
}

impl Modules {
    /// The modules of an environment.
    pub(crate) fn new(environment: Environment, max_file_size: u64) -> Modules {
        Modules { environment, max_file_size }
    }

    /// The file that should define something.
    pub(crate) fn definition(
        &self,
        kind: DefinitionKind,
        name: &str,
    ) -> Result<Option<DefinitionFile>, HostError> {
        self.read(self.place(kind, name))
    }

    fn read(&self, place: Option<(PathBuf, Owner)>) -> Result<Option<DefinitionFile>, HostError> {
        let Some((path, owner)) = place else { return Ok(None) };
        if !path.is_file() {
            return Ok(None);
        }
        let shown = path.to_string_lossy();
        match reading::read_file(&path, &shown, self.max_file_size) {
            Loaded::Text(source) => Ok(Some(DefinitionFile { source: Arc::new(source), owner })),
            Loaded::Problem(_, diagnostic) => {
                Err(HostError(format!("{} (file: {shown})", diagnostic.message)))
            }
        }
    }

    /// The manifest that should define a class or defined type.
    pub(crate) fn manifest(&self, name: &str) -> Result<Option<DefinitionFile>, HostError> {
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

    /// Where something of that name must be defined.
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
    pub(crate) fn directory(&self, module: &str) -> Option<PathBuf> {
        if !is_module_name(module) {
            return None;
        }
        let directories = self.environment.modulepath.iter();
        directories.map(|directory| directory.join(module)).find(|path| path.is_dir())
    }

    /// The path of `module/file`; a path that is absolute is returned as it is.
    pub(crate) fn file(&self, kind: ModuleFiles, reference: &str) -> Option<PathBuf> {
        if Path::new(reference).is_absolute() {
            return Some(PathBuf::from(reference));
        }
        let (module, file) = reference.split_once('/')?;
        let folder = match kind {
            ModuleFiles::Files => "files",
            ModuleFiles::Templates => "templates",
        };
        let path = self.directory(module)?.join(folder).join(file);
        path.exists().then_some(path)
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

fn is_module_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modules() -> Modules {
        let environment = Environment {
            name: "test".to_owned(),
            directory: Some("/env".into()),
            modulepath: vec!["/nowhere/modules".into()],
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
