//! What modules have in Ruby: resource types and functions. The code is not run; it is known where
//! it is.

use std::path::Path;
use std::sync::Arc;

use pupa_eval::host::{Owner, RubyFile, RubyKind};
use rustc_hash::FxHashMap;

/// Where resource types lie in a module.
const TYPES: &str = "lib/puppet/type";

/// Where functions lie in a module.
const FUNCTIONS: &str = "lib/puppet/functions";

/// Where functions of Puppet 3 lie in a module.
const OLD_FUNCTIONS: &str = "lib/puppet/parser/functions";

/// The resource types and the functions without name space that there are in Ruby.
#[derive(Debug, Default)]
pub(super) struct RubyCode {
    types: FxHashMap<String, RubyFile>,
    functions: FxHashMap<String, RubyFile>,
}

impl RubyCode {
    /// What the environment and its modules have, the first of a name counts. Functions of Puppet 3
    /// come last, as in the reference.
    pub(super) fn find<'a>(
        environment: Option<&Path>,
        modules: impl Iterator<Item = (&'a str, &'a Path)> + Clone,
    ) -> RubyCode {
        let mut code = RubyCode::default();
        if let Some(directory) = environment {
            add(&mut code.functions, directory.join(FUNCTIONS), &Owner::Environment);
        }
        for (name, directory) in modules.clone() {
            let owner = Owner::Module(Arc::from(name));
            add(&mut code.types, directory.join(TYPES), &owner);
            add(&mut code.functions, directory.join(FUNCTIONS), &owner);
        }
        for (name, directory) in modules {
            add(&mut code.functions, directory.join(OLD_FUNCTIONS), &Owner::Module(name.into()));
        }
        code
    }

    /// The file that defines something without name space.
    pub(super) fn get(&self, kind: RubyKind, name: &str) -> Option<&RubyFile> {
        match kind {
            RubyKind::ResourceType => self.types.get(name),
            RubyKind::Function => self.functions.get(name),
        }
    }

    /// The names of the resource types, in any order.
    pub(super) fn type_names(&self) -> impl Iterator<Item = &String> {
        self.types.keys()
    }
}

/// The file of a function with a name space, in the module or environment of that directory.
pub(super) fn qualified_function(
    directory: &Path,
    parts: &[&str],
    owner: Owner,
) -> Option<RubyFile> {
    let mut path = directory.join(FUNCTIONS);
    path.extend(parts);
    path.set_extension("rb");
    path.is_file().then(|| RubyFile { owner, path: path.to_string_lossy().into_owned() })
}

fn add(known: &mut FxHashMap<String, RubyFile>, directory: impl AsRef<Path>, owner: &Owner) {
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_ruby = path.extension().is_some_and(|ending| ending == "rb");
        let Some(name) = path.file_stem().and_then(|name| name.to_str()) else { continue };
        if is_ruby && !known.contains_key(name) {
            let path = path.to_string_lossy().into_owned();
            known.insert(name.to_owned(), RubyFile { owner: owner.clone(), path });
        }
    }
}
