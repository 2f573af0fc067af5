//! Finds the nodes that a change of files can affect, without compiling catalogs.
//!
//! A change is narrowed down only if all changed files are data of the environment. Then it can
//! affect a node if a path of the hierarchy, with the facts of the node, leads to a changed file.
//! Nothing else in the environment may read data files or pass values from node to node; otherwise
//! all nodes count as affected.

use std::path::{Path, PathBuf};

use anyhow::Result;
use pupa_hiera::config::{Config, Datadir, LayerKind, Level, Locations};
use pupa_project::project::Project;
use pupa_project::walk;
use pupa_value::Value;
use pupa_value::regexp::{Regexp, escape};

use crate::fleet::Fleet;
use crate::node::Node;

/// The nodes that a change can affect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Touched {
    /// Any node, for this reason.
    All(String),
    /// Only these nodes.
    Only(Vec<String>),
}

/// Functions that read files of any path.
const READERS: &[&str] = &["loadjson", "loadyaml", "file('/", "file(\"/", "file($", "file(\"$"];

/// Notations of exported resources and their collectors.
const EXPORTS: &[&str] = &["@@", "<<|"];

/// Words of Ruby code that reads files.
const RUBY_READERS: &[&str] = &["Dir.", "File.open", "File.read", "IO.read", "load_file", "open("];

/// The extensions of data files.
const DATA: [&str; 5] = ["conf", "eyaml", "json", "yaml", "yml"];

/// The nodes of a fleet that changed files can affect in an environment.
///
/// # Errors
/// When the facts of a node can't be read.
pub fn touched(project: &Project, changed: &[PathBuf], fleet: &Fleet) -> Result<Touched> {
    let levels = match levels(project, changed) {
        Ok(levels) => levels,
        Err(reason) => return Ok(Touched::All(reason)),
    };
    if let Some(reason) = other_ways(project) {
        return Ok(Touched::All(reason));
    }
    let mut touched = Vec::new();
    for name in &fleet.names {
        let node = fleet.node(name, project.environment())?;
        let reaches = |path: &PathBuf| {
            let path = path.to_string_lossy();
            levels.iter().any(|level| level.reaches(&path, &node))
        };
        if changed.iter().any(reaches) {
            touched.push(name.clone());
        }
    }
    Ok(Touched::Only(touched))
}

/// A path of the hierarchy, before interpolation.
struct LevelPath {
    path: String,
    ending: Option<String>,
    is_glob: bool,
    /// The name in the path for an element of a variable.
    mapped: Option<String>,
}

/// The paths of the environment's hierarchy, or the reason why they do not determine the affected
/// nodes.
fn levels(project: &Project, changed: &[PathBuf]) -> Result<Vec<LevelPath>, String> {
    if project.hiera_config().is_some() {
        return Err("there is data of all environments (--hiera-config)".to_owned());
    }
    let system = &*project.files().system;
    let environment = project.environment();
    let directory = environment.directory.as_deref().ok_or("there is no environment")?;
    let file = directory.join("hiera.yaml");
    let text = project.files().read(&file).map_err(|_| "there is no hiera.yaml".to_owned())?;
    let name = file.to_string_lossy();
    let read = Config::read(&name, LayerKind::Environment, Ok(text.bytes));
    let config = read.config.map_err(|_| "hiera.yaml has an error".to_owned())?;
    if config.version != 5 {
        return Err("hiera.yaml is not of version 5".to_owned());
    }
    let all = config.hierarchy.iter().chain(config.default_hierarchy.iter().flatten());
    let mut paths = Vec::new();
    for level in all {
        let is_known =
            level.kind.format(&level.function).is_some() || level.kind.is_eyaml(&level.function);
        if !is_known {
            return Err(format!("the level '{}' has a backend of its own", level.name));
        }
        paths.extend(paths_of(&config, level));
    }
    let is_module =
        |path: &Path| environment.modulepath.iter().any(|modules| path.starts_with(modules));
    let directories: Vec<String> = paths.iter().map(LevelPath::directory).collect();
    for path in changed {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let is_data = ending.is_some_and(|ending| DATA.contains(&ending))
            && directories.iter().any(|directory| path.starts_with(directory))
            && path.starts_with(directory)
            && *path != file
            && !is_module(path)
            && environment.manifest.as_ref().is_none_or(|manifest| !path.starts_with(manifest));
        if !is_data || system.is_directory(path) {
            return Err(format!("{} may concern all nodes", path.display()));
        }
    }
    Ok(paths)
}

fn paths_of(config: &Config, level: &Level) -> Vec<LevelPath> {
    let datadir = match &level.datadir {
        Datadir::Interpolated(directory) | Datadir::Plain(directory) => directory.as_str(),
        Datadir::Backend(_) => "",
    };
    let datadir = pupa_hiera::path::join(&config.root, datadir);
    let path = |path: &str, is_glob: bool, mapped: Option<String>| LevelPath {
        path: pupa_hiera::path::join(&datadir, path),
        ending: level.extension.as_ref().map(ToString::to_string).filter(|_| !is_glob),
        is_glob,
        mapped,
    };
    match &level.locations {
        Locations::None | Locations::Uris(_) => Vec::new(),
        Locations::Paths(paths) => paths.iter().map(|one| path(one, false, None)).collect(),
        Locations::Globs(globs) => globs.iter().map(|one| path(one, true, None)).collect(),
        Locations::Mapped([_, name, one]) => vec![path(one, false, Some(name.to_string()))],
    }
}

impl LevelPath {
    /// The innermost directory without interpolation.
    fn directory(&self) -> String {
        let end = self.path.find("%{").unwrap_or(self.path.len());
        let end = self
            .path
            .find(['*', '?', '[', '{'])
            .filter(|_| self.is_glob)
            .map_or(end, |glob| end.min(glob));
        let fixed = &self.path[..end];
        fixed.rfind('/').map_or_else(String::new, |slash| fixed[..slash].to_owned())
    }

    /// Whether the path may lead to a file for a node. Unknown parts match any text.
    fn reaches(&self, file: &str, node: &Node) -> bool {
        let mut pattern = String::new();
        let mut rest = self.path.as_str();
        while let Some(start) = rest.find("%{") {
            pattern.push_str(&self.literal(&rest[..start]));
            let Some(length) = rest[start..].find('}') else { return true };
            let name = rest[start + 2..start + length].trim();
            let is_mapped = self.mapped.as_deref() == Some(name);
            match value(name, node).filter(|_| !is_mapped) {
                Some(text) => pattern.push_str(&escape(&text)),
                None => pattern.push_str(".*"),
            }
            rest = &rest[start + length + 1..];
        }
        pattern.push_str(&self.literal(rest));
        if let Some(ending) = &self.ending {
            pattern.push_str(&format!("(?:{})?", escape(ending)));
        }
        // The path may contain `..`, or double slashes.
        if pattern.contains("\\.\\.") || pattern.contains("//") {
            return true;
        }
        let matcher = Regexp::new(&format!("(?m:\\A{pattern}\\z)"));
        matcher.is_ok_and(|matcher| matcher.is_match(file).unwrap_or(true))
    }

    fn literal(&self, text: &str) -> String {
        match text.find(['*', '?', '[', '{', '\\']).filter(|_| self.is_glob) {
            Some(start) => format!("{}.*", escape(&text[..start])),
            None => escape(text).to_string(),
        }
    }
}

/// The value of an interpolated variable, if it is constant during a compilation: a fact, or
/// trusted data. Other variables may be set by manifests.
fn value(name: &str, node: &Node) -> Option<String> {
    let (root, path) = name.strip_prefix("::").unwrap_or(name).split_once('.')?;
    let whole = match root {
        "facts" => &node.facts,
        "trusted" => &node.trusted,
        "server_facts" => &node.server_facts,
        _ => return None,
    };
    let found = path
        .split('.')
        .try_fold(whole.clone(), |value, key| value.as_hash()?.get_str(key).cloned())?;
    match found {
        Value::String(text) => Some(text.to_string()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Boolean(is_true) => Some(is_true.to_string()),
        _ => None,
    }
}

/// A way other than Hiera in which data may reach a catalog, if there is one in the code.
fn other_ways(project: &Project) -> Option<String> {
    let system = &*project.files().system;
    let environment = project.environment();
    let mut directories: Vec<PathBuf> = Vec::new();
    directories.extend(environment.manifest.clone());
    directories.extend(environment.directory.as_ref().map(|directory| directory.join("functions")));
    let modules = project.modules();
    let names = modules.names();
    for module in names.iter().filter_map(|name| modules.directory(name)) {
        for part in [
            "manifests",
            "functions",
            "templates",
            "lib/puppet/functions",
            "lib/puppet/parser/functions",
        ] {
            directories.push(module.join(part));
        }
    }
    let mut readers: Vec<String> = Vec::new();
    let mut texts: Vec<(PathBuf, String)> = Vec::new();
    for directory in directories {
        for path in walk::files_below(system, &directory, &[]) {
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            let Ok(text) = system.read_text(&path, project.files().max_size) else { continue };
            let reads = || RUBY_READERS.iter().any(|word| text.contains(word));
            match ending {
                "pp" | "epp" => texts.push((path, text)),
                "erb" if reads() => return Some(format!("{} reads files", path.display())),
                "rb" if reads() => {
                    readers
                        .extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
                }
                _ => {}
            }
        }
    }
    let (path, _) = texts.iter().find(|(_, text)| {
        let contains = |word: &str| text.contains(word);
        EXPORTS.iter().any(|word| contains(word))
            || READERS.iter().any(|word| contains(word))
            || readers.iter().any(|name| contains(name))
    })?;
    Some(format!("{} exports resources or reads files", path.display()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use pupa_project::files::Files;
    use pupa_project::project::Options;
    use pupa_system::Memory;

    use super::*;
    use crate::fleet::Facts;
    use crate::node_data::Classifier;

    fn touched_by(changed: &str, site: &str) -> Touched {
        let hiera = "version: 5\nhierarchy:\n  - name: all\n    paths:\n      - nodes/%{trusted.certname}.yaml\n      \
                     - os/%{facts.os.family}.yaml\n      - roles/%{role}.yaml\n      - common.yaml\n";
        let system = Arc::new(Memory::of([
            ("/c/hiera.yaml", hiera),
            ("/c/manifests/site.pp", site),
            ("/c/data/common.yaml", ""),
        ]));
        let files = Files::on(system, 1 << 20);
        let project = Project::open(Options::of("/c"), files.clone()).unwrap();
        let os = Value::hash([(Value::from("family"), Value::from("Debian"))]);
        let fleet = Fleet {
            names: vec!["a".to_owned(), "b".to_owned()],
            facts: Facts::Shared(Value::hash([(Value::from("os"), os)])),
            trusted: None,
            server_facts: None,
            classifier: Classifier::None,
            files,
        };
        touched(&project, &[PathBuf::from(changed)], &fleet).unwrap()
    }

    #[test]
    fn data_touches_the_nodes_that_look_there() {
        let only =
            |names: &[&str]| Touched::Only(names.iter().map(|name| (*name).to_owned()).collect());
        assert_eq!(touched_by("/c/data/nodes/a.yaml", ""), only(&["a"]));
        assert_eq!(touched_by("/c/data/nodes/c.yaml", ""), only(&[]));
        assert_eq!(touched_by("/c/data/os/Debian.yaml", ""), only(&["a", "b"]));
        assert_eq!(touched_by("/c/data/os/RedHat.yaml", ""), only(&[]));
        // Manifests may set the variable.
        assert_eq!(touched_by("/c/data/roles/web.yaml", ""), only(&["a", "b"]));
    }

    #[test]
    fn other_changes_touch_all_nodes() {
        let is_all = |touched| matches!(touched, Touched::All(_));
        assert!(is_all(touched_by("/c/manifests/site.pp", "")));
        assert!(is_all(touched_by("/c/hiera.yaml", "")));
        assert!(is_all(touched_by("/c/data/nodes/a.yaml", "@@notify { 'a': }")));
        assert!(is_all(touched_by("/c/data/nodes/a.yaml", "loadyaml('/c/data/nodes/a.yaml')")));
    }
}
