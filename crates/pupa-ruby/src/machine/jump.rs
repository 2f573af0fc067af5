//! `Jump`: the ways in which an expression ends without a value.

use crate::value::{ObjectId, Value};

/// The result of running code: a value, or a jump.
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
    /// A stop that Ruby code cannot intercept: a limit, or a jump of Puppet itself. `ensure`
    /// clauses run only for jumps of Puppet.
    Stop(Stop),
}

/// Stops, which no `rescue` intercepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// A limit was reached; the carried value is a string with its name.
    Limit,
    /// `exit`, with the exit code.
    Exit(i32),
    /// A jump in the Puppet code that called the machine, which keeps the details.
    Host,
}
