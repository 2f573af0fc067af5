//! Watches over the limits of a run.

use pupa_value::value::NestingGuard;
use pupa_value::{Error, ErrorKind, Value};

use super::Evaluator;
use crate::failure::{Outcome, Stop};
use crate::limits::Limits;

/// After how many steps memory and the number of steps are looked at.
const STRIDE: u32 = 1 << 16;

/// What is left of the limits.
#[derive(Debug)]
pub(super) struct Budget {
    /// Steps until the next look.
    fuel: u32,
    /// Steps that were taken before the last look.
    steps: u64,
    /// How deeply expressions are nested at the moment.
    pub(super) depth: u32,
    max_depth: u32,
    nesting: NestingGuard,
}

impl Budget {
    pub(super) fn new(limits: &Limits) -> Budget {
        let nesting = NestingGuard::default();
        Budget { fuel: STRIDE, steps: 0, depth: 0, max_depth: limits.depth, nesting }
    }

    /// Begins anew, for the next program.
    pub(super) fn restart(&mut self) {
        self.fuel = STRIDE;
        self.steps = 0;
        self.depth = 0;
    }
}

fn limit(message: String) -> Box<Stop> {
    Error::new(ErrorKind::Limit, message).into()
}

impl Evaluator<'_> {
    /// Goes one level deeper, with enough stack for it.
    #[inline]
    pub(super) fn deeper<T>(
        &mut self,
        evaluate: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        self.step()?;
        self.budget.depth += 1;
        let result =
            if self.budget.depth & 15 == 0 { self.with_stack(evaluate) } else { evaluate(self) };
        self.budget.depth -= 1;
        result
    }

    #[cold]
    #[inline(never)]
    fn with_stack<T>(&mut self, evaluate: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        if self.budget.depth > self.budget.max_depth {
            return Err(limit(format!(
                "Expressions are nested more than {} deep",
                self.budget.max_depth
            )));
        }
        grow_stack(|| evaluate(self))
    }

    /// Counts a step; an error when there were too many, or memory runs out.
    #[inline]
    pub(crate) fn step(&mut self) -> Outcome<()> {
        self.budget.fuel -= 1;
        if self.budget.fuel == 0 { self.look_around() } else { Ok(()) }
    }

    #[cold]
    fn look_around(&mut self) -> Outcome<()> {
        self.budget.fuel = STRIDE;
        self.budget.steps += u64::from(STRIDE);
        if let Some(max) = self.settings.limits.steps
            && self.budget.steps >= max
        {
            return Err(limit(format!("The program takes more than {max} steps")));
        }
        self.check_memory()
    }

    /// Complains when the process uses more memory than allowed.
    fn check_memory(&self) -> Outcome<()> {
        let Some(max) = self.settings.limits.memory else { return Ok(()) };
        match self.host.memory_in_use() {
            Some(used) if used > max => {
                Err(limit(format!("The program uses more than {} MB of memory", max >> 20)))
            }
            _ => Ok(()),
        }
    }

    /// Complains when a collection would get more elements than allowed.
    pub(crate) fn check_elements(&self, count: usize) -> Outcome<()> {
        let max = self.settings.limits.elements;
        if count > max {
            return Err(limit(format!("A collection would have more than {max} elements")));
        }
        Ok(())
    }

    /// Complains when a string would get more bytes than allowed.
    pub(crate) fn check_text(&self, bytes: usize) -> Outcome<()> {
        let max = self.settings.limits.text;
        if bytes > max {
            return Err(limit(format!("A string would have more than {max} bytes")));
        }
        if bytes > LARGE_TEXT {
            return self.check_memory();
        }
        Ok(())
    }

    /// Complains when a collection that was just built is found to be nested too deeply.
    pub(super) fn check_nesting(&mut self, value: &Value) -> Outcome<()> {
        let max = self.settings.limits.nesting;
        if self.budget.nesting.check(value, max) {
            return Err(limit(format!("A value is nested more than {max} levels deep")));
        }
        Ok(())
    }
}

/// Texts above this size are rare enough to look at the memory for each.
const LARGE_TEXT: usize = 1 << 20;

#[cfg(not(target_family = "wasm"))]
fn grow_stack<T>(evaluate: impl FnOnce() -> T) -> T {
    const RED_ZONE: usize = 256 << 10;
    const SEGMENT: usize = 4 << 20;
    stacker::maybe_grow(RED_ZONE, SEGMENT, evaluate)
}

#[cfg(target_family = "wasm")]
fn grow_stack<T>(evaluate: impl FnOnce() -> T) -> T {
    evaluate()
}
