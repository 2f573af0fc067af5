//! How deep values are nested, asked while they are built.
//!
//! A program nests values by wrapping one in the next, and a value that is too deep overflows the
//! stack of whatever walks it later. Looking through each new collection would make building a
//! large one quadratic. So whoever builds asks a [`NestingGuard`] about each collection, and that
//! looks into one now and then, no further than what was built since allows.

use std::borrow::Borrow;

use super::Value;

/// How many collections are built between two looks, at least; at most twice as many.
const INTERVAL: u32 = 256;

/// How many parts may be visited per collection that was built.
const PARTS: usize = 8;

/// How many parts a usual look visits.
const GLANCE: usize = INTERVAL as usize * PARTS;

/// Finds values that are nested too deep while they are built, at a constant cost for each
/// collection.
///
/// The answer comes late: a value that is wrapped over and over gets some hundred levels deeper
/// than the limit before it is noticed. When it also holds so much that a usual look does not find
/// its depth, it takes about as many constructions as the value has parts. The answers depend on
/// what was asked before and on nothing else.
///
/// ```
/// use pupa_value::value::{NestingGuard, Value};
/// let mut guard = NestingGuard::default();
/// let mut value = Value::Undef;
/// let is_found = (0..5000).any(|_| {
///     value = Value::array([std::mem::take(&mut value)]);
///     guard.check(&value, 500)
/// });
/// assert!(is_found);
/// ```
#[derive(Debug, Clone)]
pub struct NestingGuard {
    /// Collections until the next look.
    wait: u32,
    /// Where in the sequence of waits it stands.
    seed: u32,
    /// Parts that may be visited by a thorough look.
    credit: usize,
    /// Parts that the next thorough look wants to visit.
    goal: usize,
}

impl Default for NestingGuard {
    fn default() -> NestingGuard {
        NestingGuard { wait: INTERVAL, seed: 0, credit: 0, goal: 2 * GLANCE }
    }
}

impl NestingGuard {
    /// Whether a collection that was just built is found to be nested deeper than the limit.
    #[inline]
    pub fn check(&mut self, value: &Value, limit: usize) -> bool {
        self.wait -= 1;
        self.wait == 0 && self.look(value, limit)
    }

    fn look(&mut self, value: &Value, limit: usize) -> bool {
        self.wait = self.next_wait();
        self.credit = self.credit.saturating_add(GLANCE);
        if self.credit < self.goal {
            return Probe { parts_left: GLANCE }.is_deeper(value, limit);
        }
        self.credit = 0;
        let mut probe = Probe { parts_left: self.goal };
        let is_deeper = probe.is_deeper(value, limit);
        // What was not seen in full is to be seen in full once that is paid for.
        self.goal = if probe.parts_left == 0 { self.goal.saturating_mul(2) } else { 2 * GLANCE };
        is_deeper
    }

    /// Uneven steps. A loop builds its collections in turn, and even steps could come upon the
    /// same one of them each time, while another gets deeper.
    fn next_wait(&mut self) -> u32 {
        self.seed = self.seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        INTERVAL + (self.seed >> 16) % INTERVAL
    }
}

/// A look into a value that ends after so many parts.
struct Probe {
    parts_left: usize,
}

impl Probe {
    /// Whether a level below the limit was found. It goes never deeper than that, so that the
    /// stack does not depend on the value.
    fn is_deeper(&mut self, value: &Value, limit: usize) -> bool {
        self.parts_left = self.parts_left.saturating_sub(1);
        let below = limit.saturating_sub(1);
        match value {
            Value::Array(_) | Value::Hash(_) | Value::Sensitive(_) | Value::Instance(_)
                if limit == 0 =>
            {
                true
            }
            Value::Array(elements) => self.any_is_deeper(elements.iter(), below),
            Value::Hash(hash) => {
                self.any_is_deeper(hash.iter().flat_map(|(key, value)| [key, value]), below)
            }
            Value::Sensitive(hidden) => self.any_is_deeper(std::iter::once(&**hidden), below),
            Value::Instance(object) => self.any_is_deeper(object.parts(), below),
            _ => false,
        }
    }

    fn any_is_deeper(
        &mut self,
        parts: impl Iterator<Item = impl Borrow<Value>>,
        limit: usize,
    ) -> bool {
        for part in parts {
            if self.parts_left == 0 {
                return false;
            }
            if self.is_deeper(part.borrow(), limit) {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: usize = 500;

    /// How many levels there are when a guard finds out; every level is made by one call, which
    /// may build other things on the way.
    fn levels_until_found(mut build: impl FnMut(&mut Value, &mut NestingGuard) -> bool) -> usize {
        let mut guard = NestingGuard::default();
        let mut value = Value::Undef;
        let found = (1..100_000).find(|_| build(&mut value, &mut guard));
        // Dropped level by level, lest the test overflows the stack when the guard fails.
        while let Value::Array(elements) = &mut value {
            let inner = std::sync::Arc::get_mut(elements).and_then(Vec::pop);
            value = inner.unwrap_or_default();
        }
        found.expect("found")
    }

    fn wrap(value: &mut Value) {
        *value = Value::array([std::mem::take(value)]);
    }

    #[test]
    fn a_chain_is_found_soon_and_not_before_the_limit() {
        let levels = levels_until_found(|value, guard| {
            wrap(value);
            guard.check(value, LIMIT)
        });
        assert!((LIMIT + 1..LIMIT + 2 * INTERVAL as usize).contains(&levels), "{levels}");
    }

    #[test]
    fn a_chain_is_found_among_other_collections_in_turn() {
        let other = Value::array([]);
        for others in [1, 2, 3, 7, 15, 63, 255] {
            let levels = levels_until_found(|value, guard| {
                wrap(value);
                guard.check(value, LIMIT) || (0..others).any(|_| guard.check(&other, LIMIT))
            });
            assert!(levels < 5_000, "{levels} levels beside {others} others");
        }
    }

    #[test]
    fn a_chain_is_found_beside_and_around_large_collections() {
        let large = Value::array((0..50_000).map(Value::from));
        let levels = levels_until_found(|value, guard| {
            wrap(value);
            guard.check(value, LIMIT) || guard.check(&large, LIMIT)
        });
        assert!(levels < 5_000, "{levels}");
        let levels = levels_until_found(|value, guard| {
            *value = Value::array([large.clone(), std::mem::take(value)]);
            guard.check(value, 2)
        });
        assert!(levels < 50_000, "{levels}");
    }

    #[test]
    fn what_fits_is_never_complained_about() {
        let value = (0..LIMIT).fold(Value::Undef, |value, _| Value::array([value, 1.into()]));
        let mut guard = NestingGuard::default();
        assert!((0..100_000).all(|_| !guard.check(&value, LIMIT)));
    }

    #[test]
    fn looking_costs_a_constant_for_each_collection() {
        // An array that grows element by element.
        let mut guard = NestingGuard::default();
        let mut elements = Vec::new();
        let (mut visited, mut seen_in_full, built) = (0, 0, 200_000);
        for i in 0..built {
            elements.push(Value::from(i as i64));
            let value = Value::from(std::mem::take(&mut elements));
            let (goal, credit, is_due) = (guard.goal, guard.credit + GLANCE, guard.wait == 1);
            assert!(!guard.check(&value, LIMIT));
            if is_due && credit < goal {
                visited += GLANCE;
            } else if is_due {
                visited += goal;
                seen_in_full = if guard.goal > goal { seen_in_full } else { i };
            }
            let Value::Array(mut shared) = value else { unreachable!() };
            elements = std::mem::take(std::sync::Arc::make_mut(&mut shared));
        }
        assert!(visited <= 2 * PARTS * built, "{visited}");
        assert!(seen_in_full > built / 4, "{seen_in_full}");
    }

    #[test]
    fn shared_parts_do_not_make_it_slow() {
        // As a tree it would have more parts than could ever be visited.
        let value = (0..100).fold(Value::Undef, |value, _| Value::array([value.clone(), value]));
        let mut guard = NestingGuard::default();
        assert!((0..100_000).all(|_| !guard.check(&value, LIMIT)));
    }
}
