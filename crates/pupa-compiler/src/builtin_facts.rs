//! Built-in facts of common systems, for nodes whose own facts are not available: `--facts
//! debian-12`.
//!
//! Each [`BuiltInSystem`] is one record; [`structured`] derives the facts of a small virtual
//! machine from it, and [`legacy`] derives the legacy facts from those. The values are invented
//! according to the documentation of Facter; none is a recording.

mod legacy;
mod structured;
mod systems;

use std::path::Path;

use pupa_value::Value;

pub use systems::SYSTEMS;

/// The kind of an operating system, which decides the facts that it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Platform {
    /// Linux.
    Linux,
    /// FreeBSD.
    FreeBsd,
    /// Windows.
    Windows,
}

/// A system with built-in facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuiltInSystem {
    /// The name for `--facts`: `debian-12`.
    pub name: &'static str,
    /// `os.name`
    pub os: &'static str,
    /// `os.family`
    pub family: &'static str,
    /// `os.release.full`
    pub release: &'static str,
    /// `os.release.major`
    pub major: &'static str,
    /// The code name of the release, if it has one.
    pub codename: &'static str,
    /// The description of the distribution, or the name of the product.
    pub description: &'static str,
    /// `kernelrelease`
    pub kernel: &'static str,
    /// The kind of system.
    pub platform: Platform,
}

/// The name of a node with built-in facts, if it has no other name.
pub const DEFAULT_NODE: &str = "node.example.com";

/// The system with the name that a path consists of, unless the file exists.
pub fn named_by(path: &Path) -> Option<&'static BuiltInSystem> {
    find(path.to_str()?).filter(|_| !path.exists())
}

/// The system with this name.
pub fn find(name: &str) -> Option<&'static BuiltInSystem> {
    SYSTEMS.iter().find(|system| system.name == name)
}

impl BuiltInSystem {
    /// The structured and legacy facts of a node.
    pub fn facts(&self, node: &str) -> Value {
        let facts = structured::facts(self, node);
        let mut all: Vec<(Value, Value)> = legacy::facts(self, &facts);
        all.extend(
            facts
                .as_hash()
                .into_iter()
                .flatten()
                .map(|(name, value)| (name.clone(), value.clone())),
        );
        all.sort_by(|left, right| left.0.as_str().cmp(&right.0.as_str()));
        Value::hash(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(facts: &Value, path: &str) -> Option<Value> {
        path.split('.').try_fold(facts.clone(), |value, key| value.as_hash()?.get_str(key).cloned())
    }

    #[test]
    fn names_are_sorted_and_unique() {
        assert!(SYSTEMS.is_sorted_by(|left, right| left.name < right.name));
    }

    #[test]
    fn all_systems_have_the_facts_that_manifests_use_most() {
        for system in SYSTEMS {
            let facts = system.facts("web01.example.com");
            for path in [
                "os.family",
                "os.name",
                "os.release.major",
                "os.architecture",
                "kernel",
                "kernelrelease",
                "networking.fqdn",
                "networking.ip",
                "processors.count",
                "memory.system.total_bytes",
                "path",
                "facterversion",
                "osfamily",
                "operatingsystem",
                "operatingsystemmajrelease",
                "fqdn",
                "ipaddress",
                "memorysize_mb",
            ] {
                assert!(fact(&facts, path).is_some(), "{} has no {path}", system.name);
            }
        }
    }

    #[test]
    fn legacy_facts_agree_with_structured_ones() {
        let facts = find("debian-12").unwrap().facts("web01.example.com");
        let text = |path| fact(&facts, path).unwrap().as_str().unwrap().to_owned();
        assert_eq!(text("operatingsystemrelease"), text("os.release.full"));
        assert_eq!(text("fqdn"), "web01.example.com");
        assert_eq!(text("hostname"), "web01");
        assert_eq!(text("lsbdistcodename"), "bookworm");
        assert_eq!(text("ipaddress_eth0"), text("networking.interfaces.eth0.ip"));
        let windows = find("windows-2022").unwrap().facts("web01");
        assert_eq!(fact(&windows, "system32"), fact(&windows, "os.windows.system32"));
        assert_eq!(fact(&windows, "lsbdistcodename"), None);
    }
}
