//! Finds the templates for `pupa epp`: files, or templates of modules.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_eval::host::ModuleFiles;
use pupa_project::modules::Modules;
use pupa_project::project::Options;

use super::face::Face;
use crate::files;

/// The modules that contain templates.
pub(super) struct Templates {
    modules: Arc<Modules>,
}

impl Templates {
    /// The templates of these modules.
    pub(super) fn of(modules: Arc<Modules>) -> Templates {
        Templates { modules }
    }

    /// The templates of the environment in the arguments, or of the module path.
    pub(super) fn around(face: &Face<'_>) -> Result<Templates, String> {
        let settings = face.settings();
        let directory = environment_directory(face)?;
        let project = settings.project(Options { directory, ..Options::default() });
        let project = project.map_err(|error| format!("{error:#}"))?;
        Ok(Templates::of(Arc::clone(project.modules())))
    }

    /// The template of a module, or else the file with this name.
    pub(super) fn find(&self, name: &OsStr) -> Option<PathBuf> {
        let in_module = name.to_str().and_then(|name| self.existing(name));
        in_module.or_else(|| Some(PathBuf::from(name)).filter(|path| path.exists()))
    }

    /// The path for `MODULE/TEMPLATE` or an absolute path; the file need not exist.
    fn in_module(&self, name: &str) -> Option<PathBuf> {
        self.modules.file(ModuleFiles::Templates, name)
    }

    /// Returns the argument for the function `epp`: the absolute path of a file, unless a module
    /// has a template with this name.
    pub(super) fn name_to_render(&self, name: &OsStr) -> PathBuf {
        let path = Path::new(name);
        let is_in_module = name.to_str().is_some_and(|name| self.existing(name).is_some());
        if !is_in_module && path.exists() { files::absolute(path) } else { path.to_owned() }
    }

    /// The template that the function `epp` finds. As in manifests, the extension may be omitted.
    pub(super) fn find_to_render(&self, name: &Path) -> Result<PathBuf, String> {
        let is_file = name.exists();
        if is_file && name.is_absolute() {
            return Ok(name.to_owned());
        }
        let mut name = name.to_string_lossy().into_owned();
        if !is_file && !name.ends_with(".epp") {
            name.push_str(".epp");
        }
        self.existing(&name).ok_or_else(|| format!("Could not find template '{name}'"))
    }

    fn existing(&self, name: &str) -> Option<PathBuf> {
        self.in_module(name).filter(|path| path.exists())
    }

    /// All templates of all modules, in order of modules and paths.
    pub(super) fn all(&self) -> Vec<PathBuf> {
        self.modules.templates()
    }
}

/// The directory of the environment, if one is given.
pub(super) fn environment_directory(face: &Face<'_>) -> Result<Option<PathBuf>, String> {
    let is_named = ["environment_dir", "environmentpath", "codedir"]
        .into_iter()
        .any(|option| face.options.value(option).is_some());
    if is_named { face.environment_directory() } else { Ok(None) }
}
