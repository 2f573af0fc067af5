//! Simple keys, which have no `?`: a node is one if a `:` follows on the same line. Until then it
//! is only a possible key.

use std::collections::VecDeque;

use super::{MAX_KEY_LENGTH, Result};
use crate::yaml::cursor::Mark;
use crate::yaml::token::SyntaxError;

/// A node that is a key if a `:` follows.
#[derive(Clone, Copy)]
pub(super) struct SimpleKey {
    /// Whether anything but a key is an error here.
    pub(super) is_required: bool,
    /// The number of its token.
    pub(super) token: usize,
    /// Its start.
    pub(super) mark: Mark,
}

/// The possible simple keys, at most one for each level of flow collections.
///
/// A key of an outer level begins before those of the levels in it, so the order of levels is that
/// of the text. The first keys are the first to become stale.
pub(super) struct SimpleKeys {
    /// The number of flow collections around the current place.
    level: usize,
    /// The keys with their levels, the outermost first.
    keys: VecDeque<(usize, SimpleKey)>,
}

impl SimpleKeys {
    /// No keys, outside of all flow collections.
    pub(super) fn new() -> SimpleKeys {
        SimpleKeys { level: 0, keys: VecDeque::new() }
    }

    /// Begins a flow collection.
    pub(super) fn begin_level(&mut self) {
        self.level += 1;
    }

    /// Ends a flow collection and discards its possible key.
    pub(super) fn end_level(&mut self) {
        self.take();
        self.level = self.level.saturating_sub(1);
    }

    /// Sets the possible key of the innermost level.
    pub(super) fn set(&mut self, key: SimpleKey) {
        self.take();
        self.keys.push_back((self.level, key));
    }

    /// Removes and returns the possible key of the innermost level.
    pub(super) fn take(&mut self) -> Option<SimpleKey> {
        let (_, key) = self.keys.pop_back_if(|(level, _)| *level == self.level)?;
        Some(key)
    }

    /// Whether a token is the start of a possible key.
    pub(super) fn has_token(&self, number: usize) -> bool {
        self.keys.binary_search_by_key(&number, |(_, key)| key.token).is_ok()
    }

    /// Discards the keys that are too long or not on the current line.
    pub(super) fn remove_stale(&mut self, now: Mark) -> Result<()> {
        let is_stale = |key: &SimpleKey| {
            key.mark.line < now.line || key.mark.index + MAX_KEY_LENGTH < now.index
        };
        while let Some((_, key)) = self.keys.pop_front_if(|(_, key)| is_stale(key)) {
            if key.is_required {
                return Err(missing_colon(key.mark, now));
            }
        }
        Ok(())
    }
}

/// The error for a required key without a `:`.
pub(super) fn missing_colon(context_mark: Mark, problem_mark: Mark) -> Box<SyntaxError> {
    let context = "while scanning a simple key";
    Box::new(SyntaxError {
        problem: "could not find expected ':'",
        context,
        context_mark,
        problem_mark,
    })
}
