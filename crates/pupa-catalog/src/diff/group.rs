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

/// Groups the changes of all nodes, sorted by descending number of nodes, then by node.
pub(super) fn groups(nodes: &[NodeDiff]) -> Vec<Group<'_>> {
    let mut by_item: BTreeMap<Item, Vec<&str>> = BTreeMap::new();
    for node in nodes {
        if let NodeOutcome::Compared(diff) = &node.outcome {
            for item in items(diff) {
                by_item.entry(item).or_default().push(&node.node);
            }
        }
    }
    let mut by_nodes: BTreeMap<Vec<&str>, Vec<Item>> = BTreeMap::new();
    for (item, mut nodes) in by_item {
        // A catalog may contain a change twice, for example in edges.
        nodes.dedup();
        by_nodes.entry(nodes).or_default().push(item);
    }
    let groups = by_nodes.into_iter().map(|(nodes, items)| Group { nodes, items });
    let mut groups: Vec<_> = groups.collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.nodes.len()));
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
