//! Names of Ruby and Puppet that Pupa does not have. The error for a use of one says so, instead of
//! treating it as a mistake of the program.

use std::sync::OnceLock;

use rustc_hash::FxHashSet;

use crate::machine::Machine;
use crate::symbol::Symbol;
use crate::value::Value;

/// The names of Puppet, as `tools/puppet_api.rb` writes them.
const PUPPET: &str = include_str!("reference_names.txt");

/// The names of Ruby, as `tools/ruby_api.rb` writes them.
const RUBY: &str = include_str!("../core/ruby_names.txt");

/// Names of constants and methods.
#[derive(Default)]
struct Names {
    /// Constants as `Puppet::Node`, methods as `Puppet::Node#merge` and `Puppet.run_mode`.
    full: FxHashSet<String>,
    /// Methods alone.
    methods: FxHashSet<&'static str>,
}

fn names() -> &'static Names {
    static SET: OnceLock<Names> = OnceLock::new();
    SET.get_or_init(|| {
        let mut names = Names::default();
        for line in PUPPET.lines().chain(RUBY.lines()) {
            let mut words = line.split(' ');
            let constant = words.next().unwrap_or_default();
            names.full.insert(constant.to_owned());
            for method in words {
                names.full.insert(format!("{constant}{method}"));
                names.methods.insert(method.trim_start_matches(['#', '.']));
            }
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

/// Whether Puppet has a constant. Those of Ruby exist only after their library was loaded, which is
/// refused first.
pub(crate) fn is_constant_of_puppet(path: &str) -> bool {
    is_of_puppet(path) && names().full.contains(path)
}

/// Whether Ruby or Puppet has a constant.
pub(crate) fn is_known_constant(path: &str) -> bool {
    names().full.contains(path)
}

/// Whether Ruby or Puppet has a method of this full name: `String#upcase`, `File.read`.
pub(crate) fn is_known_method(path: &str) -> bool {
    names().full.contains(path)
}

/// Whether some class of Ruby or Puppet has a method of this name.
pub(crate) fn is_known_name(name: &str) -> bool {
    names().methods.contains(name)
}

impl Machine<'_> {
    /// The full name of a method that Ruby or Puppet has for the receiver, and this library does not.
    pub(crate) fn missing_method(&mut self, receiver: Value, name: Symbol) -> Option<String> {
        let (class, mark) = match receiver {
            Value::Class(class) => (class, '.'),
            other => (self.real_class_of(other), '#'),
        };
        let ancestors = self.ancestors(class).to_vec();
        // A class may say that it does not have a method of its ancestors.
        if ancestors.iter().any(|&ancestor| self.own_method(ancestor, name).is_some()) {
            return None;
        }
        for ancestor in ancestors {
            let path = self.class_name(ancestor);
            let method = format!("{path}{mark}{name}");
            if names().full.contains(&method) {
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
        assert!(is_constant_of_puppet("Puppet::Node"));
        assert!(is_constant_of_puppet("Puppet::Pops::Types::PTypeSetType"));
        assert!(!is_constant_of_puppet("Puppet::Nosuch"));
        assert!(!is_constant_of_puppet("PuppetX"));
        assert!(!is_constant_of_puppet("Matrix"));
        assert!(is_known_constant("Matrix"));
        assert!(is_known_method("Puppet::Node#merge"));
        assert!(is_known_method("Puppet::Util.withenv"));
        assert!(is_known_method("String#upcase"));
    }
}
