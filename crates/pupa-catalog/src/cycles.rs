//! Dependency cycles: resources that would have to come before themselves.
//!
//! A catalog with cycles can be compiled but not applied, so they are looked for on demand. Which
//! of the ways around is told, and in which words, is the reference's choice; the drawing says in
//! addition where each link is written.

mod components;
mod drawing;
mod path;
mod picture;
mod report;

use rustc_hash::FxHashMap;

use crate::catalog::{Catalog, Resource};
use crate::relationships::{Anchor, Expanded, Relationship, Relationships};
pub use drawing::{LinkPlaces, NoPlaces, drawing};
pub use picture::to_svg;
pub use report::{FAILURE, message, to_dot};

/// How many ways around a cycle are put into a graph.
const MAX_PATHS: usize = 10;

/// Resources that all depend on each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cycle {
    /// The numbers of the resources in it, sorted by reference.
    pub members: Vec<usize>,
    /// Ways through it. The first one is reported. Each ends with a resource that it has passed
    /// before, which need not be the one that it begins with.
    pub paths: Vec<CyclePath>,
}

/// A way through a cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CyclePath {
    /// The numbers of the resources that it passes. Containers may be passed twice: where they
    /// begin and where they end.
    pub resources: Vec<usize>,
    /// What leads from each resource to the next.
    pub links: Vec<CycleLink>,
    /// Where the circle begins: the place of the first of those resources that come again.
    pub circle: usize,
}

/// Why a resource comes before the next one of a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CycleLink {
    /// They are related.
    Relationship(Relationship),
    /// The first holds the second, which therefore does not come before the first begins.
    Contains,
    /// The second holds the first and does not end before it.
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

/// The dependency cycles of a catalog whose relationships are known.
pub fn find(catalog: &Catalog, relationships: &Relationships) -> Vec<Cycle> {
    let expanded = Expanded::of(catalog, relationships);
    let mut found: Vec<Vec<(String, usize)>> = components::cyclic(&expanded.after)
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
        let paths = path::paths(&expanded.after, &vertices, MAX_PATHS);
        let told = |path: Vec<usize>| cycle_path(&expanded, &by_ends, &path);
        let paths = paths.into_iter().map(told).collect();
        Cycle { members: members(catalog, &expanded, &vertices), paths }
    };
    found.into_iter().map(cycle).collect()
}

/// Sorts vertices by the names that the reference has for them.
fn sorted(catalog: &Catalog, expanded: &Expanded, component: Vec<usize>) -> Vec<(String, usize)> {
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

/// A reference as agents write it.
///
/// Compat: the title of the class of the main manifest is `main` in catalogs.
fn reference(resource: &Resource) -> String {
    match (resource.type_name.as_str(), resource.title.as_str()) {
        ("Class", "main") => "Class[Main]".to_owned(),
        _ => resource.reference(),
    }
}

fn members(catalog: &Catalog, expanded: &Expanded, vertices: &[usize]) -> Vec<usize> {
    let mut members: Vec<usize> =
        vertices.iter().map(|vertex| expanded.resource(*vertex).0).collect();
    members.sort_by_cached_key(|one| (catalog.resources.get(*one).map(reference), *one));
    members.dedup();
    members
}

fn cycle_path(
    expanded: &Expanded,
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
