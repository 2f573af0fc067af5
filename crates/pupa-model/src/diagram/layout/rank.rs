//! Constraints on the vertical order of boxes.

use super::super::graph::{Graph, LineKind};

/// For each box those that must be below it. A type that contains objects of its own base, as in
/// trees, stays below the base.
pub(super) fn edges(graph: &Graph) -> Vec<Vec<usize>> {
    let mut below = vec![Vec::new(); graph.boxes.len()];
    let mut bases = vec![None; graph.boxes.len()];
    for line in graph.lines.iter().filter(|line| line.kind == LineKind::Inheritance) {
        below[line.to].push(line.from);
        bases[line.from] = Some(line.to);
    }
    let is_base = |one: usize, of: usize| {
        let all = std::iter::successors(bases[of], |base| bases[*base]);
        // The limit ends the iteration if the inheritance is circular.
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

#[cfg(test)]
mod tests {
    use super::super::super::graph::{Line, TypeBox};
    use super::*;

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
        assert_eq!(edges(&graph), [vec![], vec![0], vec![0]]);
    }
}
