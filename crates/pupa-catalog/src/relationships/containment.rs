//! Containment: the container and the contents of each resource.

use rustc_hash::FxHashSet;

use super::lookup::Lookup;
use crate::catalog::{Catalog, Resource, ResourceKind};

/// The containment of the resources of a catalog, which are referred to by index.
#[derive(Debug, Clone, Default)]
pub struct Containment {
    containers: Vec<Option<usize>>,
    contents: Vec<Vec<usize>>,
    is_container: Vec<bool>,
}

impl Containment {
    /// Computes the containment of a catalog.
    pub(super) fn of(catalog: &Catalog, lookup: &Lookup) -> Containment {
        let count = catalog.resources.len();
        let mut containment = Containment {
            containers: vec![None; count],
            contents: vec![Vec::new(); count],
            is_container: catalog.resources.iter().map(is_container).collect(),
        };
        let mut seen = FxHashSet::default();
        let is_stage = |one: usize| catalog.resources[one].type_name.as_str() == "Stage";
        for (source, target) in &catalog.edges {
            let (Some(source), Some(target)) = (lookup.find(source), lookup.find(target)) else {
                continue;
            };
            if seen.insert((source, target)) {
                containment.contents[source].push(target);
                containment.containers[target] =
                    containment.containers[target].filter(|one| !is_stage(*one)).or(Some(source));
            }
        }
        // Edges may come in any order; agents use that of the resources.
        containment.contents.iter_mut().for_each(|contents| contents.sort_unstable());
        containment
    }

    /// The container of a resource. If there are several, it is the first one except for stages: a
    /// class that another class contains is in a stage as well.
    pub fn container(&self, resource: usize) -> Option<usize> {
        self.containers.get(resource).copied().flatten()
    }

    /// The contents of a container, in the order of the catalog.
    pub fn contents(&self, resource: usize) -> &[usize] {
        self.contents.get(resource).map_or(&[], Vec::as_slice)
    }

    /// Whether a resource is of a kind that contains others: a class, a resource of a defined type
    /// or a stage.
    pub fn is_container(&self, resource: usize) -> bool {
        self.is_container.get(resource).copied().unwrap_or_default()
    }
}

fn is_container(resource: &Resource) -> bool {
    matches!(resource.kind, ResourceKind::Class | ResourceKind::DefinedType)
        || matches!(resource.type_name.as_str(), "Class" | "Stage")
}
