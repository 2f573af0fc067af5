//! The modules of a project: those in its Puppetfile and those that are installed, with their
//! versions and the code that uses them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::files::LARGEST_CONFIGURATION;
use crate::index::{Entry, Index, IndexedFile, Kind, Role};
use crate::metadata::Metadata;
use crate::project::Project;
use crate::puppetfile::{ModuleSource, Puppetfile, PuppetfileModule};

/// The name of the environment in lists of users.
pub const ENVIRONMENT: &str = "environment";

/// A module that is required or installed.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedModule {
    /// The name in Puppet.
    pub name: String,
    /// The declaration in the Puppetfile.
    pub wanted: Option<PuppetfileModule>,
    /// The directory that has the module.
    pub directory: Option<PathBuf>,
    /// The version in its metadata.
    pub version: Option<String>,
    /// The modules that use it, and [`ENVIRONMENT`], in order.
    pub users: Vec<String>,
    /// The first use of a missing module.
    pub used_at: Option<(PathBuf, u32)>,
}

/// The state of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModuleState {
    /// It is installed.
    Installed,
    /// It is installed in another version than that in the Puppetfile.
    OtherVersion,
    /// It is in the Puppetfile, but not installed.
    Missing,
    /// Code uses it, but it is neither in the Puppetfile nor installed.
    Unknown,
}

impl ModuleState {
    /// The state as a word.
    pub fn word(self) -> &'static str {
        match self {
            ModuleState::Installed => "installed",
            ModuleState::OtherVersion => "other version",
            ModuleState::Missing => "missing",
            ModuleState::Unknown => "unknown",
        }
    }
}

impl ListedModule {
    /// The state of the module.
    pub fn state(&self) -> ModuleState {
        match (&self.directory, &self.wanted) {
            (None, Some(_)) => ModuleState::Missing,
            (None, None) => ModuleState::Unknown,
            (
                Some(_),
                Some(PuppetfileModule {
                    source: ModuleSource::Forge { version: Some(wanted) },
                    ..
                }),
            ) if wanted != "latest"
                && self.version.as_ref().is_some_and(|version| version != wanted) =>
            {
                ModuleState::OtherVersion
            }
            (Some(_), _) => ModuleState::Installed,
        }
    }

    /// The version or revision in the Puppetfile.
    pub fn wanted_version(&self) -> String {
        match self.wanted.as_ref().map(|wanted| &wanted.source) {
            None => String::new(),
            Some(ModuleSource::Forge { version }) => {
                version.clone().unwrap_or_else(|| "latest".to_owned())
            }
            Some(ModuleSource::Git { revision, .. }) => match revision {
                Some(revision) => format!("git {revision}"),
                None => "git".to_owned(),
            },
            Some(ModuleSource::Archive { .. }) => "archive".to_owned(),
            Some(ModuleSource::Local) => "local".to_owned(),
            Some(ModuleSource::Other(kind)) => kind.clone(),
        }
    }
}

/// The modules of a project, in order of their names.
///
/// # Errors
/// When the Puppetfile can't be read.
pub fn modules(project: &Project, index: &Index) -> Result<Vec<ListedModule>> {
    let modules = project.modules();
    let system = &*project.files().system;
    let mut all: BTreeMap<String, ListedModule> = BTreeMap::new();
    let new = |name: &str| ListedModule {
        name: name.to_owned(),
        wanted: None,
        directory: modules.directory(name).map(Path::to_owned),
        version: None,
        users: Vec::new(),
        used_at: None,
    };
    for name in modules.names() {
        all.insert(name.to_owned(), new(name));
    }
    if let Some(directory) = &project.environment().directory
        && let Some(puppetfile) = Puppetfile::of_environment(system, directory)?
    {
        for wanted in puppetfile.modules {
            let name = wanted.name().to_owned();
            all.entry(name.clone()).or_insert_with(|| new(&name)).wanted = Some(wanted);
        }
    }
    for (name, uses) in uses(index) {
        // Only a qualified name certainly contains the name of a module.
        if !all.contains_key(&name) && !uses.is_qualified {
            continue;
        }
        let module = all.entry(name.clone()).or_insert_with(|| new(&name));
        module.users = uses.users.into_iter().collect();
        module.used_at = uses.first;
    }
    for module in all.values_mut() {
        let metadata = module
            .directory
            .as_deref()
            .and_then(|directory| Metadata::read(system, directory, LARGEST_CONFIGURATION).ok());
        module.version = metadata.and_then(|metadata| metadata.version().map(str::to_owned));
    }
    Ok(all.into_values().collect())
}

/// The uses of a module.
#[derive(Default)]
struct Uses {
    users: BTreeSet<String>,
    first: Option<(PathBuf, u32)>,
    is_qualified: bool,
}

fn uses(index: &Index) -> BTreeMap<String, Uses> {
    let mut all: BTreeMap<String, Uses> = BTreeMap::new();
    for file in index.files() {
        let user = file.file.module.as_deref();
        for entry in file.entries.iter().filter(|entry| entry.role == Role::Use) {
            for (module, is_qualified) in used_modules(index, entry) {
                if user == Some(module.as_str()) {
                    continue;
                }
                let uses = all.entry(module).or_default();
                uses.users.insert(user.unwrap_or(ENVIRONMENT).to_owned());
                uses.is_qualified |= is_qualified;
                uses.first.get_or_insert_with(|| place(file, entry));
            }
        }
    }
    all
}

/// The modules that may define the used name, and whether the name certainly starts with a module
/// name.
fn used_modules(index: &Index, entry: &Entry) -> Vec<(String, bool)> {
    let is_of_modules = matches!(
        entry.kind,
        Kind::Class | Kind::ResourceType | Kind::Function | Kind::Type | Kind::Template
    );
    if !is_of_modules {
        return Vec::new();
    }
    let mut definitions = index.definitions(entry.kind, &entry.name).peekable();
    if definitions.peek().is_some() {
        let owners: BTreeSet<String> =
            definitions.filter_map(|location| location.file.file.module.clone()).collect();
        return owners.into_iter().map(|module| (module, false)).collect();
    }
    let separator = if entry.kind == Kind::Template { "/" } else { "::" };
    match (entry.name.split_once(separator), entry.kind) {
        // A name such as `A::B` may also be a type of the language.
        (Some((module, _)), Kind::Class | Kind::Template | Kind::Function) => {
            vec![(module.to_owned(), true)]
        }
        (Some((module, _)), _) => vec![(module.to_owned(), false)],
        (None, Kind::Class) => vec![(entry.name.to_string(), false)],
        (None, _) => Vec::new(),
    }
}

fn place(file: &IndexedFile, entry: &Entry) -> (PathBuf, u32) {
    let line = file.source.as_ref().map_or(1, |source| source.line_of(entry.span.start));
    (file.file.path.clone(), line)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use pupa_syntax::validate::Rules;
    use pupa_system::{Cancellation, Memory};

    use super::*;
    use crate::files::Files;
    use crate::project::Options;

    #[test]
    fn modules_have_states_and_users() {
        let system = Arc::new(Memory::of([
            ("/c/Puppetfile", "mod 'puppetlabs-stdlib', '9.4.1'\nmod 'saz-sudo', '8.0.0'\n"),
            ("/c/manifests/site.pp", "include sudo\ninclude profile::base\n"),
            (
                "/c/modules/stdlib/metadata.json",
                r#"{"name": "puppetlabs-stdlib", "version": "9.6.0", "author": "a", "source": "s", "license": "l", "dependencies": []}"#,
            ),
            ("/c/modules/stdlib/functions/ensure.pp", "function stdlib::ensure($x) { $x }\n"),
            (
                "/c/modules/profile/manifests/base.pp",
                "class profile::base { stdlib::ensure(1) include ntp::x }\n",
            ),
        ]));
        let project = Project::open(Options::of("/c"), Files::on(system, 1 << 20)).unwrap();
        let index =
            Index::read(project.modules(), &Rules::default(), &Cancellation::default()).unwrap();
        let found = modules(&project, &index).unwrap();
        let display: Vec<_> = found
            .iter()
            .map(|module| (module.name.as_str(), module.state().word(), module.users.join(" ")))
            .collect();
        assert_eq!(
            display,
            [
                ("ntp", "unknown", "profile".to_owned()),
                ("profile", "installed", "environment".to_owned()),
                ("stdlib", "other version", "profile".to_owned()),
                ("sudo", "missing", "environment".to_owned()),
            ]
        );
    }
}
