//! The Ruby code of modules: resource types and functions.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pupa_eval::host::{Owner, RubyFile, RubyKind};
use pupa_system::System;
use rustc_hash::FxHashMap;

/// Where resource types lie in a `lib` directory.
const TYPES: &str = "puppet/type";

/// The directory of functions in a module.
const FUNCTIONS: &str = "lib/puppet/functions";

/// The directory of functions of Puppet 3 in a module.
const OLD_FUNCTIONS: &str = "lib/puppet/parser/functions";

/// The same in a `lib` directory.
const OLD_FUNCTIONS_OF_LIBRARY: &str = "puppet/parser/functions";

/// The resource types and the functions without name space that there are in Ruby. Of each name all
/// files are known, in the order in which they count.
#[derive(Debug, Default)]
pub(super) struct RubyCode {
    types: Files,
    functions: Files,
    old_functions: Files,
}

/// Files by the name of what they define.
type Files = FxHashMap<String, Vec<RubyFile>>;

impl RubyCode {
    /// The code of the environment and of its modules, and types and functions of Puppet 3 of all `lib`
    /// directories. As in the reference, the functions of one
    /// module come before those of the next, those of Puppet 3 behind its others.
    pub(super) fn find<'a>(
        system: &dyn System,
        environment: Option<&Path>,
        modules: impl Iterator<Item = (&'a str, &'a Path)>,
        libraries: &[PathBuf],
    ) -> RubyCode {
        let mut code = RubyCode::default();
        if let Some(directory) = environment {
            add(system, &mut code.functions, directory.join(FUNCTIONS), &Owner::Environment);
            add(system, &mut code.functions, directory.join(OLD_FUNCTIONS), &Owner::Environment);
        }
        for (name, directory) in modules {
            let owner = Owner::Module(Arc::from(name));
            add(system, &mut code.functions, directory.join(FUNCTIONS), &owner);
            add(system, &mut code.functions, directory.join(OLD_FUNCTIONS), &owner);
        }
        for library in libraries {
            let module = library.parent().and_then(Path::file_name);
            let Some(name) = module.and_then(|name| name.to_str()) else { continue };
            let owner = Owner::Module(Arc::from(name));
            add(system, &mut code.types, library.join(TYPES), &owner);
            add(system, &mut code.old_functions, library.join(OLD_FUNCTIONS_OF_LIBRARY), &owner);
        }
        code
    }

    /// The file that defines something without name space. Code of a module sees its own functions
    /// before those of other modules, and those of the environment first.
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

/// The file of a function with a name space, in the module or environment of that directory.
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

fn add(system: &dyn System, known: &mut Files, directory: PathBuf, owner: &Owner) {
    for entry in system.list(&directory).unwrap_or_default() {
        let path = directory.join(entry.name);
        let is_ruby = path.extension().is_some_and(|ending| ending == "rb");
        let Some(name) = path.file_stem().and_then(|name| name.to_str()) else { continue };
        if is_ruby {
            let path = path.to_string_lossy().into_owned();
            known.entry(name.to_owned()).or_default().push(RubyFile { owner: owner.clone(), path });
        }
    }
}
