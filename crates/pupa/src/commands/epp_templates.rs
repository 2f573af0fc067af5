//! Which templates a call of `pupa epp` is about: files, or templates of modules.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_compiler::modules::Modules;
use pupa_eval::host::ModuleFiles;

use super::face::Face;
use crate::files;

/// The modules whose templates can be named.
pub(super) struct Templates {
    modules: Arc<Modules>,
}

impl Templates {
    /// The templates of these modules.
    pub(super) fn of(modules: Arc<Modules>) -> Templates {
        Templates { modules }
    }

    /// The templates of the environment that a call names, or of the module path alone.
    pub(super) fn around(face: &Face<'_>) -> Result<Templates, String> {
        let settings = face.settings();
        let directory = environment_directory(face)?;
        let environment = settings.environment(directory.as_deref());
        let environment = environment.map_err(|error| format!("{error:#}"))?;
        Ok(Templates::of(Arc::new(Modules::new(environment, settings.max_file_size))))
    }

    /// The template of a module if there is one, else the file of that name.
    pub(super) fn find(&self, name: &OsStr) -> Option<PathBuf> {
        let in_module = name.to_str().and_then(|name| self.in_module(name));
        in_module
            .filter(|path| path.exists())
            .or_else(|| Some(PathBuf::from(name)).filter(|path| path.exists()))
    }

    /// The template that `MODULE/TEMPLATE` or an absolute path names, be there a file or not.
    fn in_module(&self, name: &str) -> Option<PathBuf> {
        self.modules.file(ModuleFiles::Templates, name)
    }

    /// The template that `epp` would find, or else the file of that name. As in programs, the
    /// ending may be left out.
    pub(super) fn find_to_render(&self, name: &OsStr) -> Result<PathBuf, String> {
        let existing = |name: &str| self.in_module(name).filter(|path| path.exists());
        if let Some(path) = name.to_str().and_then(existing) {
            return Ok(path);
        }
        if Path::new(name).exists() {
            return Ok(files::absolute(Path::new(name)));
        }
        let mut name = name.to_string_lossy().into_owned();
        if !name.ends_with(".epp") {
            name.push_str(".epp");
        }
        existing(&name).ok_or_else(|| format!("Could not find template '{name}'"))
    }

    /// All templates of all modules, in order of modules and paths.
    pub(super) fn all(&self) -> Vec<PathBuf> {
        self.modules.templates()
    }
}

/// The directory of the environment, when a call names one.
pub(super) fn environment_directory(face: &Face<'_>) -> Result<Option<PathBuf>, String> {
    let is_named = ["environment_dir", "environmentpath", "codedir"]
        .into_iter()
        .any(|option| face.options.value(option).is_some());
    if is_named { face.environment_directory() } else { Ok(None) }
}
