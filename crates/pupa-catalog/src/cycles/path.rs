//! Ways through a component, the shortest first.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

/// How many steps are made to find them.
///
/// There may be exponentially many ways, on which the reference would spend its life. Whoever makes
/// so many steps gets the shortest way from the first vertex to itself.
const MAX_STEPS: usize = 2_000_000;

/// Ways that begin with the first vertex of a component and end where they come to a vertex for
/// the second time.
pub(super) fn paths(
    after: &[Vec<usize>],
    component: &[usize],
    max_paths: usize,
) -> Vec<Vec<usize>> {
    let Some(&first) = component.first() else { return Vec::new() };
    let members: FxHashSet<usize> = component.iter().copied().collect();
    let found = walk(after, &members, first, max_paths);
    match found.is_empty() {
        true => shortest(after, &members, first).into_iter().collect(),
        false => found,
    }
}

/// A walk in breadth over all ways. Each step knows the one before it.
fn walk(
    after: &[Vec<usize>],
    members: &FxHashSet<usize>,
    first: usize,
    max_paths: usize,
) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    let mut steps: Vec<(usize, Option<usize>)> = vec![(first, None)];
    let mut seen = FxHashSet::default();
    let (mut next, mut hops) = (0, 0);
    while let Some(&(vertex, before)) = steps.get(next) {
        // A vertex that no way has passed is not on this one.
        let is_passed = !seen.insert(vertex) && {
            way(&steps, before).inspect(|_| hops += 1).any(|passed| passed == vertex)
        };
        if is_passed {
            let mut path: Vec<usize> = way(&steps, Some(next)).collect();
            path.reverse();
            found.push(path);
            if found.len() >= max_paths {
                break;
            }
        } else {
            let children = after[vertex].iter().filter(|child| members.contains(child));
            steps.extend(children.map(|child| (*child, Some(next))));
        }
        if hops + steps.len() > MAX_STEPS {
            break;
        }
        next += 1;
    }
    found
}

/// The vertices of a way, from its last step to its first.
fn way(steps: &[(usize, Option<usize>)], last: Option<usize>) -> impl Iterator<Item = usize> {
    let last = last.and_then(|last| steps.get(last));
    std::iter::successors(last, |step| steps.get(step.1?)).map(|step| step.0)
}

/// The shortest way from a vertex to itself.
fn shortest(after: &[Vec<usize>], members: &FxHashSet<usize>, first: usize) -> Option<Vec<usize>> {
    let mut before: FxHashMap<usize, usize> = FxHashMap::default();
    let mut queue = VecDeque::from([first]);
    while let Some(vertex) = queue.pop_front() {
        for &child in after[vertex].iter().filter(|child| members.contains(child)) {
            if before.contains_key(&child) {
                continue;
            }
            before.insert(child, vertex);
            if child == first {
                let mut path = vec![first, vertex];
                while let Some(&last) = path.last().filter(|last| **last != first) {
                    path.push(*before.get(&last)?);
                }
                path.reverse();
                return Some(path);
            }
            queue.push_back(child);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_way_comes_first_even_if_it_does_not_come_back_to_its_start() {
        let after = vec![vec![1], vec![2], vec![1, 3], vec![0]];
        let found = paths(&after, &[0, 1, 2, 3], 10);
        assert_eq!(found, [vec![0, 1, 2, 1], vec![0, 1, 2, 3, 0]]);
    }

    #[test]
    fn a_ring_and_a_tangle_are_no_burden() {
        let count = 100_000;
        let ring: Vec<Vec<usize>> = (0..count).map(|one| vec![(one + 1) % count]).collect();
        let all: Vec<usize> = (0..count).collect();
        assert_eq!(paths(&ring, &all, 1)[0].len(), count + 1);
        // Every vertex of a layer leads to both of the next: 2^40 ways.
        let layers = 40;
        let tangle: Vec<Vec<usize>> = (0..2 * layers)
            .map(|one| {
                let next = (one / 2 + 1) % layers * 2;
                vec![next, next + 1]
            })
            .collect();
        let all: Vec<usize> = (0..2 * layers).collect();
        assert_eq!(paths(&tangle, &all, 1)[0].len(), layers + 1);
    }
}
