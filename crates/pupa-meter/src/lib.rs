//! The meter of a run: it counts work, and ends the run at its limits.
//!
//! A [`Metering`] begins a run on the current thread. Until it is dropped, all code of this thread
//! that loops over a value calls [`charge`] in proportion to the visited parts, and returns early when
//! the answer is `false`: what it returns is then arbitrary, because the run ends with the error of
//! [`exceeded`] as soon as the evaluator has control again. Outside of a run all work is free.
//!
//! The meter is a property of the thread and not an argument, so that code far from the evaluator
//! (equality, hashing, `Display`) can charge too.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// The resources of the process that a run uses, and requests to stop.
pub trait Watch: Send + Sync {
    /// Whether the run has been cancelled.
    fn is_cancelled(&self) -> bool {
        false
    }

    /// Returns the number of bytes that the run uses, if known.
    fn memory_in_use(&self) -> Option<u64> {
        None
    }

    /// Returns the time since the run began, if there is a clock.
    fn elapsed(&self) -> Option<Duration> {
        None
    }
}

/// The limits that the meter checks. `None` is unlimited.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Allowance {
    /// Units of work: about five nanoseconds each, and exactly one for an evaluated expression.
    pub work: Option<u64>,
    /// Bytes of memory.
    pub memory: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
}

/// The limit that a run has reached. Its `Display` is the message for the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exceeded {
    /// The run takes more work than this.
    Work(u64),
    /// The run uses more bytes of memory than this.
    Memory(u64),
    /// The run takes more time than this.
    Time(Duration),
    /// Another thread has stopped the run.
    Cancelled,
    /// A match of a regular expression takes too many steps.
    Pattern,
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exceeded::Work(max) => {
                write!(f, "The program takes more than {max} steps (limit: --max-steps)")
            }
            Exceeded::Memory(max) => {
                let megabytes = max >> 20;
                write!(
                    f,
                    "The program uses more than {megabytes} MB of memory (limit: --max-memory)"
                )
            }
            Exceeded::Time(max) => {
                let seconds = max.as_secs_f64();
                write!(f, "The program takes more than {seconds} seconds (limit: --max-time)")
            }
            Exceeded::Cancelled => f.write_str("The evaluation was cancelled"),
            Exceeded::Pattern => f.write_str("regular expression takes too many steps"),
        }
    }
}

/// The number of units after which memory, time and cancellation are checked: well below a
/// millisecond.
const STRIDE: u32 = 1 << 14;

/// Allocations above this size are rare enough to check the memory for each.
const LARGE: usize = 1 << 20;

/// The number of bytes that are copied or compared for a unit.
const BYTES_PER_UNIT: usize = 32;

thread_local! {
    /// Units until the next check; zero when a limit was reached.
    static FUEL: Cell<u32> = const { Cell::new(u32::MAX) };
    static RUN: RefCell<Option<State>> = const { RefCell::new(None) };
}

/// The state of the run of this thread.
struct State {
    allowance: Allowance,
    watch: Option<Arc<dyn Watch>>,
    /// Units that were charged before the last check.
    spent: u64,
    /// The fuel that the last check granted.
    granted: u32,
    exceeded: Option<Exceeded>,
}

impl State {
    /// Charges units that the fuel does not cover, and returns the new fuel.
    fn check(&mut self, left: u32, units: u64) -> u32 {
        if self.exceeded.is_none() {
            self.spent = self.spent.saturating_add(u64::from(self.granted - left) + units);
            self.exceeded = self.find_exceeded(0);
        }
        self.refuel()
    }

    /// Returns the fuel until the next check: a stride, or the units that remain.
    fn refuel(&mut self) -> u32 {
        self.granted = if self.exceeded.is_some() {
            0
        } else {
            let left = self.allowance.work.map_or(u64::MAX, |max| max.saturating_sub(self.spent));
            u32::try_from(left.saturating_add(1)).unwrap_or(STRIDE).min(STRIDE)
        };
        self.granted
    }

    /// The limit that is reached if `more` bytes are allocated.
    fn find_exceeded(&self, more: u64) -> Option<Exceeded> {
        if let Some(max) = self.allowance.work
            && self.spent > max
        {
            return Some(Exceeded::Work(max));
        }
        let watch = self.watch.as_ref()?;
        if watch.is_cancelled() {
            return Some(Exceeded::Cancelled);
        }
        if let Some(max) = self.allowance.memory
            && watch.memory_in_use().is_some_and(|used| used.saturating_add(more) > max)
        {
            return Some(Exceeded::Memory(max));
        }
        let max = self.allowance.time?;
        watch.elapsed().is_some_and(|time| time > max).then_some(Exceeded::Time(max))
    }
}

/// Charges units of work. Returns whether the run may continue; if not, the caller must return
/// early.
#[inline]
pub fn charge(units: usize) -> bool {
    FUEL.with(|fuel| {
        let left = fuel.get();
        if left as usize > units {
            fuel.set(left - units as u32);
            return true;
        }
        charge_slowly(fuel, units as u64)
    })
}

#[cold]
#[inline(never)]
fn charge_slowly(fuel: &Cell<u32>, units: u64) -> bool {
    RUN.with_borrow_mut(|run| {
        let granted = run.as_mut().map_or(u32::MAX, |run| run.check(fuel.get(), units));
        fuel.set(granted);
        granted > 0
    })
}

/// Charges the visit of one part of a value.
#[inline]
pub fn visit() -> bool {
    charge(1)
}

/// Charges the work of copying, comparing or searching bytes.
#[inline]
pub fn charge_bytes(bytes: usize) -> bool {
    charge(bytes / BYTES_PER_UNIT)
}

/// Charges an allocation in advance, and checks that there is enough memory for a large one.
#[inline]
pub fn charge_memory(bytes: usize) -> bool {
    charge_bytes(bytes) && (bytes <= LARGE || has_memory_for(bytes))
}

#[cold]
fn has_memory_for(bytes: usize) -> bool {
    with_run(|run| {
        if run.exceeded.is_none() {
            run.exceeded = run.find_exceeded(bytes as u64);
        }
    });
    !is_exhausted()
}

/// Ends the run with an error; for code that cannot return one.
#[cold]
pub fn interrupt(reason: Exceeded) {
    with_run(|run| run.exceeded = run.exceeded.or(Some(reason)));
}

/// Changes the state of the run, if there is one, and empties the fuel if a limit is reached.
fn with_run(change: impl FnOnce(&mut State)) {
    RUN.with_borrow_mut(|run| {
        let Some(run) = run else { return };
        change(run);
        if run.exceeded.is_some() {
            run.granted = 0;
            FUEL.set(0);
        }
    });
}

/// Whether the run has reached a limit.
#[inline]
pub fn is_exhausted() -> bool {
    FUEL.get() == 0
}

/// The limit that the run has reached.
pub fn exceeded() -> Option<Exceeded> {
    if !is_exhausted() {
        return None;
    }
    RUN.with_borrow(|run| run.as_ref().and_then(|run| run.exceeded))
}

/// Checks all limits now, without charging anything.
///
/// # Errors
/// When a limit is reached.
pub fn check() -> Result<(), Exceeded> {
    has_memory_for(0);
    exceeded().map_or(Ok(()), Err)
}

/// A run on the current thread. Dropping it ends the run; the surrounding run continues, if there
/// is one.
#[must_use]
#[derive(Debug)]
pub struct Metering {
    outer: Option<Outer>,
    /// The meter belongs to the thread that began it.
    not_send: std::marker::PhantomData<*const ()>,
}

/// The surrounding run.
struct Outer {
    fuel: u32,
    run: Option<State>,
}

impl fmt::Debug for Outer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outer").field("fuel", &self.fuel).finish_non_exhaustive()
    }
}

impl Metering {
    /// Begins a run.
    pub fn begin(allowance: Allowance, watch: Option<Arc<dyn Watch>>) -> Metering {
        let mut run = State { allowance, watch, spent: 0, granted: 0, exceeded: None };
        let fuel = run.refuel();
        let outer = Outer { fuel: FUEL.replace(fuel), run: RUN.replace(Some(run)) };
        Metering { outer: Some(outer), not_send: std::marker::PhantomData }
    }
}

/// Calls a function whose result is shared with other runs: its work is not charged to this run and
/// does not end with it. Such work needs its own limits.
pub fn unmetered<T>(work: impl FnOnce() -> T) -> T {
    let outer = Outer { fuel: FUEL.replace(u32::MAX), run: RUN.take() };
    let _outer = Metering { outer: Some(outer), not_send: std::marker::PhantomData };
    work()
}

impl Drop for Metering {
    fn drop(&mut self) {
        if let Some(outer) = self.outer.take() {
            FUEL.set(outer.fuel);
            RUN.set(outer.run);
        }
    }
}

#[cfg(test)]
mod tests;
