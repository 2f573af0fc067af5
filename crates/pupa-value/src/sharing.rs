//! What operations on whole values need so that parts that are shared are looked at once.
//!
//! Values and types share their parts. `[$x, $x]`, made forty times over, is small, but as a tree
//! it has more parts than anything could visit. Only what has several owners can be met again, so
//! the usual value, whose parts have one owner each, costs nothing extra.

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::types::Type;

/// Pairs of shared things of which it is known whether they are equal, for one comparison. Whoever compares keeps
/// both alive, so that an address stands for one thing.
#[derive(Debug, Default)]
pub(crate) struct EqualityMemo(RefCell<FxHashMap<(usize, usize), bool>>);

impl EqualityMemo {
    /// Asks whether two things are equal, unless they are one thing or that is known.
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
        if let Some(known) = self.0.borrow().get(&pair) {
            return *known;
        }
        let answer = are_equal();
        self.0.borrow_mut().insert(pair, answer);
        answer
    }
}

/// Answers about shared things, for one walk through a value that stays alive meanwhile.
#[derive(Debug)]
pub(crate) struct Memo<A> {
    known: FxHashMap<usize, A>,
    /// Types that were made on the way, and must not make room for others of the same address.
    kept: Vec<Type>,
}

impl<A> Default for Memo<A> {
    fn default() -> Memo<A> {
        Memo { known: FxHashMap::default(), kept: Vec::new() }
    }
}

impl<A: Clone> Memo<A> {
    /// The answer about a thing, when it is shared and was asked about before.
    pub(crate) fn get<T>(&self, thing: &Arc<T>) -> Option<A> {
        if Arc::strong_count(thing) == 1 {
            return None;
        }
        self.known.get(&(Arc::as_ptr(thing) as usize)).cloned()
    }

    /// Remembers an answer, when the thing is shared.
    pub(crate) fn set<T>(&mut self, thing: &Arc<T>, answer: &A) {
        if Arc::strong_count(thing) > 1 {
            self.known.insert(Arc::as_ptr(thing) as usize, answer.clone());
        }
    }
}

impl Memo<Type> {
    /// What becomes of a type, unless it is shared and that is known.
    pub(crate) fn of_type(&mut self, t: &Type, make: impl FnOnce(&mut Memo<Type>) -> Type) -> Type {
        let Some(identity) = shared_type(t) else { return make(self) };
        if let Some(known) = self.known.get(&identity) {
            return known.clone();
        }
        let made = make(self);
        self.known.insert(identity, made.clone());
        self.kept.push(t.clone());
        made
    }
}

/// The address of what a type shares with others, when it does.
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
