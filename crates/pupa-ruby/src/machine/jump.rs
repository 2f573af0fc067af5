//! Ways to leave an expression without a value.

use crate::value::{ObjectId, Value};

/// A result of running code.
pub type Flow<T = Value> = Result<T, Jump>;

/// A jump out of code. The value that it carries is in the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Jump {
    /// An exception.
    Raise(ObjectId),
    /// `break` out of the call with this tag.
    Break(u32),
    /// `next` in a block.
    Next,
    /// `break` in a loop.
    LoopBreak,
    /// `next` in a loop.
    LoopNext,
    /// `redo`
    Redo,
    /// `retry`
    Retry,
    /// `return` from the frame with this serial number.
    Return(u32),
    /// `throw` to the `catch` with this serial number.
    Throw(u32),
    /// A stop that no Ruby code may intercept: a limit, or a jump of Puppet itself. `ensure`
    /// clauses run for the jumps of Puppet.
    Stop(Stop),
}

/// Stops that no `rescue` sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// A limit was reached; the carried value is a string that says which.
    Limit,
    /// `exit`, with the code.
    Exit(i32),
    /// A jump of the Puppet code around, which the host keeps.
    Host,
}
