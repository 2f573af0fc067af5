//! Documentation of types for their users, from the definitions and the comments above them.
//!
//! ```text
//! Model ─document─▶ Documentation ─┬─▶ Markdown
//!                                  ├─▶ HTML
//!                                  └─▶ JSON
//! ```

mod comment;
mod example;
mod html;
mod json;
mod markdown;

use pupa_syntax::tree::{Logic, Tree};
use pupa_syntax::type_model::{
    Definition, FeatureKind, FeatureModel, InvariantModel, MANAGED_RESOURCE, default_text,
};

pub use html::to_html;
pub use json::to_json;
pub use markdown::to_markdown;

use crate::describe::{logic_source, multiplicity, source, type_text};
use crate::model::Model;
use comment::Comment;

/// The documentation of the types of a model.
#[derive(Debug)]
pub struct Documentation {
    /// The types, sorted by name.
    types: Vec<TypeDoc>,
}

/// The documentation of a type.
#[derive(Debug)]
struct TypeDoc {
    name: String,
    comment: Comment,
    location: Location,
    is_abstract: bool,
    /// Whether it is a resource type.
    is_managed: bool,
    /// The bases, nearest first.
    bases: Vec<String>,
    /// The direct subtypes.
    subtypes: Vec<String>,
    features: Vec<FeatureDoc>,
    /// The features of each base, nearest first.
    inherited: Vec<(String, Vec<String>)>,
    invariants: Vec<InvariantDoc>,
    /// Example code that creates an instance; `None` for an abstract type.
    example: Option<String>,
}

/// The documentation of a feature.
#[derive(Debug)]
struct FeatureDoc {
    name: String,
    comment: Comment,
    line: u32,
    is_reference: bool,
    ty: String,
    multiplicity: String,
    /// Other properties, such as `transient`.
    settings: Vec<&'static str>,
    default: Option<String>,
    /// The source of `check`, `set` and other logic.
    logic: Vec<(&'static str, String)>,
}

/// The documentation of an invariant.
#[derive(Debug)]
struct InvariantDoc {
    comment: Comment,
    line: u32,
    /// The title in source form, with its quotes.
    title: Option<String>,
    source: String,
}

/// The location of a definition.
#[derive(Debug)]
struct Location {
    file: String,
    line: u32,
}

/// Builds the documentation of the types of a model.
pub fn document(model: &Model) -> Documentation {
    let mut types: Vec<TypeDoc> = model.types().map(|one| type_doc(model, one)).collect();
    types.sort_by(|a, b| a.name.cmp(&b.name));
    let children: Vec<(String, String)> = types
        .iter()
        .filter_map(|one| Some((one.bases.first()?.clone(), one.name.clone())))
        .collect();
    for (base, child) in children {
        if let Ok(index) = types.binary_search_by(|one| one.name.cmp(&base)) {
            types[index].subtypes.push(child);
        }
    }
    Documentation { types }
}

impl Documentation {
    /// Whether a type with this name is documented here.
    fn has_type(&self, name: &str) -> bool {
        self.types.binary_search_by(|one| one.name.as_str().cmp(name)).is_ok()
    }
}

fn type_doc(model: &Model, definition: &Definition) -> TypeDoc {
    let Definition { tree, model: own } = definition;
    let ancestry = model.ancestry(own);
    let is_managed = ancestry.is_managed();
    let mut bases: Vec<String> =
        ancestry.bases.iter().map(|base| base.model.name.clone()).collect();
    let mut inherited: Vec<(String, Vec<String>)> = ancestry
        .bases
        .iter()
        .map(|base| (base.model.name.clone(), names(&base.model.features)))
        .collect();
    if is_managed {
        bases.push(MANAGED_RESOURCE.to_owned());
        inherited.push((MANAGED_RESOURCE.to_owned(), vec!["name".to_owned()]));
    }
    inherited.retain(|(_, features)| !features.is_empty());
    let line = tree.source().line_of(tree[own.expr].span.start);
    TypeDoc {
        name: own.name.clone(),
        comment: comment::above(tree, line),
        location: Location { file: tree.source().name().to_owned(), line },
        is_abstract: own.is_abstract,
        is_managed,
        bases,
        subtypes: Vec::new(),
        features: own.features.iter().map(|feature| feature_doc(tree, feature)).collect(),
        inherited,
        invariants: own.invariants.iter().map(|one| invariant_doc(tree, one)).collect(),
        example: example::construction(model, definition),
    }
}

fn names(features: &[FeatureModel]) -> Vec<String> {
    features.iter().map(|feature| feature.name.clone()).collect()
}

fn feature_doc(tree: &Tree, feature: &FeatureModel) -> FeatureDoc {
    let line = tree.source().line_of(feature.name_span.start);
    let is_contained = matches!(feature.kind, FeatureKind::Reference { is_containment: true, .. });
    let is_derived = feature.derived.is_some();
    let settings = [
        (is_contained, "contained"),
        (feature.is_plain_reference(), "not contained"),
        (is_derived, "derived"),
        (is_derived && feature.is_setable, "setable"),
        (!is_derived && !feature.is_setable, "not setable"),
        (feature.is_unsettable, "unsettable"),
        (!is_derived && feature.is_transient, "transient"),
    ];
    let logic = [
        ("check", feature.check),
        ("derived", feature.derived.map(Logic::Lambda)),
        ("set", feature.set.map(Logic::Lambda)),
        ("get", feature.get.map(Logic::Lambda)),
    ];
    let logic =
        logic.into_iter().filter_map(|(name, logic)| Some((name, logic_source(tree, logic?))));
    FeatureDoc {
        name: feature.name.clone(),
        comment: comment::above(tree, line),
        line,
        is_reference: matches!(feature.kind, FeatureKind::Reference { .. }),
        ty: type_text(feature),
        multiplicity: multiplicity(feature),
        settings: settings.into_iter().filter(|(is_so, _)| *is_so).map(|(_, name)| name).collect(),
        default: feature.default.map(|default| default_text(tree, default)),
        logic: logic.collect(),
    }
}

fn invariant_doc(tree: &Tree, invariant: &InvariantModel) -> InvariantDoc {
    let line = tree.source().line_of(invariant.span.start);
    InvariantDoc {
        comment: comment::above(tree, line),
        line,
        title: invariant.title.map(|title| source(tree, tree[title].span)),
        source: logic_source(tree, invariant.validation),
    }
}

/// The anchor of a type in a page: `My.User`.
fn anchor(name: &str) -> String {
    name.replace("::", ".")
}

impl TypeDoc {
    /// General statements about the type, with links to other types.
    fn facts(&self, link: impl Fn(&String) -> String) -> Vec<String> {
        let mut facts = Vec::new();
        if self.is_abstract {
            facts.push("Abstract: only types that inherit from it have instances.".to_owned());
        }
        if self.is_managed {
            facts.push("A resource type.".to_owned());
        }
        if !self.bases.is_empty() {
            let bases: Vec<String> = self.bases.iter().map(&link).collect();
            facts.push(format!("Inherits from {}.", bases.join(", which inherits from ")));
        }
        if !self.subtypes.is_empty() {
            let subtypes: Vec<String> = self.subtypes.iter().map(&link).collect();
            facts.push(format!("Inherited by {}.", subtypes.join(", ")));
        }
        facts
    }
}
