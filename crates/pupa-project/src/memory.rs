//! The memory and the time of runs that go on side by side in one process.
//!
//! Systems know the memory of a process, not that of its parts. A run is charged its equal share of
//! the growth of the process since the run began: with a single run, all of it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use pupa_meter::Watch;
use pupa_system::Cancellation;

/// The number of runs that go on.
static RUNS: AtomicU64 = AtomicU64::new(0);

/// The memory and the time of a run, from its beginning to its end.
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
