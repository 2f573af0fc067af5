//! Links the definitions of several files: checks whether the types that they refer to exist, and
//! whether their features differ from inherited ones.
//!
//! The validator has already reported what can be decided within one file.

use std::collections::HashSet;
use std::sync::Arc;

use super::{FeatureKind, FeatureModel, MANAGED_RESOURCE, TypeModel, TypeName};
use crate::diagnostic::Diagnostic;
use crate::issues::validation as issue;
use crate::source::Source;
use crate::tree::Tree;
use crate::validate::is_metaparameter;

/// A definition with its tree.
#[derive(Debug, Clone)]
pub struct Definition {
    /// The tree.
    pub tree: Arc<Tree>,
    /// The definition.
    pub model: TypeModel,
}

/// The result of looking up a type name.
#[derive(Debug, Clone)]
pub enum Found {
    /// A type definition.
    Definition(Arc<Definition>),
    /// A type that is not a type definition: a data type or an alias.
    Other,
    /// Nothing.
    Missing,
}

/// Finds type definitions by name.
pub trait Definitions {
    /// Looks up the name of a type.
    fn find(&self, name: &str) -> Found;
}

/// The maximum length of a chain of inheritance.
pub const MAX_BASES: usize = 256;

/// The types that a definition inherits from.
#[derive(Debug)]
pub struct Ancestry {
    /// The known bases, the nearest first.
    pub bases: Vec<Arc<Definition>>,
    /// The end of the chain.
    pub end: AncestryEnd,
}

/// The end of a chain of inheritance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AncestryEnd {
    /// A type that inherits from nothing.
    Root,
    /// The type of managed resources.
    ManagedResource,
    /// An unknown type.
    Missing,
    /// A type other than a type definition.
    Other,
    /// The first type of the chain.
    Cycle,
    /// Types that inherit from each other in a circle.
    OtherCycle,
    /// Not reached within [`MAX_BASES`] types.
    TooLong,
}

impl Ancestry {
    /// Follows `inherits` from a definition.
    pub fn of(model: &TypeModel, types: &dyn Definitions) -> Ancestry {
        let mut ancestry = Ancestry { bases: Vec::new(), end: AncestryEnd::Root };
        let mut seen = HashSet::new();
        let mut next = model.parent.clone();
        while let Some(parent) = next {
            if parent.name == model.name {
                ancestry.end = AncestryEnd::Cycle;
                break;
            }
            let base = match types.find(&parent.name) {
                Found::Definition(base) => base,
                _ if parent.name == MANAGED_RESOURCE => {
                    ancestry.end = AncestryEnd::ManagedResource;
                    break;
                }
                Found::Other => {
                    ancestry.end = AncestryEnd::Other;
                    break;
                }
                Found::Missing => {
                    ancestry.end = AncestryEnd::Missing;
                    break;
                }
            };
            if !seen.insert(parent.name) {
                ancestry.end = AncestryEnd::OtherCycle;
                break;
            }
            if ancestry.bases.len() >= MAX_BASES {
                ancestry.end = AncestryEnd::TooLong;
                break;
            }
            next = base.model.parent.clone();
            ancestry.bases.push(base);
        }
        ancestry
    }

    /// Whether it leads to the type of managed resources.
    pub fn is_managed(&self) -> bool {
        self.end == AncestryEnd::ManagedResource
    }

    /// The feature with this name, among those of the bases.
    fn feature(&self, name: &str) -> Option<(&Definition, &FeatureModel)> {
        self.bases.iter().find_map(|base| {
            let feature = base.model.features.iter().find(|known| known.name == name)?;
            Some((&**base, feature))
        })
    }
}

/// Returns the errors of a definition that concern other files, in the order of the text.
pub fn check_links(
    source: &Arc<Source>,
    model: &TypeModel,
    types: &dyn Definitions,
) -> Vec<Diagnostic> {
    let ancestry = Ancestry::of(model, types);
    let mut found: Vec<Diagnostic> = base_error(source, model, &ancestry).into_iter().collect();
    for feature in &model.features {
        found.extend(name_error(source, feature, &ancestry));
        if let FeatureKind::Reference { target, .. } = &feature.kind {
            found.extend(target_error(source, target, types));
        }
    }
    found
}

/// Reports an error in the chain only for the type next to it.
fn base_error(source: &Arc<Source>, model: &TypeModel, ancestry: &Ancestry) -> Option<Diagnostic> {
    let parent = model.parent.as_ref()?;
    match ancestry.end {
        AncestryEnd::Cycle => Some(issue::cyclic_inheritance(&model.name).at(source, parent.span)),
        AncestryEnd::TooLong => {
            Some(issue::too_many_bases(&model.name, MAX_BASES).at(source, parent.span))
        }
        AncestryEnd::Missing if ancestry.bases.is_empty() => {
            Some(issue::unknown_base_type(&parent.name).at(source, parent.span))
        }
        AncestryEnd::Other if ancestry.bases.is_empty() => {
            Some(issue::data_type_as_base(&parent.name).at(source, parent.span))
        }
        _ => None,
    }
}

fn name_error(
    source: &Arc<Source>,
    feature: &FeatureModel,
    ancestry: &Ancestry,
) -> Option<Diagnostic> {
    let (name, span) = (&feature.name, feature.name_span);
    if let Some((base, twin)) = ancestry.feature(name) {
        let other = base.tree.source();
        let line = other.position(twin.name_span.start).line;
        let note = format!("`{}` declares it too ({}:{line})", base.model.name, other.name());
        return Some(issue::duplicate_feature(name).at(source, span).note(note));
    }
    if !ancestry.is_managed() {
        return None;
    }
    if name == "name" {
        let note = format!("`{MANAGED_RESOURCE}` has the attribute `name`");
        return Some(issue::duplicate_feature(name).at(source, span).note(note));
    }
    is_metaparameter(name).then(|| issue::feature_is_metaparameter(name).at(source, span))
}

fn target_error(
    source: &Arc<Source>,
    target: &TypeName,
    types: &dyn Definitions,
) -> Option<Diagnostic> {
    match types.find(&target.name) {
        Found::Definition(_) => None,
        Found::Missing if target.name == MANAGED_RESOURCE => None,
        Found::Missing => Some(issue::unknown_reference_type(&target.name).at(source, target.span)),
        Found::Other => {
            let found = format!("`{}`", target.name);
            Some(issue::illegal_reference_type(&found).at(source, target.span))
        }
    }
}

/// Returns the error for a type that is defined again.
pub fn duplicate(source: &Arc<Source>, model: &TypeModel) -> Diagnostic {
    issue::duplicate_type(&model.name).at(source, model.name_span)
}
