//! The files of modules that catalogs refer to: `source => 'puppet:///modules/web/motd'`.
//!
//! A catalog contains only the URI of such a file. To compare catalogs by the files that agents
//! would write, the content is added as a parameter that agents do not know.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use pupa_catalog::catalog::{Catalog, Resource};
use pupa_eval::host::ModuleFiles;
use pupa_value::Value;
use pupa_value::value::Text;
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

use crate::modules::Modules;
use crate::walk::{self, HiddenFiles};

/// The name of the added parameter.
pub const CONTENT_OF_SOURCE: &str = "content of source";

/// The maximum size of files whose text is compared; for larger ones, the checksums are compared.
const LARGEST_TEXT: usize = 256 << 10;

/// The maximum number of files in a directory.
const MOST_FILES: usize = 10_000;

/// The files that the modules of an environment serve.
pub struct ServedFiles {
    modules: Arc<Modules>,
    known: Mutex<FxHashMap<(String, bool), Arc<Served>>>,
}

/// A source that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct MissingSource {
    /// The source, as in the catalog.
    pub source: String,
    /// The reference of the resource.
    pub resource: String,
}

/// The content of a source: strings by the path relative to it, which is empty for a single file.
type Served = Option<Vec<(String, Value)>>;

impl ServedFiles {
    /// The files of modules.
    pub fn new(modules: &Arc<Modules>) -> ServedFiles {
        ServedFiles { modules: Arc::clone(modules), known: Mutex::default() }
    }

    /// Adds the content of sources to the files of a catalog, and returns those that do not exist.
    pub fn add_to(&self, catalog: &mut Catalog) -> Vec<MissingSource> {
        let files = catalog.resources.iter_mut().filter(|resource| is_file(resource));
        files.filter_map(|file| self.add_to_file(file)).collect()
    }

    fn add_to_file(&self, file: &mut Resource) -> Option<MissingSource> {
        let sources = sources(file);
        let is_recursive = file.parameter("recurse").is_some_and(is_recursive);
        let all: Vec<&str> = sources.iter().map(|source| path_of(source)).collect::<Option<_>>()?;
        let found = all.iter().map(|path| self.served(path, is_recursive));
        let found = found.into_iter().find(|served| served.is_some());
        match found.as_deref() {
            Some(Some(parts)) => {
                for (below, content) in parts {
                    let name = format!("{CONTENT_OF_SOURCE}{below}");
                    file.parameters.push((Text::from(name), content.clone()));
                }
                None
            }
            Some(None) | None => {
                let source = sources.first()?.clone();
                let note = Value::from("the file does not exist");
                file.parameters.push((Text::from(CONTENT_OF_SOURCE), note));
                Some(MissingSource { source, resource: file.reference() })
            }
        }
    }

    fn served(&self, path: &str, is_recursive: bool) -> Arc<Served> {
        let key = (path.to_owned(), is_recursive);
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(served) = known().get(&key) {
            return Arc::clone(served);
        }
        let served = Arc::new(self.read(path, is_recursive));
        known().insert(key, Arc::clone(&served));
        served
    }

    fn read(&self, path: &str, is_recursive: bool) -> Served {
        let found = self.modules.file(ModuleFiles::Files, path)?;
        let system = &*self.modules.files().system;
        if !system.is_directory(&found) {
            return Some(vec![(String::new(), self.content(&found))]);
        }
        if !is_recursive {
            return Some(Vec::new());
        }
        let mut files = walk::list_own(system, &found, HiddenFiles::Included).files;
        files.sort_unstable();
        files.truncate(MOST_FILES);
        let part = |file: &std::path::PathBuf| {
            let below = file.strip_prefix(&found).unwrap_or(file).to_string_lossy();
            (format!("/{below}"), self.content(file))
        };
        Some(files.iter().map(part).collect())
    }

    fn content(&self, path: &Path) -> Value {
        match self.modules.read_file(&path.to_string_lossy()) {
            Ok(bytes) if bytes.len() <= LARGEST_TEXT && !bytes.contains(&0) => {
                match String::from_utf8(bytes) {
                    Ok(text) => Value::from(text),
                    Err(error) => checksum(error.as_bytes()),
                }
            }
            Ok(bytes) => checksum(&bytes),
            Err(error) => Value::from(format!("the file cannot be read: {error:?}")),
        }
    }
}

fn checksum(bytes: &[u8]) -> Value {
    let digest: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    Value::from(format!("{} bytes, sha256 {digest}", bytes.len()))
}

fn is_file(resource: &Resource) -> bool {
    resource.type_name.as_str() == "File" && resource.parameter("content").is_none()
}

/// Whether `recurse` has a value that copies directories.
fn is_recursive(value: &Value) -> bool {
    match value.as_str() {
        Some(text) => matches!(text, "true" | "remote"),
        None => *value == Value::Boolean(true),
    }
}

/// The sources of a file, in order.
fn sources(file: &Resource) -> Vec<String> {
    let Some(value) = file.parameter("source") else { return Vec::new() };
    let list = value.as_array().map_or(std::slice::from_ref(value), |list| list);
    list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The path of a source of a module: `web/motd` of `puppet:///modules/web/motd`.
fn path_of(source: &str) -> Option<&str> {
    let behind_host = source.strip_prefix("puppet://")?.split_once('/')?.1;
    behind_host.strip_prefix("modules/").map(|path| path.trim_end_matches('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_of_modules_have_a_path() {
        assert_eq!(path_of("puppet:///modules/web/motd"), Some("web/motd"));
        assert_eq!(path_of("puppet://server/modules/web/motd"), Some("web/motd"));
        assert_eq!(path_of("puppet:///files/motd"), None);
        assert_eq!(path_of("/etc/motd"), None);
    }
}
