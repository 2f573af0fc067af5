//! Which row a box is in.

use super::super::graph::{Graph, LineKind};

/// The row of every box: below its base and below what contains it, as far as there are no
/// circles. Rows that are too wide are broken into several.
pub(super) fn rows(graph: &Graph, widths: &[f64], max_width: f64, gap: f64) -> Vec<usize> {
    let below = edges(graph);
    let order = topological(&below);
    let mut ranks = vec![0_usize; below.len()];
    let mut position = vec![0; below.len()];
    for (index, one) in order.iter().enumerate() {
        position[*one] = index;
    }
    for &one in &order {
        for &next in &below[one] {
            // What leads back closes a circle and says nothing.
            if position[next] > position[one] {
                ranks[next] = ranks[next].max(ranks[one] + 1);
            }
        }
    }
    break_wide(&ranks, widths, max_width, gap)
}

/// For every box those that are to be below it. A type that contains its own base, as in trees,
/// stays below it.
fn edges(graph: &Graph) -> Vec<Vec<usize>> {
    let mut below = vec![Vec::new(); graph.boxes.len()];
    let mut bases = vec![None; graph.boxes.len()];
    for line in graph.lines.iter().filter(|line| line.kind == LineKind::Inheritance) {
        below[line.to].push(line.from);
        bases[line.from] = Some(line.to);
    }
    let is_base = |one: usize, of: usize| {
        let all = std::iter::successors(bases[of], |base| bases[*base]);
        // Nothing has more bases than there are boxes, not even in a circle.
        all.take(bases.len()).any(|base| base == one)
    };
    for line in &graph.lines {
        let is_containment = matches!(line.kind, LineKind::Reference { is_containment: true, .. });
        if is_containment && !is_base(line.to, line.from) {
            below[line.from].push(line.to);
        }
    }
    below
}

/// An order in which boxes come before those below them, circles apart.
fn topological(below: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; below.len()];
    let mut order = Vec::with_capacity(below.len());
    let mut has_above = vec![false; below.len()];
    for (from, edges) in below.iter().enumerate() {
        edges.iter().filter(|to| **to != from).for_each(|to| has_above[*to] = true);
    }
    let tops = (0..below.len()).filter(|one| !has_above[*one]);
    for start in tops.chain(0..below.len()) {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        // A walk in depth with its own stack, since chains may be long.
        let mut stack = vec![(start, 0)];
        while let Some((here, next)) = stack.pop() {
            match below[here].get(next) {
                Some(&child) => {
                    stack.push((here, next + 1));
                    if !seen[child] {
                        seen[child] = true;
                        stack.push((child, 0));
                    }
                }
                None => order.push(here),
            }
        }
    }
    order.reverse();
    order
}

/// Breaks ranks into rows that are not too wide.
fn break_wide(ranks: &[usize], widths: &[f64], max_width: f64, gap: f64) -> Vec<usize> {
    let mut by_rank: Vec<Vec<usize>> = Vec::new();
    for (one, rank) in ranks.iter().enumerate() {
        if by_rank.len() <= *rank {
            by_rank.resize(rank + 1, Vec::new());
        }
        by_rank[*rank].push(one);
    }
    let mut rows = vec![0; ranks.len()];
    let mut row = 0;
    for members in by_rank.iter().filter(|members| !members.is_empty()) {
        let total: f64 = members.iter().map(|one| widths[*one] + gap).sum();
        let parts = (total / max_width).ceil().max(1.0);
        let share = total / parts;
        let mut used = 0.0;
        for one in members {
            // The last part takes what is left, so that none is empty.
            if used > 0.0 && used + widths[*one] / 2.0 > share {
                row += 1;
                used = 0.0;
            }
            rows[*one] = row;
            used += widths[*one] + gap;
        }
        row += 1;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::super::super::graph::{Line, TypeBox};
    use super::*;

    #[test]
    fn what_is_above_comes_first() {
        let below = vec![vec![], vec![0], vec![1, 0], vec![3]];
        let order = topological(&below);
        let at = |one| order.iter().position(|known| *known == one);
        assert!(at(2) < at(1) && at(1) < at(0));
        assert_eq!(order.len(), 4);
    }

    #[test]
    fn bases_are_above_also_when_they_are_contained() {
        let contains = |name: &str| LineKind::Reference {
            name: name.to_owned(),
            multiplicity: "0..*".to_owned(),
            is_containment: true,
        };
        let line = |from, to, kind| Line { from, to, kind };
        let boxes = ["Folder", "Entry", "Disk"].map(|name| TypeBox {
            name: name.to_owned(),
            is_abstract: false,
            attributes: Vec::new(),
        });
        let lines = vec![
            line(0, 1, LineKind::Inheritance),
            line(0, 1, contains("entries")),
            line(2, 0, contains("root")),
        ];
        let graph = Graph { boxes: boxes.into(), lines };
        let rows = rows(&graph, &[10.0; 3], 1000.0, 0.0);
        assert!(rows[1] < rows[0] && rows[2] < rows[0], "{rows:?}");
    }

    #[test]
    fn wide_rows_are_broken() {
        let rows = break_wide(&[0; 10], &[100.0; 10], 300.0, 0.0);
        assert_eq!(rows.iter().max(), Some(&3));
        assert!(rows.is_sorted());
    }
}
