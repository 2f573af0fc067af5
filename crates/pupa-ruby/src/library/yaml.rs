//! `YAML`.

use crate::machine::{Flow, Machine};
use crate::native::Args;
use crate::value::Value;

/// `to_yaml`
pub(crate) fn to_yaml(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Err(m.not_implemented("to_yaml"))
}

/// `y`
pub(crate) fn print_yaml(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    Err(m.not_implemented("y"))
}
