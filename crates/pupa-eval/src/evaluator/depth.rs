//! Watches over the limits of a run.

use std::cell::Cell;

use pupa_meter::{Allowance, Exceeded, Metering};
use pupa_syntax::diagnostic::Diagnostic;
use pupa_value::value::NestingGuard;
use pupa_value::{Error, ErrorKind, Value};

use super::error_location::with_prefix;
use super::{Evaluator, Run};
use crate::issues;
use crate::limits::Limits;
use crate::stop::{Outcome, Stop};

/// The remaining amounts of the limits.
#[derive(Debug)]
pub(super) struct Budget {
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
        Budget { depth: 0, max_depth: limits.depth, nesting, large_text: Cell::default() }
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
        self.depth = 0;
    }
}

/// A message without the middle of a value that it repeats.
fn shortened(message: String) -> String {
    const LONG: usize = 8192;
    const KEPT: usize = 400;
    if message.len() <= LONG {
        return message;
    }
    let start = message.floor_char_boundary(KEPT);
    let end = message.ceil_char_boundary(message.len() - KEPT);
    let (head, tail) = (message.get(..start), message.get(end..));
    format!("{} … {}", head.unwrap_or_default(), tail.unwrap_or_default())
}

fn limit(message: String) -> Box<Stop> {
    Error::new(ErrorKind::Limit, message).into()
}

/// The error of the limit that the run has reached.
#[cold]
pub(crate) fn exhausted() -> Box<Stop> {
    limit(pupa_meter::exceeded().unwrap_or(Exceeded::Cancelled).to_string())
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
    /// Begins to meter what the current thread does for this run, until the result is dropped.
    pub(crate) fn meter(&self) -> Metering {
        let limits = &self.settings.limits;
        let allowance = Allowance { work: limits.steps, memory: limits.memory, time: limits.time };
        Metering::begin(allowance, self.host.watch())
    }

    /// Replaces the result of a metered run by the error of the limit that it has reached, since
    /// walks over values have ended early then. The error keeps its place.
    pub(crate) fn settled<T>(&self, result: Result<T, Diagnostic>) -> Result<T, Diagnostic> {
        let Some(exceeded) = pupa_meter::exceeded() else {
            return result
                .map_err(|error| Diagnostic { message: shortened(error.message), ..error });
        };
        let mut diagnostic = with_prefix(issues::limit_reached(&exceeded.to_string()));
        match result {
            Err(error) if error.is(&issues::records::limit_reached) => return Err(error),
            Err(error) => {
                diagnostic.location = error.location;
                diagnostic.trace = error.trace;
            }
            Ok(_) => diagnostic = self.raised_by_root(diagnostic),
        }
        Err(diagnostic)
    }

    /// An error about the running program as a whole.
    fn raised_by_root(&self, diagnostic: Diagnostic) -> Diagnostic {
        let tree = &self.current().tree;
        diagnostic.at(tree.source(), tree.report_span(tree.root()))
    }

    /// Counts a step; an error when a limit is reached.
    #[inline]
    pub(crate) fn step(&mut self) -> Outcome<()> {
        if pupa_meter::charge(1) { Ok(()) } else { Err(exhausted()) }
    }

    /// Counts the visits of parts of values.
    #[inline]
    pub(crate) fn charge(&self, parts: usize) -> Outcome<()> {
        if pupa_meter::charge(parts) { Ok(()) } else { Err(exhausted()) }
    }

    /// Counts several steps.
    #[inline]
    pub(crate) fn steps(&mut self, count: u32) -> Outcome<()> {
        if pupa_meter::charge(count as usize) { Ok(()) } else { Err(exhausted()) }
    }

    /// Fails if a collection would have more elements than the limit allows.
    pub(crate) fn check_elements(&self, count: usize) -> Outcome<()> {
        let max = self.settings.limits.elements;
        if count > max {
            return Err(limit(format!(
                "A collection would have more than {max} elements (limit: --max-elements)"
            )));
        }
        Ok(())
    }

    /// Fails if a catalog would have more resources than the limit allows, for example because of a
    /// defined type that declares itself.
    pub(crate) fn check_resources(&self, count: usize) -> Outcome<()> {
        let max = self.settings.limits.resources;
        if count > max {
            return Err(limit(format!(
                "The catalog would have more than {max} resources (limit: --max-resources)"
            )));
        }
        Ok(())
    }

    /// Fails if a string would have more bytes than the limit allows.
    pub(crate) fn check_text(&self, bytes: usize) -> Outcome<()> {
        let max = self.settings.limits.text;
        if bytes > max {
            return Err(limit(format!(
                "A string would have more than {max} bytes (limit: --max-text)"
            )));
        }
        if bytes > LARGE_TEXT && !self.budget.is_growth(bytes) {
            return if pupa_meter::charge_memory(bytes) { Ok(()) } else { Err(exhausted()) };
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
