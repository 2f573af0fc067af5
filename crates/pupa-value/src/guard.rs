//! Keeps questions about types that hold themselves from running in circles.
//!
//! An alias that is reached again while it is being looked at is noted on the side of the type
//! that asks (`this`) or of what it is asked about (`that`). Once both sides run in circles the
//! answer is settled. The states are the reference's, since what it answers for such types follows
//! from them.

use rustc_hash::FxHashSet;

/// What is being looked at.
#[derive(Debug, Default)]
pub(crate) struct Guard {
    this: FxHashSet<usize>,
    that: FxHashSet<usize>,
    runs_in_this: bool,
    runs_in_that: bool,
    /// The questions under way: of one type about another.
    questions: FxHashSet<(usize, usize)>,
}

/// How many questions may be under way at once. Types are not nested that deep; what holds itself
/// in ever new forms is.
const MAX_QUESTIONS: usize = 200;

impl Guard {
    /// Whether both sides have been seen before.
    pub(crate) fn runs_in_both(&self) -> bool {
        self.runs_in_this && self.runs_in_that
    }

    /// Whether the asking side has been seen before.
    pub(crate) fn runs_in_this(&self) -> bool {
        self.runs_in_this
    }

    /// Asks something while an alias of the asking side is being looked at.
    pub(crate) fn with_this<T>(&mut self, identity: usize, ask: impl FnOnce(&mut Guard) -> T) -> T {
        if self.runs_in_this {
            return ask(self);
        }
        if !self.this.insert(identity) {
            self.runs_in_this = true;
            return ask(self);
        }
        let answer = ask(self);
        self.runs_in_this = false;
        self.this.remove(&identity);
        answer
    }

    /// Asks something while a thing of the other side is being looked at.
    pub(crate) fn with_that<T>(&mut self, identity: usize, ask: impl FnOnce(&mut Guard) -> T) -> T {
        if self.runs_in_that {
            return ask(self);
        }
        if !self.that.insert(identity) {
            self.runs_in_that = true;
            return ask(self);
        }
        let answer = ask(self);
        self.runs_in_that = false;
        self.that.remove(&identity);
        answer
    }

    /// Asks whether one type accepts another, one of them an alias, unless that is being asked
    /// already: then the answer is the one that lets the others decide.
    pub(crate) fn once(
        &mut self,
        this: usize,
        that: usize,
        ask: impl FnOnce(&mut Guard) -> bool,
    ) -> bool {
        if self.questions.len() >= MAX_QUESTIONS || !self.questions.insert((this, that)) {
            return true;
        }
        let answer = ask(self);
        self.questions.remove(&(this, that));
        answer
    }

    /// Notes a thing of the other side for good.
    pub(crate) fn add_that(&mut self, identity: usize) {
        if !self.runs_in_that && !self.that.insert(identity) {
            self.runs_in_that = true;
        }
    }
}
