//! Cycles as SVG pictures: the graph of a catalog reduced to the members of cycles.

use super::Cycle;
use crate::catalog::Catalog;
use crate::graph::{self, Automatic, GraphContents, GraphOptions};

/// Draws the resources of cycles and the relationships between them as SVG.
pub fn to_svg(catalog: &Catalog, cycles: &[Cycle]) -> String {
    let mut is_member = vec![false; catalog.resources.len()];
    for one in cycles.iter().flat_map(|cycle| &cycle.members) {
        if let Some(is_member) = is_member.get_mut(*one) {
            *is_member = true;
        }
    }
    let members = catalog.resources.iter().zip(is_member).filter(|(_, is_member)| *is_member);
    let only = Catalog {
        name: format!("{} (dependency cycles)", catalog.name),
        resources: members.map(|(resource, _)| resource.clone()).collect(),
        edges: catalog.edges.clone(),
        ..Catalog::default()
    };
    let options =
        GraphOptions { contents: GraphContents::All, automatic: Automatic::Shown, only: None };
    graph::to_svg(&only, &options)
}
