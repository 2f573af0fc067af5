//! Comparison of the catalogs of many nodes.

use std::collections::BTreeMap;

use super::{CatalogDiff, DiffOptions, compare};
use crate::catalog::Catalog;

/// The result of comparing one node.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeDiff {
    /// The name of the node.
    pub node: String,
    /// The outcome of the comparison.
    pub outcome: NodeOutcome,
}

/// The outcome of comparing the catalogs of a node.
#[derive(Debug, Clone, PartialEq)]
pub enum NodeOutcome {
    /// Both sides have a catalog; the difference may be empty.
    Compared(CatalogDiff),
    /// Only the old side has the node, with this number of resources.
    OnlyOld(usize),
    /// Only the new side has the node, with this number of resources.
    OnlyNew(usize),
    /// At least one catalog is missing because of an error.
    Failed {
        /// The error on the old side.
        old: Option<String>,
        /// The error on the new side.
        new: Option<String>,
    },
}

/// The number of differences over all nodes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// The number of nodes.
    pub nodes: usize,
    /// The number of nodes without differences.
    pub same: usize,
    /// The number of nodes that differ or exist on one side only.
    pub different: usize,
    /// The number of nodes that could not be compared.
    pub failed: usize,
    /// The number of added resources.
    pub added: usize,
    /// The number of removed resources.
    pub removed: usize,
    /// The number of changed resources.
    pub changed: usize,
}

impl Summary {
    /// Counts the differences.
    pub fn new(nodes: &[NodeDiff]) -> Summary {
        let mut summary = Summary { nodes: nodes.len(), ..Summary::default() };
        for node in nodes {
            match &node.outcome {
                NodeOutcome::Failed { .. } => summary.failed += 1,
                NodeOutcome::OnlyOld(_) | NodeOutcome::OnlyNew(_) => summary.different += 1,
                NodeOutcome::Compared(diff) if diff.is_empty() => summary.same += 1,
                NodeOutcome::Compared(diff) => {
                    summary.different += 1;
                    summary.added += diff.added.len();
                    summary.removed += diff.removed.len();
                    summary.changed += diff.changed.len();
                }
            }
        }
        summary
    }
}

/// Compares the catalogs of nodes by name. A missing catalog is given as its error message.
///
/// ```
/// use pupa_catalog::catalog::Catalog;
/// use pupa_catalog::diff::{DiffOptions, Summary, compare_nodes};
/// let old = vec![("a".to_owned(), Ok(Catalog::default())), ("b".to_owned(), Ok(Catalog::default()))];
/// let new = vec![("b".to_owned(), Err("no such file".to_owned()))];
/// let summary = Summary::new(&compare_nodes(old, new, &DiffOptions::default()));
/// assert_eq!((summary.nodes, summary.different, summary.failed), (2, 1, 1));
/// ```
pub fn compare_nodes(
    old: Vec<(String, Result<Catalog, String>)>,
    new: Vec<(String, Result<Catalog, String>)>,
    options: &DiffOptions,
) -> Vec<NodeDiff> {
    let mut nodes: BTreeMap<String, (Option<_>, Option<_>)> = BTreeMap::new();
    for (node, catalog) in old {
        nodes.entry(node).or_default().0 = Some(catalog);
    }
    for (node, catalog) in new {
        nodes.entry(node).or_default().1 = Some(catalog);
    }
    let compared =
        nodes.into_iter().map(|(node, (old, new))| compare_node(&node, old, new, options));
    compared.collect()
}

/// Compares the catalogs of one node. `None` means that the side does not have the node.
pub fn compare_node(
    node: &str,
    old: Option<Result<Catalog, String>>,
    new: Option<Result<Catalog, String>>,
    options: &DiffOptions,
) -> NodeDiff {
    let outcome = match (old, new) {
        (Some(Ok(old)), Some(Ok(new))) => NodeOutcome::Compared(compare(&old, &new, options)),
        (Some(Ok(old)), None) => NodeOutcome::OnlyOld(old.resources.len()),
        (None, Some(Ok(new))) => NodeOutcome::OnlyNew(new.resources.len()),
        (old, new) => {
            let error = |side: Option<Result<Catalog, String>>| side.and_then(Result::err);
            NodeOutcome::Failed { old: error(old), new: error(new) }
        }
    };
    NodeDiff { node: node.to_owned(), outcome }
}
