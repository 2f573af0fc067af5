//! Lists the files of a project that define or use names.

use std::path::{Path, PathBuf};

use pupa_hiera::config::{Config, Datadir, LayerKind};
use pupa_system::System;
use rustc_hash::FxHashSet;

use crate::files::LARGEST_CONFIGURATION;
use crate::walk::{ending, files_below};

/// A file of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// The path.
    pub path: PathBuf,
    /// The kind.
    pub kind: FileKind,
    /// The module that contains it; `None` for files of the environment.
    pub module: Option<String>,
    /// The path relative to the directory of the module or environment.
    pub place: PathBuf,
}

/// The kinds of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// A main manifest of the environment.
    MainManifest,
    /// Another manifest: classes, functions, types.
    Manifest,
    /// A plan, which has other functions and data than manifests.
    Plan,
    /// A template in the Puppet language.
    Epp,
    /// A template in Ruby, or in another language.
    Template,
    /// Ruby code, or a plan in YAML.
    Ruby,
    /// Code that computes a fact.
    FactCode,
    /// A file with facts of nodes.
    FactFile,
    /// Data in YAML or JSON.
    Data,
}

impl FileKind {
    /// Whether files of this kind are in the Puppet language.
    pub fn is_puppet(self) -> bool {
        matches!(self, FileKind::MainManifest | FileKind::Manifest | FileKind::Plan | FileKind::Epp)
    }
}

/// The directories of modules and environments that contain code, with the extensions of their
/// files (an empty list allows any). `template` renders files of any name, and `file` reads
/// templates for `inline_epp`.
const FOLDERS: &[(&str, &[&str])] = &[
    ("files", &["epp", "erb"]),
    ("functions", &["pp"]),
    ("lib/puppet", &["rb"]),
    ("lib/puppet_x", &["rb"]),
    ("manifests", &["pp"]),
    ("plans", &["pp", "yaml"]),
    ("templates", &[]),
    ("types", &["pp"]),
];

/// The extensions of data files.
const DATA: &[&str] = &["yaml", "yml", "eyaml", "json"];

/// The name of Hiera's configuration file.
const HIERA: &str = "hiera.yaml";

/// Finds files below directories, and lists each path once.
pub(super) struct Finder<'s> {
    system: &'s dyn System,
    known: FxHashSet<PathBuf>,
    /// The files.
    pub(super) found: Vec<SourceFile>,
}

impl<'s> Finder<'s> {
    /// A finder without files.
    pub(super) fn new(system: &'s dyn System) -> Finder<'s> {
        Finder { system, known: FxHashSet::default(), found: Vec::new() }
    }

    /// Adds the main manifests: a file, or all manifests below a directory.
    pub(super) fn main_manifests(&mut self, manifest: &Path) {
        let files = match self.system.is_file(manifest) {
            true => vec![manifest.to_owned()],
            false => self.files(manifest, &["pp"]),
        };
        let directory = manifest.parent().unwrap_or(manifest).to_owned();
        for path in files {
            self.add(path, FileKind::MainManifest, &directory, None);
        }
    }

    /// Adds the files of a module or of the environment itself.
    pub(super) fn directory(&mut self, directory: &Path, module: Option<&str>) {
        for (folder, endings) in FOLDERS {
            for path in self.files(&directory.join(folder), endings) {
                let kind = kind_in(folder, &path);
                self.add(path, kind, directory, module);
            }
        }
        for (folder, kind) in [("lib/facter", FileKind::FactCode), ("facts.d", FileKind::FactFile)]
        {
            for path in self.files(&directory.join(folder), &[]) {
                self.add(path, kind, directory, module);
            }
        }
        for data in self.data_directories(directory, module) {
            for path in self.files(&data, DATA) {
                self.add(path, FileKind::Data, directory, module);
            }
        }
    }

    /// The data directories in a configuration, except paths with interpolations.
    fn data_directories(&self, directory: &Path, module: Option<&str>) -> Vec<PathBuf> {
        let path = directory.join(HIERA);
        let kind = if module.is_some() { LayerKind::Module } else { LayerKind::Environment };
        let Ok(contents) = self.system.read(&path, LARGEST_CONFIGURATION) else {
            return Vec::new();
        };
        let read = Config::read(&path.to_string_lossy(), kind, Ok(contents.bytes));
        let Ok(config) = read.config else { return Vec::new() };
        let last = config.default_hierarchy.as_deref().unwrap_or_default();
        let levels = config.hierarchy.iter().chain(&config.plan_hierarchy).chain(last);
        let mut found: Vec<PathBuf> = Vec::new();
        for level in levels {
            let (Datadir::Plain(data) | Datadir::Interpolated(data)) = &level.datadir else {
                continue;
            };
            let Some(data) = constant_directory(data) else { continue };
            let data = directory.join(data);
            if !found.contains(&data) {
                found.push(data);
            }
        }
        found
    }

    fn files(&self, directory: &Path, endings: &[&str]) -> Vec<PathBuf> {
        let mut files = files_below(self.system, directory, &[]);
        files.retain(|path| endings.is_empty() || has_ending(path, endings));
        files
    }

    fn add(&mut self, path: PathBuf, kind: FileKind, directory: &Path, module: Option<&str>) {
        if self.known.insert(path.clone()) {
            let place = path.strip_prefix(directory).unwrap_or(&path).to_owned();
            let module = module.map(str::to_owned);
            self.found.push(SourceFile { path, kind, module, place });
        }
    }
}

/// The directories before the first interpolation in a path; `None` if the path begins with one.
fn constant_directory(path: &str) -> Option<&str> {
    match path.find("%{") {
        Some(at) => path[..at].rfind('/').map(|end| &path[..end]).filter(|start| !start.is_empty()),
        None => Some(path),
    }
}

fn kind_in(folder: &str, path: &Path) -> FileKind {
    match folder {
        _ if has_ending(path, &["epp"]) => FileKind::Epp,
        "plans" if has_ending(path, &["pp"]) => FileKind::Plan,
        _ if has_ending(path, &["pp"]) => FileKind::Manifest,
        "templates" | "files" => FileKind::Template,
        _ => FileKind::Ruby,
    }
}

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    ending(&path.to_string_lossy()).is_some_and(|ending| endings.contains(&ending.as_str()))
}
