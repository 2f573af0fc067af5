//! The graph of relationships in which containers are replaced by a begin and an end vertex.
//!
//! A relationship of a container holds for all its contents. The two vertices express that with few
//! edges: `begin` comes before the contents, `end` after them.

use rustc_hash::FxHashSet;

use super::Relationships;
use crate::catalog::Catalog;

/// The order of resources as a graph in which each container has two vertices.
pub(crate) struct ExpandedGraph {
    /// The successors of each vertex, in an agent's order.
    pub(crate) successors: Vec<Vec<usize>>,
    resources: usize,
    /// The containers in the order of the catalog.
    containers: Vec<usize>,
    /// The index of each resource in `containers`.
    numbers: Vec<Option<usize>>,
    edges: FxHashSet<(usize, usize)>,
}

/// The part of a resource that a vertex represents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Anchor {
    /// The resource as a whole, which is not a container.
    Whole,
    /// The begin of a container.
    Begin,
    /// The end of a container.
    End,
}

impl ExpandedGraph {
    /// Builds the graph. The order of edges is that of an agent, since it decides which of several
    /// cycles is reported.
    pub(crate) fn of(catalog: &Catalog, relationships: &Relationships) -> ExpandedGraph {
        let count = catalog.resources.len();
        let containment = &relationships.containment;
        let containers: Vec<usize> =
            (0..count).filter(|one| containment.is_container(*one)).collect();
        let mut numbers = vec![None; count];
        for (number, container) in containers.iter().enumerate() {
            numbers[*container] = Some(number);
        }
        let mut graph = ExpandedGraph {
            successors: vec![Vec::new(); count + 2 * containers.len()],
            resources: count,
            containers,
            numbers,
            edges: FxHashSet::default(),
        };
        graph.add_plain(relationships);
        graph.add_containers(relationships);
        graph
    }

    /// Adds the relationships in which no container takes part.
    fn add_plain(&mut self, relationships: &Relationships) {
        for one in &relationships.all {
            if self.numbers[one.source].is_none() && self.numbers[one.target].is_none() {
                self.add(one.source, one.target);
            }
        }
    }

    /// Adds the contents of containers and their relationships.
    fn add_containers(&mut self, relationships: &Relationships) {
        let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); self.resources];
        let mut successors = predecessors.clone();
        for one in &relationships.all {
            predecessors[one.target].push(one.source);
            successors[one.source].push(one.target);
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
            predecessors[container].iter().for_each(|source| self.add(self.end(*source), begin));
            successors[container].iter().for_each(|target| self.add(end, self.begin(*target)));
        }
    }

    fn add(&mut self, from: usize, to: usize) {
        if self.edges.insert((from, to)) {
            self.successors[from].push(to);
        }
    }

    /// The first vertex of a resource, to which relationships lead.
    pub(crate) fn begin(&self, resource: usize) -> usize {
        self.numbers[resource].map_or(resource, |number| self.resources + 2 * number)
    }

    /// The last vertex of a resource, from which relationships lead on.
    pub(crate) fn end(&self, resource: usize) -> usize {
        self.numbers[resource].map_or(resource, |number| self.resources + 2 * number + 1)
    }

    /// The resource and the part of it that a vertex represents.
    pub(crate) fn resource(&self, vertex: usize) -> (usize, Anchor) {
        let Some(number) = vertex.checked_sub(self.resources) else {
            return (vertex, Anchor::Whole);
        };
        let anchor = if number % 2 == 0 { Anchor::Begin } else { Anchor::End };
        (self.containers[number / 2], anchor)
    }
}
