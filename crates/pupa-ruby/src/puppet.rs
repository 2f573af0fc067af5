//! Puppet as Ruby code in modules sees it.

use pupa_value::Value as PuppetValue;

use crate::machine::{Flow, Machine};
use crate::symbol::Symbol;
use crate::value::Value;

/// The compiler around a machine: the services that templates and functions ask for.
pub trait Puppet {
    /// The value of a variable that is visible from the current scope, by its name without `$`.
    /// `None` if it is not set.
    fn variable(&mut self, name: &str) -> Option<PuppetValue>;
}

/// The value of an instance variable that an object does not have itself: in a template it is a
/// variable of Puppet.
pub(crate) fn missing_ivar(m: &mut Machine<'_>, this: Value, name: Symbol) -> Flow {
    let _ = (m, this, name);
    Ok(Value::Nil)
}
