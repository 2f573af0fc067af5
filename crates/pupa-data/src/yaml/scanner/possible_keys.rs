//! What may turn out to be a key: a node is one when a `:` follows it in its line.

use super::{MAX_KEY_LENGTH, Result};
use crate::yaml::cursor::Mark;
use crate::yaml::token::Problem;

/// Something that is a key when a `:` follows.
#[derive(Clone, Copy)]
pub(super) struct PossibleKey {
    /// Whether nothing but a key may stand there.
    pub(super) is_required: bool,
    /// The number of its token.
    pub(super) token: usize,
    /// Where it begins.
    pub(super) mark: Mark,
}

/// What may turn out to be a key, at most one for each level of flow collections.
pub(super) struct PossibleKeys {
    levels: Vec<Option<PossibleKey>>,
    /// How many there are, which is mostly none.
    count: usize,
}

impl PossibleKeys {
    /// None, outside of all flow collections.
    pub(super) fn new() -> PossibleKeys {
        PossibleKeys { levels: vec![None], count: 0 }
    }

    /// A flow collection begins.
    pub(super) fn begin_level(&mut self) {
        self.levels.push(None);
    }

    /// A flow collection ends, in which nothing is a possible key any more.
    pub(super) fn end_level(&mut self) {
        self.take();
        self.levels.pop();
    }

    /// Remembers what may be a key at the innermost level, where there is none yet.
    pub(super) fn set(&mut self, key: PossibleKey) {
        if let Some(level) = self.levels.last_mut() {
            self.count += usize::from(level.is_none());
            *level = Some(key);
        }
    }

    /// What may be a key at the innermost level, and from now on is none.
    pub(super) fn take(&mut self) -> Option<PossibleKey> {
        let key = self.levels.last_mut()?.take();
        self.count -= usize::from(key.is_some());
        key
    }

    /// Whether a token may come to stand behind the token of a key.
    pub(super) fn has_token(&self, number: usize) -> bool {
        self.count > 0 && self.levels.iter().flatten().any(|key| key.token == number)
    }

    /// Gives up what can't be a key any more: a key ends in its line.
    pub(super) fn expire(&mut self, now: Mark) -> Result<()> {
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

/// What must be a key is none.
pub(super) fn missing_colon(from: Mark, at: Mark) -> Box<Problem> {
    let context = "while scanning a simple key";
    Box::new(Problem { text: "could not find expected ':'", context, from, at })
}
