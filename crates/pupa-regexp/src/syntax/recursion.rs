//! Detects endless recursion: groups that can only match after calling themselves, or never.

use std::collections::HashSet;

use super::PatternError;
use super::check::Facts;
use super::tree::{Children, NodeId, Part, Tree};

const NEVER_ENDING: &str = "never ending recursion";

/// Reports groups that can only match after calling themselves, or never.
pub(super) fn check_recursion(facts: &Facts<'_>) -> Result<(), PatternError> {
    let mut seen = HashSet::new();
    let mut recursion =
        Recursion { facts, root: NodeId::MAX, open: Vec::new(), steps: 0, is_given_up: false };
    for ((&target, &is_recursive), call) in
        facts.called.iter().zip(&facts.is_recursive).zip(&facts.tree.calls)
    {
        if !is_recursive || !seen.insert(target) {
            continue;
        }
        recursion.root = target;
        recursion.is_given_up = false;
        if recursion.of_group(target) != Recurs::Never {
            return Err(PatternError::new(NEVER_ENDING, call.at as usize));
        }
    }
    Ok(())
}

/// For each call, whether its target leads back to the same target.
///
/// The search goes from a called group to the calls in it. The nodes of a group are adjacent and
/// end with the group itself, so two binary searches find them.
pub(super) fn recursive_calls(tree: &Tree, called: &[NodeId]) -> Vec<bool> {
    if called.is_empty() {
        return Vec::new();
    }
    let first_nodes = first_nodes(tree);
    let first_of = |group: NodeId| first_nodes.get(group as usize).copied().unwrap_or(group);
    let mut targets = called.to_vec();
    targets.sort_unstable();
    targets.dedup();
    // Calls in the order of their nodes, each with the index of its target.
    let calls: Vec<(NodeId, usize)> = (0..tree.nodes.len() as NodeId)
        .filter_map(|id| match tree.node(id).part {
            Part::Call { call } => {
                let target = called.get(call as usize)?;
                Some((id, targets.binary_search(target).ok()?))
            }
            _ => None,
        })
        .collect();
    let targets_in = |group: NodeId| {
        let from = calls.partition_point(|&(id, _)| id < first_of(group));
        let to = calls.partition_point(|&(id, _)| id <= group);
        calls.get(from..to).unwrap_or_default().iter().map(|&(_, target)| target)
    };
    let mut budget = Recursion::LIMIT * 50;
    let mut seen_for = vec![usize::MAX; targets.len()];
    let mut leads_back = |start: usize| {
        let mut todo = vec![start];
        while let Some(target) = todo.pop() {
            for next in targets_in(targets[target]) {
                let covers = first_of(targets[next])..=targets[next];
                if covers.contains(&targets[start]) {
                    return true;
                }
                budget = budget.saturating_sub(1);
                if budget == 0 {
                    return false;
                }
                if std::mem::replace(&mut seen_for[next], start) != start {
                    todo.push(next);
                }
            }
        }
        false
    };
    let is_recursive: Vec<bool> = (0..targets.len()).map(&mut leads_back).collect();
    let of_call =
        |target: &NodeId| targets.binary_search(target).is_ok_and(|index| is_recursive[index]);
    called.iter().map(of_call).collect()
}

/// For each node, the first node of its subtree.
fn first_nodes(tree: &Tree) -> Vec<NodeId> {
    let mut first: Vec<NodeId> = Vec::with_capacity(tree.nodes.len());
    for (id, node) in tree.nodes.iter().enumerate() {
        let child = match node.part {
            Part::Look { inner, .. }
            | Part::Capture { inner, .. }
            | Part::Options { inner }
            | Part::RestOptions { inner }
            | Part::Atomic { inner }
            | Part::Absent { inner }
            | Part::Condition { inner, .. }
            | Part::Repeat { inner, .. } => Some(inner),
            Part::Sequence(children) | Part::Alternatives(children) => {
                tree.each(children).first().copied()
            }
            _ => None,
        };
        let own = child.and_then(|child| first.get(child as usize)).copied();
        first.push(own.unwrap_or(id as NodeId));
    }
    first
}

/// The way from a part back to the examined group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Recurs {
    Never,
    /// On every path through the part.
    Always,
    /// Before any character is matched.
    AtOnce,
}

/// The search for endless recursion of one group.
struct Recursion<'f, 't> {
    facts: &'f Facts<'t>,
    root: NodeId,
    /// The groups on the path from the root to the current node.
    open: Vec<NodeId>,
    steps: usize,
    is_given_up: bool,
}

impl Recursion<'_, '_> {
    /// The maximum number of steps of the search. A pattern that needs more counts as valid: its
    /// calls multiply at every level, so Ruby would not finish either.
    const LIMIT: usize = 20_000;
    const DEPTH: usize = 100;

    fn of_group(&mut self, group: NodeId) -> Recurs {
        match self.facts.tree.node(group).part {
            Part::Capture { inner, .. } => self.of(inner, true, 0),
            _ => self.of(group, true, 0),
        }
    }

    fn of(&mut self, id: NodeId, is_head: bool, depth: usize) -> Recurs {
        self.steps += 1;
        if self.is_given_up || self.steps > Recursion::LIMIT || depth > Recursion::DEPTH {
            return Recurs::Never;
        }
        let depth = depth + 1;
        match self.facts.tree.node(id).part {
            Part::Sequence(children) => self.of_sequence(children, is_head, depth),
            Part::Alternatives(branches) => self.of_alternatives(branches, is_head, depth),
            Part::Repeat { low, inner, .. } => match self.of(inner, is_head, depth) {
                Recurs::Always if low == 0 => Recurs::Never,
                other => other,
            },
            Part::Look { inner, .. } => self.of(inner, is_head, depth),
            Part::Call { call } => match self.facts.called.get(call as usize) {
                Some(&target) => self.of_target(target, is_head, depth),
                None => Recurs::Never,
            },
            Part::Capture { .. } => self.of_target(id, is_head, depth),
            Part::Options { inner }
            | Part::RestOptions { inner }
            | Part::Atomic { inner }
            | Part::Absent { inner }
            | Part::Condition { inner, .. } => self.of(inner, is_head, depth),
            Part::Text { .. }
            | Part::Any { .. }
            | Part::Type { .. }
            | Part::Property { .. }
            | Part::Class { .. }
            | Part::Assert(_)
            | Part::Keep
            | Part::Cluster(_)
            | Part::Backref { .. } => Recurs::Never,
        }
    }

    fn of_sequence(&mut self, children: Children, mut is_head: bool, depth: usize) -> Recurs {
        let tree = self.facts.tree;
        let mut all = Recurs::Never;
        for &child in tree.each(children) {
            match self.of(child, is_head, depth) {
                Recurs::AtOnce => return Recurs::AtOnce,
                Recurs::Always => all = Recurs::Always,
                Recurs::Never if self.is_given_up => return Recurs::Never,
                Recurs::Never => {}
            }
            let fact = self.facts.get(child);
            if is_head && fact.is_broken {
                // Ruby stops here and reports the back-reference.
                self.is_given_up = true;
                return Recurs::Never;
            }
            is_head = is_head && !fact.consumes;
        }
        all
    }

    fn of_alternatives(&mut self, branches: Children, is_head: bool, depth: usize) -> Recurs {
        let tree = self.facts.tree;
        let mut all = Recurs::Always;
        for &branch in tree.each(branches) {
            match self.of(branch, is_head, depth) {
                Recurs::AtOnce => return Recurs::AtOnce,
                Recurs::Always => {}
                Recurs::Never => all = Recurs::Never,
            }
        }
        all
    }

    fn of_target(&mut self, target: NodeId, is_head: bool, depth: usize) -> Recurs {
        if target == self.root {
            return if is_head { Recurs::AtOnce } else { Recurs::Always };
        }
        if self.open.contains(&target) {
            return Recurs::Never;
        }
        self.open.push(target);
        let found = match self.facts.tree.node(target).part {
            Part::Capture { inner, .. } => self.of(inner, is_head, depth),
            _ => self.of(target, is_head, depth),
        };
        self.open.pop();
        found
    }
}
