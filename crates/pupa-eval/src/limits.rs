//! What bounds a run, so that no program can hang or exhaust the machine.

/// The bounds of a run. Reaching one is an ordinary error with a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// How many calls may be under way at once.
    pub call_depth: u32,
    /// How deeply expressions may be nested while they are evaluated, calls included.
    pub depth: u32,
    /// How many expressions may be evaluated; none for no bound.
    pub steps: Option<u64>,
    /// How many elements an array or hash may have.
    pub elements: usize,
    /// How many bytes a string may have.
    pub text: usize,
    /// How many levels of arrays and hashes a value may have.
    pub nesting: usize,
    /// How many resources a catalog may have.
    pub resources: usize,
    /// How many bytes the process may use; none for no bound. Needs a host that can tell.
    pub memory: Option<u64>,
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
        }
    }
}

/// The memory that objects of Ruby code may use, of that of the process: methods hold several copies
/// of a value while they build it.
pub fn share_of_memory(memory: u64) -> usize {
    usize::try_from(memory / 4).unwrap_or(usize::MAX)
}
