//! The table of all built-in functions.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::Function;

/// Functions that belong together.
#[derive(Debug)]
pub struct Family {
    /// The subject of the functions.
    pub title: &'static str,
    /// The functions.
    pub functions: &'static [Function],
}

/// All families, in the order of the documentation.
pub static FAMILIES: &[Family] = &[
    Family { title: "Iteration", functions: super::iteration::FUNCTIONS },
    Family { title: "Iterators", functions: super::sequences::FUNCTIONS },
    Family { title: "Searching", functions: super::search::FUNCTIONS },
    Family { title: "Collections", functions: super::collections::FUNCTIONS },
    Family { title: "Order", functions: super::ordering::FUNCTIONS },
    Family { title: "Nested data", functions: super::navigation::FUNCTIONS },
    Family { title: "Flow of control", functions: super::control::FUNCTIONS },
    Family { title: "Types", functions: super::typing::FUNCTIONS },
    Family { title: "Definitions", functions: super::defined::FUNCTIONS },
    Family { title: "Logging", functions: super::logging::FUNCTIONS },
    Family { title: "Numbers", functions: super::numbers::FUNCTIONS },
    Family { title: "Strings", functions: super::texts::FUNCTIONS },
    Family { title: "Patterns", functions: super::patterns::FUNCTIONS },
    Family { title: "Formats", functions: super::formatting::FUNCTIONS },
    Family { title: "Versions", functions: super::versions::FUNCTIONS },
    Family { title: "Times", functions: super::times::FUNCTIONS },
    Family { title: "Digests and random numbers", functions: super::digests::FUNCTIONS },
    Family { title: "Files and commands", functions: super::system::FUNCTIONS },
    Family { title: "Classes and resources", functions: super::catalog::FUNCTIONS },
    Family { title: "Data", functions: super::data::FUNCTIONS },
    Family { title: "Templates", functions: super::epp::FUNCTIONS },
    Family { title: "Templates with Ruby code", functions: super::erb::FUNCTIONS },
];

/// All functions, family by family.
pub fn all() -> impl Iterator<Item = &'static Function> {
    FAMILIES.iter().flat_map(|family| family.functions)
}

/// The function of that name.
pub fn find(name: &str) -> Option<&'static Function> {
    static BY_NAME: LazyLock<FxHashMap<&'static str, &'static Function>> =
        LazyLock::new(|| all().map(|function| (function.name, function)).collect());
    BY_NAME.get(name).copied()
}
