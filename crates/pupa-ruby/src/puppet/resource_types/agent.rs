//! Methods that only agents call: instances of types and attributes exist there.

use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::value::Value;

/// The table of a class: its own methods, and the names of those that run on agents.
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

/// Raises `NotImplementedError` for a method that runs on agents.
pub(super) fn refuse(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let class = m.class_name_of(this);
    Err(m.not_implemented(&format!("{class}#{}, which runs on agents,", args.name)))
}
