//! Groups of changes by the nodes that share them, so that a common change is reported once.

use std::collections::BTreeMap;

use super::item::{Item, items};
use super::{NodeDiff, NodeOutcome};

/// Changes with the nodes that have all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group<'a> {
    pub(super) nodes: Vec<&'a str>,
    pub(super) items: Vec<Item>,
}

/// A change that nodes share, perhaps with different lines around it.
struct Shared<'a> {
    /// The change as the first node has it.
    first: Item,
    /// Whether all nodes have it in the same form.
    is_same: bool,
    nodes: Vec<&'a str>,
}

impl Shared<'_> {
    fn new(first: Item) -> Self {
        Shared { first, is_same: true, nodes: Vec::new() }
    }
}

/// Groups the changes of all nodes, sorted by descending number of nodes, then by node.
pub(super) fn groups(nodes: &[NodeDiff]) -> Vec<Group<'_>> {
    let mut by_change: BTreeMap<Item, Shared<'_>> = BTreeMap::new();
    for node in nodes {
        if let NodeOutcome::Compared(diff) = &node.outcome {
            for item in items(diff) {
                let shared = by_change.entry(item.without_context());
                let shared = shared.or_insert_with(|| Shared::new(item.clone()));
                shared.is_same &= shared.first == item;
                shared.nodes.push(&node.node);
            }
        }
    }
    let mut by_nodes: BTreeMap<Vec<&str>, Vec<Item>> = BTreeMap::new();
    for Shared { mut first, is_same, mut nodes } in by_change.into_values() {
        // A catalog may contain a change twice, for example in edges.
        nodes.dedup();
        if !is_same {
            first.note = format!("the lines around the change are those of {}", nodes[0]);
        }
        by_nodes.entry(nodes).or_default().push(first);
    }
    let groups = by_nodes.into_iter().map(|(nodes, items)| Group { nodes, items });
    let mut groups: Vec<_> = groups.collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.nodes.len()));
    groups
}

/// The remarks that several nodes share, with these nodes, in the order of the first ones.
pub(super) fn shared_remarks(nodes: &[NodeDiff]) -> Vec<(Vec<&str>, Vec<String>)> {
    let mut groups: Vec<(Vec<&str>, Vec<String>)> = Vec::new();
    let mut places: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    for node in nodes.iter().filter(|node| matches!(node.outcome, NodeOutcome::Failed { .. })) {
        let Some(lines) = remark(node) else { continue };
        // An error may name the node: the first one is shown.
        let key = lines.iter().map(|line| line.replace(&node.node, "")).collect();
        let place = *places.entry(key).or_insert_with(|| {
            groups.push((Vec::new(), lines));
            groups.len() - 1
        });
        groups[place].0.push(&node.node);
    }
    groups.retain(|(nodes, _)| nodes.len() > 1);
    groups
}

/// Remarks on a node that has no comparison: it exists on one side only, or its catalog failed.
pub(super) fn remark(node: &NodeDiff) -> Option<Vec<String>> {
    let resources = |count: &usize| match count {
        1 => "1 resource".to_owned(),
        count => format!("{count} resources"),
    };
    Some(match &node.outcome {
        NodeOutcome::Compared(_) => return None,
        NodeOutcome::OnlyOld(count) => vec![format!("only on the old side, {}", resources(count))],
        NodeOutcome::OnlyNew(count) => vec![format!("only on the new side, {}", resources(count))],
        NodeOutcome::Failed { old, new } => {
            let old = old.iter().map(|error| format!("no catalog on the old side: {error}"));
            let new = new.iter().map(|error| format!("no catalog on the new side: {error}"));
            old.chain(new).collect()
        }
    })
}
