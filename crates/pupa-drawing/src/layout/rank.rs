//! The assignment of boxes to rows.

use super::{RowHint, Sketch};

/// The row of each box, below those that must be above it except in cycles. Rows that are too wide
/// are broken into several.
pub(super) fn rows(sketch: &Sketch, max_width: f64, gap: f64) -> Vec<usize> {
    let below = &sketch.below;
    let order = topological(below);
    let mut ranks = vec![0_usize; below.len()];
    let mut position = vec![0; below.len()];
    for (index, one) in order.iter().enumerate() {
        position[*one] = index;
    }
    for &one in &order {
        for &next in &below[one] {
            // An edge against the topological order closes a cycle and is ignored.
            if position[next] > position[one] {
                ranks[next] = ranks[next].max(ranks[one] + 1);
            }
        }
    }
    apply_row_hints(sketch, &mut ranks);
    let widths: Vec<f64> = sketch.boxes.iter().map(|one| one.width).collect();
    break_wide(&ranks, &widths, max_width, gap)
}

/// Moves boxes with a row constraint above or below all others.
fn apply_row_hints(sketch: &Sketch, ranks: &mut [usize]) {
    if sketch.boxes.iter().all(|one| one.row == RowHint::Any) {
        return;
    }
    let last = ranks.iter().max().map_or(1, |rank| rank + 2);
    for (rank, one) in ranks.iter_mut().zip(&sketch.boxes) {
        *rank = match one.row {
            RowHint::Any => *rank + 1,
            RowHint::First => 0,
            RowHint::Last => last,
        };
    }
}

/// A topological order of boxes from top to bottom. Edges against this order close cycles.
pub fn topological(below: &[Vec<usize>]) -> Vec<usize> {
    let mut visited = vec![false; below.len()];
    let mut order = Vec::with_capacity(below.len());
    let mut has_above = vec![false; below.len()];
    for (from, edges) in below.iter().enumerate() {
        edges.iter().filter(|to| **to != from).for_each(|to| has_above[*to] = true);
    }
    let tops = (0..below.len()).filter(|one| !has_above[*one]);
    for start in tops.chain(0..below.len()) {
        if visited[start] {
            continue;
        }
        visited[start] = true;
        // A depth-first search with an explicit stack, since chains may be long.
        let mut stack = vec![(start, 0)];
        while let Some((here, next)) = stack.pop() {
            match below[here].get(next) {
                Some(&child) => {
                    stack.push((here, next + 1));
                    if !visited[child] {
                        visited[child] = true;
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

/// Breaks wide ranks into several rows.
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
            // The last part takes the rest, so that no part is empty.
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
    use super::*;

    #[test]
    fn upper_boxes_come_first() {
        let below = vec![vec![], vec![0], vec![1, 0], vec![3]];
        let order = topological(&below);
        let at = |one| order.iter().position(|known| *known == one);
        assert!(at(2) < at(1) && at(1) < at(0));
        assert_eq!(order.len(), 4);
    }

    #[test]
    fn wide_rows_are_split() {
        let rows = break_wide(&[0; 10], &[100.0; 10], 300.0, 0.0);
        assert_eq!(rows.iter().max(), Some(&3));
        assert!(rows.is_sorted());
    }
}
