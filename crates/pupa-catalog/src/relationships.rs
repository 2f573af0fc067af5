//! Relationships: the order of resources, derived from a catalog as an agent does.
//!
//! ```text
//! Catalog ─▶ Relationships (parameters, types) ─▶ ExpandedGraph (containers replaced) ─▶ cycles
//!                        └────────────────────────────────────────────────────────────▶ graphs
//! ```
//!
//! Relationships come from metaparameters, into which the compiler also converts arrows. Automatic
//! ones follow from the types of resources: a file comes after its directory.

mod automatic;
mod containment;
mod expanded_graph;
mod lookup;

use rustc_hash::FxHashSet;

use pupa_value::Value;

use crate::catalog::{Catalog, Resource};
use crate::resource_type::metaparameter::{Direction, METAPARAMETERS};
pub use containment::Containment;
pub(crate) use expanded_graph::{Anchor, ExpandedGraph};
use lookup::Lookup;

/// The relationships of a catalog, whose resources are referred to by index.
///
/// ```
/// use pupa_catalog::catalog::Catalog;
/// let relationships = Catalog::default().relationships();
/// assert!(relationships.all.is_empty() && relationships.unresolved.is_empty());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Relationships {
    /// All relationships, in the order in which an agent finds them.
    pub all: Vec<Relationship>,
    /// References to resources that are not in the catalog.
    pub unresolved: Vec<Unresolved>,
    /// The containment of the catalog.
    pub containment: Containment,
}

/// The fact that one resource comes before another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relationship {
    /// The index of the resource that comes first.
    pub source: usize,
    /// The index of the resource that comes later.
    pub target: usize,
    /// Whether a change of the source refreshes the target.
    pub is_refreshing: bool,
    /// The origin of the relationship.
    pub origin: Origin,
}

/// The origin of a relationship.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A metaparameter of a resource, or an arrow that the compiler converted to one.
    Parameter {
        /// The index of the resource that has the parameter.
        resource: usize,
        /// The name of the parameter.
        name: &'static str,
    },
    /// An automatic relationship, which follows from the types of the resources.
    Automatic,
}

/// A reference to a resource that is not in the catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unresolved {
    /// The index of the resource that has the parameter.
    pub resource: usize,
    /// The name of the parameter.
    pub parameter: &'static str,
    /// The reference as written.
    pub reference: String,
}

impl Unresolved {
    /// The error message of an agent.
    pub fn message(&self, catalog: &Catalog) -> String {
        let what = match self.parameter {
            "require" | "subscribe" => "dependency",
            _ => "dependent",
        };
        let resource = catalog.resources.get(self.resource).map(Resource::reference);
        format!("Could not find {what} {} for {}", self.reference, resource.unwrap_or_default())
    }
}

impl Catalog {
    /// Computes the relationships between the resources.
    pub fn relationships(&self) -> Relationships {
        let lookup = Lookup::of(self);
        let mut relationships =
            Relationships { containment: Containment::of(self, &lookup), ..Default::default() };
        for index in 0..self.resources.len() {
            relationships.add_written(self, &lookup, index);
        }
        relationships.add_automatic(self, &lookup);
        relationships
    }
}

impl Relationships {
    /// Adds the relationships in the metaparameters of a resource.
    fn add_written(&mut self, catalog: &Catalog, lookup: &Lookup, index: usize) {
        let parameters = &catalog.resources[index].parameters;
        // Agents go through the metaparameters in this order, not in that of the resource.
        for metaparameter in METAPARAMETERS {
            let Some(relationship) = metaparameter.relationship else { continue };
            let given = parameters.iter().find(|(name, _)| name.as_str() == metaparameter.name);
            let Some((_, value)) = given else { continue };
            for reference in references(value) {
                let Some(other) = lookup.find(&reference) else {
                    let parameter = metaparameter.name;
                    self.unresolved.push(Unresolved { resource: index, parameter, reference });
                    continue;
                };
                let (source, target) = match relationship.direction {
                    Direction::In => (other, index),
                    Direction::Out => (index, other),
                };
                let origin = Origin::Parameter { resource: index, name: metaparameter.name };
                let is_refreshing = relationship.is_refreshing;
                self.all.push(Relationship { source, target, is_refreshing, origin });
            }
        }
    }

    /// Adds automatic relationships between resources that are not related otherwise.
    fn add_automatic(&mut self, catalog: &Catalog, lookup: &Lookup) {
        let mut known: FxHashSet<(usize, usize)> =
            self.all.iter().map(|one| (one.source, one.target)).collect();
        for (source, target) in automatic::pairs(catalog, lookup) {
            if known.contains(&(source, target)) || known.contains(&(target, source)) {
                continue;
            }
            known.insert((source, target));
            let origin = Origin::Automatic;
            self.all.push(Relationship { source, target, is_refreshing: false, origin });
        }
    }
}

/// The references in a value: strings and types, also in nested arrays.
fn references(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    // An explicit stack, since arrays may be nested deeply.
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) => found.push(text.to_string()),
            Value::Array(values) => open.extend(values.iter().rev()),
            Value::Type(one) => found.push(one.to_string()),
            Value::Sensitive(value) => open.push(value),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
pub(crate) mod tests;
