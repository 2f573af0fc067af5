//! Relationships with containers replaced by where they begin and where they end.
//!
//! What comes before a container comes before all in it, and what comes after it comes after all
//! in it. Two vertices in place of every container say so with few edges: its begin comes before
//! its contents, its end after them.

use rustc_hash::FxHashSet;

use super::Relationships;
use crate::catalog::Catalog;

/// The order of resources without containers.
pub(crate) struct Expanded {
    /// By vertex: what comes after it, in an agent's order.
    pub(crate) after: Vec<Vec<usize>>,
    resources: usize,
    /// Containers in the order of the catalog.
    containers: Vec<usize>,
    /// By resource: its number among the containers.
    numbers: Vec<Option<usize>>,
    known: FxHashSet<(usize, usize)>,
}

/// What a vertex is of its resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Anchor {
    /// All of it.
    Whole,
    /// Where a container begins.
    Begin,
    /// Where a container ends.
    End,
}

impl Expanded {
    /// Replaces the containers. The order of edges is that of an agent, since it decides which of
    /// several cycles is reported.
    pub(crate) fn of(catalog: &Catalog, relationships: &Relationships) -> Expanded {
        let count = catalog.resources.len();
        let containment = &relationships.containment;
        let containers: Vec<usize> =
            (0..count).filter(|one| containment.is_container(*one)).collect();
        let mut numbers = vec![None; count];
        for (number, container) in containers.iter().enumerate() {
            numbers[*container] = Some(number);
        }
        let mut expanded = Expanded {
            after: vec![Vec::new(); count + 2 * containers.len()],
            resources: count,
            containers,
            numbers,
            known: FxHashSet::default(),
        };
        expanded.add_between_others(relationships);
        expanded.add_of_containers(relationships);
        expanded
    }

    /// Adds relationships without containers.
    fn add_between_others(&mut self, relationships: &Relationships) {
        for one in &relationships.all {
            if self.numbers[one.source].is_none() && self.numbers[one.target].is_none() {
                self.add(one.source, one.target);
            }
        }
    }

    /// Adds contents of containers and relationships with them.
    fn add_of_containers(&mut self, relationships: &Relationships) {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.resources];
        let mut after = before.clone();
        for one in &relationships.all {
            before[one.target].push(one.source);
            after[one.source].push(one.target);
        }
        for container in self.containers.clone() {
            let (begin, end) = (self.begin(container), self.end(container));
            let contents = relationships.containment.contents(container);
            if contents.is_empty() {
                self.add(begin, end);
            }
            for one in contents {
                self.add(begin, self.begin(*one));
                self.add(self.end(*one), end);
            }
            before[container].iter().for_each(|source| self.add(self.end(*source), begin));
            after[container].iter().for_each(|target| self.add(end, self.begin(*target)));
        }
    }

    fn add(&mut self, from: usize, to: usize) {
        if self.known.insert((from, to)) {
            self.after[from].push(to);
        }
    }

    /// The vertex that comes after all that comes before a resource.
    pub(crate) fn begin(&self, resource: usize) -> usize {
        self.numbers[resource].map_or(resource, |number| self.resources + 2 * number)
    }

    /// The vertex that comes before all that comes after a resource.
    pub(crate) fn end(&self, resource: usize) -> usize {
        self.numbers[resource].map_or(resource, |number| self.resources + 2 * number + 1)
    }

    /// The resource that a vertex stands for.
    pub(crate) fn resource(&self, vertex: usize) -> (usize, Anchor) {
        let Some(number) = vertex.checked_sub(self.resources) else {
            return (vertex, Anchor::Whole);
        };
        let anchor = if number % 2 == 0 { Anchor::Begin } else { Anchor::End };
        (self.containers[number / 2], anchor)
    }
}
