//! Limits the nesting depth of values during their construction.
//!
//! A manifest nests values by wrapping one in the next, and a value that is nested too deeply
//! overflows the stack of any later recursion. Walking through each new collection would make
//! building a large one quadratic. Code that builds values therefore reports each collection to a
//! [`NestingGuard`], which walks through one now and then, with an effort proportional to the
//! collections built since.

use std::borrow::Borrow;

use super::Value;

/// The minimum number of collections between two probes; the maximum is twice as many.
const INTERVAL: u32 = 256;

/// The number of parts that may be visited per collection that was built.
const PARTS: usize = 8;

/// The number of parts that an ordinary probe visits.
const PROBE_PARTS: usize = INTERVAL as usize * PARTS;

/// Detects values that are nested too deeply during their construction, at a constant cost per
/// collection.
///
/// Detection is delayed: a value that is wrapped repeatedly becomes some hundred levels deeper than
/// the limit. If it also contains more parts than an ordinary probe visits, detection may take about
/// as many constructions as the value has parts. The results are deterministic: they depend only on
/// the previous calls.
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
    /// The number of collections until the next probe.
    until_probe: u32,
    /// The state of the pseudo-random sequence of intervals.
    seed: u32,
    /// The number of parts that a thorough probe may visit so far.
    credit: usize,
    /// The number of parts that the next thorough probe needs.
    goal: usize,
}

impl Default for NestingGuard {
    fn default() -> NestingGuard {
        NestingGuard { until_probe: INTERVAL, seed: 0, credit: 0, goal: 2 * PROBE_PARTS }
    }
}

impl NestingGuard {
    /// Whether this new collection is found to be nested deeper than the limit.
    #[inline]
    pub fn check(&mut self, value: &Value, limit: usize) -> bool {
        self.until_probe -= 1;
        self.until_probe == 0 && self.probe(value, limit)
    }

    fn probe(&mut self, value: &Value, limit: usize) -> bool {
        self.until_probe = self.next_interval();
        self.credit = self.credit.saturating_add(PROBE_PARTS);
        if self.credit < self.goal {
            return Probe { remaining: PROBE_PARTS }.is_deeper(value, limit);
        }
        self.credit = 0;
        let mut probe = Probe { remaining: self.goal };
        let is_deeper = probe.is_deeper(value, limit);
        // A value that was not visited completely is visited completely once enough credit has
        // accumulated.
        self.goal =
            if probe.remaining == 0 { self.goal.saturating_mul(2) } else { 2 * PROBE_PARTS };
        is_deeper
    }

    /// An irregular interval. A loop builds its collections in turn, and regular intervals could
    /// probe the same one each time while another gets deeper.
    fn next_interval(&mut self) -> u32 {
        self.seed = self.seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        INTERVAL + (self.seed >> 16) % INTERVAL
    }
}

/// A walk through a value that visits a limited number of parts.
struct Probe {
    remaining: usize,
}

impl Probe {
    /// Whether a level below the limit was found. The recursion stops there, so that the stack use
    /// does not depend on the value.
    fn is_deeper(&mut self, value: &Value, limit: usize) -> bool {
        self.remaining = self.remaining.saturating_sub(1);
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
            if self.remaining == 0 {
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

    /// The number of levels at which a guard detects the nesting; each call of `build` adds a level
    /// and may build other values as well.
    fn levels_until_found(mut build: impl FnMut(&mut Value, &mut NestingGuard) -> bool) -> usize {
        let mut guard = NestingGuard::default();
        let mut value = Value::Undef;
        let found = (1..100_000).find(|_| build(&mut value, &mut guard));
        // Dropped level by level, so that a failing guard does not overflow the stack of the test.
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
    fn values_within_the_limit_are_accepted() {
        let value = (0..LIMIT).fold(Value::Undef, |value, _| Value::array([value, 1.into()]));
        let mut guard = NestingGuard::default();
        assert!((0..100_000).all(|_| !guard.check(&value, LIMIT)));
    }

    #[test]
    fn checks_cost_a_constant_per_collection() {
        // An array that grows element by element.
        let mut guard = NestingGuard::default();
        let mut elements = Vec::new();
        let (mut visited, mut seen_in_full, built) = (0, 0, 200_000);
        for i in 0..built {
            elements.push(Value::from(i as i64));
            let value = Value::from(std::mem::take(&mut elements));
            let (goal, credit, is_due) =
                (guard.goal, guard.credit + PROBE_PARTS, guard.until_probe == 1);
            assert!(!guard.check(&value, LIMIT));
            if is_due && credit < goal {
                visited += PROBE_PARTS;
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
        // As a tree, the value has too many parts to visit.
        let value = (0..100).fold(Value::Undef, |value, _| Value::array([value.clone(), value]));
        let mut guard = NestingGuard::default();
        assert!((0..100_000).all(|_| !guard.check(&value, LIMIT)));
    }
}
