//! The memory use of runs, several of which may take place in one process.
//!
//! Operating systems report the memory of a whole process only. Therefore the growth of the process
//! since a run began is divided equally among the runs that take place; a single run is charged
//! with all of it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use pupa_meter::Watch;
use pupa_system::Cancellation;

/// The number of current runs.
static RUNS: AtomicU64 = AtomicU64::new(0);

/// The memory use of a run; exists as long as the run takes place.
#[derive(Debug)]
pub(crate) struct RunWatch {
    /// The memory of the process when the run began.
    before: u64,
    cancellation: Cancellation,
    #[cfg(not(target_family = "wasm"))]
    began: std::time::Instant,
}

impl RunWatch {
    /// Begins a run.
    pub(crate) fn begin(cancellation: Cancellation) -> RunWatch {
        RUNS.fetch_add(1, Ordering::Relaxed);
        RunWatch {
            before: of_process().unwrap_or_default(),
            cancellation,
            #[cfg(not(target_family = "wasm"))]
            began: std::time::Instant::now(),
        }
    }
}

impl Watch for RunWatch {
    fn is_cancelled(&self) -> bool {
        self.cancellation.is_cancelled()
    }

    fn memory_in_use(&self) -> Option<u64> {
        let runs = RUNS.load(Ordering::Relaxed).max(1);
        Some(of_process()?.saturating_sub(self.before) / runs)
    }

    #[cfg(not(target_family = "wasm"))]
    fn elapsed(&self) -> Option<Duration> {
        Some(self.began.elapsed())
    }

    #[cfg(target_family = "wasm")]
    fn elapsed(&self) -> Option<Duration> {
        None
    }
}

impl Drop for RunWatch {
    fn drop(&mut self) {
        RUNS.fetch_sub(1, Ordering::Relaxed);
    }
}

fn of_process() -> Option<u64> {
    memory_stats::memory_stats().map(|stats| stats.physical_mem as u64)
}
