//! Memoisation for operations on whole values, so that shared parts are visited once.
//!
//! Values and types share their parts. `[$x, $x]`, nested forty times, is small in memory but too
//! large to visit as a tree. Only a part with several owners can be reached again, so the usual
//! value, whose parts have one owner each, costs nothing extra.

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::types::Type;

/// The memoised results of one comparison, by pairs of addresses. The caller keeps both values
/// alive, so that their addresses stay unique.
#[derive(Debug, Default)]
pub(crate) struct EqualityMemo(RefCell<FxHashMap<(usize, usize), bool>>);

impl EqualityMemo {
    /// Compares two shared things, unless they are identical or their result is memoised.
    pub(crate) fn compare<T>(
        &self,
        a: &Arc<T>,
        b: &Arc<T>,
        are_equal: impl FnOnce() -> bool,
    ) -> bool {
        if Arc::ptr_eq(a, b) {
            return true;
        }
        if Arc::strong_count(a) == 1 || Arc::strong_count(b) == 1 {
            return are_equal();
        }
        let pair = (Arc::as_ptr(a) as usize, Arc::as_ptr(b) as usize);
        if let Some(result) = self.0.borrow().get(&pair) {
            return *result;
        }
        let result = are_equal();
        self.0.borrow_mut().insert(pair, result);
        result
    }
}

/// The memoised results of one walk through a value that stays alive meanwhile.
#[derive(Debug)]
pub(crate) struct Memo<A> {
    results: FxHashMap<usize, A>,
    /// Types created during the walk; kept alive so that their addresses are not reused.
    kept: Vec<Type>,
}

impl<A> Default for Memo<A> {
    fn default() -> Memo<A> {
        Memo { results: FxHashMap::default(), kept: Vec::new() }
    }
}

impl<A: Clone> Memo<A> {
    /// The result for a thing, if it is shared and was visited before.
    pub(crate) fn get<T>(&self, thing: &Arc<T>) -> Option<A> {
        if Arc::strong_count(thing) == 1 {
            return None;
        }
        self.results.get(&(Arc::as_ptr(thing) as usize)).cloned()
    }

    /// Stores the result for a thing if it is shared.
    pub(crate) fn set<T>(&mut self, thing: &Arc<T>, result: &A) {
        if Arc::strong_count(thing) > 1 {
            self.results.insert(Arc::as_ptr(thing) as usize, result.clone());
        }
    }
}

impl Memo<Type> {
    /// The result for a type; computed once if the type is shared.
    pub(crate) fn of_type(&mut self, t: &Type, make: impl FnOnce(&mut Memo<Type>) -> Type) -> Type {
        let Some(identity) = shared_type(t) else { return make(self) };
        if let Some(result) = self.results.get(&identity) {
            return result.clone();
        }
        let made = make(self);
        self.results.insert(identity, made.clone());
        self.kept.push(t.clone());
        made
    }
}

/// The address of the shared part of a type, if it has several owners.
fn shared_type(t: &Type) -> Option<usize> {
    fn shared<T>(thing: &Arc<T>) -> Option<usize> {
        (Arc::strong_count(thing) > 1).then_some(Arc::as_ptr(thing) as usize)
    }
    match t {
        Type::Array(array) => shared(array),
        Type::Hash(hash) => shared(hash),
        Type::Tuple(tuple) => shared(tuple),
        Type::Struct(structure) => shared(structure),
        Type::Variant(options) => shared(options),
        Type::Callable(Some(callable)) => shared(callable),
        _ => None,
    }
}
