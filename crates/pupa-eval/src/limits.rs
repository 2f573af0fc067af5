//! The limits of a run, so that a manifest cannot hang or exhaust the machine.

use std::time::Duration;

/// The bounds of a run. Reaching one is an ordinary error with a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// The limit for nested calls.
    pub call_depth: u32,
    /// The limit for nested expressions during evaluation, calls included.
    pub depth: u32,
    /// The limit for evaluated expressions; `None` for unlimited.
    pub steps: Option<u64>,
    /// The limit for the elements of an array or hash.
    pub elements: usize,
    /// The limit for the bytes of a string.
    pub text: usize,
    /// The limit for the levels of arrays and hashes in a value.
    pub nesting: usize,
    /// The limit for the resources of a catalog.
    pub resources: usize,
    /// The limit for the memory of a run in bytes; `None` for unlimited. It has no effect if the
    /// host does not know the memory use.
    pub memory: Option<u64>,
    /// The limit for the time of a run; `None` for unlimited. The host must have a clock.
    pub time: Option<Duration>,
    /// The limit for the bytes of a catalog or value that is written; `None` for unlimited.
    pub output: Option<u64>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            call_depth: 4_000,
            depth: 200_000,
            steps: Some(100_000_000),
            elements: 10_000_000,
            text: 64 << 20,
            nesting: pupa_value::Value::MAX_DEPTH,
            resources: 500_000,
            memory: Some(2 << 30),
            time: None,
            output: Some(256 << 20),
        }
    }
}

/// The part of a run's memory that Ruby objects may use: methods hold several copies of a value
/// while they compute it.
pub fn share_of_memory(memory: u64) -> usize {
    usize::try_from(memory / 4).unwrap_or(usize::MAX)
}
