//! Names of the reference that are not here: a program that uses one is told so, instead of being
//! blamed for a mistake.

use std::sync::OnceLock;

use rustc_hash::FxHashSet;

use crate::machine::Machine;
use crate::symbol::Symbol;
use crate::value::Value;

/// The names, as `tools/puppet_api.rb` writes them.
const NAMES: &str = include_str!("reference_names.txt");

/// Constants as `Puppet::Node`, methods as `Puppet::Node#merge` and `Puppet.run_mode`.
fn names() -> &'static FxHashSet<String> {
    static SET: OnceLock<FxHashSet<String>> = OnceLock::new();
    SET.get_or_init(|| {
        let mut names = FxHashSet::default();
        for line in NAMES.lines() {
            let mut words = line.split(' ');
            let constant = words.next().unwrap_or_default();
            names.insert(constant.to_owned());
            names.extend(words.map(|method| format!("{constant}{method}")));
        }
        names
    })
}

/// Whether a path can belong to Puppet at all.
fn is_of_puppet(path: &str) -> bool {
    ["Puppet", "SemanticPuppet", "Facter"].iter().any(|root| {
        path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    })
}

/// Whether the reference has a constant.
pub(crate) fn is_known_constant(path: &str) -> bool {
    is_of_puppet(path) && names().contains(path)
}

impl Machine<'_> {
    /// The full name of a method that the reference has for the receiver, and this library does
    /// not.
    pub(crate) fn missing_method_of_puppet(
        &mut self,
        receiver: Value,
        name: Symbol,
    ) -> Option<String> {
        let (class, mark) = match receiver {
            Value::Class(class) => (class, '.'),
            other => (self.real_class_of(other), '#'),
        };
        for ancestor in self.ancestors(class).to_vec() {
            let path = self.class_name(ancestor);
            let method = format!("{path}{mark}{name}");
            if is_of_puppet(&path) && names().contains(&method) {
                return Some(method);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_and_methods_of_the_reference_are_known() {
        assert!(is_known_constant("Puppet::Node"));
        assert!(is_known_constant("Puppet::Pops::Types::PTypeSetType"));
        assert!(!is_known_constant("Puppet::Nosuch"));
        assert!(!is_known_constant("PuppetX"));
        assert!(names().contains("Puppet::Node#merge"));
        assert!(names().contains("Puppet::Util.withenv"));
    }
}
