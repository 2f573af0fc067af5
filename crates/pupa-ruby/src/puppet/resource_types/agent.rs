//! Refuses the methods that run only on agents, where instances of types and attributes exist.

use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::value::Value;

/// The method table of a class: the implemented methods in brackets, then the names of the methods
/// that run on agents.
macro_rules! with_agent_methods {
    ([$($own:expr,)*] $($name:literal)*) => {
        &[
            $($own,)*
            $(crate::native::method(
                $name, 0, -1, crate::puppet::resource_types::agent::refuse
            ),)*
        ]
    };
}
pub(super) use with_agent_methods;

/// Raises `NotImplementedError`: the method runs only on agents.
pub(super) fn refuse(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let class = m.class_name_of(this);
    Err(m.not_implemented(&format!("{class}#{}, which runs on agents,", args.name)))
}
