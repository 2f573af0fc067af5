//! Watches over the limits of a run.

use std::cell::Cell;

use pupa_value::value::NestingGuard;
use pupa_value::{Error, ErrorKind, Value};

use super::{Evaluator, Run};
use crate::failure::{CANCELLED, Outcome, Stop};
use crate::limits::Limits;

/// The number of steps between two checks of memory, steps and cancellation. So many steps take a
/// few milliseconds.
const STRIDE: u32 = 1 << 14;

/// The remaining amounts of the limits.
#[derive(Debug)]
pub(super) struct Budget {
    /// The remaining steps before the next check.
    fuel: u32,
    /// The number of steps until the next check, when it was last set.
    granted: u32,
    /// The number of steps before the last check.
    steps: u64,
    max_steps: Option<u64>,
    /// The current nesting of expressions.
    pub(super) depth: u32,
    max_depth: u32,
    nesting: NestingGuard,
    /// The size of the last large string, and how often its growth was not checked since.
    large_text: Cell<(usize, u32)>,
}

impl Budget {
    pub(crate) fn new(limits: &Limits) -> Budget {
        let nesting = NestingGuard::default();
        Budget {
            fuel: STRIDE,
            granted: STRIDE,
            steps: 0,
            max_steps: limits.steps,
            depth: 0,
            max_depth: limits.depth,
            nesting,
            large_text: Cell::default(),
        }
    }

    /// Sets the number of steps before the next check: the usual one, or fewer if the limit is
    /// near.
    fn refuel(&mut self) {
        let left = self.max_steps.map_or(u64::MAX, |max| max.saturating_sub(self.steps));
        self.granted = u32::try_from(left.saturating_add(1)).unwrap_or(STRIDE).min(STRIDE);
        self.fuel = self.granted;
    }

    /// Whether a large string is probably the last one, grown by a small piece. Strings are often
    /// built from many pieces, and checking the memory each time would take too long.
    fn is_growth(&self, bytes: usize) -> bool {
        let (last, passed) = self.large_text.get();
        let grown = bytes.checked_sub(last).is_some_and(|grown| (1..PIECE).contains(&grown));
        let is_growth = grown && passed < PIECES;
        self.large_text.set((bytes, if is_growth { passed + 1 } else { 0 }));
        is_growth
    }

    /// Resets the counters for the next program.
    pub(crate) fn restart(&mut self) {
        self.steps = 0;
        self.depth = 0;
        self.refuel();
    }
}

fn limit(message: String) -> Box<Stop> {
    Error::new(ErrorKind::Limit, message).into()
}

impl Evaluator<'_> {
    /// Enters a deeper level, with enough stack for it.
    #[inline]
    pub(crate) fn deeper<T>(
        &mut self,
        evaluate: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        self.run.step()?;
        self.run.budget.depth += 1;
        let result = if self.run.budget.depth & 15 == 0 {
            self.with_stack(evaluate)
        } else {
            evaluate(self)
        };
        self.run.budget.depth -= 1;
        result
    }

    #[cold]
    #[inline(never)]
    fn with_stack<T>(&mut self, evaluate: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        if self.run.budget.depth > self.run.budget.max_depth {
            return Err(limit(format!(
                "Expressions are nested more than {} deep",
                self.run.budget.max_depth
            )));
        }
        grow_stack(|| evaluate(self))
    }
}

impl Run<'_> {
    /// Counts a step; fails if there were too many or memory is exhausted.
    #[inline]
    pub(crate) fn step(&mut self) -> Outcome<()> {
        self.budget.fuel -= 1;
        if self.budget.fuel == 0 { self.look_around() } else { Ok(()) }
    }

    /// Counts several steps.
    pub(crate) fn steps(&mut self, count: u32) -> Outcome<()> {
        if self.budget.fuel > count {
            self.budget.fuel -= count;
            return Ok(());
        }
        (0..count).try_for_each(|_| self.step())
    }

    #[cold]
    fn look_around(&mut self) -> Outcome<()> {
        self.budget.steps += u64::from(self.budget.granted);
        self.budget.refuel();
        if let Some(max) = self.settings.limits.steps
            && self.budget.steps > max
        {
            return Err(limit(format!("The program takes more than {max} steps")));
        }
        if self.host.is_cancelled() {
            return Err(limit(CANCELLED.to_owned()));
        }
        self.check_memory()
    }

    /// Fails if the run uses more memory than the limit allows.
    fn check_memory(&self) -> Outcome<()> {
        let Some(max) = self.settings.limits.memory else { return Ok(()) };
        match self.host.memory_in_use() {
            Some(used) if used > max => {
                Err(limit(format!("The program uses more than {} MB of memory", max >> 20)))
            }
            _ => Ok(()),
        }
    }

    /// Fails if a collection would have more elements than the limit allows.
    pub(crate) fn check_elements(&self, count: usize) -> Outcome<()> {
        let max = self.settings.limits.elements;
        if count > max {
            return Err(limit(format!("A collection would have more than {max} elements")));
        }
        Ok(())
    }

    /// Fails if a catalog would have more resources than the limit allows, for example because of a
    /// defined type that declares itself.
    pub(crate) fn check_resources(&self, count: usize) -> Outcome<()> {
        let max = self.settings.limits.resources;
        if count > max {
            return Err(limit(format!("The catalog would have more than {max} resources")));
        }
        Ok(())
    }

    /// Fails if a string would have more bytes than the limit allows.
    pub(crate) fn check_text(&self, bytes: usize) -> Outcome<()> {
        let max = self.settings.limits.text;
        if bytes > max {
            return Err(limit(format!("A string would have more than {max} bytes")));
        }
        if bytes > LARGE_TEXT && !self.budget.is_growth(bytes) {
            return self.check_memory();
        }
        Ok(())
    }

    /// Fails if a partly built string already has more bytes than the limit allows.
    pub(crate) fn check_growing_text(&self, bytes: usize) -> Outcome<()> {
        if bytes > self.settings.limits.text { self.check_text(bytes) } else { Ok(()) }
    }

    /// Fails if a value has too many parts to be shown; shared parts count each time.
    pub(crate) fn check_shown(&self, value: &Value) -> Outcome<()> {
        let is_collection = matches!(
            value,
            Value::Array(_) | Value::Hash(_) | Value::Object(_) | Value::Instance(_)
        );
        if is_collection && pupa_value::text::is_too_long(value) {
            return Err(limit("A value has more parts than can be shown".to_owned()));
        }
        Ok(())
    }

    /// Fails if a newly built collection is nested too deeply.
    pub(crate) fn check_nesting(&mut self, value: &Value) -> Outcome<()> {
        let max = self.settings.limits.nesting;
        if self.budget.nesting.check(value, max) {
            return Err(limit(format!("A value is nested more than {max} levels deep")));
        }
        Ok(())
    }
}

/// The size of strings that are rare enough to check the memory for each of them.
const LARGE_TEXT: usize = 1 << 20;

/// Growth of a string below this size is not checked at once.
const PIECE: usize = 64 << 10;

/// The number of unchecked pieces after which memory is checked all the same.
const PIECES: u32 = 16;

/// Calls a function with enough stack for it.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn grow_stack<T>(evaluate: impl FnOnce() -> T) -> T {
    const RED_ZONE: usize = 256 << 10;
    const SEGMENT: usize = 4 << 20;
    stacker::maybe_grow(RED_ZONE, SEGMENT, evaluate)
}

/// Calls a function; stacks can't grow on this platform.
#[cfg(target_family = "wasm")]
pub(crate) fn grow_stack<T>(evaluate: impl FnOnce() -> T) -> T {
    evaluate()
}
