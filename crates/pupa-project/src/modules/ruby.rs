//! Finds the Ruby code of modules by name: resource types, and functions of both function APIs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_eval::host::{Owner, RubyFile, RubyKind};
use pupa_system::System;
use rustc_hash::FxHashMap;

/// The directory of resource types in a `lib` directory.
const TYPES: &str = "puppet/type";

/// The directory of functions in a module.
const FUNCTIONS: &str = "lib/puppet/functions";

/// The directory of functions of the Puppet 3 API in a module.
const OLD_FUNCTIONS: &str = "lib/puppet/parser/functions";

/// The `lib` directory of a module.
const LIBRARY: &str = "lib";

/// The directory of functions of the Puppet 3 API in a `lib` directory.
const OLD_FUNCTIONS_OF_LIBRARY: &str = "puppet/parser/functions";

/// The resource types, and the functions without a namespace, that are written in Ruby. All files
/// with the same name are listed, in the order of precedence.
#[derive(Debug, Default)]
pub(super) struct RubyCode {
    types: Files,
    functions: Files,
    old_functions: Files,
}

/// Files by the name of the definition in them.
type Files = FxHashMap<String, Vec<RubyFile>>;

impl RubyCode {
    /// Finds the code in the environment and its modules, and the types and Puppet 3 functions in
    /// all `lib` directories. As in the reference implementation, the functions of one module come
    /// before those of the next; within a module, Puppet 3 functions come last.
    pub(super) fn find<'a>(
        system: &dyn System,
        environment: Option<&Path>,
        modules: impl Iterator<Item = (&'a str, &'a Path)>,
        libraries: &[PathBuf],
    ) -> RubyCode {
        let mut code = RubyCode::default();
        // The directories that have been listed already.
        let mut old = FxHashMap::default();
        if let Some(directory) = environment {
            add(system, &mut code.functions, directory.join(FUNCTIONS), &Owner::Environment);
            add(system, &mut code.functions, directory.join(OLD_FUNCTIONS), &Owner::Environment);
        }
        for (name, directory) in modules {
            let owner = Owner::Module(Arc::from(name));
            add(system, &mut code.functions, directory.join(FUNCTIONS), &owner);
            let files = add(system, &mut code.functions, directory.join(OLD_FUNCTIONS), &owner);
            old.insert(directory.join(LIBRARY), files);
        }
        for library in libraries {
            let module = library.parent().and_then(Path::file_name);
            let Some(name) = module.and_then(|name| name.to_str()) else { continue };
            let owner = Owner::Module(Arc::from(name));
            add(system, &mut code.types, library.join(TYPES), &owner);
            let Some(files) = old.remove(library) else {
                let directory = library.join(OLD_FUNCTIONS_OF_LIBRARY);
                add(system, &mut code.old_functions, directory, &owner);
                continue;
            };
            for (name, path) in files {
                let file = RubyFile { owner: owner.clone(), path };
                code.old_functions.entry(name).or_default().push(file);
            }
        }
        code
    }

    /// The file that defines something without a namespace. Precedence: the environment, then the
    /// module of the calling code, then other modules.
    pub(super) fn get(&self, kind: RubyKind, name: &str, from: &Owner) -> Option<&RubyFile> {
        let files = match kind {
            RubyKind::ResourceType => &self.types,
            RubyKind::Function => &self.functions,
            RubyKind::OldFunction => &self.old_functions,
        };
        let files = files.get(name)?;
        let first = files.first()?;
        if first.owner == Owner::Environment || kind != RubyKind::Function {
            return Some(first);
        }
        Some(files.iter().find(|file| file.owner == *from).unwrap_or(first))
    }

    /// The names of the resource types, in any order.
    pub(super) fn type_names(&self) -> impl Iterator<Item = &String> {
        self.types.keys()
    }
}

/// The file of a function with a namespace, in the directory of its module or of the environment.
pub(super) fn qualified_function(
    system: &dyn System,
    directory: &Path,
    parts: &[&str],
    owner: Owner,
) -> Option<RubyFile> {
    let mut path = directory.join(FUNCTIONS);
    path.extend(parts);
    path.set_extension("rb");
    system.is_file(&path).then(|| RubyFile { owner, path: path.to_string_lossy().into_owned() })
}

/// Adds the Ruby files in a directory, and returns their names and paths.
fn add(
    system: &dyn System,
    known: &mut Files,
    directory: PathBuf,
    owner: &Owner,
) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for entry in system.list(&directory).unwrap_or_default() {
        let path = directory.join(entry.name);
        let is_ruby = path.extension().is_some_and(|ending| ending == "rb");
        let Some(name) = path.file_stem().and_then(|name| name.to_str()) else { continue };
        if is_ruby {
            let path = path.to_string_lossy().into_owned();
            let file = RubyFile { owner: owner.clone(), path: path.clone() };
            known.entry(name.to_owned()).or_default().push(file);
            files.push((name.to_owned(), path));
        }
    }
    files
}
