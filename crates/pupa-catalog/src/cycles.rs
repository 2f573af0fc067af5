//! Dependency cycles: resources that would have to be applied before themselves.
//!
//! A catalog with cycles can be compiled but not applied, so cycles are searched only on demand.
//! The path that is reported and the text of the error are the reference's; the drawing is an
//! addition that names the location of each link.

mod components;
mod drawing;
mod path;
mod report;
mod svg;

use rustc_hash::FxHashMap;

use crate::catalog::{Catalog, Resource};
use crate::relationships::{Anchor, ExpandedGraph, Relationship, Relationships};
pub use drawing::{LinkLocations, NoLocations, drawing};
pub use report::{FAILURE, message, to_dot};
pub use svg::to_svg;

/// The number of paths through a cycle that are written to a DOT graph.
const MAX_PATHS: usize = 10;

/// A set of resources that all depend on each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cycle {
    /// The indices of the resources of the cycle, sorted by reference.
    pub members: Vec<usize>,
    /// Paths through the cycle, of which the first is reported. Each ends at a resource that it has
    /// visited before, which need not be its first one.
    pub paths: Vec<CyclePath>,
}

/// A path through a cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CyclePath {
    /// The indices of the resources on the path. A container may occur twice: once where it begins
    /// and once where it ends.
    pub resources: Vec<usize>,
    /// The link from each resource to the next.
    pub links: Vec<CycleLink>,
    /// The index in `resources` at which the circle begins: the first occurrence of the last
    /// resource.
    pub circle: usize,
}

/// The reason why a resource comes before the next one of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CycleLink {
    /// A relationship between both.
    Relationship(Relationship),
    /// The first contains the second, which can't start before its container.
    Contains,
    /// The second contains the first and can't finish before its content.
    ContainedIn,
    /// Both are the same container, which begins before it ends.
    Within,
}

impl Catalog {
    /// The dependency cycles, as `puppet apply` finds them.
    ///
    /// ```
    /// use pupa_catalog::catalog::Catalog;
    /// assert!(Catalog::default().cycles().is_empty());
    /// ```
    pub fn cycles(&self) -> Vec<Cycle> {
        find(self, &self.relationships())
    }
}

/// Finds the dependency cycles of a catalog whose relationships have been computed.
pub fn find(catalog: &Catalog, relationships: &Relationships) -> Vec<Cycle> {
    let expanded = ExpandedGraph::of(catalog, relationships);
    let mut found: Vec<Vec<(String, usize)>> = components::cyclic(&expanded.successors)
        .into_iter()
        .map(|component| sorted(catalog, &expanded, component))
        .collect();
    if found.is_empty() {
        return Vec::new();
    }
    found.sort();
    let mut by_ends: FxHashMap<(usize, usize), Relationship> = FxHashMap::default();
    for one in &relationships.all {
        by_ends.entry((one.source, one.target)).or_insert(*one);
    }
    let cycle = |component: Vec<(String, usize)>| {
        let vertices: Vec<usize> = component.into_iter().map(|(_, vertex)| vertex).collect();
        let paths = path::paths(&expanded.successors, &vertices, MAX_PATHS);
        let to_path = |path: Vec<usize>| cycle_path(&expanded, &by_ends, &path);
        let paths = paths.into_iter().map(to_path).collect();
        Cycle { members: members(catalog, &expanded, &vertices), paths }
    };
    found.into_iter().map(cycle).collect()
}

/// Sorts vertices by the names that the reference gives them.
fn sorted(
    catalog: &Catalog,
    expanded: &ExpandedGraph,
    component: Vec<usize>,
) -> Vec<(String, usize)> {
    let named = |vertex: usize| {
        let (resource, anchor) = expanded.resource(vertex);
        let reference = reference(&catalog.resources[resource]);
        let name = match anchor {
            Anchor::Whole => reference,
            Anchor::Begin => format!("Whit[admissible_{reference}]"),
            Anchor::End => format!("Whit[completed_{reference}]"),
        };
        (name, vertex)
    };
    let mut named: Vec<(String, usize)> = component.into_iter().map(named).collect();
    named.sort();
    named
}

/// The reference of a resource as agents write it.
///
/// Compat: the title of the class of the main manifest is `main` in catalogs.
fn reference(resource: &Resource) -> String {
    match (resource.type_name.as_str(), resource.title.as_str()) {
        ("Class", "main") => "Class[Main]".to_owned(),
        _ => resource.reference(),
    }
}

fn members(catalog: &Catalog, expanded: &ExpandedGraph, vertices: &[usize]) -> Vec<usize> {
    let mut members: Vec<usize> =
        vertices.iter().map(|vertex| expanded.resource(*vertex).0).collect();
    members.sort_by_cached_key(|one| (catalog.resources.get(*one).map(reference), *one));
    members.dedup();
    members
}

fn cycle_path(
    expanded: &ExpandedGraph,
    by_ends: &FxHashMap<(usize, usize), Relationship>,
    path: &[usize],
) -> CyclePath {
    let link = |pair: &[usize]| {
        let (from, from_anchor) = expanded.resource(pair[0]);
        let (to, to_anchor) = expanded.resource(pair[1]);
        match (from_anchor, to_anchor) {
            (Anchor::Begin, Anchor::End) if from == to => CycleLink::Within,
            (Anchor::Begin, _) => CycleLink::Contains,
            (_, Anchor::End) => CycleLink::ContainedIn,
            _ => by_ends
                .get(&(from, to))
                .map_or(CycleLink::Within, |one| CycleLink::Relationship(*one)),
        }
    };
    let last = path.last();
    CyclePath {
        resources: path.iter().map(|vertex| expanded.resource(*vertex).0).collect(),
        links: path.windows(2).map(link).collect(),
        circle: path.iter().position(|vertex| Some(vertex) == last).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests;
