//! Transitive reduction: removes relationships that follow from others.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::catalog::Catalog;
use crate::relationships::{ExpandedGraph, Relationship, Relationships};

/// The maximum number of steps of the search. Relationships not examined by then are kept.
const MAX_STEPS: usize = 50_000_000;

/// The maximum number of containers around a resource that are examined.
const MAX_DEPTH: usize = 32;

/// All relationships from one resource to another.
#[derive(Debug, Clone)]
pub(super) struct RelatedPair {
    pub(super) source: usize,
    pub(super) target: usize,
    pub(super) is_refreshing: bool,
    pub(super) is_cyclic: bool,
    /// The relationships that were merged.
    pub(super) relationships: Vec<Relationship>,
}

/// Merges the relationships of the same two resources and removes redundant ones. A refreshing one
/// is redundant only if containers of both resources have one too.
pub(super) fn reduce(
    catalog: &Catalog,
    relationships: &Relationships,
    filter: impl Fn(&Relationship) -> bool,
) -> Vec<RelatedPair> {
    let cycles = cycle_numbers(catalog, relationships);
    let mut related = merge(relationships, filter);
    let refreshing: FxHashSet<(usize, usize)> = related
        .iter()
        .filter(|one| one.is_refreshing)
        .map(|one| (one.source, one.target))
        .collect();
    let implied = implied(catalog, relationships, &related, &cycles);
    for one in &mut related {
        let cycle = cycles.get(&one.source);
        one.is_cyclic = cycle.is_some() && cycle == cycles.get(&one.target);
    }
    related.retain(|one| {
        if one.is_cyclic {
            return true;
        }
        match one.is_refreshing {
            true => !is_implied_by_containers(relationships, &refreshing, one),
            false => !implied.contains(&(one.source, one.target)),
        }
    });
    related
}

/// The index of the cycle of each resource that is in one.
fn cycle_numbers(catalog: &Catalog, relationships: &Relationships) -> FxHashMap<usize, usize> {
    let cycles = crate::cycles::find(catalog, relationships);
    let numbered = cycles.iter().enumerate();
    numbered
        .flat_map(|(number, cycle)| cycle.members.iter().map(move |one| (*one, number)))
        .collect()
}

fn merge(
    relationships: &Relationships,
    filter: impl Fn(&Relationship) -> bool,
) -> Vec<RelatedPair> {
    let mut merge: Vec<RelatedPair> = Vec::new();
    let mut known: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    for one in relationships.all.iter().filter(|one| filter(one)) {
        let index = *known.entry((one.source, one.target)).or_insert(merge.len());
        match merge.get_mut(index) {
            Some(known) => {
                known.is_refreshing |= one.is_refreshing;
                known.relationships.push(*one);
            }
            None => merge.push(RelatedPair {
                source: one.source,
                target: one.target,
                is_refreshing: one.is_refreshing,
                is_cyclic: false,
                relationships: vec![*one],
            }),
        }
    }
    merge
}

/// The pairs of resources whose order follows from other relationships.
fn implied(
    catalog: &Catalog,
    relationships: &Relationships,
    related: &[RelatedPair],
    cycles: &FxHashMap<usize, usize>,
) -> FxHashSet<(usize, usize)> {
    let wanted = Relationships {
        all: related.iter().flat_map(|one| one.relationships.iter().copied()).collect(),
        unresolved: Vec::new(),
        containment: relationships.containment.clone(),
    };
    let expanded = ExpandedGraph::of(catalog, &wanted);
    let mut targets: Vec<Vec<usize>> = vec![Vec::new(); catalog.resources.len()];
    for one in related.iter().filter(|one| !one.is_refreshing && !cycles.contains_key(&one.target))
    {
        targets[one.source].push(one.target);
    }
    let mut implied = FxHashSet::default();
    let mut reached = vec![usize::MAX; expanded.successors.len()];
    let mut steps = 0;
    for (source, targets) in targets.iter().enumerate().filter(|(_, targets)| !targets.is_empty()) {
        if steps > MAX_STEPS {
            break;
        }
        let next = &expanded.successors[expanded.end(source)];
        let mut open: Vec<usize> =
            next.iter().flat_map(|one| &expanded.successors[*one]).copied().collect();
        while let Some(vertex) = open.pop() {
            steps += 1;
            if reached[vertex] != source {
                reached[vertex] = source;
                open.extend(&expanded.successors[vertex]);
            }
        }
        let found = targets.iter().filter(|target| reached[expanded.begin(**target)] == source);
        implied.extend(found.map(|target| (source, *target)));
    }
    implied
}

/// Whether containers of both resources have the same refreshing relationship.
fn is_implied_by_containers(
    relationships: &Relationships,
    refreshing: &FxHashSet<(usize, usize)>,
    one: &RelatedPair,
) -> bool {
    let with_containers = |resource: usize| {
        let container = |one: &usize| relationships.containment.container(*one);
        std::iter::successors(Some(resource), container).take(MAX_DEPTH)
    };
    with_containers(one.source).any(|source| {
        with_containers(one.target).any(|target| {
            (source, target) != (one.source, one.target) && refreshing.contains(&(source, target))
        })
    })
}
