//! The memory of runs that go on side by side in one process.
//!
//! Systems know the memory of a process, not that of its parts. A run is charged its equal share of
//! the growth of the process since the run began: with a single run, all of it.

use std::sync::atomic::{AtomicU64, Ordering};

/// The number of runs that go on.
static RUNS: AtomicU64 = AtomicU64::new(0);

/// The memory of a run, from its beginning to its end.
#[derive(Debug)]
pub(crate) struct RunMemory {
    /// The memory of the process when the run began.
    before: u64,
}

impl RunMemory {
    /// Begins a run.
    pub(crate) fn begin() -> RunMemory {
        RUNS.fetch_add(1, Ordering::Relaxed);
        RunMemory { before: of_process().unwrap_or_default() }
    }

    /// Returns the bytes that the run uses, where the memory of the process is known.
    pub(crate) fn in_use(&self) -> Option<u64> {
        let runs = RUNS.load(Ordering::Relaxed).max(1);
        Some(of_process()?.saturating_sub(self.before) / runs)
    }
}

impl Drop for RunMemory {
    fn drop(&mut self) {
        RUNS.fetch_sub(1, Ordering::Relaxed);
    }
}

fn of_process() -> Option<u64> {
    memory_stats::memory_stats().map(|stats| stats.physical_mem as u64)
}
