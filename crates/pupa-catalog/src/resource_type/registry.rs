//! The built-in types by name.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::definition::Definition;
use super::{ResourceType, agent_types, core_types};

static TYPES: LazyLock<FxHashMap<&'static str, ResourceType>> = LazyLock::new(|| {
    // A pattern with an invalid regular expression would drop its type; a test builds them all.
    let build =
        |definition: &'static Definition| Some((definition.name, definition.try_into().ok()?));
    definitions().filter_map(build).collect()
});

/// The records in the tables.
pub(super) fn definitions() -> impl Iterator<Item = &'static Definition> {
    core_types::TYPES.iter().chain(agent_types::TYPES)
}

/// Finds a type of Puppet, or of a module that is shipped with its agent, regardless of case.
pub fn find(name: &str) -> Option<&'static ResourceType> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return TYPES.get(name.to_ascii_lowercase().as_str());
    }
    TYPES.get(name)
}

/// The names of all built-in types.
pub fn names() -> impl Iterator<Item = &'static str> {
    definitions().map(|definition| definition.name)
}

/// Whether a name in lower case is that of a type of Puppet itself, which no description in a file
/// overrides.
pub fn is_core(name: &str) -> bool {
    name == "node" || core_types::TYPES.iter().any(|definition| definition.name == name)
}
