//! Relationships: which resource comes before which, as an agent finds out from a catalog.
//!
//! ```text
//! Catalog ─▶ Relationships (parameters, types) ─▶ Expanded (containers replaced) ─▶ cycles
//!                        └───────────────────────────────────────────────────────▶ graphs
//! ```
//!
//! Relationships stand in parameters (arrows were turned into such by the compiler), and some
//! follow from the types of resources: a file comes after the directory it is in.

mod automatic;
mod containment;
mod expanded;
mod lookup;

use rustc_hash::FxHashSet;

use pupa_value::Value;

use crate::catalog::{Catalog, Resource};
use crate::resource_type::metaparameter::{Direction, METAPARAMETERS};
pub use containment::Containment;
pub(crate) use expanded::{Anchor, Expanded};
use lookup::Lookup;

/// The relationships of a catalog. Resources are known by their numbers in it.
///
/// ```
/// use pupa_catalog::catalog::Catalog;
/// let relationships = Catalog::default().relationships();
/// assert!(relationships.all.is_empty() && relationships.unresolved.is_empty());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Relationships {
    /// All of them, in the order in which an agent finds them.
    pub all: Vec<Relationship>,
    /// References to resources that the catalog does not have.
    pub unresolved: Vec<Unresolved>,
    /// Which resource holds which.
    pub containment: Containment,
}

/// That a resource comes before another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relationship {
    /// The resource that comes first.
    pub source: usize,
    /// The resource that comes later.
    pub target: usize,
    /// Whether a change of the first refreshes the second.
    pub is_refreshing: bool,
    /// Where it is written.
    pub origin: Origin,
}

/// Where a relationship comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A parameter of a resource, or an arrow that became one.
    Parameter {
        /// The resource that has the parameter.
        resource: usize,
        /// The name of the parameter.
        name: &'static str,
    },
    /// The types of the resources.
    Automatic,
}

/// A reference to a resource that the catalog does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unresolved {
    /// The resource that has the parameter.
    pub resource: usize,
    /// The name of the parameter.
    pub parameter: &'static str,
    /// The reference as it is written.
    pub reference: String,
}

impl Unresolved {
    /// What an agent says of it.
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
    /// The relationships between the resources.
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
    /// Adds what the parameters of a resource say.
    fn add_written(&mut self, catalog: &Catalog, lookup: &Lookup, index: usize) {
        let parameters = &catalog.resources[index].parameters;
        // The order is that of the metaparameters, not that in which they are given.
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

    /// Adds what follows from types, unless something else is known of the two resources.
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

/// The references in a value: texts and types, also in arrays.
fn references(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    // A stack of its own, since arrays may be nested deeply.
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
