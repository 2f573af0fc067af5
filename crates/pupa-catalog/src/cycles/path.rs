//! Enumeration of paths through a strongly connected component, shortest first.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

/// The maximum number of steps of the enumeration.
///
/// The number of paths may be exponential, and the reference would then never finish. At this limit
/// the shortest cycle through the first vertex is used.
const MAX_STEPS: usize = 2_000_000;

/// Returns paths that start at the first vertex of a component and end where they visit a vertex
/// for the second time.
pub(super) fn paths(
    successors: &[Vec<usize>],
    component: &[usize],
    max_paths: usize,
) -> Vec<Vec<usize>> {
    let Some(&first) = component.first() else { return Vec::new() };
    let members: FxHashSet<usize> = component.iter().copied().collect();
    let found = breadth_first(successors, &members, first, max_paths);
    match found.is_empty() {
        true => shortest_cycle(successors, &members, first).into_iter().collect(),
        false => found,
    }
}

/// Enumerates all paths breadth first. Each step refers to the one before it.
fn breadth_first(
    successors: &[Vec<usize>],
    members: &FxHashSet<usize>,
    first: usize,
    max_paths: usize,
) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    let mut steps: Vec<(usize, Option<usize>)> = vec![(first, None)];
    let mut visited = FxHashSet::default();
    let (mut next, mut steps_back) = (0, 0);
    while let Some(&(vertex, before)) = steps.get(next) {
        // A vertex that no path has visited can't be on this one.
        let is_passed = !visited.insert(vertex) && {
            backtrack(&steps, before).inspect(|_| steps_back += 1).any(|passed| passed == vertex)
        };
        if is_passed {
            let mut path: Vec<usize> = backtrack(&steps, Some(next)).collect();
            path.reverse();
            found.push(path);
            if found.len() >= max_paths {
                break;
            }
        } else {
            let children = successors[vertex].iter().filter(|child| members.contains(child));
            steps.extend(children.map(|child| (*child, Some(next))));
        }
        if steps_back + steps.len() > MAX_STEPS {
            break;
        }
        next += 1;
    }
    found
}

/// The vertices of a path, from its last step back to its first.
fn backtrack(steps: &[(usize, Option<usize>)], last: Option<usize>) -> impl Iterator<Item = usize> {
    let last = last.and_then(|last| steps.get(last));
    std::iter::successors(last, |step| steps.get(step.1?)).map(|step| step.0)
}

/// The shortest cycle through a vertex.
fn shortest_cycle(
    successors: &[Vec<usize>],
    members: &FxHashSet<usize>,
    first: usize,
) -> Option<Vec<usize>> {
    let mut before: FxHashMap<usize, usize> = FxHashMap::default();
    let mut queue = VecDeque::from([first]);
    while let Some(vertex) = queue.pop_front() {
        for &child in successors[vertex].iter().filter(|child| members.contains(child)) {
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
    fn the_shortest_path_comes_first_even_if_it_does_not_return_to_its_start() {
        let successors = vec![vec![1], vec![2], vec![1, 3], vec![0]];
        let found = paths(&successors, &[0, 1, 2, 3], 10);
        assert_eq!(found, [vec![0, 1, 2, 1], vec![0, 1, 2, 3, 0]]);
    }

    #[test]
    fn long_rings_and_exponentially_many_paths_are_handled() {
        let count = 100_000;
        let ring: Vec<Vec<usize>> = (0..count).map(|one| vec![(one + 1) % count]).collect();
        let all: Vec<usize> = (0..count).collect();
        assert_eq!(paths(&ring, &all, 1)[0].len(), count + 1);
        // A ring of layers where each vertex leads to both of the next layer: 2^40 paths.
        let layers = 40;
        let layered: Vec<Vec<usize>> = (0..2 * layers)
            .map(|one| {
                let next = (one / 2 + 1) % layers * 2;
                vec![next, next + 1]
            })
            .collect();
        let all: Vec<usize> = (0..2 * layers).collect();
        assert_eq!(paths(&layered, &all, 1)[0].len(), layers + 1);
    }
}
