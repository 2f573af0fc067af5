//! Puppet as Ruby code in modules sees it.

use pupa_value::Value as PuppetValue;

/// The compiler around a machine: the services that templates and functions ask for.
pub trait Puppet {
    /// The value of a variable that is visible from the current scope, by its name without `$`.
    /// `None` if it is not set.
    fn variable(&mut self, name: &str) -> Option<PuppetValue>;
}
