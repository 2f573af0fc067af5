//! Strongly connected components by Tarjan's algorithm, in linear time and without recursion.

/// Returns the components that contain a cycle: those of several vertices, and single vertices with
/// an edge to themselves.
pub(super) fn cyclic(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut search = Search {
        successors,
        numbers: vec![UNVISITED; successors.len()],
        lowest: vec![0; successors.len()],
        is_open: vec![false; successors.len()],
        open: Vec::new(),
        next: 0,
        components: Vec::new(),
    };
    for root in 0..successors.len() {
        if search.numbers[root] == UNVISITED {
            search.walk(root);
        }
    }
    search.components
}

const UNVISITED: usize = usize::MAX;

/// The state of the search, in the terms of Tarjan's algorithm.
struct Search<'g> {
    successors: &'g [Vec<usize>],
    /// The discovery index of each vertex, or `UNVISITED`.
    numbers: Vec<usize>,
    /// The lowest discovery index reachable from each vertex (the low link).
    lowest: Vec<usize>,
    is_open: Vec<bool>,
    open: Vec<usize>,
    next: usize,
    components: Vec<Vec<usize>>,
}

impl Search<'_> {
    fn walk(&mut self, root: usize) {
        self.enter(root);
        let mut path = vec![(root, 0)];
        while let Some((here, step)) = path.pop() {
            let Some(&child) = self.successors[here].get(step) else {
                self.leave(here);
                if let Some(&(above, _)) = path.last() {
                    self.lowest[above] = self.lowest[above].min(self.lowest[here]);
                }
                continue;
            };
            path.push((here, step + 1));
            if self.numbers[child] == UNVISITED {
                self.enter(child);
                path.push((child, 0));
            } else if self.is_open[child] {
                self.lowest[here] = self.lowest[here].min(self.numbers[child]);
            }
        }
    }

    fn enter(&mut self, vertex: usize) {
        self.numbers[vertex] = self.next;
        self.lowest[vertex] = self.next;
        self.next += 1;
        self.open.push(vertex);
        self.is_open[vertex] = true;
    }

    /// Pops the component whose root is the vertex, if it is a root.
    fn leave(&mut self, vertex: usize) {
        if self.lowest[vertex] != self.numbers[vertex] {
            return;
        }
        let mut component = Vec::new();
        while let Some(one) = self.open.pop() {
            self.is_open[one] = false;
            component.push(one);
            if one == vertex {
                break;
            }
        }
        if component.len() > 1 || self.successors[vertex].contains(&vertex) {
            self.components.push(component);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_components_with_a_cycle_are_found() {
        let successors = vec![vec![1], vec![2, 3], vec![1], vec![3], vec![0]];
        let mut components = cyclic(&successors);
        components.iter_mut().for_each(|component| component.sort_unstable());
        components.sort();
        assert_eq!(components, [vec![1, 2], vec![3]]);
        assert!(cyclic(&[vec![1, 2], vec![2], vec![]]).is_empty());
    }

    #[test]
    fn a_long_ring_is_one_component() {
        let count = 200_000;
        let successors: Vec<Vec<usize>> = (0..count).map(|one| vec![(one + 1) % count]).collect();
        let components = cyclic(&successors);
        assert_eq!(components.iter().map(Vec::len).collect::<Vec<_>>(), [count]);
    }
}
