//! The environment of a run: its name, directory and module path, and the settings in its
//! `environment.conf`.

mod conf;
mod interpolation;

use std::path::{Path, PathBuf};

use anyhow::Result;
use pupa_system::System;

use crate::glob;
use crate::paths::absolute;
use conf::EnvironmentConf;
use interpolation::Scope;

/// The name of an environment that has no directory.
const DEFAULT_NAME: &str = "production";

/// The reference in a module path that is replaced by the directories of `--modulepath`.
const BASE_MODULEPATH: &str = "$basemodulepath";

/// An environment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Environment {
    /// The name, as in messages and `$environment`.
    pub name: String,
    /// The directory with its manifests, functions and types.
    pub directory: Option<PathBuf>,
    /// The directories that contain modules. If several have a module of the same name, the first
    /// one counts.
    pub modulepath: Vec<PathBuf>,
    /// The name and directory of a module outside the module path. It takes precedence over modules
    /// of the same name.
    pub module: Option<(String, PathBuf)>,
    /// The main manifest: a file, or a directory of files.
    pub manifest: Option<PathBuf>,
    /// The command that prints the version of the configuration.
    pub config_version: Option<String>,
    /// The deprecated provider of its data if there is no hiera.yaml of version 5.
    pub data_provider: Option<String>,
    /// Whether catalogs may contain values that JSON can't represent.
    pub rich_data: bool,
    /// Notes about the configuration.
    pub notes: Vec<Note>,
}

/// A note about the configuration of an environment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// A warning of the reference implementation, with its text.
    Warning(String),
    /// A setting that has no effect in Pupa.
    Ignored(String),
}

impl Environment {
    /// The environment in a directory, or one without a directory. The directories in `base`
    /// replace `$basemodulepath` in the `modulepath` of `environment.conf`; without that reference
    /// they come last.
    ///
    /// # Errors
    /// When the directory is missing, or its `environment.conf` cannot be read.
    pub fn open(
        system: &dyn System,
        directory: Option<&Path>,
        base: &[PathBuf],
    ) -> Result<Environment> {
        let Some(directory) = directory else { return Ok(Environment::without_directory(base)) };
        let directory = absolute(directory);
        anyhow::ensure!(
            system.is_directory(&directory),
            "there is no directory {}",
            directory.display()
        );
        let name = directory.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.unwrap_or_else(|| DEFAULT_NAME.to_owned());
        let (conf, mut notes) = EnvironmentConf::read(system, &directory)?;
        let scope = Scope { environment: &name, directory: &directory };
        let mut path = |setting, value: Option<String>| {
            value.map(|value| scope.path(setting, &value, &mut notes)).transpose()
        };
        let manifest = path("manifest", conf.manifest)?;
        let config_version = path("config_version", conf.config_version)?;
        let parts = conf.modulepath.as_deref().unwrap_or("modules");
        let parts = std::env::split_paths(parts).filter(|part| part != Path::new(""));
        let parts = parts.map(|part| {
            let part = path("modulepath", Some(part.to_string_lossy().into_owned()))?;
            Ok(PathBuf::from(part.unwrap_or_default()))
        });
        let parts = parts.collect::<Result<Vec<_>>>()?;
        Ok(Environment {
            modulepath: modulepath(system, &parts, base),
            module: None,
            manifest: Some(manifest.map_or_else(|| directory.join("manifests"), PathBuf::from)),
            config_version,
            data_provider: conf.data_provider,
            rich_data: conf.rich_data,
            name,
            directory: Some(directory),
            notes,
        })
    }

    /// The path of a file as in logs: `<module>/…` or `<env>/…` if the file is in a module or in
    /// the environment.
    pub fn shortened(&self, file: &str) -> String {
        let below = |directory: &PathBuf| file.strip_prefix(&*directory.to_string_lossy());
        if let Some(rest) = self.modulepath.iter().find_map(below) {
            return format!("<module>{rest}");
        }
        match self.directory.as_ref().and_then(below) {
            Some(rest) => format!("<env>{rest}"),
            None => file.to_owned(),
        }
    }

    fn without_directory(base: &[PathBuf]) -> Environment {
        Environment {
            name: DEFAULT_NAME.to_owned(),
            directory: None,
            modulepath: base.to_vec(),
            module: None,
            manifest: None,
            config_version: None,
            data_provider: None,
            rich_data: true,
            notes: Vec::new(),
        }
    }
}

/// The directories of a module path, whose entries must be absolute.
fn modulepath(system: &dyn System, parts: &[PathBuf], base: &[PathBuf]) -> Vec<PathBuf> {
    let is_base = |part: &PathBuf| part == Path::new(BASE_MODULEPATH);
    let mut path = Vec::new();
    for part in parts {
        if is_base(part) {
            path.extend_from_slice(base);
        } else {
            path.extend(expanded(system, part));
        }
    }
    if !parts.iter().any(is_base) {
        path.extend_from_slice(base);
    }
    path
}

/// The directories that match a path with `*`, `?` or `[…]`, sorted.
fn expanded(system: &dyn System, path: &Path) -> Vec<PathBuf> {
    let text = path.to_string_lossy();
    if !text.contains(['*', '?', '[']) {
        return vec![path.to_owned()];
    }
    glob::glob(system, &text).into_iter().map(PathBuf::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pupa_system::Disk;

    #[test]
    fn without_a_directory_the_given_module_path_is_used() {
        let environment = Environment::open(&Disk, None, &["/m".into()]).unwrap();
        assert_eq!(environment.name, "production");
        assert_eq!(environment.modulepath, [PathBuf::from("/m")]);
    }

    #[test]
    fn logs_show_where_files_lie() {
        let mut environment = Environment::open(&Disk, None, &["/env/modules".into()]).unwrap();
        environment.directory = Some("/env".into());
        assert_eq!(environment.shortened("/env/modules/a/t.epp"), "<module>/a/t.epp");
        assert_eq!(environment.shortened("/env/functions/f.pp"), "<env>/functions/f.pp");
        assert_eq!(environment.shortened("/other.epp"), "/other.epp");
    }

    #[test]
    fn the_given_path_has_its_place() {
        let path = |parts: &[&str]| {
            let parts: Vec<PathBuf> = parts.iter().map(PathBuf::from).collect();
            let path = modulepath(&Disk, &parts, &["/base".into()]);
            path.iter().map(|part| part.to_string_lossy().into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(path(&["/env/site", "/opt/x"]), ["/env/site", "/opt/x", "/base"]);
        assert_eq!(path(&["/env/site", BASE_MODULEPATH, "/x"]), ["/env/site", "/base", "/x"]);
    }
}
