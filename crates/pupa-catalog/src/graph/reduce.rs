//! Which relationships say nothing new.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::catalog::Catalog;
use crate::relationships::{Expanded, Relationship, Relationships};

/// How many steps are made to find out. What is not found out by then is shown.
const MAX_STEPS: usize = 50_000_000;

/// How many containers around a resource are looked at.
const MAX_DEPTH: usize = 32;

/// The relationships between two resources.
#[derive(Debug, Clone)]
pub(super) struct Related {
    pub(super) source: usize,
    pub(super) target: usize,
    pub(super) is_refreshing: bool,
    pub(super) is_cyclic: bool,
    /// All that say so.
    pub(super) relationships: Vec<Relationship>,
}

/// The relationships that do not follow from others: one for two resources. What refreshes is left
/// out only where a relationship of containers says the same.
pub(super) fn reduce(
    catalog: &Catalog,
    relationships: &Relationships,
    is_wanted: impl Fn(&Relationship) -> bool,
) -> Vec<Related> {
    let cycles = cycle_numbers(catalog, relationships);
    let mut related = merged(relationships, is_wanted);
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
            true => !is_said_of_containers(relationships, &refreshing, one),
            false => !implied.contains(&(one.source, one.target)),
        }
    });
    related
}

/// The number of the cycle that a resource is in.
fn cycle_numbers(catalog: &Catalog, relationships: &Relationships) -> FxHashMap<usize, usize> {
    let cycles = crate::cycles::find(catalog, relationships);
    let numbered = cycles.iter().enumerate();
    numbered
        .flat_map(|(number, cycle)| cycle.members.iter().map(move |one| (*one, number)))
        .collect()
}

fn merged(
    relationships: &Relationships,
    is_wanted: impl Fn(&Relationship) -> bool,
) -> Vec<Related> {
    let mut merged: Vec<Related> = Vec::new();
    let mut known: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    for one in relationships.all.iter().filter(|one| is_wanted(one)) {
        let index = *known.entry((one.source, one.target)).or_insert(merged.len());
        match merged.get_mut(index) {
            Some(known) => {
                known.is_refreshing |= one.is_refreshing;
                known.relationships.push(*one);
            }
            None => merged.push(Related {
                source: one.source,
                target: one.target,
                is_refreshing: one.is_refreshing,
                is_cyclic: false,
                relationships: vec![*one],
            }),
        }
    }
    merged
}

/// The pairs of resources whose order follows from that of others.
fn implied(
    catalog: &Catalog,
    relationships: &Relationships,
    related: &[Related],
    cycles: &FxHashMap<usize, usize>,
) -> FxHashSet<(usize, usize)> {
    let wanted = Relationships {
        all: related.iter().flat_map(|one| one.relationships.iter().copied()).collect(),
        unresolved: Vec::new(),
        containment: relationships.containment.clone(),
    };
    let expanded = Expanded::of(catalog, &wanted);
    let mut targets: Vec<Vec<usize>> = vec![Vec::new(); catalog.resources.len()];
    for one in related.iter().filter(|one| !one.is_refreshing && !cycles.contains_key(&one.target))
    {
        targets[one.source].push(one.target);
    }
    let mut implied = FxHashSet::default();
    let mut reached = vec![usize::MAX; expanded.after.len()];
    let mut steps = 0;
    for (source, targets) in targets.iter().enumerate().filter(|(_, targets)| !targets.is_empty()) {
        if steps > MAX_STEPS {
            break;
        }
        let next = &expanded.after[expanded.end(source)];
        let mut open: Vec<usize> =
            next.iter().flat_map(|one| &expanded.after[*one]).copied().collect();
        while let Some(vertex) = open.pop() {
            steps += 1;
            if reached[vertex] != source {
                reached[vertex] = source;
                open.extend(&expanded.after[vertex]);
            }
        }
        let found = targets.iter().filter(|target| reached[expanded.begin(**target)] == source);
        implied.extend(found.map(|target| (source, *target)));
    }
    implied
}

/// Whether containers of both resources are related in the same way.
fn is_said_of_containers(
    relationships: &Relationships,
    refreshing: &FxHashSet<(usize, usize)>,
    one: &Related,
) -> bool {
    let around = |resource: usize| {
        let container = |one: &usize| relationships.containment.container(*one);
        std::iter::successors(Some(resource), container).take(MAX_DEPTH)
    };
    around(one.source).any(|source| {
        around(one.target).any(|target| {
            (source, target) != (one.source, one.target) && refreshing.contains(&(source, target))
        })
    })
}
