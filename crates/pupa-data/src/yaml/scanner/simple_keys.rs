//! Simple keys, which have no `?`: a node is one if a `:` follows on the same line. Until then it
//! is only a possible key.

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
pub(super) struct SimpleKeys {
    levels: Vec<Option<SimpleKey>>,
    /// The number of possible keys, which is usually 0.
    count: usize,
}

impl SimpleKeys {
    /// No keys, outside of all flow collections.
    pub(super) fn new() -> SimpleKeys {
        SimpleKeys { levels: vec![None], count: 0 }
    }

    /// Begins a flow collection.
    pub(super) fn begin_level(&mut self) {
        self.levels.push(None);
    }

    /// Ends a flow collection and discards its possible key.
    pub(super) fn end_level(&mut self) {
        self.take();
        self.levels.pop();
    }

    /// Sets the possible key of the innermost level.
    pub(super) fn set(&mut self, key: SimpleKey) {
        if let Some(level) = self.levels.last_mut() {
            self.count += usize::from(level.is_none());
            *level = Some(key);
        }
    }

    /// Removes and returns the possible key of the innermost level.
    pub(super) fn take(&mut self) -> Option<SimpleKey> {
        let key = self.levels.last_mut()?.take();
        self.count -= usize::from(key.is_some());
        key
    }

    /// Whether a token is the start of a possible key.
    pub(super) fn has_token(&self, number: usize) -> bool {
        self.count > 0 && self.levels.iter().flatten().any(|key| key.token == number)
    }

    /// Discards the keys that are too long or not on the current line.
    pub(super) fn remove_stale(&mut self, now: Mark) -> Result<()> {
        if self.count == 0 {
            return Ok(());
        }
        for level in &mut self.levels {
            let Some(key) = level else { continue };
            if key.mark.line < now.line || key.mark.index + MAX_KEY_LENGTH < now.index {
                if key.is_required {
                    return Err(missing_colon(key.mark, now));
                }
                *level = None;
                self.count -= 1;
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
