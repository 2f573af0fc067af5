//! Keeps questions about types that hold themselves from running in circles.
//!
//! An alias that is reached again while it is being looked at is noted on the side of the type
//! that asks (`this`) or of what it is asked about (`that`). Once both sides run in circles the
//! answer is settled. The states are the reference's, since what it answers for such types follows
//! from them.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::types::Type;
use crate::value::Value;

/// What is being looked at.
#[derive(Debug, Default)]
pub(crate) struct Guard {
    /// What was entered last is left first. There are few, so that looking through them is
    /// cheaper than a set.
    this: Vec<usize>,
    that: FxHashSet<usize>,
    is_this_recursive: bool,
    is_that_recursive: bool,
    /// Whether something recursive is being looked at.
    is_in_use: bool,
    /// How many questions were asked.
    asked: u32,
    /// The questions under way: of one type about another. What was asked last is answered first.
    questions: Vec<(usize, usize)>,
    /// Answers to questions that are through, so that what is shared is looked at once. The
    /// answers hold as long as what they speak of is alive, which is as long as the outermost
    /// question.
    answers: FxHashMap<(usize, usize), bool>,
    /// How often a question was answered only because it was being asked already. Answers found
    /// by way of that may not hold elsewhere.
    shortcuts: usize,
    /// What was made while asking, and must not make room for others of the same address.
    kept: (Vec<Type>, Vec<Arc<Value>>),
}

/// What stands for a type in questions: what it shares with its clones.
fn type_identity(t: &Type) -> Option<usize> {
    Some(match t {
        Type::Alias(alias) => Arc::as_ptr(alias) as usize,
        Type::Array(array) => Arc::as_ptr(array) as usize,
        Type::Hash(hash) => Arc::as_ptr(hash) as usize,
        Type::Tuple(tuple) => Arc::as_ptr(tuple) as usize,
        Type::Struct(structure) => Arc::as_ptr(structure) as usize,
        Type::Variant(options) => Arc::as_ptr(options) as usize,
        Type::Callable(Some(callable)) => Arc::as_ptr(callable) as usize,
        _ => return None,
    })
}

/// What stands for a collection in questions. Asking about others again costs little.
fn value_identity(value: &Value) -> Option<usize> {
    match value {
        Value::Array(elements) => Some(Arc::as_ptr(elements) as usize),
        Value::Hash(hash) => Some(Arc::as_ptr(hash) as usize),
        _ => None,
    }
}

/// How many questions may be under way at once. Types are not nested that deep; what holds itself
/// in ever new forms is.
const MAX_QUESTIONS: usize = 200;

/// After so many questions about types the answers are remembered: shared parts may be asked about
/// again and again.
const FEW_QUESTIONS: u32 = 1000;

impl Guard {
    /// Counts a question of one type about another, and says whether there were many.
    pub(crate) fn count_check(&mut self) -> bool {
        self.asked = self.asked.saturating_add(1);
        self.asked > FEW_QUESTIONS
    }

    /// Asks something about a type that may hold itself. What is noted meanwhile is forgotten when
    /// this is the outermost such question: its neighbours must not be answered by it.
    pub(crate) fn scope<T>(&mut self, ask: impl FnOnce(&mut Guard) -> T) -> T {
        if self.is_in_use {
            return ask(self);
        }
        self.is_in_use = true;
        let answer = ask(self);
        let (answers, kept) = (std::mem::take(&mut self.answers), std::mem::take(&mut self.kept));
        *self = Guard { answers, kept, asked: self.asked, ..Guard::default() };
        answer
    }

    /// Keeps a type that was made while asking.
    pub(crate) fn keep_type(&mut self, t: &Type) {
        self.kept.0.push(t.clone());
    }

    /// Keeps a value that was made while asking.
    pub(crate) fn keep_value(&mut self, value: Value) -> Arc<Value> {
        let value = Arc::new(value);
        self.kept.1.push(Arc::clone(&value));
        value
    }

    /// Notes that an answer was given only because the question was being asked already.
    pub(crate) fn shorten(&mut self) {
        self.shortcuts += 1;
    }

    /// Asks whether a type accepts another, unless that is known.
    pub(crate) fn memoized_assignability(
        &mut self,
        this: &Type,
        that: &Type,
        ask: impl FnOnce(&mut Guard) -> bool,
    ) -> bool {
        let Some(key) = type_identity(this).zip(type_identity(that)) else { return ask(self) };
        if let Some(answer) = self.answers.get(&key) {
            return *answer;
        }
        let before = self.shortcuts;
        let answer = ask(self);
        if self.shortcuts == before {
            self.answers.insert(key, answer);
        }
        answer
    }

    /// Asks whether a collection is of the type behind an alias, unless that is known; `None` is
    /// an answer that can't be told.
    pub(crate) fn memoized_instance(
        &mut self,
        alias: usize,
        value: &Value,
        ask: impl FnOnce(&mut Guard) -> Option<bool>,
    ) -> Option<bool> {
        let Some(value) = value_identity(value) else { return ask(self) };
        if let Some(answer) = self.answers.get(&(alias, value)) {
            return Some(*answer);
        }
        let before = self.shortcuts;
        let answer = ask(self);
        // That something fits holds everywhere: what can't be told never makes it fit.
        if answer == Some(true) || answer == Some(false) && self.shortcuts == before {
            self.answers.insert((alias, value), answer == Some(true));
        }
        answer
    }

    /// Whether both sides have been seen before.
    pub(crate) fn are_both_recursive(&self) -> bool {
        self.is_this_recursive && self.is_that_recursive
    }

    /// Whether the asking side has been seen before.
    pub(crate) fn is_this_recursive(&self) -> bool {
        self.is_this_recursive
    }

    /// Asks something while an alias of the asking side is being looked at.
    pub(crate) fn with_this<T>(&mut self, identity: usize, ask: impl FnOnce(&mut Guard) -> T) -> T {
        if self.is_this_recursive {
            return ask(self);
        }
        if self.this.contains(&identity) {
            self.is_this_recursive = true;
            return ask(self);
        }
        self.this.push(identity);
        let answer = ask(self);
        self.is_this_recursive = false;
        self.this.pop();
        answer
    }

    /// Asks something while a thing of the other side is being looked at.
    pub(crate) fn with_that<T>(&mut self, identity: usize, ask: impl FnOnce(&mut Guard) -> T) -> T {
        if self.is_that_recursive {
            return ask(self);
        }
        if !self.that.insert(identity) {
            self.is_that_recursive = true;
            return ask(self);
        }
        let answer = ask(self);
        self.is_that_recursive = false;
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
        if self.questions.contains(&(this, that)) {
            self.shorten();
            return true;
        }
        if self.questions.len() >= MAX_QUESTIONS {
            self.shorten();
            return false;
        }
        self.questions.push((this, that));
        let answer = ask(self);
        self.questions.pop();
        answer
    }

    /// Notes a thing of the other side for good.
    pub(crate) fn add_that(&mut self, identity: usize) {
        if !self.is_that_recursive && !self.that.insert(identity) {
            self.is_that_recursive = true;
        }
    }
}
