//! Recursion guard for operations on recursive types.
//!
//! An alias that is reached again while it is being checked is recorded as recursive, on the side
//! of the checked type (`this`) or on the side of its argument (`that`). Once both sides are
//! recursive, the result is true. These states are the reference's, because its answers for
//! recursive types depend on them.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::types::Type;
use crate::value::Value;

/// The state of one top-level check of assignability or instance.
#[derive(Debug, Default)]
pub(crate) struct Guard {
    /// The aliases entered on this side, as a stack. There are few, so that a linear search is
    /// cheaper than a set.
    this: Vec<usize>,
    that: FxHashSet<usize>,
    is_this_recursive: bool,
    is_that_recursive: bool,
    /// Whether a check of a recursive type is in progress.
    is_active: bool,
    /// The number of type checks so far.
    checks: u32,
    /// The pairs of types whose check is in progress, as a stack.
    in_progress: Vec<(usize, usize)>,
    /// Memoised results, so that shared parts are checked once. The keys are addresses, which are
    /// valid as long as the outermost check runs.
    memo: FxHashMap<(usize, usize), bool>,
    /// The number of checks that ended early because they were already in progress. Results derived
    /// from such a check may not hold elsewhere, and are not memoised.
    shortcuts: usize,
    /// Types and values created during the check; kept alive so that their addresses are not
    /// reused.
    kept: (Vec<Type>, Vec<Arc<Value>>),
}

/// The identity of a type in memoised results: the address that it shares with its clones.
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

/// The identity of a collection in memoised results. Other values are cheap to check again.
fn value_identity(value: &Value) -> Option<usize> {
    match value {
        Value::Array(elements) => Some(Arc::as_ptr(elements) as usize),
        Value::Hash(hash) => Some(Arc::as_ptr(hash) as usize),
        _ => None,
    }
}

/// The limit on nested checks. Finite types are not nested that deeply; types that expand into ever
/// new forms are.
const MAX_DEPTH: usize = 200;

/// The number of type checks after which results are memoised, since shared parts may then be
/// checked again and again.
const MEMO_THRESHOLD: u32 = 1000;

impl Guard {
    /// Counts a type check and returns whether there have been many.
    pub(crate) fn count_check(&mut self) -> bool {
        self.checks = self.checks.saturating_add(1);
        self.checks > MEMO_THRESHOLD
    }

    /// Runs a check of a type that may be recursive. The recorded recursion is reset after the
    /// outermost such check, so that it does not affect the checks of its siblings.
    pub(crate) fn scope<T>(&mut self, check: impl FnOnce(&mut Guard) -> T) -> T {
        if self.is_active {
            return check(self);
        }
        self.is_active = true;
        let result = check(self);
        let (memo, kept) = (std::mem::take(&mut self.memo), std::mem::take(&mut self.kept));
        *self = Guard { memo, kept, checks: self.checks, ..Guard::default() };
        result
    }

    /// Keeps a type alive that was created during the check.
    pub(crate) fn keep_type(&mut self, t: &Type) {
        self.kept.0.push(t.clone());
    }

    /// Keeps a value alive that was created during the check.
    pub(crate) fn keep_value(&mut self, value: Value) -> Arc<Value> {
        let value = Arc::new(value);
        self.kept.1.push(Arc::clone(&value));
        value
    }

    /// Records that a check ended early because it was already in progress.
    pub(crate) fn shorten(&mut self) {
        self.shortcuts += 1;
    }

    /// Memoised check of whether one type accepts another.
    pub(crate) fn memoized_assignability(
        &mut self,
        this: &Type,
        that: &Type,
        check: impl FnOnce(&mut Guard) -> bool,
    ) -> bool {
        let Some(key) = type_identity(this).zip(type_identity(that)) else { return check(self) };
        if let Some(result) = self.memo.get(&key) {
            return *result;
        }
        let before = self.shortcuts;
        let result = check(self);
        if self.shortcuts == before {
            self.memo.insert(key, result);
        }
        result
    }

    /// Memoised check of whether a collection is an instance of an alias. `None` if the result
    /// depends on a recursion still in progress.
    pub(crate) fn memoized_instance(
        &mut self,
        alias: usize,
        value: &Value,
        check: impl FnOnce(&mut Guard) -> Option<bool>,
    ) -> Option<bool> {
        let Some(value) = value_identity(value) else { return check(self) };
        if let Some(result) = self.memo.get(&(alias, value)) {
            return Some(*result);
        }
        let before = self.shortcuts;
        let result = check(self);
        // A positive result holds everywhere, because an undetermined part never makes a value
        // match.
        if result == Some(true) || result == Some(false) && self.shortcuts == before {
            self.memo.insert((alias, value), result == Some(true));
        }
        result
    }

    /// Whether recursion was found on both sides.
    pub(crate) fn are_both_recursive(&self) -> bool {
        self.is_this_recursive && self.is_that_recursive
    }

    /// Whether recursion was found on this side.
    pub(crate) fn is_this_recursive(&self) -> bool {
        self.is_this_recursive
    }

    /// Runs a check while an alias is entered on this side.
    pub(crate) fn with_this<T>(
        &mut self,
        identity: usize,
        check: impl FnOnce(&mut Guard) -> T,
    ) -> T {
        if self.is_this_recursive {
            return check(self);
        }
        if self.this.contains(&identity) {
            self.is_this_recursive = true;
            return check(self);
        }
        self.this.push(identity);
        let result = check(self);
        self.is_this_recursive = false;
        self.this.pop();
        result
    }

    /// Runs a check while a type or value is entered on the other side.
    pub(crate) fn with_that<T>(
        &mut self,
        identity: usize,
        check: impl FnOnce(&mut Guard) -> T,
    ) -> T {
        if self.is_that_recursive {
            return check(self);
        }
        if !self.that.insert(identity) {
            self.is_that_recursive = true;
            return check(self);
        }
        let result = check(self);
        self.is_that_recursive = false;
        self.that.remove(&identity);
        result
    }

    /// Runs the check of an alias unless the same check is already in progress; its provisional
    /// result is then true, so that the other parts decide.
    pub(crate) fn once(
        &mut self,
        this: usize,
        that: usize,
        check: impl FnOnce(&mut Guard) -> bool,
    ) -> bool {
        if self.in_progress.contains(&(this, that)) {
            self.shorten();
            return true;
        }
        if self.in_progress.len() >= MAX_DEPTH {
            self.shorten();
            return false;
        }
        self.in_progress.push((this, that));
        let result = check(self);
        self.in_progress.pop();
        result
    }

    /// Enters a type or value on the other side permanently.
    pub(crate) fn add_that(&mut self, identity: usize) {
        if !self.is_that_recursive && !self.that.insert(identity) {
            self.is_that_recursive = true;
        }
    }
}
