//! The root of the project around a directory: a control repository, an environment or a module.
//!
//! Directories are examined from the working directory upwards. The nearest root is used, unless it
//! is a module of a root above it: in `site-modules/profile` of a control repository, the project is the
//! control repository.

use std::path::{Path, PathBuf};

use pupa_system::{Kind, System};

use crate::environment::Environment;
use crate::metadata::Metadata;
use crate::modules::is_module_name;

/// The directory that holds the environments of a repository or a server.
const ENVIRONMENTS: &str = "environments";

/// The environment that is used if a repository has several.
const DEFAULT_ENVIRONMENT: &str = "production";

/// The directory with the facts of nodes, one file for each node.
const FACTS: &str = "facts";

/// The largest `metadata.json` that is read to find out whether a directory is a module.
const LARGEST_METADATA: u64 = 1 << 20;

/// The root of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectRoot {
    /// The directory.
    pub directory: PathBuf,
    /// The file or directory that identifies it.
    pub marker: &'static str,
    /// The kind of project.
    pub kind: RootKind,
    /// The directory with the facts of nodes.
    pub facts: Option<PathBuf>,
}

/// The kinds of projects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RootKind {
    /// The root is an environment.
    Environment,
    /// The root has environments in `environments/`.
    Environments {
        /// The directories of the environments, in order.
        all: Vec<PathBuf>,
        /// `production`, or the only one.
        chosen: Option<PathBuf>,
    },
    /// The root is a module outside of any environment.
    Module {
        /// The name of the module.
        name: String,
    },
}

impl ProjectRoot {
    /// Finds the root of the project around a directory, which is absolute.
    pub fn find(system: &dyn System, directory: &Path) -> Option<ProjectRoot> {
        let mut roots = directory.ancestors().filter_map(|directory| examine(system, directory));
        let mut nearest = roots.next()?;
        for outer in roots {
            if outer.has_module(system, &nearest.directory) {
                nearest = outer;
            }
        }
        nearest.facts = nearest.facts(system);
        Some(nearest)
    }

    /// The directory of the environment.
    pub fn environment(&self) -> Option<&Path> {
        match &self.kind {
            RootKind::Environment => Some(&self.directory),
            RootKind::Environments { chosen, .. } => chosen.as_deref(),
            RootKind::Module { .. } => None,
        }
    }

    /// The name and directory of the module.
    pub fn module(&self) -> Option<(&str, &Path)> {
        match &self.kind {
            RootKind::Module { name } => Some((name, &self.directory)),
            RootKind::Environment | RootKind::Environments { .. } => None,
        }
    }

    /// The directories in which a module finds the modules that it depends on: its fixtures, and its
    /// neighbours if it lies in a directory of modules.
    pub fn modulepath_of_module(&self, system: &dyn System) -> Vec<PathBuf> {
        if self.module().is_none() {
            return Vec::new();
        }
        let fixtures = self.directory.join("spec/fixtures/modules");
        let neighbours = self.directory.parent().filter(|parent| {
            let name = parent.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            name == "modules" || name == "site-modules"
        });
        let all = [Some(fixtures), neighbours.map(Path::to_owned)];
        all.into_iter().flatten().filter(|path| system.is_directory(path)).collect()
    }

    /// Whether a path belongs to this project. The environments of one repository share it.
    pub fn contains(&self, path: &Path) -> bool {
        path.starts_with(self.repository())
    }

    /// The directory above `environments/`, else the root.
    pub fn repository(&self) -> &Path {
        let parent = self.directory.parent();
        match parent.filter(|parent| parent.ends_with(ENVIRONMENTS)).and_then(Path::parent) {
            Some(above) => above,
            None => &self.directory,
        }
    }

    /// Whether a directory is a module on the module path of this root.
    fn has_module(&self, system: &dyn System, directory: &Path) -> bool {
        let Some(parent) = directory.parent() else { return false };
        let environments: Vec<&Path> = match &self.kind {
            RootKind::Environment => vec![&self.directory],
            RootKind::Environments { all, .. } => all.iter().map(PathBuf::as_path).collect(),
            RootKind::Module { .. } => {
                return parent == self.directory.join("spec/fixtures/modules");
            }
        };
        environments.iter().any(|environment| {
            let opened = Environment::open(system, Some(environment), &[]);
            opened.is_ok_and(|opened| opened.modulepath.iter().any(|path| path == parent))
        })
    }

    fn facts(&self, system: &dyn System) -> Option<PathBuf> {
        let below = [self.directory.as_path(), self.repository()].map(|path| path.join(FACTS));
        below.into_iter().find(|path| has_facts(system, path))
    }
}

/// The root that a directory is, if it is one.
fn examine(system: &dyn System, directory: &Path) -> Option<ProjectRoot> {
    let has = |name: &str| system.exists(&directory.join(name));
    let root = |marker, kind| {
        Some(ProjectRoot { directory: directory.to_owned(), marker, kind, facts: None })
    };
    let has_code = has("manifests") || has("modules") || has("site-modules");
    if has("environment.conf") {
        return root("environment.conf", RootKind::Environment);
    }
    if has_code && directory.parent().is_some_and(|parent| parent.ends_with(ENVIRONMENTS)) {
        return root(ENVIRONMENTS, RootKind::Environment);
    }
    if let Some(name) = module_name(system, directory) {
        return root("metadata.json", RootKind::Module { name });
    }
    if !has("manifests") {
        let all = environments_in(system, directory);
        if !all.is_empty() {
            let default = directory.join(ENVIRONMENTS).join(DEFAULT_ENVIRONMENT);
            let chosen = match all.as_slice() {
                [only] => Some(only.clone()),
                _ => all.contains(&default).then_some(default),
            };
            return root(ENVIRONMENTS, RootKind::Environments { all, chosen });
        }
    }
    if has("Puppetfile") {
        return root("Puppetfile", RootKind::Environment);
    }
    // A module without metadata has its class in `init.pp`.
    let is_module = has("manifests/init.pp") && !has("manifests/site.pp");
    if is_module && (has(".git") || has("hiera.yaml")) {
        let name = directory.file_name()?.to_str()?;
        let name = name.rsplit('-').next().filter(|name| is_module_name(name))?.to_owned();
        return root("manifests/init.pp", RootKind::Module { name });
    }
    if has("hiera.yaml") {
        return root("hiera.yaml", RootKind::Environment);
    }
    if has(".git") && has("manifests") {
        return root(".git", RootKind::Environment);
    }
    if has("pupa.toml") && has_code {
        return root("pupa.toml", RootKind::Environment);
    }
    None
}

/// The name of a module with metadata. Other tools have a `metadata.json` too.
fn module_name(system: &dyn System, directory: &Path) -> Option<String> {
    let folders =
        ["manifests", "lib", "functions", "types", "plans", "tasks", "templates", "files"];
    if !folders.iter().any(|folder| system.is_directory(&directory.join(folder))) {
        return None;
    }
    let metadata = Metadata::read(system, directory, LARGEST_METADATA).ok()?;
    metadata.name().filter(|name| is_module_name(name)).map(str::to_owned)
}

/// The environments in `environments/` of a directory, in order.
fn environments_in(system: &dyn System, directory: &Path) -> Vec<PathBuf> {
    let above = directory.join(ENVIRONMENTS);
    let entries = system.list(&above).unwrap_or_default();
    let paths = entries.into_iter().map(|entry| above.join(entry.name));
    let is_environment = |path: &PathBuf| {
        ["environment.conf", "manifests", "modules"]
            .iter()
            .any(|name| system.exists(&path.join(name)))
    };
    let mut all: Vec<PathBuf> = paths.filter(is_environment).collect();
    all.sort_unstable();
    all
}

/// Whether a directory has a file that may be the facts of a node.
fn has_facts(system: &dyn System, directory: &Path) -> bool {
    let entries = system.list(directory).unwrap_or_default();
    entries.iter().any(|entry| {
        let ending = Path::new(&entry.name).extension().and_then(|ending| ending.to_str());
        let is_data = ending.is_some_and(|ending| ["json", "yaml", "yml"].contains(&ending));
        is_data && entry.kind != Kind::Directory
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pupa_system::Memory;

    fn find(files: &[&str], directory: &str) -> Option<ProjectRoot> {
        let texts = files.iter().map(|path| {
            let text = if path.ends_with("metadata.json") { r#"{"name": "ann-web"}"# } else { "" };
            (*path, text)
        });
        ProjectRoot::find(&Memory::of(texts), Path::new(directory))
    }

    fn found(files: &[&str], directory: &str) -> (String, &'static str) {
        let root = find(files, directory).unwrap();
        (root.directory.to_string_lossy().into_owned(), root.marker)
    }

    #[test]
    fn each_marker_identifies_a_root() {
        for marker in ["environment.conf", "Puppetfile", "hiera.yaml"] {
            let file = format!("/c/{marker}");
            assert_eq!(found(&[&file, "/c/data/a/b.yaml"], "/c/data/a"), ("/c".into(), marker));
        }
        let files = ["/c/.git/HEAD", "/c/manifests/site.pp"];
        assert_eq!(found(&files, "/c/manifests"), ("/c".into(), ".git"));
        let files = ["/c/pupa.toml", "/c/modules/a/manifests/init.pp"];
        assert_eq!(found(&files, "/c"), ("/c".into(), "pupa.toml"));
        assert_eq!(find(&["/c/.git/HEAD", "/c/README"], "/c"), None);
        assert_eq!(find(&["/c/pupa.toml"], "/c"), None);
        assert_eq!(find(&["/c/metadata.json"], "/c"), None);
    }

    #[test]
    fn a_module_of_an_environment_belongs_to_it() {
        let files = ["/c/environment.conf", "/c/modules/web/metadata.json", "/c/modules/web/lib/a"];
        assert_eq!(found(&files, "/c/modules/web/lib").0, "/c");
        // Module data does not make a module an environment.
        let files = ["/c/Puppetfile", "/c/modules/web/hiera.yaml", "/c/modules/web/data/a.yaml"];
        assert_eq!(found(&files, "/c/modules/web/data").0, "/c");
        // Outside of the module path it is on its own.
        let files = ["/c/environment.conf", "/c/old/web/metadata.json", "/c/old/web/lib/a"];
        let root = find(&files, "/c/old/web").unwrap();
        assert_eq!(root.module(), Some(("web", Path::new("/c/old/web"))));
        assert_eq!(root.environment(), None);
    }

    #[test]
    fn a_module_finds_its_fixtures() {
        let files = ["/m/metadata.json", "/m/lib/a", "/m/spec/fixtures/modules/b/metadata.json"];
        let system = Memory::of(files.map(|path| (path, r#"{"name": "ann-web"}"#)));
        let root = ProjectRoot::find(&system, Path::new("/m")).unwrap();
        assert_eq!(root.modulepath_of_module(&system), [Path::new("/m/spec/fixtures/modules")]);
    }

    #[test]
    fn a_repository_has_environments() {
        let files = [
            "/c/environments/development/manifests/site.pp",
            "/c/environments/production/manifests/site.pp",
            "/c/site-modules/web/manifests/init.pp",
            "/c/facts/web01.yaml",
        ];
        let root = find(&files, "/c/site-modules/web").unwrap();
        assert_eq!(root.environment(), Some(Path::new("/c/environments/production")));
        assert_eq!(root.facts.as_deref(), Some(Path::new("/c/facts")));
        let root = find(&files, "/c/environments/development/manifests").unwrap();
        assert_eq!(root.environment(), Some(Path::new("/c/environments/development")));
        assert_eq!(root.facts.as_deref(), Some(Path::new("/c/facts")));
        assert!(root.contains(Path::new("/c/environments/production")));
        let files = ["/c/environments/a/environment.conf", "/c/environments/b/environment.conf"];
        let root = find(&files, "/c").unwrap();
        assert_eq!(root.environment(), None);
        assert!(matches!(root.kind, RootKind::Environments { all, .. } if all.len() == 2));
    }

    #[test]
    fn the_name_of_a_module_without_metadata_is_that_of_its_directory() {
        let root = find(&["/puppet-ntp/.git/HEAD", "/puppet-ntp/manifests/init.pp"], "/puppet-ntp");
        assert_eq!(root.unwrap().module().map(|(name, _)| name.to_owned()).as_deref(), Some("ntp"));
    }
}
