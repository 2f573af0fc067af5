//! Strongly connected components, after Tarjan, in linear time and without recursion.

/// The components with a circle in them: of several vertices, or of one that leads to itself.
pub(super) fn cyclic(after: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut search = Search {
        after,
        numbers: vec![UNSEEN; after.len()],
        lowest: vec![0; after.len()],
        is_open: vec![false; after.len()],
        open: Vec::new(),
        next: 0,
        found: Vec::new(),
    };
    for root in 0..after.len() {
        if search.numbers[root] == UNSEEN {
            search.walk(root);
        }
    }
    search.found
}

const UNSEEN: usize = usize::MAX;

struct Search<'g> {
    after: &'g [Vec<usize>],
    /// In the order in which vertices are seen.
    numbers: Vec<usize>,
    /// The lowest number that is known to be reachable.
    lowest: Vec<usize>,
    is_open: Vec<bool>,
    open: Vec<usize>,
    next: usize,
    found: Vec<Vec<usize>>,
}

impl Search<'_> {
    fn walk(&mut self, root: usize) {
        self.enter(root);
        let mut way = vec![(root, 0)];
        while let Some((here, step)) = way.pop() {
            let Some(&child) = self.after[here].get(step) else {
                self.leave(here);
                if let Some(&(above, _)) = way.last() {
                    self.lowest[above] = self.lowest[above].min(self.lowest[here]);
                }
                continue;
            };
            way.push((here, step + 1));
            if self.numbers[child] == UNSEEN {
                self.enter(child);
                way.push((child, 0));
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

    /// Closes the component that a vertex is the first of, if it is.
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
        if component.len() > 1 || self.after[vertex].contains(&vertex) {
            self.found.push(component);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_has_a_circle_is_found() {
        let after = vec![vec![1], vec![2, 3], vec![1], vec![3], vec![0]];
        let mut found = cyclic(&after);
        found.iter_mut().for_each(|component| component.sort_unstable());
        found.sort();
        assert_eq!(found, [vec![1, 2], vec![3]]);
        assert!(cyclic(&[vec![1, 2], vec![2], vec![]]).is_empty());
    }

    #[test]
    fn a_long_ring_is_one_component() {
        let count = 200_000;
        let after: Vec<Vec<usize>> = (0..count).map(|one| vec![(one + 1) % count]).collect();
        let found = cyclic(&after);
        assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), [count]);
    }
}
