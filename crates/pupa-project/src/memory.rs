//! The memory use of runs, several of which may take place in one process.
//!
//! Operating systems report the memory of a whole process only. Therefore the growth of the process
//! since a run began is divided equally among the runs that take place; a single run is charged
//! with all of it.

use std::sync::atomic::{AtomicU64, Ordering};

/// The number of current runs.
static RUNS: AtomicU64 = AtomicU64::new(0);

/// The memory use of a run; exists as long as the run takes place.
#[derive(Debug)]
pub(crate) struct RunMemory {
    /// The memory of the process when the run began.
    before: u64,
}

impl RunMemory {
    /// Starts to measure a run.
    pub(crate) fn begin() -> RunMemory {
        RUNS.fetch_add(1, Ordering::Relaxed);
        RunMemory { before: of_process().unwrap_or_default() }
    }

    /// Returns the number of bytes that the run uses, if the system reports the memory of the
    /// process.
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
