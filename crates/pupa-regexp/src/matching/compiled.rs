//! Compiled patterns, and the choice between the machine and the automata.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::linear::Linear;
use super::machine::{self, LimitExceeded, Spans};
use super::program::{self, Program};
use crate::MatchError;
use crate::captures::Span;
use crate::meaning::build;
use crate::meaning::node::Pattern;
use crate::syntax::tree::Tree;

/// The step limit of the machine for one search.
const MAX_STEPS: u64 = 50_000_000;

/// The number of machine steps that cost less than building automata.
const CHEAP_STEPS: u64 = 20_000;

/// The names of groups with their numbers.
pub(crate) type Names = Arc<[(String, Vec<usize>)]>;

/// Charges the meter of the run for bytes that automata read.
fn charge_scan(bytes: usize) -> Result<(), MatchError> {
    const BYTES_PER_UNIT: usize = 4;
    const UNITS_PER_SEARCH: usize = 16;
    if pupa_meter::charge(bytes / BYTES_PER_UNIT + UNITS_PER_SEARCH) {
        Ok(())
    } else {
        Err(MatchError::TooManySteps)
    }
}

fn search_linear(linear: &Linear, text: &str, from: usize) -> Result<Option<Spans>, MatchError> {
    let spans = linear.search(text, from);
    let whole = spans.as_ref().and_then(|spans| spans.first().copied().flatten());
    charge_scan(whole.map_or(text.len(), |(_, end)| end).saturating_sub(from))?;
    Ok(spans)
}

/// A compiled pattern.
#[derive(Debug)]
pub(crate) struct Compiled {
    pattern: Pattern,
    program: Program,
    names: Names,
    /// The automata, if they can express the pattern; built when they pay off.
    linear: OnceLock<Option<Linear>>,
    /// The total number of steps of all searches.
    spent: AtomicU64,
}

impl Compiled {
    pub(crate) fn new(tree: &Tree) -> Result<Compiled, MatchError> {
        let mut pattern = build::build(tree).map_err(|_| MatchError::TooDeep)?;
        let program = program::compile(&pattern).map_err(|_| MatchError::TooLarge)?;
        let names = std::mem::take(&mut pattern.names).into();
        let (linear, spent) = (OnceLock::new(), AtomicU64::new(0));
        Ok(Compiled { pattern, program, names, linear, spent })
    }

    pub(crate) fn names(&self) -> &Names {
        &self.names
    }

    pub(crate) fn group_count(&self) -> usize {
        self.pattern.groups
    }

    pub(crate) fn is_match(&self, text: &str) -> Result<bool, MatchError> {
        match self.linear_if_busy(text) {
            Some(linear) => {
                charge_scan(text.len())?;
                Ok(linear.is_match(text))
            }
            None => Ok(self.search(text, 0)?.is_some()),
        }
    }

    /// The span of the first match at or after `from`.
    pub(crate) fn find(&self, text: &str, from: usize) -> Result<Option<Span>, MatchError> {
        if let Some(linear) = self.linear_if_busy(text) {
            let found = linear.find(text, from);
            charge_scan(found.as_ref().map_or(text.len(), |span| span.end).saturating_sub(from))?;
            return Ok(found);
        }
        let spans = self.search(text, from)?;
        let whole = spans.and_then(|spans| spans.first().copied().flatten());
        Ok(whole.map(|(start, end)| Span { start, end }))
    }

    /// The first match at or after `from`.
    pub(crate) fn search(&self, text: &str, from: usize) -> Result<Option<Spans>, MatchError> {
        if let Some(linear) = self.linear_if_busy(text) {
            return search_linear(linear, text, from);
        }
        let cheap = CHEAP_STEPS + text.len() as u64;
        if let Ok(found) = self.run(text, from, cheap) {
            return Ok(found);
        }
        if let Some(linear) = self.linear(text) {
            return search_linear(linear, text, from);
        }
        self.run(text, from, MAX_STEPS).map_err(|LimitExceeded| MatchError::TooManySteps)
    }

    fn run(&self, text: &str, from: usize, steps: u64) -> Result<Option<Spans>, LimitExceeded> {
        let mut left = steps;
        let found = machine::search(&self.program, text, from, &mut left);
        self.spent.fetch_add(steps - left, Ordering::Relaxed);
        if machine::charge_rest(steps - left) { found } else { Err(LimitExceeded) }
    }

    /// The automata, if they pay off by now and give Ruby's result for this haystack.
    fn linear_if_busy(&self, text: &str) -> Option<&Linear> {
        let is_busy = self.spent.load(Ordering::Relaxed) > CHEAP_STEPS;
        if is_busy { self.linear(text) } else { None }
    }

    fn linear(&self, text: &str) -> Option<&Linear> {
        let linear = self.linear.get_or_init(|| Linear::new(&self.pattern)).as_ref()?;
        linear.can_search(text).then_some(linear)
    }
}
